"""What stands before and after a line: shifted columns, windows, runs of the same look, distances to prose and headings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["distance", "neighbour_columns", "shifted"]

Column = NDArray[np.float32]
_SHIFTED = (
    "chars ending bold linked heading size weight list_depth tag numbered sentences first prose cell capitals inner_tag series_form hidden "
    "stress c0_count"
).split()
_SHIFTS = (-2, -1, 1, 2)
_WINDOWS = (3, 10)


def shifted(values: Column, by: int, fill: float = -1.0) -> Column:
    """The values of the lines `by` places further on (negative: before)."""
    moved = np.full(len(values), fill, np.float32)
    if by > 0:
        moved[:-by] = values[by:]
    else:
        moved[-by:] = values[:by]
    return moved


def distance(marks: NDArray[np.bool_], forward: bool) -> Column:
    """How many lines on (or back) the next marked one is; 99 where there is none."""
    count = len(marks)
    order = np.arange(count)
    if forward:
        return distance(marks[::-1], False)[::-1].copy()
    last = np.maximum.accumulate(np.where(marks, order, -1))
    before = np.concatenate(([-1], last[:-1]))
    return np.where(before >= 0, np.minimum(99, order - before), 99).astype(np.float32)


def neighbour_columns(columns: dict[str, Column], same_look: NDArray[np.intp]) -> dict[str, Column]:
    """Everything that looks to the left and right."""
    found: dict[str, Column] = {}
    count = len(columns["chars"])
    if not count:
        return {}
    for name in _SHIFTED:
        for by in _SHIFTS:
            if abs(by) < count:
                found[f"{name}{by:+d}"] = shifted(columns[name], by)
            else:
                found[f"{name}{by:+d}"] = np.full(count, -1.0, np.float32)
    for name in ("prose", "linked", "chars"):
        sums = np.concatenate(([0.0], np.cumsum(columns[name], dtype=np.float64)))
        order = np.arange(count)
        for window in _WINDOWS:
            low, high = np.maximum(0, order - window), np.minimum(count, order + window + 1)
            found[f"{name}_w{window}"] = ((sums[high] - sums[low]) / (high - low)).astype(np.float32)
            found[f"{name}_after{window}"] = ((sums[high] - sums[order]) / (high - order)).astype(np.float32)
    change = np.concatenate(([True], same_look[1:] != same_look[:-1]))
    starts = np.maximum.accumulate(np.where(change, np.arange(count), 0))
    ends = np.concatenate((np.flatnonzero(change), [count]))
    end = ends[np.searchsorted(ends, np.arange(count), side="right")]
    found["run_length"] = (end - starts).astype(np.float32)
    found["run_place"] = (np.arange(count) - starts).astype(np.float32)
    after = np.minimum(end, count - 1)
    found["after_run_chars"] = np.where(end < count, columns["chars"][after], -1).astype(np.float32)
    found["after_run_sentences"] = np.where(end < count, columns["sentences"][after], -1).astype(np.float32)
    long = columns["prose"] > 0
    heading = columns["heading"] > 0
    for name, marks in (("prose", long), ("heading", heading)):
        found[f"to_{name}"] = distance(marks, True)
        found[f"from_{name}"] = distance(marks, False)
    found["chars_ratio"] = (columns["chars"] / np.maximum(1, found["chars+1"])).astype(np.float32)
    found["size_step"] = columns["size"] - found["size+1"]
    found["look+1"] = np.append(same_look[1:] == same_look[:-1], False).astype(np.float32)
    found["look-1"] = np.concatenate(([False], same_look[1:] == same_look[:-1])).astype(np.float32)
    return found
