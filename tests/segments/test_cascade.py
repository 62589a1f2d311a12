"""What tags, attributes and style sheets together make of a line: hand-made pages, known answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubricate.segments.cascade import LOOKS
from rubricate.types import Segments, State

Of = Callable[..., State]
Cut = Callable[..., Segments]


def styled(css: str, body: str) -> str:
    return f"<style>{css}</style>{body}"


@pytest.mark.parametrize(
    ("css", "body", "color"),
    [
        ("p{color:red}", "<p>x", "#ff0000"),
        ("p{color:red}p{color:blue}", "<p>x", "#0000ff"),
        ("p.a{color:red}p{color:blue}", "<p class=a>x", "#ff0000"),
        ("#i{color:red}p.a.b.c{color:blue}", "<p id=i class='a b c'>x", "#ff0000"),
        ("body p{color:red}p{color:blue}", "<p>x", "#ff0000"),
        ("p{color:red!important}#i{color:blue}", "<p id=i>x", "#ff0000"),
        ("p{color:red!important}#i{color:blue!important}", "<p id=i>x", "#0000ff"),
        ("p{color:red}", "<p style='color:blue'>x", "#0000ff"),
        ("p{color:red!important}", "<p style='color:blue'>x", "#ff0000"),
        ("p{color:red!important}", "<p style='color:blue!important'>x", "#0000ff"),
        ("div{color:red}", "<div><p><b>x", "#ff0000"),
        ("div{color:red}p{color:inherit}", "<div><p>x", "#ff0000"),
        ("p{color:red}@media print{p{color:blue}}", "<p>x", "#ff0000"),
        ("p{color:red}@media screen{p{color:blue}}", "<p>x", "#0000ff"),
        ("p{color:red}p:first-child{color:blue}", "<p>x", "#0000ff"),
        ("h2+p{color:red}", "<h2>y</h2><p>x", "#ff0000"),
        ("h2+p{color:red}", "<h2>y</h2><p>z</p><p>x", ""),
        ("h2~p{color:red}", "<h2>y</h2><p>z</p><p>x", "#ff0000"),
        ("p:not(.a){color:red}", "<p>x", "#ff0000"),
        ("p:not(.a){color:red}", "<p class=a>x", ""),
        ("[lang=de]{color:red}", "<p lang=de>x", "#ff0000"),
        ("[lang=de] b{color:red}", "<p lang=de><b>x", "#ff0000"),
        ("[class*=tit]{color:red}", "<p class=subtitle>x", "#ff0000"),
        ("[id^=sec] p{color:red}", "<div id=sec-1><p>x", "#ff0000"),
        (".a .b{color:red}", "<div class=a><div><p class=b>x", "#ff0000"),
        (".a>.b{color:red}", "<div class=a><div><p class=b>x", ""),
        (":root{--c:red}p{color:var(--c)}", "<p>x", "#ff0000"),
        (":root{color:red}", "<p>x", "#ff0000"),
        ("html{--c:red}:root{--c:blue}html{--c:red}p{color:var(--c)}", "<p>x", "#0000ff"),  # the pseudo-class is more specific
        (".dark{--c:red}p{color:var(--c, blue)}", "<p class=dark>x", "#0000ff"),  # only the page's own variables are known
        ("p{color:red}", "<noscript><style>p{color:blue}</style></noscript><p>x", "#ff0000"),
        ("p{color:red}", "<template><style>p{color:blue}</style></template><p>x", "#ff0000"),
        ("p{color:red}</style><style media=print>p{color:blue}", "<p>x", "#ff0000"),
        ("p{color:red}</style><style type=text/less>p{color:blue}", "<p>x", "#ff0000"),
        ("p{color:red}</style><style type=TEXT/CSS>p{color:blue}", "<p>x", "#0000ff"),
        ("p{color:red}", "<p>x</p><style>p{color:blue}</style>", "#0000ff"),
    ],
)
def test_which_declaration_wins(state: Of, css: str, body: str, color: str) -> None:
    assert state(styled(css, body)).color == color


def test_same_names_in_another_place_are_matched_anew(cut: Cut) -> None:
    found = cut(
        styled(".a .b{font-weight:bold}", "<div class=a><p class=b>1</p></div><div><p class=b>2</p></div><div class=a><p class=b>3</p></div>")
    )
    assert [state.weight for state in found.state] == [700, 400, 700]


def test_attributes_of_one_element_are_not_those_of_another_on_the_same_kind_of_path(cut: Cut) -> None:
    body = "<div class=a><p hidden>x</p></div><div class=b><p>y</p></div><div class=b><p hidden>z</p></div>"
    lines = cut(styled("div p{color:red}.a,.b{margin:0}", body))
    assert [(line.text, line.state.hidden) for line in lines] == [("x", "hidden"), ("y", ""), ("z", "hidden")]


def test_classes_that_no_rule_names_change_nothing(cut: Cut) -> None:
    found = cut(styled(".a{color:red}", "<p class='a u1' id=q>1</p><p class='u2 a'>2</p><p class=u3>3</p>"))
    assert found.state[0] is found.state[1]
    assert found.state[2].color == ""


def test_siblings_are_told_apart(cut: Cut) -> None:
    found = cut(styled("li:first-child{color:red}li+li{color:blue}li:last-child{font-weight:bold}", "<ul><li>1<li>2<li>3</ul><ol><li>4"))
    assert [(state.color, state.weight) for state in found.state] == [("#ff0000", 400), ("#0000ff", 400), ("#0000ff", 700), ("#ff0000", 700)]


@pytest.mark.parametrize(
    ("html", "size"),
    [
        ("<p>x", 16), ("<h1>x", 32), ("<h2>x", 24), ("<h3>x", 18.72), ("<h4>x", 16), ("<h5>x", 13.28), ("<h6>x", 10.72), ("<small>x", 13.333),
        ("<p style='font-size:20px'><b style='font-size:1.5em'>x", 30),
        ("<p style='font-size:20px'><b style='font-size:50%'>x", 10),
        ("<div style='font-size:2em'><div style='font-size:2em'>x", 64),
        ("<div style='font-size:20px'><h1>x", 40),
        ("<style>html{font-size:10px}</style><p style='font-size:50px'><b style='font-size:1.6rem'>x", 16),
        ("<style>html{font-size:62.5%}body{font-size:1.4rem}</style><h1>x", 28),
        ("<style>h1{font:inherit}</style><h1>x", 16),
        ("<style>h1{font-size:100%}</style><h1>x", 16),
        ("<p style='font-size:20px;font-size:clamp(1rem,2vw,3rem)'>x", 20),
        ("<font size=5>x", 24), ("<font size=9>x", 16), ("<font size='+1'>x", 16),
    ],
)  # fmt: skip
def test_sizes(state: Of, html: str, size: float) -> None:
    assert state(html).size == pytest.approx(size, abs=0.01)


@pytest.mark.parametrize(
    ("html", "field", "value"),
    [
        ("<b>x", "weight", 700), ("<strong>x", "weight", 700), ("<th>x", "weight", 400), ("<table><th>x", "weight", 700), ("<h3>x", "weight", 700),
        ("<i>x", "italic", True), ("<em>x", "italic", True), ("<cite>x", "italic", True), ("<u>x", "underline", True), ("<ins>x", "underline", True),
        ("<h3>x", "heading", 3), ("<p>x", "heading", 0), ("<h2><b>x", "heading", 2), ("<div role=heading>x", "heading", 2),
        ("<div role=heading aria-level=4>x", "heading", 4), ("<div role=heading aria-level=9>x", "heading", 2),
        ("<div role=HEADING aria-level=1>x", "heading", 1),
        ("<code>x", "code", True), ("<pre>x", "code", True), ("<pre>x", "pre", True), ("<blockquote><blockquote>x", "quote", 2),
        ("<figure><figcaption>x", "caption", True), ("<nav>x", "region", "nav"), ("<main><article>x", "region", "article"),
        ("<header><nav>x", "region", "nav"), ("<div role=navigation>x", "region", "nav"), ("<div role=banner>x", "region", "header"),
        ("<div role=contentinfo>x", "region", "footer"), ("<div role=complementary>x", "region", "aside"), ("<div role=search>x", "region", "form"),
        ("<div role=dialog>x", "region", "dialog"), ("<div role=button>x", "control", True), ("<button>x", "control", True),
        ("<a href=y>x", "link", True), ("<a>x", "link", False), ("<a href>x", "link", True), ("<div href=y>x", "link", False),
        ("<center>x", "align", "center"), ("<p align=RIGHT>x", "align", "right"), ("<p align=middle>x", "align", ""),
        ("<div align=center><table><td>x", "align", ""), ("<table><th>x", "align", "center"),
        ("<p align=right style='text-align:left'>x", "align", "left"),
        ("<font color=red>x", "color", "#ff0000"), ("<font color='#0F0'>x", "color", "#00ff00"), ("<font color=zzz>x", "color", ""),
        ("<ul><li>x", "indent", 40), ("<ul style='padding:0'><li>x", "indent", 0), ("<ul style='padding-left:10px'><li>x", "indent", 10),
        ("<ul style='margin-left:10px'><li>x", "indent", 50), ("<blockquote style='margin:0'>x", "indent", 0), ("<dd>x", "indent", 40),
        ("<dl><dd style='margin-left:0'>x", "indent", 0), ("<div style='margin-left:10px'><div style='padding-left:5px'>x", "indent", 15),
        ("<p style='text-transform:uppercase'><b>x", "transform", "uppercase"),
        ("<b style='font-weight:normal'>x", "weight", 400), ("<p style='font-weight:bold'><span>x", "weight", 700),
    ],
)  # fmt: skip
def test_what_tags_and_attributes_say(state: Of, html: str, field: str, value: object) -> None:
    assert getattr(state(html), field) == value
    assert getattr(state("<style>.unused,p{clip:auto}</style>" + html), field) == value  # the same where there are sheets


def test_sheets_that_the_caller_hands_over(state: Of) -> None:
    html = "<link rel=stylesheet href='a.css?v=1'><style>p{color:red}</style><link rel=stylesheet href=b.css><p>x"
    assert state(html).color == "#ff0000"
    assert state(html, stylesheets={"a.css?v=1": "p{color:blue}"}).color == "#ff0000"  # <style> comes later
    assert state(html, stylesheets={"b.css": "p{color:blue}"}).color == "#0000ff"
    assert state(html, stylesheets={"a.css?v=1": "p{font-weight:bold}", "b.css": "p{color:blue}"}).weight == 700
    assert state(html, stylesheets={"other.css": "p{color:blue}"}).color == "#ff0000"
    assert state(html, stylesheets={"b.css": ""}).color == "#ff0000"


def test_links_that_do_not_apply(state: Of) -> None:
    sheets = {"a.css": "p{color:blue}"}
    assert state("<link rel=stylesheet media=print href=a.css><p>x", stylesheets=sheets).color == ""
    assert state("<link rel='alternate stylesheet' href=a.css><p>x", stylesheets=sheets).color == ""
    assert state("<link rel=stylesheet media='screen, print' href=a.css><p>x", stylesheets=sheets).color == "#0000ff"


def test_a_sheet_that_is_linked_to_twice_counts_where_it_stands_last(state: Of) -> None:
    html = "<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><link rel=stylesheet href=a.css><p>x"
    assert state(html, stylesheets={"a.css": "p{color:red}", "b.css": "p{color:blue}"}).color == "#ff0000"


def test_broken_sheets_change_nothing(state: Of) -> None:
    for css in ("{", "}", "p{", "{{{}", "@media", "@media (", "@", "/*", "p{color:red", "<!--", "\\", "p{color:\\", "[", ":not(", "@import"):
        assert state(styled(css, "<p>x")).color == ""


def test_work_that_is_used_up_leaves_the_rest_without_rules(cut: Cut) -> None:
    many = ".a{color:red}" * 3000
    found = cut(styled(many, "".join(f"<div class=a>{n}" for n in range(LOOKS // 3000 + 100))))
    assert found.state[0].color == "#ff0000"
    assert len(found) == LOOKS // 3000 + 100
