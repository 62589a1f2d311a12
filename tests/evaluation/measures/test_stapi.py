from __future__ import annotations

import pytest

from rubricate.evaluation.measures.stapi import filter_scores, four, gold_coverage, summary, title_prose

GOLD = ["boilerplate", "title", "prose", "prose", "misc", "boilerplate"]
MADE = ["boilerplate", "title", "item", "boilerplate", "prose", "title"]


def test_items_are_prose() -> None:
    assert four(["item", "title"]) == ["prose", "title"]


def test_filter_by_hand() -> None:
    made = filter_scores(GOLD, MADE)
    assert made["confusion"] == [[3, 1], [1, 1]]
    assert made["accuracy"] == pytest.approx(4 / 6)


def test_title_prose_weighs_by_gold() -> None:
    assert title_prose(["title", "prose", "prose"], ["title", "prose", "prose"]) == 1.0
    # title: 1 right of 2 predicted, 1 gold -> 2/3; prose: 1 right of 2 predicted, 2 gold -> 1/2
    assert title_prose(four(GOLD), four(MADE)) == pytest.approx((2 / 3 + 2 * 0.5) / 3)
    assert title_prose(["title"], ["title"], {"title": 1}) == pytest.approx(2 / 3)


def test_coverage_weighs_by_length() -> None:
    assert gold_coverage([90, 10], [True, False]) == 0.9
    assert gold_coverage([], []) == 1.0


def test_summary_keeps_the_two_ways_apart() -> None:
    page = {
        "gold": GOLD,
        "predicted": MADE,
        "behind": ["boilerplate", "title", "prose", "prose", "prose", "title"],
        "content_score": [0.1, 0.9, 0.8, 0.4, 0.7, 0.6],
        "missed": ["prose"],
        "coverage": 0.8,
        "found": 4,
        "gold_lines": 5,
    }
    made = summary([page])
    assert made["title_prose_behind_perfect_filter"] == 1.0
    # title 2/3 (weight 1); prose: 1 right, 2 predicted, 2 + 1 missed gold -> 2/5 (weight 3)
    assert made["title_prose_end_to_end"] == pytest.approx((2 / 3 + 3 * 0.4) / 4)
    assert made["filter_auc"] == 7 / 8
    assert made["classifier"]["accuracy"] == 0.75
    assert made["gold_coverage"] == 0.8
    assert made["segments_found"] == 0.8


def test_each_class_against_the_others_on_the_gold_content() -> None:
    page = {
        "gold": ["boilerplate", "title", "prose", "misc", "item"],
        "predicted": ["title"] * 5,
        "behind": ["title"] * 5,
        "content_score": [0.5] * 5,
        "class_scores": [[1, 0, 0], [0.8, 0.1, 0.1], [0.1, 0.9, 0], [0.6, 0.2, 0.2], [0.9, 0.1, 0]],
        "missed": [],
        "coverage": 1.0,
        "found": 4,
        "gold_lines": 4,
    }
    found = summary([page])
    assert found["classifier_auc"] == pytest.approx({"title": 2 / 3, "prose": 0.625, "misc": 1.0})  # an item is prose; noise is not looked at
    assert found["classifier_roc"]["misc"][0] == (0.0, 0.0)
    assert "classifier_auc" not in summary([{**page, "class_scores": None}])
