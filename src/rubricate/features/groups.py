"""Look-alikes behave alike: what the lines with the same look do on the page, taken together."""

from __future__ import annotations

from collections.abc import Container, Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.features.place import Place
from rubricate.features.wanted import EVERYTHING

__all__ = ["GROUPINGS", "Together", "group_columns", "groupings"]

Column = NDArray[np.float32]
Groups = NDArray[np.intp]
GROUPINGS = ("look", "class", "loose")


def groupings(place: Place, columns: dict[str, Column]) -> list[Groups]:
    """Three ways to put lines together: same state, tag and boldness; same tag and classes of the block; same size, weight and heading."""
    bold = (columns["bold"] > 0.9).astype(np.int64)
    tag = columns["tag"].astype(np.int64)
    strict = ((columns["state"].astype(np.int64) * 64 + tag) * 64 + columns["inner_tag"].astype(np.int64)) * 2 + bold
    loose = ((np.round(columns["size"] * 20).astype(np.int64) * 8 + columns["heading"].astype(np.int64)) * 4 + (columns["transform"] > 2)) * 2 + bold
    return [np.unique(keys, return_inverse=True)[1].reshape(-1) for keys in (strict, place.kinds[place.blocks] * 2 + bold, loose)]


_SHARES = (
    "chars next_chars full_stop linked position numbered capitals main60 next_other prose list_depth rise boundary series_length signs date "
    "c0_count c0_position money repeats"
).split()


def group_columns(groups: list[Groups], columns: dict[str, Column], wanted: Container[str] = EVERYTHING) -> dict[str, Column]:
    """For every line: the size of its groups, their means, and how the line stands out from them."""
    every = Together(groups)
    which, sizes, index = every.which, every.sizes, columns["index"]
    measures = [measure for measure in _SHARES if any(f"{name}_{measure}" in wanted for name in GROUPINGS)]
    values = np.zeros((len(measures), *which.shape), np.float32)
    for measure, place in zip(measures, values, strict=True):
        if measure == "next_other":
            place[:, :-1] = which[:, 1:] != which[:, :-1]
        else:
            place[:] = np.minimum(columns[measure], 500) if measure.endswith("chars") else columns[measure]
    longest, first = np.zeros(len(sizes), np.float32), np.full(len(sizes), len(index), np.float32)
    np.maximum.at(longest, which.ravel(), np.tile(columns["chars"], len(groups)))
    np.minimum.at(first, which.ravel(), np.tile(index, len(groups)))
    tables = {
        "count": sizes[which].astype(np.float32),
        **dict(zip(measures, every.of_lines(every.sums(values) / sizes), strict=True)),
        "longest": longest[which],
        "first": index - first[which],
    }
    return {f"{name}_{measure}": table[at] for at, name in enumerate(GROUPINGS) for measure, table in tables.items()}


class Together:
    """All groups of all groupings, numbered through, so that they are worked on together."""

    def __init__(self, groups: Sequence[Groups]) -> None:
        counts = [int(which.max()) + 1 if len(which) else 0 for which in groups]
        self.which: Groups = np.array(groups) + np.cumsum([0, *counts[:-1]])[:, None]  # one row a grouping, one column a line
        self.sizes = np.bincount(self.which.ravel(), minlength=sum(counts))

    def sums(self, values: NDArray[np.float32]) -> NDArray[np.float64]:
        """The sums of measures (one layer each, one row a grouping, one column a line) over the lines of each group: one column a group."""
        count = len(self.sizes)
        places = self.which + count * np.arange(len(values))[:, None, None]
        sums = np.bincount(places.ravel(), weights=values.ravel(), minlength=count * len(values))
        return sums.astype(np.float64, copy=False).reshape(len(values), count)

    def of_lines(self, table: NDArray[np.float64]) -> NDArray[np.float32]:
        """What was worked out for each group, given to its lines: one layer a measure, one row a grouping, one column a line."""
        return np.take(table.astype(np.float32), self.which, axis=1)
