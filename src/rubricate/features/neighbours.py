"""What stands before and after a line: shifted columns, windows, runs of the same look, distances to prose and headings."""

from __future__ import annotations

from collections.abc import Container

import numpy as np
from numpy.typing import NDArray

from rubricate.features.wanted import EVERYTHING

__all__ = ["distances", "neighbour_columns"]

Column = NDArray[np.float32]
_SHIFTED = (
    "chars ending bold linked heading size weight list_depth tag numbered sentences first prose cell capitals inner_tag series_form hidden "
    "stress c0_count"
).split()
_MOVED = [(f"{name}{by:+d}", name, by) for name in _SHIFTED for by in (-2, -1, 1, 2)]
_NEEDED = ("chars+1", "size+1")
_WINDOWS = (3, 10)


def distances(marks: NDArray[np.bool_]) -> NDArray[np.float32]:
    """For every row of marks two rows: how many lines on the next marked one is, and how many lines back; 99 where there is none."""
    order = np.arange(marks.shape[1])
    both = np.array((marks[:, ::-1], marks)).swapaxes(0, 1)
    before = np.full(both.shape, -1)
    np.maximum.accumulate(np.where(both, order, -1)[:, :, :-1], axis=2, out=before[:, :, 1:])
    far = np.where(before >= 0, np.minimum(99, order - before), 99).astype(np.float32)
    far[:, 0] = far[:, 0, ::-1].copy()
    return far.reshape(-1, len(order))


def neighbour_columns(columns: dict[str, Column], same_look: NDArray[np.intp], wanted: Container[str] = EVERYTHING) -> dict[str, Column]:
    """Everything that looks to the left and right."""
    if not len(same_look):
        return {}
    found = _moved(columns, wanted)
    found.update(_windows(columns))
    found.update(_runs(columns, same_look))
    far = distances(np.array([columns["prose"] > 0, columns["heading"] > 0]))
    found["to_prose"], found["from_prose"], found["to_heading"], found["from_heading"] = far
    found["chars_ratio"] = (columns["chars"] / np.maximum(1, found["chars+1"])).astype(np.float32)
    found["size_step"] = columns["size"] - found["size+1"]
    same = np.zeros(len(same_look) + 1, np.float32)
    same[1:-1] = same_look[1:] == same_look[:-1]
    found["look+1"], found["look-1"] = same[1:], same[:-1]
    return found


def _moved(columns: dict[str, Column], wanted: Container[str]) -> dict[str, Column]:
    """The values of the lines one and two places further on, and before; -1 beyond the page."""
    asked = [moved for moved in _MOVED if moved[0] in wanted or moved[0] in _NEEDED]
    sources = {source: row for row, source in enumerate(dict.fromkeys([source for _, source, _ in asked]))}
    count = len(columns["chars"])
    padded = np.full((len(sources), count + 4), -1, np.float32)
    padded[:, 2:-2] = [columns[source] for source in sources]
    return {name: padded[sources[source], 2 + by : 2 + by + count] for name, source, by in asked}


def _windows(columns: dict[str, Column]) -> dict[str, Column]:
    """Means over the lines around a line, and over those from it on."""
    names = ("prose", "linked", "chars")
    count = len(columns["chars"])
    order = np.arange(count)
    sums = np.zeros((len(names), count + 1))
    np.array([columns[name] for name in names]).cumsum(axis=1, dtype=np.float64, out=sums[:, 1:])
    widths = np.array(_WINDOWS)[:, None]
    low, high = np.maximum(0, order - widths), np.minimum(count, order + widths + 1)
    until = np.take(sums, high, axis=1)  # one layer a name, one row a window
    around = ((until - np.take(sums, low, axis=1)) / (high - low)).astype(np.float32)
    after = ((until - sums[:, None, :-1]) / (high - order)).astype(np.float32)
    sides = (("w", around), ("after", after))
    return {f"{name}_{side}{window}": table[a, b] for a, name in enumerate(names) for b, window in enumerate(_WINDOWS) for side, table in sides}


def _runs(columns: dict[str, Column], same_look: NDArray[np.intp]) -> dict[str, Column]:
    """The run of lines of the same look that a line is in, and what comes after it."""
    count = len(same_look)
    order = np.arange(count)
    change = np.concatenate(([True], same_look[1:] != same_look[:-1]))
    starts = np.maximum.accumulate(np.where(change, order, 0))
    ends = np.append(np.flatnonzero(change)[1:], count)
    end = ends[np.cumsum(change) - 1]
    after = np.minimum(end, count - 1)
    return {
        "run_length": (end - starts).astype(np.float32),
        "run_place": (order - starts).astype(np.float32),
        "after_run_chars": np.where(end < count, columns["chars"][after], -1).astype(np.float32),
        "after_run_sentences": np.where(end < count, columns["sentences"][after], -1).astype(np.float32),
    }
