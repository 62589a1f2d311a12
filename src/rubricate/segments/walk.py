"""Page -> Segments: one walk over the rows of the tree.

- A segment is a maximal run of inline content between block boundaries or <br>, white space folded. Where CSS keeps line breaks, they end a segment;
  in <pre> a blank line does, and the line breaks inside stay in the segment's text. After very many lines (`most_lines`) they no longer do: a line
  costs memory whatever its text is.
- White space that the source does not have is put in where a reader sees a gap: two elements side by side, the second of which begins a word of its
  own (`<a>Help</a><a>Contact</a>`). Style sheets set them apart, which the source does not tell; without it their words would be one.
- Every visible character is in exactly one segment, in document order. Text that a reader does not see (display:none, hidden, aria-hidden, ...) is
  in segments whose state says so; script, style, template and the like are not text, nor is the drawing of a formula that stands beside it.
- One pass, lists in, lists out; no object for a node, no recursion.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from rubricate.compiled import twin
from rubricate.page.parse import SHADOW
from rubricate.segments import declarations as said
from rubricate.segments.cascade import MOST_AROUND, Look, Plain, Ruled, cascade
from rubricate.segments.selectors import LONG, MANY, passes
from rubricate.segments.sheets import declarations
from rubricate.segments.states import BLOCK, BREAK, IMAGE, INLINE, KINDS, LARGEST, NOSCRIPT, SKIP, TAGS, copy
from rubricate.segments.steps import INDENTED, attribute_changes, element_kind
from rubricate.types import AFTER_BR, BLOCK_START, IN_PRE, Page, Segments, State, Tree

__all__ = ["walk"]

_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"


_Piece = tuple[int, State, int]
"""A text node in a line: its row, its state, and how many characters of it are no white space."""
_NOT_SHOWN = frozenset(("display:none", "hidden", "tooltip", "visibility:hidden"))
"""Text hidden for these reasons takes no part in the line around it; it makes a segment of its own, after that line."""
_OFF_LINE = frozenset(("sub", "sup"))
_KEY = "kbd"
_CLIPPED = "clipped"
_OPENING = "(["
_DRAWN = ("aria-hidden", "true")
"""The attribute of a formula's drawing, which stands beside the formula for screen readers and says the same once more."""
_NONE = -2  # no row
_BROKEN = 8
"""So many times as many line breaks as a page may have lines (`most_lines`) are looked at in one text: in a listing, blank lines end one."""

_fast = twin("segments._look") and twin("segments._walk")  # the second has all that is public in the first
_applied = (twin("segments._declarations") or said).apply
_STEPS = _fast and _fast.Steps(KINDS, TAGS, INDENTED, SHADOW, LARGEST, copy, _applied, attribute_changes, element_kind, declarations)


def walk(page: Page, noscript: bool = False, look: Look | None = None) -> Segments:
    """The visible lines of a page; with `noscript`, also those that stand in <noscript>. `look` replaces the static cascade."""
    look = cascade(page) if look is None else look
    if _fast is not None:
        tree = page.tree
        return Segments(page, *_fast.walk(tree.tags, tree.data, tree.parents, _compiled(look, tree), noscript, most_lines(page)))
    return _walked(page, look, noscript)


def most_lines(page: Page) -> int:
    """How many lines a page may have before line breaks within a text end no more lines."""
    return 16_000 + len(page.html) // 100


def _walked(page: Page, look: Look, noscript: bool) -> Segments:
    tags, data, parents = page.tree.tags, page.tree.data, page.tree.parents
    count = len(tags)
    is_block = [False] * count
    blocks = [0] * count  # of elements: row of the nearest block
    enter, plain = look.enter, look.plain
    states: list[State | None] = [None] * count  # of elements; None: not text (its descendants neither)
    states.append(look.root)  # for what has no parent, which is -1
    lines = _Lines(tags, parents, most_lines(page))
    parts, hidden, end_line, add_run = lines.parts, lines.hidden, lines.end, lines.add
    top = -1
    beside = _NONE  # the element around the wrapper of a formula, until something else follows the wrapper in it
    for row, tag, parent, content in zip(range(count), tags, parents, data, strict=True):
        while top != parent:  # elements that end here
            if is_block[top]:
                if parts or hidden:
                    end_line(blocks[top])
                lines.begin = BLOCK_START
            top = parents[top]
        state = states[parent]
        if not tag:
            if state is None:
                continue
            if parent == beside and not content.isspace():
                beside = _NONE
            if state.pre or state.hidden:
                lines.add_other(row, content, state, blocks[parent])
            elif not content.isspace():
                add_run(row, content, state)
            elif parts:
                lines.space = True
            continue
        top = row
        if state is None:
            continue
        if parent == beside:
            beside = _NONE
            if _DRAWN in content:
                continue
        known = state.next.get(tag) if plain and not content else None
        inner, kind = known or enter(state, row, tag, content)  # type: ignore[misc]
        if tag == "math" and parent == row - 1 and parent >= 0:
            beside = parents[parent]
            if kind == INLINE and state.hidden in _NOT_SHOWN and not is_block[parent]:
                inner = _shown_otherwise(states[beside]) or inner
        if kind == INLINE:
            states[row] = inner
            blocks[row] = blocks[parent]
        elif kind == BLOCK:
            if parts or hidden:
                end_line(blocks[parent])
            lines.begin = BLOCK_START
            states[row] = inner
            is_block[row] = True
            blocks[row] = row
        elif kind == BREAK:
            if parts or hidden:
                end_line(blocks[parent])
            lines.begin = AFTER_BR
        elif kind == IMAGE:
            lines.images.append((row, len(lines.text)))
        elif kind == NOSCRIPT and noscript:
            states[row] = state
            blocks[row] = blocks[parent]
    while top >= 0 and states[top] is None:  # an image or a script, which stands in no block of its own
        top = parents[top]
    end_line(blocks[top] if top >= 0 else 0)
    return lines.segments(page)


def _shown_otherwise(around: State | None) -> State | None:
    """The state inside a formula that the inline element hides which begins with it: browsers that cannot set it are shown a picture in its place, so
    it is what stands around."""
    return around if around is not None and around.hidden not in _NOT_SHOWN else None


def _compiled(look: Look, tree: Tree) -> Any:
    """The same look for the compiled walk."""
    if type(look) is Plain:
        return _fast.Plain(look.root, _STEPS)
    if type(look) is Ruled:
        matcher = _fast.Matcher(tree, look.matcher, passes, LONG, MANY)
        return _fast.Ruled(look, len(tree), _STEPS, matcher, itemgetter(0, 1), MOST_AROUND)
    return _fast.Other(look)


class _Lines:
    """The columns as they grow, and the line that is being put together.

    Of an empty line, nothing but `begin` counts: so where neither `parts` nor `hidden` holds anything, there is nothing to end and no space to note.
    """

    __slots__ = (
        "_blank", "_hidden", "_listing", "_most", "_parents", "_pieces", "_tags", "begin", "begins", "block", "bold", "hidden", "images", "italic",
        "linked", "parts", "runs", "space", "state", "text",
    )  # fmt: skip

    def __init__(self, tags: list[str], parents: list[int], most: int) -> None:
        self._tags = tags
        self._parents = parents
        self._most = most
        self.text: list[str] = []
        self.block: list[int] = []
        self.state: list[State] = []
        self.runs: list[tuple[int, ...]] = []
        self.begins: list[int] = []
        self.bold: list[int] = []
        self.linked: list[int] = []
        self.italic: list[int] = []
        self.images: list[tuple[int, int]] = []
        self.parts: list[str] = []  # of the current line
        self.hidden: list[str] = []  # texts that wait for the end of the current line
        self.space = False  # white space came after the last part
        self.begin = BLOCK_START  # how the current line begins
        self._pieces: list[_Piece] = []  # of the current line
        self._hidden: list[_Piece] = []
        self._blank = True  # nothing visible yet in the current line of a listing
        self._listing = False  # white space in the current line is meaning, at least in a part of it

    def add(self, row: int, text: str, state: State) -> None:
        """Text that flows along in the current line."""
        words = text.split()
        if not words:
            self.space = True
            return
        folded = " ".join(words)
        parts = self.parts
        if len(folded) == len(text):  # no white space at its ends
            if parts and (self.space or self._is_apart(row, text[0], state)):
                parts.append(" ")
            self.space = False
        else:
            if parts and (self.space or text[0].isspace() or self._is_apart(row, text[0], state)):
                parts.append(" ")
            self.space = text[-1].isspace()
        parts.append(folded)
        self._pieces.append((row, state, len(folded) - len(words) + 1))

    def _is_apart(self, row: int, first: str, state: State) -> bool:
        """Whether a text that begins with this letter is set apart from the one before it, though there is no white space between them.

        It is where the element of the one has ended and that of the other begun, and the other begins with a capital or a digit: so in 1,543 of 1,572
        such places on training pages of six corpora whose gold shows which. Letters below and above the line, initials and code are not, two keys
        are. What is written for screen readers alone is no part of the word beside it.
        """
        last, other, _ = self._pieces[-1]
        if (state.hidden == _CLIPPED) != (other.hidden == _CLIPPED):
            return (first.isalnum() or first in _OPENING) and self.parts[-1][-1].isalnum()
        if not (first.isupper() or first.isdigit()):
            return False
        tags, parents, part = self._tags, self._parents, self.parts[-1]
        own, before = parents[row], parents[last]
        if own < last or not part[-1].isalnum():
            return False
        if state.code or other.code:
            return tags[own] == tags[before] == _KEY
        if part[-1].isupper() and not part[-2:-1].isalnum():  # an initial, set large
            return False
        while own > last:  # elements that began after the last text: each is passed once
            if tags[own] in _OFF_LINE:
                return False
            own = parents[own]
        if own == before:
            return False
        while before != own:  # and those that ended before this one
            if tags[before] in _OFF_LINE:
                return False
            before = parents[before]
        return True

    def add_other(self, row: int, text: str, state: State, block: int) -> None:
        """Text that is hidden or preformatted, or both; what is not shown waits for the end of the line around it."""
        if state.hidden in _NOT_SHOWN:
            if words := text.split():
                folded = " ".join(words)
                self.hidden.append(folded)
                self._hidden.append((row, state, len(folded) - len(words) + 1))
        elif state.pre:
            self._add_pre(row, text, state, block)
        else:
            self.add(row, text, state)

    def _add_pre(self, row: int, text: str, state: State, block: int) -> None:
        """Preformatted text: line breaks in it end a line; in <pre>, blank lines do, so that a listing is not torn to pieces."""
        first, *others = text.split("\n", _BROKEN * self._most)
        add_line, keep_together = (self._add_code, state.code) if state.code else (self.add, False)
        add_line(row, first, state)
        for number, line in enumerate(others):
            if len(self.text) >= self._most:
                add_line(row, "\n".join(["", *others[number:]]), state)
                break
            if keep_together and not self._blank:
                self.parts.append("\n")
                self._blank = True
            else:
                self.end(block)
                self.begin = IN_PRE
            add_line(row, line, state)

    def _add_code(self, row: int, line: str, state: State) -> None:
        """A piece of a line in which white space is meaning."""
        if not line:
            return
        letters = len("".join(line.split()))
        if letters:
            self._blank = False
        if self.space and self.parts:  # of text before the listing, in the same line
            self.parts.append(" ")
        self.space = False
        self._listing = True
        self.parts.append(line)
        self._pieces.append((row, state, letters))

    def end(self, block: int) -> None:
        """The current line, if there is one, ends here, and what is hidden in it makes one more. How the next begins is the caller's word."""
        if parts := self.parts:
            text = parts[0] if len(parts) == 1 else "".join(parts)
            if self._listing:
                text = text.strip("\n").rstrip()
                self._listing = False
            if text and (text.isascii() or text.strip(_INVISIBLE)):
                self._keep(text, block, self._pieces)
            parts.clear()
            self._pieces.clear()
            self._blank = True
        if hidden := self.hidden:
            self.begin = BLOCK_START
            self._keep(" ".join(hidden), block, self._hidden)
            hidden.clear()
            self._hidden.clear()

    def _keep(self, text: str, block: int, pieces: list[_Piece]) -> None:
        self.text.append(text)
        begin = self.begin
        self.begins.append(begin if begin and self.block and self.block[-1] == block else BLOCK_START)
        self.block.append(block)
        if len(pieces) == 1:
            row, state, length = pieces[0]
            self.runs.append((row,))
            self.state.append(state)
            self.bold.append(length if state.weight >= 600 else 0)
            self.linked.append(length if state.link else 0)
            self.italic.append(length if state.italic else 0)
        else:
            self.runs.append(tuple([row for row, _, _ in pieces]))
            self._measure(pieces)

    def _measure(self, pieces: list[_Piece]) -> None:
        """The state of most of a line, and how much of it is bold, linked and italic."""
        shares: dict[int, int] = {}
        bold = linked = italic = most = 0
        state = pieces[0][1]
        for _, other, length in pieces:
            if other.weight >= 600:
                bold += length
            if other.link:
                linked += length
            if other.italic:
                italic += length
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
