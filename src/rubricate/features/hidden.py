"""Text that is in the page but not shown at first: the panels of tabs and accordions belong to the document, dialogs and menus do not.

What tells them apart is the element that hides the text: whether shown text stands beside it, how many others there are of its kind, whether a
link of the page opens it, what its names say, what stands right before it. All of it is worked out once an element, and only on pages that hide text.
"""

from __future__ import annotations

import re
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from rubricate.features.place import Place, fragments
from rubricate.types import Segments, Tree

__all__ = ["hidden_columns"]

Column = NDArray[np.float32]
Rows = NDArray[np.intp]
NAMES = (
    "veil_lines", "veil_prose", "veil_beside", "veil_kin", "veil_opened", "veil_word", "veil_lead", "veil_echo", "veil_depth", "veil_through",
    "opens",
)  # fmt: skip
_PANEL = re.compile(r"accordion|collaps|panel|tab|toggl|expand|slide|drawer|content|answer|faq|more|body|detail|read|text", re.I)
_POPUP = re.compile(
    r"modal|dialog|popup|pop-up|overlay|lightbox|tooltip|menu|nav|dropdown|drop-down|cookie|login|signin|signup|sign-|search|banner|share|alert|error|"
    r"message|form|template|mobile|print|cart|subscri|newsletter|video|player|loading|noscript|consent",
    re.I,
)
_SHOWN = 3  # codes of `hidden` below this are seen by a reader
_STEPS = 40


def hidden_columns(
    segments: Segments, place: Place, columns: dict[str, Column], running: Column, opened: set[str] | None = None
) -> tuple[dict[str, Column], tuple[Rows, Rows]]:
    """Facts of the element that hides each hidden line (0 for shown lines), for shown lines how many hidden lines they open; and that element's
    lines (first, one past the last; a shown line stands for itself). `opened`: the names that links point at, where they are known already."""
    count = len(segments)
    table = np.zeros((count, len(NAMES)), np.float32)
    hidden = columns["hidden"] >= _SHOWN
    start = np.arange(count)
    end = start + 1
    if hidden.any():
        veils = _veils(segments, place, hidden)
        kin: dict[tuple[str, str | None], int] = {}
        for row in veils:
            kind = _kind(segments.page.tree, row)
            kin[kind] = kin.get(kind, 0) + 1
        facts = _Facts(segments, place, running, hidden, fragments(segments.page.tree) if opened is None else opened, kin)
        for row, (low, high) in veils.items():
            inside = np.flatnonzero(hidden[low:high]) + low
            start[inside], end[inside] = low, high
            table[inside, :8] = facts.of(row, low, high)
            table[inside, 8] = columns["depth"][inside] - place.depth[row]
            table[inside, 9] = (inside - low) / max(1, high - low)
            if low:
                table[low - 1, 10] = 0 if hidden[low - 1] else min(200, high - low)
    return {name: np.ascontiguousarray(table[:, number]) for number, name in enumerate(NAMES)}, (start, end)


def _veils(segments: Segments, place: Place, hidden: NDArray[np.bool_]) -> dict[int, tuple[int, int]]:
    """The highest elements of which every line is hidden -> the lines inside them."""
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
    """What is known of every element that hides text."""

    def __init__(
        self,
        segments: Segments,
        place: Place,
        running: Column,
        hidden: NDArray[np.bool_],
        opened: set[str],
        kin: dict[tuple[str, str | None], int],
    ) -> None:
        self.segments, self.place, self.hidden, self.opened, self.kin = segments, place, hidden, opened, kin
        self.mass = np.concatenate(([0.0], np.cumsum(running, dtype=np.float64)))
        self.seen = np.concatenate(([0.0], np.cumsum(np.where(hidden, 0, running), dtype=np.float64)))

    def of(self, row: int, low: int, high: int) -> tuple[float, ...]:
        """Lines; share of the page's prose; share of the shown prose that stands in the same element; how many of its kind; opened by a link;
        what its names say; the length of the shown line before it; whether that line is said again inside."""
        tree, place = self.segments.page.tree, self.place
        parent = tree.parents[row]
        beside = 0.0
        if parent >= 0:
            first, last = place.low[parent], place.high[parent]
            beside = float(self.seen[last] - self.seen[first]) / max(1.0, float(self.seen[-1]))
        lead = self.segments.text[low - 1] if low and not self.hidden[low - 1] else ""
        return (
            min(500, high - low),
            float(self.mass[high] - self.mass[low]) / max(1.0, float(self.mass[-1])),
            beside,
            min(99, self.kin[_kind(tree, row)]),
            self._opened(row),
            self._word(row),
            min(300, len(lead)),
            float(bool(lead) and lead in self.segments.text[low : min(high, low + 3)]),
        )

    def _opened(self, row: int) -> float:
        tree = self.segments.page.tree
        for _ in range(3):
            if row < 0:
                break
            if (tree.attribute(row, "id") or "") in self.opened:
                return 1.0
            row = tree.parents[row]
        return 0.0

    def _word(self, row: int) -> float:
        """1: its names, or those right around it, speak of panels, -1: of pop-ups and menus."""
        tree = self.segments.page.tree
        for _ in range(3):
            if row < 0:
                break
            names = " ".join((value or "")[:200] for name, value in tree.data[row] if name in ("class", "id", "role"))
            if tree.tags[row] in ("form", "nav", "dialog", "noscript") or _POPUP.search(names):
                return -1.0
            if _PANEL.search(names):
                return 1.0
            row = tree.parents[row]
        return 0.0
