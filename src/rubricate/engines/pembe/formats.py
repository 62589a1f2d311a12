"""The format of a line: the features of the paper's table I, inherited from tag to tag in one pass over the rows of the page.

Container tags give the tree its shape (see `hierarchy`); every other tag is a format tag, and what it says is passed down to the text in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rubricate.types import Attributes, Segments, Tree

__all__ = ["CONTAINERS", "FEATURES", "LEVEL", "LOOK", "Format", "Formats", "containers", "formats", "signature"]

CONTAINERS = frozenset(
    (
        *("html", "body", "div", "center", "blockquote", "address", "form", "fieldset"),
        *("table", "thead", "tbody", "tfoot", "tr", "td", "th"),
        *("ul", "ol", "dl", "dir", "menu", "li", "dd", "dt"),
        *("section", "article", "main", "header", "footer", "nav", "aside", "details", "figure", "dialog", "hgroup"),
    )
)
"""Tags that contain; <p> and <pre> end lines but hold nothing together, so they are as transparent as <span>."""

FEATURES = (
    *("h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "em", "a", "u", "i"),
    *("size", "color", "face", "upper", "id", "class", "li"),
)
"""The rows of table I, in its order."""

LEVEL = tuple(feature for feature in FEATURES if feature not in ("id", "class"))
"""The rows of table I by which headings of one level are told from those of another."""

LOOK = tuple(feature for feature in LEVEL if feature not in ("a", "li", "size", "color", "face"))
"""The rows of table I by which a heading is told from the text after it."""

WHOLE = 0.9
"""The share of a line's characters that a format tag must cover to be the line's format (a colon or a number may stand outside)."""

_FLAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "em", "a", "u", "i"))
_SIZES = {"1": 10.0, "2": 13.0, "3": 16.0, "4": 18.0, "5": 24.0, "6": 32.0, "7": 48.0}


class Format(NamedTuple):
    """What the tags around a text say of its look."""

    flags: frozenset[str] = frozenset()
    size: float = 0.0  # of <font size>, in pixels; 0: nothing is said
    color: str = ""
    face: str = ""
    css_id: str = ""
    css_class: str = ""
    items: int = 0  # how many lists are around it
    upper: bool = False


@dataclass(frozen=True)
class Formats:
    """Columns over the lines: the format of the whole line, and of the text that it begins with."""

    line: list[Format]
    lead: list[Format]


def signature(form: Format, features: Sequence[str]) -> tuple[object, ...]:
    """The features that count, as one value: lines of one level have the same."""
    values: dict[str, object] = {"size": form.size, "color": form.color, "face": form.face, "upper": form.upper}
    values |= {"id": form.css_id, "class": form.css_class, "li": form.items}
    return tuple(values.get(feature, feature in form.flags) for feature in features)


def containers(tree: Tree) -> list[int]:
    """For every row: the row itself if it is a container, else its nearest container (-1: none)."""
    column: list[int] = []
    for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        column.append(row if tag in CONTAINERS else column[parent] if parent >= 0 else -1)
    return column


def formats(segments: Segments, styles: bool) -> Formats:
    """The formats of all lines; with `styles` the style sheets' weight, size and colour count like tags."""
    rows = _row_formats(segments.page.tree)
    found = Formats([], [])
    for index in range(len(segments)):
        line, lead = _of_line(segments, index, rows)
        if styles:
            line, lead = _styled(segments, index, line), _styled_lead(segments, index, lead)
        upper, items = _upper(segments.text[index], segments.state[index].transform), segments.state[index].list_depth
        found.line.append(line._replace(upper=upper, items=items))
        found.lead.append(lead._replace(upper=upper, items=items))
    return found


def _row_formats(tree: Tree) -> list[Format]:
    """The format inside every row. Equal formats are one object, so that a page with many rows has few of them."""
    plain = Format()
    known: dict[object, Format] = {}
    column: list[Format] = []
    for tag, data, parent in zip(tree.tags, tree.data, tree.parents, strict=True):
        above = column[parent] if parent >= 0 else plain
        if not tag or (tag not in _FLAGS and not data and tag not in CONTAINERS):
            column.append(above)
            continue
        if tag in CONTAINERS:  # a format does not reach through a container, but <a> and <font> around one do
            above = above._replace(css_id="", css_class="")
        form = _inside(above, tag, data)
        column.append(known.setdefault(form, form))
    return column


def _inside(above: Format, tag: str, attributes: Attributes) -> Format:
    changes: dict[str, object] = {}
    if tag in _FLAGS and tag not in above.flags:
        changes["flags"] = above.flags | {tag}
    for name, value in attributes:
        if name == "id" and value:
            changes["css_id"] = value
        elif name == "class" and value:
            changes["css_class"] = value
        elif tag == "font" and value:
            changes |= _font(name, value.strip().lower())
    return above._replace(**changes) if changes else above  # type: ignore[arg-type]


def _font(name: str, value: str) -> dict[str, object]:
    if name == "size":
        if value[:1] in ("+", "-") and value[1:].isdecimal():
            value = str(min(7, max(1, 3 + int(value[0] + value[1:3]))))
        return {"size": _SIZES.get(value, 16.0)}
    return {name: value} if name in ("color", "face") else {}


def _of_line(segments: Segments, index: int, rows: list[Format]) -> tuple[Format, Format]:
    """The format that reaches over the whole line, and that of its first text."""
    runs, data = segments.runs[index], segments.page.tree.data
    if not runs:
        return Format(), Format()
    lead = rows[runs[0]]
    if all(rows[run] is lead for run in runs):
        return lead, lead
    sizes = [max(1, len(data[run].strip())) for run in runs]
    least = WHOLE * sum(sizes)
    reach: dict[str, int] = {}
    for run, size in zip(runs, sizes, strict=True):
        for flag in rows[run].flags:
            reach[flag] = reach.get(flag, 0) + size
    most = rows[max(zip(runs, sizes, strict=True), key=lambda pair: pair[1])[0]]
    return most._replace(flags=frozenset(flag for flag, size in reach.items() if size >= least)), lead


def _styled(segments: Segments, index: int, form: Format) -> Format:
    state = segments.state[index]
    letters = len(segments.text[index]) - segments.text[index].count(" ")
    flags = form.flags
    if segments.bold[index] >= WHOLE * letters:
        flags |= {"b"}
    if segments.italic[index] >= WHOLE * letters:
        flags |= {"i"}
    if state.underline:
        flags |= {"u"}
    return form._replace(flags=flags, size=round(state.size, 1), color=state.color or form.color)


def _styled_lead(segments: Segments, index: int, form: Format) -> Format:
    state = segments.state[index]
    return form._replace(flags=form.flags | {"b"}) if state.weight >= 600 else form


def _upper(text: str, transform: str) -> bool:
    """All letters in upper case, and mostly letters (a part number is no heading)."""
    if transform == "uppercase":
        text = text.upper()
    return text.isupper() and 2 * sum(map(str.isalpha, text)) > len(text)
