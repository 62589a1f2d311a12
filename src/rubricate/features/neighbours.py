"""What stands before and after a line: shifted columns, windows, runs of the same look, distances to prose and headings."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.wanted import EVERYTHING, Wanted

__all__ = ["distances", "moved_sources", "neighbour_columns"]

_fast = twin("features._columns")
Column = NDArray[np.float32]
_SHIFTED = (
    "chars ending bold linked heading size weight list_depth tag numbered sentences first prose cell capitals inner_tag series_form hidden "
    "stress c0_count goes"
).split()
_MOVED = [(f"{name}{by:+d}", name, by) for name in _SHIFTED for by in (-2, -1, 1, 2)]
_NEEDED = "chars+1"
_WINDOWS = (3, 10)
_AROUND = ("prose", "linked", "chars")
_SIDES = ("w", "after")
_MEANS = [(f"{name}_{side}{width}", side, at, row) for at, name in enumerate(_AROUND) for row, width in enumerate(_WINDOWS) for side in _SIDES]

_RUNS = ("run_length", "run_place", "after_run_chars", "after_run_sentences", "to_prose", "from_prose", "to_heading", "from_heading")
_FILLED = (*[f"{name}_{side}{width}" for name in _AROUND for width in _WINDOWS for side in _SIDES], *_RUNS)
"""The columns in the order in which the compiled twin fills them,"""
_TOLD = (*[name for name, _, _, _ in _MEANS], *_RUNS)
"""and in the order in which they are told."""
_WIDTHS = np.array(_WINDOWS, np.intp)


def distances(marks: NDArray[np.bool_]) -> NDArray[np.float32]:
    """For every row of marks two rows: how many lines on the next marked one is, and how many lines back; 99 where there is none."""
    order = np.arange(marks.shape[1])
    both = np.array((marks[:, ::-1], marks)).swapaxes(0, 1)
    before = np.full(both.shape, -1)
    np.maximum.accumulate(np.where(both, order, -1)[:, :, :-1], axis=2, out=before[:, :, 1:])
    far = np.where(before >= 0, np.minimum(99, order - before), 99).astype(np.float32)
    far[:, 0] = far[:, 0, ::-1].copy()
    return far.reshape(-1, len(order))


def neighbour_columns(columns: dict[str, Column], same_look: NDArray[np.intp], wanted: Wanted = EVERYTHING) -> dict[str, Column]:
    """Everything that looks to the left and right."""
    if not len(same_look):
        return {}
    found = _moved(columns, wanted)
    if _fast is not None:
        table = np.empty((len(_FILLED), len(same_look)), np.float32)
        around, own = [columns[name] for name in _AROUND], tuple([columns[name] for name in ("chars", "sentences", "prose", "heading")])
        _fast.neighbours(around, _WIDTHS, same_look, own, table)
        known = dict(zip(_FILLED, table, strict=True))
        found.update({name: known[name] for name in _TOLD})
    else:
        found.update(_windows(columns, wanted))
        found.update(_runs(columns, same_look, wanted))
        far = distances(np.array([columns["prose"] > 0, columns["heading"] > 0]))
        found["to_prose"], found["from_prose"], found["to_heading"], found["from_heading"] = far
    found["chars_ratio"] = np.divide(columns["chars"], np.maximum(1, found["chars+1"]), dtype=np.float32)
    if "size_step" in wanted:
        found["size_step"] = columns["size"] - found["size+1"]
    if "look+1" in wanted or "look-1" in wanted:
        same = np.zeros(len(same_look) + 1, np.float32)
        same[1:-1] = same_look[1:] == same_look[:-1]
        found["look+1"], found["look-1"] = same[1:], same[:-1]
    return found


def moved_sources(wanted: Wanted) -> set[str]:
    """The columns whose values at other lines are wanted."""
    return {source for name, source, _ in _MOVED if name in wanted}


def _moved(columns: dict[str, Column], wanted: Wanted) -> dict[str, Column]:
    """The values of the lines one and two places further on, and before; -1 beyond the page."""
    asked, sources = _plan(wanted)
    count = len(columns["chars"])
    padded = np.full((len(sources), count + 4), -1, np.float32)
    padded[:, 2:-2] = [columns[source] for source in sources]
    return {name: padded[sources[source], 2 + by : 2 + by + count] for name, source, by in asked}


@lru_cache(maxsize=8)
def _plan(wanted: Wanted) -> tuple[list[tuple[str, str, int]], dict[str, int]]:
    """The shifted columns that are wanted or needed, and the columns that they are made of, with their numbers."""
    asked = [moved for moved in _MOVED if moved[0] in wanted or moved[0] == _NEEDED or (moved[0] == "size+1" and "size_step" in wanted)]
    return asked, {source: row for row, source in enumerate(dict.fromkeys([source for _, source, _ in asked]))}


def _windows(columns: dict[str, Column], wanted: Wanted) -> dict[str, Column]:
    """Means over the lines around a line, and over those from it on."""
    count = len(columns["chars"])
    order = np.arange(count)
    sums = np.zeros((len(_AROUND), count + 1))
    np.array([columns[name] for name in _AROUND]).cumsum(axis=1, dtype=np.float64, out=sums[:, 1:])
    widths = np.array(_WINDOWS)[:, None]
    low, high = np.maximum(0, order - widths), np.minimum(count, order + widths + 1)
    until = np.take(sums, high, axis=1)  # one layer a name, one row a window
    sides = {
        "w": ((until - np.take(sums, low, axis=1)) / (high - low)).astype(np.float32),
        "after": ((until - sums[:, None, :-1]) / (high - order)).astype(np.float32),
    }
    return {name: sides[side][at, row] for name, side, at, row in _MEANS if name in wanted}


def _runs(columns: dict[str, Column], same_look: NDArray[np.intp], wanted: Wanted) -> dict[str, Column]:
    """The run of lines of the same look that a line is in, and what comes after it."""
    count = len(same_look)
    change = np.ones(count, np.bool_)
    np.not_equal(same_look[1:], same_look[:-1], out=change[1:])
    starts = np.flatnonzero(change)
    lengths = np.append(starts[1:], count) - starts
    start, length = np.array((starts, lengths)).repeat(lengths, axis=1)
    found = {"run_length": length.astype(np.float32), "run_place": (np.arange(count) - start).astype(np.float32)}
    for name in ("chars", "sentences"):
        if f"after_run_{name}" in wanted:
            after = np.full(len(starts), -1, np.float32)
            after[:-1] = columns[name][starts[1:]]
            found[f"after_run_{name}"] = np.repeat(after, lengths)
    return found
