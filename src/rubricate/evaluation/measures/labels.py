"""Confusion matrix, precision, recall, F1 (a label, macro, weighted, micro), accuracy, ROC and AUC.

Definitions as in scikit-learn, without it. Anything divided by nothing is 0. Macro and weighted means run over the labels that occur in the gold or
among the predictions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["auc", "confusion", "counts", "prf", "report", "roc"]


def prf(right: float, predicted: float, gold: float) -> dict[str, float]:
    """Precision = right / predicted, recall = right / gold, F1 = their harmonic mean."""
    precision = right / predicted if predicted else 0.0
    recall = right / gold if gold else 0.0
    f1 = 2 * right / (predicted + gold) if predicted + gold else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def counts(right: int, predicted: int, gold: int) -> dict[str, Any]:
    """`prf` with the counts it was made from."""
    return {**prf(right, predicted, gold), "right": right, "predicted": predicted, "gold": gold}


def confusion(gold: Sequence[str], predicted: Sequence[str], names: Sequence[str]) -> list[list[int]]:
    """Row: gold label, column: predicted label, in the order of `names`. A label outside `names` is an error (KeyError)."""
    place = {name: index for index, name in enumerate(names)}
    size = len(names)
    cells = np.fromiter((place[g] * size + place[p] for g, p in zip(gold, predicted, strict=True)), dtype=np.int64, count=len(gold))
    matrix: list[list[int]] = np.bincount(cells, minlength=size * size).reshape(size, size).tolist()
    return matrix


def report(matrix: Sequence[Sequence[int]], names: Sequence[str]) -> dict[str, Any]:
    """Everything that follows from a confusion matrix.

    {"names", "confusion", "by_label": {name: prf + support}, "macro", "weighted", "micro", "accuracy"}. Micro precision, recall and F1 over all
    labels equal the accuracy: every segment has exactly one label.
    """
    table = np.asarray(matrix, dtype=np.float64).reshape(len(names), len(names))
    by_label = {
        name: {**prf(table[i, i], table[:, i].sum(), table[i].sum()), "support": int(table[i].sum())}
        for i, name in enumerate(names)
        if table[i].sum() or table[:, i].sum()
    }
    total, right = float(table.sum()), float(np.trace(table))
    accuracy = right / total if total else 0.0
    return {
        "names": list(names),
        "confusion": [[int(cell) for cell in row] for row in matrix],
        "by_label": by_label,
        "macro": _mean(list(by_label.values()), None),
        "weighted": _mean(list(by_label.values()), [one["support"] for one in by_label.values()]),
        "micro": {"precision": accuracy, "recall": accuracy, "f1": accuracy},
        "accuracy": accuracy,
    }


def roc(positive: Sequence[bool], score: Sequence[float], points: int = 200) -> list[tuple[float, float]]:
    """The ROC curve as (false positive rate, true positive rate), from (0, 0) to (1, 1); thinned to about `points` points.

    Empty if there are no positives or no negatives.
    """
    false_rate, true_rate = _rates(positive, score)
    if not len(false_rate):
        return []
    keep = np.unique(np.linspace(0, len(false_rate) - 1, min(points, len(false_rate))).round().astype(int))
    return [(round(float(x), 5), round(float(y), 5)) for x, y in zip(false_rate[keep], true_rate[keep], strict=True)]


def auc(positive: Sequence[bool], score: Sequence[float]) -> float | None:
    """The area under the ROC curve: the chance that a positive scores above a negative, ties half; None without one of the kinds."""
    false_rate, true_rate = _rates(positive, score)
    if not len(false_rate):
        return None
    return float((np.diff(false_rate) * (true_rate[1:] + true_rate[:-1]) / 2).sum())


def _rates(positive: Sequence[bool], score: Sequence[float]) -> tuple[Any, Any]:
    truth, scores = np.asarray(positive, dtype=bool), np.asarray(score, dtype=np.float64)
    if not truth.any() or truth.all():
        return np.zeros(0), np.zeros(0)
    order = np.argsort(-scores, kind="stable")
    truth, scores = truth[order], scores[order]
    last = np.append(np.nonzero(np.diff(scores))[0], len(scores) - 1)  # equal scores are one point: none of them can be accepted without the others
    true_count, false_count = np.cumsum(truth)[last], np.cumsum(~truth)[last]
    return np.append(0.0, false_count / false_count[-1]), np.append(0.0, true_count / true_count[-1])


def _mean(rows: Sequence[dict[str, Any]], weights: Sequence[float] | None) -> dict[str, float]:
    share = [1.0] * len(rows) if weights is None else list(weights)
    total = sum(share)
    return {key: sum(row[key] * w for row, w in zip(rows, share, strict=True)) / total if total else 0.0 for key in ("precision", "recall", "f1")}
