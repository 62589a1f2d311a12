# cython: binding=False
"""What reading a page does for every tag, compiled: the rows of the tree (`parse`), what is opened again (`reopened`), rows of a few tags (`rows`).

Every index that is not counted here is checked; memory is that of the lists that come out.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memchr

from rubricate._cycles cimport apart, tuple_apart
from rubricate.errors import TooBig
from rubricate.page.reopened import BLOCK, CELL, FAR, KINDS, RAW, REOPENED, ROW, SCOPE, STRANGE, TABLE

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    uint32_t PyUnicode_READ_CHAR(object text, Py_ssize_t index)
    uint32_t PyUnicode_READ(int kind, void *data, Py_ssize_t index)
    Py_ssize_t PyUnicode_FindChar(object text, uint32_t sign, Py_ssize_t start, Py_ssize_t end, int direction) except -2

__all__ = ["Rows", "rows_of", "marks"]


cdef int _texts_apart(tuple attributes) except -1:
    """Keeps pairs of texts, and what holds them, out of the search for cycles."""
    cdef tuple pair
    for item in attributes:
        if type(item) is not tuple:
            return 0
        pair = <tuple>item
        if len(pair) != 2 or type(pair[0]) is not str or not (pair[1] is None or type(pair[1]) is str):
            return 0
        tuple_apart(pair)
    tuple_apart(attributes)
    return 0


cdef class Rows:
    """What the parser calls at every event: each adds its row to the columns. Comments and the like make no row."""

    cdef list tags, data, parents
    cdef dict known, same
    cdef list recent  # tags met before, by their letters: found again without hashing, since the parser hands over a new object each time
    cdef object top  # the row of the innermost open element; its number is one object, kept by all its children
    cdef Py_ssize_t most_rows, most_shared, size

    def __init__(self, list tags not None, list data not None, list parents not None, Py_ssize_t most_rows, Py_ssize_t most_shared, Py_ssize_t size):
        self.tags = apart(tags)
        self.data = apart(data)
        self.parents = apart(parents)
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
        if attributes:
            if type(attributes) is tuple:
                _texts_apart(<tuple>attributes)
            if len(self.same) < self.most_shared:
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


def marks(str html not None, Py_ssize_t most):
    """How many '<' a page has; if not more than `most`, what the parser opens again of it (`reopened`); whether it has a <template>."""
    cdef Open opened = Open(html)
    cdef Py_ssize_t size = len(html), place, resume = 0, count = 0
    cdef int kind = PyUnicode_KIND(html)
    cdef void *data = PyUnicode_DATA(html)
    cdef bint templates = False
    place = _find(html, kind, data, 60, 0, size)
    while place >= 0:
        count += 1
        templates = templates or _is_template(kind, data, place + 1, size)
        if place >= resume and count <= most:
            resume = opened.markup(place)
        place = _find(html, kind, data, 60, place + 1, size)
    return count, opened.rows, opened.weight, templates


ctypedef fused Letter:
    uint8_t
    uint16_t
    uint32_t


cdef struct Name:
    uint64_t first, rest  # letters of at most sixteen; a longer one is none
    int kind


cdef struct Element:
    Py_ssize_t start, size, blocks, below  # its attributes; blocks before it; the one before it of its name
    int kind
    bint is_live, is_there


cdef struct Scope:
    uint64_t name
    Py_ssize_t base
    int kind
    bint clears


cdef Name[512] _names


cdef void _remember() except *:
    """Puts the names of `reopened` where `_kind` finds them."""
    cdef Name name
    cdef Py_ssize_t place
    for text, kind in KINDS.items():
        name.first = name.rest = 0
        for place in range(len(text)):
            _add_letter(&name, place, ord(text[place]))
        name.kind = kind
        place = _place(&name)
        while _names[place].first:
            place = (place + 1) & 511
        _names[place] = name


cdef inline void _add_letter(Name *name, Py_ssize_t place, uint32_t letter) noexcept:
    if place < 8:
        name.first |= <uint64_t>letter << (8 * place)
    elif place < 16:
        name.rest |= <uint64_t>letter << (8 * place - 64)


cdef inline Py_ssize_t _place(Name *name) noexcept:
    return <Py_ssize_t>(((name.first ^ name.rest * 31) * <uint64_t>0x9E3779B97F4A7C15) >> 55)


cdef inline int _kind(Name *name) noexcept:
    """The kind of a name; -1 where it does not matter."""
    cdef Py_ssize_t place = _place(name)
    while _names[place].first:
        if _names[place].first == name.first and _names[place].rest == name.rest:
            return _names[place].kind
        place = (place + 1) & 511
    return -1


cdef enum:
    _NOBR = 1
    _BLOCK = 20
    _ROW, _CELL, _TABLE, _SCOPE, _STRANGE, _RAW

cdef uint64_t _TR, _CAPTION, _SVG, _MATH, _SCRIPT


cdef uint64_t _first(bytes text) noexcept:
    cdef Name name
    cdef Py_ssize_t place
    name.first = name.rest = 0
    for place in range(len(text)):
        _add_letter(&name, place, text[place])
    return name.first


_TR, _CAPTION, _SVG, _MATH, _SCRIPT = _first(b"tr"), _first(b"caption"), _first(b"svg"), _first(b"math"), _first(b"script")
assert (BLOCK, ROW, CELL, TABLE, SCOPE, STRANGE, RAW) == (_BLOCK, _ROW, _CELL, _TABLE, _SCOPE, _STRANGE, _RAW) and KINDS["nobr"] == _NOBR
_remember()


cdef class Open:
    """What is open at one place of the page, and what was opened again up to there: `reopened._Open`, and the reading of the tags."""

    cdef Py_ssize_t rows, weight, strange, count, size, blocks, base
    cdef Element *elements
    cdef Scope *scopes
    cdef Py_ssize_t filled, room, inside, unsure, scope_room, most, far
    cdef Py_ssize_t raw, raw_letters  # the name of the element that holds text alone, if in one
    cdef bint raw_script
    cdef Py_ssize_t[20] of  # the last of every name
    cdef list alike
    cdef str html
    cdef int kind
    cdef void *data
    cdef Py_ssize_t length

    def __cinit__(self, str html not None):
        cdef int place
        self.elements = NULL
        self.scopes = NULL
        for place in range(20):
            self.of[place] = -1
        self.alike = [{} for _ in range(20)]
        self.html = html
        self.kind = PyUnicode_KIND(html)
        self.data = PyUnicode_DATA(html)
        self.length = len(html)
        self.most, self.far = REOPENED, FAR

    def __dealloc__(self):
        free(self.elements)
        free(self.scopes)

    cdef inline uint32_t at(self, Py_ssize_t place) noexcept:
        """The character there; 0 past the end."""
        return PyUnicode_READ(self.kind, self.data, place) if place < self.length else 0

    cdef inline Py_ssize_t find(self, uint32_t sign, Py_ssize_t start, Py_ssize_t end) except -2:
        return _find(self.html, self.kind, self.data, sign, start, end)

    cdef Py_ssize_t markup(self, Py_ssize_t start) except -1:
        """Takes what begins with the '<' there; where to go on."""
        cdef Name name
        cdef Py_ssize_t place = start + 1, begin, end
        cdef uint32_t letter = self.at(place)
        cdef bint ends = letter == 47
        if self.raw_letters:
            if not (ends and self.is_name(place + 1, self.raw, self.raw_letters)):
                return self.after_script(start) if self.raw_script and self.is_comment(start) else start + 1
            self.raw_letters = 0
        if ends:
            place += 1
            letter = self.at(place)
        if not 97 <= letter | 32 <= 122:
            return self.after_comment(start) if ends or letter == 33 or letter == 63 else start + 1
        begin = place
        if self.kind == 1:
            end = _tag(<const uint8_t *>self.data, &place, self.length, &name)
        elif self.kind == 2:
            end = _tag(<const uint16_t *>self.data, &place, self.length, &name)
        else:
            end = _tag(<const uint32_t *>self.data, &place, self.length, &name)
        if ends:
            self.end(&name)
        elif 0 <= name.kind < _BLOCK:
            self.formatting(name.kind, place, end - place)
        elif name.kind >= _BLOCK:
            self.start(&name, place, end)
            if name.kind == _RAW and not self.strange:
                self.raw, self.raw_letters, self.raw_script = begin, place - begin, name.first == _SCRIPT
        return end + 1

    cdef inline Py_ssize_t after_space(self, Py_ssize_t place) noexcept:
        while _is_space(self.at(place)):
            place += 1
        return place

    cdef Py_ssize_t after_comment(self, Py_ssize_t start) except -1:
        cdef Py_ssize_t end = start + 1, mark
        if self.is_comment(start):
            while True:
                end = self.find(62, end + 1, self.length)
                if end < 0:
                    return self.length
                mark = end - 1 if self.at(end - 1) != 33 else end - 2
                if self.at(mark) == 45 and self.at(mark - 1) == 45 and mark - 1 >= (start + 2 if mark == end - 1 else start + 4):
                    return end + 1
        if self.strange and self.html[start : start + 9] == "<![CDATA[":
            mark = self.find(60, start + 1, self.length)
            end = self.html.find("]]>", start, mark if mark >= 0 else self.length)
            if end >= 0:
                return end + 3
            self.enter(0, -1)
        end = self.find(62, start, self.length)
        return end + 1 if end >= 0 else self.length

    cdef Py_ssize_t after_script(self, Py_ssize_t place) noexcept:
        """Where the end tag of a script begins in which a comment begins there, or where to look on for it."""
        cdef bint twice = False, ends
        cdef uint32_t letter
        place += 2
        while place < self.length:
            letter = self.at(place)
            if letter == 45 and self.at(place + 1) == 45 and self.at(place + 2) == 62:
                return place + 2
            if letter == 60:
                ends = self.at(place + 1) == 47
                if self.is_name(place + 1 + ends, self.raw, self.raw_letters):
                    if ends and not twice:
                        return place
                    twice = not ends
            place += 1
        return self.length

    cdef inline bint is_comment(self, Py_ssize_t start) noexcept:
        return self.at(start + 1) == 33 and self.at(start + 2) == 45 and self.at(start + 3) == 45

    cdef bint is_name(self, Py_ssize_t place, Py_ssize_t name, Py_ssize_t letters) noexcept:
        """Whether the same name, in letters of any case, stands there, and ends there."""
        cdef Py_ssize_t letter
        cdef uint32_t after = self.at(place + letters)
        if after != 62 and after != 47 and not _is_space(after):
            return False
        for letter in range(letters):
            if self.at(place + letter) | 32 != self.at(name + letter) | 32:
                return False
        return True

    cdef int formatting(self, int kind, Py_ssize_t start, Py_ssize_t size) except -1:
        cdef Element *element
        cdef Py_ssize_t place
        cdef list alike
        if kind <= _NOBR and self.closes(kind, self.far if kind else self.blocks + 1):
            self.close(kind)
        if kind:
            alike = (<dict>self.alike[kind]).setdefault(self.html[start : start + size], [])
            if len(alike) >= 3:
                place = alike[len(alike) - 3]
                if place >= self.base:
                    del alike[len(alike) - 3]
                    self.bury(&self.elements[place])
            alike.append(self.filled)
        if self.filled == self.room:
            place = 2 * self.room + 16
            element = <Element *>realloc(self.elements, place * sizeof(Element))
            if element == NULL:
                raise MemoryError
            self.elements, self.room = element, place
        element = &self.elements[self.filled]
        element.start, element.size, element.blocks, element.below = start, size, self.blocks, self.of[kind]
        element.kind, element.is_live, element.is_there = kind, True, True
        self.of[kind] = self.filled
        self.filled += 1
        self.count += 1
        self.size += size
        return 0

    cdef int start(self, Name *name, Py_ssize_t begin, Py_ssize_t end) except -1:
        self.open_again()
        self.blocks += 1
        if name.kind == _ROW or name.kind == _CELL:
            if self.top() == _CELL:
                self.leave()
            elif self.top() != _TABLE:
                self.unsure = self.inside
        if name.kind == _TABLE and self.top() == _TABLE:
            self.leave()
        if _CELL <= name.kind <= _SCOPE or (name.kind == _RAW and self.strange):
            self.enter(name.first, name.kind)
        elif name.kind == _STRANGE and not ((name.first == _SVG or name.first == _MATH) and self.is_slash(begin, end)):
            self.enter(name.first, name.kind)
        return 0

    cdef int end(self, Name *name) except -1:
        if 0 <= name.kind < _BLOCK:
            if self.closes(name.kind, self.far):
                self.close(name.kind)
            return 0
        self.open_again()
        if not self.inside or name.kind < _ROW:
            return 0
        if self.top() == _CELL and (name.kind == _TABLE or (name.first == _TR and name.kind == _ROW and self.scopes[self.inside - 1].name != _CAPTION)):
            self.leave()
            if name.kind == _ROW:
                return 0
        if self.inside and self.scopes[self.inside - 1].name == name.first:
            self.leave()
        elif name.kind <= _TABLE and self.top() != _TABLE:
            self.unsure = self.inside
        return 0

    cdef int enter(self, uint64_t name, int kind) except -1:
        cdef Scope *scope
        cdef Py_ssize_t room
        cdef bint clears = kind == _CELL and self.top() == _TABLE and not self.strange and self.inside > self.unsure
        if not name and self.inside and not self.scopes[self.inside - 1].name:
            return 0
        if self.inside == self.scope_room:
            room = 2 * self.scope_room + 16
            scope = <Scope *>realloc(self.scopes, room * sizeof(Scope))
            if scope == NULL:
                raise MemoryError
            self.scopes, self.scope_room = scope, room
        scope = &self.scopes[self.inside]
        scope.name, scope.kind, scope.base, scope.clears = name, kind, self.filled, clears
        self.inside += 1
        self.base = self.filled
        self.strange += kind == _STRANGE
        return 0

    cdef int leave(self) except -1:
        cdef Scope *scope
        self.inside -= 1
        scope = &self.scopes[self.inside]
        self.strange -= scope.kind == _STRANGE
        while scope.clears and self.inside >= self.unsure and self.filled > scope.base:
            if self.elements[self.filled - 1].is_there:
                self.take(&self.elements[self.filled - 1])
            self.filled -= 1
        self.base = self.scopes[self.inside - 1].base if self.inside else 0
        self.unsure = min(self.unsure, self.inside)
        return 0

    cdef inline int top(self) noexcept:
        return self.scopes[self.inside - 1].kind if self.inside else -1

    cdef inline bint closes(self, int kind, Py_ssize_t far) noexcept:
        cdef Py_ssize_t place = self.of[kind]
        return place >= 0 and place >= self.base and self.blocks - self.elements[place].blocks < far

    cdef int close(self, int kind) except -1:
        cdef Py_ssize_t place = self.of[kind]
        if place < self.filled - 1:
            self.open_again()
        self.take(&self.elements[place])
        while self.filled > self.base and not self.elements[self.filled - 1].is_there:
            self.filled -= 1
        return 0

    cdef int take(self, Element *element) except -1:
        self.of[element.kind] = element.below
        element.is_there = False
        if element.is_live:
            if element.kind:
                (<list>(<dict>self.alike[element.kind])[self.html[element.start : element.start + element.size]]).pop()
            self.bury(element)
        return 0

    cdef inline void bury(self, Element *element) noexcept:
        element.is_live = False
        self.count -= 1
        self.size -= element.size

    cdef inline void open_again(self) noexcept:
        self.rows += min(self.count, self.most)
        self.weight += self.size

    cdef bint is_slash(self, Py_ssize_t begin, Py_ssize_t end) noexcept:
        begin = self.after_space(begin)
        return begin < end and self.at(begin) == 47 and self.after_space(begin + 1) == end


cdef Py_ssize_t _tag(const Letter *data, Py_ssize_t *after_name, Py_ssize_t length, Name *name) noexcept:
    """Reads a name and, after it, attributes; where the '>' of the tag stands, or the end of the page."""
    cdef Py_ssize_t begin = after_name[0], place = after_name[0]
    cdef uint32_t letter
    cdef bint plain = True
    name.first = name.rest = 0
    while place < length:
        letter = data[place]
        if letter <= 62 and (letter == 62 or letter == 47 or _is_space(letter)):
            break
        if letter - 65 <= 25:
            letter |= 32
        elif letter - 1 > 126:  # no name that matters; nor is one with a NUL, which would be no letter here
            plain = False
            letter = 0
        _add_letter(name, place - begin, letter)
        place += 1
    name.kind = _kind(name) if plain and place - begin <= 16 else -1
    after_name[0] = place
    return place if place < length and data[place] == 62 else _after_attributes(data, place, length)


cdef Py_ssize_t _after_attributes(const Letter *data, Py_ssize_t place, Py_ssize_t length) noexcept:
    cdef Letter letter
    while place < length:
        letter = data[place]
        if letter == 62:
            return place
        place += 1
        if letter == 47 or _is_space(letter):
            continue
        while place < length:
            letter = data[place]
            if letter <= 62 and (letter >= 61 or letter == 47 or _is_space(letter)):
                break
            place += 1
        while place < length and _is_space(data[place]):
            place += 1
        if place == length or data[place] != 61:
            continue
        place += 1
        while place < length and _is_space(data[place]):
            place += 1
        if place == length:
            break
        letter = data[place]
        if letter == 34 or letter == 39:
            place = _after_quote(data, place + 1, length, letter)
            continue
        while place < length:
            letter = data[place]
            if letter <= 62 and (letter == 62 or _is_space(letter)):
                break
            place += 1
    return length


cdef inline Py_ssize_t _after_quote(const Letter *data, Py_ssize_t place, Py_ssize_t length, Letter quote) noexcept:
    """Where a value in quotes has ended; past the end of the page where it does not."""
    cdef const void *found
    if Letter is uint8_t:
        found = memchr(data + place, quote, length - place) if place < length else NULL
        return <const Letter *>found - data + 1 if found != NULL else length + 1
    else:
        while place < length and data[place] != quote:
            place += 1
        return place + 1


cdef inline bint _is_space(uint32_t letter) noexcept:
    return letter <= 32 and (letter == 32 or letter == 10 or letter == 9 or letter == 13 or letter == 12)


cdef inline Py_ssize_t _find(str text, int kind, void *data, uint32_t sign, Py_ssize_t start, Py_ssize_t end) except -2:
    """Where a character stands next between two places of a text, or -1."""
    cdef const char *found
    if start >= end:
        return -1
    if kind != 1:
        return PyUnicode_FindChar(text, sign, start, end, 1)
    found = <const char *>memchr(<const char *>data + start, sign, end - start)
    return -1 if found == NULL else found - <const char *>data


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
