"""Page -> Segments: one walk over the rows of the tree.

- A segment is a maximal run of inline content between block boundaries or <br>, white space folded. Where CSS keeps line breaks, they end a segment;
  in <pre> a blank line does, and the line breaks inside stay in the segment's text.
- Every visible character is in exactly one segment, in document order. Text that a reader does not see (display:none, hidden, aria-hidden, ...) is
  in segments whose state says so; script, style, template and the like are not text.
- One pass, lists in, lists out; no object for a node, no recursion.
"""

from __future__ import annotations

from rubricate.segments.cascade import Cascade, Look
from rubricate.segments.states import BLOCK, BREAK, IMAGE, INLINE, NOSCRIPT, SKIP
from rubricate.types import AFTER_BR, BLOCK_START, IN_PRE, Page, Segments, State

__all__ = ["walk"]

_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"


_NOT_SHOWN = frozenset(("display:none", "hidden", "tooltip", "visibility:hidden"))
"""Text hidden for these reasons takes no part in the line around it; it makes a segment of its own, after that line."""


def walk(page: Page, noscript: bool = False, look: Look | None = None) -> Segments:
    """The visible lines of a page; with `noscript`, also those that stand in <noscript>. `look` replaces the static cascade."""
    tree = page.tree
    tags, data, parents = tree.tags, tree.data, tree.parents
    count = len(tags)
    states: list[State | None] = [None] * count  # of elements; None: not text (its descendants neither)
    kinds = [INLINE] * count
    blocks = [0] * count  # of elements: row of the nearest block
    cascade: Look = Cascade(page) if look is None else look
    enter, plain, root = cascade.enter, cascade.plain, cascade.root
    lines = _Lines()
    end_line, add_run, add_pre, add_hidden = lines.end, lines.add, lines.add_pre, lines.add_hidden
    top = -1
    for row in range(count):
        parent = parents[row]
        while top != parent:  # elements that end here
            if kinds[top]:
                end_line(blocks[top], BLOCK_START)
            top = parents[top]
        state = states[parent] if parent >= 0 else root
        tag = tags[row]
        if not tag:
            if state is not None:
                if state.hidden in _NOT_SHOWN:
                    add_hidden(row, data[row], state)
                elif state.pre:
                    add_pre(row, data[row], state, blocks[parent])
                else:
                    add_run(row, data[row], state)
            continue
        top = row
        if state is None:
            continue
        attributes = data[row]
        step = state.next.get(tag) if plain and not attributes else None
        inner, kind = step or enter(state, row, tag, attributes)  # type: ignore[misc]
        if kind == INLINE:
            states[row] = inner
            blocks[row] = blocks[parent]
        elif kind == BLOCK:
            end_line(blocks[parent], BLOCK_START)
            states[row] = inner
            kinds[row] = BLOCK
            blocks[row] = row
        elif kind == BREAK:
            end_line(blocks[parent], AFTER_BR)
        elif kind == IMAGE:
            lines.images.append((row, len(lines.text)))
        elif kind == NOSCRIPT and noscript:
            states[row] = state
            blocks[row] = blocks[parent]
    end_line(blocks[top] if top >= 0 else 0, BLOCK_START)
    return lines.segments(page)


class _Lines:
    """The columns as they grow, and the line that is being put together."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.block: list[int] = []
        self.state: list[State] = []
        self.runs: list[tuple[int, ...]] = []
        self.begins: list[int] = []
        self.bold: list[int] = []
        self.linked: list[int] = []
        self.italic: list[int] = []
        self.images: list[tuple[int, int]] = []
        self._parts: list[str] = []
        self._rows: list[int] = []
        self._states: list[State] = []
        self._lengths: list[int] = []
        self._hidden: list[tuple[int, str, State]] = []
        self._space = False
        self._blank = True  # nothing visible yet in the current line of a listing
        self._listing = False  # white space in the current line is meaning, at least in a part of it
        self._begin = BLOCK_START

    def add(self, row: int, text: str, state: State) -> None:
        """Text that flows along in the current line."""
        words = text.split()
        if not words:
            self._space = True
            return
        parts = self._parts
        if parts and (self._space or text[0].isspace()):
            parts.append(" ")
        folded = " ".join(words)
        parts.append(folded)
        self._space = text[-1].isspace()
        self._rows.append(row)
        self._states.append(state)
        self._lengths.append(len(folded) - len(words) + 1)

    def add_hidden(self, row: int, text: str, state: State) -> None:
        """Text that is not shown: it waits for the end of the line around it."""
        if words := text.split():
            self._hidden.append((row, " ".join(words), state))

    def add_pre(self, row: int, text: str, state: State, block: int) -> None:
        """Preformatted text: line breaks in it end a line; in <pre>, blank lines do, so that a listing is not torn to pieces."""
        first, *others = text.split("\n")
        add_line, keep_together = (self._add_code, state.code) if state.code else (self.add, False)
        add_line(row, first, state)
        for line in others:
            if keep_together and not self._blank:
                self._parts.append("\n")
                self._blank = True
            else:
                self.end(block, IN_PRE)
            add_line(row, line, state)

    def _add_code(self, row: int, line: str, state: State) -> None:
        """A piece of a line in which white space is meaning."""
        if not line:
            return
        letters = len("".join(line.split()))
        if letters:
            self._blank = False
        if self._space and self._parts:  # of text before the listing, in the same line
            self._parts.append(" ")
        self._space = False
        self._listing = True
        self._parts.append(line)
        self._rows.append(row)
        self._states.append(state)
        self._lengths.append(letters)

    def end(self, block: int, begin: int) -> None:
        """The current line, if there is one, ends here; the next one begins as told."""
        parts = self._parts
        if parts:
            text = parts[0] if len(parts) == 1 else "".join(parts)
            if self._listing:
                text = text.strip("\n").rstrip()
                self._listing = False
            if text and (text.isascii() or text.strip(_INVISIBLE)):
                self._keep(text, block)
            self._parts = []
            self._rows = []
            self._states = []
            self._lengths = []
            self._blank = True
        if self._hidden:
            hidden, self._hidden = self._hidden, []
            self._begin = BLOCK_START
            self._rows = [row for row, _, _ in hidden]
            self._states = [state for _, _, state in hidden]
            self._lengths = [len(text) - text.count(" ") for _, text, _ in hidden]
            self._keep(" ".join([text for _, text, _ in hidden]), block)
            self._rows, self._states, self._lengths = [], [], []
        self._begin = begin
        self._space = False

    def _keep(self, text: str, block: int) -> None:
        self.text.append(text)
        begin = self._begin
        self.begins.append(begin if begin and self.block and self.block[-1] == block else BLOCK_START)
        self.block.append(block)
        self.runs.append(tuple(self._rows))
        states, lengths = self._states, self._lengths
        state = states[0]
        if len(states) == 1:
            length = lengths[0]
            self.state.append(state)
            self.bold.append(length if state.weight >= 600 else 0)
            self.linked.append(length if state.link else 0)
            self.italic.append(length if state.italic else 0)
            return
        shares: dict[int, int] = {}
        bold = linked = italic = most = 0
        for other, length in zip(states, lengths, strict=True):
            bold += length if other.weight >= 600 else 0
            linked += length if other.link else 0
            italic += length if other.italic else 0
            share = shares[id(other)] = shares.get(id(other), 0) + length
            if share > most:
                most, state = share, other
        self.state.append(state)
        self.bold.append(bold)
        self.linked.append(linked)
        self.italic.append(italic)

    def segments(self, page: Page) -> Segments:
        """The columns, done."""
        return Segments(page, self.text, self.block, self.state, self.runs, self.begins, self.bold, self.linked, self.italic, self.images)


assert SKIP == 4  # kinds from SKIP on have no state, so neither have their descendants
