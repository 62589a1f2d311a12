from __future__ import annotations

from rubricate.evaluation.measures.spider import learning_curve, word_ratio


def test_ratio_by_hand() -> None:
    assert word_ratio("the quick fox", "the quick brown fox") == 6 / 7
    assert word_ratio("b a", "a b") == 0.5
    assert word_ratio("", "") == 1.0
    assert word_ratio("x", "") == 0.0


def test_curve_is_sorted_and_averaged() -> None:
    assert learning_curve([(3, 1.0), (2, 0.5), (3, 0.5)]) == [(2, 0.5), (3, 0.75)]
