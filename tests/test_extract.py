from __future__ import annotations

from enum import StrEnum

import pytest

import rubricate
from rubricate import Labels, Limits, Segments
from rubricate.errors import OutOfTime, TooBig, TooDeep, UnknownEngine

PAGE = "<title>T</title><h1>One</h1><p>Some words of prose, enough for a paragraph.</p><h2>Two</h2><p>More words of prose follow here.</p>"


class Loud:
    """A foreign engine: every line is a title."""

    name = "loud.v1"

    def label(self, segments: Segments) -> Labels:
        count = len(segments)
        return Labels(self.name, ["title"] * count, [1.0] * count, ["loud"] * count)


def test_text_and_bytes_give_the_same() -> None:
    assert rubricate.extract(PAGE).to_markdown() == rubricate.extract(PAGE.encode()).to_markdown()
    assert rubricate.extract(PAGE).outline() == rubricate.extract(PAGE.encode()).outline()


def test_the_way_works() -> None:
    document = rubricate.extract(PAGE, engine="rules")
    assert document.title == "One"
    assert [(section.level, section.title, section.path) for section in document.walk()] == [(1, "One", ("One",)), (2, "Two", ("One", "Two"))]
    assert document.sections[0].text == "Some words of prose, enough for a paragraph."
    assert document.sections[0].sections[0].text == "More words of prose follow here."
    assert document.outline()[0]["sections"][0]["title"] == "Two"
    assert "## Two" in document.to_markdown()
    assert document.chunks(max_words=20)[-1]["path"] == ["One", "Two"]


def test_an_engine_may_be_an_object() -> None:
    document = rubricate.extract(PAGE, engine=Loud())
    assert document.labels.engine == "loud.v1"
    assert len(list(document.walk())) == 4


def test_url_is_kept_and_joined() -> None:
    page = "<h1>A title here</h1><p>see <a href='b'>the other page</a> for more words</p>"
    document = rubricate.extract(page, url="https://example.org/a/", engine="rules")
    assert "(https://example.org/a/b)" in document.to_markdown()


def test_stylesheets_are_used() -> None:
    page = "<link rel=stylesheet href=a.css><p class=x>text of a line</p>"
    assert rubricate.extract(page, stylesheets={"a.css": ".x{display:none}"}).segments[0].hidden
    assert not rubricate.extract(page).segments[0].hidden


def test_encoding_goes_before_transport() -> None:
    page = "<p>äöü und so weiter, ein Satz.".encode("windows-1252")
    assert rubricate.extract(page, transport="windows-1252").segments[0].text.startswith("äöü")
    assert rubricate.extract(page, encoding="windows-1251", transport="windows-1252").segments[0].text.startswith("дць")


def test_limits() -> None:
    with pytest.raises(TooBig, match="10"):
        rubricate.extract(PAGE, limits=Limits(bytes=10))
    with pytest.raises(TooDeep, match="5"):
        rubricate.extract("<div>" * 20 + "x", limits=Limits(depth=5))
    with pytest.raises(OutOfTime, match="limit is"):
        rubricate.extract(PAGE, limits=Limits(seconds=1e-9))


def test_unknown_engine() -> None:
    with pytest.raises(UnknownEngine, match=r"rules\.v1"):
        rubricate.extract(PAGE, engine="rulez")


def test_what_is_not_a_page() -> None:
    with pytest.raises(rubricate.RubricateError):
        rubricate.extract(12)  # type: ignore[arg-type]


class Marked(str):
    """A kind of text of its own, as template engines and parsers hand over."""


def test_texts_and_labels_of_a_kind_of_their_own() -> None:
    class Kind(StrEnum):
        title = "title"
        prose = "prose"

    class Own:
        name = "own.v1"

        def label(self, segments: Segments) -> Labels:
            names = [Kind.title if text.startswith("T") else Kind.prose for text in segments.text]
            return Labels(self.name, names, [1.0] * len(names), [""] * len(names))

    class Plain(Own):
        def label(self, segments: Segments) -> Labels:
            found = super().label(segments)
            return Labels(self.name, [str(name.value) for name in found.names], found.confidence, found.reasons)  # type: ignore[attr-defined]

    page = Marked("<p>Title</p><p>some words</p><ul><li>more</ul>")
    assert rubricate.extract(page, engine=Own()).to_markdown() == rubricate.extract(str(page), engine=Plain()).to_markdown()


@pytest.mark.parametrize("html", ["<p \ud800=1>x", "<p>\ud800x", "<p class='\udfff'>x</p>", "<\ud800>x"])
def test_halves_of_characters_are_replaced(html: str) -> None:
    assert "x" in rubricate.extract(html).to_markdown().encode("utf-8").decode()


def test_what_a_prompt_shows_is_short() -> None:
    document = rubricate.extract("<title>Terms</title><h1>Terms</h1><p>Some words of a page.</p>" + "<p>And more of them, line by line.</p>" * 500)
    assert repr(document) == "Document('Terms', 1 sections, 502 of 502 segments, default.v1)"
    assert repr(document.labels) == "Labels(default.v1: 501 prose, 1 title)"
    assert repr(document.page).startswith("Page('Terms', ")
    long = rubricate.extract(f"<title>{'long ' * 100}</title>" + "<meta name=a content=b>" * 100 + f"<h1>{'long ' * 100}</h1><p>Words of a page.</p>")
    assert max(len(repr(one)) for one in (long, long.page, long.labels, *long.walk())) < 200
