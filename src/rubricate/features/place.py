"""Where a line stands in the tree: depth, tags, the containers around it and what else is in them.

All segments of an element are neighbours in document order, so a container is a range of segments, and what it holds is a difference of two prefix
sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.names import Names
from rubricate.features.wanted import EVERYTHING, Wanted
from rubricate.types import Segments, Tree

__all__ = ["WHOLE", "Place", "place_columns", "sums"]

_fast, _faster = twin("features._rows"), twin("features._columns")
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
_LEVELS_AT, _KIN_AT = list(_LEVELS), list(_KIN)
_MANY, _SOME = 5, 3  # elements of one kind that make cards; posts
WHOLE = float(1 << 24)
"""Sums of whole numbers below this are the same in any order, so a twin may make them; those above are left to numpy."""
SPANS = (1, 2, 4, 6)
"""Steps up to the elements whose lines a second look takes together."""
_SPANS_AT = [_LEVELS.index(steps) for steps in SPANS]
_HELD = [(f"c{steps}_{measure}", measure, at) for at, steps in enumerate(_LEVELS) for measure in ("count", "prose", "links", "chars", "position")]


class Place:
    """The tree facts that several families need: of every row, and of every line."""

    def __init__(self, segments: Segments) -> None:
        tree = segments.page.tree
        rows, lines = len(tree), len(segments)
        self.names = Names(segments)
        self.spans: list[tuple[Rows, Rows]] = []  # the lines inside the elements around each line, by SPANS
        self.parents: Rows
        self.low: Rows  # the first line inside each row's element,
        self.high: Rows  # and the one after the last
        self.kinds: Rows  # of every block and all around it: a number for its tag and class
        self.depth: Column
        self.tags: Column  # of the same elements (and of the root): a number for the tag
        self.blocks: Rows
        self.runs: Rows  # the first text node of every line
        self.above: Rows  # the ancestors of the blocks, step by step (the root stays the root)
        self.inner: Column  # the tag of the element around all text nodes of a line, or else of its block
        if _fast is None:
            self._of_rows(tree, segments)
            return
        self.parents, self.low, self.high, self.kinds = np.empty((4, rows), np.intp)
        self.depth, self.tags = np.empty((2, rows), np.float32)
        self.blocks, self.runs = np.empty((2, lines), np.intp)
        self.above = np.empty((_LEVELS[-1] + 1, lines), np.intp)
        self.inner = np.empty(lines, np.float32)
        of_rows = (self.parents, self.low, self.high, self.kinds, self.depth, self.tags)
        of_lines = (self.blocks, self.runs, self.above, self.inner)
        named, spelt = (self.names.rows, self.names.numbers), (self.names.kinds, self.names.tags)
        _fast.place(tree.tags, tree.parents, segments.block, segments.runs, named, spelt, _TAG_CODES, of_rows, of_lines)

    def _of_rows(self, tree: Tree, segments: Segments) -> None:
        """All of it without the compiled twin."""
        count, names = len(tree), self.names
        self.parents = np.fromiter(tree.parents, np.intp, count)
        ends = _ends(self.parents)
        self.depth = (np.arange(count) - np.cumsum(np.bincount(ends, minlength=count))[:count]).astype(np.float32)  # begun before it, not ended
        self.blocks = np.fromiter(segments.block, np.intp, len(segments))
        self.runs = np.fromiter(map(itemgetter(0), segments.runs), np.intp, len(segments))
        first = self.parents[self.runs]
        last = self.parents[np.fromiter(map(itemgetter(-1), segments.runs), np.intp, len(segments))]
        before = np.zeros(count + 1, np.intp)  # how many lines begin before each row
        before[1:] = np.cumsum(np.bincount(np.maximum.accumulate(self.runs), minlength=count))
        self.low, self.high = before[:-1], before[ends]
        self.above = np.empty((_LEVELS[-1] + 1, len(segments)), np.intp)
        self.above[0] = self.blocks
        for steps in range(1, len(self.above)):
            np.maximum(self.parents[self.above[steps - 1]], 0, out=self.above[steps])
        self.kinds = np.zeros(count, np.intp)
        self.kinds[names.rows] = names.kinds[names.numbers]
        self.tags = np.zeros(count, np.float32)
        self.tags[:1] = _TAG_CODES.get(tree.tags[0], 0) if count else 0
        self.tags[names.rows] = _codes(names.tags)[names.numbers]
        self.inner = self.tags[self.blocks]
        deeper = np.flatnonzero((first == last) & (last != self.blocks))
        self.inner[deeper] = _codes([*map(tree.tags.__getitem__, last[deeper].tolist())])

    def elements(self) -> tuple[Rows, Rows]:
        """The blocks and all elements around them as ranges of lines: the first line of each, and the one after its last."""
        return self.low[self.names.rows], self.high[self.names.rows]

    def around(self) -> tuple[Rows, Rows]:
        """Of each of these elements (`elements`) the number of the one around it, or -1; and of each line the number of its block."""
        rows = self.names.rows
        numbers = np.full(len(self.parents) + 1, -1, np.intp)  # the last is for what has no parent
        numbers[rows] = np.arange(len(rows))
        return numbers[self.parents[rows]], numbers[self.blocks]

    def paths(self) -> Rows:
        """Of every line a number for its path: the tags and classes of its block and of all elements around it."""
        rows = self.names.rows
        if _fast is not None:
            found = np.empty(len(self.blocks), np.intp)
            _fast.paths(rows, self.parents, self.kinds, self.blocks, found)
            return found
        numbers: dict[tuple[int, int], int] = {}
        of_row: dict[int, int] = {}
        for row, parent, kind in zip(rows.tolist(), self.parents[rows].tolist(), self.kinds[rows].tolist(), strict=True):
            of_row[row] = numbers.setdefault((of_row.get(parent, -1), kind), len(numbers))
        return np.fromiter(map(of_row.get, self.blocks.tolist(), repeat(-1)), np.intp, len(self.blocks))


def _codes(tags: Sequence[str]) -> Column:
    return np.fromiter(map(_TAG_CODES.get, tags, repeat(0)), np.float32, len(tags))


def _ends(parents: Rows) -> Rows:
    """The row after the last one inside each row's element: from last child to last child, in steps that double."""
    last = np.arange(len(parents))
    inner = np.flatnonzero(parents >= 0)
    last[parents[inner]] = inner  # the last of an element's children remains
    while np.count_nonzero(last != (further := last[last])):
        last = further
    return last + 1


def place_columns(segments: Segments, place: Place, found: dict[str, Column], wanted: Wanted = EVERYTHING) -> dict[str, Column]:
    """Depth, tags, containers, the main container, steps from the line before."""
    count = len(segments)
    if _faster is not None and count:
        return _compiled(segments, place, found)
    number = np.arange(count)
    order = number.astype(np.float32)
    chars, prose = found["chars"], found["prose"]
    mass = sums(prose)
    columns: dict[str, Column] = {
        "position": (order / max(1, count)).astype(np.float32),
        "index": order,
        "from_end": count - order,
        "depth": place.depth[place.blocks],
        "tag": place.tags[place.blocks],
        "parent_tag": place.tags[place.above[1]],
        "grandparent_tag": place.tags[place.above[2]],
        "inner_tag": place.inner,
    }
    if "pieces" in wanted:
        columns["pieces"] = np.minimum(20, np.array([len(rows) for rows in segments.runs], np.float32))
    columns.update(_containers(place, mass, sums(chars), sums(chars * found["linked"]), wanted))
    kin, most = _kin(place, wanted)
    columns.update(kin)
    if "c0_count" in wanted or "c0_position" in wanted:
        low, high = place.low[place.blocks], place.high[place.blocks]
        columns["c0_count"] = np.maximum(1, high - low).astype(np.float32)
        columns["c0_position"] = (order - np.minimum(low, number)).astype(np.float32)
    for name, share in zip(("page_cards", "page_posts"), _together(most, prose, float(mass[-1])), strict=True):
        columns[name] = np.full(count, share, np.float32)
    columns["before_prose"] = (mass[:-1] / max(1.0, float(mass[-1]))).astype(np.float32)
    _main(columns, place, prose, mass)
    columns.update(_steps(place, wanted))
    return columns


_COLUMNS = (
    *"position index from_end depth tag parent_tag grandparent_tag inner_tag pieces".split(),
    *[name for name, _, _ in _HELD],
    *[f"c{steps}_{measure}" for measure in ("kin", "order") for steps in _KIN],
    *"c0_count c0_position page_cards page_posts before_prose main60_depth main60 main60_through main90_depth main90 main90_through".split(),
)
"""The columns in the order in which the compiled twin fills them."""
_CARDS = _COLUMNS.index("page_cards")
_MOST = [_COLUMNS.index(f"c{steps}_kin") for steps in _KIN[1:]]
_STEPS_UP = (np.array(_LEVELS, np.intp), np.array(SPANS, np.intp))


def _compiled(segments: Segments, place: Place, found: dict[str, Column]) -> dict[str, Column]:
    """The same columns, all of them, by the compiled twin."""
    count, prose = len(segments), found["prose"]
    table, rises = np.empty((len(_COLUMNS), count), np.float32), np.empty((2, count + 1), np.float32)
    spans = np.empty((2, len(SPANS), count), np.intp)
    of_rows = (place.parents, place.low, place.high, place.kinds, place.depth, place.tags)
    of_lines, columns = (place.blocks, place.runs, place.above, place.inner), (found["chars"], prose, found["linked"])
    kinds, tables = len(place.names.kinds), (table, rises, spans)
    total, cards, posts = _faster.place_columns(of_rows, of_lines, segments.runs, columns, _STEPS_UP, kinds, (_MANY, _SOME), tables)
    if posts < WHOLE:
        table[_CARDS], table[_CARDS + 1] = cards / count, posts / max(1.0, total)
    else:
        table[_CARDS], table[_CARDS + 1] = _together(table[_MOST].max(axis=0), prose, total)
    place.spans.extend(zip(*spans, strict=True))
    known = dict(zip(_COLUMNS, table, strict=True))
    known["rise"], known["fall"], known["next_rise"], known["next_fall"] = rises[0, :-1], rises[1, :-1], rises[0, 1:], rises[1, 1:]
    return known


def _together(most: Column, prose: Column, total: float) -> tuple[float, float]:
    """How much of the page is of elements that come in numbers (`most` of their kind): the share of the lines, and that of the running text."""
    return np.count_nonzero(most >= _MANY) / max(1, len(prose)), float(prose[most >= _SOME].sum()) / max(1.0, total)


def sums(values: Column) -> Sums:
    """What stands before each line, and in all lines."""
    found = np.zeros(len(values) + 1)
    np.cumsum(values, dtype=np.float64, out=found[1:])
    return found


def _containers(place: Place, mass: Sums, chars: Sums, links: Sums, wanted: Wanted) -> dict[str, Column]:
    """What the elements around each line hold, and where in them it stands; all levels at once, one row each."""
    rows = place.above.take(_LEVELS_AT, axis=0)
    low, high = place.low.take(rows), place.high.take(rows)
    number = np.arange(rows.shape[1])
    place.spans.extend(zip(np.minimum(low[_SPANS_AT], number), np.maximum(high[_SPANS_AT], number + 1), strict=True))
    size = np.maximum(1, high - low).astype(np.float32)
    held = (chars[high] - chars[low]).astype(np.float32)
    tables = {
        "count": size,
        "prose": ((mass[high] - mass[low]) / max(1.0, float(mass[-1]))).astype(np.float32),
        "links": ((links[high] - links[low]) / np.maximum(1, held)).astype(np.float32),
        "chars": held,
        "position": ((number.astype(np.float32) - low) / size).astype(np.float32),
    }
    return {name: tables[measure][at] for name, measure, at in _HELD if name in wanted}


def _kin(place: Place, wanted: Wanted) -> tuple[dict[str, Column], Column]:
    """How many of the elements of each level are children of the same element, with the same tag and class (cards, rows, posts come in numbers), and
    how many of them stand before the line's own: of several stories in a row the first is the page's. And the most of the last three levels."""
    above = place.above[_KIN_AT]
    rows, at = _numbered(above, len(place.parents))
    different, kind = np.unique((place.parents[rows] + 1) * len(place.names.kinds) + place.kinds[rows], return_inverse=True)
    there = np.zeros((len(above), len(rows)), np.bool_)
    level = np.arange(len(above))[:, None]
    there[level, at] = True
    of_level, own = np.nonzero(there)
    kinds = of_level * len(different) + kind[own]
    counts = np.bincount(kinds, minlength=len(above) * len(different))
    kin = np.minimum(99, counts)[level * len(different) + kind[at]].astype(np.float32)
    found = {f"c{steps}_kin": column for steps, column in zip(_KIN, kin, strict=True)}
    if any(f"c{steps}_order" in wanted for steps in _KIN):
        by_kind = np.argsort(kinds, kind="stable")
        before = np.zeros(there.shape, np.float32)
        before[of_level[by_kind], own[by_kind]] = np.minimum(99, np.arange(len(kinds)) - (np.cumsum(counts) - counts)[kinds[by_kind]])
        found.update({f"c{steps}_order": column for steps, column in zip(_KIN, before[level, at], strict=True)})
    return found, kin[1:].max(axis=0)


def _numbered(rows: Rows, count: int) -> tuple[Rows, Rows]:
    """The different ones of some rows of the tree, in order; and which of them each is."""
    there = np.zeros(count + 1, np.bool_)
    there[rows] = True
    different = np.flatnonzero(there)
    number = np.empty(count + 1, np.intp)
    number[different] = np.arange(len(different))
    return different, number[rows]


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


def _steps(place: Place, wanted: Wanted) -> dict[str, Column]:
    """Steps up from a line's block to what it shares with the line before it, from there down to that line's block; and those of the next line."""
    rise, fall = np.full((2, len(place.blocks) + 1), 9, np.float32)
    rows, before = place.blocks[1:], place.runs[:-1]
    rise[1:-1] = 0
    for _ in range(_CLIMBED):
        lower = rows > before
        if not np.count_nonzero(lower):
            break
        rows = np.where(lower, place.parents[rows], rows)
        rise[1:-1] += lower
    if "fall" not in wanted and "next_fall" not in wanted:
        return {"rise": rise[:-1], "next_rise": rise[1:]}
    fall[1:-1] = np.where(rows >= 0, np.minimum(_CLIMBED, place.depth[place.blocks[:-1]] - place.depth[rows]), 9)
    return {"rise": rise[:-1], "fall": fall[:-1], "next_rise": rise[1:], "next_fall": fall[1:]}
