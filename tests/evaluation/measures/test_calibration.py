from __future__ import annotations

import pytest

from rubricate.evaluation.measures.calibration import reliability


def test_reliability_by_hand() -> None:
    made = reliability([0.95, 0.95, 0.55, 1.0], [True, False, True, True], bins=10)
    assert [(one["low"], one["count"], one["accuracy"]) for one in made["curve"]] == [(0.5, 1, 1.0), (0.9, 3, pytest.approx(2 / 3))]
    assert made["ece"] == pytest.approx(0.25 * 0.45 + 0.75 * abs(2.9 / 3 - 2 / 3))
    assert made["brier"] == pytest.approx((0.0025 + 0.9025 + 0.2025 + 0) / 4)


def test_perfect_and_empty() -> None:
    assert reliability([1.0, 0.0], [True, False])["ece"] == 0.0
    assert reliability([], [])["ece"] is None
