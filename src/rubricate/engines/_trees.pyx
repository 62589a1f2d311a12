# cython: cdivision=True
"""The compiled twin of `engines.trees`: the sums of the leaves of all trees, bit for bit the numbers that numpy gives.

Every value is first replaced by how many borders of its column it is greater than, one byte; a tree's question is then one comparison of bytes,
sixteen rows at a time. Rows are worked on in blocks whose bytes stay in the nearest cache while all trees pass by. The leaves of a row are added one
tree after the other, each output by itself in float32, as `numpy.sum` along the first axis does.
"""

from libc.stdint cimport int32_t, uint8_t

from rubricate._arrays cimport floats, new_floats

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif
    #define BLOCK 64

    #if defined(__GNUC__)  /* GCC and Clang: many numbers at a time, whatever the processor has for that */
    typedef float four_floats __attribute__((vector_size(16), aligned(4), may_alias));
    typedef int32_t four_numbers __attribute__((vector_size(16)));
    typedef uint8_t many_bytes __attribute__((vector_size(16), aligned(1), may_alias));
    #endif

    /* How many of some borders each value is greater than; nothing is greater than NaN, nor NaN than anything. */
    static void bins_of(const float *values, const float *borders, int count, uint8_t *bins) {
    #if defined(__GNUC__)
        for (int start = 0; start < BLOCK; start += 16) {
            const four_floats *own = (const four_floats *)(values + start);
            four_floats a = own[0], b = own[1], c = own[2], d = own[3];
            four_numbers greater[4] = {{0}, {0}, {0}, {0}};
            for (int at = 0; at < count; at++) {
                const four_floats border = {borders[at], borders[at], borders[at], borders[at]};
                greater[0] -= a > border;
                greater[1] -= b > border;
                greater[2] -= c > border;
                greater[3] -= d > border;
            }
    #if defined(__SSE2__)
            const __m128i low = _mm_packs_epi32((__m128i)greater[0], (__m128i)greater[1]), high = _mm_packs_epi32((__m128i)greater[2], (__m128i)greater[3]);
            _mm_storeu_si128((__m128i *)(bins + start), _mm_packus_epi16(low, high));
    #else
            for (int row = 0; row < 16; row++) bins[start + row] = (uint8_t)greater[row / 4][row % 4];
    #endif
        }
    #else
        for (int row = 0; row < BLOCK; row++) {
            int greater = 0;
            for (int at = 0; at < count; at++) greater += values[row] > borders[at];
            bins[row] = (uint8_t)greater;
        }
    #endif
    }

    /* The number of the leaf of every row: one bit a question. */
    static void leaves_of(const uint8_t *bins, const int32_t *slots, const uint8_t *ranks, int depth, uint8_t *found) {
    #if defined(__GNUC__)
        many_bytes number[BLOCK / 16] = {{0}};
        for (int level = 0; level < depth; level++) {
            const many_bytes *own = (const many_bytes *)(bins + (size_t)slots[level] * BLOCK);
            const many_bytes rank = ranks[level] - (many_bytes){0}, bit = (uint8_t)(1u << level) - (many_bytes){0};
            for (int at = 0; at < BLOCK / 16; at++) number[at] |= (many_bytes)(own[at] > rank) & bit;
        }
        memcpy(found, number, BLOCK);
    #else
        for (int row = 0; row < BLOCK; row++) {
            unsigned number = 0;
            for (int level = 0; level < depth; level++) number |= (unsigned)(bins[(size_t)slots[level] * BLOCK + row] > ranks[level]) << level;
            found[row] = (uint8_t)number;
        }
    #endif
    }

    /* The leaves of a tree that comes soon, on their way from memory: which of them are needed is known too late. */
    static void fetch(const float *leaves, size_t count) {
    #if defined(__GNUC__)
        for (size_t at = 0; at < count; at += 16) __builtin_prefetch(leaves + at);
    #endif
    }

    static void add_leaves(const uint8_t *number, const float *leaves, int outputs, float *total) {
    #if defined(__GNUC__)
        if (outputs == 4) {
            const four_floats *from = (const four_floats *)leaves;
            four_floats *to = (four_floats *)total;
            for (int row = 0; row < BLOCK; row++) to[row] += from[number[row]];
            return;
        }
    #endif
        for (int row = 0; row < BLOCK; row++)
            for (int at = 0; at < outputs; at++) total[row * outputs + at] += leaves[number[row] * outputs + at];
    }
    """
    enum: BLOCK
    void bins_of(const float* values, const float* borders, int count, uint8_t* bins) noexcept nogil
    void leaves_of(const uint8_t* bins, const int32_t* slots, const uint8_t* ranks, int depth, uint8_t* found) noexcept nogil
    void fetch(const float* leaves, size_t count) noexcept nogil
    void add_leaves(const uint8_t* number, const float* leaves, int outputs, float* total) noexcept nogil

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset


cdef class Forest:
    """An ensemble made ready: of every column that is asked about the borders, in order; of every question the column and the border's number."""

    cdef bytes _borders, _slots, _ranks, _leaves, _bias
    cdef list _first
    cdef tuple _columns
    cdef int _depth, _outputs, _trees

    def __init__(self, list columns, list borders, object slots, object ranks, object leaves, object bias):
        """`borders[i]` are those of column `columns[i]`, 255 at most; `slots` (such an i) and `ranks`: int32 and uint8, trees x depth."""
        cdef int slot
        self._columns = tuple(columns)
        self._first = [0]
        for some in borders:
            if len(some) > 255:
                raise ValueError(f"a column has {len(some)} borders; 255 are the most")
            self._first.append(self._first[-1] + len(some))
        self._borders = b"".join([some.tobytes() for some in borders])
        self._trees, self._depth = slots.shape
        self._outputs = leaves.shape[2]
        if not 0 <= self._depth <= 8 or leaves.shape[:2] != (self._trees, 1 << self._depth) or ranks.shape != slots.shape or bias.shape != (self._outputs,):
            raise ValueError("the parts of the trees do not fit each other")
        if any([not 0 <= slot < len(columns) for slot in slots.ravel().tolist()]):
            raise ValueError("the trees ask about columns that are not there")
        self._slots, self._ranks, self._leaves, self._bias = slots.tobytes(), ranks.tobytes(), leaves.tobytes(), bias.tobytes()
        if len(self._slots) != 4 * slots.size or len(self._ranks) != ranks.size or len(self._leaves) != 4 * leaves.size or len(self._bias) != 4 * bias.size:
            raise ValueError("the parts of the trees have other kinds of numbers")
        if len(self._borders) != 4 * self._first[-1]:
            raise ValueError("the borders have another kind of numbers")

    def scores(self, list columns, Py_ssize_t count, object total):
        """Fills `total` (rows x outputs) with the sums of the leaves of `count` rows; `columns` are those of the whole table."""
        cdef Py_ssize_t used = len(self._columns), slot, start, some, at
        cdef int tree, outputs = self._outputs, depth = self._depth, trees = self._trees
        cdef size_t leaf = <size_t> (1 << depth) * outputs
        cdef float* answer = new_floats(total, count * outputs)
        cdef const float* borders = <const float*> <const char*> self._borders
        cdef const int32_t* slots = <const int32_t*> <const char*> self._slots
        cdef const uint8_t* ranks = <const uint8_t*> <const char*> self._ranks
        cdef const float* leaves = <const float*> <const char*> self._leaves
        cdef const float* bias = <const float*> <const char*> self._bias
        cdef float[BLOCK] values
        cdef uint8_t[BLOCK] number
        cdef const float** of_slot = <const float**> malloc((used + 1) * sizeof(float*))
        cdef int* first = <int*> malloc((used + 1) * sizeof(int))
        cdef uint8_t* bins = <uint8_t*> malloc((used + 1) * BLOCK)
        cdef float* sums = <float*> malloc((outputs + 1) * BLOCK * sizeof(float))
        try:
            if of_slot is NULL or first is NULL or bins is NULL or sums is NULL:
                raise MemoryError()
            for slot in range(used):
                of_slot[slot] = floats(columns[<Py_ssize_t> self._columns[slot]], count)
            for slot in range(used + 1):
                first[slot] = self._first[slot]
            with nogil:
                start = 0
                while start < count:
                    some = min(<Py_ssize_t> BLOCK, count - start)
                    for slot in range(used):
                        if some == BLOCK:
                            bins_of(of_slot[slot] + start, borders + first[slot], first[slot + 1] - first[slot], bins + slot * BLOCK)
                        else:
                            memset(values, 0, sizeof(values))
                            memcpy(values, of_slot[slot] + start, some * sizeof(float))
                            bins_of(values, borders + first[slot], first[slot + 1] - first[slot], bins + slot * BLOCK)
                    memset(sums, 0, outputs * BLOCK * sizeof(float))
                    for tree in range(trees):
                        if start == 0 and tree + 4 < trees:
                            fetch(leaves + (tree + 4) * leaf, leaf)
                        leaves_of(bins, slots + <size_t> tree * depth, ranks + <size_t> tree * depth, depth, number)
                        add_leaves(number, leaves + tree * leaf, outputs, sums)
                    for at in range(some * outputs):
                        answer[start * outputs + at] = sums[at] + bias[at % outputs]
                    start += BLOCK
        finally:
            free(of_slot)
            free(first)
            free(bins)
            free(sums)


def by_label(object kinds, object list_depth, tuple places, object found):
    """Fills `found`, one column a label, with probabilities of title, body, misc and rest; `places`: the labels of title, prose, item, misc and rest.

    Body is an item inside a list, and prose elsewhere.
    """
    cdef Py_ssize_t count = len(list_depth), row, title = places[0], prose = places[1], item = places[2], misc = places[3], rest = places[4]
    cdef const float* given = floats(kinds, 4 * count)
    cdef const float* depth = floats(list_depth, count)
    cdef float* out = new_floats(found, 5 * count)
    if sorted(places) != [0, 1, 2, 3, 4]:
        raise ValueError("five labels were expected")
    for row in range(count):
        out[5 * row + title] = given[4 * row]
        out[5 * row + prose] = 0 if depth[row] > 0 else given[4 * row + 1]
        out[5 * row + item] = given[4 * row + 1] if depth[row] > 0 else 0
        out[5 * row + misc] = given[4 * row + 2]
        out[5 * row + rest] = given[4 * row + 3]
