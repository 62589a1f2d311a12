"""Tables stand or fall as a whole, lines of one look too; the page's own h1 is a title; lines in a row are none."""

from __future__ import annotations

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.whole import heads_nothing, heads_removed, heads_titles, like_titles, own_title, whole_blocks, whole_tables, with_listings
from rubricate.types import LABELS, Segments

TITLE, PROSE, REST = (LABELS.index(name) for name in ("title", "prose", "boilerplate"))
TABLE = "<p>Before it</p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><p>After it</p>"


def lines(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


def given(*kept: float) -> tuple[np.ndarray, np.ndarray]:
    """Chances with these chances of being kept (as prose), and the labels that they give."""
    chances = np.zeros((len(kept), len(LABELS)), np.float32)
    chances[:, PROSE], chances[:, REST] = kept, 1 - np.array(kept)
    return chances, chances.argmax(axis=1)


@pytest.mark.parametrize(
    ("kept", "whole"),
    [
        ((0.9, 0.9, 0.2, 0.4, 0.3, 0.9), True),  # between lines that are kept
        ((0.9, 0.1, 0.2, 0.1, 0.1, 0.9), False),
        ((0.1, 0.9, 0.9, 0.3, 0.4, 0.1), True),
        ((0.1, 0.6, 0.2, 0.3, 0.4, 0.1), False),
        ((0.1, 0.4, 0.4, 0.4, 0.4, 0.1), False),
        ((0.9, 0.4, 0.4, 0.4, 0.4, 0.9), True),
    ],
)
def test_a_table_is_kept_or_dropped_whole(kept: tuple[float, ...], whole: bool) -> None:
    chances, best = given(*kept)
    answer = whole_tables(lines(TABLE), chances, best)
    assert (answer[1:5] != REST).tolist() == [whole] * 4
    assert answer[[0, 5]].tolist() == best[[0, 5]].tolist(), "what stands around it does not change"


def test_a_paragraph_in_a_table_weighs_more_than_the_dates_beside_it() -> None:
    html = TABLE.replace(">1<", f">{'A clerk is wanted. ' * 5}<")
    chances, best = given(0.1, 0.2, 0.2, 0.9, 0.2, 0.1)
    assert (whole_tables(lines(html), chances, best) != REST).tolist() == [False, True, True, True, True, False]


LISTING = "<pre>make one\n\nmake two</pre>"


@pytest.mark.parametrize(
    ("html", "kept", "found"),
    [
        (f"<p>So do it:</p>{LISTING}", (0.9, 0.2, 0.2), [True, True, True]),
        (f"<p>So do it:</p>{LISTING}<pre>made</pre><p>Menu</p>", (0.9, 0.2, 0.2, 0.2, 0.2), [True, True, True, True, False]),
        (f"<p>Menu</p>{LISTING}", (0.2, 0.2, 0.2), [False, False, False]),
        (f"<p>So do it:</p><p>Menu</p>{LISTING}", (0.9, 0.2, 0.2, 0.2), [True, False, False, False]),
        (f"<p>So do it:</p><button>Copy</button>{LISTING}", (0.9, 0.2, 0.2, 0.2), [True, False, True, True]),
        ("<p>So do it:</p><button>Copy</button>", (0.9, 0.2), [True, False]),
        ("<p>So do it:</p><p><code>make one</code></p>", (0.9, 0.2), [True, False]),
    ],
)
def test_a_listing_stays_with_the_text_before_it(html: str, kept: tuple[float, ...], found: list[bool]) -> None:
    chances, best = given(*kept)
    assert (with_listings(lines(html), chances, best) != REST).tolist() == found


def test_titles_in_a_dropped_table_stay() -> None:
    chances, best = given(0.1, 0.2, 0.2, 0.2, 0.2, 0.1)
    best[1] = TITLE
    assert whole_tables(lines(TABLE), chances, best).tolist() == [REST, TITLE, REST, REST, REST, REST]


@pytest.mark.parametrize("html", [TABLE.replace("th>", "td>"), TABLE.replace(">1<", f">{'long ' * 100}<")])
def test_tables_that_arrange_the_page_are_left_alone(html: str) -> None:
    chances, best = given(0.9, 0.9, 0.1, 0.9, 0.9, 0.9)
    assert whole_tables(lines(html), chances, best).tolist() == best.tolist()


def test_inner_and_outer_tables_vote_apart() -> None:
    inner = TABLE.partition("<p>After")[0].partition("</p>")[2]
    html = f"<table><tr><th>X</th><td>{inner}</td></tr><tr><td>Y</td><td>Z</td></tr><tr><td>V</td><td>W</td></tr></table>"
    segments = lines(html)
    assert segments.text == ["X", "A", "B", "1", "2", "Y", "Z", "V", "W"]
    chances, best = given(0.9, 0.9, 0.9, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1)
    assert (whole_tables(segments, chances, best) != REST).tolist() == [False, True, True, True, True, False, False, False, False]


@pytest.mark.parametrize(
    ("html", "kept", "found"),
    [
        ("<p>A<br>B<br>C</p><p>D</p>", (0.9, 0.1, 0.1, 0.1), [PROSE, PROSE, PROSE, REST]),
        ("<div>A<br>B<br>C</div><p>D</p>", (0.9, 0.1, 0.1, 0.1), [PROSE, REST, REST, REST]),
        ("<pre>a = 1\n\nb = 2</pre><p>C</p><p>D</p>", (0.1, 0.9, 0.9, 0.1), [PROSE, PROSE, PROSE, REST]),
        ("<ul><li>A<br>B<li>C</ul><p>D</p>", (0.1, 0.9, 0.1, 0.1), [PROSE, PROSE, REST, REST]),
        ("<p>A<br>B</p><p>C<br>D</p>", (0.9, 0.9, 0.1, 0.1), [PROSE, PROSE, REST, REST]),
    ],
)
def test_a_block_is_kept_whole(html: str, kept: tuple[float, ...], found: list[int]) -> None:
    segments = lines(html)
    chances, best = given(*kept)
    assert len(segments) == len(best)
    assert whole_blocks(segments, chances, best).tolist() == found


def test_the_lines_of_a_heading_are_titles_together() -> None:
    chances, best = given(0.9, 0.1, 0.1)
    best[0] = TITLE
    assert whole_blocks(lines("<h2>All of it<br>for everybody</h2><p>Text"), chances, best).tolist() == [TITLE, TITLE, REST]
    assert whole_blocks(lines("<p>All of it<br>for everybody</p><p>Text"), chances, best).tolist() == [TITLE, PROSE, REST]


def test_the_only_h1_that_says_what_the_title_says() -> None:
    chances = np.full((3, len(LABELS)), 0.2, np.float32)
    yes = np.ones(3, np.bool_)
    page = lines("<title>Terms of use - Acme</title><p>Home<p>Terms of Use<p>Scope")
    assert np.flatnonzero(own_title(page, np.array([0, 1, 2]), yes, chances)).tolist() == [1]
    signs = lines("<title>Actuary's choice - Consulting or insurance? | Acme</title><p>Home<p>Actuary’s choice: Consulting or insurance?<p>Scope")
    assert np.flatnonzero(own_title(signs, np.array([0, 1, 2]), yes, chances)).tolist() == [1], "with other signs between its words"
    part = lines("<title>Terms of useful things</title><p>Home<p>Terms of use<p>Scope")
    assert np.flatnonzero(own_title(part, np.array([0, 1, 2]), yes, chances)).tolist() == [], "words are whole ones"
    assert np.flatnonzero(own_title(page, np.array([0, 1, 1]), yes, chances)).tolist() == [1], "the other <h1> says something else"
    twice = lines("<title>Terms of use - Acme</title><p>Terms of Use<p>Terms of use - Acme<p>Scope")
    assert np.flatnonzero(own_title(twice, np.array([1, 1, 0]), yes, chances)).tolist() == [], "two of them"
    assert np.flatnonzero(own_title(page, np.array([0, 2, 1]), yes, chances)).tolist() == [], "the <title> says something else"
    assert np.flatnonzero(own_title(page, np.array([0, 1, 2]), ~yes, chances)).tolist() == [], "it is hidden"
    chances[:, TITLE] = 0.02
    assert np.flatnonzero(own_title(page, np.array([0, 1, 2]), yes, chances)).tolist() == [], "the model rules it out"


@pytest.mark.parametrize(
    ("titles", "headings", "alike", "found"),
    [
        ("11110", "00000", "22222", [0, 1, 2, 3]),
        ("1110", "0000", "2222", []),  # a title and two below it may well stand in a row
        ("11110", "22220", "22222", []),  # h-tags say what they are
        ("11111", "00000", "22333", []),
        ("1101111", "0000000", "2222222", [3, 4, 5, 6]),
        ("", "", "", []),
    ],
)
def test_lines_in_a_row_head_nothing(titles: str, headings: str, alike: str, found: list[int]) -> None:
    is_title = np.array([sign == "1" for sign in titles], np.bool_)
    row = heads_nothing(is_title, np.array([*headings], np.float32), np.array([*alike], np.intp))
    assert np.flatnonzero(row).tolist() == found


@pytest.mark.parametrize(
    ("titles", "kept", "chance", "text", "alike", "found"),
    [
        ("11110", "11111", 0.1, "Scope", "00000", [4]),
        ("11110", "11111", 0.01, "Scope", "00000", []),  # the model rules it out
        ("11110", "11111", 0.1, "Scope" * 50, "00000", []),  # too long
        ("11110", "11111", 0.1, "212-975", "00000", []),  # no letter in it
        ("11100", "11111", 0.1, "Scope", "00000", []),  # three in five
        ("111100", "111110", 0.1, "Scope", "000000", [4]),  # what is not kept has no say, and stays away
        ("1110", "1111", 0.1, "Scope", "0000", []),  # too few in all
        ("11110", "11111", 0.1, "Scope", "00001", []),  # another look
    ],
)
def test_where_nearly_all_lines_of_a_look_are_titles_the_others_are(
    titles: str, kept: str, chance: float, text: str, alike: str, found: list[int]
) -> None:
    marks = [np.array([sign == "1" for sign in column]) for column in (titles, kept)]
    chances = np.full(len(titles), chance, np.float32)
    assert np.flatnonzero(like_titles(*marks, chances, [text] * len(titles), np.array([*map(int, alike)]))).tolist() == found


@pytest.mark.parametrize(
    ("labels", "chance", "alike", "found"),
    [
        ("tp t-- tp", 0.5, None, [2]),
        ("tp t-- tp", 0.7, None, []),  # not doubtful
        ("tp t--", 0.5, None, [2]),  # nothing comes after
        ("tp t--p", 0.5, None, []),  # text is kept below it
        ("t tp", 0.5, None, []),  # a title right below a title
        ("tp t", 0.5, None, []),  # the last line: nothing was removed after it
        ("tp t- t- t-", 0.5, "0011111111", [2, 4, 6]),
        ("tp t- t- t- t-", 0.5, "0011111111", []),  # cards
        ("--", 0.5, None, []),
    ],
)
def test_a_doubtful_title_of_which_nothing_is_kept_is_none(labels: str, chance: float, alike: str | None, found: list[int]) -> None:
    best = np.array([{"t": TITLE, "p": PROSE, "-": REST}[sign] for sign in labels.replace(" ", "")])
    looks = np.array([*map(int, alike[: len(best)])]) if alike else np.arange(len(best))
    apart = np.zeros(len(best), np.float32)
    assert np.flatnonzero(heads_removed(best, np.full(len(best), chance, np.float32), looks, apart)).tolist() == found


@pytest.mark.parametrize(
    ("labels", "apart", "found"),
    [
        ("tp t-- pp", "0044400", [2]),  # the text goes on behind the aside
        ("tp tp pp", "004400", []),  # text is kept in the aside
        ("tp t pp", "00400", [2]),  # a title alone in an aside
        ("tp t-- pp", "0000000", []),
    ],
)
def test_a_title_beside_the_text_heads_what_stands_there(labels: str, apart: str, found: list[int]) -> None:
    best = np.array([{"t": TITLE, "p": PROSE, "-": REST}[sign] for sign in labels.replace(" ", "")])
    beside = np.array([*map(int, apart)], np.float32)
    assert np.flatnonzero(heads_removed(best, np.full(len(best), 0.5, np.float32), np.arange(len(best)), beside)).tolist() == found


def test_a_heading_of_headings_heads_something() -> None:
    titles = np.array([True, False, True, False, True, True, False])
    marked = np.array([True, False, True, False, False, True, False])
    levels, sure = np.array([2, 0, 2, 0, 3, 2, 0], np.float32), np.full(7, 0.7, np.float32)

    def found(levels: np.ndarray, sure: np.ndarray, marked: np.ndarray = marked) -> list[int]:
        return np.flatnonzero(heads_titles(titles, marked, levels, sure)).tolist()

    assert found(levels, sure) == [2], "before one of its own level that stays; of a lower one; before nothing"
    assert found(levels, sure - 0.2) == [], "what is under it is doubtful"
    assert found(np.zeros(7, np.float32), sure) == [], "without h-tags nothing says so"
    assert found(levels, sure, np.zeros(7, np.bool_)) == []
    assert found(levels, sure, titles) == [], "what is under it is removed itself"
    assert found(levels[::-1].copy(), sure) == [], "what follows is of a higher level"
    ends = np.array([True, *[False] * 5, True])
    first = np.array([True, *[False] * 6])
    assert not heads_titles(ends, first, np.array([2, 0, 0, 0, 0, 0, 3], np.float32), sure).any(), "too far"
    assert heads_titles(ends[2:], first[:5] & False, levels[:5], sure[:5]).tolist() == [False] * 5
    assert heads_titles(ends[:1], ends[:1], levels[:1], sure[:1]).tolist() == [False]
