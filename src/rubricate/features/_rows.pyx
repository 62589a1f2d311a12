# cython: cdivision=True
"""The compiled twin of what `features` asks of the rows of the tree: how elements are named (`names`), where they stand (`place`), which names links
point at and where the links of lines go (`links`).

Every function goes over the rows once. A row's number that comes out of a list is checked before anything is looked up with it.
"""

cimport cython
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cpython.unicode cimport PyUnicode_Compare, PyUnicode_FindChar, PyUnicode_GET_LENGTH, PyUnicode_READ_CHAR
from libc.stdint cimport int32_t, uint32_t

from urllib.parse import unquote

from rubricate._arrays cimport floats, marks, new_floats, new_numbers, numbers, room

cdef extern from *:
    """
    enum { OTHER, CLASS, ID, NAME, HREF, NAMING, ROLE };

    /* What the name of an attribute is, looked at where it lies, as most are of no interest; -1 with an error for what is no pair with a name. */
    static int which_name(PyObject *attributes, Py_ssize_t at) {
        PyObject *pair = PyTuple_GET_ITEM(attributes, at), *name;
        const char *text;
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2 || !PyUnicode_Check(PyTuple_GET_ITEM(pair, 0))) {
            PyErr_SetString(PyExc_TypeError, "an attribute is a pair of a name and a value");
            return -1;
        }
        name = PyTuple_GET_ITEM(pair, 0);
        if (!PyUnicode_IS_ASCII(name)) return OTHER;
        text = (const char *)PyUnicode_1BYTE_DATA(name);
        switch (PyUnicode_GET_LENGTH(name)) {
            case 2: return memcmp(text, "id", 2) ? OTHER : ID;
            case 4: return !memcmp(text, "href", 4) ? HREF : !memcmp(text, "name", 4) ? NAME : !memcmp(text, "role", 4) ? ROLE : OTHER;
            case 5: return memcmp(text, "class", 5) ? OTHER : CLASS;
            case 8: return memcmp(text, "itemprop", 8) ? OTHER : NAMING;
            case 10: return memcmp(text, "aria-label", 10) ? OTHER : NAMING;
            case 11: return memcmp(text, "data-testid", 11) ? OTHER : NAMING;
            default: return OTHER;
        }
    }
    """
    enum: OTHER, CLASS, ID, NAME, HREF, NAMING, ROLE
    int which_name(tuple attributes, Py_ssize_t at) except -1


cdef enum:
    _HEAD = 200  # as in `names`
    _EACH = 80
    _NEAR = 12  # as in `links`
    _LONGEST = 2000


cdef inline Py_ssize_t _row(object number, Py_ssize_t count) except -2:
    """A row of a tree of so many, or -1."""
    cdef Py_ssize_t row = number
    if not -1 <= row < count:
        _no_row(row, count)
    return row


cdef int _no_row(Py_ssize_t row, Py_ssize_t count) except -1:
    raise IndexError(f"no row {row}: the tree has {count}")


cdef inline bint _is_link(str tag):
    return PyUnicode_GET_LENGTH(tag) == 1 and PyUnicode_READ_CHAR(tag, 0) == c"a"


@cython.boundscheck(False)  # every number is held to be good first: by the lengths of the lists, or by `_row`
@cython.wraparound(False)
def spellings(list tags, list data, list parents, list blocks):
    """The blocks and all elements around them, in order, and the number of the spelling of each, both as bytes of whole numbers; then of every spelling
    a number for its tag and class, as bytes, the tag, and all names in one line.

    Spellings are kept in a table by the hashes that Python has for their three parts, which no page can foresee.
    """
    cdef Py_ssize_t count = len(tags), row, found = 0, different = 0, number, index, size = 8
    cdef bytearray memory = room(count, 1), rows, of, of_kinds, table
    cdef char* there = PyByteArray_AS_STRING(memory)
    cdef dict kinds = {}
    cdef list tag_of = [], class_of = [], other_of = [], texts = []
    cdef str tag
    cdef Names names
    cdef Py_ssize_t* into
    cdef Py_ssize_t* number_of
    cdef int32_t* slots
    cdef size_t slot
    if len(data) != count or len(parents) != count:
        raise ValueError("the columns of the tree differ in length")
    for block in blocks:
        row = _row(block, count)
        while row >= 0 and not there[row]:
            there[row] = 1
            found += 1
            row = _row(parents[row], count)
    while size < 2 * found:
        size *= 2
    table = room(size, sizeof(int32_t))
    slots = <int32_t*> PyByteArray_AS_STRING(table)
    rows, of = room(found + 1, sizeof(Py_ssize_t)), PyByteArray_FromStringAndSize(NULL, found * sizeof(Py_ssize_t))
    into, number_of = <Py_ssize_t*> PyByteArray_AS_STRING(rows), <Py_ssize_t*> PyByteArray_AS_STRING(of)
    names = Names()
    found = 0
    for row in range(count):
        into[found] = row  # which stays if the row is one of them
        found += there[row]
    for index in range(found):
        tag = tags[into[index]]
        names.read(tag, data[into[index]])
        slot = (<size_t> hash(tag) * 3 + (<size_t> hash(names.classes) if names.classes is not None else 1)) * 5
        slot = (slot + (<size_t> hash(names.other) if names.other is not None else 1)) & (size - 1)
        while slots[slot]:
            number = slots[slot] - 1
            if _same(tag_of[number], tag) and _same(class_of[number], names.classes) and _same(other_of[number], names.other):
                break
            slot = (slot + 1) & (size - 1)
        else:
            number = different
            different += 1
            slots[slot] = <int32_t> different
            tag_of.append(tag)
            class_of.append(names.classes)
            other_of.append(names.other)
            texts.append(_text(names.classes, names.other))
        number_of[index] = number
    of_kinds = PyByteArray_FromStringAndSize(NULL, different * sizeof(Py_ssize_t))
    into = <Py_ssize_t*> PyByteArray_AS_STRING(of_kinds)
    for number in range(different):
        into[number] = kinds.setdefault((tag_of[number], class_of[number]), len(kinds))
    del rows[found * sizeof(Py_ssize_t):]
    return rows, of, of_kinds, tag_of, texts


cdef inline bint _same(str one, str other):
    return one is other or (one is not None and other is not None and PyUnicode_Compare(one, other) == 0)


cdef str _text(str classes, str other):
    """All names in one line."""
    cdef str text = classes if classes else other if other else ""
    if PyUnicode_GET_LENGTH(text) > _HEAD:
        text = text[:_HEAD]
    if classes and other:
        text = f"{text} {other[:_HEAD]}"
    return text.replace("\n", " ") if PyUnicode_FindChar(text, c"\n", 0, PyUnicode_GET_LENGTH(text), 1) >= 0 else text


cdef class Names:
    """The names of an element as `names.named` has them."""

    cdef str classes, other

    cdef int read(self, str tag, tuple attributes) except -1:
        cdef str value, classes = None, other = None
        cdef Py_ssize_t at, length
        cdef int which
        for at in range(len(attributes)):
            which = which_name(attributes, at)
            if which == CLASS:
                value = attributes[at][1]
                classes = value if value is not None else ""
            elif which == ID or which == NAMING or which == ROLE:
                value = attributes[at][1]
                if value:
                    length = _HEAD if which == ID else _EACH
                    if PyUnicode_GET_LENGTH(value) > length:
                        value = value[:length]
                    other = f"{other} {value}" if other else value
        if PyUnicode_FindChar(tag, c"-", 0, PyUnicode_GET_LENGTH(tag), 1) >= 0:
            other = f"{other} {tag}" if other else tag
        self.classes, self.other = classes, other
        return 0


@cython.boundscheck(False)
@cython.wraparound(False)
def place(list tags, list parents_of, list block_of, list runs_of, tuple named, tuple spelt, dict codes, tuple of_rows, tuple of_lines):
    """Fills the arrays of `place.Place`: those of rows (parents, low, high, kinds, depth, tags) and those of lines (blocks, runs, above, inner).

    `named`: the rows that have names, and the spelling of each; `spelt`: of every spelling, the number for its kind, and its tag. `codes`: tag -> number.
    """
    cdef Py_ssize_t count = len(parents_of), lines = len(block_of), row, index, latest = 0, total, step, first, last
    cdef Py_ssize_t *parents = new_numbers(of_rows[0], count)
    cdef Py_ssize_t *low = new_numbers(of_rows[1], count)
    cdef Py_ssize_t *high = new_numbers(of_rows[2], count)
    cdef Py_ssize_t *kinds = new_numbers(of_rows[3], count)
    cdef float *depth = new_floats(of_rows[4], count)
    cdef float *tag_of = new_floats(of_rows[5], count)
    cdef Py_ssize_t *blocks = new_numbers(of_lines[0], lines)
    cdef Py_ssize_t *runs = new_numbers(of_lines[1], lines)
    cdef Py_ssize_t steps = len(of_lines[2])
    cdef Py_ssize_t *above = new_numbers(of_lines[2], steps * lines)
    cdef float *inner = new_floats(of_lines[3], lines)
    cdef Py_ssize_t some = len(named[0])
    cdef const Py_ssize_t *rows = numbers(named[0], some)
    cdef const Py_ssize_t *spelling = numbers(named[1], some)
    cdef list tag_of_spelling = spelt[1]
    cdef Py_ssize_t spellings = len(tag_of_spelling)
    cdef const Py_ssize_t *kind = numbers(spelt[0], spellings)
    cdef bytearray memory = room(spellings, sizeof(float))
    cdef float *code = <float*> PyByteArray_AS_STRING(memory)
    cdef tuple run
    if len(runs_of) != lines or len(tags) != count:
        raise ValueError("columns differ in length")
    for row in range(count):
        parents[row] = _row(parents_of[row], row)  # a parent stands before its children
        depth[row] = depth[parents[row]] + 1 if parents[row] >= 0 else 0
        low[row] = kinds[row] = 0
        high[row] = row + 1
        tag_of[row] = 0
    for row in range(count - 1, -1, -1):  # the row after the last one inside each element
        if parents[row] >= 0 and high[parents[row]] < high[row]:
            high[parents[row]] = high[row]
    for index in range(lines):
        run = runs_of[index]
        if run is None or not len(run):
            raise IndexError("a line without a row")
        blocks[index] = _row(block_of[index], count)
        runs[index] = _row(run[0], count)
        first, last = runs[index], _row(run[len(run) - 1], count)
        if blocks[index] < 0 or first < 0 or last < 0:
            raise IndexError("a line without a row")
        latest = max(latest, first)
        low[latest] += 1
        first, last = parents[first], parents[last]
        inner[index] = -1 if first != last or last == blocks[index] else codes.get(tags[last], 0) if last >= 0 else codes.get(tags[count - 1], 0)
    total = 0
    for row in range(count):  # how many lines begin before each row
        latest = low[row]
        low[row] = total
        total += latest
    for row in range(count):
        high[row] = low[high[row]] if high[row] < count else total
    if count:
        tag_of[0] = codes.get(tags[0], 0)
    for index in range(spellings):
        code[index] = codes.get(tag_of_spelling[index], 0)
    for index in range(some):
        row = rows[index]
        if not 0 <= row < count:
            raise IndexError("a name without a row")
        if not 0 <= spelling[index] < spellings:
            raise IndexError("a name without a spelling")
        kinds[row], tag_of[row] = kind[spelling[index]], code[spelling[index]]
    for index in range(lines):
        row = blocks[index]
        if inner[index] < 0:
            inner[index] = tag_of[row]
        for step in range(steps):
            above[step * lines + index] = row
            row = max(parents[row], <Py_ssize_t> 0)


@cython.boundscheck(False)
@cython.wraparound(False)
def paths(object rows_of, object parents_of, object kinds_of, object blocks_of, object found):
    """Fills a number for the path of each line: that of the element around its block, and the block's kind. `rows_of`: the blocks and all around them."""
    cdef Py_ssize_t some = len(rows_of), count = len(parents_of), lines = len(blocks_of), size = 8, different = 0, index, row, above, other
    cdef const Py_ssize_t *rows = numbers(rows_of, some)
    cdef const Py_ssize_t *parents = numbers(parents_of, count)
    cdef const Py_ssize_t *kinds = numbers(kinds_of, count)
    cdef const Py_ssize_t *blocks = numbers(blocks_of, lines)
    cdef Py_ssize_t *out = new_numbers(found, lines)
    cdef bytearray memory = room(count + 1, sizeof(Py_ssize_t)), table
    cdef Py_ssize_t *number = <Py_ssize_t*> PyByteArray_AS_STRING(memory) + 1  # one more than the number of each row's path; 0 for none
    cdef Py_ssize_t *first  # slots with the first row of each path, and one more
    cdef size_t slot, spread = <size_t> hash("paths") | 1, seed = <size_t> hash("elements")  # which no page can foresee
    while size < 2 * some:
        size *= 2
    table = room(size, sizeof(Py_ssize_t))
    first = <Py_ssize_t*> PyByteArray_AS_STRING(table)
    for index in range(some):
        row = rows[index]
        if not 0 <= row < count or not -1 <= parents[row] < row:
            raise IndexError("a path without a row")
        above = number[parents[row]]
        slot = (<size_t> above ^ seed) * spread
        slot = ((slot ^ slot >> 29) + <size_t> kinds[row]) * spread
        slot = (slot ^ slot >> 32) & (size - 1)
        while first[slot]:
            other = first[slot] - 1
            if number[parents[other]] == above and kinds[other] == kinds[row]:
                break
            slot = (slot + 1) & (size - 1)
        else:
            different += 1
            first[slot] = row + 1
            number[row] = different
            continue
        number[row] = number[other]
    for index in range(lines):
        if not 0 <= blocks[index] < count:
            raise IndexError("a line without a row")
        out[index] = number[blocks[index]] - 1


@cython.boundscheck(False)
@cython.wraparound(False)
def anchors(list tags, list data):
    """The names that links of the page point at; the rows of the elements that have one of them; and the names that some element has."""
    cdef set names = set(), there = set()
    cdef list found = []
    cdef Py_ssize_t row, at, count = len(tags)
    cdef unsigned long long lengths = 0  # of the names, as bits: most names are of other lengths
    cdef int which
    cdef str value
    if len(data) != count:
        raise ValueError("the columns of the tree differ in length")
    for row in range(count):
        if _is_link(tags[row]):
            value = _fragment(data[row])
            if value:
                names.add(value)
    if not names:
        return names, found, there
    for value in names:
        lengths |= <unsigned long long> 1 << (PyUnicode_GET_LENGTH(value) & 63)
    for row in range(count):
        attributes = data[row]
        if type(attributes) is not tuple:  # a text
            continue
        for at in range(len(<tuple> attributes)):
            which = which_name(<tuple> attributes, at)
            if which == ID or which == NAME:
                value = (<tuple> attributes)[at][1]
                if value is not None and lengths >> (PyUnicode_GET_LENGTH(value) & 63) & 1 and value in names:
                    found.append(row)
                    there.add(value)
    return names, found, there


cdef str _fragment(object attributes):
    """The name that a link points at ('' or None where it points at none)."""
    cdef Py_ssize_t at
    cdef str value, found = None
    if type(attributes) is not tuple:
        return None
    for at in range(len(<tuple> attributes)):
        if which_name(<tuple> attributes, at) == HREF:
            value = (<tuple> attributes)[at][1]
            if value is not None and PyUnicode_FindChar(value, c"#", 0, PyUnicode_GET_LENGTH(value), 1) >= 0:
                value = value[:_LONGEST].strip().partition("#")[2]
                found = unquote(value) if "%" in value else value
    return found


def goes(tuple tree, list runs_of, object linked, float least, str own, set names, dict schemes, tuple codes, bint every, object table):
    """Fills two rows: where each line goes, as `links._kind` tells it, of which so great a share is linked; and whether that is a place on the page.

    `tree`: tags, data, parents. `own`: the page's host; where it is '', it is the commonest. For the rest, see `kinds`.
    """
    cdef Py_ssize_t count = len(runs_of), at, index, here = codes[0], kind
    cdef float *out = new_floats(table, 2 * count)
    cdef list which, targets
    cdef str target
    which, targets = _targets(tree[0], tree[1], tree[2], runs_of, linked, least)
    if not own:
        own = commonest(targets)
    for at in range(2 * count):
        out[at] = 0
    for at in range(len(which)):
        target, index = targets[at], which[at]
        kind = _kind(target, own, names, schemes, codes) if every or _find(target, c"#", 0, PyUnicode_GET_LENGTH(target)) >= 0 else 0
        out[index] = <float> kind
        out[count + index] = kind == here


@cython.boundscheck(False)
@cython.wraparound(False)
cdef tuple _targets(list tags, list data, list parents, list runs_of, object linked, float least):
    """The lines of which so great a share is linked, and for each where the first link goes that its text stands in ('' where it stands in none).

    Every link is read once, however many lines it holds.
    """
    cdef Py_ssize_t count = len(tags), lines = len(runs_of), index, row, step, at, found
    cdef const float* share = floats(linked, lines)
    cdef dict known = {}
    cdef set nowhere = set()  # an <a> without a target is read once, too
    cdef list which = [], goes = []
    cdef tuple runs
    cdef str target
    if len(data) != count or len(parents) != count:
        raise ValueError("the columns of the tree differ in length")
    for index in range(lines):
        if share[index] < least:
            continue
        runs = runs_of[index]
        if runs is None:
            raise TypeError("a line without text nodes")
        target = None
        for at in range(min(<Py_ssize_t> len(runs), <Py_ssize_t> _NEAR)):
            row = _row(runs[at], count)
            for step in range(_NEAR):
                row = _row(parents[row], count) if row >= 0 else -1
                if row < 0:
                    break
                if _is_link(tags[row]):
                    target = known.get(row)
                    if target is None and row not in nowhere:
                        target = _href(data[row])
                        if target is not None:
                            known[row] = target
                        else:
                            nowhere.add(row)
                    if target is not None:
                        break
            if target is not None:
                break
        which.append(index)
        goes.append(target if target is not None else "")
    return which, goes


cdef str _href(tuple attributes):
    """Where a link goes; None for an <a> that is no link."""
    cdef Py_ssize_t at
    cdef str value
    for at in range(len(attributes)):
        if which_name(attributes, at) == HREF:
            value = attributes[at][1]
            return value[:_LONGEST].strip() if value is not None else ""
    return None


cdef inline Py_ssize_t _find(str text, Py_UCS4 sign, Py_ssize_t start, Py_ssize_t end):
    """Where a sign stands in a part of a text, or -1."""
    return PyUnicode_FindChar(text, sign, start, end, 1)


cdef Py_ssize_t _slashes(str target, Py_ssize_t end):
    """Where the first '//' stands in the first so many characters, or -1."""
    cdef Py_ssize_t at = _find(target, c"/", 0, end)
    while 0 <= at < end - 1:
        if PyUnicode_READ_CHAR(target, at + 1) == c"/":
            return at
        at = _find(target, c"/", at + 1, end)
    return -1


cdef str _spelt_host(str target):
    """The host of an address as it is spelt, or ''."""
    cdef Py_ssize_t end = PyUnicode_GET_LENGTH(target), at = _slashes(target, end), stop
    if at < 0:
        return ""
    at += 2
    stop = at
    while stop < end and PyUnicode_READ_CHAR(target, stop) not in "/?#":
        stop += 1
    return target[at:stop]


cdef str _host(str target):
    """The host of an address, or ''."""
    return _spelt_host(target).lower().removeprefix("www.")


def commonest(list targets):
    """The host that most targets name at their beginning; of equals the last in the alphabet, and '' where none is named."""
    cdef dict spelt = {}, counts = {}
    cdef str target, host, best = ""
    cdef Py_ssize_t most = 0, count
    for target in targets:
        if _slashes(target, min(<Py_ssize_t> 8, PyUnicode_GET_LENGTH(target))) >= 0:
            host = _spelt_host(target)
            spelt[host] = spelt.get(host, 0) + 1
    for name, number in spelt.items():  # most are spelt alike
        host = (<str> name).lower().removeprefix("www.")
        counts[host] = counts.get(host, 0) + number
    for name, number in counts.items():
        count = number
        if count > most or (count == most and name > best):
            best, most = name, count
    return best


def kinds(list targets, str own, set names, dict schemes, tuple codes, bint every):
    """Where each target goes, as `links._kind` tells it; without `every`, only of those with a '#' (the others: 0).

    `codes`: for this page, elsewhere, this site, nowhere.
    """
    cdef dict known = {}
    cdef list found = []
    cdef str target
    for target in targets:
        kind = known.get(target)
        if kind is None:
            kind = known[target] = _kind(target, own, names, schemes, codes) if every or "#" in target else 0
        found.append(kind)
    return found


cdef object _kind(str target, str own, set names, dict schemes, tuple codes):
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(target), sign = _find(target, c"#", 0, length), end = sign if sign >= 0 else length, colon, slashes
    cdef str scheme = "", fragment
    cdef bint elsewhere
    colon = _find(target, c":", 0, min(<Py_ssize_t> 12, end))
    if colon >= 0:
        scheme = _HTTPS if _spells(target, 0, colon, _HTTPS) else _HTTP if _spells(target, 0, colon, _HTTP) else target[:colon].lower()
    elsewhere = colon > 0 and scheme is not _HTTP and scheme is not _HTTPS
    if not elsewhere:
        slashes = _slashes(target, min(<Py_ssize_t> 8, end))
        elsewhere = slashes >= 0 and not _is_host(target, slashes + 2, end, own)
    if sign >= 0 and not elsewhere:
        fragment = target[sign + 1:]
        if (unquote(fragment) if "%" in fragment else fragment) in names or (end == 0 and fragment.lower() == "top"):
            return codes[0]
    if end == 0:
        return codes[3]
    return schemes.get(scheme, codes[1]) if elsewhere else codes[2]


cdef str _HTTP = "http", _HTTPS = "https"


cdef bint _spells(str text, Py_ssize_t start, Py_ssize_t end, str word):
    """Whether a part of a text is a word of small letters in ASCII, in capitals or not."""
    cdef Py_ssize_t at
    cdef uint32_t sign
    if end - start != PyUnicode_GET_LENGTH(word):
        return False
    for at in range(end - start):
        sign = PyUnicode_READ_CHAR(text, start + at)
        if (sign | 32 if c"A" <= sign <= c"Z" else sign) != <uint32_t> PyUnicode_READ_CHAR(word, at):
            return False
    return True


cdef bint _is_host(str target, Py_ssize_t start, Py_ssize_t end, str own):
    """Whether an address, of which the host begins at a place, is one of this host."""
    cdef Py_ssize_t stop = start
    while stop < end and PyUnicode_READ_CHAR(target, stop) not in "/?#":
        if PyUnicode_READ_CHAR(target, stop) >= 128:
            return _host(target[:end]) == own
        stop += 1
    if stop - start >= 4 and _spells(target, start, start + 4, "www."):
        start += 4
    return _spells(target, start, stop, own)


def veils(list blocks, list parents, object lows, object highs, object hidden_lines, Py_ssize_t most, tuple of_lines):
    """The highest elements, so many steps up at most, of which every line is hidden -> the lines inside them. `hidden_lines`: codes, from 1 on of what
    is hidden. Fills, for each line, the first line of its element and the one after its last (a shown line stands for itself), and the element's
    number, or -1."""
    cdef Py_ssize_t count = len(blocks), rows = len(parents), index, last = -1, step, row, best, start, end, first, after, number
    cdef const Py_ssize_t* low = numbers(lows, rows)
    cdef const Py_ssize_t* high = numbers(highs, rows)
    cdef const float* hidden = floats(hidden_lines, count)
    cdef Py_ssize_t* from_line = new_numbers(of_lines[0], count)
    cdef Py_ssize_t* to_line = new_numbers(of_lines[1], count)
    cdef Py_ssize_t* which = new_numbers(of_lines[2], count)
    cdef bytearray memory = room(count + 1, sizeof(Py_ssize_t))
    cdef Py_ssize_t* shown = <Py_ssize_t*> PyByteArray_AS_STRING(memory)
    cdef dict found = {}
    cdef list spans
    cdef bint in_order = True
    for index in range(count):
        shown[index + 1] = shown[index] + (not hidden[index] >= 1)
        from_line[index], to_line[index], which[index] = index, index + 1, -1
    if shown[count] == count:
        return found
    for index in range(count):
        if not hidden[index] >= 1 or index < last:
            continue
        best = row = _row(blocks[index], rows)
        start, end = index, index + 1
        for step in range(most):
            if row < 0:
                break
            first, after = low[row], high[row]
            if not 0 <= first <= count or not 0 <= after <= count:
                raise IndexError("an element with lines that are not there")
            if shown[after] != shown[first]:
                break
            best, start, end = row, min(first, index), max(after, index + 1)
            row = _row(parents[row], rows)
        in_order = in_order and best not in found
        found[best] = (start, end)
        last = end
    spans = [*found.values()]
    after = count
    for number in range(len(spans) - 1, -1, -1):
        start, end = (<tuple> spans[number])[0], (<tuple> spans[number])[1]
        for index in range(start, min(end, after)):  # each ends after the ones before it, so what stands behind the start of a later one is that one's
            if hidden[index] >= 1 and which[index] < 0:
                from_line[index], to_line[index], which[index] = start, end, number
        if in_order:
            after = min(after, start)
    return found


def brothers(list veils, object parents_of, tuple named, tuple spelt, tuple reach, object hidden_lines, object running_text):
    """For each of some elements the share of the shown running text that stands in one element of the same tag beside it.

    `named`: the rows that have names, and the spelling of each; `spelt`: of spellings the tag, and whether it is named like a notice, which is left
    out; `reach`: of rows the first line, and the one after the last."""
    cdef Py_ssize_t count = len(running_text), rows = len(parents_of), names = len(named[0]), index, row, at, above
    cdef list tags = spelt[0], found = []
    cdef Py_ssize_t spellings = len(tags)
    cdef const Py_ssize_t* parents = numbers(parents_of, rows)
    cdef const Py_ssize_t* of_names = numbers(named[0], names)
    cdef const Py_ssize_t* spelling = numbers(named[1], names)
    cdef const unsigned char* notice = marks(spelt[1], spellings)
    cdef const Py_ssize_t* low = numbers(reach[0], rows)
    cdef const Py_ssize_t* high = numbers(reach[1], rows)
    cdef const unsigned char* hidden = marks(hidden_lines, count)
    cdef const float* running = floats(running_text, count)
    cdef bytearray memory = room(count + 1, sizeof(double)), signs = room(rows + 1, 1), places = room(rows + 1, sizeof(int32_t))
    cdef double* seen = <double*> PyByteArray_AS_STRING(memory)  # shown running text before each line
    cdef unsigned char* there = <unsigned char*> PyByteArray_AS_STRING(signs)  # of rows, from -1 on: whether one of the elements is a child
    cdef int32_t* spelt_as = <int32_t*> PyByteArray_AS_STRING(places)
    cdef dict fullest = {}
    cdef double total, held
    for index in range(count):
        seen[index + 1] = seen[index] + (0 if hidden[index] else running[index])
    for veil in veils:
        row = _row(veil, rows)
        if row < 0 or not -1 <= parents[row] < rows:
            raise IndexError("an element that is not there")
        there[parents[row] + 1] = 1
    for index in range(names):
        row, at = of_names[index], spelling[index]
        if not 0 <= row < rows or not 0 <= at < spellings or not -1 <= parents[row] < rows:
            raise IndexError("a name without a row, or without a spelling")
        spelt_as[row] = <int32_t> at
        if there[parents[row] + 1] and not notice[at]:
            if not 0 <= low[row] <= count or not 0 <= high[row] <= count:
                raise IndexError("an element with lines that are not there")
            held = seen[high[row]] - seen[low[row]]
            if held != 0:
                key = (parents[row], tags[at])
                fullest[key] = max(held, <double> fullest.get(key, 0.0))
    total = seen[count] if seen[count] > 1.0 else 1.0
    for veil in veils:
        row = veil
        above = parents[row]
        found.append(<double> fullest.get((above, tags[spelt_as[row]]), 0.0) / total if fullest else 0.0)
    return found


def given(list values, object which_of, object column):
    """Fills a column, which is all nought, with the values that lines have, by their numbers; -1: none."""
    cdef Py_ssize_t count = len(column), some = len(values), index
    cdef const Py_ssize_t* which = numbers(which_of, count)
    cdef float* out = new_floats(column, count)
    cdef bytearray memory = room(some, sizeof(float))
    cdef float* own = <float*> PyByteArray_AS_STRING(memory)
    for index in range(some):
        own[index] = <float> <double> values[index]
    for index in range(count):
        if which[index] >= 0:
            if which[index] >= some:
                raise IndexError(f"no value {which[index]}")
            out[index] = own[which[index]]


def own_words(list tags, list data, list parents, list rows, frozenset telling, object popup, object panel, object other):
    """What the names of some elements, or those of one of the two around each, say: 1 for a panel, -1 for a pop-up or a menu. `telling`: the tags that
    say so themselves. `popup` and `panel` tell whether names in ASCII speak of them; `other` reads those of a row that are not."""
    cdef Py_ssize_t count = len(tags), row, step
    cdef dict known = {}
    cdef list found = []
    cdef double word
    if len(data) != count or len(parents) != count:
        raise ValueError("the columns of the tree differ in length")
    for number in rows:
        row, word = _row(number, count), 0.0
        for step in range(3):
            if row < 0:
                break
            own = known.get(row)
            if own is None:
                own = known[row] = _own_word(tags[row], data[row], row, telling, popup, panel, other)
            word = own
            if word:
                break
            row = _row(parents[row], count)
        found.append(word)
    return found


cdef double _own_word(str tag, tuple attributes, Py_ssize_t row, frozenset telling, object popup, object panel, object other) except? -2.0:
    cdef Py_ssize_t at
    cdef bint speaks = False
    cdef str value
    cdef list values = []
    cdef int which
    if tag in telling:
        return -1.0
    for at in range(len(attributes)):
        which = which_name(attributes, at)
        if which == CLASS or which == ID or which == ROLE:
            value = (<tuple> attributes[at])[1]
            if value:
                if not value.isascii():
                    return other(row)
                values.append(value[:_HEAD] if PyUnicode_GET_LENGTH(value) > _HEAD else value)
    for value in values:
        if popup(value):
            return -1.0
    for value in values:
        speaks = speaks or panel(value)
    return 1.0 if speaks else 0.0
