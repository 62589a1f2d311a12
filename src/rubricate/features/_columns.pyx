# cython: cdivision=True
"""The compiled twin of the columns that are worked out of other columns: `place`, `candidates`, `groups`, `neighbours`, `second`.

Each function fills a table, one row a column, in the order that its module names. What numpy works out in float32 is worked out in float32 here, and
sums are made in float64 from the first line to the last, as `numpy.cumsum` and `numpy.bincount` make them. Sums that numpy makes in another order
(`numpy.sum`) are left to it.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from libc.math cimport rintf
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

from rubricate._arrays cimport floats, marks, new_doubles, new_floats, new_numbers, numbers, room

cdef enum:
    _STEPS = 9  # rows of `Place.above`
    _CLIMBED = 30


cdef int _within(const Py_ssize_t* found, Py_ssize_t count, Py_ssize_t least, Py_ssize_t most) except -1:
    """Holds that all of some numbers are at least so great, and no greater than that: with what was looked at once, any index is good."""
    cdef Py_ssize_t at
    for at in range(count):
        if not least <= found[at] <= most:
            raise IndexError(f"{found[at]} is not from {least} to {most}")
    return 0


cdef void _sums(const float* values, Py_ssize_t count, double* into) noexcept:
    """What stands before each line, and in all lines."""
    cdef Py_ssize_t at
    cdef double total = 0.0
    for at in range(count):
        into[at] = total
        total += values[at]
    into[count] = total


def place_columns(tuple of_rows, tuple of_lines, list runs, tuple columns, tuple steps, Py_ssize_t different, tuple bars, tuple tables):
    """All columns of `place`. `of_rows`: parents, low, high, kinds (of which there are so many different ones), depth, tags; `of_lines`: blocks, runs,
    above, inner; `columns`: chars, prose, linked; `steps`: up to the elements that are looked at, and to those whose lines are given as spans.

    Fills the tables: the columns, in the order of `place._COLUMNS`, but for two that are the same for a whole page; rise and fall, which have one line
    more; the spans, first the lows of all, then the highs. Returns how much running text there is; the lines whose elements, one of the last three, are
    of a kind that there are `many` of, and the running text of lines with `some`.
    """
    cdef Py_ssize_t count = len(of_lines[0]), rows = len(of_rows[0]), levels = len(steps[0]), of_spans = len(steps[1]), level, index, row, some
    cdef const Py_ssize_t *parents = numbers(of_rows[0], rows)
    cdef const Py_ssize_t *low = numbers(of_rows[1], rows)
    cdef const Py_ssize_t *high = numbers(of_rows[2], rows)
    cdef const Py_ssize_t *kinds = numbers(of_rows[3], rows)
    cdef const float *depth = floats(of_rows[4], rows)
    cdef const float *tags = floats(of_rows[5], rows)
    cdef const Py_ssize_t *blocks = numbers(of_lines[0], count)
    cdef const Py_ssize_t *first = numbers(of_lines[1], count)
    cdef const Py_ssize_t *above = numbers(of_lines[2], _STEPS * count)
    cdef const float *inner = floats(of_lines[3], count)
    cdef const float *chars = floats(columns[0], count)
    cdef const float *prose = floats(columns[1], count)
    cdef const float *linked = floats(columns[2], count)
    cdef const Py_ssize_t *ups = numbers(steps[0], levels)
    cdef const Py_ssize_t *span_ups = numbers(steps[1], of_spans)
    cdef float *out = new_floats(tables[0], (28 + 5 * levels) * count)
    cdef float *more
    cdef float *rises = new_floats(tables[1], 2 * (count + 1))
    cdef Py_ssize_t *spans = new_numbers(tables[2], 2 * of_spans * count)
    cdef bytearray memory = room(4 * (count + 1), sizeof(double))
    cdef double *mass = <double*> PyByteArray_AS_STRING(memory)
    cdef double *length = mass + count + 1
    cdef double *links = length + count + 1
    cdef float *product = <float*> (links + count + 1)
    cdef Py_ssize_t cards = 0
    cdef double total, posts = 0.0
    cdef float size, held, many = bars[0], enough = bars[1]
    _within(parents, rows, -1, rows - 1)
    _within(low, rows, 0, count)
    _within(high, rows, 0, count)
    _within(kinds, rows, 0, different - 1)
    _within(blocks, count, 0, rows - 1)
    _within(first, count, 0, rows - 1)
    _within(above, _STEPS * count, 0, rows - 1)
    _within(ups, levels, 0, _STEPS - 1)
    _within(span_ups, of_spans, 0, _STEPS - 1)
    _sums(prose, count, mass)
    _sums(chars, count, length)
    for index in range(count):
        product[index] = chars[index] * linked[index]
    _sums(product, count, links)
    total = mass[count] if mass[count] > 1.0 else 1.0
    for index in range(count):
        row = blocks[index]
        out[index] = <float> index / <float> count
        out[count + index] = <float> index
        out[2 * count + index] = <float> count - <float> index
        out[3 * count + index] = depth[row]
        out[4 * count + index] = tags[row]
        out[5 * count + index] = tags[above[count + index]]
        out[6 * count + index] = tags[above[2 * count + index]]
        out[7 * count + index] = inner[index]
        some = len(<tuple?> runs[index])
        out[8 * count + index] = some if some < 20 else 20
    more = out + 9 * count
    for level in range(levels):
        for index in range(count):
            row = above[ups[level] * count + index]
            if index and row == above[ups[level] * count + index - 1]:  # in the same element as the line before it
                for some in range(4):
                    more[some * count + index] = more[some * count + index - 1]
                more[4 * count + index] = <float> ((<double> <float> index - <double> low[row]) / <double> more[index])
                continue
            size = <float> max(<Py_ssize_t> 1, high[row] - low[row])
            held = <float> (length[high[row]] - length[low[row]])
            more[index] = size
            more[count + index] = <float> ((mass[high[row]] - mass[low[row]]) / total)
            more[2 * count + index] = <float> ((links[high[row]] - links[low[row]]) / <double> (held if held > 1 else 1))
            more[3 * count + index] = held
            more[4 * count + index] = <float> ((<double> <float> index - <double> low[row]) / <double> size)
        more += 5 * count
    _kin(parents, kinds, rows, different, above, count, more)
    for index in range(count):
        held = max(more[count + index], max(more[2 * count + index], more[3 * count + index]))
        cards += held >= many
        posts += prose[index] if held >= enough else 0
    more += 8 * count
    for index in range(count):
        row = blocks[index]
        more[index] = <float> max(<Py_ssize_t> 1, high[row] - low[row])
        more[count + index] = <float> (index - min(low[row], index))
        more[4 * count + index] = <float> (mass[index] / total)
    _main(blocks, parents, low, high, depth, prose, mass, count, out + 3 * count, more + 5 * count)
    _rises(blocks, first, parents, depth, count, rises)
    for level in range(of_spans):
        for index in range(count):
            row = above[span_ups[level] * count + index]
            spans[level * count + index] = min(low[row], index)
            spans[(of_spans + level) * count + index] = max(high[row], index + 1)
    return mass[count], cards, posts


cdef int _kin(const Py_ssize_t* parents, const Py_ssize_t* kinds, Py_ssize_t rows, Py_ssize_t different, const Py_ssize_t* above, Py_ssize_t count,
              float* out) except -1:
    """How many of the elements one to four steps up are children of the same element, of the same kind; and how many of them stand before a line's own.

    The elements are put side by side by two counting sorts, by kind and by parent; in both those that are equal stay in their order.
    """
    cdef bytearray levels = room(rows + 1, 1), numbered = PyByteArray_FromStringAndSize(NULL, (rows + 1) * sizeof(int32_t)), memory, places
    cdef uint8_t *at_level = <uint8_t*> PyByteArray_AS_STRING(levels)  # bits: at which steps up an element is
    cdef int32_t *number = <int32_t*> PyByteArray_AS_STRING(numbered)  # of such an element: its place among them
    cdef Py_ssize_t *elements
    cdef Py_ssize_t *sorted_once
    cdef Py_ssize_t *starts  # of parents: one more than there are rows, for -1; or of kinds
    cdef float *found  # of each element: four times kin, four times order
    cdef Py_ssize_t some = 0, index, level, row, begin, end, at
    cdef Py_ssize_t[4] counts
    for level in range(4):
        for index in range(count):
            at_level[above[(level + 1) * count + index]] |= <uint8_t> (1 << level)
    for row in range(rows):
        number[row] = <int32_t> some
        some += at_level[row] != 0
    memory = room(2 * some + max(rows, different) + 3, sizeof(Py_ssize_t))
    places = PyByteArray_FromStringAndSize(NULL, (8 * some + 1) * sizeof(float))
    elements = <Py_ssize_t*> PyByteArray_AS_STRING(memory)
    sorted_once = elements + some
    starts = sorted_once + some
    found = <float*> PyByteArray_AS_STRING(places)
    for row in range(rows):
        if at_level[row]:
            elements[number[row]] = row
    for index in range(some):
        starts[kinds[elements[index]] + 1] += 1
    for index in range(different):
        starts[index + 1] += starts[index]
    for index in range(some):
        row = elements[index]
        sorted_once[starts[kinds[row]]] = row
        starts[kinds[row]] += 1
    memset(starts, 0, (max(rows, different) + 2) * sizeof(Py_ssize_t))
    for index in range(some):
        starts[parents[sorted_once[index]] + 2] += 1
    for index in range(rows + 1):
        starts[index + 1] += starts[index]
    for index in range(some):
        row = sorted_once[index]
        elements[starts[parents[row] + 1]] = row
        starts[parents[row] + 1] += 1
    begin = 0
    while begin < some:
        row = elements[begin]
        for level in range(4):
            counts[level] = 0
        end = begin
        while end < some and parents[elements[end]] == parents[row] and kinds[elements[end]] == kinds[row]:
            for level in range(4):
                found[8 * number[elements[end]] + 4 + level] = <float> min(<Py_ssize_t> 99, counts[level])
                counts[level] += at_level[elements[end]] >> level & 1
            end += 1
        for at in range(begin, end):
            for level in range(4):
                found[8 * number[elements[at]] + level] = <float> min(<Py_ssize_t> 99, counts[level])
        begin = end
    for index in range(count):
        for level in range(4):
            at = 8 * number[above[(level + 1) * count + index]]
            out[level * count + index] = found[at + level]
            out[(4 + level) * count + index] = found[at + 4 + level]
    return 0


cdef void _main(const Py_ssize_t* blocks, const Py_ssize_t* parents, const Py_ssize_t* low, const Py_ssize_t* high, const float* depth, const float* prose,
                const double* mass, Py_ssize_t count, const float* own, float* out) noexcept:
    """Three columns each for the smallest element with 60 % and with 90 % of the page's prose: how deep inside it, whether inside, how far through."""
    cdef Py_ssize_t index, at, row, best = 0, start = 0, end = 0
    cdef double total = mass[count] if mass[count] > 1.0 else 1.0, share, through
    for index in range(count):
        if prose[index] > prose[best]:
            best = index
    for at in range(2):
        share = 0.6 if at == 0 else 0.9
        if not count or prose[best] == 0:
            for index in range(count):
                out[index] = own[index]
                out[count + index] = out[2 * count + index] = 0
        else:
            row = blocks[best]
            while True:
                start, end = low[row], high[row]
                if mass[end] - mass[start] >= share * total or parents[row] < 0:
                    break
                row = parents[row]
            for index in range(count):
                out[index] = own[index] - depth[row]
                out[count + index] = 1 if start <= index < end else 0
                through = <double> (index - start) / <double> max(<Py_ssize_t> 1, end - start)
                through = through if through > -1 else -1
                out[2 * count + index] = <float> (through if through < 2 else 2)
        out += 3 * count


cdef void _rises(const Py_ssize_t* blocks, const Py_ssize_t* first, const Py_ssize_t* parents, const float* depth, Py_ssize_t count, float* out) noexcept:
    """Rise and fall, two columns of one line more than there are: each from the line before, and that of what comes after the last."""
    cdef float *fall = out + count + 1
    cdef Py_ssize_t index, row, steps
    cdef float deep
    out[0] = out[count] = fall[0] = fall[count] = 9
    for index in range(1, count):
        row, steps = blocks[index], 0
        while steps < _CLIMBED and row > first[index - 1]:
            row = parents[row]
            steps += 1
        out[index] = steps
        fall[index] = 9
        if row >= 0:
            deep = depth[blocks[index - 1]] - depth[row]
            fall[index] = deep if deep < _CLIMBED else _CLIMBED


def winner(tuple of_rows, tuple of_lines, tuple columns, tuple named, tuple spelt, dict by_tag, double by_name, object shares, tuple bars, object table):
    """Whose element the paragraphs vote for: fills winner, winner_steps, points, points_near; the winner's points, and the most of those elsewhere.

    `of_rows`: parents, low, high, depth; `of_lines`: blocks, above; `columns`: chars, linked, hidden, control, commas; `named`: the rows that have names
    and their spellings; `spelt`: of spellings the tag, which is worth what `by_tag` says, and whether it speaks for an article, and against, which is
    worth `by_name`; `shares`: of a paragraph's points, step by step up; `bars`: the least points, and share, of a brother, and the length of a vote.
    """
    cdef Py_ssize_t count = len(of_lines[0]), rows = len(of_rows[0]), names = len(named[0]), steps = len(shares), step, index, row
    cdef list tags = spelt[0]
    cdef Py_ssize_t spellings = len(tags)
    cdef const unsigned char *speaks_for = marks(spelt[1], spellings)
    cdef const unsigned char *speaks_against = marks(spelt[2], spellings)
    cdef double least = bars[0], brother = bars[1]
    cdef float shortest = bars[2]
    cdef const Py_ssize_t *parents = numbers(of_rows[0], rows)
    cdef const Py_ssize_t *low = numbers(of_rows[1], rows)
    cdef const Py_ssize_t *high = numbers(of_rows[2], rows)
    cdef const float *depth = floats(of_rows[3], rows)
    cdef const Py_ssize_t *blocks = numbers(of_lines[0], count)
    cdef const Py_ssize_t *above = numbers(of_lines[1], _STEPS * count)
    cdef const float *chars = floats(columns[0], count)
    cdef const float *linked = floats(columns[1], count)
    cdef const float *hidden = floats(columns[2], count)
    cdef const float *control = floats(columns[3], count)
    cdef const float *commas = floats(columns[4], count)
    cdef const Py_ssize_t *of_names = numbers(named[0], names)
    cdef const Py_ssize_t *spelling = numbers(named[1], names)
    cdef const float *share = floats(shares, steps)
    cdef float *out = new_floats(table, 4 * count)
    cdef bytearray memory = room(2 * rows + 2 * (count + 1) + spellings, sizeof(double)), more = room(2 * count, sizeof(float))
    cdef double *points = <double*> PyByteArray_AS_STRING(memory)
    cdef double *added = points + rows
    cdef double *links = added + rows
    cdef double *length = links + count + 1
    cdef double *worth = length + count + 1
    cdef float *own = <float*> PyByteArray_AS_STRING(more)
    cdef float *product = own + count
    cdef Py_ssize_t best = 0
    cdef double most, held, near, rival = 0.0, bar
    cdef float part
    if steps >= _STEPS:
        raise ValueError("more steps up than are known")
    _within(low, rows, 0, count)
    _within(high, rows, 0, count)
    _within(blocks, count, 0, rows - 1)
    _within(above, _STEPS * count, 0, rows - 1)
    _within(of_names, names, 0, rows - 1)
    _within(spelling, names, 0, spellings - 1)
    for index in range(spellings):
        worth[index] = by_tag.get(tags[index], 0.0) + by_name * speaks_for[index] - by_name * speaks_against[index]
    for index in range(count):
        if chars[index] >= shortest and hidden[index] < 3 and control[index] == 0:
            part = <float> (<Py_ssize_t> chars[index] // 100)
            own[index] = (1 + (commas[index] if commas[index] < 20 else 20)) + (part if part < 3 else 3)
        product[index] = chars[index] * linked[index]
    for step in range(1, steps + 1):
        for index in range(count):
            row = above[step * count + index]
            if row != above[(step - 1) * count + index]:  # the root is in nothing
                part = own[index] * share[step - 1]
                added[row] += part
        for index in range(names):  # whatever stands around a line has a name
            row = of_names[index]
            points[row] += added[row]
            added[row] = 0.0
    _sums(product, count, links)
    _sums(chars, count, length)
    for index in range(names):
        row = of_names[index]
        if points[row] != 0:
            points[row] += worth[spelling[index]]
            held = length[high[row]] - length[low[row]]
            points[row] *= 1.0 - (links[high[row]] - links[low[row]]) / (held if held > 1.0 else 1.0)
            points[row] = points[row] if points[row] > 0.0 else 0.0
    for index in range(names):
        if points[of_names[index]] > points[best]:
            best = of_names[index]
    most = points[best] if rows else 0.0
    if most <= 0:
        return 0.0, 0.0
    bar = brother * most
    bar = bar if bar > least else least
    for index in range(count):
        out[index] = 0
    for step in range(names):
        row = of_names[step]
        if parents[row] == parents[best] and points[row] >= bar:
            for index in range(low[row], high[row]):
                out[index] = 1
        if (high[row] <= low[best] or low[row] >= high[best]) and points[row] > rival:
            rival = points[row]
    for index in range(low[best], high[best]):
        out[index] = 2
    for index in range(count):
        part = depth[blocks[index]] - depth[best]
        out[count + index] = (part if part > 0 else 0) if out[index] == 2 else -1
        held = points[above[index]]
        for step in range(1, 3):
            held = max(held, points[above[step * count + index]])
        near = held
        for step in range(3, _STEPS):
            held = max(held, points[above[step * count + index]])
        out[2 * count + index] = <float> (held / most)
        out[3 * count + index] = <float> (near / most)
    return most, rival


cdef Py_ssize_t _ranks(const int64_t* keys, Py_ssize_t count, Py_ssize_t* work, Py_ssize_t* ranks) noexcept:
    """The place of every key among the different ones in order; how many those are. `work`: room for twice as many. Sorted by merging."""
    cdef Py_ssize_t *one = work
    cdef Py_ssize_t *other = work + count
    cdef Py_ssize_t *swap
    cdef Py_ssize_t index, wide = 1, start, middle, end, a, b, rank = 0
    for index in range(count):
        one[index] = index
    while wide < count:
        start = 0
        while start < count:
            middle, end = min(start + wide, count), min(start + 2 * wide, count)
            a, b = start, middle
            for index in range(start, end):
                if a < middle and (b >= end or keys[one[a]] <= keys[one[b]]):
                    other[index] = one[a]
                    a += 1
                else:
                    other[index] = one[b]
                    b += 1
            start = end
        swap = one
        one = other
        other = swap
        wide *= 2
    for index in range(count):
        if index and keys[one[index]] != keys[one[index - 1]]:
            rank += 1
        ranks[one[index]] = rank
    return rank + 1 if count else 0


def groupings(tuple columns, tuple kinds, object groups):
    """The three ways of `groups` to put lines together; `columns`: bold, tag, state, inner_tag, size, heading, transform; `kinds`: of rows, and blocks."""
    cdef Py_ssize_t count = len(kinds[1]), rows = len(kinds[0]), index
    cdef const float *bold = floats(columns[0], count)
    cdef const float *tag = floats(columns[1], count)
    cdef const float *state = floats(columns[2], count)
    cdef const float *inner = floats(columns[3], count)
    cdef const float *size = floats(columns[4], count)
    cdef const float *heading = floats(columns[5], count)
    cdef const float *transform = floats(columns[6], count)
    cdef const Py_ssize_t *kind = numbers(kinds[0], rows)
    cdef const Py_ssize_t *blocks = numbers(kinds[1], count)
    cdef Py_ssize_t *out = new_numbers(groups, 3 * count)
    cdef bytearray memory = room(5 * count, sizeof(int64_t))
    cdef int64_t *strict = <int64_t*> PyByteArray_AS_STRING(memory)
    cdef int64_t *named = strict + count
    cdef int64_t *loose = named + count
    cdef Py_ssize_t *work = <Py_ssize_t*> (loose + count)
    cdef int64_t is_bold
    _within(blocks, count, 0, rows - 1)
    for index in range(count):
        is_bold = bold[index] > <float> 0.9
        strict[index] = ((<int64_t> state[index] * 64 + <int64_t> tag[index]) * 64 + <int64_t> inner[index]) * 2 + is_bold
        named[index] = kind[blocks[index]] * 2 + is_bold
        loose[index] = ((<int64_t> rintf(size[index] * 20) * 8 + <int64_t> heading[index]) * 4 + (transform[index] > 2)) * 2 + is_bold
    _ranks(strict, count, work, out)
    _ranks(named, count, work, out + count)
    _ranks(loose, count, work, out + 2 * count)


cdef Py_ssize_t _sizes(const Py_ssize_t* group, Py_ssize_t count, double* sizes) except -1:
    """How many lines each group has; `sizes` has room for as many groups as there are lines. How many groups there are."""
    cdef Py_ssize_t index, most = 0
    _within(group, count, 0, count - 1)
    for index in range(count):
        sizes[index] = 0.0
    for index in range(count):
        sizes[group[index]] += 1.0
        most = max(most, group[index] + 1)
    return most


cdef Py_ssize_t _place(object number, Py_ssize_t count) except -1:
    """A row of a table of so many."""
    cdef Py_ssize_t row = number
    if not 0 <= row < count:
        raise IndexError(f"no row {row}: the table has {count}")
    return row


def means(list groups, list asked, list values, list rows, object longest, object table):
    """The means of columns over the groups of given groupings (`asked`: the grouping of each, `values`: the column; None: whether the next line is of
    another group), as every line has it. Then, for each grouping, how many lines its groups have, and the greatest of `longest` there, and the place
    of a line after the first there. `rows`: which row of the table each of them fills."""
    cdef Py_ssize_t count = len(longest), index, at, grouping, of_groups = len(groups), means_in_all = len(asked), some
    cdef float *start = new_floats(table, (means_in_all + 3 * of_groups) * count)
    cdef float *out
    cdef const float *length = floats(longest, count)
    cdef bytearray memory = room((of_groups + 1) * count, sizeof(double)), more = room(2 * count, sizeof(float)), known = room(of_groups, sizeof(Py_ssize_t))
    cdef double *sizes = <double*> PyByteArray_AS_STRING(memory)
    cdef double *sums = sizes + of_groups * count
    cdef float *most = <float*> PyByteArray_AS_STRING(more)
    cdef float *first = most + count
    cdef Py_ssize_t *groups_in = <Py_ssize_t*> PyByteArray_AS_STRING(known)  # each grouping
    cdef const Py_ssize_t *group
    cdef const float *value
    for grouping in range(of_groups):
        groups_in[grouping] = _sizes(numbers(groups[grouping], count), count, sizes + grouping * count)
    for at in range(means_in_all):
        grouping = asked[at]
        if not 0 <= grouping < of_groups:
            raise IndexError(f"no grouping {grouping}")
        group, out = numbers(groups[grouping], count), start + _place(rows[at], means_in_all + 3 * of_groups) * count
        if values[at] is not None:
            value = floats(values[at], count)
        else:
            for index in range(count):
                first[index] = index + 1 < count and group[index] != group[index + 1]
            value = first
        some = groups_in[grouping]
        for index in range(some):
            sums[index] = 0.0
        for index in range(count):
            sums[group[index]] += value[index]
        for index in range(some):
            most[index] = <float> (sums[index] / sizes[grouping * count + index])
        for index in range(count):
            out[index] = most[group[index]]
    for grouping in range(of_groups):
        group = numbers(groups[grouping], count)
        for index in range(count):
            most[index], first[index] = 0, <float> count
        for index in range(count):
            most[group[index]] = length[index] if length[index] > most[group[index]] else most[group[index]]
            first[group[index]] = <float> index if <float> index < first[group[index]] else first[group[index]]
        for at in range(3):
            out = start + _place(rows[means_in_all + 3 * grouping + at], means_in_all + 3 * of_groups) * count
            for index in range(count):
                out[index] = <float> sizes[grouping * count + group[index]] if at == 0 else most[group[index]] if at == 1 else <float> index - first[group[index]]


cdef void _far(const uint8_t* marked, Py_ssize_t count, float* to, float* back) noexcept:
    """How many lines on the next marked one is, and how many lines back; 99 where there is none."""
    cdef Py_ssize_t index, last = -1
    for index in range(count):
        back[index] = <float> min(<Py_ssize_t> 99, index - last) if last >= 0 else 99
        if marked[index]:
            last = index
    last = -1
    for index in range(count - 1, -1, -1):
        to[index] = <float> min(<Py_ssize_t> 99, last - index) if last >= 0 else 99
        if marked[index]:
            last = index


def neighbours(list around, object widths, object same_look, tuple columns, object table):
    """Fills the columns of `neighbours` that are no shifted ones: for each of the columns `around` and each width the mean of the lines around a line, and
    of those from it on; the length of the run of lines of the same look, and the place in it; what comes after the run (chars, sentences); how far
    prose and headings are. `columns`: chars, sentences, prose, heading."""
    cdef Py_ssize_t count = len(same_look), of_widths = len(widths), index, at, step, wide, low, high, start, end
    cdef const Py_ssize_t *width = numbers(widths, of_widths)
    cdef const Py_ssize_t *look = numbers(same_look, count)
    cdef const float *chars = floats(columns[0], count)
    cdef const float *sentences = floats(columns[1], count)
    cdef const float *prose = floats(columns[2], count)
    cdef const float *heading = floats(columns[3], count)
    cdef float *out = new_floats(table, (2 * len(around) * of_widths + 8) * count)
    cdef bytearray memory = room(count + 1, sizeof(double)), more = room(2 * count, 1)
    cdef double *sums = <double*> PyByteArray_AS_STRING(memory)
    cdef uint8_t *marked = <uint8_t*> PyByteArray_AS_STRING(more)
    for at in range(len(around)):
        _sums(floats(around[at], count), count, sums)
        for step in range(of_widths):
            wide = width[step]
            if wide < 0:
                raise ValueError("a width below nought")
            for index in range(count):
                low, high = max(<Py_ssize_t> 0, index - wide), min(count, index + wide + 1)
                out[index] = <float> ((sums[high] - sums[low]) / <double> (high - low))
                out[count + index] = <float> ((sums[high] - sums[index]) / <double> (high - index))
            out += 2 * count
    start = 0
    while start < count:
        end = start + 1
        while end < count and look[end] == look[start]:
            end += 1
        for index in range(start, end):
            out[index] = <float> (end - start)
            out[count + index] = <float> (index - start)
            out[2 * count + index] = chars[end] if end < count else -1
            out[3 * count + index] = sentences[end] if end < count else -1
        start = end
    for index in range(count):
        marked[index], marked[count + index] = prose[index] > 0, heading[index] > 0
    _far(marked, count, out + 4 * count, out + 5 * count)
    _far(marked + count, count, out + 6 * count, out + 7 * count)


def second(object first, list groups, object chars_of, list spans, tuple elements, tuple labels, object widths, object table, object page):
    """All columns of `second` but two that are the same for a whole page. `first`: one row a line, one column a label; `labels`: how many there are, the
    number of titles and of what is left out. `page` gets what one of those is made of, the characters kept; their rows are left as they are.

    The order: the labels; by grouping their means and the share of titles in what is kept; kept and title three lines before to three after; windows
    before and after; characters kept before; those two; by element kept, mass, title; best_off, best_through, stretch_off, stretch_through, best_f1, best_pure,
    best_share; to_kept, from_kept, to_title, from_title.
    """
    cdef Py_ssize_t of_labels = labels[0], the_title = labels[1], rest = labels[2], count = len(chars_of), index, at, label, step, low, high, best, in_all
    cdef Py_ssize_t of_widths = len(widths), of_elements = len(elements[0])
    cdef const float *chances = floats(first, count * of_labels)
    cdef const float *chars = floats(chars_of, count)
    cdef const Py_ssize_t *width = numbers(widths, of_widths)
    cdef const Py_ssize_t *starts = numbers(elements[0], of_elements)
    cdef const Py_ssize_t *ends = numbers(elements[1], of_elements)
    cdef const Py_ssize_t *group
    cdef const Py_ssize_t *other
    cdef Py_ssize_t columns = of_labels + (of_labels + 1) * len(groups) + 12 + 2 * of_widths + 3 + 3 * len(spans) + 7 + 4
    cdef float *out = new_floats(table, columns * count)
    cdef double *of_page = new_doubles(page, 1)
    cdef bytearray memory = room(8 * (count + 1) + (of_labels + 3) * count, sizeof(double)), more = room(3 * count, sizeof(float)), signs = room(2 * count, 1)
    cdef double *lines = <double*> PyByteArray_AS_STRING(memory)
    cdef double *heavy = lines + count + 1  # kept characters, in float32 before they are added
    cdef double *length = heavy + count + 1
    cdef double *titles = length + count + 1
    cdef double *exact = titles + count + 1  # kept characters, in float64
    cdef double *sums = exact + count + 1
    cdef double *sizes = sums + (of_labels + 2) * count
    cdef float *kept = <float*> PyByteArray_AS_STRING(more)
    cdef float *title = kept + count
    cdef float *own
    cdef uint8_t *marked = <uint8_t*> PyByteArray_AS_STRING(signs)
    cdef double value, total, mass, all_of_it, every, worth, most, lowest
    cdef float some, part
    if not 0 <= the_title < of_labels or not 0 <= rest < of_labels:
        raise IndexError("labels that are not there")
    if not count:
        return
    lines[0] = heavy[0] = length[0] = titles[0] = exact[0] = 0.0
    for index in range(count):
        kept[index], title[index] = 1 - chances[index * of_labels + rest], chances[index * of_labels + the_title]
        some = chars[index] if chars[index] < 400 else 400
        lines[index + 1] = lines[index] + kept[index]
        part = kept[index] * some
        heavy[index + 1] = heavy[index] + part
        length[index + 1] = length[index] + some
        titles[index + 1] = titles[index] + title[index]
        value = <double> kept[index] * <double> some
        exact[index + 1] = exact[index] + value
        marked[index], marked[count + index] = kept[index] > <float> 0.5, title[index] > <float> 0.5
        for label in range(of_labels):
            out[label * count + index] = chances[index * of_labels + label]
    own = out
    out += of_labels * count
    for at in range(len(groups)):
        group = numbers(groups[at], count)
        in_all = _sizes(group, count, sizes)
        for label in range(of_labels + 2):
            for index in range(in_all):
                sums[label * count + index] = 0.0
        for label in range(of_labels):
            for index in range(count):
                sums[label * count + group[index]] += own[label * count + index]
        for index in range(count):
            part = title[index] * kept[index]
            sums[of_labels * count + group[index]] += part
            sums[(of_labels + 1) * count + group[index]] += kept[index]
        for index in range(in_all):
            for label in range(of_labels):
                sums[label * count + index] /= sizes[index]
            value = sums[(of_labels + 1) * count + index]
            sums[of_labels * count + index] /= value if value > 1e-6 else 1e-6
        for label in range(of_labels + 1):
            for index in range(count):
                out[label * count + index] = <float> sums[label * count + group[index]]
        out += (of_labels + 1) * count
    for at in range(2):
        own = kept if at == 0 else title
        for step in range(-3, 4):
            if step:
                for index in range(count):
                    out[index] = own[index + step] if 0 <= index + step < count else 0
                out += count
    for at in range(of_widths):
        if width[at] < 1:
            raise ValueError("a width below one")
        for index in range(count):
            low, high = max(<Py_ssize_t> 0, index - width[at]), min(count, index + width[at] + 1)
            out[index] = <float> ((lines[index] - lines[low]) / <double> width[at])
            out[count + index] = <float> ((lines[high] - lines[index + 1]) / <double> width[at])
        out += 2 * count
    total = of_page[0] = heavy[count] if heavy[count] > 1.0 else 1.0
    for index in range(count):
        out[index] = <float> (heavy[index] / total)
    out += 3 * count
    for at in range(len(spans)):
        group, other = numbers(spans[at][0], count), numbers(spans[at][1], count)
        _within(group, count, 0, count)
        _within(other, count, 0, count)
        for index in range(count):
            low, high = group[index], other[index]
            if index and low == group[index - 1] and high == other[index - 1]:  # in the same element as the line before it
                for step in range(3):
                    out[step * count + index] = out[step * count + index - 1]
                continue
            value = lines[high] - lines[low]
            all_of_it = length[high] - length[low]
            out[index] = <float> (value / <double> max(<Py_ssize_t> 1, high - low))
            out[count + index] = <float> ((heavy[high] - heavy[low]) / (all_of_it if all_of_it > 1.0 else 1.0))
            out[2 * count + index] = <float> ((titles[high] - titles[low]) / (value if value > 1e-3 else 1e-3))
        out += 3 * count
    _within(starts, of_elements, 0, count)
    _within(ends, of_elements, 0, count)
    every = exact[count] if exact[count] > 1.0 else 1.0
    best, most = -1, 0.0
    for at in range(of_elements):
        mass, all_of_it = exact[ends[at]] - exact[starts[at]], length[ends[at]] - length[starts[at]] + every
        worth = 2.0 * mass / (all_of_it if all_of_it > 1.0 else 1.0)
        if best < 0 or worth > most or (worth == most and starts[at] - ends[at] >= starts[best] - ends[best]):  # of equals the shortest, and the last
            best, most = at, worth
    if best < 0:
        raise IndexError("lines without elements")
    mass, all_of_it = exact[ends[best]] - exact[starts[best]], length[ends[best]] - length[starts[best]]
    _stretch(starts[best], ends[best], count, out)
    low = high = at = 0
    lowest, worth = 0.0, 0.0  # the stretch of lines with the greatest sum, one half taken off every line
    for index in range(count + 1):
        value = exact[index] - 0.5 * length[index]
        if index == 0 or value < lowest:
            lowest, at = value, index
        if index == 0 or value - lowest > worth:
            worth, low, high = value - lowest, at, index
    _stretch(low, high, count, out + 2 * count)
    for index in range(count):
        out[4 * count + index] = <float> most
        out[5 * count + index] = <float> (mass / (all_of_it if all_of_it > 1.0 else 1.0))
        out[6 * count + index] = <float> (mass / every)
    out += 7 * count
    _far(marked, count, out, out + count)
    _far(marked + count, count, out + 2 * count, out + 3 * count)


cdef void _stretch(Py_ssize_t low, Py_ssize_t high, Py_ssize_t count, float* out) noexcept:
    """Where every line stands to a stretch of lines: how many lines before or after it, and how far through it."""
    cdef Py_ssize_t index
    cdef float outside, through
    for index in range(count):
        outside = <float> index - <float> low if index < low else <float> index - <float> high + 1 if index >= high else 0
        outside = outside if outside > -50 else -50
        out[index] = outside if outside < 50 else 50
        through = (<float> index - <float> low) / <float> max(<Py_ssize_t> 1, high - low)
        through = through if through > -1 else -1
        out[count + index] = through if through < 2 else 2


def under(tuple columns, list said, object table):
    """What the words of the heading above each line say (`said`: columns of lines); 0 where there is none. `columns`: heading, bold, chars, linked."""
    cdef Py_ssize_t count = len(columns[0]), index, at, last
    cdef const float *heading = floats(columns[0], count)
    cdef const float *bold = floats(columns[1], count)
    cdef const float *chars = floats(columns[2], count)
    cdef const float *linked = floats(columns[3], count)
    cdef float *out = new_floats(table, len(said) * count)
    cdef const float *own
    for at in range(len(said)):
        own, last = floats(said[at], count), -1
        for index in range(count):
            out[index] = own[last] if last >= 0 else 0
            if heading[index] > 0 or (bold[index] > <float> 0.9 and chars[index] < 80 and linked[index] < <float> 0.5):
                last = index
        out += count


def running(tuple columns, object table):
    """Fills the mass of running text of each line, that of what is shown, whether the line ends as sentences do, and the length of the next line.
    `columns`: chars, linked, control, sentences, hidden, ending."""
    cdef Py_ssize_t count = len(columns[0]), index
    cdef const float *chars = floats(columns[0], count)
    cdef const float *linked = floats(columns[1], count)
    cdef const float *control = floats(columns[2], count)
    cdef const float *sentences = floats(columns[3], count)
    cdef const float *hidden = floats(columns[4], count)
    cdef const float *ending = floats(columns[5], count)
    cdef float *out = new_floats(table, 4 * count)
    for index in range(count):
        out[index] = 0
        if control[index] == 0 and linked[index] < <float> 0.4 and chars[index] >= 60 and (sentences[index] > 0 or chars[index] >= 160):
            out[index] = chars[index] if chars[index] < 1500 else 1500
        out[count + index] = out[index] if hidden[index] < 3 else 0
        out[2 * count + index] = 1 <= ending[index] <= 3
        out[3 * count + index] = chars[index + 1] if index + 1 < count else 0


def comments(tuple named, tuple spelt, tuple reach, frozenset whole, object prose_of, double most, object table):
    """Fills the columns of `comments`; False where there is so much text (`most`) that only numpy adds it up as it does.

    `named`: the rows that have names, the outer ones first, and the spelling of each; `spelt`: of spellings the tag, and whether it speaks of comments;
    `reach`: of rows the first line and the one after the last; `whole`: tags of elements that are never comments as a whole."""
    cdef Py_ssize_t count = len(prose_of), rows = len(reach[0]), names = len(named[0]), index, row, last = 0, at
    cdef list tags = spelt[0]
    cdef Py_ssize_t spellings = len(tags)
    cdef const Py_ssize_t *of_names = numbers(named[0], names)
    cdef const Py_ssize_t *spelling = numbers(named[1], names)
    cdef const unsigned char *speaks = marks(spelt[1], spellings)
    cdef const Py_ssize_t *low = numbers(reach[0], rows)
    cdef const Py_ssize_t *high = numbers(reach[1], rows)
    cdef const float *prose = floats(prose_of, count)
    cdef float *inside = new_floats(table, 3 * count)
    cdef float *before = inside + count
    cdef double total = 0.0, within = 0.0, outside = 0.0
    for index in range(count):
        inside[index] = 0
        total += prose[index]
    if total >= most:
        return False
    for index in range(names):
        row, at = of_names[index], spelling[index]
        if not 0 <= row < rows or not 0 <= at < spellings:
            raise IndexError("a name without a row, or without a spelling")
        if speaks[at] and low[row] >= last and tags[at] not in whole:
            last = high[row]
            if not 0 <= low[row] <= count or not 0 <= last <= count:
                raise IndexError("an element with lines that are not there")
            for at in range(low[row], last):
                inside[at] = 1
    total = total if total > 1.0 else 1.0
    for index in range(count):
        if inside[index] > 0:
            within += prose[index]
        else:
            outside += prose[index]
        before[index] = <float> (outside / total)
    for index in range(count):
        before[count + index] = <float> (within / total)
    return True


def repeated(list values, object table):
    """Fills each row of a table with one value."""
    cdef Py_ssize_t rows = len(values), count = table.shape[1], row, index
    cdef float *out = new_floats(table, rows * count)
    cdef float value
    for row in range(rows):
        value = <float> <double> values[row]
        for index in range(count):
            out[index] = value
        out += count


def counts(list columns, tuple more, Py_ssize_t first):
    """How many lines are not nought in each of some columns; then of `more` (bold, heading, chars, region, prose, hidden, sentences): bold lines without
    an h-tag, lines in articles, and in the main part. And the sums of characters, of running text, and of the characters of hidden sentences; and so many
    first lines that are h1 or h2."""
    cdef Py_ssize_t count = len(more[0]), index, found, lines = 0, articles = 0, mains = 0
    cdef double length = 0.0, mass = 0.0, unseen = 0.0
    cdef list heads = []
    cdef const float *prose = floats(more[4], count)
    cdef const float *hidden = floats(more[5], count)
    cdef const float *sentences = floats(more[6], count)
    cdef const float *bold = floats(more[0], count)
    cdef const float *heading = floats(more[1], count)
    cdef const float *chars = floats(more[2], count)
    cdef const float *region = floats(more[3], count)
    cdef const float *own
    cdef list every = []
    for column in columns:
        own, found = floats(column, count), 0
        for index in range(count):
            found += own[index] != 0
        every.append(found)
    for index in range(count):
        lines += bold[index] > <float> 0.9 and heading[index] == 0 and chars[index] < 150
        articles += region[index] == 2
        mains += region[index] == 1
        length += chars[index]
        mass += prose[index]
        if hidden[index] >= 4 and sentences[index] > 0:
            unseen += chars[index]
        if (heading[index] == 1 or heading[index] == 2) and len(heads) < first:
            heads.append(index)
    return every, (lines, articles, mains), (length, mass, unseen), heads
