"""Which lines are kept: the choice with the best expected F1 of the kept text."""

from __future__ import annotations

import itertools

import numpy as np

from rubricate.engines.choice import LEAST, MOST, choose, keeping_bar
from rubricate.types import LABELS

_REST = LABELS.index("boilerplate")


def _chances(kept: list[float], label: str = "prose") -> np.ndarray:
    table = np.zeros((len(kept), len(LABELS)), np.float32)
    table[:, LABELS.index(label)] = kept
    table[:, LABELS.index("boilerplate")] = 1.0 - np.array(kept)
    return table


def _chosen(table: np.ndarray, chars: np.ndarray, possible: float = 0.0, texts: list[str] | None = None, tags: object = 0.0) -> list[str]:
    """The labels of lines that are kept from the bar on."""
    kept = 1 - table[:, _REST]
    texts = texts or ["text"] * len(table)
    best = choose(table, kept > keeping_bar(kept, chars), texts, np.full(len(table), tags, np.float32), possible)
    return [LABELS[at] for at in best]


def _expected(kept: np.ndarray, chars: np.ndarray, chosen: np.ndarray) -> float:
    return float(2 * (kept * chars)[chosen].sum() / (chars[chosen].sum() + (kept * chars).sum()))


def test_where_the_model_is_sure_the_bar_is_one_half() -> None:
    chars = np.full(6, 100, np.float32)
    assert keeping_bar(np.array([1, 1, 1, 0, 0, 0], np.float32), chars) == MOST
    assert _chosen(_chances([0.99, 0.98, 0.3, 0.01, 0.0, 0.02]), chars) == ["prose", "prose", *["boilerplate"] * 4]


def test_where_nothing_is_sure_more_is_kept() -> None:
    chars = np.full(5, 40, np.float32)
    assert _chosen(_chances([0.55, 0.45, 0.42, 0.4, 0.05]), chars) == [*["prose"] * 4, "boilerplate"]


def test_no_other_choice_can_expect_more() -> None:
    draw = np.random.default_rng(3)
    for _ in range(30):
        kept, chars = draw.uniform(LEAST, 1, 7).astype(np.float32), draw.integers(1, 300, 7).astype(np.float32)
        bar = keeping_bar(kept, chars)
        best = max(_expected(kept, chars, np.array(chosen)) for chosen in itertools.product([False, True], repeat=7) if any(chosen))
        assert _expected(kept, chars, kept > bar) >= best - 0.02


def test_a_title_says_something() -> None:
    table = np.array([[0.9 if name == "title" else 0.1 if name == "prose" else 0.0 for name in LABELS]] * 4, np.float32)
    texts = ["(", "2015", "2015", "Tea"]
    assert _chosen(table, np.full(4, 9, np.float32), texts=texts, tags=[3, 3, 0, 0]) == ["boilerplate", "title", "prose", "title"]


def test_a_title_without_an_h_tag_has_the_chance_that_is_asked_for() -> None:
    chances = {"title": 0.35, "prose": 0.2, "boilerplate": 0.45}
    table = np.array([[chances.get(name, 0.0) for name in LABELS]] * 2, np.float32)
    for possible, expected in ((0.4, "prose"), (0.0, "title")):
        assert _chosen(table, np.array([9, 9], np.float32), possible, ["Dominic P. 5", "Most read"], [0, 2]) == [expected, "title"]


def test_a_line_of_signs_or_digits_is_no_title_but_stays_unless_it_has_an_h_tag() -> None:
    table = _chances([0.9, 0.9, 0.9, 0.9, 0.9], "title")
    table[:, LABELS.index("prose")] = 0.03
    table[:, LABELS.index("boilerplate")] = 0.06
    best = _chosen(table, np.array([1, 2, 9, 9, 4], np.float32), 0.0, [".", "12", "Contents", "第一章", "2015"], [0, 0, 0, 0, 2])
    assert best == ["prose", "prose", "title", "title", "title"]


def test_lines_that_say_nothing_about_the_page_do_not_move_the_bar() -> None:
    kept = np.array([0.99, 0.98, 0.3, *[0.08] * 3000], np.float32)
    chars = np.array([100, 100, 100, *[0] * 3000], np.float32)
    assert keeping_bar(kept, chars) == keeping_bar(kept[:3], chars[:3])


def test_a_line_of_no_section_counts_twice() -> None:
    table = _chances([0.6, 0.5], "prose")
    table[:, LABELS.index("misc")] = [0.35, 0.2]
    table[:, LABELS.index("boilerplate")] = [0.05, 0.3]
    assert _chosen(table, np.array([30, 30], np.float32), 0.0, ["By a writer", "Text"]) == ["misc", "prose"]


def test_no_lines() -> None:
    assert choose(_chances([]), np.zeros(0, np.bool_), [], np.zeros(0, np.float32), 0.0).shape == (0,)


def test_a_page_that_shows_nothing_keeps_what_is_likelier_than_not() -> None:
    assert keeping_bar(np.array([0.3, 0.6], np.float32), np.zeros(2, np.float32)) == MOST
