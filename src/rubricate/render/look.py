"""The browser's answer -> states: the same seam as the static cascade, fed with computed values.

What an element means (heading, list, cell, link, region) still comes from its tag and attributes; what it looks like, whether it stands on a line of
its own and whether a reader sees it, come from the browser. Where a browser's own sheet would only repeat what the tag says (blue, underlined links),
the state keeps what it inherited: engines know links by `link`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rubricate.errors import RenderError
from rubricate.page.parse import SHADOW
from rubricate.render.boxes import Box
from rubricate.segments.states import INLINE, KINDS, SKIP, changed, tag_changes, top
from rubricate.segments.steps import Step, attribute_changes, element_kind
from rubricate.types import Attributes, State

__all__ = ["RenderedLook"]

_MEANING = frozenset(("hidden", "aria-hidden", "role", "aria-level", "href", SHADOW))
_RGB = re.compile(r"rgba?\((\d{1,3}), (\d{1,3}), (\d{1,3})")
_ALIGN = {"left": "left", "center": "center", "right": "right", "justify": "justify", "end": "right", "-webkit-center": "center"}
_ALIGN.update({"-webkit-left": "left", "-webkit-right": "right"})
_LINK_BLUE = "#0000ee"
_OWN_LINES = frozenset(("a", "abbr"))
"""Elements that a browser underlines by itself."""


class RenderedLook:
    """What a browser says of one page, row by row. It answers for that page only."""

    plain = False

    def __init__(self, looks: Sequence[Sequence[Any]], rows: Sequence[int], boxes: Mapping[int, Box]) -> None:
        self.root = top()
        self.boxes = boxes
        self._looks = [_fields(look) for look in looks]
        self._rows = rows

    @classmethod
    def of(cls, answer: Mapping[str, Any], count: int) -> RenderedLook:
        """From the script's answer for a page of `count` rows."""
        rows = answer["rows"]
        if len(rows) != count:
            raise RenderError(f"the browser answered for {len(rows):,} rows of a page that has {count:,}")
        return cls(answer["looks"], rows, {int(row): Box(*place) for row, *place in answer["boxes"]})

    def enter(self, state: State, row: int, tag: str, attributes: Attributes) -> Step:
        """What text inside this element is in, and the element's kind."""
        said = tuple([(name, "" if name == "href" else value or "") for name, value in attributes if name in _MEANING])
        key = (tag, said, self._rows[row])
        step: Any = state.next.get(key)
        if step is None:
            step = self._step(state, self._rows[row], tag, dict(said))
            state.next[key] = step
        return step  # type: ignore[no-any-return]

    def _step(self, state: State, number: int, tag: str, said: Mapping[str, str]) -> Step:
        kind = INLINE if SHADOW in said else KINDS.get(tag, INLINE)
        if kind >= SKIP:
            return state, kind
        changes = tag_changes(state, tag)
        attribute_changes(tag, said, changes)
        if number >= 0:
            display, seen, fields = self._looks[number]
            kind = element_kind(kind, display)
            _dress(state, changes, fields, tag)
            _hide(state, changes, display, seen)
        elif state.hidden:
            changes["hidden"] = state.hidden
        if tag == "html":
            changes["rem"] = changes.get("size", state.size)
        return changed(state, changes), kind


def _fields(look: Sequence[Any]) -> tuple[str, str, dict[str, Any]]:
    """(display, what hides it, fields of a state) from one computed style."""
    display, visibility, clipped, size, weight, style, decoration, color, transform, align, space, indent = look
    seen = "visibility:hidden" if visibility != "visible" else "clipped" if clipped else ""
    rgb = _RGB.match(color)
    return display, seen, {
        "size": round(float(size.removesuffix("px")), 3),
        "weight": round(float(weight)),
        "italic": style != "normal",
        "underline": "underline" in decoration,
        "color": "#" + "".join(f"{int(part):02x}" for part in rgb.groups()) if rgb else None,
        "transform": transform if transform in ("uppercase", "capitalize", "lowercase") else "",
        "align": _ALIGN.get(align, ""),
        "pre": space.startswith(("pre", "break-spaces")),
        "indent": float(indent),
    }


def _dress(state: State, changes: dict[str, Any], fields: Mapping[str, Any], tag: str) -> None:
    """Computed values into the changes of a state; what is inherited, or the browser's own habit, stays."""
    changes.update(fields)
    changes["indent"] = round(state.indent + fields["indent"], 2)
    color = fields["color"]
    if color is None or (color == _LINK_BLUE and tag == "a"):
        changes["color"] = state.color
    elif color == "#000000":
        changes["color"] = ""
    changes["underline"] = state.underline or (fields["underline"] and tag not in _OWN_LINES)


def _hide(state: State, changes: dict[str, Any], display: str, seen: str) -> None:
    """Why a reader does not see it: what hides the elements around it, or the browser's word on this one."""
    if state.hidden and state.hidden != "visibility:hidden":
        changes["hidden"] = state.hidden
    elif display == "none":
        changes["hidden"] = "hidden" if changes.get("hidden") == "hidden" else "display:none"
    elif seen:
        changes["hidden"] = seen
    elif changes.get("hidden", "hidden") == "hidden":  # nothing hides it, or an attribute that the page's sheets overrule
        changes["hidden"] = ""
