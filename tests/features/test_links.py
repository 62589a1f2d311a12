"""Where links go, and what they point at."""

from __future__ import annotations

import pytest

import rubricate.page
import rubricate.segments
from rubricate.features import columns
from rubricate.features.links import fragments


def found(html: str, *names: str) -> dict[str, list[float]]:
    values = columns(rubricate.segments.of(rubricate.page.read(html))).values
    return {name: values[name].tolist() for name in names}


@pytest.mark.parametrize(
    ("href", "kind"),
    [
        ("#rights", 1.0),
        ("https://a.example/this#rights", 1.0),
        ("mailto:a@b.example", 2.0),
        ("tel:+123", 2.0),
        ("https://other.example/x", 3.0),
        ("//other.example/x", 3.0),
        ("https://www.a.example/x", 4.0),
        ("/x", 4.0),
        ("x.html#elsewhere", 4.0),
        ("#", 5.0),
        ("#no-such-place", 5.0),
        ("", 5.0),
        ("JavaScript:void(0)", 5.0),
        ("http://[", 3.0),
        ("#top", 1.0),
        ("#A", 1.0),
        ("#caf%C3%A9", 1.0),
        ("https://other.example/x#rights", 3.0),
        ("whatsapp://send", 3.0),
        ("data:text/html,x", 3.0),
        ("sms:123", 2.0),
    ],
)
def test_where_a_link_goes(href: str, kind: float) -> None:
    html = f"<meta property=og:url content='https://a.example/this'><p><a href='{href}'><b>Go</b></a><p id=rights>Your rights<p id=A>A<p id=café>Café"
    assert found(html, "goes")["goes"] == [kind, 0.0, 0.0, 0.0]


def test_a_host_that_is_not_said_is_the_one_that_most_links_go_to() -> None:
    links = ["https://own.example/1", "https://own.example/2", "https://other.example/"]
    html = "".join(f"<p><a href='{link}'>Link</a>" for link in links)
    assert found(html, "goes")["goes"] == [4.0, 4.0, 3.0]


def test_a_relative_address_of_the_page_says_no_host() -> None:
    html = "<meta property=og:url content='/this'><p><a href='https://own.example/1'>Link</a><p><a href='https://own.example#x'>Link</a>"
    assert found(html, "goes")["goes"] == [4.0, 4.0]


def test_a_name_of_a_place_is_no_link() -> None:
    assert found("<p><a name=x>T</a><a href=/y>itle of the page</a><p>Text", "goes")["goes"] == [4.0, 0.0]


def test_a_link_is_read_once_however_many_lines_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    import tracemalloc

    monkeypatch.setattr("rubricate.page.census.SPARE_ATTRIBUTES", 10**12)  # such a page is refused: its link could have to be opened again
    html = f"<a href=' {'y' * 200_000} '>{'<div>w</div>' * 3000}</a>"
    lines = rubricate.segments.of(rubricate.page.read(html))
    tracemalloc.start()
    try:
        columns(lines)
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()


def test_a_line_with_a_link_in_it_goes_nowhere() -> None:
    html = "<p>Read more of what we do in <a href='#us'>this</a> section.<p id=us>We"
    assert found(html, "goes", "inward") == {"goes": [0.0, 0.0], "inward": [0.0, 0.0]}


def test_lines_that_links_point_at_and_lines_of_the_contents() -> None:
    html = "<p><a href='#one'>Payment</a><p><a href='#two'>See below</a><h2 id=one>Payment</h2><p>You pay.<div><a name=two></a><p>Delivery</div>"
    values = found(html, "inward", "target", "contents")
    assert values["inward"] == [1.0, 1.0, 0.0, 0.0, 0.0]
    assert values["target"] == [0.0, 0.0, 1.0, 0.0, 1.0]
    assert values["contents"] == [0.0, 0.0, 1.0, 0.0, 0.0]


def test_names_that_links_point_at() -> None:
    assert fragments(rubricate.page.read("<a href='#one'><a href='/x#two'><a href='#'><a href=three>").tree) == {"one", "two"}
