"""Look-alikes behave alike: what the lines with the same look do on the page, taken together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments

__all__ = ["group_columns", "groupings"]

Column = NDArray[np.float32]
Groups = NDArray[np.intp]


def groupings(segments: Segments, columns: dict[str, Column]) -> list[Groups]:
    """Three ways to put lines together: same state, tag and boldness; same tag and classes of the block; same size, weight and heading."""
    count = len(segments)
    bold = (columns["bold"] > 0.9).astype(np.int64)
    tag = columns["tag"].astype(np.int64)
    strict = ((columns["state"].astype(np.int64) * 64 + tag) * 64 + columns["inner_tag"].astype(np.int64)) * 2 + bold
    loose = ((np.round(columns["size"] * 20).astype(np.int64) * 8 + columns["heading"].astype(np.int64)) * 4 + (columns["transform"] > 2)) * 2 + bold
    tree = segments.page.tree
    numbers: dict[tuple[str, str | None], int] = {}
    known: dict[int, int] = {}
    by_class = np.empty(count, np.int64)
    for index, row in enumerate(segments.block):
        number = known.get(row)
        if number is None:
            key = (tree.tags[row], tree.attribute(row, "class"))
            number = known[row] = numbers.setdefault(key, len(numbers))
        by_class[index] = number
    return [np.unique(keys, return_inverse=True)[1].astype(np.intp).reshape(count) for keys in (strict, by_class * 2 + bold, loose)]


_SHARES = (
    "chars next_chars full_stop linked position numbered capitals main60 next_other prose list_depth rise boundary series_length signs date "
    "c0_count c0_position money repeats"
).split()


def group_columns(groups: list[Groups], columns: dict[str, Column]) -> dict[str, Column]:
    """For every line: the size of its groups, their means, and how the line stands out from them."""
    found: dict[str, Column] = {}
    count = len(columns["chars"])
    for name, which in zip(("look", "class", "loose"), groups, strict=True):
        sizes = np.bincount(which).astype(np.float64)
        found[f"{name}_count"] = sizes[which].astype(np.float32)
        next_other = np.zeros(count, np.float32)
        next_other[:-1] = which[1:] != which[:-1]
        extra = {"next_other": next_other}
        for measure in _SHARES:
            values = extra.get(measure)
            if values is None:
                values = columns[measure]
            if measure in ("chars", "next_chars"):
                values = np.minimum(values, 500)
            mean = np.bincount(which, weights=values) / np.maximum(1, sizes)
            found[f"{name}_{measure}"] = mean[which].astype(np.float32)
        longest = np.zeros(len(sizes), np.float32)
        np.maximum.at(longest, which, columns["chars"])
        found[f"{name}_longest"] = longest[which]
        first = np.full(len(sizes), count, np.float32)
        np.minimum.at(first, which, columns["index"])
        found[f"{name}_first"] = columns["index"] - first[which]
    return found
