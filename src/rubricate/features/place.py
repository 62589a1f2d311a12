"""Where a line stands in the tree: depth, tags, the containers around it and what else is in them, contents lists that point at it.

All segments of an element are neighbours in document order, so a container is a range of segments, and what it holds is a difference of two prefix
sums.
"""

from __future__ import annotations

from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from rubricate.features.names import Names
from rubricate.types import Segments, Tree

__all__ = ["Place", "fragments", "place_columns"]

Column = NDArray[np.float32]
Rows = NDArray[np.intp]
Sums = NDArray[np.float64]

_TAGS = (
    "p div li td th h1 h2 h3 h4 h5 h6 dt dd body section article main header footer nav aside form span pre blockquote figcaption summary "
    "option address label button ul ol table tr center b strong em i u font a small time"
).split()
_TAG_CODES = {tag: index + 1 for index, tag in enumerate(_TAGS)}
_LEVELS = (1, 2, 3, 4, 6, 8)
_KIN = (1, 2, 3, 4)
_CLIMBED = 30  # steps up that are counted
_MANY, _SOME = 5, 3  # elements of one kind that make cards; posts
SPANS = (1, 2, 4, 6)
"""Steps up to the elements whose lines a second look takes together."""


class Place:
    """The tree facts that several families need: of every row, and of every line."""

    def __init__(self, segments: Segments) -> None:
        tree = segments.page.tree
        count = len(tree)
        self.names = Names(segments)
        self.spans: list[tuple[Rows, Rows]] = []  # the lines inside the elements around each line, by SPANS
        self.parents: Rows = np.array(tree.parents, np.intp)
        ends = _ends(self.parents)
        self.depth = (np.arange(count) - np.cumsum(np.bincount(ends, minlength=count))[:count]).astype(np.float32)  # begun before it, not ended
        self.tags = np.fromiter(map(_TAG_CODES.get, tree.tags, repeat(0)), np.float32, count)
        self.blocks: Rows = np.array(segments.block, np.intp)
        self.runs: Rows = np.array([rows[0] for rows in segments.runs], np.intp)  # the first text node of every line
        first, last = self.parents[self.runs], self.parents[np.array([rows[-1] for rows in segments.runs], np.intp)]
        self.inner = self.tags[np.where(first == last, first, self.blocks)]
        before = np.zeros(count + 1, np.intp)  # how many lines begin before each row
        before[1:] = np.cumsum(np.bincount(np.maximum.accumulate(self.runs), minlength=count))
        self.low, self.high = before[:-1], before[ends]  # the first line inside each row's element, and the one after the last
        self.above = np.empty((_LEVELS[-1] + 1, len(segments)), np.intp)  # the ancestors of the blocks, step by step (the root stays the root)
        self.above[0] = self.blocks
        for steps in range(1, len(self.above)):
            np.maximum(self.parents[self.above[steps - 1]], 0, out=self.above[steps])
        self.kinds = np.zeros(count, np.intp)  # of every block and all around it: a number for its tag and class
        self.kinds[list(self.names.of)] = self.names.kinds[list(self.names.of.values())]


def _ends(parents: Rows) -> Rows:
    """The row after the last one inside each row's element: from last child to last child, in steps that double."""
    last = np.arange(len(parents))
    inner = np.flatnonzero(parents >= 0)
    last[parents[inner]] = inner  # the last of an element's children remains
    while np.count_nonzero(last != (further := last[last])):
        last = further
    return last + 1


def place_columns(segments: Segments, place: Place, chars: Column, linked: Column, prose: Column, names: set[str] | None = None) -> dict[str, Column]:
    """Depth, tags, containers, the main container, steps from the line before; and anchors, if `names` are given that links point at."""
    count = len(segments)
    number = np.arange(count)
    order = number.astype(np.float32)
    mass = _sums(prose)
    columns: dict[str, Column] = {
        "position": (order / max(1, count)).astype(np.float32),
        "index": order,
        "from_end": count - order,
        "depth": place.depth[place.blocks],
        "tag": place.tags[place.blocks],
        "parent_tag": place.tags[place.above[1]],
        "grandparent_tag": place.tags[place.above[2]],
        "inner_tag": place.inner,
        "pieces": np.minimum(20, np.array([len(rows) for rows in segments.runs], np.float32)),
    }
    columns.update(_containers(place, mass, _sums(chars), _sums(chars * linked)))
    kin, order_of_kin = _kin(place, place.above[list(_KIN)])
    columns.update({f"c{steps}_kin": column for steps, column in zip(_KIN, kin, strict=True)})
    columns.update({f"c{steps}_order": column for steps, column in zip(_KIN, order_of_kin, strict=True)})
    low, high = place.low[place.blocks], place.high[place.blocks]
    columns["c0_count"] = np.maximum(1, high - low).astype(np.float32)
    columns["c0_position"] = (order - np.minimum(low, number)).astype(np.float32)
    most = kin[1:].max(axis=0)
    columns["page_cards"] = np.full(count, np.count_nonzero(most >= _MANY) / max(1, count), np.float32)
    columns["page_posts"] = np.full(count, float(prose[most >= _SOME].sum()) / max(1.0, float(mass[-1])), np.float32)
    columns["before_prose"] = (mass[:-1] / max(1.0, float(mass[-1]))).astype(np.float32)
    _main(columns, place, prose, mass)
    columns["rise"], columns["fall"] = _steps(place)
    columns["next_rise"] = np.append(columns["rise"][1:], 9).astype(np.float32)[:count]
    columns["next_fall"] = np.append(columns["fall"][1:], 9).astype(np.float32)[:count]
    if names is not None:
        columns["target"], columns["contents"] = _anchors(segments, place, names)
    return columns


def _sums(values: Column) -> Sums:
    return np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))


def _containers(place: Place, mass: Sums, chars: Sums, links: Sums) -> dict[str, Column]:
    """What the elements around each line hold, and where in them it stands; all levels at once, one row each."""
    rows = place.above[list(_LEVELS)]
    low, high = place.low[rows], place.high[rows]
    number = np.arange(rows.shape[1])
    for steps in SPANS:
        at = _LEVELS.index(steps)
        place.spans.append((np.minimum(low[at], number), np.maximum(high[at], number + 1)))
    size = np.maximum(1, high - low).astype(np.float32)
    held = (chars[high] - chars[low]).astype(np.float32)
    tables = {
        "count": size,
        "prose": ((mass[high] - mass[low]) / max(1.0, float(mass[-1]))).astype(np.float32),
        "links": ((links[high] - links[low]) / np.maximum(1, held)).astype(np.float32),
        "chars": held,
        "position": ((number.astype(np.float32) - low) / size).astype(np.float32),
    }
    return {f"c{steps}_{name}": table[at] for at, steps in enumerate(_LEVELS) for name, table in tables.items()}


def _kin(place: Place, above: Rows) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How many of the elements of each level are children of the same element, with the same tag and class (cards, rows, posts come in numbers), and
    how many of them stand before the line's own: of several stories in a row the first is the page's."""
    rows = np.flatnonzero(np.bincount(above.ravel()))
    kinds = np.zeros(len(place.parents), np.intp)
    different, kinds[rows] = np.unique((place.parents[rows] + 1) * len(place.names.kinds) + place.kinds[rows], return_inverse=True)
    found, order = np.empty(above.shape, np.float32), np.empty(above.shape, np.float32)
    number = np.zeros(len(kinds), np.intp)
    for level, rows in enumerate(above):
        own = np.flatnonzero(np.bincount(rows))
        counts = np.bincount(kinds[own], minlength=len(different))
        found[level] = np.minimum(99, counts)[kinds[rows]]
        by_kind = own[np.argsort(kinds[own], kind="stable")]
        number[by_kind] = np.arange(len(own)) - (np.cumsum(counts) - counts)[kinds[by_kind]]
        order[level] = np.minimum(99, number[rows])
    return found, order


def _main(columns: dict[str, Column], place: Place, prose: Column, mass: Sums) -> None:
    """Whether a line is inside the smallest element that holds 60 (90) % of the page's prose, and how far into it."""
    count = len(prose)
    total = max(1.0, float(mass[-1]))
    for name, share in (("main60", 0.6), ("main90", 0.9)):
        inside, through = np.zeros(count, np.float32), np.zeros(count, np.float32)
        if count and prose.any():
            row = int(place.blocks[int(np.argmax(prose))])
            while True:
                low, high = int(place.low[row]), int(place.high[row])
                if mass[high] - mass[low] >= share * total or place.parents[row] < 0:
                    break
                row = int(place.parents[row])
            inside[low:high] = 1.0
            through = np.minimum(2, np.maximum(-1, (np.arange(count) - low) / max(1, high - low))).astype(np.float32)
            columns[f"{name}_depth"] = columns["depth"] - place.depth[row]
        else:
            columns[f"{name}_depth"] = columns["depth"]
        columns[name], columns[f"{name}_through"] = inside, through


def _steps(place: Place) -> tuple[Column, Column]:
    """Steps up from a line's block to what it shares with the line before it, and from there down to that line's block."""
    rise, fall = np.full((2, len(place.blocks)), 9, np.float32)
    rows, before = place.blocks[1:], place.runs[:-1]
    rise[1:] = 0
    for _ in range(_CLIMBED):
        lower = rows > before
        if not np.count_nonzero(lower):
            break
        rows = np.where(lower, place.parents[rows], rows)
        rise[1:] += lower
    fall[1:] = np.where(rows >= 0, np.minimum(_CLIMBED, place.depth[place.blocks[:-1]] - place.depth[rows]), 9)
    return rise, fall


def _anchors(segments: Segments, place: Place, names: set[str]) -> tuple[Column, Column]:
    """Lines that links of the page itself point at, and lines that read like such a link."""
    count = len(segments)
    target, contents = np.zeros(count, np.float32), np.zeros(count, np.float32)
    tree = segments.page.tree
    if not names or not count:
        return target, contents
    for row in _named(tree, names):
        index = int(place.low[row])
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
    rows = [
        row
        for row, (tag, attributes) in enumerate(zip(tree.tags, tree.data, strict=True))
        if tag
        for name, value in attributes
        if value in names and (name == "id" or name == "name")
    ]
    return list(dict.fromkeys(rows))
