"""Inside a line: which of its pieces are links, code, bold, italic.

Text nodes are looked up in the line's own text, so the pieces joined are always the line, character for character; where they cannot be found, the
line is one plain piece. Elements are climbed from once for the whole document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubricate.compiled import twin
from rubricate.types import Document
from rubricate.writers.links import Targets

__all__ = ["BOLD", "CODE", "ITALIC", "Inline", "Piece"]

CODE, BOLD, ITALIC = 1, 2, 4
_MARKS = {"code": CODE, "kbd": CODE, "samp": CODE, "tt": CODE, "b": BOLD, "strong": BOLD, "i": ITALIC, "em": ITALIC}

Mark = tuple[str, int]  # target of the link around it or '', and what it looks like
_NONE: Mark = ("", 0)


Piece = tuple[str, str, int]
"""A part of a line in one dress: its text, its link's target ('' where it is none), and CODE | BOLD | ITALIC."""


class Inline:
    """The pieces of a document's lines, as far as the options ask for them."""

    def __init__(self, document: Document, links: bool = True, styles: int = CODE) -> None:
        segments = document.segments
        self._text, self._runs, self._linked, self._state = segments.text, segments.runs, segments.linked, segments.state
        self._tree = document.page.tree
        self._parents = self._tree.parents
        self._targets = Targets(document.page.base or document.page.url)
        self._links = links
        self._styles = styles
        self._bare = not styles & ~CODE
        self._marks: dict[int, Mark] = {-1: _NONE}

    def pieces(self, index: int) -> list[Piece] | None:
        """The pieces of a line, or None where it is plain."""
        runs = self._runs[index]
        parents, marks = self._parents, self._marks
        if len(runs) == 1:
            if not self._linked[index] and self._bare and not self._state[index].code:
                return None
            parent = parents[runs[0]]
            mark = marks.get(parent) or self._mark(parent)
            return None if mark == _NONE else [(self._text[index], *mark)]
        found = [marks.get(parents[row]) or self._mark(parents[row]) for row in runs]
        first = found[0]
        if found.count(first) == len(found):
            return None if first == _NONE else [(self._text[index], *first)]
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
        text, data = self._text[index], self._tree.data
        pieces: list[Piece] = []
        start = end = 0
        open_ = _NONE
        for row, mark in zip(self._runs[index], found, strict=True):
            own = data[row].strip()
            at = text.find(own, end)
            if at < 0:
                own = " ".join(own.split())
                at = text.find(own, end)
                if at < 0:
                    return None
            if mark != open_:
                edge = at if open_ == _NONE else end  # white space between two dresses is plain
                if edge > start:
                    pieces.append((text[start:edge], *open_))
                if at > edge:
                    pieces.append((text[edge:at], *_NONE))
                start, open_ = at, mark
            end = at + len(own)
        pieces.append((text[start:end], *open_))
        if end < len(text):
            pieces.append((text[end:], *_NONE))
        return pieces


_fast = twin("writers._inline")
if _fast is not None and not TYPE_CHECKING:
    Inline = _fast.Inline
