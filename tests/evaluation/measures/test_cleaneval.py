from __future__ import annotations

import pytest

from rubricate.evaluation.measures.cleaneval import label_accuracy, scores, summary, victor_labels

GOLD = [("h", "Home cooking"), ("p", "Boil the water."), ("l", "* salt")]


def test_equal_texts_score_one() -> None:
    assert scores(GOLD, GOLD) == {"text_only": 1.0, "markup_only": 1.0, "total": 1.0}


def test_wrong_tag_costs_markup_only() -> None:
    made = scores([("p", "Home cooking"), *GOLD[1:]], GOLD)
    assert made["text_only"] == 1.0
    assert made["markup_only"] == pytest.approx(4 / 8)  # of 6 + 6 borders 4 match
    assert made["total"] == 0.75


def test_extra_text_costs_both() -> None:
    made = scores([("p", "Menu"), *GOLD], GOLD)
    assert made["text_only"] == pytest.approx(6 / 7)
    assert made["markup_only"] == pytest.approx(6 / 8)


def test_merged_blocks_keep_their_outer_borders() -> None:
    made = scores([("h", "Home cooking"), ("p", "Boil the water. salt")], GOLD)
    assert made["text_only"] == 1.0
    assert made["markup_only"] == pytest.approx(3 / (4 + 6 - 3))


def test_empty() -> None:
    assert scores([], [])["total"] == 1.0
    assert scores([], GOLD)["total"] == 0.0
    assert summary([]) == {"text_only": None, "markup_only": None, "total": None}
    assert summary([scores(GOLD, GOLD), scores([], GOLD)])["total"] == 0.5


def test_victors_labels() -> None:
    labels = victor_labels(["title", "prose", "prose", "item", "misc", "boilerplate"], [False, False, True, False, False, True])
    assert labels == ["header", "paragraph", "continuation", "list", "paragraph", "other"]
    assert label_accuracy(labels, ["header", "header", "other", "list", "paragraph", "other"]) == {"labels": 4, "content_noise": 5, "segments": 6}
