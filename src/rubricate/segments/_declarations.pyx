# cython: binding=False, wraparound=False
"""What declarations say, compiled: the twin of `declarations.apply`, which most of the different looks of a page go through once.

Plain values are read here; what is rare (`font`, colours as rgb(), var(), lengths in other digits than ours) is left to the readers of `declarations`.
"""

from libc.stdint cimport uint8_t

from rubricate.segments.declarations import (
    _ALIGNS,
    _COLORS,
    _INDENTS,
    _READERS,
    _SIZES,
    _TRANSFORMS,
    _UNITS,
    _WEIGHTS,
    _clipped,
    _left,
    _pixels,
    _resolved,
)

__all__ = ["apply"]

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_DATA(object text)
    str PyUnicode_FromStringAndSize(const char *signs, Py_ssize_t size)

cdef enum:
    OTHER, SIZE, WEIGHT, STYLE, COLOR, TRANSFORM, ALIGN, WHITE_SPACE, DECORATION, SPACE  # what a property is about; the last moves a line to the right

cdef dict _ABOUT = {name: SPACE for name in _INDENTS}
_ABOUT.update({name: OTHER for name in _READERS})
_ABOUT.update({"font-size": SIZE, "font-weight": WEIGHT, "font-style": STYLE, "color": COLOR, "text-transform": TRANSFORM, "text-align": ALIGN})
_ABOUT.update({"white-space": WHITE_SPACE, "text-decoration": DECORATION, "text-decoration-line": DECORATION})

cdef enum:
    EM = -1
    REM = -2
    PERCENT = -3
    DIGITS = 9  # before the point, and after it
    EXACT = 15  # so many digits are a whole number that a double holds

cdef dict _UNIT = {**_UNITS, "em": EM, "rem": REM, "%": PERCENT, "": 1.0}
cdef double[EXACT + 1] _POWERS
for _place in range(EXACT + 1):
    _POWERS[_place] = 10.0**_place


def apply(state, dict changes not None, dict declared not None, dict variables not None):
    """Put what declarations say into `changes` of a state (which already hold what the tag says)."""
    cdef dict spaces = None
    cdef str name, value
    cdef object about
    for name, value in declared.items():
        about = _ABOUT.get(name)
        if about is None:
            continue
        if "var(" in value:
            value = _resolved(value, variables)
        if about == SPACE:
            if spaces is None:
                spaces = {}
            spaces[_INDENTS[name]] = _left(value) if name == "margin" or name == "padding" else value
        elif about == OTHER:
            _READERS[name](state, changes, "inherit" if value == "unset" else value)
        else:
            _read(about, state, changes, "inherit" if value == "unset" else value)
    if spaces is not None:  # after the font size, which their em are relative to
        for value in spaces.values():
            _indent(state, changes, value)
    _hide(declared, changes)


cdef int _read(int about, state, dict changes, str value) except -1:
    if about == SIZE:
        _font_size(state, changes, value)
    elif about == WEIGHT:
        _font_weight(state, changes, value)
    elif about == STYLE:
        changes["italic"] = state.italic if value == "inherit" else value.startswith("italic") or value.startswith("oblique")
    elif about == COLOR:
        _color(state, changes, value)
    elif about == TRANSFORM:
        changes["transform"] = state.transform if value == "inherit" else value if value in _TRANSFORMS else ""
    elif about == ALIGN:
        if value in _ALIGNS:
            changes["align"] = _ALIGNS[value]
    elif about == DECORATION:
        changes["underline"] = "underline" in value or (state.underline and not value.startswith("none"))
    elif value == "normal" or value == "nowrap":
        changes["pre"] = False
    else:
        _READERS["white-space"](state, changes, value)
    return 0


cdef int _font_size(state, dict changes, str value) except -1:
    cdef object known = _SIZES.get(value)
    cdef double size = 0
    if known is not None:
        size = known
    elif value == "smaller" or value == "larger":
        size = <double>state.size * (1.2 if value == "larger" else 1 / 1.2)
    elif value == "inherit":
        size = state.size
    elif not _length(value, state, state.size, &size):
        return 0
    if 0 <= size <= 1000:
        changes["size"] = _rounded(size, 3)
    return 0


cdef int _font_weight(state, dict changes, str value) except -1:
    cdef object known = _WEIGHTS.get(value)
    if known is not None:
        changes["weight"] = known
    elif value == "inherit":
        changes["weight"] = state.weight
    elif PyUnicode_GET_LENGTH(value) < 5 and PyUnicode_IS_ASCII(value) and value.isdigit():
        changes["weight"] = min(1000, int(value))
    return 0


cdef int _color(state, dict changes, str value) except -1:
    cdef object known
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(value), place
    cdef const char *signs
    cdef char[7] written
    if 4 <= size <= 9 and PyUnicode_IS_ASCII(value):
        signs = <const char *>PyUnicode_DATA(value)
        place = 1
        while place < size and (48 <= signs[place] <= 57 or 97 <= signs[place] <= 102):  # 0-9 a-f
            place += 1
        if signs[0] == 35 and place == size:  # '#'; three digits may stand for six
            written[0] = 35
            for place in range(6):
                written[place + 1] = signs[1 + (place // 2 if size < 7 else place)]
            changes["color"] = PyUnicode_FromStringAndSize(written, 7)
            return 0
    known = _COLORS.get(value)
    if known is not None:
        changes["color"] = known
    else:
        _READERS["color"](state, changes, value)
    return 0


cdef int _indent(state, dict changes, str value) except -1:
    cdef double pixels = 0
    cdef object size = changes.get("size"), indent
    if not _length(value, state, state.size if size is None else size, &pixels) or value.endswith("%") or not -200 <= pixels <= 400:
        return 0
    indent = changes.get("indent")
    changes["indent"] = _rounded(<double>(state.indent if indent is None else indent) + pixels, 2)
    return 0


cdef int _hide(dict declared, dict changes) except -1:
    cdef object said = declared.get("display")
    if said is not None and <str?>said == "none":
        changes["hidden"] = "display:none"
        return 0
    said = declared.get("visibility")
    if said is not None and (<str?>said == "hidden" or <str>said == "collapse"):
        changes["hidden"] = "visibility:hidden"
        return 0
    said = declared.get("position")
    if said is not None and (<str?>said == "absolute" or <str>said == "fixed") and _clipped(declared):
        changes["hidden"] = "clipped"
    return 0


cdef bint _length(str value, state, double relative_to, double *pixels) except -1:
    """Whether a value is a length; if so, how many pixels it is."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(value), place = 0, whole, digits
    cdef const uint8_t *signs
    cdef double number = 0, unit
    cdef object known
    if not PyUnicode_IS_ASCII(value) or not size or (<const uint8_t *>PyUnicode_DATA(value))[size - 1] == 10:
        return _slow_length(value, state, relative_to, pixels)
    signs = <const uint8_t *>PyUnicode_DATA(value)
    if signs[0] == 43 or signs[0] == 45:  # + -
        place = 1
    whole = place
    while place < size and 48 <= signs[place] <= 57:
        number = 10 * number + (signs[place] - 48)
        place += 1
    digits = place - whole
    if digits > DIGITS:
        return False
    if place + 1 < size and signs[place] == 46 and 48 <= signs[place + 1] <= 57:  # .
        place += 1
        whole = place
        while place < size and 48 <= signs[place] <= 57:
            number = 10 * number + (signs[place] - 48)
            place += 1
        if place - whole > DIGITS:
            return False
        digits += place - whole
        if digits > EXACT:
            return _slow_length(value, state, relative_to, pixels)
        number /= _POWERS[place - whole]
    if not digits:
        return False
    known = _UNIT.get(value[place:])
    if known is None:
        return False
    unit = known
    if signs[0] == 45:
        number = -number
    if unit > 0:
        pixels[0] = number * unit
    elif unit == EM:
        pixels[0] = number * relative_to
    elif unit == REM:
        pixels[0] = number * <double>state.rem
    else:
        pixels[0] = number * relative_to / 100
    return True


cdef bint _slow_length(str value, state, double relative_to, double *pixels) except -1:
    found = _pixels(value, state, relative_to)
    if found is None:
        return False
    pixels[0] = found
    return True


cdef object _rounded(double number, int places):
    """`round(number, places)`; a whole number, as most are, is what it is."""
    if -1e9 < number < 1e9 and number == <long>number:
        return number
    return round(<object>number, places)
