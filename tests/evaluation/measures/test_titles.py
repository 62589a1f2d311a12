from __future__ import annotations

import pytest

from rubricate.evaluation.measures.titles import match, normal, page_scores, summary


def test_normal_keeps_letters_and_digits_of_every_script() -> None:
    assert normal("  1. What\u00a0we “Collect”: ") == "1whatwecollect"
    assert normal("隐私 政策！") == "隐私政策"
    assert normal("ﬁne") == "fine"
    assert normal("§ §") == "§§"


def test_match_is_in_order_and_one_to_one() -> None:
    assert match(["A", "B", "A"], ["a", "a.", "b", "A"]) in ([(0, 0), (1, 2), (2, 3)], [(0, 1), (1, 2), (2, 3)])
    assert len(match(["A"], ["A", "A"])) == 1
    assert len(match(["A", "B"], ["B", "A"])) == 1


def test_page_and_summary_by_hand() -> None:
    first = page_scores(["One", "Two", "Three", "Four"], ["One", "Three", "Menu"], ["h-tag", "bold line", "plain", "h-tag"])
    assert (first["right"], first["predicted"], first["gold"]) == (2, 3, 4)
    assert first["by_markup"] == {"h-tag": {"right": 1, "gold": 2}, "bold line": {"right": 0, "gold": 1}, "plain": {"right": 1, "gold": 1}}
    second = page_scores(["One"], ["one"], ["h-tag"])
    empty = page_scores([], [], [])
    made = summary([first, second, empty], ["PP", "TOS", "TOS"])
    assert made["micro"] == {"precision": 0.75, "recall": 0.6, "f1": pytest.approx(2 / 3), "right": 3, "predicted": 4, "gold": 5}
    assert made["macro"]["f1"] == pytest.approx((4 / 7 + 1 + 1) / 3)
    assert made["by_domain"]["TOS"]["f1"] == 1.0
    assert made["by_markup"]["h-tag"] == {"recall": pytest.approx(2 / 3), "right": 2, "gold": 3}
    assert made["by_markup"]["bold line"]["recall"] == 0.0
