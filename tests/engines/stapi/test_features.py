"""The features of the paper, on small pages."""

from __future__ import annotations

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.stapi import features
from rubricate.engines.stapi.features import END, Lines, compact, describe, expand, view
from rubricate.engines.stapi.options import PAPER, SHIPPED, Options, from_dict, without
from rubricate.errors import UsageError

PAGE = """<body><nav><p>Menu</p></nav><div id=main><h2><b>What we keep</b></h2><p>We keep your name, and no more.</p>
<p><span>Note</span></p><p>Read <b>this</b> now.<br>And that.</p></div><table><tr><td>cell</td></tr></table><footer>end</footer></body>"""


def lines(html: str = PAGE) -> Lines:
    return describe(rubricate.segments.of(rubricate.page.read(html)), PAPER.discard)


def test_tags_are_those_of_the_published_parser() -> None:
    page = lines()
    found = {text: (page.tag[row], page.parent[row], page.id[row]) for row, text in enumerate(page.text)}
    assert found["What we keep"] == ("h2", "div", END)  # <b> is melted into its parent
    assert found["Note"] == ("span", "p", END)  # <span> is not
    assert found["Read this now."] == ("p", "div", END)
    assert found["And that."] == ("p", "p", END)  # <br> is read as <p>


def test_the_id_is_that_of_the_element_itself() -> None:
    page = lines("<div id=a>one<p id=b>two</p></div>")
    assert page.id == ["a", "b"]


def test_discarded_elements() -> None:
    page = lines()
    assert [tag for tag in page.discarded if tag] == ["nav", "table", "footer"]
    assert page.candidates.sum() == len(page) - 3


def test_counts() -> None:
    assert features.count_words("one two  three") == 3
    assert features.count_words("我们非常重视您的隐私") > 4
    assert features.count_punctuation("a, b; (c)!") == 5
    assert features.share(4, "ab cd") == 1.0


def test_neighbours_are_those_of_the_list() -> None:
    page = lines("<p>a</p><p>b b</p><p>c c c c</p>")
    members = np.array([True, False, True])
    seen = view(page, np.arange(3), members)
    assert seen.before.tolist() == [-1, 0, 0]
    assert seen.after.tolist() == [2, 2, -1]
    assert features.NUMBERS["ratio"](page, seen).tolist() == [0.25, 0.5, 4.0]  # after the last line: its own length
    assert features.NUMBERS["previous_words"](page, seen).tolist() == [0, 1, 1]
    assert features.CATEGORIES["next_tag"](page, seen) == ["p", "p", END]
    assert seen.position.tolist() == [0.5, 0.5, 1.0]


def test_one_hot_columns_and_unknown_values() -> None:
    page = lines("<h2>a</h2><p>b b</p><dd>c</dd>")
    seen = view(page, np.arange(3), np.ones(3, dtype=bool))
    encodings = np.arange(6, dtype=np.float32).reshape(3, 2)
    names, vocabulary = ("words", "tag", "encoding"), {"tag": ["h2", "p"]}
    table = compact(page, seen, encodings, names, vocabulary)
    assert table[:, 1].tolist() == [0, 1, 2]
    assert features.categorical(names, 2) == [1]
    assert expand(table, names, vocabulary, 2).tolist() == [[1, 1, 0, 0, 1], [2, 0, 1, 2, 3], [1, 0, 0, 4, 5]]


def test_an_empty_page() -> None:
    page = lines("")
    seen = view(page, np.arange(0), page.candidates)
    assert compact(page, seen, np.zeros((0, 2), dtype=np.float32), PAPER.filter_features, {name: [] for name in features.CATEGORIES}).shape == (0, 8)


def test_options() -> None:
    assert PAPER.filter_rate == 0.1
    assert PAPER.classifier_rate == 0.65
    assert PAPER.smote
    assert PAPER.encoder == "bert-base-cased"
    assert SHIPPED != PAPER
    assert "tag" not in without(PAPER, "tag").filter_features
    with pytest.raises(UsageError, match="no feature colour"):
        Options(filter_features=("colour",))
    with pytest.raises(UsageError, match="no option speed"):
        from_dict({"speed": 3})
