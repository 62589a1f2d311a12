# cython: binding=False, wraparound=False
"""Which blocks of a style sheet are about a page, compiled: the twin of `vocabulary` and of the first, cheap look that `sheets` takes at every rule.

Most rules are about other pages, so most are dropped here before an object is made for them: a class or id that the page does not have is known by a
bit in a table. Selectors that are not plain ASCII of tags, classes and ids are handed to the Python of `vocabulary`.
"""

cimport cython
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memchr, memcmp, memset

from rubricate.segments.selectors import _PASSED_OVER, PSEUDOS

__all__ = ["PLACES", "Asked", "Properties", "Scanner", "add", "declarations", "words_of"]

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    uint32_t PyUnicode_READ(int kind, void *data, Py_ssize_t index)
    uint32_t PyUnicode_READ_CHAR(object text, Py_ssize_t index)
    Py_ssize_t PyUnicode_FindChar(object text, uint32_t sign, Py_ssize_t start, Py_ssize_t end, int direction) except -2
    str PyUnicode_FromKindAndData(int kind, const void *signs, Py_ssize_t size)
    bint Py_UNICODE_ISSPACE(uint32_t letter)

cdef enum:
    BITS = 65536
    BYTES = 8192
    LONGEST = 512
    MOST_NAMES = 32


cdef enum:
    SELECTOR, NAMES, TAGS, TESTS, BY_PATH, SIMPLE, NEEDS, ASKS, WHOLE_PAGE  # places in a `sheets._Asker`
    COMPOUNDS = 0  # in a `selectors.Selector`
    SPECIFICITY = 2
    RULE_SELECTOR = 2  # in a `sheets.Rule`
    RULE_BY_PATH = 5

cdef enum:
    TAG, IDENT, CLASSES, ATTRIBUTES, PSEUDO  # in a `selectors.Compound`

PLACES = {
    "_Asker": dict(selector=SELECTOR, names=NAMES, tags=TAGS, tests=TESTS, by_path=BY_PATH, simple=SIMPLE, needs=NEEDS, asks=ASKS, whole_page=WHOLE_PAGE),
    "Selector": {"compounds": COMPOUNDS, "specificity": SPECIFICITY},
    "Rule": {"selector": RULE_SELECTOR, "by_path": RULE_BY_PATH},
    "Compound": {"tag": TAG, "ident": IDENT, "classes": CLASSES, "attributes": ATTRIBUTES, "pseudos": PSEUDO},
}
"""Written once more here; the tests compare them."""


cdef struct Names:  # in lower case
    int count
    const char *signs[MOST_NAMES]
    Py_ssize_t sizes[MOST_NAMES]


cdef int _fill(Names *names, list texts) except -1:
    """Points at the texts, which must stay."""
    cdef bytes text
    assert len(texts) <= MOST_NAMES
    for text in texts:
        names.signs[names.count] = text
        names.sizes[names.count] = len(text)
        names.count += 1
    return 0


cdef list _TEXTS = [[name.encode("ascii") for name in sorted(names)] for names in (_PASSED_OVER, PSEUDOS)]
cdef Names _passed_over, _understood
_passed_over.count = _understood.count = 0
_fill(&_passed_over, _TEXTS[0])
_fill(&_understood, _TEXTS[1])


@cython.boundscheck(False)  # the lists are as long as the shorter of them, tuples do not change, and a pair is looked at before it is read
def words_of(list tags not None, list data not None):
    """The different values of class and id, in order, the names of the other attributes of all elements, and all tags."""
    cdef dict classes = {}, ids = {}
    cdef set attributes = set(), names = set()
    cdef list recent_tags = [None] * 256  # tags met last, by where they stand in memory: equal ones are mostly one object
    cdef list recent = [""] * 256  # names met last, by their letters: the parser hands over a new object each time, and hashing costs more
    cdef Py_ssize_t row, place, size, slot
    cdef tuple pairs, pair
    cdef str name
    for row in range(min(len(tags), len(data))):
        name = <str?>tags[row]
        slot = (<size_t><void *>name >> 4) & 255
        if recent_tags[slot] is not name:
            recent_tags[slot] = name
            names.add(name)
        if not name:
            continue
        pairs = <tuple?>data[row]
        for place in range(len(pairs)):
            pair = <tuple?>pairs[place]
            if len(pair) != 2:
                raise ValueError("an attribute is a name and a value")
            name = <str?>pair[0]
            size = len(name)
            if size == 5 and PyUnicode_KIND(name) == 1 and memcmp(PyUnicode_DATA(name), b"class", 5) == 0:
                classes[pair[1] or ""] = None
            elif size == 2 and name == "id":
                ids[pair[1] or ""] = None
            elif size:
                slot = (size * 37 + PyUnicode_READ_CHAR(name, 0) * 11 + PyUnicode_READ_CHAR(name, size - 1)) & 255
                if <str>recent[slot] != name:
                    recent[slot] = name
                    attributes.add(name)
            else:
                attributes.add(name)
    return classes, ids, attributes, frozenset(names)


cdef class Scanner:
    """The classes, ids and tags of a page, and a table of bits that says of most others that they are not among them."""

    cdef set names
    cdef frozenset tags
    cdef uint8_t[BYTES] bits

    def __init__(self, set names not None, frozenset tags not None):
        cdef str name
        cdef Py_ssize_t place
        cdef uint32_t mark
        self.names = names
        self.tags = tags
        memset(self.bits, 0, BYTES)
        for name in names:
            mark = 2166136261
            for place in range(len(name)):
                mark = (mark ^ PyUnicode_READ_CHAR(name, place)) * 16777619
            mark = _place(mark)
            self.bits[mark >> 3] |= 1 << (mark & 7)

    cdef bint has_all(self, tuple asker, object slow) except -1:
        """`Vocabulary.has_all` of what a selector asks for."""
        if asker[TESTS]:
            return slow(asker[NAMES], asker[TAGS], asker[TESTS])
        for name in <tuple>asker[NAMES]:
            if name not in self.names:
                return False
        for name in <tuple>asker[TAGS]:
            if name not in self.tags:
                return False
        return True

    cdef bint has(self, int kind, void *signs, Py_ssize_t start, Py_ssize_t end, object slow) except -1:
        """`Vocabulary.has` of a piece of a text."""
        cdef Py_ssize_t place, length = 0
        cdef uint32_t sign, close = 0
        cdef bint inside = False, escaped = False
        cdef uint8_t[LONGEST] without  # the selector without what stands in brackets
        for place in range(start, end):
            sign = PyUnicode_READ(kind, signs, place)
            if sign > 127:
                return slow(_text(kind, signs, start, end))
            if sign == 91 or sign == 40:  # [ (
                inside = True
                if sign == 91 and _is_passed_over(kind, signs, place + 1, end):
                    return False
            elif sign == 92:
                escaped = True
        if escaped:
            return True
        if not inside:
            return self.has_names(kind, signs, start, end)
        if end - start > LONGEST:
            return slow(_text(kind, signs, start, end))
        for place in range(start, end):
            sign = PyUnicode_READ(kind, signs, place)
            if close:
                close = 0 if sign == close else close
            elif sign == 91 or sign == 40:
                close = 93 if sign == 91 else 41
            else:
                without[length] = <uint8_t>sign
                length += 1
        return self.has_names(1, without, 0, length)

    cdef bint has_names(self, int kind, void *signs, Py_ssize_t start, Py_ssize_t end) except -1:
        """Whether the page has all names of a selector of plain ASCII, and whether its pseudo-classes are understood."""
        cdef Py_ssize_t place = start, after
        cdef uint32_t sign, mark
        cdef bint named = False
        while place < end:
            sign = PyUnicode_READ(kind, signs, place)
            place += 1
            if sign == 58:  # :
                if not _is_understood(kind, signs, place, end):
                    return False
            elif sign == 46 or sign == 35:  # . #
                mark = (<uint32_t>2166136261 ^ sign) * 16777619
                after = place
                while after < end:
                    sign = PyUnicode_READ(kind, signs, after)
                    if _ends_name(sign):
                        break
                    mark = (mark ^ sign) * 16777619
                    after += 1
                if after > place:
                    named = True
                    mark = _place(mark)
                    if not self.bits[mark >> 3] >> (mark & 7) & 1 or _text(kind, signs, place - 1, after) not in self.names:
                        return False
                    place = after
        return named or self.has_tag(kind, signs, start, end)

    cdef bint has_tag(self, int kind, void *signs, Py_ssize_t start, Py_ssize_t end) except -1:
        """Whether the page has the tag that a selector without classes and ids ends in, or may have it (`selectors.last_key`)."""
        cdef Py_ssize_t last, after
        cdef uint32_t sign
        while end > start and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, signs, end - 1)):
            end -= 1
        while start < end and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, signs, start)):
            start += 1
        last = end
        while last > start and not _is_combinator(PyUnicode_READ(kind, signs, last - 1)):
            last -= 1
        after = last
        while after < end:
            sign = PyUnicode_READ(kind, signs, after)
            if not (97 <= (sign | 32) <= 122 or (after > last and (48 <= sign <= 57 or sign == 95 or sign == 45))):  # a-z; then also 0-9 _ -
                break
            after += 1
        return after == last or _text(kind, signs, last, after).lower() in self.tags


cdef class Properties:
    """The properties that are read, and what a cheap look at a name or a block has to know of them."""

    cdef frozenset names
    cdef frozenset little  # those whose names alone do not make a block one that is read
    cdef bint[128] begins  # signs that the name of one begins with

    def __init__(self, frozenset names not None, is_read):
        cdef str name
        self.names = names
        self.little = frozenset([name for name in names if not is_read(name)])
        memset(self.begins, 0, sizeof(self.begins))
        for name in names:
            self.begins[ord(name[0])] = True

    cdef bint has_more(self, list declared) except -1:
        """Whether anything is said but by properties whose names alone do not make a block one that is read (`sheets._READ`)."""
        cdef tuple declaration
        for declaration in declared:
            if declaration[0] not in self.little:
                return True
        return False

    cdef inline bint may_have(self, int kind, void *signs, Py_ssize_t start, Py_ssize_t end) noexcept:
        """A cheap look at a name: those that are read begin with few letters, and custom ones with two signs; odd ones may be read."""
        cdef uint32_t sign
        if end <= start:
            return False
        sign = PyUnicode_READ(kind, signs, start)
        if sign > 127 or self.begins[sign | 32]:
            return True
        return sign == 45 and end - start > 1 and PyUnicode_READ(kind, signs, start + 1) == 45  # --


cdef class Asked:
    """Of every block that applies, says something and has a selector that could match on a page: the texts of these selectors, and what it says."""

    cdef str css
    cdef int kind
    cdef void *signs
    cdef Py_ssize_t place, size, most
    cdef Scanner scanner
    cdef Properties properties
    cdef object slow, is_read, without_statements, applies
    cdef list live  # one entry for every open at-rule: whether rules inside apply
    cdef list pending  # blocks of a piece that is not plain, the last first

    def __init__(
        self, str css not None, Scanner scanner not None, Properties properties not None, has, is_read, without_statements, applies, Py_ssize_t most
    ):
        self.css = css
        self.kind = PyUnicode_KIND(css)
        self.signs = PyUnicode_DATA(css)
        self.place, self.size, self.most = 0, len(css), most
        self.scanner = scanner
        self.properties = properties
        self.slow = has
        self.is_read = is_read
        self.without_statements = without_statements
        self.applies = applies
        self.live = [True]
        self.pending = []

    def __iter__(self):
        return self

    def __next__(self):
        cdef tuple found = self.next()
        if found is None:
            raise StopIteration
        return found

    def rules(self, has_all, compiled, kind, Py_ssize_t order, Py_ssize_t most, Py_ssize_t longest):
        """`sheets.rules`: a rule of that kind for every selector that is understood and asks for nothing that the page has not."""
        cdef list found = []
        cdef tuple piece = self.next(), asker
        cdef str text
        while piece is not None:
            for text in <list>piece[0]:
                text = text.strip()
                if 0 < len(text) <= longest:
                    asker = <tuple>compiled(text)  # or None
                    if asker is not None and self.scanner.has_all(asker, has_all):
                        found.append(_rule(kind, asker, order + len(found), <tuple>piece[1]))
            if len(found) > most:
                break
            piece = self.next()
        return found

    cdef tuple next(self):
        """Of the next block that is about the page, its selectors and what it says; None where there are no more."""
        cdef tuple found
        cdef str prelude, block
        while True:
            while self.pending:
                prelude, block = self.pending.pop()
                found = self.asked(prelude, 0, len(prelude), block, 0, len(block))
                if found is not None:
                    return found
            if self.place < 0:
                return None
            found = self.of_piece()
            if found is not None:
                return found

    cdef tuple of_piece(self):
        """The next piece, up to a closing brace; None where it has nothing for the page."""
        cdef Py_ssize_t start = self.place, brace, close
        close = -1 if self.most <= 0 else self.find(125, start, self.size)
        if close < 0:
            self.place = -1
            return None
        self.most -= 1
        self.place = close + 1
        brace = self.find(123, start, close)
        if brace < 0:
            if len(self.live) > 1:
                self.live.pop()
        elif self.is_plain(start, brace) and self.find(123, brace + 1, close) < 0:
            if self.live[len(self.live) - 1]:
                return self.asked(self.css, start, brace, self.css, brace + 1, close)
        else:
            self.open(self.css[start:close])
        return None

    cdef int open(self, str piece) except -1:
        """`sheets._nested`: the rules of a piece, up to its closing brace, that opens more than one block or an at-rule."""
        cdef list heads = piece.split("{"), live = self.live, found = self.pending
        cdef str block = heads.pop(), prelude = "", head
        cdef bint inside = False, last  # inside a style rule: its own declarations count, what is nested does not
        cdef Py_ssize_t place
        for place in range(len(heads)):
            head = heads[place]
            last = place == len(heads) - 1
            if inside:
                if live[len(live) - 1]:
                    found.append((prelude, head.rpartition(";")[0]))
                live.append(False)
                inside = False
                if last:
                    continue
            prelude = self.without_statements(head.strip())
            if prelude.startswith("@"):
                if not last:
                    live.append(live[len(live) - 1] and self.applies(prelude))
            elif not last:
                inside = True
            elif live[len(live) - 1]:
                found.append((prelude, block))
        found.reverse()
        return 0

    cdef tuple asked(self, str text, Py_ssize_t start, Py_ssize_t end, str block, Py_ssize_t first, Py_ssize_t last):
        """The selectors between two places of a text that could match, and what the block between two places says; None where either is nothing."""
        cdef list texts = self.of(text, PyUnicode_KIND(text), PyUnicode_DATA(text), start, end), declared
        if not texts:
            return None
        declared = _declarations(PyUnicode_KIND(block), PyUnicode_DATA(block), first, last, self.properties)
        if not declared or not (self.properties.has_more(declared) or self.is_read(block[first:last])):
            return None
        return texts, _parted(declared)

    cdef list of(self, str text, int kind, void *signs, Py_ssize_t start, Py_ssize_t end):
        """Those selectors of a list that could match."""
        cdef list texts = []
        cdef Py_ssize_t place
        for place in range(start, end):
            if PyUnicode_READ(kind, signs, place) == 44:  # ,
                if self.scanner.has(kind, signs, start, place, self.slow):
                    texts.append(text[start:place])
                start = place + 1
        if self.scanner.has(kind, signs, start, end, self.slow):
            texts.append(text[start:end])
        return texts

    cdef bint is_plain(self, Py_ssize_t start, Py_ssize_t end) noexcept:
        """Neither an at-rule nor the sign of an HTML comment stands before a block."""
        cdef Py_ssize_t place
        cdef uint32_t sign
        for place in range(start, end):
            sign = PyUnicode_READ(self.kind, self.signs, place)
            if sign == 64 or sign == 60:  # @ <
                return False
            if sign == 62 and place >= start + 2:  # -->
                if PyUnicode_READ(self.kind, self.signs, place - 1) == 45 and PyUnicode_READ(self.kind, self.signs, place - 2) == 45:
                    return False
        return True

    cdef inline Py_ssize_t find(self, uint32_t sign, Py_ssize_t start, Py_ssize_t end) except -2:
        """Where a sign stands next between two places of the sheet, or -1."""
        cdef const char *found
        if start >= end:
            return -1
        if self.kind != 1:
            return PyUnicode_FindChar(self.css, sign, start, end, 1)
        found = <const char *>memchr(<const char *>self.signs + start, sign, end - start)
        return -1 if found == NULL else found - <const char *>self.signs


cdef object _rule(kind, tuple asker, Py_ssize_t order, tuple parted):
    """`sheets._rule`; a named tuple's own way of making one is written in Python."""
    cdef tuple selector = <tuple>asker[SELECTOR], variables = <tuple>parted[1] if asker[WHOLE_PAGE] else (), arguments
    arguments = (
        (selector[SPECIFICITY], order, selector, parted[0], variables, asker[BY_PATH], asker[SIMPLE], asker[NEEDS], asker[ASKS]),
    )
    return (<PyTypeObject *>tuple).tp_new(kind, <PyObject *>arguments, NULL)


def add(list rules not None, dict index not None, set names not None, dict spellings not None, key):
    """`cascade.Ruled._add`: puts rules where they are found by a name of the element, and notes the names and spellings that some rule asks for."""
    cdef tuple rule, compounds, compound, tests
    cdef object by
    cdef list tested
    for one in rules:
        rule = <tuple>one
        compounds = <tuple>(<tuple>rule[RULE_SELECTOR])[COMPOUNDS]
        compound = <tuple>compounds[0]
        if compound[PSEUDO]:
            by = key(compound)
        elif compound[IDENT]:
            by = ("#", compound[IDENT])
        elif compound[CLASSES]:
            by = (".", (<tuple>compound[CLASSES])[0])
        else:
            by = ("", compound[TAG])
        found = index.get(by)
        if found is None:
            index[by] = [one]
        else:
            (<list?>found).append(one)
        for part in compounds:
            compound = <tuple>part
            if rule[RULE_BY_PATH]:
                for test in <tuple>compound[ATTRIBUTES]:
                    tested, tests = <list?>spellings[test[0]], (test[1], test[2])
                    if tests not in tested:
                        tested.append(tests)
            for name in <tuple>compound[CLASSES]:
                names.add(name)
            if compound[IDENT]:
                names.add("#" + <str?>compound[IDENT])


cdef inline str _text(int kind, void *signs, Py_ssize_t start, Py_ssize_t end):
    return PyUnicode_FromKindAndData(kind, <char *>signs + start * kind, end - start)


cdef inline uint32_t _place(uint32_t mark) noexcept:
    return (mark ^ (mark >> 16)) & (BITS - 1)


cdef inline bint _is_combinator(uint32_t sign) noexcept:
    return sign == 32 or sign == 62 or sign == 43 or sign == 126 or sign == 9 or sign == 10 or sign == 13 or sign == 12  # blank > + ~ \t \n \r \f


cdef inline bint _ends_name(uint32_t sign) noexcept:
    """Of ASCII: white space, and the signs . # : > + ~ , *"""
    return sign <= 58 and (
        sign == 46 or sign == 35 or sign == 58 or sign == 43 or sign == 44 or sign == 42 or Py_UNICODE_ISSPACE(sign)
    ) or sign == 62 or sign == 126


cdef bint _is_understood(int kind, void *signs, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Whether what follows a colon begins like a pseudo-class that is understood (`vocabulary._UNREAD`)."""
    cdef int place
    for place in range(_understood.count):
        if _begins(kind, signs, start, end, _understood.signs[place], _understood.sizes[place]):
            return True
    return False


cdef bint _begins(int kind, void *signs, Py_ssize_t start, Py_ssize_t end, const char *name, Py_ssize_t size) noexcept:
    cdef Py_ssize_t place
    cdef uint32_t sign, want
    if end - start < size:
        return False
    for place in range(size):
        sign = PyUnicode_READ(kind, signs, start + place)
        want = <uint32_t>name[place]
        if sign != want and (want < 97 or sign | 32 != want):  # letters, of any case
            return False
    return True


cdef bint _is_passed_over(int kind, void *signs, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Whether, after a bracket, a test of an attribute begins that is not understood (`selectors.PASSED_OVER`)."""
    cdef int place
    while start < end and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, signs, start)):
        start += 1
    for place in range(_passed_over.count):
        if _is_test(kind, signs, start, end, _passed_over.signs[place], _passed_over.sizes[place]):
            return True
    return False


cdef bint _is_test(int kind, void *signs, Py_ssize_t start, Py_ssize_t end, const char *name, Py_ssize_t size) noexcept:
    cdef uint32_t sign
    if not _begins(kind, signs, start, end, name, size):
        return False
    start += size
    while start < end and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, signs, start)):
        start += 1
    sign = PyUnicode_READ(kind, signs, start) if start < end else 0
    return sign == 93 or sign == 126 or sign == 124 or sign == 94 or sign == 36 or sign == 42 or sign == 61  # ] ~ | ^ $ * =


def declarations(str block not None, Properties properties not None):
    """`sheets.declarations`: the declarations of a block that we read."""
    return _declarations(PyUnicode_KIND(block), PyUnicode_DATA(block), 0, len(block), properties)


cdef list _declarations(int kind, void *signs, Py_ssize_t start, Py_ssize_t size, Properties properties):
    """The declarations that stand between two places of a text."""
    cdef list found = []
    cdef Py_ssize_t end, colon, first, last
    cdef uint32_t sign
    cdef str name, value
    cdef bint important
    while start <= size:
        end = colon = -1
        for last in range(start, size):
            sign = PyUnicode_READ(kind, signs, last)
            if sign == 59:  # ;
                end = last
                break
            if sign == 58 and colon < 0:  # :
                colon = last
        if end < 0:
            end = size
        if colon >= 0:
            first, last = start, colon
            while first < last and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, signs, first)):
                first += 1
            while last > first and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, signs, last - 1)):
                last -= 1
            if properties.may_have(kind, signs, first, last):
                name = _text(kind, signs, first, last).lower()
                if name in properties.names or name.startswith("--"):
                    value = _text(kind, signs, colon + 1, end).strip().lower()
                    important = value.endswith("important") and "!" in value
                    if important:
                        value = value[: value.rindex("!")].strip()
                    if 0 < len(value) < 500 and not (name == "font-size" and "(" in value and "var(" not in value):
                        found.append((name, value, important))
        start = end + 1
    return found


cdef tuple _parted(list declared):
    """`sheets._parted` of declarations: properties and custom properties; of the same one, only the last can matter."""
    cdef dict kept = {}, variables = {}
    cdef tuple declaration, key
    cdef str name
    for declaration in declared:
        name = <str>declaration[0]
        if name.startswith("--"):
            variables[name] = declaration[1]
        else:
            key = (name, declaration[2])
            if key in kept:
                del kept[key]  # it stands where it was said last
            kept[key] = declaration
    return tuple(kept.values()), tuple(variables.items())
