"""Text that stands on a page twice is kept once."""

from __future__ import annotations

import numpy as np
import pytest

import rubricate
import rubricate.page
import rubricate.segments
from rubricate.engines.copies import copies
from rubricate.types import LABELS

TITLE, PROSE, REST = (LABELS.index(name) for name in ("title", "prose", "boilerplate"))
LONG = [f"<p>Paragraph {number} is a long one, with more to say than any title or label has." for number in range(12)]
SHORT = "<h2>Part two</h2>"


def found(html: str, removed: tuple[int, ...] = (), titles: tuple[int, ...] = ()) -> list[int]:
    lines = rubricate.segments.of(rubricate.page.read(html))
    best = np.full(len(lines), PROSE)
    best[list(removed)] = REST
    best[list(titles)] = TITLE
    return copies(lines, best)


def page(*parts: str) -> str:
    return "".join(parts)


def box(*parts: str) -> str:
    return f"<div>{page(*parts)}</div>"


def test_a_row_that_comes_again_is_a_copy() -> None:
    assert found(page(*LONG[:5], box(*LONG[:5]))) == [5, 6, 7, 8, 9]
    assert found(box(*LONG[:4]) + "<p>Between them" + box(*LONG[:4], LONG[9])) == [5, 6, 7, 8]


def test_short_lines_in_a_copy_go_with_it_if_they_stand_above_too() -> None:
    assert found(box(*LONG[:2], SHORT, *LONG[2:4]) + box(*LONG[:2], SHORT, *LONG[2:4])) == [5, 6, 7, 8, 9]
    assert found(box(*LONG[:4]) + box(*LONG[:2], SHORT, *LONG[2:4])) == [4, 5, 7, 8]


def test_every_copy_goes() -> None:
    assert found(box(*LONG[:4]) * 3) == [4, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(
    "html",
    [
        page(*LONG[:4], *LONG[:4]),  # in one place
        box(*LONG[:4]) + box(*LONG[:3]),  # too few
        box(*LONG[:4]) + box(*reversed(LONG[:4])),  # in another order
        box(*LONG[:4]) + box(*LONG[:2], LONG[8], *LONG[2:4]),  # something new between
        page(*LONG[:4], "<blockquote>", *LONG[:4], "</blockquote>"),
        page(*("<p>Short ones<p>that say<p>the same<p>all over" for _ in range(3))),
        "",
    ],
)
def test_what_is_no_copy(html: str) -> None:
    assert found(html) == []


def test_sections_of_other_titles_may_say_the_same() -> None:
    parts = [f"<section><h2>{place}</h2>{page(*LONG[:4])}</section>" for place in ("Germany", "Austria")]
    assert found(page(*parts), titles=(0, 5)) == []
    assert found(parts[0] * 2, titles=(0, 5)) == [6, 7, 8, 9]
    whole = box("<h2>One</h2>", *LONG[:2], "<h2>Two</h2>", *LONG[2:4])
    assert found(whole * 2, titles=(0, 3, 6, 9)) == [7, 8, 9, 10, 11]


def test_what_was_removed_has_no_copy() -> None:
    assert found(box(*LONG[:4]) * 2, removed=(0, 1, 2, 3)) == []


def test_the_document_has_the_text_once_and_says_why() -> None:
    document = rubricate.extract(f"<title>Parts</title><main><h1>Parts</h1>{page(*LONG)}</main><main>{page(*LONG)}</main>")
    assert document.to_markdown().count("Paragraph 3 is") == 1
    assert document.labels.reasons[-1] == "a copy of text that stands further up"
