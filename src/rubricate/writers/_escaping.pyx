# cython: binding=False
"""Markdown escaping, compiled: what `escaping.Escaper` does for every line, in one look at its characters. The Python module says why."""

from rubricate.writers.escaping import _BLOCK, _LEADING, _SPECIAL

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, void *data, Py_ssize_t index)

__all__ = ["Escaper"]

cdef frozenset LEADING = _LEADING
cdef object match_block = _BLOCK.match
cdef char special[128]
for _code in range(128):
    special[_code] = chr(_code) in _SPECIAL


cdef class Escaper:
    """Escapes the lines of one document; what they hold need not be known before."""

    def __init__(self, texts):
        pass

    cpdef str inline(self, str text):
        """Text in the middle of a line, in a heading or in a cell."""
        cdef Py_ssize_t length = len(text), place = _next(text, 0, length), done = 0
        cdef list parts = None
        cdef str instead
        while place < length:
            instead = _instead(text, place, length)
            if instead is not None:
                if parts is None:
                    parts = []
                parts.append(text[done:place])
                parts.append(instead)
                done = place + 1
            place = _next(text, place + 1, length)
        if parts is None:
            return text
        parts.append(text[done:])
        return "".join(parts)

    def line(self, str text):
        """Text at the beginning of a line: it must not begin a list, a heading, a quote, a rule, a table, a definition or front matter."""
        if text[0] not in LEADING:
            return self.inline(text)
        text = self.inline(text.lstrip(" \t"))
        match = match_block(text)
        if match is None:
            return text
        end = match.end() - 1
        return f"{text[:end]}\\{text[end:]}"

    def heading(self, str text):
        """Text of a heading: number signs at its end would be taken for decoration."""
        text = self.inline(text).strip(" \t")
        return f"{text[:-1]}\\#" if text.endswith("#") else text


cdef Py_ssize_t _next(str text, Py_ssize_t place, Py_ssize_t length):
    """Where the next character stands that may mean something, or the text's length."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef unsigned char *bytes_ = <unsigned char *>data
    cdef Py_UCS4 char
    if kind == 1:
        while place < length and (bytes_[place] > 127 or not special[bytes_[place]]):
            place += 1
        return place
    while place < length:
        char = PyUnicode_READ(kind, data, place)
        if char < 128 and special[char]:
            break
        place += 1
    return place


cdef str _instead(str text, Py_ssize_t place, Py_ssize_t length):
    """What stands for a character of the text, or None where it stands for itself."""
    cdef Py_UCS4 char = text[place], after
    if char == "\n" or char == "\r":
        return " "
    if char == "\\":
        return "\\\\"
    if char == "`":
        return "\\`"
    if char == "*":
        return "\\*"
    if char == "[":
        return "\\["
    if char == "~":
        return "\\~"
    if char == "_":  # inside a word it is one of its letters
        if place and text[place - 1].isalnum() and place + 1 < length and text[place + 1].isalnum():
            return None
        return "\\_"
    if char == "<" and place + 1 < length:
        after = text[place + 1]
        return "&lt;" if "a" <= after <= "z" or "A" <= after <= "Z" or after == "/" or after == "!" or after == "?" else None
    if char == "&" and _begins_entity(text, place + 1, length):
        return "&amp;"
    return None


cdef bint _begins_entity(str text, Py_ssize_t place, Py_ssize_t length):
    cdef Py_ssize_t start
    place += place < length and text[place] == "#"
    start = place
    while place < length and place - start < 41 and (text[place].isalnum() or text[place] == "_"):
        place += 1
    return 1 <= place - start <= 40 and place < length and text[place] == ";"
