from __future__ import annotations

import pytest

from rubricate.evaluation.measures.tokens import f1, snippets, summary, words


def test_words() -> None:
    assert words("It's 2025, Größe!") == ["it", "s", "2025", "größe"]
    assert words("ab中文カ c") == ["ab", "中", "文", "カ", "c"]


def test_f1_counts_repeated_words() -> None:
    made = f1("a a b", "a b c d")
    assert (made["precision"], made["recall"]) == (pytest.approx(2 / 3), 0.5)
    assert made["f1"] == pytest.approx(4 / 7)
    assert f1("", "")["f1"] == 1.0
    assert f1("a", "")["f1"] == f1("", "a")["f1"] == 0.0


def test_snippets_stand_between_word_boundaries() -> None:
    assert snippets("Log in. The cat, sat", ["the CAT sat", "at sat"], ["log", "og in"]) == {"with_snippets": 0.5, "without_snippets": 0.5}
    assert snippets("x", [], []) == {"with_snippets": None, "without_snippets": None}


def test_summary_is_the_mean_over_pages_and_over_kinds() -> None:
    pages = [{**f1("a", "a"), "with_snippets": 1.0}, {**f1("", "a"), "with_snippets": None}]
    made = summary(pages, ["forum", "article"])
    assert (made["f1"], made["with_snippets"], made["pages"]) == (0.5, 1.0, 2)
    assert made["by_domain"]["forum"]["f1"] == 1.0
    assert "without_snippets" not in made
