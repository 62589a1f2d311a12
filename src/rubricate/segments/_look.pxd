"""What the walk's twin (`_walk.pyx`) asks of looks (`_look.pyx`)."""

cdef enum:
    INLINE, BLOCK, BREAK, IMAGE, SKIP, NOSCRIPT  # kinds of elements, as in states.py

cdef enum:
    FLOWS, PREFORMATTED, NOT_SHOWN  # what text does to the line around it


cdef class Family:
    cdef object state  # one State that has these fields
    cdef bint given  # it already stands for a node
    cdef dict shared
    cdef int flow
    cdef bint code, clipped, bold, link, italic


cdef class Node:
    cdef Family family
    cdef object state  # None as long as no line has it
    cdef dict next  # what it becomes: inside an element that says nothing by itself,
    cdef dict linked  # inside a link that says nothing else,
    cdef dict others  # and inside all others
    cdef Py_ssize_t number, share


cdef class Look:
    cdef list nodes
    cdef object copy
    cdef str words, ident  # class and id of the element that is entered

    cdef Node added(self, Family family)
    cdef object state_of(self, Node node)
    cdef tuple said(self, tuple attributes)
    cdef Py_ssize_t enter(self, Node node, Py_ssize_t row, Py_ssize_t parent, str tag, tuple attributes) except -1
