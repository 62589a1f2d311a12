"""The element that holds the article, by the votes of its paragraphs."""

from __future__ import annotations

import rubricate.page
import rubricate.segments
from rubricate.features import columns

PARAGRAPH = "<p>A sentence, with commas, that goes on, as sentences of articles do, for a good while, until it ends at last.</p>"


def found(html: str, name: str) -> list[float]:
    values: list[float] = columns(rubricate.segments.of(rubricate.page.read(html))).values[name].tolist()
    return values


def test_paragraphs_vote_for_what_is_around_them() -> None:
    html = f"<div><p>Home</p></div><div>{PARAGRAPH * 4}</div><div><p>Imprint of this small site</p></div>"
    assert found(html, "winner") == [0.0, 2.0, 2.0, 2.0, 2.0, 0.0]
    assert found(html, "points_near")[1] == 1.0


def test_names_speak_for_and_against_an_element() -> None:
    html = f"<section class=story>{PARAGRAPH * 2}</section><section class=sidebar>{PARAGRAPH * 3}</section>"
    assert found(html, "winner") == [2.0, 2.0, 0.0, 0.0, 0.0]


def test_brothers_with_a_good_share_of_the_points_belong_to_the_winner() -> None:
    html = f"<div>{PARAGRAPH * 9}</div><div>{PARAGRAPH * 4}</div><div><p>One short line, no more.</p></div>"
    assert found(html, "winner") == [2.0] * 9 + [1.0] * 4 + [0.0]


def test_links_count_against_an_element() -> None:
    links = PARAGRAPH.replace("<p>", "<p><a href=x>").replace("</p>", "</a></p>") * 9
    assert found(f"<div>{links}</div><div>{PARAGRAPH * 2}</div>", "winner") == [0.0] * 9 + [2.0, 2.0]


def test_tags_speak_for_and_against_an_element() -> None:
    assert found(f"<article>{PARAGRAPH * 2}</article><aside>{PARAGRAPH * 2}</aside>", "winner") == [2.0, 2.0, 1.0, 1.0]
    assert found(f"<aside>{PARAGRAPH * 2}</aside><article>{PARAGRAPH * 2}</article>", "winner") == [1.0, 1.0, 2.0, 2.0]


def test_elements_farther_out_get_fewer_points() -> None:
    """Two thirds of the paragraphs stand one element deeper: what is around both gets the points of the others and half of theirs."""
    html = f"<section><i></i><section>{PARAGRAPH * 4}</section>{PARAGRAPH * 6}</section>"
    assert found(html, "winner_steps") == [2.0] * 4 + [1.0] * 6
    assert found(html, "points") == [1.0] * 10
    near = found(f"<section><section>{PARAGRAPH * 6}</section>{PARAGRAPH}</section>", "winner_steps")
    assert near == [1.0] * 6 + [-1.0]


def test_length_and_commas_count() -> None:
    long = "<p>" + "A sentence without that sign that goes on for quite some time. " * 5 + "</p>"
    assert found(f"<section>{long}</section><section><p>{'word ' * 8}</p></section>", "winner") == [2.0, 0.0]
    commas = "<p>One, two, three, four, five, six</p>"
    assert found(f"<section>{'<p>One two three four five six seven</p>'}</section><section>{commas}</section>", "winner") == [0.0, 2.0]


def test_a_rival_is_an_element_apart() -> None:
    alone = found(f"<section>{PARAGRAPH * 4}</section>", "page_rival")
    beside = found(f"<section>{PARAGRAPH * 4}</section><section>{PARAGRAPH * 2}</section>", "page_rival")
    assert alone == [0.0] * 4
    assert beside == [0.5] * 6


def test_hidden_text_has_no_vote() -> None:
    html = f"<div style='display:none'>{PARAGRAPH * 9}</div><div>{PARAGRAPH * 2}</div>"
    assert found(html, "winner") == [0.0] * 9 + [2.0, 2.0]


def test_a_page_without_paragraphs_has_no_winner() -> None:
    assert found("<p>Short</p><p>lines</p>", "winner") == [0.0, 0.0]
    assert found("", "winner") == []
