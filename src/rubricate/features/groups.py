"""Look-alikes behave alike: what the lines with the same look do on the page, taken together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.place import Place
from rubricate.features.wanted import EVERYTHING, Wanted

__all__ = ["GROUPINGS", "Together", "group_columns", "group_sources", "groupings"]

_fast = twin("features._columns")
Column = NDArray[np.float32]
Groups = NDArray[np.intp]
GROUPINGS = ("look", "class", "loose")


def groupings(place: Place, columns: dict[str, Column]) -> list[Groups]:
    """Three ways to put lines together: same state, tag and boldness; same tag and classes of the block; same size, weight and heading."""
    if _fast is not None and len(place.blocks):
        found = np.empty((len(GROUPINGS), len(place.blocks)), np.intp)
        _fast.groupings(tuple([columns[name] for name in _KEYS]), (place.kinds, place.blocks), found)
        return [*found]
    bold = (columns["bold"] > 0.9).astype(np.int64)
    tag = columns["tag"].astype(np.int64)
    strict = ((columns["state"].astype(np.int64) * 64 + tag) * 64 + columns["inner_tag"].astype(np.int64)) * 2 + bold
    loose = ((np.round(columns["size"] * 20).astype(np.int64) * 8 + columns["heading"].astype(np.int64)) * 4 + (columns["transform"] > 2)) * 2 + bold
    return [np.unique(keys, return_inverse=True)[1].reshape(-1) for keys in (strict, place.kinds[place.blocks] * 2 + bold, loose)]


_KEYS = ("bold", "tag", "state", "inner_tag", "size", "heading", "transform")
_SHARES = (
    "chars next_chars full_stop linked position numbered capitals main60 next_other prose list_depth rise boundary series_length signs date "
    "c0_count c0_position money repeats inward"
).split()


_MEANS = [(f"{name}_{measure}", at, measure) for measure in _SHARES for at, name in enumerate(GROUPINGS)]
_SHORT = ("chars", "next_chars")
_OTHERS = [f"{name}_{measure}" for name in GROUPINGS for measure in ("count", "longest", "first")]
_NAMES = [f"{name}_{measure}" for name in GROUPINGS for measure in ("count", *_SHARES, "longest", "first")]


def group_sources(wanted: Wanted) -> set[str]:
    """The columns whose means over groups are wanted."""
    return {measure for name, _, measure in _MEANS if name in wanted and measure != "next_other"}


def group_columns(groups: list[Groups], columns: dict[str, Column], wanted: Wanted = EVERYTHING) -> dict[str, Column]:
    """For every line: the size of its groups, their means, and how the line stands out from them."""
    if _fast is not None and len(columns["chars"]):
        return _compiled(groups, columns, wanted)
    every = Together(groups)
    which, sizes, index = every.which, every.sizes, columns["index"]
    asked = [mean for mean in _MEANS if mean[0] in wanted]
    short: dict[str, Column] = {name: np.minimum(columns[name], 500) for name in _SHORT if name in columns}
    next_other = np.zeros(which.shape, np.float32)
    next_other[:, :-1] = which[:, 1:] != which[:, :-1]
    values = [next_other[at] if measure == "next_other" else short.get(measure, columns[measure]) for _, at, measure in asked]
    found = dict(zip([name for name, _, _ in asked], every.means([at for _, at, _ in asked], values), strict=True)) if asked else {}
    longest = np.zeros(len(sizes), np.float32)
    np.maximum.at(longest, which.ravel(), np.concatenate([columns["chars"]] * len(groups)))
    found.update(_named("count", sizes[which].astype(np.float32)))
    found.update(_named("longest", longest[which]))
    if any(f"{name}_first" in wanted for name in GROUPINGS):
        first = np.full(len(sizes), len(index), np.float32)
        np.minimum.at(first, which.ravel(), np.tile(index, len(groups)))
        found.update(_named("first", index - first[which]))
    return {name: found[name] for name in _NAMES if name in found}


@lru_cache(maxsize=8)
def _plan(wanted: Wanted) -> tuple[list[int], list[str], list[str], list[int]]:
    """Of the means that are wanted: the groupings, and what they are means of. Then the names of all columns as they are told; and where in them
    stands what the compiled twin works out, the means first."""
    asked = [mean for mean in _MEANS if mean[0] in wanted]
    filled = [*[name for name, _, _ in asked], *_OTHERS]
    told = [name for name in _NAMES if name in filled]
    return [at for _, at, _ in asked], [measure for _, _, measure in asked], told, [told.index(name) for name in filled]


def _compiled(groups: list[Groups], columns: dict[str, Column], wanted: Wanted) -> dict[str, Column]:
    """The same columns, by the compiled twin."""
    groupings, measures, told, rows = _plan(wanted)
    short: dict[str, Column | None] = {name: np.minimum(columns[name], 500) for name in _SHORT if name in columns}
    short["next_other"] = None
    values = [short[measure] if measure in short else columns[measure] for measure in measures]
    table = np.empty((len(told), len(columns["chars"])), np.float32)
    _fast.means(groups, groupings, values, rows, columns["chars"], table)
    return dict(zip(told, table, strict=True))


def _named(measure: str, table: NDArray[np.float32]) -> dict[str, Column]:
    return {f"{name}_{measure}": row for name, row in zip(GROUPINGS, table, strict=True)}


class Together:
    """All groups of all groupings, numbered through, so that they are worked on together."""

    def __init__(self, groups: Sequence[Groups]) -> None:
        self.counts = [int(which.max()) + 1 if len(which) else 0 for which in groups]
        self.starts = [0, *accumulate(self.counts)]  # the number of the first group of each grouping
        self.which: Groups = np.array(groups)  # one row a grouping, one column a line
        self.which += np.array(self.starts[:-1])[:, None]
        self.sizes = np.bincount(self.which.ravel(), minlength=self.starts[-1])

    def means(self, groupings: Sequence[int], values: Sequence[Column]) -> NDArray[np.float32]:
        """The means of columns over the groups of given groupings, as every line of a group has it: one row a column."""
        ends = [*accumulate([self.counts[at] for at in groupings])]
        places = self.which[groupings]
        places += np.array([end - self.starts[at + 1] for at, end in zip(groupings, ends, strict=True)])[:, None]  # every column has its own groups
        weights = np.concatenate(values, dtype=np.float64)
        sums = np.bincount(places.ravel(), weights=weights, minlength=ends[-1]).astype(np.float64, copy=False)
        sums /= np.concatenate([self.sizes[self.starts[at] : self.starts[at + 1]] for at in groupings])
        return np.take(sums.astype(np.float32), places)

    def sums(self, values: NDArray[np.float32]) -> NDArray[np.float64]:
        """The sums of measures (one layer each, one row a grouping, one column a line) over the lines of each group: one column a group."""
        count = len(self.sizes)
        places = self.which + count * np.arange(len(values))[:, None, None]
        sums = np.bincount(places.ravel(), weights=values.ravel(), minlength=count * len(values))
        return sums.astype(np.float64, copy=False).reshape(len(values), count)

    def of_lines(self, table: NDArray[np.float64]) -> NDArray[np.float32]:
        """What was worked out for each group, given to its lines: one layer a measure, one row a grouping, one column a line."""
        return np.take(table.astype(np.float32), self.which, axis=1)
