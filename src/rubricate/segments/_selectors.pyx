# cython: binding=False, wraparound=False
"""Selectors of tags, classes and ids alone, as most are, compiled: the twin of `selectors._plain_selector` and of what `sheets._compiled` makes of it.

The same frameworks come with page after page and are remembered; a site's own selectors are met for the first time on most pages.
"""

from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport uint8_t

from rubricate._cycles cimport PyObject_GC_UnTrack, tuple_apart
from rubricate.segments.selectors import MOST_COMPOUNDS, Compound, Selector

__all__ = ["asker"]

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_DATA(object text)
    str PyUnicode_FromKindAndData(int kind, const void *signs, Py_ssize_t size)

cdef enum:
    OTHER, NAME, SIGN, STAR, BLANK, COMBINATOR  # what a sign of a selector is

cdef uint8_t[128] _kinds
_letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
for _signs, _kind in ((_letters, NAME), (b".#", SIGN), (b"*", STAR), (b" ", BLANK), (b">+~", COMBINATOR)):
    for _sign in _signs:
        _kinds[_sign] = _kind

cdef tuple _NOTHING = ()
cdef frozenset _NO_NAMES = frozenset()
cdef dict _COMBINATORS = {32: " ", 62: ">", 43: "+", 126: "~"}
cdef Py_ssize_t _most = MOST_COMPOUNDS


cdef class Read:
    """A selector as far as it is read, from left to right."""

    cdef const uint8_t *signs
    cdef list compounds, combinators, names, idents, tags, around
    cdef Py_ssize_t classes
    cdef bint beside  # some combinator is + or ~

    def __cinit__(self):
        self.compounds, self.combinators, self.names, self.idents, self.tags, self.around = [], [], [], [], [], []

    cdef inline str text(self, Py_ssize_t start, Py_ssize_t end):
        return PyUnicode_FromKindAndData(1, self.signs + start, end - start)

    cdef bint compound(self, Py_ssize_t start, Py_ssize_t end) except -1:
        """Takes the compound that stands there; whether there is one that is understood."""
        cdef Py_ssize_t place = start, first
        cdef str tag = "", ident = "", name
        cdef list classes = [], names = [], around = []
        if start == end:
            return False
        if _kinds[self.signs[place]] == STAR:
            place += 1
        else:
            while place < end and _kinds[self.signs[place]] == NAME:
                place += 1
            tag = self.text(start, place).lower()
        while place < end:
            first = place + 1
            if _kinds[self.signs[place]] != SIGN:
                return False
            place = first
            while place < end and _kinds[self.signs[place]] == NAME:
                place += 1
            if place == first:
                return False
            name = self.text(first, place)
            if self.signs[first - 1] == 46:  # .
                classes.append(name)
                names.append(self.text(first - 1, place))
            else:
                ident = name
        self.classes += len(classes)
        around.extend(classes)
        if ident:
            self.idents.append("#" + ident)
            around.append("#" + ident)
        if tag:
            self.tags.append(tag)
        self.names.append(names)
        self.around.append(around)
        self.compounds.append(_made(Compound, (tag, ident, tuple_apart(tuple(classes)), _NOTHING, _NOTHING)))
        return True

    cdef bint all(self, Py_ssize_t size) except -1:
        """Takes the whole selector; whether it is understood."""
        cdef Py_ssize_t start = 0, end
        cdef uint8_t sign
        while True:
            end = start
            while end < size and _kinds[self.signs[end]] < BLANK:
                end += 1
            if not self.compound(start, end) or len(self.compounds) > _most:
                return False
            if end == size:
                return True
            start = self.after_blanks(end, size)
            sign = 32
            if start < size and _kinds[self.signs[start]] == COMBINATOR:
                sign = self.signs[start]
                start = self.after_blanks(start + 1, size)
                self.beside = self.beside or sign != 62  # >
            self.combinators.append(_COMBINATORS[sign])

    cdef inline Py_ssize_t after_blanks(self, Py_ssize_t place, Py_ssize_t size) noexcept:
        while place < size and self.signs[place] == 32:
            place += 1
        return place

    cdef tuple facts(self):
        """The fields of a `sheets._Asker`."""
        cdef tuple last
        cdef frozenset asks = _NO_NAMES
        cdef list names = [], around
        cdef bint simple = len(self.compounds) == 1, whole_page
        cdef tuple specificity = tuple_apart((len(self.idents), self.classes, len(self.tags)))
        if not simple:
            if not self.beside:
                asks = frozenset([name for around in self.around[: len(self.around) - 1] for name in around])
                PyObject_GC_UnTrack(asks)
            for column in (self.compounds, self.combinators, self.names, self.idents, self.tags):
                (<list>column).reverse()
        for around in self.names:
            names.extend(around)
        names.extend(self.idents)
        last = <tuple>self.compounds[0]
        whole_page = simple and not names and last[0] in ("html", "body", "")
        selector = _made(Selector, (tuple_apart(tuple(self.compounds)), tuple_apart(tuple(self.combinators)), specificity))
        return selector, tuple_apart(tuple(names)), tuple_apart(tuple(self.tags)), _NOTHING, not self.beside, simple, "", asks, whole_page


def asker(str text not None, kind not None):
    """What `sheets._compiled` says of a selector, as one of that kind; NotImplemented where it is not plain."""
    cdef Read read
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), place
    cdef const uint8_t *signs
    if not size or not PyUnicode_IS_ASCII(text):
        return NotImplemented
    signs = <const uint8_t *>PyUnicode_DATA(text)
    for place in range(size):
        if _kinds[signs[place]] == OTHER:
            return NotImplemented
    read = Read()
    read.signs = signs  # of a text that is held by the caller
    return _made(kind, read.facts()) if read.all(size) else None


cdef inline object _made(object kind, tuple items):
    """A named tuple; its own way of making one is written in Python. Thousands are remembered, so the search for cycles had better pass them over."""
    cdef tuple arguments = (items,)
    made = (<PyTypeObject *>tuple).tp_new(kind, <PyObject *>arguments, NULL)
    PyObject_GC_UnTrack(made)
    return made
