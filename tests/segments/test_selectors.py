"""Selectors: what is understood, how specific it is, and what it matches in a hand-made tree."""

from __future__ import annotations

import time

import pytest

from rubricate.page.parse import parse
from rubricate.segments.selectors import MOST_CHARACTERS, MOST_COMPOUNDS, Matcher, Selector, compile_selector, last_key

PAGE = """<html lang=en-GB><body class="page dark"><div id=main class="box wide"><h2 id=h>t</h2><p id=p1>a</p>text<p id=p2>b <b id=b1>c</b>
<i id=i1 data-x="one two">d</i></p>
<ul id=u><li id=l1><a id=a1 href=x>e</a><li id=l2 class="caf\u00e9 sm:big"><a id=a2>f</a><li id=l3></ul></div><p id=p3></p>"""
TREE = parse(PAGE)


def matched(text: str) -> list[str]:
    selector = compile_selector(text)
    assert selector is not None, f"not understood: {text}"
    matcher = Matcher(TREE)
    rows = [row for row, tag in enumerate(TREE.tags) if tag and matcher.matches(selector, row)]
    return [TREE.attribute(row, "id") or TREE.tags[row] for row in rows]


@pytest.mark.parametrize(
    ("selector", "ids"),
    [
        ("p", ["p1", "p2", "p3"]),
        ("P", ["p1", "p2", "p3"]),
        ("#p2", ["p2"]),
        (".box", ["main"]),
        (".box.wide", ["main"]),
        (".box.narrow", []),
        ("div#main.box", ["main"]),
        ("p#main", []),
        (".caf\u00e9", ["l2"]),
        (r".sm\:big", ["l2"]),
        ("div p", ["p1", "p2"]),
        ("div>p", ["p1", "p2"]),
        ("div  >\n p", ["p1", "p2"]),
        ("body > p", ["p3"]),
        ("body p b", ["b1"]),
        ("div > b", []),
        (".page .box b", ["b1"]),
        ("h2 + p", ["p1"]),
        ("p + p", ["p2"]),
        ("h2 ~ p", ["p1", "p2"]),
        ("h2 ~ ul a", ["a1", "a2"]),
        ("p ~ h2", []),
        ("div + p", ["p3"]),
        ("li:first-child", ["l1"]),
        ("li:last-child", ["l3"]),
        ("p b:first-child", ["b1"]),  # text before it does not count
        ("li:not(.sm)", ["l1", "l2", "l3"]),
        ("li:not(:first-child)", ["l2", "l3"]),
        ("p:not(#p1):not(#p3)", ["p2"]),
        ("*:not(p) > a", ["a1", "a2"]),
        ("a:link", ["a1"]),
        ("a:any-link", ["a1"]),
        (":root", ["html"]),
        ("[data-x]", ["i1"]),
        ("[data-x~=two]", ["i1"]),
        ("[data-x~='tw']", []),
        ('[data-x="one two"]', ["i1"]),
        ("[data-x^=one]", ["i1"]),
        ("[data-x$=two]", ["i1"]),
        ("[data-x*='e t']", ["i1"]),
        ("[data-x*='']", []),
        ("[ data-x = 'one two' i ]", ["i1"]),
        ("html[lang|=en]", ["html"]),
        ("html[lang|=e]", []),
        ("[class='box wide']", ["main"]),
        ("[class*=ox]", ["main"]),
        ("[id^=l]", ["l1", "l2", "l3"]),
        ("* > ul > *", ["l1", "l2", "l3"]),
    ],
)
def test_what_matches(selector: str, ids: list[str]) -> None:
    assert matched(selector) == ids


@pytest.mark.parametrize(
    "text",
    [
        "", "> p", "p >", "p > > b", "p + ~ b", "p..a", "p.", "#", "..", "p:hover", "p::before", "p:before", "li:nth-child(2)",
        ":is(a, b)", "p:not()",
        "p:not(.a .b)", "p:not(:hover)", "p:not(.a", "a[href]", "[data-x", "[data-x=]", "[=x]", "p{", "p!", "a|b", "p@", ".a p.b*", "p,b", "(", "p)",
    ],
)  # fmt: skip
def test_what_is_not_understood(text: str) -> None:
    assert compile_selector(text) is None


@pytest.mark.parametrize(
    ("text", "specificity"),
    [
        ("*", (0, 0, 0)),
        ("p", (0, 0, 1)),
        ("div p b", (0, 0, 3)),
        (".a", (0, 1, 0)),
        ("p.a.b[c]:first-child", (0, 4, 1)),
        ("#a .b c", (1, 1, 1)),
        ("p:not(#a)", (1, 0, 1)),
        ("p:not(.a)", (0, 1, 1)),
        ("p:not(:first-child)", (0, 1, 1)),
    ],
)
def test_specificity(text: str, specificity: tuple[int, int, int]) -> None:
    selector = compile_selector(text)
    assert selector is not None
    assert selector.specificity == specificity


@pytest.mark.parametrize(
    ("text", "by_path"),
    [
        ("div .a > #b", True),
        ("[class*=a] p", True),
        ("p + p", False),
        ("p:first-child b", False),
        ("[lang] p", False),
    ],
)
def test_what_a_path_of_names_decides(text: str, by_path: bool) -> None:
    selector = compile_selector(text)
    assert isinstance(selector, Selector)
    assert selector.by_path == by_path


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("div p", ("", "p")),
        ("div > p.a", (".", "a")),
        ("#b", ("#", "b")),
        ("a b#c", ("#", "c")),
        ("*", ("", "*")),
        ("p:hover", ("", "p")),
        ("p[a]", ("", "*")),
    ],
)
def test_last_key(text: str, key: tuple[str, str]) -> None:
    assert last_key(text) == key


def test_bounds_of_length() -> None:
    assert compile_selector(" ".join("p" * MOST_COMPOUNDS)) is not None
    assert compile_selector(" ".join("p" * (MOST_COMPOUNDS + 1))) is None
    assert compile_selector("." + "a" * (MOST_CHARACTERS - 1)) is not None
    assert compile_selector("." + "a" * MOST_CHARACTERS) is None


@pytest.mark.parametrize("text", ["[" + "é" * 900, "[a=" + " " * 900 + "x", "[a=b" + " " * 900 + "!", "[" + "\\a" * 450, ".a:not(" + "é" * 900])
def test_nothing_is_tried_twice(text: str) -> None:
    start = time.process_time()
    assert compile_selector(text) is None
    assert time.process_time() - start < 1


def test_a_used_up_budget_ends_the_search() -> None:
    selector = compile_selector("body b")
    assert selector is not None
    matcher = Matcher(TREE)
    row = next(row for row, tag in enumerate(TREE.tags) if tag == "b")
    assert matcher.matches(selector, row)
    matcher.budget = 1
    assert not matcher.matches(selector, row)


def test_elements_with_many_attributes() -> None:
    tree = parse("<p " + " ".join(f"a{n}={n}" for n in range(100)) + " id=x>t")
    row = tree.tags.index("p")
    for text, expected in (("[a7='7']", True), ("[a7='8']", False), ("[b]", False), ("#x", True)):
        selector = compile_selector(text)
        assert selector is not None
        assert Matcher(tree).matches(selector, row) is expected
