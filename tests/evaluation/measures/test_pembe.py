from __future__ import annotations

from rubricate.evaluation.measures.pembe import given, own, summary


def test_own_and_given() -> None:
    mine = own(["A", "B", "C"], [1, 2, 2], ["A", "Menu", "C"], [1, 2, 2])
    assert (mine["right"], mine["all"], mine["depth"], mine["gold_depth"]) == (2, 3, 2, 2)
    told = given([1, 2, 3], [1, 2, 2], [(0, 0), (1, 1), (2, 2)])
    assert told == {"right": 2, "all": 3, "same_level": 2}
    made = summary([{"own": mine, "given": told}, {"own": None, "given": None}])
    assert made["parent_own"] == 2 / 3
    assert made["parent_given"] == made["depth_given"] == 2 / 3
    assert made["mean_depth"] == 2.0


def test_nothing_to_score_is_none() -> None:
    assert summary([])["parent_own"] is None
