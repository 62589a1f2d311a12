"""Words of lines and classes, and what they say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rubricate.page
import rubricate.segments
from rubricate.features.evidence import _WORD, MOST_WORDS, Evidence, class_words, evidence_columns, line_words


@given(st.text(max_size=200))
def test_the_quick_way_finds_the_same_words(text: str) -> None:
    assert line_words(text) == _WORD.findall(text[:140].lower())[:MOST_WORDS]


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("<p class='site-footer copyText'>", ["copy", "footer", "site", "text"]),
        ("<p id=mainNav class=x>", ["main", "nav"]),
        ("<p class='a1 b'>", []),
        ("<p>", []),
    ],
)
def test_words_of_classes(tag: str, words: list[str]) -> None:
    tree = rubricate.page.read(f"{tag}x").tree
    assert class_words(tree, tree.tags.index("p")) == words


def test_odds_of_words_and_of_classes_around() -> None:
    evidence = Evidence({"privacy": (2.0, 1.0), "login": (-3.0, 0.0)}, {"footer": (-4.0, -1.0), "entry": (3.0, 0.5)})
    html = "<div class=entry><p class=entry>Privacy first</p></div><div class=page-footer><p>Login or privacy</p></div>"
    found = {name: column.tolist() for name, column in evidence_columns(rubricate.segments.of(rubricate.page.read(html)), evidence).items()}
    assert found["words_kept"] == [2.0, -0.5]
    assert found["words_kept_least"] == [2.0, -3.0]
    assert found["words_title_first"] == [1.0, 0.0]
    assert found["class_kept"] == [3.0, 0.0], "of the block itself"
    assert found["classes_kept"] == [3.0, -4.0], "of the elements around it"
