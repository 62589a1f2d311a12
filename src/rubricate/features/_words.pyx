# cython: cdivision=True
"""The compiled twin of what `features` reads in texts: the signs that lines are made of (`text`), the words of lines and of classes (`evidence`).

Every character is looked at once or twice, where it lies. Words are looked up in tables of their letters, so that no word becomes an object. Odds are
added up in float64 and in the order that the other half has, so sums come out the same.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cpython.unicode cimport PyUnicode_GET_LENGTH
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memmove

from rubricate._arrays cimport doubles, floats, marks, new_floats, new_marks, numbers, room

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define fetch(place) __builtin_prefetch(place)
    #else
    #define fetch(place) ((void)(place))
    #endif
    """
    void fetch(const void* place) noexcept nogil  # on its way from memory: a page finds the tables far away, so many places are asked for together

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void* PyUnicode_DATA(object text)
    uint32_t PyUnicode_READ(int kind, void* data, Py_ssize_t at)
    bint PyUnicode_IS_ASCII(object text)
    bint Py_UNICODE_ISALNUM(Py_UCS4 sign)
    bint Py_UNICODE_ISDECIMAL(Py_UCS4 sign)
    bint Py_UNICODE_ISSPACE(Py_UCS4 sign)

cdef enum:
    _LINE = 140  # characters of a line whose words are read, as in `evidence`
    _NAMES = 1000  # characters of an element's names
    _HEAD = 300  # characters of a line whose signs are read, as in `text`
    _TITLE = 150  # characters of a line that may be the page's title
    _SAME = 30
    _DESCRIPTION = 2000
    _UPPER = 1
    _LOWER = 2
    _DIGIT = 4
    _SPACE = 8
    _AT = 16
    _SIGN = 32
    _BRACKET = 64
    _MONEY = 128
    _LAST = 0x2200


ctypedef fused Letters:  # the three ways in which Python keeps the characters of a text: each function is made for each of them
    uint8_t
    uint16_t
    uint32_t

ctypedef fused Wide:
    uint16_t
    uint32_t

cdef uint8_t[128] _SMALL  # of the signs in ASCII: the small letter, or 0
cdef uint8_t[128] _CLASS  # of the signs in ASCII: the number of the letter, 27 for a hyphen, or 0


def _fill():
    cdef int sign
    for sign in range(128):
        _SMALL[sign] = <uint8_t> (sign | 32) if c"a" <= (sign | 32) <= c"z" else 0
        _CLASS[sign] = _SMALL[sign] - 96 if _SMALL[sign] else 27 if sign == c"-" else 0


_fill()


cdef enum:
    _BESIDE = 16


cdef struct Word:
    int32_t number  # 0: nothing is here
    uint32_t hashed
    int32_t length
    int32_t first  # where its letters begin, or -1 where they are here: what lies apart comes late
    uint8_t[_BESIDE] letters


cdef class Words:
    """A table of words: letters -> number. It is filled once; words that fall together are looked for one after the other, so it is no place for very
    many words that a page may choose."""

    cdef Word* _slots
    cdef uint32_t* _letters
    cdef uint32_t _mask
    cdef Py_ssize_t longest

    def __cinit__(self, dict table):
        """`table`: word -> a number of 1 or more; the others are left out."""
        cdef Py_ssize_t used = 0, letters = 0, at, length, size = 8
        cdef uint32_t slot, hashed
        cdef str word
        for word in table:
            letters += PyUnicode_GET_LENGTH(word)
        while size < 2 * len(table):
            size *= 2
        self._mask = <uint32_t> (size - 1)
        self._slots = <Word*> calloc(size, sizeof(Word))
        self._letters = <uint32_t*> malloc((letters + 1) * sizeof(uint32_t))
        if self._slots is NULL or self._letters is NULL:
            raise MemoryError()
        for word, number in table.items():
            length = PyUnicode_GET_LENGTH(word)
            if not 1 <= number < 2**31 or not length:
                continue
            for at in range(length):
                self._letters[used + at] = PyUnicode_READ(PyUnicode_KIND(word), PyUnicode_DATA(word), at)
            hashed = _hash(self._letters + used, length)
            slot = _mixed(hashed) & self._mask
            while self._slots[slot].number:
                slot = (slot + 1) & self._mask
            self._slots[slot].number, self._slots[slot].hashed, self._slots[slot].length = <int32_t> number, hashed, <int32_t> length
            self._slots[slot].first = -1 if length <= _BESIDE and PyUnicode_KIND(word) == 1 else <int32_t> used
            if self._slots[slot].first < 0:
                for at in range(length):
                    self._slots[slot].letters[at] = <uint8_t> self._letters[used + at]
            else:
                used += length
            self.longest = max(self.longest, length)

    def __dealloc__(self):
        free(self._slots)
        free(self._letters)

    cdef void soon(self, uint32_t hashed) noexcept nogil:
        """A word with this hash is looked for soon."""
        fetch(self._slots + (_mixed(hashed) & self._mask))

    cdef Py_ssize_t find(self, const uint32_t* word, Py_ssize_t length, uint32_t hashed) noexcept nogil:
        """The number of a word, or 0."""
        cdef uint32_t slot = _mixed(hashed) & self._mask
        cdef Py_ssize_t at
        cdef const Word* own
        cdef const uint32_t* known
        while self._slots[slot].number:
            own = self._slots + slot
            if own.hashed == hashed and own.length == length:
                at = 0
                if own.first < 0:
                    while at < length and own.letters[at] == word[at]:
                        at += 1
                else:
                    known = self._letters + own.first
                    while at < length and known[at] == word[at]:
                        at += 1
                if at == length:
                    return own.number
            slot = (slot + 1) & self._mask
        return 0


cdef enum:
    _BEGIN = 0x811C9DC5
    _TIMES = 16777619


cdef inline uint32_t _hash(const uint32_t* word, Py_ssize_t length) noexcept nogil:
    """Letter by letter, as the functions below make it on the way."""
    cdef uint32_t found = <uint32_t> _BEGIN
    cdef Py_ssize_t at
    for at in range(length):
        found = (found ^ word[at]) * <uint32_t> _TIMES
    return found


cdef inline uint32_t _mixed(uint32_t hashed) noexcept nogil:
    return hashed ^ (hashed >> 15)


cdef struct Odds:  # of one word
    double kept
    double title
    double misc


cdef struct Line:  # what the words of a line say
    Py_ssize_t words
    Py_ssize_t known
    double kept
    double least
    double most
    double title
    double first
    double misc
    double most_misc


cdef inline uint32_t _letter(uint32_t sign) noexcept:
    """The letter, small in ASCII; 0 for what is a digit, a sign or a blank, as the pattern of `evidence` has it."""
    if sign < 128:
        return _SMALL[sign]
    return sign if Py_UNICODE_ISALNUM(sign) and not Py_UNICODE_ISDECIMAL(sign) else 0


cdef enum:
    _MOST = 32  # words of a line


cdef Line _line(const Letters* text, Py_ssize_t length, Words words, const Odds* odds, Py_ssize_t known_words, Py_ssize_t most) noexcept:
    """The words are cut out first, then looked up, then their odds are added up: so that none waits for the one before."""
    cdef Line line
    cdef uint32_t[3 * _LINE + 1] letters
    cdef uint32_t[_MOST] hashes
    cdef Py_ssize_t[_MOST + 1] starts
    cdef Py_ssize_t[_MOST] found
    cdef uint32_t letter, hashed = <uint32_t> _BEGIN
    cdef Py_ssize_t at, used = 0, number
    cdef const Odds* own
    line.words = line.known = 0
    line.kept = line.least = line.most = line.title = line.first = line.misc = line.most_misc = 0.0
    starts[0] = 0
    for at in range(min(length, <Py_ssize_t> (3 * _LINE)) + 1):
        letter = _letter(text[at]) if at < length else 0
        if letter:
            letters[used] = letter
            used += 1
            hashed = (hashed ^ letter) * <uint32_t> _TIMES
        elif used > starts[line.words]:
            words.soon(hashed)
            hashes[line.words] = hashed
            hashed = <uint32_t> _BEGIN
            line.words += 1
            starts[line.words] = used
            if line.words == most:
                break
    for at in range(line.words):
        number = words.find(letters + starts[at], starts[at + 1] - starts[at], hashes[at])
        if 0 < number < known_words:
            fetch(odds + number)
            found[line.known] = number
            line.known += 1
    for at in range(line.known):
        own = odds + found[at]
        if not at:
            line.least, line.most, line.first, line.most_misc = own.kept, own.kept, own.title, own.misc
        line.kept += own.kept
        line.title += own.title
        line.misc += own.misc
        line.least = line.least if line.least < own.kept else own.kept
        line.most = line.most if line.most > own.kept else own.kept
        line.most_misc = line.most_misc if line.most_misc > own.misc else own.misc
    return line


def lines(list texts, Words words, object odds, Py_ssize_t most, object table):
    """What the first words of every text say, `most` words at most: fills `table`, one row a measure, in the order of `evidence`.

    `odds`: one row a word, by the words' numbers: of being kept, of being a title, of being a line of no section.
    """
    cdef Py_ssize_t count = len(texts), known = len(odds), index, length
    cdef const Odds* own = <const Odds*> doubles(odds, 3 * known)
    cdef float* out = new_floats(table, 8 * count)
    cdef double among
    cdef Line line
    cdef str text
    cdef int kind
    cdef void* data
    if not 1 <= most <= _MOST:
        raise ValueError(f"{most} words of a line; {_MOST} are the most")
    for index in range(count):
        text = texts[index]
        if PyUnicode_IS_ASCII(text):
            line = _line(<const uint8_t*> PyUnicode_DATA(text), min(PyUnicode_GET_LENGTH(text), <Py_ssize_t> _LINE), words, own, known, most)
        else:
            text = text[:_LINE].lower()
            length, kind, data = PyUnicode_GET_LENGTH(text), PyUnicode_KIND(text), PyUnicode_DATA(text)
            if kind == 1:
                line = _line(<const uint8_t*> data, length, words, own, known, most)
            elif kind == 2:
                line = _line(<const uint16_t*> data, length, words, own, known, most)
            else:
                line = _line(<const uint32_t*> data, length, words, own, known, most)
        among = line.known if line.known else 1
        out[index] = <float> (line.kept / among)
        out[count + index] = <float> line.least
        out[2 * count + index] = <float> line.most
        out[3 * count + index] = <float> (line.title / among)
        out[4 * count + index] = <float> line.first
        out[5 * count + index] = <float> (<double> line.known / <double> (line.words if line.words else 1))
        out[6 * count + index] = <float> (line.misc / among)
        out[7 * count + index] = <float> line.most_misc


cdef struct Sets:  # sets of words as their numbers, in order, one set after the other
    int32_t* words
    Py_ssize_t used
    Py_ssize_t room


cdef int _add(Sets* sets, Py_ssize_t start, int32_t word) except -1:
    """Puts a word into the last set, which begins at `start`, unless it is there."""
    cdef Py_ssize_t at = sets.used
    cdef int32_t* larger
    while at > start and sets.words[at - 1] > word:
        at -= 1
    if at > start and sets.words[at - 1] == word:
        return 0
    if sets.used == sets.room:
        larger = <int32_t*> realloc(sets.words, 2 * sets.room * sizeof(int32_t))
        if larger is NULL:
            raise MemoryError()
        sets.words = larger
        sets.room *= 2
    memmove(sets.words + at + 1, sets.words + at, (sets.used - at) * sizeof(int32_t))
    sets.words[at] = word
    sets.used += 1
    return 0


cdef int _add_words(Sets* sets, Py_ssize_t start, str text, Words words) except -1:
    """The known ones of the words of a text in ASCII, cut at signs and at humps: capitals, then small letters, then a capital begins the next."""
    cdef Py_ssize_t at, length = PyUnicode_GET_LENGTH(text), used = 0, cut = 0, number
    cdef const uint8_t* data = <const uint8_t*> PyUnicode_DATA(text)
    cdef uint32_t[_NAMES + 1] letters
    cdef uint32_t[_NAMES + 1] hashes
    cdef Py_ssize_t[_NAMES + 2] starts
    cdef uint32_t hashed = <uint32_t> _BEGIN
    cdef uint8_t letter, sign
    cdef bint small = False
    if length > _NAMES:  # `names` cuts them at 401, and letters that become two in lower case make 802 of that at most
        raise ValueError(f"names of {length} characters; {_NAMES} are the most")
    starts[0] = 0
    for at in range(length + 1):
        sign = data[at] if at < length else 0
        letter = _SMALL[sign & 127]
        if used > starts[cut] and (not letter or (small and letter != sign)):
            words.soon(hashed)
            hashes[cut] = hashed
            hashed = <uint32_t> _BEGIN
            cut += 1
            starts[cut] = used
        if letter:
            letters[used] = letter
            used += 1
            hashed = (hashed ^ letter) * <uint32_t> _TIMES
            small = letter == sign
    for at in range(cut):
        number = words.find(letters + starts[at], starts[at + 1] - starts[at], hashes[at])
        if number:
            _add(sets, start, <int32_t> number)
    return 0


cdef struct Said:
    double kept, least, most, title, misc, most_misc


cdef Said _said(const int32_t* words, Py_ssize_t count, const Odds* odds) noexcept:
    cdef Said found
    cdef Py_ssize_t at
    cdef const Odds* own
    found.kept = found.least = found.most = found.title = found.misc = found.most_misc = 0.0
    for at in range(count):
        own = odds + words[at]
        if not at:
            found.least, found.most, found.most_misc = own.kept, own.kept, own.misc
        found.kept += own.kept
        found.title += own.title
        found.misc += own.misc
        found.least = found.least if found.least < own.kept else own.kept
        found.most = found.most if found.most > own.kept else own.kept
        found.most_misc = found.most_misc if found.most_misc > own.misc else own.misc
    return found


cdef class _Work:
    """The memory of one page's names; given back whatever happens."""

    cdef Sets own  # the words of each spelling
    cdef Py_ssize_t* first  # where those of each begin
    cdef int32_t* where  # row -> its place among the named rows, from 1
    cdef int32_t* above  # of each named row: the place of the one it stands in
    cdef int32_t* needed  # by place: whether a named row stands in it
    cdef int32_t* level  # of each named row: which of the sets below
    cdef int32_t* around  # ... and which of the judgements
    cdef int32_t* path  # the sets of words on the way down to a row: each is greater than the one before, so they are few
    cdef Py_ssize_t* sizes
    cdef Said* said  # what the words on the way to a row say, once for rows with the same words from the same element
    cdef Said* of_own

    def __cinit__(self, Py_ssize_t spellings, Py_ssize_t named, Py_ssize_t rows):
        self.own.used, self.own.room = 0, 64
        self.own.words = <int32_t*> malloc(64 * sizeof(int32_t))
        self.first = <Py_ssize_t*> calloc(spellings + 1, sizeof(Py_ssize_t))
        self.where = <int32_t*> calloc(rows + 1, sizeof(int32_t))
        self.above = <int32_t*> calloc(named + 1, sizeof(int32_t))
        self.needed = <int32_t*> calloc(named + 1, sizeof(int32_t))
        self.level = <int32_t*> calloc(named + 1, sizeof(int32_t))
        self.around = <int32_t*> calloc(named + 1, sizeof(int32_t))
        self.said = <Said*> calloc(named + 1, sizeof(Said))
        self.of_own = <Said*> calloc(spellings + 1, sizeof(Said))
        if self.own.words is NULL or self.first is NULL or self.where is NULL or self.above is NULL or self.needed is NULL:
            raise MemoryError()
        if self.level is NULL or self.around is NULL or self.said is NULL or self.of_own is NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.own.words)
        free(self.first)
        free(self.where)
        free(self.above)
        free(self.needed)
        free(self.level)
        free(self.around)
        free(self.path)
        free(self.sizes)
        free(self.said)
        free(self.of_own)


def around(list texts, tuple named, list parents, list blocks, Words words, object odds, Py_ssize_t most, object spaced, object table):
    """What the class words of each line's block say, and those of the elements around it, `most` of them (and those of one element more).

    `texts`: the names of each spelling. `named`: the rows that have names, in order, and the spelling of each. `spaced`: makes words of a text that is
    not ASCII. Fills `table`, one row a measure, in the order of `evidence`.
    """
    cdef Py_ssize_t spellings = len(texts), count = len(named[0]), rows = len(parents), lines = len(blocks), known = len(odds)
    cdef const Py_ssize_t* of_rows = numbers(named[0], count)
    cdef const Py_ssize_t* spelling = numbers(named[1], count)
    cdef const Odds* own_odds = <const Odds*> doubles(odds, 3 * known)
    cdef float* out = new_floats(table, 9 * lines)
    cdef _Work work = _Work(spellings, count, rows)
    cdef Py_ssize_t index, row, above, start, largest = 0, wide, judged = 1, level, size, own, at, other, judgement
    cdef int32_t *path
    cdef int32_t *into
    cdef Said* said
    cdef str text, part
    for index in range(spellings):
        start = work.first[index] = work.own.used
        text = texts[index]
        if PyUnicode_IS_ASCII(text):
            _add_words(&work.own, start, text, words)
        else:
            for part in text.split():
                _add_words(&work.own, start, part if PyUnicode_IS_ASCII(part) else spaced(part), words)
        for at in range(start, work.own.used):
            if work.own.words[at] >= known:
                raise IndexError("a word without odds")
        largest = max(largest, work.own.used - start)
        work.of_own[index] = _said(work.own.words + start, work.own.used - start, own_odds)
        work.first[index + 1] = work.own.used
    wide = most + largest + 1
    work.path = <int32_t*> malloc((most + 2) * wide * sizeof(int32_t))
    work.sizes = <Py_ssize_t*> calloc(most + 2, sizeof(Py_ssize_t))
    if work.path is NULL or work.sizes is NULL:
        raise MemoryError()
    for index in range(count):
        row = of_rows[index]
        if not 0 <= row < rows or not 0 <= spelling[index] < spellings:
            raise IndexError("a name without a row, or without a spelling")
        work.where[row] = <int32_t> (index + 1)
        above = parents[row]
        if not -1 <= above < row:
            raise IndexError("a parent that does not stand before its child")
        work.above[index] = work.where[above] if above >= 0 else 0
        work.needed[work.above[index]] = 1
    for index in range(count):
        if not work.needed[index + 1]:  # nothing stands in it: what is said of it is said by its own words
            continue
        other = work.above[index] - 1
        level = work.level[other] if other >= 0 else 0
        judgement = work.around[other] if other >= 0 else 0
        start, size = work.first[spelling[index]], work.sizes[level]
        own = work.first[spelling[index] + 1] - start
        if own and size < most:  # on a page in order, all that was written to deeper places is done with
            path = work.path + level * wide
            into = path + wide
            at = _joined(path, size, work.own.words + start, own, into)
            if at > size:
                level += 1
                work.sizes[level] = at
                work.said[judged] = _said(into, at, own_odds)
                judgement = judged
                judged += 1
        work.level[index], work.around[index] = <int32_t> level, <int32_t> judgement
    for index in range(lines):
        row = blocks[index]
        if not 0 <= row < rows or not work.where[row]:
            raise IndexError("a line whose block has no name")
        said = work.of_own + spelling[work.where[row] - 1]
        out[index], out[lines + index], out[2 * lines + index] = <float> said.kept, <float> said.title, <float> said.misc
        other = work.above[work.where[row] - 1] - 1
        said = work.said + (work.around[other] if other >= 0 else 0)
        out[3 * lines + index], out[4 * lines + index], out[5 * lines + index] = <float> said.kept, <float> said.least, <float> said.most
        out[6 * lines + index], out[7 * lines + index], out[8 * lines + index] = <float> said.title, <float> said.misc, <float> said.most_misc


cdef Py_ssize_t _joined(const int32_t* one, Py_ssize_t first, const int32_t* other, Py_ssize_t second, int32_t* into) noexcept:
    """Two sets as one, all in order; how many words it has."""
    cdef Py_ssize_t a = 0, b = 0, found = 0
    while a < first or b < second:
        if b == second or (a < first and one[a] < other[b]):
            into[found] = one[a]
            a += 1
        else:
            if a < first and one[a] == other[b]:
                a += 1
            into[found] = other[b]
            b += 1
        found += 1
    return found


def different(list texts):
    """The different ones of some texts; and as bytes: which of them each is, how many blanks each of them has, whether it may begin with a number."""
    cdef Py_ssize_t count = len(texts), index, found = 0, length
    cdef dict known = {}
    cdef list every = []
    cdef bytearray which = PyByteArray_FromStringAndSize(NULL, count * sizeof(Py_ssize_t)), spaces, maybe
    cdef Py_ssize_t* into = <Py_ssize_t*> PyByteArray_AS_STRING(which)
    cdef Py_ssize_t* counted
    cdef char* may
    cdef str text
    cdef int kind
    cdef void* data
    for index in range(count):
        text = texts[index]
        number = known.get(text)
        if number is None:
            number = known[text] = found
            every.append(text)
            found += 1
        into[index] = number
    spaces, maybe = PyByteArray_FromStringAndSize(NULL, found * sizeof(Py_ssize_t)), PyByteArray_FromStringAndSize(NULL, found)
    counted, may = <Py_ssize_t*> PyByteArray_AS_STRING(spaces), PyByteArray_AS_STRING(maybe)
    for index in range(found):
        text = every[index]
        length, kind, data = PyUnicode_GET_LENGTH(text), PyUnicode_KIND(text), PyUnicode_DATA(text)
        if kind == 1:
            counted[index] = _blanks(<const uint8_t*> data, length)
        elif kind == 2:
            counted[index] = _blanks(<const uint16_t*> data, length)
        else:
            counted[index] = _blanks(<const uint32_t*> data, length)
        may[index] = _may_be_numbered(kind, data, length)
    return every, which, spaces, maybe


cdef Py_ssize_t _blanks(const Letters* text, Py_ssize_t length) noexcept:
    cdef Py_ssize_t at, found = 0
    for at in range(length):
        found += text[at] == 32
    return found


cdef inline bint _closes(uint32_t sign):
    return sign == c"." or sign == c")" or sign == c":" or sign == c"]"


cdef inline bint _is_roman(uint32_t sign):
    sign = sign | 32 if sign < 128 else sign
    return sign == c"i" or sign == c"v" or sign == c"x" or sign == c"l" or sign == c"c" or sign == 0x130 or sign == 0x131


cdef bint _may_be_numbered(int kind, void* data, Py_ssize_t length):
    """Whether `series.MAYBE` matches."""
    cdef uint32_t[3] head
    cdef Py_ssize_t at = 0
    cdef uint32_t sign
    if not length:
        return False
    sign = PyUnicode_READ(kind, data, 0)
    if not (c"a" <= sign | 32 <= c"z" and sign < 128):
        return True
    if length > 1 and _closes(PyUnicode_READ(kind, data, 1)):
        return True
    while at < 7 and at < length and _is_roman(PyUnicode_READ(kind, data, at)):
        at += 1
    if 2 <= at <= 6 and at < length and _closes(PyUnicode_READ(kind, data, at)):
        return True
    if length < 3:
        return False
    for at in range(3):
        sign = PyUnicode_READ(kind, data, at)
        if sign >= 128:
            return False
        head[at] = sign | 32 if c"A" <= sign <= c"Z" else sign
    return _begins(head, b"art") or _begins(head, b"sec") or _begins(head, b"par") or _begins(head, b"cha") or _begins(head, b"ste") or _begins(head, b"que")


cdef inline bint _begins(const uint32_t* head, const unsigned char* word):
    return head[0] == word[0] and head[1] == word[1] and head[2] == word[2]


cdef struct Signs:  # what a text is made of
    Py_ssize_t sentences
    Py_ssize_t commas
    Py_ssize_t digits
    Py_ssize_t begun
    Py_ssize_t capitals
    Py_ssize_t foreign
    uint8_t has
    bint colon
    bint date
    bint address
    uint32_t first
    uint32_t last


cdef enum:  # of the signs before a sign, what matters: blanks, ends of sentences, colons
    _PLAIN = 0
    _BLANK = 1
    _STOP = 2
    _COLON = 3
    _EARLY = 60  # characters in which a colon is early
    _STOPS = 4  # the bit that says that a full stop or a question mark is there


cdef class Kinds:
    """What each sign of a single byte adds to what is counted in a line, after each sort of sign before it: all counts in one number, so that one look and
    one addition a sign are enough. From the lowest bits: the sort of the sign itself, _STOPS; from bit 8 on, ten bits each: begun, capitals,
    digits, commas, sentences; early colons."""

    cdef uint8_t[_LAST + 1] bits  # of every character, as `text._kinds` has them; the last is for all from there on
    cdef uint64_t[4 * 256] adds

    def __cinit__(self, object kinds):
        cdef const uint8_t* bits = <const uint8_t*> marks(kinds, _LAST + 1)
        cdef int before, sign
        cdef uint64_t own, begins
        memmove(self.bits, bits, _LAST + 1)
        for before in range(4):
            for sign in range(256):
                own = bits[sign]
                begins = before == _BLANK and not own & _SPACE
                self.adds[before * 256 + sign] = (
                    (_BLANK if own & _SPACE else _STOP | _STOPS if sign == c"." or sign == c"?" else _COLON if sign == c":" else _PLAIN)
                    | begins << 8
                    | (begins & own) << 18
                    | (own >> 2 & 1) << 28
                    | <uint64_t> (sign == c",") << 38
                    | <uint64_t> (before == _STOP and sign == 32) << 48
                    | <uint64_t> (before == _COLON and sign == 32) << 58
                )


cdef Signs _signs_of_bytes(const uint8_t* text, Py_ssize_t length, bint plain, Kinds kinds) noexcept:
    """The same as `_signs`, for texts of single bytes, as most are."""
    cdef Signs found
    cdef Py_ssize_t at, head = min(length, <Py_ssize_t> _HEAD), early = min(length, <Py_ssize_t> _EARLY)
    cdef uint64_t adds = _BLANK, every = 0, total = 0
    cdef uint8_t has = 0, sign
    for at in range(early):
        sign = text[at]
        adds = kinds.adds[(adds & 3) << 8 | sign]
        every |= adds
        total += adds >> 8
        has |= kinds.bits[sign]
    found.colon = total >> 50 != 0
    for at in range(early, head):
        sign = text[at]
        adds = kinds.adds[(adds & 3) << 8 | sign]
        every |= adds
        total += adds >> 8
        has |= kinds.bits[sign]
    found.begun, found.capitals, found.digits = total & 1023, total >> 10 & 1023, total >> 20 & 1023
    found.commas, found.sentences, found.foreign = total >> 30 & 1023, total >> 40 & 1023, 0
    if head < length and text[head] == 32 and (text[head - 1] == c"." or text[head - 1] == c"?"):
        found.sentences += 1
    for at in range(head, length):
        sign = text[at]
        if sign < 64 and sign > 32:  # signs are few
            if sign == c",":
                found.commas += 1
            elif sign == c"." or sign == c"?":
                found.sentences += at + 1 < length and text[at + 1] == 32
    found.has, found.first, found.last = has, text[0], text[length - 1]
    found.sentences += found.last == c"." or found.last == c"!" or found.last == c"?"
    found.date = found.digits >= (3 if plain else 1) and _has_date(text, head)
    found.address = (has & _AT or every & _STOPS) and _has_address(text, head)
    return found


cdef Signs _signs(const Wide* text, Py_ssize_t length, const uint8_t* bits) noexcept:
    """One look at every character: at those of the head for what they are, at all of them for the ends of sentences and for commas."""
    cdef Signs found
    cdef Py_ssize_t at, head = min(length, <Py_ssize_t> _HEAD), digits = 0, begun = 0, capitals = 0, foreign = 0, sentences = 0, commas = 0
    cdef uint32_t sign
    cdef uint8_t own, has = 0, spaced = 1, begins
    cdef bint dots = False
    found.colon = found.date = found.address = 0
    found.first, found.last = text[0], text[length - 1]
    for at in range(head):  # without branches: where words begin cannot be foreseen
        sign = text[at]
        own = bits[sign if sign < _LAST else _LAST]
        foreign += 0x3040 <= sign <= 0x30FF or 0x3400 <= sign <= 0x9FFF or 0xAC00 <= sign <= 0xD7AF
        has |= own
        digits += own >> 2 & 1
        begins = spaced & (own >> 3 & 1 ^ 1)
        begun += begins
        capitals += begins & own
        spaced = own >> 3 & 1
    for at in range(length):
        sign = text[at]
        if sign < 64 and sign > 32:  # signs are few
            if sign == c",":
                commas += 1
            elif sign == c"." or sign == c"?":
                dots = True
                sentences += at + 1 < length and text[at + 1] == c" "
            elif sign == c":" and at < 59 and at + 1 < length and text[at + 1] == c" ":
                found.colon = True
        elif sign > 0x3000:
            sentences += sign == 0x3002
            commas += sign == 0xFF0C or sign == 0x3001
    sentences += found.last == c"." or found.last == c"!" or found.last == c"?" or found.last == 0x3002
    if digits:
        found.date = _has_date(text, head)
    if has & _AT or dots:
        found.address = _has_address(text, head)
    found.sentences, found.commas, found.digits, found.begun, found.capitals, found.foreign = sentences, commas, digits, begun, capitals, foreign
    found.has = has
    return found


def signs(list texts, object blanks, Kinds kinds, dict endings, object table):
    """Fills the rows of `table` with what the signs of each text tell: chars, words, ending, sentences, commas, first, early_colon, capitals, digits,
    date, address, signs, brackets, money."""
    cdef Py_ssize_t count = len(texts), index, length, head
    cdef const Py_ssize_t* spaces = numbers(blanks, count)
    cdef float* out = new_floats(table, 14 * count)
    cdef Signs found
    cdef str text
    cdef int kind
    cdef void* data
    for index in range(count):
        text = texts[index]
        length, kind, data = PyUnicode_GET_LENGTH(text), PyUnicode_KIND(text), PyUnicode_DATA(text)
        if not length:
            raise IndexError("a line without text")
        head = min(length, <Py_ssize_t> _HEAD)
        if kind == 1:
            found = _signs_of_bytes(<const uint8_t*> data, length, PyUnicode_IS_ASCII(text), kinds)
        elif kind == 2:
            found = _signs(<const uint16_t*> data, length, kinds.bits)
        else:
            found = _signs(<const uint32_t*> data, length, kinds.bits)
        out[index] = <float> length
        out[count + index] = <float> (spaces[index] + 1 + (found.foreign * length // (2 * head) if found.foreign else 0))
        ending = endings.get(text[length - 1])
        out[2 * count + index] = <float> ending if ending is not None else 10 if Py_UNICODE_ISALNUM(found.last) else 11
        out[3 * count + index] = <float> found.sentences
        out[4 * count + index] = <float> found.commas
        out[5 * count + index] = _first(found.first)
        out[6 * count + index] = found.colon
        if found.has & (_UPPER | _LOWER) == _UPPER:
            out[7 * count + index] = 1
        elif found.has & (_UPPER | _LOWER) == _LOWER:
            out[7 * count + index] = 0
        else:
            out[7 * count + index] = <float> (<double> found.capitals * 0.99 / <double> (found.begun if found.begun else 1))
        out[8 * count + index] = <float> (<double> found.digits / <double> head)
        out[9 * count + index] = found.date
        out[10 * count + index] = found.address
        out[11 * count + index] = found.has & _SIGN != 0
        out[12 * count + index] = found.has & _BRACKET != 0
        out[13 * count + index] = found.has & _MONEY != 0 and found.digits > 0


cdef float _first(Py_UCS4 sign):
    return 1 if sign.isupper() else 2 if sign.islower() else 3 if sign.isdigit() else 4 if sign.isalpha() else 0


cdef inline bint _is_digit(const Letters* text, Py_ssize_t at, Py_ssize_t length) noexcept:
    return 0 <= at < length and Py_UNICODE_ISDECIMAL(text[at])


cdef bint _has_date(const Letters* text, Py_ssize_t length) noexcept:
    """Whether `text._DATE` is found."""
    cdef Py_ssize_t at
    cdef uint32_t sign, after
    for at in range(length - 3):
        if _is_digit(text, at, length):
            sign, after = text[at], text[at + 1]
            if ((sign == c"1" and after == c"9") or (sign == c"2" and after == c"0")) and not _is_digit(text, at - 1, length) \
                    or after == c"/" or after == c"." or after == c":":
                if _is_digit(text, at + 2, length) and _is_digit(text, at + 3, length) and not _is_digit(text, at + 4, length):
                    return True
    return False


cdef inline bint _reads(const Letters* text, Py_ssize_t at, Py_ssize_t length, const char* word) noexcept:
    """Whether a text goes on with a word."""
    cdef Py_ssize_t step = 0
    while word[step]:
        if at + step >= length or text[at + step] != <Letters> word[step]:
            return False
        step += 1
    return True


cdef bint _has_address(const Letters* text, Py_ssize_t length) noexcept:
    """Whether `text._ADDRESS` is found."""
    cdef Py_ssize_t at
    for at in range(length):
        if text[at] > 64:
            continue
        if text[at] == c"@" or (text[at] == c"/" and at > 5 and text[at - 1] == c"/" and text[at - 2] == c":"
                                and (_reads(text, at - 6, length, b"http://") or (at > 6 and _reads(text, at - 7, length, b"https://")))):
            return True
        if text[at] == c"." and at > 2 and text[at - 1] == c"w" and text[at - 2] == c"w" and text[at - 3] == c"w":
            return True
    return False


def in_title(list texts, str title, Words words, object column):
    """The share of a short line's words that are in the page's <title>, of which `words` are the words; 2 where the line is (the start of) the title."""
    cdef Py_ssize_t count = len(texts), index, at, length, letters, own, found, starts = PyUnicode_GET_LENGTH(title)
    cdef float* out = new_floats(column, count)
    cdef int kind, kind_of_title = PyUnicode_KIND(title)
    cdef void* data
    cdef void* data_of_title = PyUnicode_DATA(title)
    cdef uint32_t[_TITLE * 3 + 1] word
    cdef uint32_t sign, hashed = <uint32_t> _BEGIN
    cdef bint plain, same
    cdef str text
    for index in range(count):
        out[index] = 0
        text = texts[index]
        if PyUnicode_GET_LENGTH(text) > _TITLE:
            continue
        plain = PyUnicode_IS_ASCII(text)
        if not plain:
            text = text.lower()
        length, kind, data = PyUnicode_GET_LENGTH(text), PyUnicode_KIND(text), PyUnicode_DATA(text)
        letters = own = found = 0
        same = 3 < length <= starts
        for at in range(length + 1):
            sign = PyUnicode_READ(kind, data, at) if at < length else c" "
            if plain and c"A" <= sign <= c"Z":
                sign |= 32
            if same and at < length and sign != PyUnicode_READ(kind_of_title, data_of_title, at):
                same = False
            if not Py_UNICODE_ISSPACE(sign):
                if letters < _TITLE * 3:
                    word[letters] = sign
                hashed = (hashed ^ sign) * <uint32_t> _TIMES
                letters += 1
            elif letters:
                own += 1
                found += letters <= words.longest and letters <= _TITLE * 3 and words.find(word, letters, hashed) != 0
                letters, hashed = 0, <uint32_t> _BEGIN
        out[index] = 2 if same else <float> (<double> found / <double> own) if found else 0


def described(list texts, str description, object column):
    """Whether the page's description, of which so much is read, begins as a longer line does, or says the whole of it."""
    cdef Py_ssize_t count = len(texts), index, length
    cdef float* out = new_floats(column, count)
    cdef Py_ssize_t read = PyUnicode_GET_LENGTH(description)
    cdef str head = description[:_SAME], text
    for index in range(count):
        out[index] = 0
        text = texts[index]
        length = PyUnicode_GET_LENGTH(text)
        if read >= _SAME <= length:
            if PyUnicode_IS_ASCII(text) and length > read:  # too long to be said in it
                out[index] = text[:_SAME].lower() == head
            else:
                text = text[:_DESCRIPTION].lower()
                out[index] = text.startswith(head) or (length <= _DESCRIPTION and text in description)


def numbered(list things):
    """The different ones of some things, in the order of their first places; and as bytes: which of them each is."""
    cdef Py_ssize_t count = len(things), index
    cdef dict known = {}
    cdef bytearray which = PyByteArray_FromStringAndSize(NULL, count * sizeof(Py_ssize_t))
    cdef Py_ssize_t* into = <Py_ssize_t*> PyByteArray_AS_STRING(which)
    for index in range(count):
        thing = things[index]
        number = known.get(thing)
        if number is None:
            number = known[thing] = len(known)
        into[index] = number
    return [*known], which


cdef uint8_t _each(const Letters* text, Py_ssize_t length, const uint16_t* after, const uint8_t* ends) noexcept:
    cdef Py_ssize_t at, state = 0
    cdef uint8_t found = 0
    for at in range(length):
        state = after[state * 32 + (_CLASS[text[at]] if text[at] < 128 else 0)]
        found |= ends[state]
    return found


cdef bint _has(const Letters* text, Py_ssize_t length, const uint16_t* after, const uint8_t* ends) noexcept:
    cdef Py_ssize_t at, state = 0
    for at in range(length):
        state = after[state * 32 + (_CLASS[text[at]] if text[at] < 128 else 0)]
        if ends[state]:
            return True
    return False


cdef class Finder:
    """Whether texts have one of some words in them, in capitals or not: all words are looked for in one pass (Aho and Corasick), by a table of where each
    letter leads. Words are of small letters and of hyphens, so the table is small. There are several lists of words: eight at most."""

    cdef uint16_t* _next  # states x 32: where a letter (1 to 26), a hyphen (27) and any other sign (0) lead; the first state is the beginning
    cdef uint8_t* _ends  # of states: whether a word ends there, as bits, one for each list

    def __cinit__(self, list lists):
        cdef Py_ssize_t states = 1 + sum([len(word) for words in lists for word in words]), used = 1, at, state, after, number
        cdef bytearray failed = room(states, sizeof(int32_t)), waiting = room(states, sizeof(int32_t))
        cdef int32_t* other = <int32_t*> PyByteArray_AS_STRING(failed)
        cdef int32_t* queue = <int32_t*> PyByteArray_AS_STRING(waiting)
        cdef Py_ssize_t first = 0, last = 0
        cdef uint8_t letter
        self._next = <uint16_t*> calloc(states * 32, sizeof(uint16_t))
        self._ends = <uint8_t*> calloc(states, 1)
        if self._next is NULL or self._ends is NULL:
            raise MemoryError()
        if states > 65535 or len(lists) > 8:
            raise ValueError("too many words")
        for number in range(len(lists)):
            for word in lists[number]:
                state = 0
                for sign in word.encode("ascii"):
                    letter = _CLASS[<uint8_t> sign]
                    if not letter:
                        raise ValueError(f"{word!r} has other signs than small letters and hyphens")
                    if not self._next[state * 32 + letter]:
                        self._next[state * 32 + letter] = <uint16_t> used
                        used += 1
                    state = self._next[state * 32 + letter]
                self._ends[state] |= <uint8_t> (1 << number)
        for at in range(32):
            if self._next[at]:
                queue[last] = self._next[at]
                last += 1
        while first < last:  # where a word breaks off, the longest beginning of a word that was read goes on
            state = queue[first]
            first += 1
            self._ends[state] |= self._ends[other[state]]
            for at in range(32):
                after = self._next[state * 32 + at]
                if after:
                    other[after] = self._next[<Py_ssize_t> other[state] * 32 + at]
                    queue[last] = <int32_t> after
                    last += 1
                else:
                    self._next[state * 32 + at] = self._next[<Py_ssize_t> other[state] * 32 + at]

    def __dealloc__(self):
        free(self._next)
        free(self._ends)

    cpdef bint has(self, str text):
        """Whether a text has one of the words; letters outside ASCII are of no word."""
        cdef int kind = PyUnicode_KIND(text)
        cdef void* data = PyUnicode_DATA(text)
        cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text)
        if kind == 1:
            return _has(<const uint8_t*> data, length, self._next, self._ends)
        if kind == 2:
            return _has(<const uint16_t*> data, length, self._next, self._ends)
        return _has(<const uint32_t*> data, length, self._next, self._ends)

    cdef uint8_t each(self, str text):
        """The same for each list, as bits."""
        cdef int kind = PyUnicode_KIND(text)
        cdef void* data = PyUnicode_DATA(text)
        cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text)
        if kind == 1:
            return _each(<const uint8_t*> data, length, self._next, self._ends)
        if kind == 2:
            return _each(<const uint16_t*> data, length, self._next, self._ends)
        return _each(<const uint32_t*> data, length, self._next, self._ends)

    def each_among(self, list texts, tuple others, object found):
        """Marks for each list, in one row, the texts that have one of its words; of those that are not ASCII, `others` are asked, too, one for each list."""
        cdef Py_ssize_t count = len(texts), lists = len(others), index, at
        cdef uint8_t* out = new_marks(found, lists * count)
        cdef uint8_t bits
        cdef str text
        for index in range(count):
            text = texts[index]
            bits = self.each(text)
            if not PyUnicode_IS_ASCII(text):
                bits |= self.each(text.lower())
                for at in range(lists):
                    if others[at](text):
                        bits |= <uint8_t> (1 << at)
            for at in range(lists):
                out[at * count + index] = bits >> at & 1

    def among(self, list texts, object other, object found):
        """Marks the texts that have one; of those that are not ASCII, `other` is asked, too."""
        cdef Py_ssize_t index
        cdef uint8_t* out = new_marks(found, len(texts))
        cdef str text
        for index in range(len(texts)):
            text = texts[index]
            out[index] = self.has(text) or (not PyUnicode_IS_ASCII(text) and (other(text) or self.has(text.lower())))


def fields(list states, list names, list codes, object table):
    """Fills one row a name with that attribute of every state: the number that `codes` has for it (a dict, and what is not in it), or itself."""
    cdef Py_ssize_t count = len(states), index, at
    cdef float* out = new_floats(table, count * len(names))
    cdef double rest
    for at in range(len(names)):
        name = names[at]
        if codes[at] is None:
            for index in range(count):
                out[index] = <float> <double> getattr(states[index], name)
        else:
            known, rest = codes[at]
            for index in range(count):
                number = (<dict?> known).get(getattr(states[index], name))
                out[index] = <float> rest if number is None else <float> <double> number
        out += count


def body(list states, object which_state, object lengths):
    """The state of most of the page's text; `which_state`: of lines."""
    cdef Py_ssize_t count = len(states), lines = len(lengths), index
    cdef const Py_ssize_t* which = numbers(which_state, lines)
    cdef const float* chars = floats(lengths, lines)
    cdef bytearray memory = room(count + 1, sizeof(double))
    cdef double* weight = <double*> PyByteArray_AS_STRING(memory)
    cdef double most = -1.0
    found = states[0]
    for index in range(lines):
        if not 0 <= which[index] < count:
            raise IndexError("a line without a state")
        weight[which[index]] += chars[index] if chars[index] < 400 else 400
    for index in range(count):
        if weight[index] > most:
            state = states[index]
            if not state.link and not state.hidden and not state.heading:
                found, most = state, weight[index]
    return found


def relative(list states, object body, list names, object table):
    """Fills one row a name with what states are beside the page's body text, as `look._RELATIVE` has it."""
    cdef Py_ssize_t count = len(states), index, at
    cdef float* out = new_floats(table, count * len(names))
    cdef double size = body.size, weight = body.weight, indent = body.indent, value
    cdef str name
    color = body.color
    for at in range(len(names)):
        name = names[at]
        for index in range(count):
            state = states[index]
            if name == "size":
                value = <double> state.size / size if size else 1.0
            elif name == "weight":
                value = <double> state.weight - weight
            elif name == "coloured":
                value = state.color != color
            elif name == "indent":
                value = <double> state.indent - indent
                value = value if value < 400.0 else 400.0
                value = value if value > -200.0 else -200.0
            else:
                raise ValueError(f"{name} is not told beside the body text")
            out[index] = <float> value
        out += count


def letters(object blanks, object which_text, object lengths, object column):
    """The characters of lines but blanks, one at least; `blanks` of texts, `which_text`: of lines."""
    cdef Py_ssize_t count = len(which_text), texts = len(blanks), index
    cdef const Py_ssize_t* spaces = numbers(blanks, texts)
    cdef const Py_ssize_t* which = numbers(which_text, count)
    cdef const float* chars = floats(lengths, count)
    cdef float* out = new_floats(column, count)
    cdef float found
    for index in range(count):
        if not 0 <= which[index] < texts:
            raise IndexError("a line without a text")
        found = chars[index] - <float> spaces[which[index]]
        out[index] = found if found > 1 else 1


def shares(list counts, object among, object column):
    """Each of some counts as a share of what it is counted among; 1 at most."""
    cdef Py_ssize_t index, count = len(counts)
    cdef const float* all_of_it = floats(among, count)
    cdef float* out = new_floats(column, count)
    cdef float share
    for index in range(count):
        share = <float> <Py_ssize_t> counts[index] / all_of_it[index]
        out[index] = share if share < 1 else 1


cdef enum:
    _PARTS = 5  # of a number with dots, as in `series`
    _NOTHING = 0
    _DIGITS = 1
    _UNKNOWN = 2


cdef int _beginning(str text):
    """How a line begins: with digits, in ASCII as all of it; with a sign that no number begins with; or with what a pattern has to look at."""
    cdef Py_UCS4 sign
    if not PyUnicode_GET_LENGTH(text):
        return _UNKNOWN
    sign = PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), 0)
    if c"0" <= sign <= c"9":
        return _DIGITS if PyUnicode_IS_ASCII(text) else _UNKNOWN
    return _NOTHING if 32 < sign < 128 and not _SMALL[sign] and sign != c"(" and sign != c"[" else _UNKNOWN


cdef Py_ssize_t _digits(const uint8_t* text, Py_ssize_t at, Py_ssize_t length) noexcept:
    """Where one to three digits end that begin at a place; -1 where there are none, or more."""
    cdef Py_ssize_t end = at
    while end < length and end < at + 4 and c"0" <= text[end] <= c"9":
        end += 1
    return end if at < end < at + 4 else -1


def numbered_lines(list texts, object maybe_numbered, object match, Py_ssize_t head, object column):
    """Whether `text._NUMBERED` matches the beginning of each text, of those that may be numbered; the pattern (`match`) is asked where it has to be."""
    cdef Py_ssize_t count = len(texts), index, end
    cdef const unsigned char* maybe = marks(maybe_numbered, count)
    cdef float* out = new_floats(column, count)
    cdef const uint8_t* data
    cdef str text
    cdef int begins
    for index in range(count):
        out[index] = 0
        if maybe[index]:
            text = texts[index]
            begins = _beginning(text)
            if begins == _DIGITS:
                data = <const uint8_t*> PyUnicode_DATA(text)
                end = _digits(data, 0, PyUnicode_GET_LENGTH(text))
                out[index] = 0 < end < PyUnicode_GET_LENGTH(text) and _closes(data[end])
            elif begins == _UNKNOWN:
                out[index] = match(text, 0, head) is not None


cdef tuple _read(str text):
    """What `series._read` tells of a line in ASCII that begins with a digit: the most parts, joined by dots, behind which a number may end."""
    cdef const uint8_t* data = <const uint8_t*> PyUnicode_DATA(text)
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(text), parts = 0, at = 0, end
    cdef Py_ssize_t[_PARTS] ends
    cdef str close
    while parts < _PARTS:
        end = _digits(data, at, length)
        if end < 0:
            break
        ends[parts] = end
        parts += 1
        at = end + 1
        if end >= length or data[end] != c".":
            break
    while parts:
        end = ends[parts - 1]
        close = text[end] if end < length and _closes(data[end]) and _may_end(data, end + 1, length) else ""
        if close or _may_end(data, end, length):
            if parts == 1:
                return 1, 0, [(close + " 1", int(text[:end]))]
            at = ends[parts - 2]
            return 2, parts - 1, [(close + " " + text[:at], int(text[at + 1:end]))]
        parts -= 1
    return None


cdef inline bint _may_end(const uint8_t* text, Py_ssize_t at, Py_ssize_t length) noexcept:
    """Whether a number may end before a place of a line in ASCII."""
    return at >= length or Py_UNICODE_ISSPACE(text[at]) or text[at] == c"." or text[at] == c")" or text[at] == c":" or text[at] == c"-"


cdef Py_ssize_t _near(list places, Py_ssize_t index, bint on):
    """How many lines away the nearest of some places is on one side, 99 at most; 0 where there is none."""
    cdef Py_ssize_t low = 0, high, middle, place
    if places is None:
        return 0
    high = len(places)
    while low < high:  # the first place that is not before the line; after it, on the other side
        middle = (low + high) // 2
        place = places[middle]
        if place < index or (on and place == index):
            low = middle + 1
        else:
            high = middle
    if on:
        return min(<Py_ssize_t> 99, <Py_ssize_t> places[low] - index) if low < len(places) else 0
    return min(<Py_ssize_t> 99, index - <Py_ssize_t> places[low - 1]) if low else 0


def series(object texts, object maybe, object read, object table):
    """Fills the columns of `series`, which are all nought, for the lines that may be numbered; `read` tells of those that do not begin with digits."""
    cdef Py_ssize_t count = len(texts), index, number, before, after, length, value, back, on
    cdef float* out = new_floats(table, 6 * count)
    cdef list numbers = [], lines = []
    cdef dict places = {}, lengths = {}
    cdef tuple found
    cdef int begins
    for line in maybe:
        index = line
        if not 0 <= index < count:
            raise IndexError(f"no line {index}")
        begins = _beginning(texts[index])
        found = _read(texts[index]) if begins == _DIGITS else read(texts[index]) if begins == _UNKNOWN else None
        if found is not None:
            lines.append(index)
            numbers.append(found)
            for reading in <list?> found[2]:
                known = places.get(reading)
                if known is None:
                    places[reading] = [line]
                    lengths[reading[0]] = lengths.get(reading[0], 0) + 1
                else:
                    (<list> known).append(line)
    for number in range(len(lines)):
        index, found = lines[number], numbers[number]
        value = before = after = length = 0
        for kind, own in <list> found[2]:
            back, on = _near(places.get((kind, own - 1)), index, False), _near(places.get((kind, own + 1)), index, True)
            if back or on or not length:
                before, after, length, value = max(before, back), max(after, on), lengths[kind], own
        out[index], out[count + index], out[2 * count + index] = <float> <int> found[0], <float> value, <float> before
        out[3 * count + index], out[4 * count + index], out[5 * count + index] = <float> after, <float> length, <float> <int> found[1]
