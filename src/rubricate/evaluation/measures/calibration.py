"""Is a confidence of .9 right nine times out of ten? Reliability curve, expected calibration error, Brier score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["reliability"]


def reliability(confidence: Sequence[float], right: Sequence[bool], bins: int = 10) -> dict[str, Any]:
    """Equal-width bins over 0..1, a confidence on a border in the upper bin (1.0 in the last).

    `curve`: for every bin that is not empty {low, high, count, confidence (mean), accuracy}. `ece` = sum over bins of share * |accuracy - mean
    confidence|. `brier` = mean of (confidence - right)^2. All None for no segments.
    """
    sure, hits = np.asarray(confidence, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if not len(sure):
        return {"curve": [], "ece": None, "brier": None, "segments": 0}
    place = np.clip((sure * bins).astype(int), 0, bins - 1)
    curve = [_bin(index / bins, (index + 1) / bins, sure[place == index], hits[place == index]) for index in range(bins) if (place == index).any()]
    gaps = [one["count"] / len(sure) * abs(one["accuracy"] - one["confidence"]) for one in curve]
    return {"curve": curve, "ece": float(sum(gaps)), "brier": float(((sure - hits) ** 2).mean()), "segments": len(sure)}


def _bin(low: float, high: float, sure: Any, hits: Any) -> dict[str, Any]:
    return {"low": low, "high": high, "count": len(sure), "confidence": float(sure.mean()), "accuracy": float(hits.mean())}
