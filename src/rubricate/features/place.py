"""Where a line stands in the tree: depth, tags, the containers around it and what else is in them, contents lists that point at it.

All segments of an element are neighbours in document order, so a container is a range of segments, and what it holds is a difference of two prefix
sums.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments, Tree

__all__ = ["Place", "fragments", "place_columns"]

Column = NDArray[np.float32]
Rows = NDArray[np.intp]

_TAGS = (
    "p div li td th h1 h2 h3 h4 h5 h6 dt dd body section article main header footer nav aside form span pre blockquote figcaption summary "
    "option address label button ul ol table tr center b strong em i u font a small time"
).split()
_TAG_CODES = {tag: index + 1 for index, tag in enumerate(_TAGS)}
_LEVELS = (1, 2, 3, 4, 6, 8)
_KIN = (1, 2, 3, 4)
_MANY = 5  # elements of one kind that make cards, rows or posts
SPANS = (1, 2, 4, 6)
"""Steps up to the elements whose lines a second look takes together."""


class Place:
    """The tree facts that several families need."""

    def __init__(self, segments: Segments) -> None:
        tree = segments.page.tree
        count = len(tree)
        parents = tree.parents
        depth = [0] * count
        ends = list(range(1, count + 1))
        for row in range(1, count):
            parent = parents[row]
            if parent >= 0:
                depth[row] = depth[parent] + 1
        for row in range(count - 1, 0, -1):
            parent = parents[row]
            if parent >= 0 and ends[row] > ends[parent]:
                ends[parent] = ends[row]
        self.spans: list[tuple[Rows, Rows]] = []  # the lines inside the elements around each line, by SPANS
        self.parents: Rows = np.array(parents, np.intp)
        self.depth = np.array(depth, np.float32)
        self.ends: Rows = np.array(ends, np.intp)
        self.blocks: Rows = np.array(segments.block, np.intp)
        self.runs: Rows = np.maximum.accumulate(np.array([rows[0] for rows in segments.runs], np.intp)) if segments.runs else np.zeros(0, np.intp)
        lines = zip(segments.runs, segments.block, strict=True)
        inner = [parents[rows[0]] if parents[rows[0]] == parents[rows[-1]] else block for rows, block in lines]
        self.tags = np.array([_TAG_CODES.get(tag, 0) for tag in tree.tags], np.float32)
        self.inner = self.tags[np.array(inner, np.intp)] if inner else np.zeros(0, np.float32)

    def above(self, steps: int) -> Rows:
        """The ancestors of the blocks, so many steps up (the root stays the root)."""
        rows = self.blocks
        for _ in range(steps):
            rows = np.maximum(self.parents[rows], 0)
        return rows

    def ranges(self, rows: Rows) -> tuple[Rows, Rows]:
        """The first segment inside each row's element, and the one after the last."""
        return np.searchsorted(self.runs, rows), np.searchsorted(self.runs, self.ends[rows])


def place_columns(segments: Segments, place: Place, chars: Column, linked: Column, prose: Column, names: set[str]) -> dict[str, Column]:
    """Depth, tags, containers, the main container, steps from the line before, and anchors."""
    count = len(segments)
    number = np.arange(count)
    order = number.astype(np.float32)
    columns: dict[str, Column] = {
        "position": (order / max(1, count)).astype(np.float32),
        "index": order,
        "from_end": count - order,
        "depth": place.depth[place.blocks],
        "tag": place.tags[place.blocks],
        "parent_tag": place.tags[place.above(1)],
        "grandparent_tag": place.tags[place.above(2)],
        "inner_tag": place.inner,
        "pieces": np.array([min(20, len(rows)) for rows in segments.runs], np.float32),
    }
    mass, all_chars, links = _sums(prose), _sums(chars), _sums(chars * linked)
    total = max(1.0, float(mass[-1]))
    for steps in _LEVELS:
        low, high = place.ranges(place.above(steps))
        if steps in SPANS:
            place.spans.append((np.minimum(low, number), np.maximum(high, number + 1)))
        size = np.maximum(1, high - low).astype(np.float32)
        held = (all_chars[high] - all_chars[low]).astype(np.float32)
        columns[f"c{steps}_count"] = size
        columns[f"c{steps}_prose"] = ((mass[high] - mass[low]) / total).astype(np.float32)
        columns[f"c{steps}_links"] = ((links[high] - links[low]) / np.maximum(1, held)).astype(np.float32)
        columns[f"c{steps}_chars"] = held
        columns[f"c{steps}_position"] = ((order - low) / size).astype(np.float32)
    for steps in _KIN:
        columns[f"c{steps}_kin"] = _kin(segments.page.tree, place.above(steps))
    low, high = place.ranges(place.blocks)
    columns["c0_count"] = np.maximum(1, high - low).astype(np.float32)
    columns["c0_position"] = (order - np.minimum(low, number)).astype(np.float32)
    cards = np.maximum.reduce([columns[f"c{steps}_kin"] for steps in _KIN[1:]]) >= _MANY
    columns["page_cards"] = np.full(count, cards.mean() if count else 0.0, np.float32)
    columns["before_prose"] = (mass[:-1] / total).astype(np.float32)
    _main(columns, segments, place, prose, total)
    columns["rise"], columns["fall"] = _steps(segments, place)
    columns["next_rise"] = np.append(columns["rise"][1:], 9).astype(np.float32)[:count]
    columns["next_fall"] = np.append(columns["fall"][1:], 9).astype(np.float32)[:count]
    columns["target"], columns["contents"] = _anchors(segments, place, names)
    return columns


def _sums(values: Column) -> NDArray[np.float64]:
    return np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))


def _kin(tree: Tree, rows: Rows) -> Column:
    """How many of the given elements are children of the same element, with the same tag and class: cards, rows, posts come in numbers."""
    unique, which = np.unique(rows, return_inverse=True)
    keys = [(tree.parents[row], tree.tags[row], tree.attribute(row, "class") if tree.data[row] else None) for row in unique.tolist()]
    counts: dict[tuple[int, str, str | None], int] = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return np.array([min(99, counts[key]) for key in keys], np.float32)[which.reshape(-1)]


def _main(columns: dict[str, Column], segments: Segments, place: Place, prose: Column, total: float) -> None:
    """Whether a line is inside the smallest element that holds 60 (90) % of the page's prose, and how far into it."""
    count = len(segments)
    for name, share in (("main60", 0.6), ("main90", 0.9)):
        inside, through = np.zeros(count, np.float32), np.zeros(count, np.float32)
        if count and prose.any():
            row = int(place.blocks[int(np.argmax(prose))])
            mass = _sums(prose)
            while True:
                low, high = int(np.searchsorted(place.runs, row)), int(np.searchsorted(place.runs, place.ends[row]))
                if mass[high] - mass[low] >= share * total or place.parents[row] < 0:
                    break
                row = int(place.parents[row])
            inside[low:high] = 1.0
            through = np.clip((np.arange(count) - low) / max(1, high - low), -1, 2).astype(np.float32)
            columns[f"{name}_depth"] = columns["depth"] - place.depth[row]
        else:
            columns[f"{name}_depth"] = columns["depth"]
        columns[name], columns[f"{name}_through"] = inside, through


def _steps(segments: Segments, place: Place) -> tuple[Column, Column]:
    """Steps up from a line's block to what it shares with the line before it, and from there down to that line's block."""
    rise, fall = [9.0], [9.0]
    parents, runs, depth = segments.page.tree.parents, segments.runs, place.depth
    blocks = segments.block
    for index in range(1, len(blocks)):
        before = runs[index - 1][0]
        row, steps = blocks[index], 0
        while row > before and steps < 30:
            row = parents[row]
            steps += 1
        rise.append(steps)
        fall.append(min(30.0, float(depth[blocks[index - 1]] - depth[row])) if row >= 0 else 9.0)
    count = len(blocks)
    return np.array(rise[:count], np.float32), np.array(fall[:count], np.float32)


def _anchors(segments: Segments, place: Place, names: set[str]) -> tuple[Column, Column]:
    """Lines that links of the page itself point at, and lines that read like such a link."""
    count = len(segments)
    target, contents = np.zeros(count, np.float32), np.zeros(count, np.float32)
    tree = segments.page.tree
    if not names or not count:
        return target, contents
    for row in _named(tree, names):
        index = int(np.searchsorted(place.runs, row))
        if index < count and segments.runs[index][0] - row <= 12:
            target[index] = 1.0
    linked = {text for text, share in zip(segments.text, segments.linked, strict=True) if share and len(text) < 120}
    for index, text in enumerate(segments.text):
        if target[index] and not segments.linked[index] and text in linked:
            contents[index] = 1.0
    return target, contents


def fragments(tree: Tree) -> set[str]:
    """The names that links of the page point at."""
    names: set[str] = set()
    row = -1
    tags = tree.tags
    for _ in range(min(5000, tags.count("a"))):
        row = tags.index("a", row + 1)
        for name, value in tree.data[row]:
            if name == "href" and value and "#" in value:
                fragment = value.rpartition("#")[2]
                if len(fragment) > 1:
                    names.add(fragment)
    return names


def _named(tree: Tree, names: set[str]) -> list[int]:
    """The elements that have one of these names."""
    rows = []
    for row, (tag, attributes) in enumerate(zip(tree.tags, tree.data, strict=True)):
        if tag:
            for name, value in attributes:
                if (name == "id" or name == "name") and value in names:
                    rows.append(row)
                    break
    return rows
