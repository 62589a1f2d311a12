"""Document -> Markdown (CommonMark with GitHub's tables): nested headings, paragraphs, lists, tables, code, quotes, links, and nothing else.

- What the page says is printed as text: nothing in it can become structure, HTML or a script's link (see `escaping` and `links`).
- Levels deeper than 6 print as ######: Markdown has no deeper heading. The true level is in `outline` and `json`.
- A line break within a paragraph is a hard break (two spaces at the line's end). A term and its definition are 'term' and ': definition'.
- Two lists that follow each other get different bullets, so that they stay two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rubricate.compiled import twin
from rubricate.types import Document
from rubricate.writers.blocks import Block, Group, Layout, Leaf, leaves
from rubricate.writers.code import code_text, language
from rubricate.writers.escaping import Escaper, destination, fence, span
from rubricate.writers.inline import BOLD, CODE, ITALIC, Inline, Piece
from rubricate.writers.tables import grid
from rubricate.writers.terms import Terms

__all__ = ["MarkdownOptions", "markdown"]

_BREAK = "  \n"
_CLOSING = "\\]"
_MARKS = ("# ", "# ", "## ", "### ", "#### ", "##### ", "###### ")


@dataclass(frozen=True, slots=True)
class MarkdownOptions:
    """What of a line's dress is kept."""

    links: bool = True
    images: bool = False
    code: bool = True  # code spans
    bold: bool = False
    italic: bool = False


def markdown(document: Document, options: MarkdownOptions) -> str:
    """The document as Markdown."""
    pen = _Pen(document, options)
    parts: list[str] = []
    heading = pen.escape.heading
    for section in document.walk():
        if section.heading is not None:
            parts.append(_MARKS[min(section.level, 6)] + heading(section.title))
        if section.body:
            parts.append(pen.blocks(pen.layout.blocks(section)))
    return "\n\n".join(parts) + "\n" if parts else ""


class Basics:
    """Prints lines, leaves and lists; what other groups look like is up to `other`."""

    def __init__(self, document: Document, options: MarkdownOptions) -> None:
        self.document = document
        self.layout = Layout(document, images=options.images)
        self.texts = document.segments.text
        self.escape = Escaper(self.texts)
        self.inline = Inline(document, options.links, CODE * options.code | BOLD * options.bold | ITALIC * options.italic)
        self._pieces, self._escaped = self.inline.pieces, self.escape.line

    def other(self, group: Group) -> str:
        """A group that is no list."""
        raise NotImplementedError

    def blocks(self, blocks: list[Block], tight: bool = False) -> str:
        """Blocks under each other; in a `tight` place (an item) a list stands right under its line."""
        parts: list[str] = []
        before = ""
        other = False  # the other kind of bullet
        for block in blocks:
            kind = block.kind
            if isinstance(block, Leaf):
                text = self._line(block.lines[0]) if len(block.lines) == 1 else self.leaf(block)
            elif kind == "list":
                kind = "ordered" if self.layout.is_ordered(block) else "list"
                other = before == kind and not other
                text = self._list(block, other, kind == "ordered")
            else:
                text = self.other(block)
            if text:
                if parts:
                    parts.append("\n" if tight and before == "paragraph" and kind in ("list", "ordered") else "\n\n")
                parts.append(text)
                before = kind
        return "".join(parts)

    def leaf(self, leaf: Leaf) -> str:
        """The lines of a leaf, or its image."""
        lines = leaf.lines
        if len(lines) == 1:
            return self._line(lines[0])
        return _BREAK.join(map(self._line, lines)) if lines else self.image(leaf.row)

    def _line(self, index: int) -> str:
        pieces = self._pieces(index)
        return self._escaped(self.texts[index]) if pieces is None else self.dressed(pieces, self._escaped)

    def dressed(self, pieces: list[Piece], first: Callable[[str], str]) -> str:
        """The pieces of a line; `first` escapes the first of them."""
        if len(pieces) == 1:
            text, href, style = pieces[0]
            if not style and href:
                return f"[{self.escape.inline(text).replace(']', _CLOSING)}]({destination(href)})"
        parts: list[str] = []
        escape = first
        for text, href, style in pieces:
            if href and parts and parts[-1].endswith("!"):
                parts[-1] = parts[-1][:-1] + "\\!"
            inner = span(text) if style & CODE else escape(text)
            escape = self.escape.inline
            if href and not style & CODE:
                inner = inner.replace("]", _CLOSING)
            if style & BOLD:
                inner = f"**{inner}**"
            if style & ITALIC:
                inner = f"*{inner}*"
            parts.append(f"[{inner}]({destination(href)})" if href else inner)
        return "".join(parts)

    def image(self, row: int) -> str:
        """An image, as far as it has an address."""
        image = self.inline.image(row)
        if image is None:
            return ""
        alternative = Escaper((image[0],)).inline(image[0]).replace("]", _CLOSING)
        return f"![{alternative}]({destination(image[1])})"

    def _list(self, group: Group, other: bool, ordered: bool) -> str:
        layout = self.layout
        number = 0
        items = []
        for item in group.children:
            marker = "* " if other else "- "
            if ordered and isinstance(item, Group):
                number = layout.number(item) if item.row >= 0 else number + 1
                marker = f"{number}) " if other else f"{number}. "
            children: list[Block] = item.children if isinstance(item, Group) else [item]
            first = children[0] if len(children) == 1 else None
            text = self.leaf(first) if isinstance(first, Leaf) else self.blocks(children, tight=True)
            items.append(marker + (_indented(text, " " * len(marker)) if "\n" in text else text))
        return "\n".join(items)


_fast = twin("writers._markdown")
if _fast is not None and not TYPE_CHECKING:
    Basics = _fast.Basics


class _Pen(Basics):
    """Prints blocks of one document."""

    @cached_property
    def terms(self) -> Terms:
        """Terms and definitions of the page."""
        return Terms(self.document.page.tree)

    def other(self, group: Group) -> str:
        return _PRINTERS.get(group.kind, _Pen._children)(self, group)

    def _within(self, block: Block) -> str:
        return self.leaf(block) if isinstance(block, Leaf) else self.blocks(block.children, tight=True)

    def _children(self, group: Group) -> str:
        return self.blocks(group.children)

    def _quote(self, group: Group) -> str:
        quoted = "> " + self.blocks(group.children).replace("\n", "\n> ")
        return quoted.replace("> \n", ">\n")  # blank lines carry the mark alone

    def _code(self, group: Group) -> str:
        text = code_text(self.document, group)
        ticks = fence(text)
        return f"{ticks}{language(self.document.page.tree, group)}\n{text}\n{ticks}"

    def _definitions(self, group: Group) -> str:
        """Terms and what they mean. What belongs together stands without a blank line between; what a term that is not kept means is a paragraph."""
        parts: list[str] = []
        term, before = -1, ""
        for block in group.children:
            text = self._within(block)
            if not text:
                continue
            close = before == "term" and term not in self.terms.defined
            if block.kind == "definition":
                of_it = before != "" and self.terms.of.get(block.row, term) == term >= 0 and _starts_plain(block)
                close = before == "term" and of_it
                text = f": {_indented(text, '  ')}" if of_it else text
            elif block.kind == "term":
                term = block.row
            parts.append("" if not before else "\n" if close else "\n\n")
            parts.append(text)
            before = block.kind
        return "".join(parts)

    def _table(self, group: Group) -> str:
        lines, headed = grid(self.document.page.tree, group)
        wide = max(map(len, lines))
        head = lines[0] if headed else []
        rows = [self._row_of([*head, *[None] * (wide - len(head))]), "|" + " --- |" * wide]
        rows.extend(self._row_of(line) for line in lines[bool(head) :])
        return "\n".join(rows)

    def _row_of(self, cells: list[Group | None]) -> str:
        return "| " + " | ".join("" if cell is None else self._cell_of(cell) for cell in cells) + " |"

    def _cell_of(self, cell: Group) -> str:
        parts = []
        for leaf in leaves(cell):
            for index in leaf.lines:
                pieces = self.inline.pieces(index)
                text = self.texts[index].strip(" \t")
                parts.append(self.escape.inline(text) if pieces is None else self.dressed(pieces, self.escape.inline))
            if not leaf.lines:
                parts.append(self.image(leaf.row))
        return "<br>".join(parts).replace("|", "\\|")


_PRINTERS = {"quote": _Pen._quote, "code": _Pen._code, "definitions": _Pen._definitions, "table": _Pen._table}


def _starts_plain(block: Block) -> bool:
    return isinstance(block, Group) and bool(block.children) and block.children[0].kind == "paragraph"


def _indented(text: str, pad: str) -> str:
    """The text with its further lines moved in; blank lines stay blank."""
    return "\n".join(f"{pad}{line}" if line and place else line for place, line in enumerate(text.split("\n")))
