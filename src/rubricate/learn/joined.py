"""Several packed ensembles -> one whose scores are the mean of theirs.

The mean of several trainings of the same thing errs less than any of them: what one of them has learnt by heart, the others have not. It is packed as
one ensemble with all their trees, so that nothing at run time knows of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["joined"]

Packed = dict[str, NDArray[Any]]
_LARGEST = 32767


def joined(packs: Sequence[Packed]) -> Packed:
    """One pack of all trees, each leaf divided by the number of packs; questions that several ask are kept once."""
    if len(packs) == 1:
        return packs[0]
    asked: dict[tuple[int, float], int] = {}
    numbers, leaves = [], []
    for pack in packs:
        own = [asked.setdefault(key, len(asked)) for key in zip(pack["features"].tolist(), pack["borders"].tolist(), strict=True)]
        numbers.append(np.array(own, np.uint16)[pack["questions"]])
        leaves.append(pack["leaves"] * (float(pack["scale"]) / len(packs)))
    depth = max(rows.shape[1] for rows in numbers)
    table = np.concatenate([_deepened(values, depth) for values in leaves])
    unit = float(np.abs(table).max()) / _LARGEST or 1.0
    return {
        "features": np.array([feature for feature, _ in asked], np.uint16),
        "borders": np.array([border for _, border in asked], np.float32),
        "questions": np.concatenate([np.pad(rows, ((0, 0), (0, depth - rows.shape[1])), mode="edge") for rows in numbers]),
        "leaves": np.round(table / unit).astype(np.int16),
        "scale": np.array(unit, np.float64),
        "bias": np.mean([pack["bias"] for pack in packs], axis=0).astype(np.float32),
    }


def _deepened(leaves: NDArray[np.float64], depth: int) -> NDArray[np.float64]:
    """The leaves of trees that ask further questions which change nothing."""
    return leaves[:, np.arange(1 << depth) & (leaves.shape[1] - 1)]
