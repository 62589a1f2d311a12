"""spider (2013-14): the share of words that the extracted text has in common with a reference text, in order.

The paper compares 'the edit distance between the pair of word sequences' and averages 'the matching ratios for all pages'. The ratio that reproduces
its published figures is 2 * LCS / (words of one + words of the other).
"""

from __future__ import annotations

from collections.abc import Sequence

from rubricate.evaluation.measures.sequences import ratio

__all__ = ["learning_curve", "word_ratio"]


def word_ratio(predicted: str, reference: str) -> float:
    """2 * LCS over words / (sum of both lengths); words are what white space separates; 1 for two empty texts."""
    return ratio(predicted.split(), reference.split())


def learning_curve(ratios: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """(training pages, ratio of one scored page) -> (training pages, mean ratio), by rising number of training pages."""
    by_count: dict[int, list[float]] = {}
    for pages, value in ratios:
        by_count.setdefault(pages, []).append(value)
    return [(pages, sum(values) / len(values)) for pages, values in sorted(by_count.items())]
