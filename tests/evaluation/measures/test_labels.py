from __future__ import annotations

import pytest

from rubricate.evaluation.measures.labels import auc, confusion, prf, report, roc

GOLD = ["t", "t", "t", "p", "p", "p", "p", "n", "n", "n"]
MADE = ["t", "t", "p", "p", "p", "p", "n", "n", "n", "t"]


def test_prf_of_nothing_is_zero() -> None:
    assert prf(0, 0, 0) == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert prf(2, 4, 8) == {"precision": 0.5, "recall": 0.25, "f1": pytest.approx(1 / 3)}


def test_confusion_rows_are_gold() -> None:
    assert confusion(GOLD, MADE, ("t", "p", "n")) == [[2, 1, 0], [0, 3, 1], [1, 0, 2]]


def test_confusion_refuses_an_unknown_label_and_unequal_lengths() -> None:
    with pytest.raises(KeyError):
        confusion(["x"], ["t"], ("t",))
    with pytest.raises(ValueError, match="zip"):
        confusion(["t", "t"], ["t"], ("t",))


def test_report_by_hand() -> None:
    made = report(confusion(GOLD, MADE, ("t", "p", "n")), ("t", "p", "n"))
    assert made["accuracy"] == 0.7
    assert made["by_label"]["t"] == {"precision": pytest.approx(2 / 3), "recall": pytest.approx(2 / 3), "f1": pytest.approx(2 / 3), "support": 3}
    assert made["by_label"]["p"]["f1"] == 0.75
    assert made["macro"]["f1"] == pytest.approx((2 / 3 + 0.75 + 2 / 3) / 3)
    assert made["weighted"]["f1"] == pytest.approx((3 * 2 / 3 + 4 * 0.75 + 3 * 2 / 3) / 10)
    assert made["weighted"]["recall"] == pytest.approx(made["accuracy"])


def test_macro_leaves_out_labels_that_never_occur() -> None:
    made = report(confusion(["t", "p"], ["t", "p"], ("t", "p", "n")), ("t", "p", "n"))
    assert set(made["by_label"]) == {"t", "p"}
    assert made["macro"]["f1"] == 1.0


def test_auc_by_hand() -> None:
    assert auc([True, True, False, False], [0.9, 0.8, 0.2, 0.1]) == 1.0
    assert auc([True, False], [0.1, 0.9]) == 0.0
    assert auc([True, False, True, False], [0.5, 0.5, 0.5, 0.5]) == 0.5
    assert auc([False, False, True, True], [0.1, 0.4, 0.35, 0.8]) == 0.75
    assert auc([True, True], [0.1, 0.2]) is None


def test_roc_begins_and_ends_in_the_corners() -> None:
    curve = roc([False, False, True, True], [0.1, 0.4, 0.35, 0.8])
    assert curve == [(0.0, 0.0), (0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0)]
    assert roc([True], [0.5]) == []
