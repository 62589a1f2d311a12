from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricate.errors import UsageError
from rubricate.writers import write
from rubricate.writers.chunks import chunks


def brief(document, **options):
    return [(chunk["path"], chunk["text"], chunk["segments"]) for chunk in chunks(document, **options)]


def test_a_title_of_two_lines_is_one(make):
    document = make("<h1>Our guide<br>to tea</h1><p>one two")
    assert brief(document) == [(["Our guide to tea"], "Our guide to tea\n\none two", [0, 1, 2])]


def test_a_long_title_is_cut_where_it_is_not_the_text(make):
    made = chunks(make(f"<h1>{'Tea and leaf ' * 100}</h1>" + "<p>one two three</p>" * 50), max_words=40)
    assert len(made) > 3
    assert all(len(chunk["title"]) == 300 for chunk in made)
    assert sum(chunk["text"].count("leaf") for chunk in made) == 100


def test_a_chunk_a_section_with_its_path(make):
    document = make("<p>lead<h1>A</h1><p>one two<h2>A1</h2><p>three<ul><li>four<li>five</ul><h1>B</h1><p>six")
    assert brief(document) == [
        ([], "lead", [0]),
        (["A"], "A\n\none two", [1, 2]),
        (["A", "A1"], "A1\n\nthree\n\n- four\n- five", [3, 4, 5, 6]),
        (["B"], "B\n\nsix", [7, 8]),
    ]
    assert [(chunk["index"], chunk["title"], chunk["level"], chunk["words"]) for chunk in chunks(document)] == [
        (0, "", 0, 1),
        (1, "A", 1, 3),
        (2, "A1", 2, 6),
        (3, "B", 1, 2),
    ]


def test_titles_without_text_are_neither_lost_nor_doubled(make):
    document = make("<h1>A</h1><h2>A1</h2><h3>A11</h3><p>text<h2>A2</h2><h2>A3</h2><h1>B</h1><p>more<h1>C</h1><h2>C1</h2>")
    assert brief(document) == [
        (["A", "A1", "A11"], "A\n\nA1\n\nA11\n\ntext", [0, 1, 2, 3]),
        (["A"], "A2\n\nA3", [4, 5]),
        (["B"], "B\n\nmore", [6, 7]),
        (["C"], "C\n\nC1", [8, 9]),
    ]


def test_long_paragraphs_are_cut_between_sentences(make):
    document = make("<h1>T</h1><p>One two three. Four five six. Seven eight.</p><p>Nine.</p>")
    assert [chunk["text"] for chunk in chunks(document, max_words=7)] == ["T\n\nOne two three. Four five six.", "Seven eight.\n\nNine."]
    assert [chunk["text"] for chunk in chunks(document, max_words=2)] == ["T\n\nOne", "two three.", "Four five", "six.", "Seven eight.", "Nine."]


def test_overlap_repeats_text_but_no_title(make):
    document = make("<h1>T</h1><p>a b</p><p>c d</p><p>e f</p>")
    assert [chunk["text"] for chunk in chunks(document, max_words=5, overlap=2)] == ["T\n\na b\n\nc d", "c d\n\ne f"]


def test_scripts_without_spaces(make):
    document = make("<h1>标题</h1><p>我们收集数据。我们保存两年。然后删除。</p>")
    assert [chunk["text"] for chunk in chunks(document, max_words=10)] == ["标题\n\n我们收集数据。", "我们保存两年。", "然后删除。"]


def test_lines_of_json_with_the_source(make):
    lines = write(make("<h1>T</h1><p>é"), "chunks", source="a.html").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"source": "a.html", "index": 0, "path": ["T"], "title": "T", "level": 1, "text": "T\n\né", "words": 2, "segments": [0, 1]}
    ]


@pytest.mark.parametrize("options", [{"max_words": 0}, {"max_words": 5, "overlap": 5}, {"overlap": -1}])
def test_lengths_that_make_no_sense(make, options):
    with pytest.raises(UsageError, match=r"max_words|overlap"):
        chunks(make("<p>x"), **options)


WORDS = st.lists(st.sampled_from(["alpha", "beta", "gamma.", "中文字。", "x!", "ก" * 9]), min_size=1, max_size=25).map(" ".join)
PARTS = st.lists(st.tuples(st.sampled_from(["h1", "h2", "h3", "p", "li", "pre", "td", "blockquote"]), WORDS), max_size=12)


@settings(max_examples=150, deadline=None)
@given(PARTS, st.integers(1, 30))
def test_every_title_once_and_every_word_once(make, parts, most):
    document = make("".join(f"<{tag}>{text}</{tag}>" for tag, text in parts))
    found = chunks(document, max_words=most)
    said = "".join("".join(document.segments.text[index] for index in document.kept).split())
    assert "".join("".join(chunk["text"] for chunk in found).split()).replace("-", "") == said
    seen = [index for chunk in found for index in chunk["segments"]]
    assert sorted(set(seen)) == document.kept
    assert seen == sorted(seen)
    titles = [index for index in document.kept if document.levels[index]]
    assert [index for index in seen if document.levels[index]] == titles
    for chunk in found:
        heads = [document.segments.text[index] for index in chunk["segments"] if document.levels[index]]
        assert chunk["words"] <= most + chunk["text"].count("\n- ") + 1 or "\n\n".join(heads) == chunk["text"]
