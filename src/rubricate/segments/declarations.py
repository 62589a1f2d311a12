"""CSS declarations -> changes of a state: units, shorthands, keywords, colours, var(); display -> kind of element."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rubricate.segments.states import BLOCK, INLINE
from rubricate.types import State

__all__ = ["apply", "display_kind"]

_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0}
_SIZES.update({"xxx-large": 48.0, "initial": 16.0})
_UNITS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "vw": 12.8, "vh": 8.0, "ex": 8.0, "ch": 8.0}
_LENGTH = re.compile(r"([+-]?\d{0,9}(?:\.\d{1,9})?)(px|pt|pc|in|cm|mm|vw|vh|ex|ch|em|rem|%)?$")
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)")
_HEX = re.compile(r"#([0-9a-f]{3,8})$")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})")
_COLORS = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "blue": "#0000ff", "green": "#008000", "gray": "#808080", "grey": "#808080"}
_COLORS.update(navy="#000080", maroon="#800000", silver="#c0c0c0", orange="#ffa500", teal="#008080", purple="#800080", darkblue="#00008b")
_WEIGHTS = {"normal": 400, "initial": 400, "bold": 700, "lighter": 300, "bolder": 700}
_TRANSFORMS = frozenset(("uppercase", "capitalize", "lowercase"))
_ALIGNS = {"left": "left", "center": "center", "right": "right", "justify": "justify"}
_ALIGNS.update({"start": "left", "end": "right", "-webkit-center": "center", "middle": "center"})
_INDENTS = {"margin": "margin", "margin-left": "margin", "margin-inline-start": "margin", "text-indent": "text-indent"}
_INDENTS.update({"padding": "padding", "padding-left": "padding", "padding-inline-start": "padding"})
"""Properties that move a line to the right, and the space that each of them sets: the last word on a space counts."""
_BLOCKS = frozenset((
    "block", "flex", "grid", "table", "list-item", "flow-root", "table-row", "table-cell", "table-caption", "table-row-group", "table-header-group",
    "-webkit-box",
))


def apply(state: State, changes: dict[str, Any], declared: Mapping[str, str], variables: Mapping[str, str]) -> None:
    """Put what declarations say into `changes` of a state (which already hold what the tag says)."""
    indents: dict[str, str] = {}
    for name, value in declared.items():
        if "var(" in value:
            value = _resolved(value, variables)
        if name in _INDENTS:
            indents[_INDENTS[name]] = _left(value) if name in ("margin", "padding") else value
            continue
        reader = _READERS.get(name)
        if reader is not None:
            reader(state, changes, "inherit" if value == "unset" else value)
    for value in indents.values():  # after the font size, which their em are relative to
        _indent(state, changes, value)
    _hide(declared, changes)


def display_kind(value: str) -> int | None:
    """What a display value makes of an element, or None where it decides nothing."""
    if value in _BLOCKS:
        return BLOCK
    if value in ("inline", "contents"):
        return INLINE
    return None


def _resolved(value: str, variables: Mapping[str, str]) -> str:
    for _ in range(8):  # variables may name variables
        fresh = _VAR.sub(lambda found: variables.get(found[1], (found[2] or "").strip()), value)[:500]
        if fresh == value:
            return value
        value = fresh
    return value


def _pixels(value: str, state: State, relative_to: float) -> float | None:
    found = _LENGTH.match(value)
    if found is None or found[1] in ("", "+", "-"):
        return None
    number, unit = float(found[1]), found[2]
    if unit == "em":
        return number * relative_to
    if unit == "rem":
        return number * state.rem
    if unit == "%":
        return number * relative_to / 100
    return number * _UNITS.get(unit or "px", 1.0)


def _font_size(state: State, changes: dict[str, Any], value: str) -> None:
    if value in _SIZES:
        size: float | None = _SIZES[value]
    elif value in ("smaller", "larger"):
        size = state.size * (1.2 if value == "larger" else 1 / 1.2)
    elif value == "inherit":
        size = state.size
    else:
        size = _pixels(value, state, state.size)
    if size is not None and 0 <= size <= 1000:
        changes["size"] = round(size, 3)


def _font_weight(state: State, changes: dict[str, Any], value: str) -> None:
    if value == "inherit":
        changes["weight"] = state.weight
    elif value in _WEIGHTS:
        changes["weight"] = _WEIGHTS[value]
    elif value.isascii() and value.isdigit() and len(value) < 5:
        changes["weight"] = min(1000, int(value))


def _font_style(state: State, changes: dict[str, Any], value: str) -> None:
    changes["italic"] = state.italic if value == "inherit" else value.startswith(("italic", "oblique"))


def _font(state: State, changes: dict[str, Any], value: str) -> None:
    if value == "inherit":
        changes.update(weight=state.weight, italic=state.italic, size=state.size)
        return
    changes.update(weight=400, italic=False)
    for word in value.split()[:6]:
        word = word.partition("/")[0]
        if word in ("bold", "bolder", "lighter") or (word.isdigit() and len(word) == 3):
            _font_weight(state, changes, word)
        elif word in ("italic", "oblique"):
            changes["italic"] = True
        elif word[:1].isdigit() or word[:1] == "." or word in _SIZES:
            _font_size(state, changes, word)


def _decoration(state: State, changes: dict[str, Any], value: str) -> None:
    changes["underline"] = "underline" in value or (state.underline and not value.startswith("none"))


def _color(state: State, changes: dict[str, Any], value: str) -> None:
    found = _HEX.match(value)
    if found:
        digits = found[1]
        changes["color"] = "#" + ("".join(digit * 2 for digit in digits[:3]) if len(digits) < 6 else digits[:6])
    elif rgb := _RGB.match(value):
        changes["color"] = "#" + "".join(f"{min(255, int(part)):02x}" for part in rgb.groups())
    elif value in _COLORS:
        changes["color"] = _COLORS[value]
    elif value in ("inherit", "currentcolor"):
        changes["color"] = state.color


def _transform(state: State, changes: dict[str, Any], value: str) -> None:
    changes["transform"] = state.transform if value == "inherit" else value if value in _TRANSFORMS else ""


def _align(state: State, changes: dict[str, Any], value: str) -> None:
    if value in _ALIGNS:
        changes["align"] = _ALIGNS[value]


def _indent(state: State, changes: dict[str, Any], value: str) -> None:
    pixels = _pixels(value, state, changes.get("size", state.size))
    if pixels is not None and not value.endswith("%") and -200 <= pixels <= 400:
        changes["indent"] = round(changes.get("indent", state.indent) + pixels, 2)


def _left(value: str) -> str:
    """The left one of one to four sides."""
    sides = value.split()
    return (sides[3] if len(sides) == 4 else sides[1] if len(sides) > 1 else sides[0]) if sides else ""


def _white_space(state: State, changes: dict[str, Any], value: str) -> None:
    if value in ("pre", "pre-wrap", "pre-line", "break-spaces"):
        changes["pre"] = True
    elif value in ("normal", "nowrap"):
        changes["pre"] = False


def _hide(declared: Mapping[str, str], changes: dict[str, Any]) -> None:
    if declared.get("display") == "none":
        changes["hidden"] = "display:none"
    elif declared.get("visibility") in ("hidden", "collapse"):
        changes["hidden"] = "visibility:hidden"
    elif declared.get("position") in ("absolute", "fixed") and _clipped(declared):
        changes["hidden"] = "clipped"


def _clipped(declared: Mapping[str, str]) -> bool:
    clip = declared.get("clip", "").replace(" ", "")
    if clip.startswith(("rect(0", "rect(1px,1px")) or declared.get("clip-path", "").replace(" ", "").startswith("inset(50%"):
        return True
    left = _LENGTH.match(declared.get("left", ""))
    return left is not None and left[1] not in ("", "+", "-") and float(left[1]) <= -900


_READERS = {
    "font": _font,
    "font-size": _font_size,
    "font-weight": _font_weight,
    "font-style": _font_style,
    "text-decoration": _decoration,
    "text-decoration-line": _decoration,
    "color": _color,
    "text-transform": _transform,
    "text-align": _align,
    "white-space": _white_space,
}
