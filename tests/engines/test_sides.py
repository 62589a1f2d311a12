"""Doubtful lines are on the side of what they stand in."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.kin import kin_of
from rubricate.engines.sides import COST, _best, _odds, sides
from rubricate.features import Columns, columns
from rubricate.types import Segments


def cut(html: str) -> tuple[Segments, Columns]:
    lines = rubricate.segments.of(rubricate.page.read(html))
    return lines, columns(lines)


def stays(html: str, *kept: float, bar: float = 0.5) -> list[bool]:
    """Which lines are kept, of lines with these chances of being kept."""
    lines, found = cut(html)
    assert len(lines) == len(kept)
    return sides(np.array(kept, np.float32), bar, found.values["chars"], found, lines.text).tolist()


ARTICLE = "<article><p>One, and more</p><h3>Two</h3><p>Three, and more</p></article>"


def test_a_doubtful_heading_in_a_kept_article_stays() -> None:
    assert stays(ARTICLE, 0.95, 0.45, 0.95) == [True] * 3


def test_a_doubtful_line_in_a_removed_box_goes() -> None:
    assert stays("<div><div><p>One</p><p class=more>Two</p><p>Three</p></div></div>", 0.05, 0.55, 0.05) == [False] * 3


def test_what_is_sure_stays_where_it_is() -> None:
    assert stays(ARTICLE, 0.95, 0.02, 0.95) == [True, False, True]
    assert stays(ARTICLE, 0.05, 0.98, 0.05) == [False, True, False]


def test_what_is_sure_is_not_moved_by_its_kin() -> None:
    long = "<p>This line is long, and says what it has to say in many words, so that it weighs as much as many short ones do. </p>"
    assert stays(f"<article>{long}<p>Advertisement</p>{long}</article>", 0.95, 0.001, 0.95) == [True, False, True]
    assert stays(f"<article>{long}<p>One</p><p>Two</p></article>", 0.02, 0.95, 0.95) == [False, True, True]


def test_where_all_is_doubtful_nothing_is_removed_for_what_stands_around_it() -> None:
    page = "<div><p>One</p><p class=more>Two</p><p>Three</p></div>"
    assert stays(page, 0.05, 0.42, 0.05, bar=0.4) == [False] * 3
    assert stays(page, 0.05, 0.36, 0.05, bar=0.34) == [False, True, False]


def test_a_doubtful_box_in_a_kept_page_stays_and_a_sure_one_goes() -> None:
    page = "<main><p>Text</p><div class=box><h4>Head</h4><p>More</p></div><p>Text again</p><p>And again</p></main>"
    assert stays(page, 0.95, 0.45, 0.45, 0.95, 0.95) == [True] * 5
    assert stays(page, 0.95, 0.2, 0.1, 0.95, 0.95) == [True, False, False, True, True]


def test_kin_speak_for_each_other() -> None:
    """Six posts in removed boxes of their own, four of them sure."""
    post = "<div class=post><i>author</i><div class=text>post {}, in which somebody says what can be said</div><b>like</b></div>"
    kept = [chance for own in (0.9, 0.9, 0.45, 0.9, 0.45, 0.9) for chance in (0.02, own, 0.02)]
    assert stays("".join(map(post.format, range(6))), *kept)[1::3] == [True] * 6
    assert stays(post, 0.02, 0.45, 0.02) == [False] * 3


def test_links_are_kept_by_their_own_chance_alone() -> None:
    page = "<body>Text that is kept<br><a href=/>Home</a><br>More of it<br>And more"
    assert stays(page, 0.95, 0.45, 0.95, 0.95) == [True, False, True, True]
    assert stays(page, 0.95, 0.55, 0.95, 0.95) == [True] * 4


def test_what_repeats_is_kept_by_its_own_chance_alone() -> None:
    page = "<div><p>Text that is kept</p>{}<p>More of it, at some length</p></div>"
    assert stays(page.format("<b>In stock</b><p></p>" * 2), 0.95, 0.45, 0.45, 0.95) == [True] * 4
    assert stays(page.format("<b>In stock</b><p></p>" * 3), 0.95, 0.45, 0.45, 0.45, 0.95) == [True, False, False, False, True]


def test_headings_are_not_removed_for_what_stands_around_them() -> None:
    page = "<div><p>By a writer</p><h1>News</h1><p>Share</p></div>"
    assert stays(page, 0.05, 0.55, 0.05) == [False, True, False]
    assert stays(page, 0.05, 0.45, 0.05) == [False] * 3


def test_the_bar_is_what_decides_where_nothing_stands_around() -> None:
    assert stays("<p>One</p>", 0.4, bar=0.5) == [False]
    assert stays("<p>One</p>", 0.4, bar=0.3) == [True]


@pytest.mark.parametrize("seed", range(12))
def test_no_other_way_is_worth_more(seed: int) -> None:
    draw = np.random.default_rng(seed)
    lines, found = cut("<div><p>One</p><div><p>Two</p><i>Three</i></div><section><ul><li>Four</li><li>Five</li></ul>Six</section></div>")
    kept = draw.uniform(0.05, 0.95, len(lines)).astype(np.float32)
    odds = _odds(kept, 0.4, found.values["chars"], kin_of(found))
    parents, blocks = found.around

    def worth(elements: tuple[bool, ...], own: np.ndarray) -> float:
        changes = sum(elements[at] != elements[parent] for at, parent in enumerate(parents.tolist()) if parent >= 0)
        inside = np.array(elements)[blocks]
        return float(odds[own].sum()) - COST * (changes + int((inside != own).sum()))

    def best_of(elements: tuple[bool, ...]) -> np.ndarray:
        return odds > np.where(np.array(elements)[blocks], -COST, COST)

    ways = [(elements, best_of(elements)) for elements in itertools.product([False, True], repeat=len(parents))]
    most = max(worth(*way) for way in ways)
    answer = _best(odds, parents, blocks)
    assert max(worth(elements, answer) for elements, _ in ways) == pytest.approx(most)
