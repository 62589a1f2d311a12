"""The second look: what a first model thought of a line, of its look-alikes and of its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.groups import GROUPINGS, Together
from rubricate.features.neighbours import distances
from rubricate.types import BOILERPLATE, LABELS, TITLE

__all__ = ["second_columns"]

_fast = twin("features._columns")
Column = NDArray[np.float32]
Span = tuple[NDArray[np.intp], NDArray[np.intp]]
_TITLE = LABELS.index(TITLE)
_REST = LABELS.index(BOILERPLATE)
_WIDTHS = (3, 8, 25)
_MEANS = [f"{grouping}_p_{label}" for grouping in GROUPINGS for label in (*LABELS, "title_kept")]
_SHIFTED = [(f"p_{label}{by:+d}", at, 3 + by) for at, label in enumerate(("kept", "title")) for by in (-3, -2, -1, 1, 2, 3)]
_HELD = [f"{name}_p_{label}" for name in ("e1", "e2", "e4", "e6", "veil") for label in ("kept", "mass", "title")]


def second_columns(
    first: NDArray[np.float32], groups: list[NDArray[np.intp]], chars: Column, spans: Sequence[Span], elements: Span
) -> dict[str, Column]:
    """First-pass probabilities of the line itself, their means over its groups, around it, and in the elements that it stands in.

    `elements` are all elements that hold lines: the first line of each, and the one after its last.
    """
    if _fast is not None and len(first):
        return _compiled(first, groups, chars, spans, elements)
    own = np.ascontiguousarray(first.T)
    found: dict[str, Column] = {f"p_{name}": own[index] for index, name in enumerate(LABELS)}
    if not len(first):
        return found
    kept, title = 1.0 - own[_REST], own[_TITLE]
    found.update(_alike(own, kept, title, groups))
    found.update(_beside(kept, title))
    found.update(_windows(kept, chars))
    found.update(_inside(kept, title, chars, spans))
    found.update(_best(kept, chars, elements))
    far = distances(np.array([kept > 0.5, title > 0.5]))
    found["to_kept"], found["from_kept"], found["to_title"], found["from_title"] = far
    return found


_FILLED = (
    *[f"p_{label}" for label in LABELS],
    *_MEANS,
    *[name for name, _, _ in _SHIFTED],
    *[f"p_kept_{side}{width}" for width in _WIDTHS for side in ("before", "after")],
    "p_mass_before",
    "p_kept_page",
    "p_mass_page",
    *_HELD,
    *"best_off best_through stretch_off stretch_through best_f1 best_pure best_share to_kept from_kept to_title from_title".split(),
)
"""The columns in the order in which the compiled twin fills them."""
_PAGE = _FILLED.index("p_kept_page")
_WIDE = np.array(_WIDTHS, np.intp)


def _compiled(
    first: NDArray[np.float32], groups: list[NDArray[np.intp]], chars: Column, spans: Sequence[Span], elements: Span
) -> dict[str, Column]:
    """The same columns, by the compiled twin."""
    count, mass = len(first), np.empty(1)
    table = np.empty((len(_FILLED), count), np.float32)
    own, length = np.ascontiguousarray(first, np.float32), np.ascontiguousarray(chars, np.float32)
    alike = [np.ascontiguousarray(which, np.intp) for which in groups]
    reach = [(np.ascontiguousarray(low, np.intp), np.ascontiguousarray(high, np.intp)) for low, high in (*spans, elements)]
    _fast.second(own, alike, length, reach[:-1], reach[-1], (len(LABELS), _TITLE, _REST), _WIDE, table, mass)
    table[_PAGE] = float((1.0 - first[:, _REST]).sum()) / count
    table[_PAGE + 1] = np.log1p(float(mass[0]))
    return dict(zip(_FILLED, table, strict=True))


def _alike(own: NDArray[np.float32], kept: Column, title: Column, groups: list[NDArray[np.intp]]) -> dict[str, Column]:
    """The mean probabilities of a line's groups, and how many of the lines kept there are titles."""
    every = Together(groups)
    values = np.array([*own, title * kept, kept])
    sums = every.sums(np.repeat(values[:, None], len(groups), axis=1))
    sums[: len(LABELS)] /= every.sizes
    sums[-2] /= np.maximum(1e-6, sums[-1])
    return dict(zip(_MEANS, every.of_lines(sums[:-1]).swapaxes(0, 1).reshape(len(_MEANS), -1), strict=True))


def _beside(kept: Column, title: Column) -> dict[str, Column]:
    """What the three lines before and after a line are; beyond the page there is nothing."""
    count = len(kept)
    padded = np.zeros((2, count + 6), np.float32)
    padded[:, 3:-3] = kept, title
    return {name: padded[at, start : start + count] for name, at, start in _SHIFTED}


def _inside(kept: Column, title: Column, chars: Column, spans: Sequence[Span]) -> dict[str, Column]:
    """How much of each element around a line is kept, by lines and by length, and how much of it is titles; all elements at once, one row each."""
    length = np.minimum(chars, 400)
    sums = np.zeros((4, len(kept) + 1))
    np.array([kept, kept * length, length, title]).cumsum(axis=1, dtype=np.float64, out=sums[:, 1:])
    low, high = np.array([low for low, _ in spans]), np.array([high for _, high in spans])
    lines, mass, all_of_it, titles = np.take(sums, high, axis=1) - np.take(sums, low, axis=1)
    shares = (lines / np.maximum(1, high - low), mass / np.maximum(1, all_of_it), titles / np.maximum(1e-3, lines))
    return dict(zip(_HELD, np.stack(shares, axis=1).astype(np.float32).reshape(len(_HELD), -1), strict=True))


def _best(kept: Column, chars: Column, elements: Span) -> dict[str, Column]:
    """The element that would be the best answer if it were kept whole, by the F1 that it can expect; and the best stretch of lines, wherever it ends.

    Where the document is one element, doubtful lines outside it are likelier to stand beside the document, and those inside it to belong to it.
    """
    low, high = elements
    length = np.minimum(chars, 400).astype(np.float64)
    sums = np.zeros((2, len(kept) + 1))
    np.array([kept * length, length]).cumsum(axis=1, out=sums[:, 1:])
    mass, all_of_it = np.take(sums, high, axis=1) - np.take(sums, low, axis=1)
    every = max(1.0, float(sums[0, -1]))
    worth = 2.0 * mass / np.maximum(1.0, all_of_it + every)
    best = int(np.lexsort((low - high, worth))[-1])  # of equals the shortest
    facts = (float(worth[best]), float(mass[best]) / max(1.0, float(all_of_it[best])), float(mass[best]) / every)
    page = np.repeat(np.array(facts, np.float32), len(kept)).reshape(3, -1)
    return {
        **_stretch("best", int(low[best]), int(high[best]), len(kept)),
        **_stretch("stretch", *_run(sums[0] - 0.5 * sums[1]), len(kept)),
        **dict(zip(("best_f1", "best_pure", "best_share"), page, strict=True)),
    }


def _stretch(name: str, low: int, high: int, count: int) -> dict[str, Column]:
    """Where every line stands to a stretch of lines: how many lines before or after it (0 inside), and how far through it."""
    order = np.arange(count, dtype=np.float32)
    outside = np.where(order < low, order - low, np.where(order >= high, order - high + 1, 0))
    through = (order - low) / max(1, high - low)
    return {f"{name}_off": np.clip(outside, -50, 50).astype(np.float32), f"{name}_through": np.clip(through, -1, 2).astype(np.float32)}


def _run(sums: NDArray[np.float64]) -> tuple[int, int]:
    """The stretch of lines with the greatest sum, from the sums up to each line."""
    lowest = np.minimum.accumulate(sums)
    high = int((sums - lowest).argmax())
    return int(sums[: high + 1].argmin()), high


def _windows(kept: Column, chars: Column) -> dict[str, Column]:
    """How much is kept in the lines before and after a line: in windows of three widths, one row each, and up to it on the page."""
    count = len(kept)
    order = np.arange(count)
    sums = np.zeros((2, count + 1))
    np.array([kept, np.minimum(chars, 400) * kept]).cumsum(axis=1, dtype=np.float64, out=sums[:, 1:])
    lines, heavy = sums
    widths = np.array(_WIDTHS)[:, None]
    before = ((lines[:-1] - lines[np.maximum(0, order - widths)]) / widths).astype(np.float32)
    after = ((lines[np.minimum(count, order + widths + 1)] - lines[1:]) / widths).astype(np.float32)
    total = max(1.0, float(heavy[-1]))
    return {
        **{f"p_kept_{side}{width}": table[at] for at, width in enumerate(_WIDTHS) for side, table in (("before", before), ("after", after))},
        "p_mass_before": (heavy[:-1] / total).astype(np.float32),
        "p_kept_page": np.full(count, float(kept.sum()) / count, np.float32),
        "p_mass_page": np.full(count, np.log1p(total), np.float32),
    }
