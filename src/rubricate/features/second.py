"""The second look: what a first model thought of a line, of its look-alikes and of its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.features.neighbours import distance, shifted
from rubricate.types import BOILERPLATE, LABELS, TITLE

__all__ = ["second_columns"]

Column = NDArray[np.float32]
_TITLE = LABELS.index(TITLE)
_REST = LABELS.index(BOILERPLATE)


def second_columns(
    first: NDArray[np.float32], groups: list[NDArray[np.intp]], chars: Column, spans: Sequence[tuple[NDArray[np.intp], NDArray[np.intp]]]
) -> dict[str, Column]:
    """First-pass probabilities of the line itself, their means over its groups, around it, and in the elements that it stands in."""
    count = len(first)
    found: dict[str, Column] = {f"p_{name}": np.ascontiguousarray(first[:, index]) for index, name in enumerate(LABELS)}
    if not count:
        return found
    kept = 1.0 - first[:, _REST]
    title = first[:, _TITLE]
    for name, which in zip(("look", "class", "loose"), groups, strict=True):
        sizes = np.maximum(1, np.bincount(which))
        for index, label in enumerate(LABELS):
            mean = np.bincount(which, weights=first[:, index]) / sizes
            found[f"{name}_p_{label}"] = mean[which].astype(np.float32)
        inside = np.bincount(which, weights=title * kept) / np.maximum(1e-6, np.bincount(which, weights=kept))
        found[f"{name}_p_title_kept"] = inside[which].astype(np.float32)
    for label, values in (("kept", kept.astype(np.float32)), ("title", np.ascontiguousarray(title))):
        for by in (-3, -2, -1, 1, 2, 3):
            found[f"p_{label}{by:+d}"] = shifted(values, by, 0.0) if abs(by) < count else np.zeros(count, np.float32)
    found.update(_windows(kept, chars))
    found.update(_inside(kept, title, chars, spans))
    sure = kept > 0.5
    found["to_kept"] = distance(sure, True)
    found["from_kept"] = distance(sure, False)
    found["to_title"] = distance(title > 0.5, True)
    found["from_title"] = distance(title > 0.5, False)
    return found


def _inside(
    kept: NDArray[np.float32], title: NDArray[np.float32], chars: Column, spans: Sequence[tuple[NDArray[np.intp], NDArray[np.intp]]]
) -> dict[str, Column]:
    """How much of each element around a line is kept, by lines and by length, and how much of it is titles."""
    length = np.minimum(chars, 400)
    sums = [np.concatenate(([0.0], np.cumsum(values, dtype=np.float64))) for values in (kept, kept * length, length, title)]
    found: dict[str, Column] = {}
    for name, (low, high) in zip(("e1", "e2", "e4", "e6", "veil"), spans, strict=True):
        lines, mass, all_of_it, titles = (values[high] - values[low] for values in sums)
        found[f"{name}_p_kept"] = (lines / np.maximum(1, high - low)).astype(np.float32)
        found[f"{name}_p_mass"] = (mass / np.maximum(1, all_of_it)).astype(np.float32)
        found[f"{name}_p_title"] = (titles / np.maximum(1e-3, lines)).astype(np.float32)
    return found


def _windows(kept: NDArray[np.float32], chars: Column) -> dict[str, Column]:
    count = len(kept)
    order = np.arange(count)
    mass = np.minimum(chars, 400) * kept
    sums = np.concatenate(([0.0], np.cumsum(kept, dtype=np.float64)))
    heavy = np.concatenate(([0.0], np.cumsum(mass, dtype=np.float64)))
    found: dict[str, Column] = {}
    for window in (3, 8, 25):
        low, high = np.maximum(0, order - window), np.minimum(count, order + window + 1)
        found[f"p_kept_before{window}"] = ((sums[order] - sums[low]) / window).astype(np.float32)
        found[f"p_kept_after{window}"] = ((sums[high] - sums[np.minimum(count, order + 1)]) / window).astype(np.float32)
    total = max(1.0, float(heavy[-1]))
    found["p_mass_before"] = (heavy[:-1] / total).astype(np.float32)
    found["p_kept_page"] = np.full(count, float(kept.mean()), np.float32)
    found["p_mass_page"] = np.full(count, np.log1p(total), np.float32)
    return found
