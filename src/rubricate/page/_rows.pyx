# cython: binding=False
"""What reading a page does for every tag of it, compiled: the rows of the tree (`parse`), kinds of formatting (`census`), rows of a few tags (`rows`).

Every index that is not counted here is checked; memory is that of the lists that come out.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memchr, memcmp, strchr

from rubricate.errors import TooBig

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    uint32_t PyUnicode_READ_CHAR(object text, Py_ssize_t index)
    uint32_t PyUnicode_READ(int kind, void *data, Py_ssize_t index)
    Py_ssize_t PyUnicode_FindChar(object text, uint32_t sign, Py_ssize_t start, Py_ssize_t end, int direction) except -2
    bint Py_UNICODE_ISSPACE(uint32_t letter)

__all__ = ["Rows", "rows_of", "marks"]


cdef class Rows:
    """What the parser calls at every event: each adds its row to the columns. Comments and the like make no row."""

    cdef list tags, data, parents
    cdef dict known, same
    cdef list recent  # tags met before, by their letters: found again without hashing, since the parser hands over a new object each time
    cdef object top  # the row of the innermost open element; its number is one object, kept by all its children
    cdef Py_ssize_t most_rows, most_shared, size

    def __init__(self, list tags not None, list data not None, list parents not None, Py_ssize_t most_rows, Py_ssize_t most_shared, Py_ssize_t size):
        self.tags = tags
        self.data = data
        self.parents = parents
        self.known = {}
        self.same = {}
        self.recent = [""] * 256
        self.top = -1
        self.most_rows = most_rows
        self.most_shared = most_shared
        self.size = size

    def start_element(self, tag, attributes):
        """An element begins."""
        cdef Py_ssize_t row = len(self.tags)
        self.parents.append(self.top)
        self.top = row
        self.tags.append(self.one(<str?>tag))
        if attributes and len(self.same) < self.most_shared:
            attributes = self.same.setdefault(attributes, attributes)
        self.data.append(attributes)
        if row >= self.most_rows:
            raise TooBig(f"the page has more than {self.most_rows:,} elements and texts, the limit for its {self.size:,} characters")

    cdef str one(self, str tag):
        """The one object that stands for all equal tags: what looks them up later need not hash or compare them."""
        cdef Py_ssize_t size = len(tag), place
        cdef str found
        if not size:
            return tag
        place = (size * 37 + PyUnicode_READ_CHAR(tag, 0) * 11 + PyUnicode_READ_CHAR(tag, size - 1)) & 255
        found = <str>self.recent[place]
        if found != tag:
            found = <str>self.known.setdefault(tag, tag)
            self.recent[place] = found
        return found

    def end_element(self, _tag):
        """The innermost open element ends."""
        self.top = self.parents[<Py_ssize_t?>self.top]

    def characters(self, characters):
        """A text node."""
        self.tags.append("")
        self.data.append(characters)
        self.parents.append(self.top)

    def comment(self, _data):
        """Makes no row."""

    def doctype(self, _name, _public_id, _system_id):
        """Makes no row."""

    def processing_instruction(self, _target, _data):
        """Makes no row."""


def rows_of(list tags not None, *names):
    """The rows of a few tags, in order, a list for each."""
    cdef list found = [[] for _ in names]
    cdef Py_ssize_t row, place, shortest = min(map(len, names)), longest = max(map(len, names))
    cdef str tag
    for row in range(len(tags)):
        tag = <str?>tags[row]
        if not shortest <= len(tag) <= longest:  # none of them, and cheaper to see
            continue
        for place in range(len(names)):
            if tag == <str?>names[place]:
                (<list>found[place]).append(row)
    return found


def marks(str html not None, Py_ssize_t enough, Py_ssize_t longest):
    """How many '<' a page has; how many different attributes its formatting elements (`census._WITH_ATTRIBUTES`), counted up to `enough`; <template>?"""
    cdef set kinds = set()
    cdef Py_ssize_t size = len(html), place, after, close, resume = 0, count = 0
    cdef int kind = PyUnicode_KIND(html)
    cdef void *data = PyUnicode_DATA(html)
    cdef bint templates = False
    place = _find(html, kind, data, 60, 0, size)
    while place >= 0:
        count += 1
        templates = templates or _is_template(kind, data, place + 1, size)
        if place >= resume:
            after = _after_name(kind, data, place + 1, size)
            if after > 0 and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, after)):
                close = _find(html, kind, data, 62, after + 1, min(size, after + longest + 2))
                if close >= 0:
                    kinds.add(html[after + 1 : close])
                    resume = size if len(kinds) >= enough else close
        place = _find(html, kind, data, 60, place + 1, size)
    return count, len(kinds), templates


cdef inline Py_ssize_t _find(str text, int kind, void *data, uint32_t sign, Py_ssize_t start, Py_ssize_t end) except -2:
    """Where a character stands next between two places of a text, or -1."""
    cdef const char *found
    if start >= end:
        return -1
    if kind != 1:
        return PyUnicode_FindChar(text, sign, start, end, 1)
    found = <const char *>memchr(<const char *>data + start, sign, end - start)
    return -1 if found == NULL else found - <const char *>data


cdef inline Py_ssize_t _after_name(int kind, void *data, Py_ssize_t start, Py_ssize_t size) noexcept:
    """Where the name of a formatting element ends that begins here; -1 where none does, or where the text ends with it."""
    cdef char[8] name
    cdef int length = 0
    cdef uint32_t letter
    cdef bint known
    while start + length < size:
        letter = PyUnicode_READ(kind, data, start + length) | 32
        if letter < 97 or letter > 122:
            break
        if length == 6:
            return -1
        name[length] = <char>letter
        length += 1
    if length == 0 or start + length == size or strchr(b"bcefinstu", name[0]) == NULL:
        return -1
    if length == 1:
        known = True
    elif length == 2:
        known = name[1] == 109 or name[1] == 116  # m, t
    elif length == 3:
        known = memcmp(name + 1, b"ig", 2) == 0
    elif length == 4:
        known = memcmp(name + 1, b"ode", 3) == 0 or memcmp(name + 1, b"ont", 3) == 0 or memcmp(name + 1, b"obr", 3) == 0
    elif length == 5:
        known = memcmp(name + 1, b"mall", 4) == 0
    else:
        known = memcmp(name + 1, b"trike", 5) == 0 or memcmp(name + 1, b"trong", 5) == 0
    return start + length if known else -1


cdef inline bint _is_template(int kind, void *data, Py_ssize_t start, Py_ssize_t size) noexcept:
    """Whether the name of a <template>, in letters of any case, begins here."""
    cdef const char *name = b"template"
    cdef int place
    if size - start < 8:
        return False
    for place in range(8):
        if PyUnicode_READ(kind, data, start + place) | 32 != <uint32_t>name[place]:
            return False
    return True
