"""Words of lines and classes, and what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rubricate.page
import rubricate.segments
from rubricate.features import columns
from rubricate.features.evidence import (
    _CLASS_NAMES,
    _WORD_NAMES,
    MOST_WORDS,
    Evidence,
    _class_words,
    _lines_words,
    class_odds,
    class_words,
    line_words,
    named_columns,
    words_odds,
)
from rubricate.features.lexicon import Lexicon
from rubricate.types import Segments

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))


@given(st.lists(st.text(alphabet=st.one_of(st.sampled_from("aB é1-\n|Σ"), st.characters()), min_size=1, max_size=150), min_size=1, max_size=5))
def test_the_words_of_many_lines_are_those_of_each(texts: list[str]) -> None:
    alone = [line_words(text) for text in texts]
    known = sorted({word for words in alone for word in words})
    numbers, which, lengths = Lexicon.of(dict.fromkeys(known, (1.0, 1.0, 1.0))).read(_lines_words(texts), MOST_WORDS)
    together: list[list[str]] = [[] for _ in texts]
    for number, line in zip(numbers.tolist(), which.tolist(), strict=True):
        together[line].append(known[number - 1])
    assert together == alone
    assert lengths.tolist() == [len(words) for words in alone]


@given(st.text(alphabet=st.one_of(st.sampled_from("aBcDeFé1-_ \n"), st.characters()), max_size=60))
def test_words_of_classes_are_cut_at_humps(text: str) -> None:
    plain = re.findall(r"[a-z]{3,}", re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower())
    assert [word for word in _class_words(text).split() if len(word) >= 3] == plain


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("<p class='site-footer copyText'>", ["copy", "footer", "site", "text"]),
        ("<p id=mainNav class=x>", ["main", "nav"]),
        ("<p class='a1 b'>", []),
        ("<p>", []),
        ("<p role=note itemprop=articleBody data-testid=card>", ["article", "body", "card", "note"]),
        ("<p aria-label='Related links' data-other=no>", ["links", "related"]),
    ],
)
def test_words_of_classes(tag: str, words: list[str]) -> None:
    tree = rubricate.page.read(f"{tag}x").tree
    assert class_words(tree, tree.tags.index("p")) == words


def test_tags_that_a_page_made_itself_are_names() -> None:
    tree = rubricate.page.read("<related-posts class=x>x").tree
    assert class_words(tree, tree.tags.index("related-posts")) == ["posts", "related"]


def test_odds_of_words_and_of_classes_around() -> None:
    evidence = Evidence({"privacy": (2.0, 1.0, -1.0), "login": (-3.0, 0.0, 0.5)}, {"footer": (-4.0, -1.0, 0.0), "entry": (3.0, 0.5, 2.0)})
    html = "<div class=entry><p class=entry>Privacy first</p></div><div class=page-footer><p>Login or privacy</p></div>"
    found = {name: column.tolist() for name, column in columns(rubricate.segments.of(rubricate.page.read(html)), evidence).values.items()}
    assert found["words_kept"] == [2.0, -0.5]
    assert found["words_kept_least"] == [2.0, -3.0]
    assert found["words_title_first"] == [1.0, 0.0]
    assert found["words_misc"] == [-1.0, -0.25]
    assert found["words_misc_most"] == [-1.0, 0.5]
    assert found["class_misc"] == [2.0, 0.0]
    assert found["class_kept"] == [3.0, 0.0], "of the block itself"
    assert found["classes_kept"] == [3.0, -4.0], "of the elements around it"


@pytest.mark.parametrize("path", PAGES[::6], ids=lambda path: path.parent.name)
def test_all_lines_together_say_what_each_says_alone(path: Path) -> None:
    lines = rubricate.segments.of(rubricate.page.read(path.read_bytes()))
    evidence = _made_up(lines)
    tree = lines.page.tree
    around = [sorted({word for row in tree.ancestors(block) for word in class_words(tree, row)}) for block in lines.block]
    own = [class_words(tree, block) for block in lines.block]
    alone = named_columns(
        [words_odds(line_words(text), evidence.words) for text in lines.text],
        [class_odds(mine, theirs, evidence.classes) for mine, theirs in zip(own, around, strict=True)],
    )
    together = columns(lines, evidence).values
    for name in (*_WORD_NAMES, *_CLASS_NAMES):
        assert together[name].tolist() == alone[name].tolist(), name


def _made_up(lines: Segments) -> Evidence:
    """Odds for half of the page's words, and for a few of its classes."""
    tree = lines.page.tree
    words = sorted({word for text in lines.text for word in line_words(text)})[::2]
    classes = sorted({word for block in lines.block for row in (block, *tree.ancestors(block)) for word in class_words(tree, row)})[:40:2]
    both = ({word: (len(word) / 7 - 1, number % 5 - 2.3, number % 3 - 1.1) for number, word in enumerate(known)} for known in (words, classes))
    return Evidence(*both)
