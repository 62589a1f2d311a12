"""k-means with two clusters in the plane, by numpy; the cluster of the origin is the title cluster.

Ten starts, as scikit-learn's default; they split the points at ten quantiles of their distance from the origin, so that nothing is random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Clusters", "cluster"]

STARTS = 10
MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Clusters:
    """The two means, nearest to the origin first, and for every point whether it is in the title cluster and how sure (0.5..1)."""

    means: Any
    title: Any
    sure: Any


def cluster(points: Any) -> Clusters:
    """The clusters of points (an array of two columns). Fewer than two different points are one cluster, the title's."""
    points = np.asarray(points, dtype=float).reshape(-1, 2)
    if len(points) == 0 or bool((points == points[0]).all()):
        mean = points[:1] if len(points) else np.zeros((1, 2))
        return Clusters(np.vstack([mean, mean]), np.ones(len(points), dtype=bool), np.full(len(points), 0.5))
    means = min((_lloyd(points, start) for start in _starts(points)), key=lambda found: found[0])[1]
    if (means[1] ** 2).sum() < (means[0] ** 2).sum():
        means = means[::-1]
    near, far = np.sqrt(_squares(points, means)).T
    return Clusters(means, near <= far, np.maximum(near, far) / np.maximum(near + far, 1e-12))


def _starts(points: Any) -> list[Any]:
    """Pairs of means of the points within and beyond a quantile of the distance from the origin."""
    distance = np.sqrt((points**2).sum(axis=1))
    starts = []
    for share in (np.arange(STARTS) + 0.5) / STARTS:
        beyond = distance > np.quantile(distance, share)
        if beyond.any() and not beyond.all():
            starts.append(np.vstack([points[~beyond].mean(axis=0), points[beyond].mean(axis=0)]))
    return starts or [np.vstack([points.min(axis=0), points.max(axis=0)])]


def _lloyd(points: Any, means: Any) -> tuple[float, Any]:
    second = np.zeros(len(points), dtype=bool)
    for step in range(MOST_STEPS):
        squares = _squares(points, means)
        now = squares[:, 1] < squares[:, 0]
        if (step and bool((now == second).all())) or now.all() or not now.any():
            break
        second = now
        means = np.vstack([points[~second].mean(axis=0), points[second].mean(axis=0)])
    return float(_squares(points, means).min(axis=1).sum()), means


def _squares(points: Any, means: Any) -> Any:
    return np.stack([((points - mean) ** 2).sum(axis=1) for mean in means], axis=1)
