"""Inside a line: which of its pieces are links, code, bold, italic.

Text nodes are looked up in the line's own text, so the pieces joined are always the line, character for character; where they cannot be found, the
line is one plain piece. Elements are climbed from once for the whole document.
"""

from __future__ import annotations

from typing import NamedTuple

from rubricate.types import Document
from rubricate.writers.links import Targets

__all__ = ["BOLD", "CODE", "ITALIC", "Inline", "Piece"]

CODE, BOLD, ITALIC = 1, 2, 4
_MARKS = {"code": CODE, "kbd": CODE, "samp": CODE, "tt": CODE, "b": BOLD, "strong": BOLD, "i": ITALIC, "em": ITALIC}

Mark = tuple[str, int]  # target of the link around it or '', and what it looks like
_NONE: Mark = ("", 0)


class Piece(NamedTuple):
    """A part of a line in one dress."""

    text: str
    href: str  # '' where it is no link
    style: int  # CODE | BOLD | ITALIC


class Inline:
    """The pieces of a document's lines, as far as the options ask for them."""

    def __init__(self, document: Document, links: bool = True, styles: int = CODE) -> None:
        self._segments = document.segments
        self._tree = document.page.tree
        self._targets = Targets(document.page.base or document.page.url)
        self._links = links
        self._styles = styles
        self._marks: dict[int, Mark] = {-1: _NONE}

    def pieces(self, index: int) -> list[Piece] | None:
        """The pieces of a line, or None where it is plain."""
        segments = self._segments
        runs = segments.runs[index]
        if len(runs) == 1 and not (self._links and segments.linked[index]) and not segments.state[index].code and not self._styles & ~CODE:
            return None
        parents, marks = self._tree.parents, self._marks
        found = [marks.get(parents[row]) or self._mark(parents[row]) for row in runs]
        first = found[0]
        if all(mark == first for mark in found):
            return None if first == _NONE else [Piece(segments.text[index], *first)]
        return self._aligned(index, found)

    def image(self, row: int) -> tuple[str, str] | None:
        """An image's alternative text and address, or None where it has no address that may be printed."""
        for name in ("src", "data-src", "data-original"):
            source = self._targets.image(self._tree.attribute(row, name) or "")
            if source:
                return " ".join((self._tree.attribute(row, "alt") or "").split()), source
        return None

    def _mark(self, row: int) -> Mark:
        marks, parents, tags = self._marks, self._tree.parents, self._tree.tags
        climbed = []
        while row not in marks:
            climbed.append(row)
            row = parents[row]
        mark = marks[row]
        for row in reversed(climbed):
            tag = tags[row]
            if tag == "a" and self._links:
                href = self._tree.attribute(row, "href")
                if href is not None:
                    mark = (self._targets.link(href) or "", mark[1])
            elif tag in _MARKS:
                mark = (mark[0], mark[1] | (_MARKS[tag] & self._styles))
            marks[row] = mark
        return mark

    def _aligned(self, index: int, found: list[Mark]) -> list[Piece] | None:
        text, data = self._segments.text[index], self._tree.data
        pieces: list[Piece] = []
        start = end = 0
        open_ = _NONE
        for row, mark in zip(self._segments.runs[index], found, strict=True):
            own = " ".join(data[row].split())
            at = text.find(own, end)
            if at < 0:
                return None
            if mark != open_:
                edge = at if open_ == _NONE else end  # white space between two dresses is plain
                if edge > start:
                    pieces.append(Piece(text[start:edge], *open_))
                if at > edge:
                    pieces.append(Piece(text[edge:at], *_NONE))
                start, open_ = at, mark
            end = at + len(own)
        pieces.append(Piece(text[start:end], *open_))
        if end < len(text):
            pieces.append(Piece(text[end:], *_NONE))
        return pieces
