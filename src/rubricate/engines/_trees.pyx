# cython: cdivision=True
"""The compiled twin of `engines.trees`: the sums of the leaves of all trees, bit for bit the numbers that numpy gives.

Every value is first replaced by how many borders of its column it is greater than, one byte; a tree's question is then one comparison of bytes,
sixteen rows at a time, or thirty-two. Rows are worked on in blocks whose bytes stay in the nearest cache while all trees pass by. The leaves of
a row are added one tree after the other, each output by itself in float32, as `numpy.sum` along the first axis does.
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
    #define BLOCK 64  /* rows that are worked on together, */
    #define HALF 32   /* and what is left of a page, if it is no more than that */

    #if defined(__GNUC__)  /* GCC and Clang: many numbers at a time, whatever the processor has for that */
    #define EVERYWHERE static inline __attribute__((always_inline))
    typedef float four_floats __attribute__((vector_size(16), aligned(4), may_alias));
    typedef int32_t four_numbers __attribute__((vector_size(16)));
    typedef uint8_t many_bytes __attribute__((vector_size(16), aligned(1), may_alias));
    #else
    #define EVERYWHERE static
    #endif
    #if defined(__GNUC__) && defined(__x86_64__)  /* processors with wider registers, which are asked for when the program runs */
    #define WIDER __attribute__((target("avx2")))
    typedef float eight_floats __attribute__((vector_size(32), aligned(4), may_alias));
    typedef int32_t eight_numbers __attribute__((vector_size(32)));
    typedef uint8_t more_bytes __attribute__((vector_size(32), aligned(1), may_alias));
    #endif

    /* How many of some borders each value is greater than; nothing is greater than NaN, nor NaN than anything. */
    EVERYWHERE void bins_of(const float *values, const float *borders, int count, int rows, uint8_t *bins) {
    #if defined(__GNUC__)
        for (int start = 0; start < rows; start += 16) {
            const four_floats *own = (const four_floats *)(values + start);
            const four_floats a = own[0], b = own[1], c = own[2], d = own[3];
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
        for (int row = 0; row < rows; row++) {
            int greater = 0;
            for (int at = 0; at < count; at++) greater += values[row] > borders[at];
            bins[row] = (uint8_t)greater;
        }
    #endif
    }

    #if defined(WIDER)
    WIDER EVERYWHERE void wider_bins_of(const float *values, const float *borders, int count, int rows, uint8_t *bins) {
        for (int start = 0; start < rows; start += 32) {
            const eight_floats *own = (const eight_floats *)(values + start);
            const eight_floats a = own[0], b = own[1], c = own[2], d = own[3];
            eight_numbers greater[4] = {{0}, {0}, {0}, {0}};
            const __m128i *four = (const __m128i *)greater;
            for (int at = 0; at < count; at++) {
                const float one = borders[at];
                const eight_floats border = {one, one, one, one, one, one, one, one};
                greater[0] -= a > border;
                greater[1] -= b > border;
                greater[2] -= c > border;
                greater[3] -= d > border;
            }
            for (int half = 0; half < 2; half++, four += 4)
                _mm_storeu_si128((__m128i *)(bins + start) + half, _mm_packus_epi16(_mm_packs_epi32(four[0], four[1]), _mm_packs_epi32(four[2], four[3])));
        }
    }
    #endif

    /* The number of the leaf of every row: one bit a question. */
    EVERYWHERE void leaves_of(const uint8_t *bins, const int32_t *slots, const uint8_t *least_of, int depth, int rows, uint8_t *found) {
    #if defined(__GNUC__)
        many_bytes number[BLOCK / 16] = {{0}};
        for (int level = depth - 1; level >= 0; level--) {
            const many_bytes *own = (const many_bytes *)(bins + (size_t)slots[level] * BLOCK);
            const many_bytes least = least_of[level] - (many_bytes){0};
            for (int at = 0; at < rows / 16; at++) number[at] = number[at] + number[at] - (many_bytes)(own[at] >= least);
        }
        memcpy(found, number, rows);
    #else
        for (int row = 0; row < rows; row++) {
            unsigned number = 0;
            for (int level = 0; level < depth; level++) number |= (unsigned)(bins[(size_t)slots[level] * BLOCK + row] >= least_of[level]) << level;
            found[row] = (uint8_t)number;
        }
    #endif
    }

    #if defined(WIDER)
    WIDER EVERYWHERE void wider_leaves_of(const uint8_t *bins, const int32_t *slots, const uint8_t *least_of, int depth, int rows, uint8_t *found) {
        more_bytes number[BLOCK / 32] = {{0}};
        for (int level = depth - 1; level >= 0; level--) {
            const more_bytes *own = (const more_bytes *)(bins + (size_t)slots[level] * BLOCK);
            const more_bytes least = least_of[level] - (more_bytes){0};
            for (int at = 0; at < rows / 32; at++) number[at] = number[at] + number[at] - (more_bytes)(own[at] >= least);
        }
        memcpy(found, number, rows);
    }
    #endif

    typedef struct {
        const float *borders, *leaves, *bias;
        const int32_t *slots;
        const uint8_t *least;
        int used, depth, outputs, trees;
    } parts;

    /* The leaves of a tree that comes soon, on their way from memory: which of them are needed is known too late. */
    EVERYWHERE void fetch(const float *leaves, size_t count) {
    #if defined(__GNUC__)
        for (size_t at = 0; at < count; at += 16) __builtin_prefetch(leaves + at);
    #endif
    }

    #define TREES 4  /* that are added up together: sums need be got and put back less often */

    /* Adds the leaves of one tree, or of TREES, each row's one after the other, to the sums of the rows. */
    EVERYWHERE void add_leaves(const uint8_t *number, const float *leaves, size_t leaf, int trees, int outputs, int rows, float *total) {
    #if defined(__GNUC__)
        if (outputs == 4) {
            const four_floats *one = (const four_floats *)leaves, *two = one + leaf / 4, *three = two + leaf / 4, *four = three + leaf / 4;
            four_floats *to = (four_floats *)total;
            if (trees == TREES)
                for (int row = 0; row < rows; row++)
                    to[row] = to[row] + one[number[row]] + two[number[BLOCK + row]] + three[number[2 * BLOCK + row]] + four[number[3 * BLOCK + row]];
            else
                for (int row = 0; row < rows; row++) to[row] += one[number[row]];
            return;
        }
    #endif
        for (int tree = 0; tree < trees; tree++)
            for (int row = 0; row < rows; row++)
                for (int at = 0; at < outputs; at++) total[row * outputs + at] += leaves[tree * leaf + number[tree * BLOCK + row] * outputs + at];
    }

    /* All scores, by one of the two ways to bins and leaves: the sums of a block of rows, from their bins; a block of rows; all blocks. */
    #define SCORES(TARGET, PREFIX) \\
    TARGET EVERYWHERE void PREFIX##sums_of(const parts *own, const uint8_t *bins, int depth, int rows, int first, float *sums) { \\
        uint8_t number[TREES * BLOCK]; \\
        const size_t leaf = ((size_t)1 << depth) * own->outputs; \\
        int tree = 0; \\
        memset(sums, 0, rows * own->outputs * sizeof(float)); \\
        for (; tree + TREES <= own->trees; tree += TREES) { \\
            const size_t at = (size_t)tree * depth; \\
            if (first && tree + 2 * TREES <= own->trees) fetch(own->leaves + (tree + TREES) * leaf, TREES * leaf); \\
            for (int some = 0; some < TREES; some++) \\
                PREFIX##leaves_of(bins, own->slots + at + some * depth, own->least + at + some * depth, depth, rows, number + some * BLOCK); \\
            add_leaves(number, own->leaves + tree * leaf, leaf, TREES, own->outputs, rows, sums); \\
        } \\
        for (; tree < own->trees; tree++) { \\
            PREFIX##leaves_of(bins, own->slots + (size_t)tree * depth, own->least + (size_t)tree * depth, depth, rows, number); \\
            add_leaves(number, own->leaves + tree * leaf, leaf, 1, own->outputs, rows, sums); \\
        } \\
    } \\
    \\
    TARGET EVERYWHERE void PREFIX##some_rows(const parts *own, const float *const *columns, const int *first, size_t start, int some, int rows, \\
                                             uint8_t *bins, float *sums) { \\
        float values[BLOCK] = {0}; \\
        for (int slot = 0; slot < own->used; slot++) { \\
            const float *from = columns[slot] + start; \\
            if (some < rows) from = memcpy(values, from, some * sizeof(float)); \\
            PREFIX##bins_of(from, own->borders + first[slot], first[slot + 1] - first[slot], rows, bins + (size_t)slot * BLOCK); \\
        } \\
        if (own->depth == 6) PREFIX##sums_of(own, bins, 6, rows, start == 0, sums);  /* as most models have it: the compiler unrolls that */ \\
        else PREFIX##sums_of(own, bins, own->depth, rows, start == 0, sums); \\
    } \\
    \\
    TARGET static void PREFIX##scores(const parts *own, const float *const *columns, const int *first, size_t count, uint8_t *bins, float *sums, \\
                                      float *answer) { \\
        for (size_t start = 0; start < count; start += BLOCK) { \\
            const int some = count - start < BLOCK ? (int)(count - start) : BLOCK; \\
            if (some > HALF) PREFIX##some_rows(own, columns, first, start, some, BLOCK, bins, sums); \\
            else PREFIX##some_rows(own, columns, first, start, some, HALF, bins, sums); \\
            for (int row = 0; row < some; row++) \\
                for (int at = 0; at < own->outputs; at++) answer[(start + row) * own->outputs + at] = sums[row * own->outputs + at] + own->bias[at]; \\
        } \\
    }

    SCORES(, )
    #if defined(WIDER)
    SCORES(WIDER, wider_)
    #endif

    static void scores_of(const parts *own, const float *const *columns, const int *first, size_t count, uint8_t *bins, float *sums, float *answer) {
    #if defined(WIDER)
        if (__builtin_cpu_supports("avx2")) {
            wider_scores(own, columns, first, count, bins, sums, answer);
            return;
        }
    #endif
        scores(own, columns, first, count, bins, sums, answer);
    }
    """
    enum: BLOCK
    ctypedef struct parts:
        const float *borders
        const float *leaves
        const float *bias
        const int32_t *slots
        const uint8_t *least
        int used, depth, outputs, trees
    void scores_of(const parts* own, const float** columns, const int* first, size_t count, uint8_t* bins, float* sums, float* answer) noexcept nogil

from libc.stdlib cimport free, malloc


cdef class Forest:
    """An ensemble made ready: of every column that is asked about the borders, in order; of every question the column and the border's number."""

    cdef bytes _borders, _slots, _least, _leaves, _bias
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
        if ranks.size and int(ranks.max()) > 254:
            raise ValueError("the trees ask about borders that are not there")
        self._slots, self._least, self._leaves, self._bias = slots.tobytes(), (ranks + 1).astype("uint8").tobytes(), leaves.tobytes(), bias.tobytes()
        if len(self._slots) != 4 * slots.size or ranks.itemsize != 1 or len(self._leaves) != 4 * leaves.size or len(self._bias) != 4 * bias.size:
            raise ValueError("the parts of the trees have other kinds of numbers")
        if len(self._borders) != 4 * self._first[-1]:
            raise ValueError("the borders have another kind of numbers")

    def scores(self, list columns, Py_ssize_t count, object total):
        """Fills `total` (rows x outputs) with the sums of the leaves of `count` rows; `columns` are those of the whole table."""
        cdef Py_ssize_t used = len(self._columns), slot
        cdef float* answer = new_floats(total, count * self._outputs)
        cdef parts own
        cdef const float** of_slot = <const float**> malloc((used + 1) * sizeof(float*))
        cdef int* first = <int*> malloc((used + 1) * sizeof(int))
        cdef uint8_t* bins = <uint8_t*> malloc((used + 1) * BLOCK)
        cdef float* sums = <float*> malloc((self._outputs + 1) * BLOCK * sizeof(float))
        own.borders = <const float*> <const char*> self._borders
        own.leaves = <const float*> <const char*> self._leaves
        own.bias = <const float*> <const char*> self._bias
        own.slots = <const int32_t*> <const char*> self._slots
        own.least = <const uint8_t*> <const char*> self._least
        own.used, own.depth, own.outputs, own.trees = <int> used, self._depth, self._outputs, self._trees
        try:
            if of_slot is NULL or first is NULL or bins is NULL or sums is NULL:
                raise MemoryError()
            for slot in range(used):
                of_slot[slot] = floats(columns[<Py_ssize_t> self._columns[slot]], count)
            for slot in range(used + 1):
                first[slot] = self._first[slot]
            with nogil:
                scores_of(&own, of_slot, first, count, bins, sums, answer)
        finally:
            free(of_slot)
            free(first)
            free(bins)
            free(sums)


def lowered(object scores, object found):
    """Fills `found` with the scores of every row less the greatest of them."""
    cdef Py_ssize_t count = scores.shape[0], outputs = scores.shape[1], row, at
    cdef const float* own = floats(scores, count * outputs)
    cdef float* out = new_floats(found, count * outputs)
    cdef float most
    for row in range(count):
        most = own[0] if outputs else 0
        for at in range(1, outputs):
            if own[at] > most or own[at] != own[at]:
                most = own[at]
        for at in range(outputs):
            out[at] = own[at] - most
        own += outputs
        out += outputs


def shared_out(object powers):
    """Makes shares of every row's numbers: divides them by their sum."""
    cdef Py_ssize_t count = powers.shape[0], outputs = powers.shape[1], row, at
    cdef float* own = new_floats(powers, count * outputs)
    cdef float total
    for row in range(count):
        total = 0
        for at in range(outputs):
            total += own[at]
        for at in range(outputs):
            own[at] /= total
        own += outputs


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
