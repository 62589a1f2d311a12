from __future__ import annotations

import pytest

from rubricate.evaluation.measures.asdus import coverage, loose, strict, summary


def test_loose_counts_containment_both_ways() -> None:
    made = loose(["Uncategorized", "Cookies", "How we use data", "Contact"], ["1. Cookies", "data", "Menu"])
    assert made == {"found": 2, "right": 2, "gold": 3, "predicted": 3}


def test_loose_takes_sets() -> None:
    assert loose(["A b", "a B"], ["ab"]) == {"found": 1, "right": 1, "gold": 1, "predicted": 1}


def test_strict_needs_title_and_text() -> None:
    gold = [("Uncategorized", "intro"), ("Cookies", "We use a few cookies"), ("Contact", "Write to us")]
    assert strict(gold, [("Cookies", "We use a few cookies"), ("Contact", "Write to us")])["right"] == 2
    assert strict(gold, [("Cookies", "We use a few cookies Write to us")]) == {"right": 0, "gold": 2, "predicted": 1}
    assert strict(gold, [("1. Cookies", "We use a few cookies"), ("", "intro")]) == {"right": 0, "gold": 2, "predicted": 1}


def test_coverage_in_pieces_of_ten() -> None:
    assert coverage(["abcdefghij klmnopqrst uv"], "Abcdefghij ... uv!") == pytest.approx(2 / 3)
    assert coverage([], "x") == 1.0


def test_summary_sums_counts_and_averages_coverage() -> None:
    pages = [
        {"loose": {"found": 1, "right": 1, "gold": 2, "predicted": 1}, "coverage": 1.0, "strict": {"right": 1, "gold": 2, "predicted": 1}},
        {"loose": {"found": 2, "right": 1, "gold": 2, "predicted": 3}, "coverage": 0.5, "strict": None},
    ]
    made = summary(pages)
    assert made["loose"] == {"precision": 0.5, "recall": 0.75, "f1": pytest.approx(0.6)}
    assert made["coverage"] == 0.75
    assert made["strict"]["recall"] == 0.5
