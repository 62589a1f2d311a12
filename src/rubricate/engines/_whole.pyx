# cython: cdivision=True
"""The compiled twin of the rules around the trees (`choice`, `sides`, `whole`, `kin`, `teasers`, `questions`), and of what `default` says in the end.

Each function fills an array that its module made. All of it is counting and comparing: in float32 what numpy compares in float32, in float64 the rest.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.unicode cimport PyUnicode_FindChar, PyUnicode_GET_LENGTH, PyUnicode_READ_CHAR, PyUnicode_Substring
from libc.math cimport rintf
from libc.string cimport memset

from rubricate._arrays cimport doubles, floats, marks, new_floats, new_marks, new_numbers, numbers, room

cdef extern from "Python.h":
    Py_ssize_t PY_SSIZE_T_MAX
    bint Py_UNICODE_ISALNUM(Py_UCS4 sign)
    bint Py_UNICODE_ISALPHA(Py_UCS4 sign)


cdef bint _has_letter(str text):
    cdef Py_ssize_t at
    for at in range(PyUnicode_GET_LENGTH(text)):
        if Py_UNICODE_ISALPHA(PyUnicode_READ_CHAR(text, at)):
            return True
    return False


cdef bint _says_nothing(str text):
    """Whether a text has no letter and no digit."""
    cdef Py_ssize_t at
    for at in range(PyUnicode_GET_LENGTH(text)):
        if Py_UNICODE_ISALNUM(PyUnicode_READ_CHAR(text, at)):
            return False
    return True


cdef Py_ssize_t* _counted(const unsigned char* marked, const Py_ssize_t* alike, Py_ssize_t count, Py_ssize_t* found) except NULL:
    """How many of the lines of each look are marked; there are no more looks than lines."""
    cdef Py_ssize_t index
    memset(found, 0, count * sizeof(Py_ssize_t))
    for index in range(count):
        if not 0 <= alike[index] < count:
            raise IndexError(f"{alike[index]} is not from 0 to {count - 1}")
        found[alike[index]] += marked[index] != 0
    return found


def choose(object chances, object stays, object weights, object texts, object headings, tuple labels, float possible, object best):
    """Fills the number of each line's label. `stays`: the lines that are kept; `weights`: what each label but the last, which is left out, counts;
    `labels`: the number of titles, and of what is left out; `possible`: the chance that a title without an h-tag has at least."""
    cdef Py_ssize_t count = len(headings), title = labels[0], rest = labels[1], index, label, most
    cdef const float *own = floats(chances, count * (rest + 1))
    cdef const unsigned char *kept = marks(stays, count)
    cdef const float *weight = floats(weights, rest)
    cdef const float *heading = floats(headings, count)
    cdef Py_ssize_t *out = new_numbers(best, count)
    cdef float value, greatest
    if not 0 <= title < rest - 1 or len(texts) != count:
        raise ValueError("labels or lines that are not there")
    for index in range(count):
        out[index] = rest
        if kept[index]:
            most, greatest = 0, own[0] * weight[0]
            for label in range(1, rest):
                value = own[label] * weight[label]
                if value > greatest:
                    most, greatest = label, value
            if most == title and heading[index] != 0 and _says_nothing(texts[index]):
                most = rest
            elif most == title and heading[index] == 0 and (own[title] < possible or not _has_letter(texts[index])):
                most = title + 1
                for label in range(title + 2, rest):
                    if own[label] > own[most]:
                        most = label
            out[index] = most
        own += rest + 1


def heads_nothing(object titles, object headings, object looks, Py_ssize_t shortest, object found):
    """Marks the titles that stand in a row of so many at least, without h-tags, of one look."""
    cdef Py_ssize_t count = len(titles), index, start = 0, end
    cdef const unsigned char *title = marks(titles, count)
    cdef const float *heading = floats(headings, count)
    cdef const Py_ssize_t *alike = numbers(looks, count)
    cdef unsigned char *out = new_marks(found, count)
    memset(out, 0, count)
    while start < count:
        end = start + 1
        if title[start] and heading[start] == 0:
            while end < count and title[end] and heading[end] == 0 and alike[end] == alike[start]:
                end += 1
            if end - start >= shortest:
                memset(out + start, 1, end - start)
        start = end


def heads_removed(object best, object chances, object looks, object places, tuple labels, float doubtful, Py_ssize_t few, object found):
    """Marks the doubtful titles that are followed by what is removed, and by a title or nothing after that."""
    cdef Py_ssize_t count = len(best), title = labels[0], rest = labels[1], index
    cdef const Py_ssize_t *own = numbers(best, count)
    cdef const float *chance = floats(chances, count)
    cdef const Py_ssize_t *alike = numbers(looks, count)
    cdef const float *apart = floats(places, count)
    cdef unsigned char *out = new_marks(found, count)
    cdef bytearray memory = room(count + 1, sizeof(Py_ssize_t))
    cdef Py_ssize_t *of_look
    cdef Py_ssize_t text = count, end = count  # the next line of text, and the next end of what a title heads, from the line after this one on
    cdef bint leaves  # whether what stands beside the text ends with this line
    if count:
        out[count - 1] = 0
    for index in range(count - 2, -1, -1):
        leaves = apart[index + 1] != apart[index] and apart[index] != 0
        if own[index + 1] == title or leaves:
            end = index + 1
        if own[index + 1] != title and own[index + 1] != rest:
            text = index + 1
        out[index] = own[index] == title and chance[index] < doubtful and text >= end and (own[index + 1] == rest or (leaves and own[index + 1] != title))
    of_look = _counted(out, alike, count, <Py_ssize_t*> PyByteArray_AS_STRING(memory))
    for index in range(count):
        out[index] = out[index] and of_look[alike[index]] < few


def like_titles(object titles, object kept_lines, object chances, object texts, object looks, tuple bars, object found):
    """Marks the kept lines that are titles because nearly all lines of their look are. `bars`: kept lines of one look, the share of titles in them, the
    chance of being a title, from which a line is one; and the length up to which."""
    cdef Py_ssize_t count = len(titles), index, same = bars[0], length = bars[3]
    cdef double share = bars[1]
    cdef float possible = bars[2]
    cdef const unsigned char *title = marks(titles, count)
    cdef const unsigned char *kept = marks(kept_lines, count)
    cdef const float *chance = floats(chances, count)
    cdef const Py_ssize_t *alike = numbers(looks, count)
    cdef unsigned char *out = new_marks(found, count)
    cdef bytearray memory = room(2 * count + 1, sizeof(Py_ssize_t))
    cdef Py_ssize_t *every = _counted(kept, alike, count, <Py_ssize_t*> PyByteArray_AS_STRING(memory))
    cdef Py_ssize_t *of_look
    for index in range(count):
        out[index] = title[index] and kept[index]
    of_look = _counted(out, alike, count, every + count)
    if len(texts) != count:
        raise ValueError("lines that are not there")
    for index in range(count):
        out[index] = 0
        if kept[index] and not title[index] and chance[index] >= possible and every[alike[index]] >= same:
            if of_look[alike[index]] >= share * every[alike[index]]:
                out[index] = PyUnicode_GET_LENGTH(<str?> texts[index]) < length and _has_letter(texts[index])


def ending_in(object texts, object kept_lines, str signs):
    """The kept lines of which the last character is one of some signs."""
    cdef Py_ssize_t count = len(kept_lines), index, length
    cdef const unsigned char *kept = marks(kept_lines, count)
    cdef list found = []
    cdef str text
    if len(texts) != count:
        raise ValueError("lines that are not there")
    for index in range(count):
        if kept[index]:
            text = texts[index]
            length = PyUnicode_GET_LENGTH(text)
            if length and PyUnicode_FindChar(signs, PyUnicode_READ_CHAR(text, length - 1), 0, PyUnicode_GET_LENGTH(signs), 1) >= 0:
                found.append(index)
    return found


def said(object best, object chances, tuple names, tuple reasons):
    """Three lists over the lines: the names of their labels, the chances of these, in four decimals as numpy rounds them, and the reasons for these
    labels."""
    cdef Py_ssize_t count = len(best), labels = len(names), index
    cdef const Py_ssize_t *own = numbers(best, count)
    cdef const float *chance = floats(chances, count * labels)
    cdef list told = [], sure = [], why = []
    cdef float value
    if len(reasons) != labels:
        raise ValueError("every label has a reason")
    for index in range(count):
        if not 0 <= own[index] < labels:
            raise IndexError(f"no label {own[index]}")
        value = chance[index * labels + own[index]]
        value = rintf(value * <float> 10000) / <float> 10000
        told.append(names[own[index]])
        sure.append(<double> value)
        why.append(reasons[own[index]])
    return told, sure, why


def summaries(list states, object kept_lines):
    """The kept lines in a <summary> of which the next line is kept, and is in none."""
    cdef Py_ssize_t count = len(kept_lines), index
    cdef const unsigned char *kept = marks(kept_lines, count)
    cdef list found = []
    cdef bint inside, before = False
    last = None
    if len(states) != count:
        raise ValueError("lines that are not there")
    for index in range(count):
        state = states[index]
        inside = before if state is last else state.summary  # many lines in a row have the same
        if before and not inside and kept[index - 1] and kept[index]:
            found.append(index - 1)
        last, before = state, inside
    return found


def lowered(object chances, object apart_lines, Py_ssize_t rest, object found):
    """Fills the probabilities, with those of lines that stand apart a tenth as likely; what they lose, the last label gets."""
    cdef Py_ssize_t count = len(apart_lines), labels = rest + 1, index, label
    cdef const float *own = floats(chances, count * labels)
    cdef const unsigned char *apart = marks(apart_lines, count)
    cdef float *out = new_floats(found, count * labels)
    cdef float total
    if not 0 <= rest < 7:  # so many numpy adds up one after the other
        raise ValueError("too many labels")
    for index in range(count):
        total = 0
        for label in range(labels):
            out[label] = <float> 0.1 * own[label] if apart[index] else own[label]
            total += out[label]
        out[rest] += <float> 1 - total
        own += labels
        out += labels


def veiled(tuple columns, tuple bars, object found):
    """Marks the lines of hidden text that stand apart, as `default._veiled` has it; False where there is more text than can be added up in any order.
    `columns`: veil_word, hidden, prose, veil_brother; `bars`: for a page's text, for a tab's share and its text; and the most."""
    cdef Py_ssize_t count = len(columns[0]), index
    cdef const float *word = floats(columns[0], count)
    cdef const float *hidden = floats(columns[1], count)
    cdef const float *prose = floats(columns[2], count)
    cdef const float *brother = floats(columns[3], count)
    cdef unsigned char *out = new_marks(found, count)
    cdef double enough = bars[0], total = 0.0, shown = 0.0
    cdef float share = bars[1], tab = bars[2]
    cdef bint tell
    for index in range(count):
        total += prose[index]
        shown += prose[index] if hidden[index] == 0 else 0
    if total >= <double> bars[3]:
        return False
    for index in range(count):
        tell = hidden[index] >= 3 and (word[index] < 0 or (word[index] == 0 and total >= enough))
        out[index] = tell or (brother[index] >= share and brother[index] * <float> shown >= tab)
    return True


def survey(object best, tuple columns, Py_ssize_t rest):
    """Whether any line is kept; the running text of the page, and that of the lines that are kept; whether there are cells that name columns or rows.
    `columns`: prose, cell; `rest`: the number of what is left out."""
    cdef Py_ssize_t count = len(best), index
    cdef const Py_ssize_t *own = numbers(best, count)
    cdef const float *prose = floats(columns[0], count)
    cdef const float *cell = floats(columns[1], count)
    cdef double shown = 0.0, kept = 0.0
    cdef bint some = False, named = False
    for index in range(count):
        shown += prose[index]
        if own[index] != rest:
            some = True
            kept += prose[index]
        named |= cell[index] == 2
    return some, shown, kept, named


def has_doubtful(object best, object chances, tuple labels, float bar):
    """Whether some title is less likely than that."""
    cdef Py_ssize_t count = len(best), title = labels[0], wide = labels[1] + 1, index
    cdef const Py_ssize_t *own = numbers(best, count)
    cdef const float *chance = floats(chances, count * wide)
    if not 0 <= title < wide:
        raise ValueError("labels that are not there")
    for index in range(count):
        if own[index] == title and chance[index * wide + title] < bar:
            return True
    return False


def kin(object best, object chances, object kin_of, tuple columns, list begins, tuple bars, float most, object answer):
    """Fills the labels with kin all kept or all removed, as `kin.whole_kin` has it. `kin_of`: of every line the number of its kin; `columns`: cell, chars;
    `bars`: how the lines begin that take part, how many make kin, and the number of what is left out; `most`: the chance of that for a line that the
    others keep."""
    cdef Py_ssize_t count = len(kin_of), begun = bars[0], fewest = bars[1], rest = bars[2], index, label, kind, kinds = 0, greatest
    cdef const Py_ssize_t *own = numbers(best, count)
    cdef const float *chance = floats(chances, count * (rest + 1))
    cdef const Py_ssize_t *kind_of = numbers(kin_of, count)
    cdef const float *cell = floats(columns[0], count)
    cdef const float *chars = floats(columns[1], count)
    cdef Py_ssize_t *out = new_numbers(answer, count)
    cdef bytearray memory, masses
    cdef Py_ssize_t *every  # how many lines of each kind there are, and after that how many of them are kept
    cdef double *mass  # of their characters, and of those that are kept
    if len(begins) != count or rest < 1:
        raise ValueError("lines or labels that are not there")
    for index in range(count):
        if not 0 <= kind_of[index] < PY_SSIZE_T_MAX // 64:
            raise IndexError(f"no kin {kind_of[index]}")
        kinds = max(kinds, kind_of[index] + 1)
    memory, masses = room(2 * kinds + 1, sizeof(Py_ssize_t)), room(2 * kinds + 1, sizeof(double))
    every, mass = <Py_ssize_t*> PyByteArray_AS_STRING(memory), <double*> PyByteArray_AS_STRING(masses)
    for index in range(count):
        out[index] = -1  # takes no part
        if cell[index] == 0 and <Py_ssize_t> begins[index] == begun:
            kind = kind_of[index]
            out[index] = kind
            every[kind] += 1
            mass[kind] += chars[index]
            if own[index] != rest:
                every[kinds + kind] += 1
                mass[kinds + kind] += chars[index]
    for index in range(count):
        kind, out[index] = out[index], own[index]
        if kind < 0 or every[kind] < fewest or not 0 < every[kinds + kind] < every[kind]:
            continue
        if 2 * mass[kinds + kind] < mass[kind]:
            out[index] = rest
        elif own[index] == rest and chance[index * (rest + 1) + rest] <= most:
            greatest = 0
            for label in range(1, rest):
                if chance[index * (rest + 1) + label] > chance[index * (rest + 1) + greatest]:
                    greatest = label
            out[index] = greatest


def sides(object odds_of, object parents_of, object blocks_of, double cost, object found):
    """Marks the lines that are kept, as `sides.sides` has it. `parents_of`: of every element the number of the one around it, or -1; `blocks_of`: of every
    line the number of its block."""
    cdef Py_ssize_t count = len(odds_of), some = len(parents_of), index, parent
    cdef const double *odds = doubles(odds_of, count)
    cdef const Py_ssize_t *parents = numbers(parents_of, some)
    cdef const Py_ssize_t *blocks = numbers(blocks_of, count)
    cdef unsigned char *out = new_marks(found, count)
    cdef bytearray memory = room(2 * some + 1, sizeof(double)), marked = room(some + 1, 1)
    cdef double *kept = <double*> PyByteArray_AS_STRING(memory)  # what each element is worth, if it is kept
    cdef double *rest = kept + some  # and if it is not
    cdef unsigned char *stays = <unsigned char*> PyByteArray_AS_STRING(marked)
    for index in range(count):
        if not 0 <= blocks[index] < some:
            raise IndexError("a line without a block")
        kept[blocks[index]] += max(odds[index], -cost)
        rest[blocks[index]] += max(odds[index] - cost, 0.0)
    for index in range(some - 1, -1, -1):
        parent = parents[index]
        if not -1 <= parent < index:
            raise IndexError("an element that does not stand in one before it")
        if parent >= 0:
            kept[parent] += max(kept[index], rest[index] - cost)
            rest[parent] += max(rest[index], kept[index] - cost)
    for index in range(some):
        parent = parents[index]
        stays[index] = kept[index] - rest[index] > (0 if parent < 0 else -cost if stays[parent] else cost)
    for index in range(count):
        out[index] = odds[index] > (-cost if stays[blocks[index]] else cost)


def starting(object texts, object starts, Py_ssize_t head, Py_ssize_t longest):
    """The lines, up to some length, of which the first characters are one of some starts."""
    cdef Py_ssize_t index
    cdef list found = []
    cdef str text
    for index in range(len(texts)):
        text = texts[index]
        if head <= PyUnicode_GET_LENGTH(text) <= longest and PyUnicode_Substring(text, 0, head) in starts:
            found.append(index)
    return found
