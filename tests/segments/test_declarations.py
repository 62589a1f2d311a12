"""What single declarations do to a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rubricate.segments.declarations import apply, display_kind
from rubricate.segments.states import BLOCK, INLINE, changed, top
from rubricate.types import State


def applied(declared: dict[str, str], *, variables: dict[str, str] | None = None, **inherited: Any) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    apply(changed(top(), inherited), changes, declared, variables or {})
    return changes


@pytest.mark.parametrize(
    ("value", "pixels"),
    [
        ("12px", 12), ("12pt", 16), ("1.5em", 30), ("150%", 30), ("2rem", 20), (".5em", 10), ("1in", 96), ("large", 18),
        ("xx-small", 9), ("medium", 16),
        ("larger", 24), ("smaller", 16.667), ("inherit", 20), ("unset", 20), ("initial", 16), ("+3px", 3), ("0", 0),
    ],
)  # fmt: skip
def test_font_size(value: str, pixels: float) -> None:
    assert applied({"font-size": value}, size=20.0, rem=10.0)["size"] == pytest.approx(pixels, abs=0.001)


@pytest.mark.parametrize(
    "value", ["", "px", "-3px", "1e9px", "99999px", "calc(1px + 2px)", "12 px", "1.2.3em", "nonsense", "٣٤px x", "--", "1e999px"]
)
def test_font_sizes_that_say_nothing(value: str) -> None:
    assert "size" not in applied({"font-size": value})


@pytest.mark.parametrize(
    ("value", "weight"), [("bold", 700), ("normal", 400), ("600", 600), ("bolder", 700), ("inherit", 900), ("initial", 400), ("5000", 1000)]
)
def test_font_weight(value: str, weight: int) -> None:
    assert applied({"font-weight": value}, weight=900)["weight"] == weight


@pytest.mark.parametrize("value", ["heavy", "", "-700", "1e2", "²²²", "70000"])
def test_font_weights_that_say_nothing(value: str) -> None:
    assert "weight" not in applied({"font-weight": value})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("bold 14px/1.5 arial", {"weight": 700, "italic": False, "size": 14.0}),
        ("italic small-caps 600 1.5em serif", {"weight": 600, "italic": True, "size": 24.0}),
        ("12px arial", {"weight": 400, "italic": False, "size": 12.0}),
        ("inherit", {"weight": 700, "italic": True, "size": 16.0}),
        ("menu", {"weight": 400, "italic": False}),
    ],
)
def test_font_shorthand(value: str, expected: dict[str, Any]) -> None:
    assert applied({"font": value}, weight=700, italic=True) == expected


def test_a_longhand_after_the_shorthand_wins_and_before_it_loses() -> None:
    assert applied({"font": "12px arial", "font-weight": "bold"})["weight"] == 700
    assert applied({"font-weight": "bold", "font": "12px arial"})["weight"] == 400


def test_style_and_decoration() -> None:
    assert applied({"font-style": "oblique 10deg"}) == {"italic": True}
    assert applied({"font-style": "normal"}, italic=True) == {"italic": False}
    assert applied({"text-decoration": "underline dotted red"}) == {"underline": True}
    assert applied({"text-decoration-line": "underline"}) == {"underline": True}
    assert applied({"text-decoration": "none"}, underline=True) == {"underline": False}
    assert applied({"text-transform": "uppercase"}) == {"transform": "uppercase"}
    assert applied({"text-transform": "none"}, transform="uppercase") == {"transform": ""}


@pytest.mark.parametrize(
    ("value", "color"),
    [
        ("#abc", "#aabbcc"), ("#abcd", "#aabbcc"), ("#a1b2c3", "#a1b2c3"), ("#a1b2c3d4", "#a1b2c3"), ("rgb(1, 2, 255)", "#0102ff"),
        ("rgba(999 0 16 / 50%)", "#ff0010"), ("red", "#ff0000"), ("inherit", "#123456"), ("currentcolor", "#123456"),
    ],
)  # fmt: skip
def test_color(value: str, color: str) -> None:
    assert applied({"color": value}, color="#123456")["color"] == color


@pytest.mark.parametrize("value", ["#ab", "#xyz", "rgb(1)", "hsl(1,2%,3%)", "no-such-color", ""])
def test_colors_that_say_nothing(value: str) -> None:
    assert "color" not in applied({"color": value})


@pytest.mark.parametrize(("value", "align"), [("center", "center"), ("start", "left"), ("end", "right"), ("justify", "justify")])
def test_align(value: str, align: str) -> None:
    assert applied({"text-align": value}) == {"align": align}


@pytest.mark.parametrize(
    ("declared", "indent"),
    [
        ({"margin-left": "20px"}, 30),
        ({"padding": "1px 2px 3px 4px"}, 14),
        ({"margin": "1px 2px 3px"}, 12),
        ({"margin": "1px 2px"}, 12),
        ({"margin": "5px"}, 15),
        ({"margin": "0 auto"}, None),
        ({"margin": "5px", "padding": "7px"}, 22),
        ({"margin": "5px", "margin-left": "1px"}, 11),  # one space: the last word on it counts
        ({"margin-left": "1px", "margin": "5px"}, 15),
        ({"padding-left": "2em", "font-size": "10px"}, 30),  # em of the element's own size, wherever that stands
        ({"text-indent": "-10px"}, 0),
        ({"margin-left": "-9999px"}, None),
        ({"margin-left": "50%"}, None),
        ({"margin": ""}, None),
    ],
)
def test_indent(declared: dict[str, str], indent: float | None) -> None:
    assert applied(declared, indent=10.0).get("indent") == indent


def test_white_space() -> None:
    assert applied({"white-space": "pre-line"}) == {"pre": True}
    assert applied({"white-space": "nowrap"}, pre=True) == {"pre": False}
    assert applied({"white-space": "inherit"}) == {}


def test_variables() -> None:
    variables = {"--a": "var(--b)", "--b": "20px", "--loop": "var(--loop)", "--two": "var(--two) var(--two)"}
    assert applied({"font-size": "var(--a)"}, variables=variables)["size"] == 20
    assert applied({"font-size": "var(--none, 12px)"})["size"] == 12
    assert applied({"font-size": "var(--none)"}) == {}
    assert applied({"font-size": "var( --b )"}, variables=variables)["size"] == 20
    assert applied({"font-size": "var(--loop)"}, variables=variables) == {}
    assert applied({"font-size": "var(--two)"}, variables=variables) == {}


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        *((value, BLOCK) for value in ("block", "flex", "grid", "list-item", "table-cell")),
        *((value, INLINE) for value in ("inline", "contents")),
        *((value, None) for value in ("inline-block", "inline-flex", "none", "", "nonsense")),
    ],
)
def test_display(value: str, kind: int | None) -> None:
    assert display_kind(value) == kind


def test_the_inherited_state_is_never_changed(state: Callable[..., State]) -> None:
    before = top()
    apply(before, {}, {"font-size": "40px", "color": "red", "margin": "9px"}, {})
    assert (before.size, before.color, before.indent) == (16.0, "", 0.0)
    assert state("<div style='font-size:40px'>y</div><p>x").size == 16
