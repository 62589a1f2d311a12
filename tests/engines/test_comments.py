from __future__ import annotations

import numpy as np
import pytest

from rubricate import engines, page, segments
from rubricate.engines.comments import ENOUGH, without_comments

TEXT = "A sentence of the story, which is followed by another one that is just as long as it. "


def chances(lines: int) -> np.ndarray:
    return np.tile(np.array([0.1, 0.8, 0.0, 0.0, 0.1], np.float32), (lines, 1))


@pytest.mark.parametrize(
    ("kind", "before", "lowered"), [("article", ENOUGH, True), ("Article", ENOUGH, True), ("article", ENOUGH - 1, False), ("website", 9999, False)]
)
def test_only_comments_below_the_text_of_an_article_are_lowered(kind: str, before: float, lowered: bool) -> None:
    read = page.read(f"<meta property=og:type content={kind}><p>Text")
    comments, prose = np.array([0, 1, 0], np.float32), np.array([before, 500, 500], np.float32)
    found = without_comments(chances(3), comments, prose, read)
    assert np.allclose(found.sum(axis=1), 1)
    assert np.allclose(found[[0, 2]], chances(2))
    assert (found[1, 4] > 0.9) == lowered


def test_a_page_without_comments_is_left_alone() -> None:
    given = chances(2)
    assert without_comments(given, np.zeros(2, np.float32), np.ones(2, np.float32), page.read("<p>Text")) is given


def test_the_comments_of_an_article_are_removed_and_those_of_a_thread_are_kept() -> None:
    comments = "".join(f"<div class=comment><p>Reader {number} says: {TEXT * 2}</p></div>" for number in range(6))
    story = "".join(f"<p>{number}. {TEXT * 3}</p>" for number in range(8))

    def kept(head: str, body: str) -> bool:
        lines = segments.of(page.read(f"<title>A title</title>{head}<main><h1>A title</h1>{body}</main>"))
        said = engines.get("default").label(lines).names
        return any(name != "boilerplate" for text, name in zip(lines.text, said, strict=True) if text.startswith("Reader 3"))

    article = "<meta property='og:type' content='article'>"
    assert not kept(article, f"<article>{story}</article><section id=comments>{comments}</section>")
    assert kept("", f"<div id=thread>{comments}</div>")
