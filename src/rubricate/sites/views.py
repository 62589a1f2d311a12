"""The nouns of the room: a page of a site as its blocks of text, each with the way down to it, its look and its place.

    RenderedPage (a browser's JSON) --of_rendered--> View <--of_segments-- Segments (the parser's lines, static or rendered styles)

Systems that learn a site see only Views, so that what they learn does not depend on whether there was a browser. Where there was none, a block has
no box, and its look is what the static cascade knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, Any

from rubricate.page.address import own_address
from rubricate.render.boxes import Box
from rubricate.types import Segments, State, Tree

if TYPE_CHECKING:
    from rubricate.learn.corpora import RenderedPage

__all__ = ["HEADINGS", "Block", "Box", "Step", "View", "of_rendered", "of_segments", "steps_of"]

_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split()
)
_UNSEEN = frozenset(("script", "style", "noscript", "template"))
_TAG = re.compile(r"(<[^<>]*>)")
_NAME = re.compile(r"</?([A-Za-z][\w:-]*)")
_HERE = re.compile(r"""\shref\s*=\s*(?:["']\s*)?#""", re.IGNORECASE)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NEAR = 12
"""Elements between the text of a heading and the link that it is in."""


@dataclass(frozen=True, slots=True)
class Step:
    """One element on the way from <body> down to a block."""

    name: str
    id: str = ""
    classes: tuple[str, ...] = ()  # sorted


@dataclass(frozen=True, slots=True)
class Block:
    """A block element with its own text."""

    steps: tuple[Step, ...]
    text: str  # white space folded
    pieces: tuple[str, ...]  # its text nodes
    look: tuple[tuple[str, str], ...]  # properties whose value differs from <body>'s, sorted
    box: Box | None = None
    linked: float = 0.0  # share of its characters that lie in links; those of a heading to its own place do not count
    lines: tuple[int, ...] = ()  # its segments, where it was made from segments

    @property
    def path(self) -> tuple[str, ...]:
        """Names of the elements on the way down."""
        return tuple(step.name for step in self.steps)


@dataclass(frozen=True, slots=True)
class View:
    """A page of a site."""

    url: str
    titles: tuple[str, ...]
    descriptions: tuple[str, ...]
    blocks: tuple[Block, ...]
    segments: Segments | None = field(default=None, compare=False, repr=False)  # what it was made from, for what the outline says


def of_rendered(page: RenderedPage) -> View:
    """A page in the layout of the published system's data."""
    blocks = tuple(_rendered(text.selector, text.text, text.html, text.bound, text.computed) for text in page.texts)
    return View(page.url or f"{page.site}/{page.id}", tuple(page.titles), tuple(page.descriptions), blocks)


def _rendered(
    selector: Sequence[Mapping[str, Any]], pieces: Sequence[str], html: str, bound: Mapping[str, float], computed: Mapping[str, str]
) -> Block:
    steps = tuple(Step(str(step["name"]), str(step.get("id") or ""), tuple(sorted(step.get("classes") or ()))) for step in selector)
    box = Box(*(float(bound.get(side) or 0) for side in ("left", "top", "width", "height")))
    stripped = tuple(piece.strip() for piece in pieces if piece.strip())
    flat, linked = _flat(html, heading=bool(steps) and steps[-1].name in HEADINGS)
    share = min(1.0, linked / max(1, sum(map(len, stripped))))
    return Block(steps, _joined(stripped, flat), stripped, tuple(sorted(computed.items())), box, share)


def _flat(html: str, heading: bool = False) -> tuple[str, int]:
    """An element's HTML without tags, a line break for every tag that is not inline, and how many characters lie in links (in a heading, that lead
    away from the page); in one pass."""
    made: list[str] = []
    linked, link, unseen = 0, False, ""
    for part in _TAG.split(html):
        named = _NAME.match(part) if part.startswith("<") else None
        if named is None:
            if not unseen and not part.startswith("<!"):
                made.append(unescape(part))
                linked += len(part) if link else 0
            continue
        name, closing = named[1].lower(), part.startswith("</")
        if name in _UNSEEN:
            unseen = "" if closing else name
        if name == "a":
            link = not closing and not (heading and _HERE.search(part))
        if name not in _INLINE:
            made.append("\n")
    return "".join(made), linked


def _joined(pieces: Sequence[str], flat: str) -> str:
    """The pieces with the white space that stands between them in the source: 'the <i>Times</i>,' is two words, not three.

    The element's HTML may hold more than its own text (blocks inside it are blocks of their own), so the pieces are looked up in it one by one.
    """
    made: list[str] = []
    place = 0
    for piece in pieces:
        found = flat.find(piece, place)
        made.append(piece if not made or found == place else " " + piece)
        place = found + len(piece) if found >= 0 else place
    return " ".join("".join(made).split())


def of_segments(segments: Segments, boxes: Sequence[Box | None] | None = None) -> View:
    """A page that we parsed: its visible lines by block element; `boxes`, one for each segment, where a browser drew it."""
    page = segments.page
    lines: dict[int, list[int]] = {}
    for index, row in enumerate(segments.block):
        if not segments.state[index].hidden:
            lines.setdefault(row, []).append(index)
    known: dict[int, bool] = {}
    blocks = tuple(_block(segments, row, tuple(own), boxes, known) for row, own in lines.items())
    titles = [page.title, page.meta.get("og:title", ""), page.meta.get("twitter:title", "")]
    about = [page.description or "", page.meta.get("og:description", ""), page.meta.get("twitter:description", "")]
    return View(page.url or own_address(page.tree, page.meta) or "", tuple(filter(None, titles)), tuple(filter(None, about)), blocks, segments)


def _block(segments: Segments, row: int, lines: tuple[int, ...], boxes: Sequence[Box | None] | None, known: dict[int, bool]) -> Block:
    texts = tuple(segments.text[index] for index in lines)
    letters = sum(len(text) - text.count(" ") for text in texts)
    linked = sum(segments.linked[index] for index in lines if not _points_at_itself(segments, index, known)) / max(1, letters)
    steps = steps_of(segments.page.tree, row)
    return Block(steps, " ".join(texts), texts, _look(segments.state[lines[0]]), boxes[lines[0]] if boxes else None, min(1.0, linked), lines)


def _points_at_itself(segments: Segments, index: int, known: dict[int, bool]) -> bool:
    """Whether a heading is a link to a place on the page, as in handbooks, where a reader may copy the address of a section; and to nothing else.
    `known` remembers of every link whether it is such a one."""
    if not segments.state[index].heading or not segments.linked[index]:
        return False
    rows = {row for run in segments.runs[index] if (row := _link_around(segments.page.tree, run)) >= 0}
    for row in rows - known.keys():
        known[row] = (segments.page.tree.attribute(row, "href") or "").lstrip().startswith("#")
    return bool(rows) and all(known[row] for row in rows)


def _link_around(tree: Tree, row: int) -> int:
    """The row of the <a> that a text stands in; -1 where there is none near."""
    for _ in range(_NEAR):
        row = tree.parents[row]
        if row < 0 or tree.tags[row] == "a":
            return row
    return -1


def steps_of(tree: Tree, row: int) -> tuple[Step, ...]:
    """The elements from below <body> down to a row, the row's own last."""
    rows = [row, *tree.ancestors(row)]
    steps = [_step(tree.tags[one], tree.data[one]) for one in rows if tree.tags[one] not in ("html", "body", "")]
    return tuple(reversed(steps))


@lru_cache(maxsize=4096)
def _step(name: str, attributes: tuple[tuple[str, str | None], ...]) -> Step:
    given = dict(reversed(attributes))
    return Step(name, (given.get("id") or "").strip(), tuple(sorted(set((given.get("class") or "").split()))))


def _look(state: State) -> tuple[tuple[str, str], ...]:
    """What the cascade knows, in the names of CSS. The first line of a block speaks for it: bold words inside do not."""
    return tuple(_properties(state))


def _properties(state: State) -> Iterator[tuple[str, str]]:
    if state.color:
        yield "color", state.color
    yield "font-size", f"{state.size:.1f}px"
    if state.italic:
        yield "font-style", "italic"
    yield "font-weight", str(state.weight)
    if state.indent:
        yield "padding-left", f"{state.indent:.0f}px"
    if state.align:
        yield "text-align", state.align
    if state.transform:
        yield "text-transform", state.transform
