"""Readers' comments, and how much of the page's text is outside them."""

from __future__ import annotations

from rubricate import page, segments
from rubricate.features import columns

TEXT = "This is a sentence that is long enough to count as running text, because it goes on and on."
BELOW = f"<div id=comments><h2>Comments</h2><div class=comment><p>{TEXT}</p></div></div>"
ARTICLE = f"<body class=has-comments><p>{TEXT}</p><p>{TEXT}</p>{BELOW}<p>{TEXT}</p>"


def test_lines_among_comments() -> None:
    found = columns(segments.of(page.read(ARTICLE))).values
    assert found["comments"].tolist() == [0, 0, 1, 1, 0]
    assert found["page_comments"].tolist() == [0.25] * 5
    assert found["comments_before"].tolist() == [0.25, 0.5, 0.5, 0.5, 0.75]


def test_a_page_without_comments() -> None:
    found = columns(segments.of(page.read(f"<p>{TEXT}</p>"))).values
    assert found["comments"].tolist() == [0]
    assert found["page_comments"].tolist() == [0]


def test_the_page_itself_is_no_comment() -> None:
    found = columns(segments.of(page.read(f"<body class='comments-open'><article class=commentable><p>{TEXT}</p></article>"))).values
    assert found["comments"].tolist() == [0]
