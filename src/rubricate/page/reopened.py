"""How much the parser will open again: formatting left open (<b>, <a href=...>) begins anew, with all its attributes, in every block that follows.

A few kilobytes can so become millions of elements or attributes, and the parser makes them all before it says a word. So the tags are gone through
first, with a list of the formatting that is open, as the standard has it. Where a tag may mean one thing or another, the dearer one is believed: an
end tag only closes what it closes for certain, not what stands outside of its cell, <object>, <select> or <svg>, or far above it. What
stands in comments, attributes, scripts and other raw text is no tag.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

__all__ = ["FAR", "KINDS", "REOPENED", "reopened"]

REOPENED = 450
"""The parser opens no more than about so many unclosed formatting elements again."""
FAR = 8
"""An end tag does not close formatting that has so many blocks in it: the parser goes through no more of them."""
ALIKE = 3
"""Of formatting that is the same, the parser keeps only the last three open."""

FORMATTING = ("a", "nobr", "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u")
"""Of the first two, one closes the one before it."""
BLOCK, ROW, CELL, TABLE, SCOPE, STRANGE, RAW = range(20, 27)
_BLOCKS = (
    "address article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header "
    "hgroup hr li listing main menu nav noscript ol p plaintext pre search section summary ul frameset body"
)
KINDS = {
    **{name: number for number, name in enumerate(FORMATTING)},
    **dict.fromkeys(_BLOCKS.split(), BLOCK),
    **dict.fromkeys("tr tbody thead tfoot col colgroup".split(), ROW),
    **dict.fromkeys("td th caption".split(), CELL),
    "table": TABLE,
    **dict.fromkeys("object applet marquee".split(), SCOPE),
    **dict.fromkeys("select svg math template".split(), STRANGE),  # some of what stands in them is not read as it is elsewhere
    **dict.fromkeys("script style textarea title xmp iframe noembed noframes".split(), RAW),
}

_SPACE = r"\t\n\f\r "
_VALUE = rf"\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^{_SPACE}>\"'][^{_SPACE}>]*+"
_ATTRIBUTES = rf"(?:[{_SPACE}/]++|[^{_SPACE}/>][^{_SPACE}/>=]*+(?:[{_SPACE}]*+=[{_SPACE}]*+(?:{_VALUE})?+)?+)*+"
_MARKUP = re.compile(rf"<(?:(/?)([A-Za-z][^{_SPACE}/>]*+)({_ATTRIBUTES})>?|[!?/])")
_ENDS = {name: re.compile(rf"</{name}[{_SPACE}/>]", re.I | re.A) for name, kind in KINDS.items() if kind == RAW}
_IN_SCRIPT = re.compile(rf"<!--|-->|<(/?)script[{_SPACE}/>]", re.I | re.A)


def reopened(html: str) -> tuple[int, int]:
    """How many elements the parser opens again, and how many characters of attributes these have: more rather than fewer."""
    open_ones = _Open()
    place = 0
    while found := _MARKUP.search(html, place):
        slash, name, attributes = found.groups()
        place = found.end()
        if name is None:
            place = _after_comment(html, found.start(), open_ones)
            continue
        name = name.lower() if name.isascii() else name
        kind = KINDS.get(name, -1)
        if slash:
            open_ones.end(name, kind)
        elif 0 <= kind < BLOCK:
            open_ones.formatting(kind, attributes)
        elif kind >= BLOCK:
            open_ones.start(name, kind, attributes)
            if kind == RAW and not open_ones.strange:
                place = _end_of_raw(html, name, place)
    return open_ones.rows, open_ones.weight


def _after_comment(html: str, start: int, open_ones: _Open) -> int:
    if html.startswith("<!--", start):
        ends = [html.find("-->", start + 2) + 3]
        ends.append(html.find("--!>", start + 4, ends[0] if ends[0] > 2 else len(html)) + 4)
        return min((end for end in ends if end > 4), default=len(html))
    if open_ones.strange and html.startswith("<![CDATA[", start):
        mark = html.find("<", start + 1)
        end = html.find("]]>", start, mark if mark >= 0 else len(html))
        if end >= 0:
            return end + 3
        open_ones.enter("", -1)  # either everything or nothing is text up to a "]]>"
    end = html.find(">", start)
    return end + 1 if end >= 0 else len(html)


def _end_of_raw(html: str, name: str, place: int) -> int:
    """Where the end tag of an element begins that holds text alone; that of the page where it has none."""
    if name != "script":
        found = _ENDS[name].search(html, place)
        return found.start() if found else len(html)
    commented = twice = False
    while found := _IN_SCRIPT.search(html, place):
        place = found.end() - 1
        if found[1] is None:
            commented, twice = found[0] == "<!--", twice and found[0] == "<!--"
            place = found.start() + 2
        elif not found[1]:
            twice = commented
        elif twice:
            twice = False
        else:
            return found.start()
    return len(html)


@dataclass(slots=True)
class _Element:
    kind: int
    attributes: str
    blocks: int
    """How many blocks had begun before it."""
    is_live: bool = True
    """Not so once three of the same have followed; it still takes an end tag."""
    is_there: bool = True


@dataclass(slots=True)
class _Open:
    """What is open at one place of the page, and what was opened again up to there."""

    rows: int = 0
    weight: int = 0
    strange: int = 0
    _count: int = 0
    _size: int = 0
    _blocks: int = 0
    _base: int = 0
    """Formatting below this stands outside of the innermost scope."""
    _elements: list[_Element] = field(default_factory=list)
    _of: list[list[int]] = field(default_factory=lambda: [[] for _ in FORMATTING])
    _alike: list[dict[str, list[int]]] = field(default_factory=lambda: [{} for _ in FORMATTING])
    _scopes: list[tuple[str, int, int, bool]] = field(default_factory=list)
    """Name, kind, base, and whether all formatting in it ends with it."""
    _unsure: int = 0
    """So many of them, from the outermost, may have ended before."""

    def formatting(self, kind: int, attributes: str) -> None:
        """A formatting element begins."""
        if kind < 2 and self._closes(kind, FAR if kind else self._blocks + 1):
            self._close(kind)
        if kind:
            alike = self._alike[kind].setdefault(attributes, [])
            if len(alike) >= ALIKE and alike[-ALIKE] >= self._base:
                self._bury(self._elements[alike.pop(-ALIKE)])
            alike.append(len(self._elements))
        self._of[kind].append(len(self._elements))
        self._elements.append(_Element(kind, attributes, self._blocks))
        self._count += 1
        self._size += len(attributes)

    def start(self, name: str, kind: int, attributes: str) -> None:
        """Another element begins, of a kind that matters."""
        self._open_again()
        self._blocks += 1
        if kind in (ROW, CELL):
            if self._top() == CELL:
                self._leave()
            elif self._top() != TABLE:
                self._unsure = len(self._scopes)
        if kind == TABLE == self._top():
            self._leave()
        if kind == STRANGE and name in ("svg", "math") and _is_slash(attributes):  # ends at once
            return
        if kind in (CELL, TABLE, SCOPE, STRANGE) or (kind == RAW and self.strange):
            self.enter(name, kind)

    def end(self, name: str, kind: int) -> None:
        """An end tag of whatever name."""
        if 0 <= kind < BLOCK:
            if self._closes(kind, FAR):
                self._close(kind)
            return
        self._open_again()
        if not self._scopes or kind < ROW:
            return
        if self._top() == CELL and (kind == TABLE or (name == "tr" and self._scopes[-1][0] != "caption")):
            self._leave()
            if kind == ROW:
                return
        if self._scopes and self._scopes[-1][0] == name:
            self._leave()
        elif kind <= TABLE and self._top() != TABLE:
            self._unsure = len(self._scopes)

    def enter(self, name: str, kind: int) -> None:
        """From here on, end tags close nothing that is open already."""
        if not name and self._scopes and not self._scopes[-1][0]:
            return
        clears = kind == CELL and self._top() == TABLE and not self.strange and len(self._scopes) > self._unsure
        self._scopes.append((name, kind, len(self._elements), clears))
        self._base = len(self._elements)
        self.strange += kind == STRANGE

    def _leave(self) -> None:
        _, kind, base, clears = self._scopes.pop()
        self.strange -= kind == STRANGE
        while clears and len(self._scopes) >= self._unsure and len(self._elements) > base:
            if self._elements[-1].is_there:
                self._take(self._elements[-1])
            self._elements.pop()
        self._base = self._scopes[-1][2] if self._scopes else 0
        self._unsure = min(self._unsure, len(self._scopes))

    def _top(self) -> int:
        return self._scopes[-1][1] if self._scopes else -1

    def _closes(self, kind: int, far: int) -> bool:
        of = self._of[kind]
        return bool(of) and of[-1] >= self._base and self._blocks - self._elements[of[-1]].blocks < far

    def _close(self, kind: int) -> None:
        place = self._of[kind][-1]
        if place < len(self._elements) - 1:  # what was opened in it is opened again
            self._open_again()
        self._take(self._elements[place])
        while len(self._elements) > self._base and not self._elements[-1].is_there:
            self._elements.pop()

    def _take(self, element: _Element) -> None:
        self._of[element.kind].pop()
        element.is_there = False
        if element.is_live:
            if element.kind:
                self._alike[element.kind][element.attributes].pop()
            self._bury(element)

    def _bury(self, element: _Element) -> None:
        element.is_live = False
        self._count -= 1
        self._size -= len(element.attributes)

    def _open_again(self) -> None:
        self.rows += min(self._count, REOPENED)
        self.weight += self._size


def _is_slash(attributes: str) -> bool:
    return attributes.strip("\t\n\f\r ") == "/"
