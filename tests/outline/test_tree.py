from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rubricate.page
import rubricate.segments
from rubricate.outline import nest
from rubricate.outline.levels import gapless
from rubricate.types import BOILERPLATE, LABELS, TITLE, Document, Labels, Segments


def lines(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


def told(names: list[str], levels: list[int] | None = None) -> Labels:
    return Labels("test.v1", names, [1.0] * len(names), [""] * len(names), levels=levels)


def shape(document: Document) -> list[tuple[int, str, int]]:
    return [(section.level, section.title, len(section.body)) for section in document.walk()]


def test_sections_nest_and_hold_their_text() -> None:
    segments = lines("<p>lead<h1>A</h1><p>a<p>b<h2>B</h2><p>c<h2>C</h2><p>gone<p>m<h1>D</h1>")
    names = ["prose", "title", "prose", "prose", "title", "prose", "title", "boilerplate", "misc", "title"]
    document = nest(segments, told(names, [0, 1, 0, 0, 2, 0, 2, 0, 0, 1]))
    assert shape(document) == [(0, "", 1), (1, "A", 2), (2, "B", 1), (2, "C", 1), (1, "D", 0)]
    assert document.sections[0].sections[1].path == ("A", "C")
    assert document.levels == [0, 1, 0, 0, 2, 0, 2, 0, 0, 1]


def test_an_h_tag_with_a_break_in_it_is_one_title() -> None:
    names = ["title", "title", "prose", "title", "title", "title", "prose"]
    document = nest(lines("<h1>Our guide<br>to tea</h1><p>a<h2>Black<br>and<br>strong</h2><p>b"), told(names))
    assert shape(document) == [(1, "Our guide to tea", 1), (2, "Black and strong", 1)]
    assert [section.further for section in document.walk()] == [[1], [4, 5]]
    assert document.levels == [1, 1, 0, 2, 2, 2, 0]
    assert document.continues == [False, True, False, False, True, True, False]


def test_the_lines_of_a_preformatted_heading_are_one_title() -> None:
    document = nest(lines("<h1 style='white-space:pre'>Our guide\nto<br>tea</h1>"), told(["title"] * 3))
    assert (document.continues, shape(document)) == ([False, True, True], [(1, "Our guide to tea", 0)])


@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("<p>Our guide<br>to tea</p>", ["title", "title"]),  # two lines of their own: only an h-tag says that they are one
        ("<h1>Our guide<br>by me<br>to tea</h1>", ["title", "prose", "title"]),
        ("<h1>Our guide<br><br>to tea</h1>", ["title", "title"]),
        ("<h1>Our guide</h1><h1>to tea</h1>", ["title", "title"]),
        ("<p style='white-space:pre'>Our guide\nto tea", ["title", "title"]),
    ],
)
def test_other_titles_are_titles_of_their_own(html: str, names: list[str]) -> None:
    document = nest(lines(html), told(names))
    assert [section.title for section in document.walk()] == ["Our guide", "to tea"]
    assert not any(section.further for section in document.walk())


def test_an_empty_page_is_an_empty_document() -> None:
    document = nest(lines(""), told([]))
    assert (document.sections, document.lead.body, document.levels) == ([], [], [])
    assert document.lead.document is document


@given(st.lists(st.sampled_from(LABELS), max_size=30), st.booleans())
def test_every_kept_segment_is_in_one_place(names: list[str], own: bool) -> None:
    segments = lines("".join(f"<p>line {index}</p>" for index in range(len(names))))
    document = nest(segments, told(names, [index * 7 % 5 for index in range(len(names))] if own else None))
    heads = [[] if section.heading is None else [section.heading, *section.further] for section in document.walk()]
    found = [index for head, section in zip(heads, document.walk(), strict=True) for index in head + section.body]
    assert found == [index for index, name in enumerate(names) if name != BOILERPLATE]
    assert all((level > 0) == (name == TITLE) for level, name in zip(document.levels, names, strict=True))


@given(st.lists(st.integers(-3, 9), max_size=40))
def test_gapless_keeps_parents(ranks: list[int]) -> None:
    answer = gapless(ranks)
    assert all(after <= before + 1 for before, after in zip([0, *answer], answer, strict=False))
    for index, rank in enumerate(ranks):
        theirs = next((earlier for earlier in range(index - 1, -1, -1) if ranks[earlier] < rank), None)
        ours = next((earlier for earlier in range(index - 1, -1, -1) if answer[earlier] < answer[index]), None)
        assert theirs == ours


@pytest.mark.parametrize(
    ("html", "names", "expected"),
    [
        ("<p>Acme<br>1 Road<br>Town</p>", ["prose"] * 3, [False, True, True]),
        ("<p>One.<br><br>Two.</p>", ["prose"] * 2, [False, False]),
        ("<p>One.</p><p>Two.</p>", ["prose"] * 2, [False, False]),
        ("<p><b>Head</b><br>Text<br>more</p>", ["title", "prose", "prose"], [False, False, True]),
        ("<p>One<br>ad<br>Two</p>", ["prose", "boilerplate", "prose"], [False, False, False]),
        ("<ul><li>One<br>more<li>Two</ul>", ["item"] * 3, [False, True, False]),
        ("<p>x</p><pre>a\n\nb</pre>", ["prose"] * 3, [False, False, True]),
        ("<p style='white-space:pre'>a\nb\nc</p>", ["prose"] * 3, [False, True, True]),
    ],
)
def test_continues(html: str, names: list[str], expected: list[bool]) -> None:
    assert nest(lines(html), told(names)).continues == expected


def test_an_engine_that_says_what_continues_is_believed() -> None:
    labels = Labels("test.v1", ["prose"] * 2, [1.0] * 2, [""] * 2, continues=[False, True])
    assert nest(lines("<p>a<p>b"), labels).continues == [False, True]
