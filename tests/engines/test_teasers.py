"""Boxes of teasers are told by what they are called."""

from __future__ import annotations

import pytest

import rubricate
import rubricate.page
import rubricate.segments
from rubricate.engines.teasers import LINES, teasers
from rubricate.features import columns

TEXT = "<p>" + "The harbour was closed for a week, and nobody was told why. " * 8 + "</p>"
LINKS = "<ul><li><a href=/a>The other harbour opens</a><li><a href=/b>Boats are late, again</a></ul>"


def beside(html: str) -> list[str]:
    lines = rubricate.segments.of(rubricate.page.read(html))
    found = teasers(lines.text, columns(lines))
    return [] if found is None else [text for text, inside in zip(lines.text, found.tolist(), strict=True) if inside]


@pytest.mark.parametrize(
    "name",
    [
        *("Related stories", "RELATED", "You may also like:", "More from Business", "Editor’s picks", "DON’T MISS", "Up Next"),
        *("À lire aussi", "Mehr zum Thema", "Související", "関連記事", "Читайте также »"),
    ],
)
def test_a_box_is_all_that_its_name_begins(name: str) -> None:
    html = f"<h1>The harbour</h1>{TEXT * 3}<div><h3>{name}</h3>{LINKS}</div>{TEXT}"
    assert beside(html) == [name, "The other harbour opens", "Boats are late, again"]


@pytest.mark.parametrize("name", ["Related parties", "Moreover", "Most of it", "See also", "References", "Related stories " * 5])
def test_other_words_are_no_name(name: str) -> None:
    assert beside(f"<h1>The harbour</h1>{TEXT * 3}<div><h3>{name}</h3>{LINKS}</div>") == []


def test_a_name_in_the_middle_of_the_text_is_a_title() -> None:
    assert beside(f"<div>{TEXT * 3}<h3>Related stories</h3>{LINKS}{TEXT}</div>") == []


def test_a_box_without_links_is_the_pages_own() -> None:
    assert beside(f"{TEXT * 3}<div><h3>Latest updates</h3><p>The gate is open.</p></div>") == []
    steps = "<p>See <a href=/f>the form</a> for it.</p><ol><li>Print it.<li>Fill it in.<li>Send it.</ol>"
    assert beside(f"{TEXT * 3}<div><h2>More on refunds</h2>{steps}</div>") == []


def test_a_box_with_much_of_the_text_or_very_many_lines_is_the_page() -> None:
    assert beside(f"<div><h3>Latest news</h3>{LINKS}{TEXT * 3}</div>{TEXT}") == []
    assert beside(f"{TEXT * 3}<div><h3>Latest news</h3>{LINKS * LINES}</div>") == []


def test_the_first_heading_and_sentences_name_no_box() -> None:
    assert beside(f"<div><h1>Latest posts</h1>{LINKS}</div>{TEXT * 3}") == []
    assert beside(f"{TEXT * 3}<div><p>More by accident than by design, it worked.</p>{LINKS}</div>") == []


def test_it_is_left_out_and_says_why() -> None:
    html = f"<title>The harbour</title><article><h1>The harbour</h1>{TEXT * 4}<div class=box><h3>Related stories</h3>{LINKS}</div>{TEXT}</article>"
    document = rubricate.extract(html)
    assert "Boats are late" not in document.to_markdown()
    assert document.labels.reasons[document.segments.text.index("Related stories")] == "in a box of teasers of other pages"
