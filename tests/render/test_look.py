"""The browser's answer, made by hand, becomes the states of lines."""

from __future__ import annotations

from typing import Any

import pytest

from rubricate import segments
from rubricate.errors import RenderError
from rubricate.page import read
from rubricate.render.boxes import MEMORY, Box, boxes
from rubricate.render.look import RenderedLook
from rubricate.types import Segments

PLAIN: dict[str, Any] = {
    "display": "inline", "visibility": "visible", "clipped": 0, "size": "16px", "weight": "400", "style": "normal", "decoration": "none",
    "color": "rgb(0, 0, 0)", "transform": "none", "align": "start", "space": "normal", "indent": 0,
}  # fmt: skip


def seen(html: str, **by_id: dict[str, Any]) -> Segments:
    """The lines of a page on which every element is plain but those of the given ids."""
    page = read(html)
    tree = page.tree
    looks = [list(PLAIN.values())]
    rows = []
    for row, tag in enumerate(tree.tags):
        own = by_id.get(tree.attribute(row, "id") or "") if tag else None
        if own is not None:
            looks.append(list((PLAIN | own).values()))
        rows.append(-1 if not tag else len(looks) - 1 if own is not None else 0)
    return segments.of(page, RenderedLook.of({"looks": looks, "rows": rows, "boxes": []}, len(tree)))


def test_computed_values_reach_the_line() -> None:
    lines = seen(
        "<p id=a>text</p>",
        a={"size": "20.5px", "weight": "600", "style": "italic", "decoration": "underline", "color": "rgb(255, 0, 16)", "transform": "uppercase",
           "align": "-webkit-center", "indent": 24.5},
    )  # fmt: skip
    state = lines.state[0]
    assert (state.size, state.weight, state.italic, state.underline, state.color) == (20.5, 600, True, True, "#ff0010")
    assert (state.transform, state.align, state.indent) == ("uppercase", "center", 24.5)


def test_a_tag_keeps_its_meaning() -> None:
    lines = seen("<h2 id=a>one</h2><ul><li>two</ul>", a={"size": "16px", "weight": "400"})
    assert (lines.state[0].heading, lines.state[0].weight, lines.state[1].list_depth) == (2, 400, 1)


def test_display_makes_lines() -> None:
    html = "<div>one <span id=a>two</span> three</div>"
    assert seen(html).text == ["one two three"]
    assert seen(html, a={"display": "block"}).text == ["one", "two", "three"]
    assert seen("<ul><li id=a>one</li><li>two</li></ul>", a={"display": "inline"}).text == ["one", "two"]


def test_white_space_makes_lines() -> None:
    html = "<div id=a>one\ntwo</div>"
    assert seen(html).text == ["one two"]
    assert seen(html, a={"space": "pre-line"}).text == ["one", "two"]
    assert seen("<pre id=a>one\n\ntwo</pre>", a={"space": "normal"}).text == ["one two"]


@pytest.mark.parametrize(
    ("html", "look", "why"),
    [
        ("<div id=a><p>x", {"display": "none"}, "display:none"),
        ("<div id=a hidden><p>x", {"display": "none"}, "hidden"),
        ("<div id=a hidden><p>x", {"display": "block"}, ""),
        ("<p id=a>x", {"visibility": "hidden"}, "visibility:hidden"),
        ("<div id=a><p>x", {"clipped": 1}, "clipped"),
        ("<div aria-hidden=true><p>x", {}, "aria-hidden"),
    ],
)
def test_why_a_line_is_not_seen(html: str, look: dict[str, Any], why: str) -> None:
    assert seen(html, a=look).state[0].hidden == why


def test_visible_inside_what_is_not() -> None:
    """visibility is inherited, so the browser's word on the inner element is the last one; display:none is not."""
    lines = seen("<div id=a>x<p id=b>y</p></div>", a={"visibility": "hidden"}, b={})
    assert dict(zip(lines.text, [state.hidden for state in lines.state], strict=True)) == {"x": "visibility:hidden", "y": ""}
    assert seen("<div id=a><p id=b>y</p></div>", a={"display": "none"}, b={}).state[0].hidden == "display:none"


def test_a_browsers_own_habits_are_no_news() -> None:
    lines = seen("<p><a id=a href=/>x</a>", a={"decoration": "underline", "color": "rgb(0, 0, 238)"})
    assert (lines.state[0].link, lines.state[0].underline, lines.state[0].color) == (True, False, "")


def test_colours_that_are_no_rgb_are_inherited() -> None:
    assert seen("<p id=a>x", a={"color": "color(srgb 1 0 0)"}).state[0].color == ""


def test_states_are_shared() -> None:
    lines = seen("<p>one</p><p>two</p>")
    assert lines.state[0] is lines.state[1]


def test_an_answer_for_another_page() -> None:
    with pytest.raises(RenderError, match=r"answered for 2 rows of a page that has 5"):
        RenderedLook.of({"looks": [], "rows": [-1, -1], "boxes": []}, 5)


def test_boxes_of_lines() -> None:
    lines = seen("<p>one <b>two</b></p><p>three</p>")
    assert boxes(lines) is None
    first, second = lines.runs[0]
    lines.page.tree.memory[MEMORY] = {first: Box(8, 10, 30, 18), second: Box(38, 12, 20, 18)}
    assert boxes(lines) == [Box(8, 10, 50, 20), None]
