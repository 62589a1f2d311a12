from __future__ import annotations

import numpy as np
import pytest

from rubricate import engines, page, segments
from rubricate.engines.comments import ENOUGH, REASON, below_article

TEXT = "A sentence of the story, which is followed by another one that is just as long as it. "


@pytest.mark.parametrize(
    ("kind", "before", "found"),
    [("article", ENOUGH, [1]), ("Article", ENOUGH, [1]), ("article", ENOUGH - 1, []), ("website", 9999, [])],
)
def test_only_comments_below_the_text_of_an_article_are_found(kind: str, before: float, found: list[int]) -> None:
    read = page.read(f"<meta property=og:type content={kind}><p>Text")
    comments, prose = np.array([0, 1, 0], np.float32), np.array([before, 500, 500], np.float32)
    assert np.flatnonzero(below_article(comments, prose, read)).tolist() == found


def test_a_page_without_comments_has_none() -> None:
    assert not below_article(np.zeros(2, np.float32), np.ones(2, np.float32), page.read("<p>Text")).any()


def test_the_comments_of_an_article_are_removed_and_those_of_a_thread_are_kept() -> None:
    comments = "".join(f"<div class=comment><p>Reader {number} says: {TEXT * 2}</p></div>" for number in range(6))
    story = "".join(f"<p>{number}. {TEXT * 3}</p>" for number in range(8))

    def kept(head: str, body: str) -> bool:
        lines = segments.of(page.read(f"<title>A title</title>{head}<main><h1>A title</h1>{body}</main>"))
        said = engines.get("default").label(lines)
        at = next(index for index, text in enumerate(lines.text) if text.startswith("Reader 3"))
        assert (said.names[at] == "boilerplate") == (said.reasons[at] == REASON)
        return said.names[at] != "boilerplate"

    article = "<meta property='og:type' content='article'>"
    assert not kept(article, f"<article>{story}</article><section id=comments>{comments}</section>")
    assert kept("", f"<div id=thread>{comments}</div>")


def test_many_comments_do_not_come_back_because_they_are_most_of_the_page() -> None:
    comments = "".join(f"<li class=comment><b>User {number}</b><p>Reader {number} says: {TEXT * 4}</p></li>" for number in range(400))
    story = "".join(f"<p>{number}. {TEXT * 4}</p>" for number in range(4))
    head = "<title>A title</title><meta property='og:type' content='article'>"
    lines = segments.of(page.read(f"{head}<article><h1>A title</h1>{story}</article><div id=comments><ul>{comments}</ul></div>"))
    said = engines.get("default").label(lines).names
    assert all(name == "boilerplate" for text, name in zip(lines.text, said, strict=True) if text.startswith("Reader"))
    assert all(name != "boilerplate" for text, name in zip(lines.text, said, strict=True) if text[:1].isdigit())
