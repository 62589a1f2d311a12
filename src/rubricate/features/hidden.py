"""Text that is in the page but not shown at first: the panels of tabs and accordions belong to the document, dialogs and menus do not.

What tells them apart is the element that hides the text: whether shown text stands beside it, how many others there are of its kind, whether a
link of the page opens it, what its names say, what stands right before it. All of it is worked out once an element, and only on pages that hide text.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.links import fragments
from rubricate.features.mention import Mention
from rubricate.features.place import Place, sums
from rubricate.features.subjects import NOTICES
from rubricate.features.wanted import EVERYTHING, Wanted
from rubricate.types import Segments, Tree

__all__ = ["hidden_columns"]

_fast = twin("features._rows")
Column = NDArray[np.float32]
Rows = NDArray[np.intp]
NAMES = (
    "veil_lines", "veil_prose", "veil_beside", "veil_kin", "veil_opened", "veil_word", "veil_lead", "veil_echo", "veil_depth", "veil_through",
    "veil_brother", "opens",
)  # fmt: skip
_PANEL = Mention("accordion|collaps|panel|tab|toggl|expand|slide|drawer|content|answer|faq|more|body|detail|read|text")
_POPUP = Mention(
    "modal|dialog|popup|pop-up|overlay|lightbox|tooltip|menu|nav|dropdown|drop-down|cookie|login|signin|signup|sign-|search|banner|share|alert|error|"
    "message|form|template|mobile|print|cart|subscri|newsletter|video|player|loading|noscript|consent"
)
_TELLING = frozenset(("form", "nav", "dialog", "noscript"))
_SHOWN = 1  # codes of `hidden` below this are seen by every reader; what is hidden from some is a panel as often as what is hidden from all
_STEPS = 40


def hidden_columns(
    segments: Segments, place: Place, columns: dict[str, Column], running: Column, opened: set[str] | None = None, wanted: Wanted = EVERYTHING
) -> tuple[dict[str, Column], tuple[Rows, Rows]]:
    """Facts of the element that hides each hidden line (0 for shown lines), for shown lines how many hidden lines they open; and that element's
    lines (first, one past the last; a shown line stands for itself). `opened`: the names that links point at, where they are known already.
    What the names of that element say, and what stands beside it in its place, is always told, other facts if they are wanted."""
    count = len(segments)
    names = [name for name in NAMES if name in wanted or name in _ALWAYS]
    found = dict(zip(names, np.zeros((len(names), count), np.float32), strict=True))
    veils, start, end, which = _veils(segments, place, columns["hidden"])
    if veils:
        hidden = columns["hidden"] >= _SHOWN
        facts = _Facts(segments, place, running, hidden, opened, veils)
        for name in names:
            if name in _OF_VEILS:
                _give(_OF_VEILS[name](facts), which, found[name])
        if "veil_depth" in found:
            inside = np.flatnonzero(which >= 0)
            found["veil_depth"][inside] = columns["depth"][inside] - place.depth[[*veils]][which[inside]]
        if "veil_through" in found:
            inside = np.flatnonzero(which >= 0)
            found["veil_through"][inside] = (inside - start[inside]) / np.maximum(1, end - start)[inside]
        if "opens" in found:
            for low, high in veils.values():
                if low:
                    found["opens"][low - 1] = 0 if hidden[low - 1] else min(200, high - low)
    return found, (start, end)


def _give(values: list[float], which: Rows, column: Column) -> None:
    """Fills a column with what is known of the element that hides each line, by its number (-1: none does)."""
    if _fast is not None:
        _fast.given(values, which, column)
        return
    inside = np.flatnonzero(which >= 0)
    column[inside] = np.array(values, np.float32)[which[inside]]


def _veils(segments: Segments, place: Place, codes: Column) -> tuple[dict[int, tuple[int, int]], Rows, Rows, Rows]:
    """The highest elements of which every line is hidden -> the lines inside them; and for every line the first line of that element, the one after
    its last (a shown line stands for itself), and its number, or -1."""
    count = len(segments)
    if _fast is not None:
        start, end, which = np.empty((3, count), np.intp)
        every: dict[int, tuple[int, int]]
        every = _fast.veils(segments.block, segments.page.tree.parents, place.low, place.high, codes, _STEPS, (start, end, which))
        return every, start, end, which
    start, which = np.arange(count), np.full(count, -1)
    end = start + 1
    hidden = codes >= _SHOWN
    found = _highest(segments, place, hidden)
    for number, (low, high) in enumerate(found.values()):
        which[low:high] = number
    which[~hidden] = -1
    if found:
        inside = np.flatnonzero(which >= 0)
        lows, highs = np.array([*found.values()], np.intp).T
        start[inside], end[inside] = lows[which[inside]], highs[which[inside]]
    return found, start, end, which


def _highest(segments: Segments, place: Place, hidden: NDArray[np.bool_]) -> dict[int, tuple[int, int]]:
    """Those elements."""
    shown = [0, *accumulate((~hidden).tolist())]
    found: dict[int, tuple[int, int]] = {}
    parents = segments.page.tree.parents
    last = -1
    for index in np.flatnonzero(hidden).tolist():
        if index < last:
            continue
        row, best, reach = segments.block[index], segments.block[index], (index, index + 1)
        for _ in range(_STEPS):
            if row < 0:
                break
            low, high = int(place.low[row]), int(place.high[row])
            if shown[high] != shown[low]:
                break
            best, reach = row, (min(low, index), max(high, index + 1))
            row = parents[row]
        found[best] = reach
        last = reach[1]
    return found


def _kind(tree: Tree, row: int) -> tuple[str, str | None]:
    return tree.tags[row], (tree.attribute(row, "class") or "").split(" ")[0]


class _Facts:
    """What is known of the elements that hide text, one value for each of them."""

    def __init__(
        self,
        segments: Segments,
        place: Place,
        running: Column,
        hidden: NDArray[np.bool_],
        opened: set[str] | None,
        veils: dict[int, tuple[int, int]],
    ) -> None:
        self.segments, self.place, self.running, self.hidden, self.opened, self.veils = segments, place, running, hidden, opened, veils

    @cached_property
    def _seen(self) -> NDArray[np.float64]:
        """The shown running text before each line."""
        return sums(np.where(self.hidden, np.float32(0), self.running))

    def lines(self) -> list[float]:
        """How many lines they have."""
        return [min(500, high - low) for low, high in self.veils.values()]

    def prose(self) -> list[float]:
        """Their shares of the page's running text."""
        mass = sums(self.running)
        return [float(mass[high] - mass[low]) / max(1.0, float(mass[-1])) for low, high in self.veils.values()]

    def beside(self) -> list[float]:
        """The share of the shown running text that stands in the same element."""
        around = [self.segments.page.tree.parents[row] for row in self.veils]
        low, high, seen = self.place.low, self.place.high, self._seen
        return [float(seen[high[row]] - seen[low[row]]) / max(1.0, float(seen[-1])) if row >= 0 else 0.0 for row in around]

    def brothers(self) -> list[float]:
        """The share of the shown running text that stands in one element of the same tag beside them: of a page's tabs, one is shown. What is named
        like a notice that lies over the page is none of its tabs."""
        tree, names, place = self.segments.page.tree, self.place.names, self.place
        if _fast is not None:
            named, spelt = (names.rows, names.numbers), (names.tags, names.speak_of(NOTICES))
            every: list[float] = _fast.brothers([*self.veils], place.parents, named, spelt, (place.low, place.high), self.hidden, self.running)
            return every
        around = [tree.parents[row] for row in self.veils]
        there = np.zeros(len(tree) + 1, np.bool_)  # the last is for -1, which is above the root
        there[around] = True
        beside = np.flatnonzero(there[place.parents[names.rows]])  # only what stands beside them need be looked at
        rows = names.rows[beside]
        is_tab = ~names.speak_of(NOTICES)
        held = np.where(is_tab[names.numbers[beside]], self._seen[place.high[rows]] - self._seen[place.low[rows]], 0.0)
        fullest: dict[tuple[int, str], float] = {}
        some = np.flatnonzero(held)  # few of them show running text
        for row, share in zip(rows[some].tolist(), held[some].tolist(), strict=True):
            brothers = (tree.parents[row], tree.tags[row])
            fullest[brothers] = max(share, fullest.get(brothers, 0.0))
        total = max(1.0, float(self._seen[-1]))
        return [fullest.get((above, tree.tags[row]), 0.0) / total for above, row in zip(around, self.veils, strict=True)]

    def kin(self) -> list[float]:
        """How many there are of their kinds."""
        kinds = [_kind(self.segments.page.tree, row) for row in self.veils]
        counts = Counter(kinds)
        return [min(99, counts[kind]) for kind in kinds]

    def lead(self) -> list[float]:
        """The lengths of the shown lines before them."""
        return [min(300, len(lead)) for lead in self._leads()]

    def echo(self) -> list[float]:
        """Whether those lines are said again inside."""
        texts = self.segments.text
        both = zip(self._leads(), self.veils.values(), strict=True)
        return [float(bool(lead) and lead in texts[low : min(high, low + 3)]) for lead, (low, high) in both]

    def _leads(self) -> list[str]:
        return [self.segments.text[low - 1] if low and not self.hidden[low - 1] else "" for low, _ in self.veils.values()]

    def are_opened(self) -> list[float]:
        """Whether a link of the page opens them."""
        opened = fragments(self.segments.page.tree) if self.opened is None else self.opened
        known: dict[int, bool] = {}
        return [_is_opened(self.segments.page.tree, row, opened, known) for row in self.veils]

    def words(self) -> list[float]:
        """What their names say."""
        tree = self.segments.page.tree
        if _fast is not None and _PANEL.finder is not None and _POPUP.finder is not None:
            rows, speak = [*self.veils], (_POPUP.finder.has, _PANEL.finder.has)
            every: list[float] = _fast.own_words(tree.tags, tree.data, tree.parents, rows, _TELLING, *speak, partial(_own_word, tree))
            return every
        known: dict[int, float] = {}
        return [_word(tree, row, known) for row in self.veils]


_ALWAYS = ("veil_word", "veil_brother")
_OF_VEILS = {
    "veil_lines": _Facts.lines,
    "veil_prose": _Facts.prose,
    "veil_beside": _Facts.beside,
    "veil_kin": _Facts.kin,
    "veil_opened": _Facts.are_opened,
    "veil_word": _Facts.words,
    "veil_lead": _Facts.lead,
    "veil_echo": _Facts.echo,
    "veil_brother": _Facts.brothers,
}


def _is_opened(tree: Tree, row: int, opened: set[str], known: dict[int, bool]) -> float:
    for _ in range(3):
        if row < 0:
            break
        if row not in known:  # many stand in the same elements: each is read once
            known[row] = (tree.attribute(row, "id") or "") in opened
        if known[row]:
            return 1.0
        row = tree.parents[row]
    return 0.0


def _word(tree: Tree, row: int, known: dict[int, float]) -> float:
    """1: its names, or those right around it, speak of panels, -1: of pop-ups and menus."""
    for _ in range(3):
        if row < 0:
            break
        if row not in known:
            known[row] = _own_word(tree, row)
        if known[row]:
            return known[row]
        row = tree.parents[row]
    return 0.0


def _own_word(tree: Tree, row: int) -> float:
    names = " ".join([(value or "")[:200] for name, value in tree.data[row] if name in ("class", "id", "role")])
    if tree.tags[row] in _TELLING or _POPUP(names):
        return -1.0
    return float(_PANEL(names))
