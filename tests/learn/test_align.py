from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricate.learn.align import EXACT, MERGED, MISSED, PARTIAL, SPLIT, align, alignment

GOLD = [
    "Privacy Policy",
    "We collect “data”—always.",
    "Cookies",
    "We use cookies on our site to do things.",
    "Rights",
    "You have rights, many of them",
]
PAGE = [
    "Home",
    "Privacy Policy",
    "Cookies",
    "Rights",
    "PRIVACY POLICY",
    "We collect",
    '"data" -- always',
    "Cookies We use cookies on our site to do things",
    "Rights",
    "You have rights many of them",
    "Cookies",
    "Privacy Policy",
]


def test_the_best_place_not_the_first_one() -> None:
    found = [(match.kind, match.lines) for match in align(GOLD, PAGE)]
    assert found == [(EXACT, (4,)), (SPLIT, (5, 6)), (MERGED, (7,)), (MERGED, (7,)), (EXACT, (8,)), (EXACT, (9,))]


def test_what_is_not_there_is_said() -> None:
    matches = align(["Alpha beta gamma", "Not on the page at all", "Delta epsilon"], ["Alpha beta gamma", "Delta epsilon"])
    assert [match.kind for match in matches] == [EXACT, MISSED, EXACT]
    assert matches[1].lines == ()
    assert matches[1].share == 0.0


def test_a_changed_word_is_partial() -> None:
    gold = ["one two three four five six seven eight nine ten eleven twelve"]
    page = ["menu", "one two three four five 666 seven eight nine ten eleven twelve"]
    (match,) = align(gold, page)
    assert match.kind == PARTIAL
    assert match.lines == (1,)
    assert match.share == pytest.approx(11 / 12)


def test_words_joined_by_markup_are_the_same_line() -> None:
    (match,) = align(["Click hereopens in a new window"], ["Click here opens in a new window"])
    assert match.kind == EXACT


def test_repeated_lines_keep_their_order() -> None:
    gold = ["Reply", "first answer of many words", "Reply", "second answer of many words", "Reply", "third answer of many words"]
    page = [
        "Login",
        "Reply",
        "first answer of many words",
        "Ad",
        "Reply",
        "second answer of many words",
        "Reply",
        "third answer of many words",
        "Reply",
    ]
    assert [match.lines for match in align(gold, page)] == [(1,), (2,), (4,), (5,), (6,), (7,)]


def test_many_equal_lines_are_paired_in_order() -> None:
    gold = ["x"] * 60 + ["the end of the list"]
    assert [match.lines for match in align(gold, gold)] == [(index,) for index in range(61)]


def test_nothing_to_align() -> None:
    assert align([], ["a"]) == []
    assert [match.kind for match in align(["a"], [])] == [MISSED]


def test_a_prior_breaks_ties() -> None:
    runs = alignment(["Title"], ["Title", "Title"], prior=lambda gold, line: 0.5 * line).runs
    assert [run.page_line for run in runs] == [1]


LINES = st.lists(st.text(alphabet="ab c中", min_size=1, max_size=12), max_size=25)


@settings(max_examples=150, deadline=None)
@given(LINES, LINES)
def test_runs_go_forward_and_never_overlap(gold: list[str], page: list[str]) -> None:
    found = alignment(gold, page)
    for one, other in zip(found.runs, found.runs[1:], strict=False):
        assert one.gold_end <= other.gold_start
        assert one.page_end <= other.page_start
    for match in found.matches():
        assert 0.0 <= match.share <= 1.0 + 1e-9
        assert list(match.lines) == sorted(match.lines)


@settings(max_examples=80, deadline=None)
@given(LINES)
def test_a_page_aligned_to_itself_is_exact(lines: list[str]) -> None:
    assert [match.lines for match in align(lines, lines)] == [(index,) for index in range(len(lines))]


@pytest.mark.alone
def test_time_grows_with_the_page_not_with_its_square() -> None:
    def seconds(lines: int) -> float:
        dice = random.Random(5)
        page = [" ".join(dice.choices("abcdefghij", k=dice.randint(1, 12))) for _ in range(lines)]
        gold = [line for line in page if dice.random() < 0.5]
        start = time.perf_counter()
        align(gold, page)
        return time.perf_counter() - start

    small, big = seconds(1_000), seconds(8_000)
    assert big < 30 * max(small, 0.02)
