"""How compiled twins reach into numpy's arrays: by the buffer protocol, so that building them needs no headers of numpy.

A pointer is good for as long as somebody holds the array, and nobody in this project changes the size of one. Kind, size and order are asked for here,
once an array, so what is done with the pointer has to stay within `count` items and nothing else.

A page asks for some hundred pointers, and the protocol takes its time over each. So the first array of a kind is asked by the protocol, and is looked
at, too, where numpy keeps what it has of an array (the same place in all versions: compiled modules read it there). Where both say the same, the next
arrays of that very type and kind of numbers are only looked at.
"""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from libc.string cimport memset


cdef extern from *:
    """
    typedef struct {  /* an array of numpy */
        PyObject_HEAD
        char *data;
        int dimensions;
        Py_ssize_t *lengths;
        Py_ssize_t *strides;
        PyObject *base;
        PyObject *kind;
        int flags;
    } array_of_numbers;

    enum { IN_ONE_PIECE = 0x0001, ALIGNED = 0x0100, WRITABLE = 0x0400, KINDS_KNOWN = 2 };
    typedef struct {  /* the type of arrays, and the kinds of numbers, that were found to be as expected; held for as long as the module is there */
        PyTypeObject *type;
        PyObject *kinds[KINDS_KNOWN];
    } known_arrays;
    static known_arrays arrays_known[4];

    /* How many items an array has; a page has few enough for no product to overflow. */
    static Py_ssize_t items_of(const array_of_numbers *own) {
        Py_ssize_t items = 1;
        for (int at = 0; at < own->dimensions; at++) items *= own->lengths[at];
        return items;
    }

    /* Where the data of an array begins, if it is one of those that are known, and has so many items; else NULL. */
    static inline char *known_start(PyObject *array, Py_ssize_t count, int which, int writable) {
        const known_arrays *known = &arrays_known[which];
        const array_of_numbers *own = (const array_of_numbers *)array;
        const int flags = IN_ONE_PIECE | ALIGNED | (writable ? WRITABLE : 0);
        if (Py_TYPE(array) != known->type) return NULL;  /* which is NULL as long as none is known */
        if (own->kind != known->kinds[0] && own->kind != known->kinds[1]) return NULL;
        return (own->flags & flags) == flags && items_of(own) >= count ? own->data : NULL;
    }

    /* Keeps in mind that arrays of this type and kind are as expected, if what numpy has of this one is what the protocol says. */
    static void learn_array(PyObject *array, const Py_buffer *view, int which) {
        known_arrays *known = &arrays_known[which];
        const array_of_numbers *own = (const array_of_numbers *)array;
        if (strcmp(Py_TYPE(array)->tp_name, "numpy.ndarray") || (known->type && known->type != Py_TYPE(array))) return;
        if (own->data != view->buf || own->dimensions != view->ndim || items_of(own) * view->itemsize != view->len) return;
        if (!(own->flags & IN_ONE_PIECE) || !!(own->flags & WRITABLE) == view->readonly) return;
        for (int at = 0; at < KINDS_KNOWN; at++) {
            if (known->kinds[at] == own->kind) return;
            if (!known->kinds[at]) {
                if (!known->type) Py_INCREF(Py_TYPE(array));
                known->type = Py_TYPE(array);
                Py_INCREF(own->kind);
                known->kinds[at] = own->kind;
                return;
            }
        }
    }
    """
    char* known_start(object array, Py_ssize_t count, int which, int writable) noexcept
    void learn_array(object array, const Py_buffer* view, int which) noexcept


cdef enum:
    FLOATS = 0
    DOUBLES = 1
    NUMBERS = 2
    MARKS = 3


cdef inline char* _start(object array, Py_ssize_t count, int which, Py_ssize_t wide, const char* kinds, int flags) except? NULL:
    """Where the data of an array begins that has at least so many items, which are each so wide and of one of these kinds."""
    cdef Py_buffer view
    cdef Py_ssize_t at = 0
    cdef bint fits
    cdef char* start = known_start(array, count, which, flags & PyBUF_WRITABLE)
    if start is not NULL:
        return start
    PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags)
    while kinds[at] != 0 and kinds[at] != view.format[0]:
        at += 1
    fits = kinds[at] != 0 and view.format[1] == 0 and view.itemsize == wide and view.len >= count * wide
    start = <char*> view.buf
    if fits:
        learn_array(array, &view, which)
    PyBuffer_Release(&view)
    if not fits:
        raise ValueError(f"an array of {count} items of {wide} bytes was expected")
    return start


cdef inline const float* floats(object array, Py_ssize_t count) except? NULL:
    """A column: float32."""
    return <const float*> _start(array, count, FLOATS, 4, b"f", 0)


cdef inline float* new_floats(object array, Py_ssize_t count) except? NULL:
    """A column that is filled."""
    return <float*> _start(array, count, FLOATS, 4, b"f", PyBUF_WRITABLE)


cdef inline const double* doubles(object array, Py_ssize_t count) except? NULL:
    """float64."""
    return <const double*> _start(array, count, DOUBLES, 8, b"d", 0)


cdef inline double* new_doubles(object array, Py_ssize_t count) except? NULL:
    """float64, to be filled."""
    return <double*> _start(array, count, DOUBLES, 8, b"d", PyBUF_WRITABLE)


cdef inline const Py_ssize_t* numbers(object array, Py_ssize_t count) except? NULL:
    """Whole numbers of the size of a pointer (intp)."""
    return <const Py_ssize_t*> _start(array, count, NUMBERS, sizeof(Py_ssize_t), b"lqin", 0)


cdef inline Py_ssize_t* new_numbers(object array, Py_ssize_t count) except? NULL:
    """Whole numbers, to be filled."""
    return <Py_ssize_t*> _start(array, count, NUMBERS, sizeof(Py_ssize_t), b"lqin", PyBUF_WRITABLE)


cdef inline const unsigned char* marks(object array, Py_ssize_t count) except? NULL:
    """Truth values, or bytes."""
    return <const unsigned char*> _start(array, count, MARKS, 1, b"?B", 0)


cdef inline unsigned char* new_marks(object array, Py_ssize_t count) except? NULL:
    """Truth values, or bytes, to be filled."""
    return <unsigned char*> _start(array, count, MARKS, 1, b"?B", PyBUF_WRITABLE)


cdef inline bytearray room(Py_ssize_t count, Py_ssize_t wide):
    """Memory for so many items, all of it nought, that is given back with the object, whatever happens."""
    cdef bytearray found = PyByteArray_FromStringAndSize(NULL, count * wide)
    memset(PyByteArray_AS_STRING(found), 0, count * wide)
    return found
