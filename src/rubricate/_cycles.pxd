"""How compiled twins keep columns out of Python's search for cycles.

Whenever some hundreds of containers have been made, that search goes through all young ones, item by item, and a page's columns are long: a fifth of
the time to read a page went there. A container of texts and numbers, or of such containers, is part of no cycle, and the search need not know of it;
of tuples it finds that out by itself, later. Apart may only stand what never holds anything that points back to it.
"""

cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object container)


cdef inline list apart(list column):
    """The same list, which the search passes over."""
    PyObject_GC_UnTrack(column)
    return column


cdef inline tuple tuple_apart(tuple items):
    """The same tuple, which the search passes over."""
    if items:  # the empty one is everybody's
        PyObject_GC_UnTrack(items)
    return items
