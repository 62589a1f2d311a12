"""What tags say: the state that text is in at the top of the page, and how every tag changes it.

The values are those of a browser's own style sheet where it has one (sizes in em, bold, italics, margins), and the meaning of the tag where it has
none (list, cell, quote, region). `kind` says what an element does to the line: it flows along (INLINE), stands on lines of its own (BLOCK), ends
the line (BREAK), is a picture (IMAGE), or its text is never shown (SKIP).
"""

from __future__ import annotations

from typing import Any

from rubricate.page.parse import INERT
from rubricate.types import State

__all__ = ["BLOCK", "BREAK", "IMAGE", "INLINE", "KINDS", "NOSCRIPT", "SKIP", "TAGS", "changed", "copy", "tag_changes", "top"]

INLINE, BLOCK, BREAK, IMAGE, SKIP, NOSCRIPT = 0, 1, 2, 3, 4, 5

_BLOCK_TAGS = (
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
    "listing", "main", "menu", "nav", "ol", "optgroup", "option", "p", "plaintext", "pre", "search", "section", "summary", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "ul", "xmp", "col", "colgroup", "select", "textarea", "marquee", "multicol", "isindex",
)
_SKIP_TAGS = (
    "head", "script", "style", "template", "iframe", "object", "embed", "applet", "noembed", "noframes", "svg", "audio", "video", "canvas", "rp",
    "annotation", "annotation-xml", "datalist", "area", "map", "param", "source", "track", "title", "meta", "link",
)

KINDS: dict[str, int] = dict.fromkeys(_BLOCK_TAGS, BLOCK)
KINDS.update({tag: SKIP for tag in _SKIP_TAGS if tag not in ("map", "object")})
KINDS.update(br=BREAK, img=IMAGE, noscript=NOSCRIPT)
KINDS[INERT] = SKIP

_SIZES = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h4": 1.0, "h5": 0.83, "h6": 0.67, "small": 0.8333, "big": 1.2, "sub": 0.8333, "sup": 0.8333}

TAGS: dict[str, dict[str, Any]] = {}
"""What a tag alone changes; `size` is a factor, `indent` and the depths are added, the rest is set."""

for _level in range(1, 7):
    TAGS[f"h{_level}"] = {"heading": _level, "weight": 700, "size": _SIZES[f"h{_level}"]}
for _tag in ("b", "strong", "th"):
    TAGS[_tag] = {"weight": 700}
for _tag in ("i", "em", "cite", "var", "dfn", "address"):
    TAGS[_tag] = {"italic": True}
for _tag in ("u", "ins"):
    TAGS[_tag] = {"underline": True}
for _tag in ("small", "big", "sub", "sup"):
    TAGS[_tag] = {"size": _SIZES[_tag]}
for _tag in ("code", "kbd", "samp", "tt"):
    TAGS[_tag] = {"code": True}
for _tag in ("pre", "listing", "plaintext", "xmp"):
    TAGS[_tag] = {"code": True, "pre": True}
for _tag in ("nav", "header", "footer", "aside", "main", "article", "form", "dialog"):
    TAGS[_tag] = {"region": _tag}
for _tag in ("button", "select", "textarea", "label", "option", "optgroup"):
    TAGS[_tag] = {"control": True}
for _tag in ("ul", "ol", "dir", "menu"):
    TAGS[_tag] = {"list_depth": 1, "ordered": _tag == "ol", "indent": 40.0}
TAGS["th"] = {"weight": 700, "cell": 2, "align": "center"}
TAGS["td"] = {"cell": 1}
TAGS["table"] = {"align": ""}
TAGS["blockquote"] = {"quote": 1, "indent": 40.0}
TAGS["figcaption"] = TAGS["caption"] = {"caption": True}
TAGS["dt"] = {"term": "dt"}
TAGS["dd"] = {"term": "dd", "indent": 40.0}
TAGS["dl"] = {"term": ""}
TAGS["summary"] = {"summary": True}
TAGS["center"] = {"align": "center"}

def top() -> State:
    """The state of text that stands directly in the page."""
    state = State()
    state.heading = state.list_depth = state.cell = state.quote = 0
    state.ordered = state.pre = state.code = state.caption = state.link = state.control = state.summary = state.italic = state.underline = False
    state.region = state.hidden = state.term = state.color = state.transform = state.align = ""
    state.size = state.rem = 16.0
    state.weight = 400
    state.indent = 0.0
    state.next = {}
    return state


LARGEST = 1000.0
"""Pixels: headings in headings, each larger than the one around it, end here."""


def tag_changes(state: State, tag: str) -> dict[str, Any]:
    """What a tag, by itself, makes of a state: new values under the names of the fields that change."""
    said = TAGS.get(tag)
    if said is None:
        return {}
    changes = said.copy()
    if "size" in changes:
        changes["size"] = min(LARGEST, state.size * changes["size"])
    if "indent" in changes:
        changes["indent"] += state.indent
        if "list_depth" in changes:
            changes["list_depth"] += state.list_depth
        elif "quote" in changes:
            changes["quote"] += state.quote
    return changes


def changed(state: State, changes: dict[str, Any]) -> State:
    """A state that differs from another in the given fields; the same one where nothing differs."""
    fresh = state
    for name, value in changes.items():
        if getattr(state, name) != value:
            if fresh is state:
                fresh = copy(state)
            setattr(fresh, name, value)
    return fresh


def copy(state: State) -> State:
    """Field by field: a loop over the names takes five times as long, and every kind of text on a page needs one."""
    fresh = State()
    fresh.align = state.align
    fresh.caption = state.caption
    fresh.cell = state.cell
    fresh.code = state.code
    fresh.color = state.color
    fresh.control = state.control
    fresh.heading = state.heading
    fresh.hidden = state.hidden
    fresh.indent = state.indent
    fresh.italic = state.italic
    fresh.link = state.link
    fresh.list_depth = state.list_depth
    fresh.ordered = state.ordered
    fresh.pre = state.pre
    fresh.quote = state.quote
    fresh.region = state.region
    fresh.rem = state.rem
    fresh.size = state.size
    fresh.summary = state.summary
    fresh.term = state.term
    fresh.transform = state.transform
    fresh.underline = state.underline
    fresh.weight = state.weight
    fresh.next = {}
    return fresh
