"""How compiled twins reach into numpy's arrays: by the buffer protocol, so that building them needs no headers of numpy.

A pointer is good for as long as somebody holds the array, and nobody in this project changes the size of one. Kind, size and order are asked for here,
once an array, so what is done with the pointer has to stay within `count` items and nothing else.
"""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from libc.string cimport memset


cdef inline char* _start(object array, Py_ssize_t count, Py_ssize_t wide, const char* kinds, int flags) except? NULL:
    """Where the data of an array begins that has at least so many items, which are each so wide and of one of these kinds."""
    cdef Py_buffer view
    cdef Py_ssize_t at = 0
    cdef bint fits
    cdef char* start
    PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags)
    while kinds[at] != 0 and kinds[at] != view.format[0]:
        at += 1
    fits = kinds[at] != 0 and view.format[1] == 0 and view.itemsize == wide and view.len >= count * wide
    start = <char*> view.buf
    PyBuffer_Release(&view)
    if not fits:
        raise ValueError(f"an array of {count} items of {wide} bytes was expected")
    return start


cdef inline const float* floats(object array, Py_ssize_t count) except? NULL:
    """A column: float32."""
    return <const float*> _start(array, count, 4, b"f", 0)


cdef inline float* new_floats(object array, Py_ssize_t count) except? NULL:
    """A column that is filled."""
    return <float*> _start(array, count, 4, b"f", PyBUF_WRITABLE)


cdef inline const double* doubles(object array, Py_ssize_t count) except? NULL:
    """float64."""
    return <const double*> _start(array, count, 8, b"d", 0)


cdef inline double* new_doubles(object array, Py_ssize_t count) except? NULL:
    """float64, to be filled."""
    return <double*> _start(array, count, 8, b"d", PyBUF_WRITABLE)


cdef inline const Py_ssize_t* numbers(object array, Py_ssize_t count) except? NULL:
    """Whole numbers of the size of a pointer (intp)."""
    return <const Py_ssize_t*> _start(array, count, sizeof(Py_ssize_t), b"lqin", 0)


cdef inline Py_ssize_t* new_numbers(object array, Py_ssize_t count) except? NULL:
    """Whole numbers, to be filled."""
    return <Py_ssize_t*> _start(array, count, sizeof(Py_ssize_t), b"lqin", PyBUF_WRITABLE)


cdef inline const unsigned char* marks(object array, Py_ssize_t count) except? NULL:
    """Truth values, or bytes."""
    return <const unsigned char*> _start(array, count, 1, b"?B", 0)


cdef inline unsigned char* new_marks(object array, Py_ssize_t count) except? NULL:
    """Truth values, or bytes, to be filled."""
    return <unsigned char*> _start(array, count, 1, b"?B", PyBUF_WRITABLE)


cdef inline bytearray room(Py_ssize_t count, Py_ssize_t wide):
    """Memory for so many items, all of it nought, that is given back with the object, whatever happens."""
    cdef bytearray found = PyByteArray_FromStringAndSize(NULL, count * wide)
    memset(PyByteArray_AS_STRING(found), 0, count * wide)
    return found
