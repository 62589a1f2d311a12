from __future__ import annotations

import gc
import re
import time
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricate.types import Document
from rubricate.writers import write
from rubricate.writers.blocks import MOST_NESTED, Block, Group, Layout, Leaf, leaves


def shape(block: Block, document: Document) -> object:
    """A block as nested tuples, with the texts of its lines."""
    if isinstance(block, Leaf):
        return "/".join(document.segments.text[index] for index in block.lines) if block.kind == "paragraph" else (block.kind, *block.lines)
    return (block.kind, *(shape(child, document) for child in block.children))


def shapes(document: Document, number: int = 0) -> list[object]:
    section = list(document.walk())[number]
    return [shape(block, document) for block in Layout(document).blocks(section)]


def test_lines_of_a_paragraph_stay_together(make):
    assert shapes(make("<p>a<br>b<p>c")) == ["a/b", "c"]


def test_an_element_around_the_title_is_above_the_section(make):
    page = "<table><tr><td><h1>T</h1><p>text</p></td><td>beside</td></tr></table>"
    assert shapes(make(page)) == ["text", "beside"]
    page = "<ul><li><b class=title>A</b><p>one</p></li><li><b class=title>B</b><p>two</p></li></ul>"
    assert [shapes(make(page, levels=[1, 1]), number) for number in (0, 1)] == [["one"], ["two"]]


def test_a_list_or_table_goes_on_after_the_title_in_it(make):
    assert shapes(make("<ul><li class=title>T</li><li>a</li><li>b</li></ul>")) == [("list", ("item", "a"), ("item", "b"))]
    page = "<table><tr><th class=title colspan=2>T</th></tr><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"
    assert shapes(make(page)) == [("table", ("row", ("cell", "a"), ("cell", "b")), ("row", ("cell", "c"), ("cell", "d")))]
    assert shapes(make("<dl><dt class=title>Q</dt><dd><p>x</p><p>y</p></dd></dl>")) == ["x", "y"]


def test_badly_nested_lists(make):
    assert shapes(make("<ul><li>a</li><ul><li>b</li></ul></ul>")) == [("list", ("item", "a", ("list", ("item", "b"))))]
    assert shapes(make("<div><li>a</li><li>b</li></div>")) == [("list", ("item", "a"), ("item", "b"))]
    assert shapes(make("<p class=item>a</p><p class=item>b</p><p>c</p>")) == [("list", ("item", "a"), ("item", "b")), "c"]


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td>one</td></tr><tr><td>two</td></tr></table>",
        "<table><tr><td>one</td><td>two</td></tr></table>",
        "<table role=presentation><tr><td>one</td><td>two</td></tr><tr><td class=noise>x</td></tr></table>",
        "<table><tr><td><table><tr><td>one</td></tr></table></td></tr><tr><td>two</td></tr></table>",
    ],
)
def test_tables_that_arrange_the_page_dissolve(make, page):
    assert shapes(make(page)) == ["one", "two"]


def test_long_prose_in_columns_is_no_table(make):
    prose = "Many words follow here. " * 60
    document = make(f"<table><tr><td>a</td><td>{prose}</td></tr><tr><td>b</td><td><ul><li>c</li></ul></td></tr></table>")
    assert shapes(document) == ["a", prose.strip(), "b", ("list", ("item", "c"))]


def test_removed_lines_are_not_there(make):
    assert shapes(make("<ul><li>a</li><li class=noise>ad</li><li>b</li></ul>")) == [("list", ("item", "a"), ("item", "b"))]


def test_cells_stand_in_their_columns(make):
    page = """<table><tr><th>A<th>B<th>C</tr><tr><td>1<td><td>3</tr><tr><td colspan=9000000000000000>wide</tr>
    <tr><td rowspan=2>r<td>s<td>t</tr><tr><td>u<td>v</tr></table>"""
    assert write(make(page), "markdown") == ("| A | B | C |\n| --- | --- | --- |\n| 1 |  | 3 |\n| wide |\n| r | s | t |\n|  | u | v |\n")


def test_columns_without_text_are_left_out(make):
    page = "<table><tr><td>a<td><img src=x><td>b</tr><tr><td>c<td><td>d</tr></table>"
    assert write(make(page), "markdown") == "|  |  |\n| --- | --- |\n| a | b |\n| c | d |\n"


def test_numbers_of_items(make):
    page = "<ol start=7><li>a<li class=noise>b<li>c<li value=20>d</ol><ol start=99999999999999999999><li>e</ol><ol start=-3><li>f</ol>"
    assert write(make(page), "text") == "7. a\n9. c\n20. d\n\n1. e\n\n1. f\n"


def deep(kind: str, count: int) -> str:
    one = {"ul": "<ul><li>x", "ol": "<ol><li>x", "blockquote": "<blockquote>x", "table": "<table><tr><td>x", "dl": "<dl><dt>x<dd>y"}[kind]
    return one * count


@pytest.mark.parametrize("kind", ["ul", "ol", "blockquote", "table", "dl"])
def test_depth_is_bounded(make, kind):
    document = make(deep(kind, 1000))
    (section,) = document.walk()

    def depth(block: Block) -> int:
        return 1 + max(map(depth, block.children)) if isinstance(block, Group) else 0

    blocks = Layout(document).blocks(section)
    assert max(map(depth, blocks)) <= MOST_NESTED + 1
    assert [index for block in blocks for leaf in leaves(block) for index in leaf.lines] == document.kept
    for format_ in ("markdown", "html", "jsonl", "text", "chunks", "cleaneval"):
        assert len(write(document, format_)) < 300 * len(document.kept) + 5000


GENERATORS = {
    "paragraphs": lambda n: "<p>tiny words</p>" * n,
    "items": lambda n: "<ul>" + "<li>tiny" * n,
    "nested lists": lambda n: "<ul><li>x" * min(n, 1000) + "<li>y" * n,
    "cells": lambda n: "<table>" + "<tr><td colspan=9000000000000000>a<td rowspan=9000000000>b<td>c" * (n // 3),
    "one wide row": lambda n: "<table><tr>" + "<td>a" * (n // 2) + "<tr><td>b<td>c" * (n // 4),
    "small tables": lambda n: "<table><tr><td>a</table>" * n,
    "links": lambda n: "<p>" + "see <a href='x(y'>this</a> " * n,
    "spans": lambda n: "<p>" + "<span>a <code>" * (n // 2),
    "breaks": lambda n: "<p>" + "* a<br>" * n,
    "code": lambda n: "<pre>" + "```\n" * n,
    "titles": lambda n: "<h2>t</h2><p>x</p>" * (n // 2),
}


@pytest.mark.alone
@pytest.mark.parametrize("name", GENERATORS)
def test_time_is_linear(make, name):
    documents = [make("<h1>T</h1>" + GENERATORS[name](count)) for count in (2_000, 8_000)]

    def seconds(document: Document, format_: str) -> float:
        best = 9.0
        gc.collect()
        gc.disable()  # its sweeps over the whole heap come at sizes of their own choosing
        for _ in range(3):
            start = time.process_time()
            write(document, format_)
            best = min(best, time.process_time() - start)
        gc.enable()
        return best

    for format_ in ("markdown", "html", "json", "text", "chunks", "summary", "cleaneval", "outline"):
        short, long = (seconds(document, format_) for document in documents)
        assert long <= 8 * short + 0.05, (format_, short, long)


TEXT = st.text(alphabet="ab #*_`[]<>&|-1.中é", min_size=1, max_size=12)
TREE = st.recursive(
    TEXT.map(escape),
    lambda inner: st.tuples(
        st.sampled_from(["p", "ul", "li", "ol", "blockquote", "table", "tr", "td", "th", "pre", "dl", "dt", "dd", "h2", "b", "code", "div", "br"]),
        st.lists(inner, max_size=4),
    ).map(lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0]}>"),
    max_leaves=25,
)


def letters(text: str) -> str:
    return "".join(text.split())


@settings(max_examples=200, deadline=None)
@given(st.lists(TREE, min_size=1, max_size=4))
def test_every_kept_line_once_and_in_order(make, parts):
    document = make("".join(parts))
    said = letters("".join(document.segments.text[index] for index in document.kept))
    layout = Layout(document)
    order: list[int] = []
    for section in document.walk():
        order.extend([] if section.heading is None else [section.heading, *section.further])
        order.extend(index for block in layout.blocks(section) for leaf in leaves(block) for index in leaf.lines)
    assert order == document.kept
    assert bones(write(document, "text")) == bones(said)
    assert bones(write(document, "markdown").replace("<br>", "").replace("&lt;", "<").replace("&amp;", "&")) == bones(said)


def bones(text: str) -> str:
    """The letters that no writer adds: markers, numbers, bars and backslashes are ours or escaped."""
    return re.sub(r"[^ab中é<&]", "", text)
