"""Style sheets and trees that are made to hurt: time stays bounded, the lines stay right."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from rubricate import segments
from rubricate.page import read
from rubricate.segments.sheets import rules
from rubricate.segments.vocabulary import kept
from rubricate.types import Segments

pytestmark = pytest.mark.alone

SECONDS = 12.0
"""Of CPU time: several times what any of these takes, far less than what they would take without bounds (minutes)."""


def timed(html: str) -> tuple[Segments, float]:
    page = read(html)
    start = time.process_time()
    found = segments.of(page)
    return found, time.process_time() - start


def sheet(css: str, body: str) -> str:
    return f"<style>{css}</style>{body}"


MANY = 50_000
NESTED = "<div class=a>" * 20_000 + "x" + "</div>" * 20_000
PAGES: dict[str, Callable[[], str]] = {
    "same class, every rule and element": lambda: sheet(".c{color:red}" * MANY, "<p class=c>x" * MANY),
    "same class under others": lambda: sheet(
        "".join(f".k{n} .c{{color:red}}" for n in range(MANY)), "<b class=k1><p class=c>x" + "<p class=c>y" * MANY
    ),
    "same class, other ids": lambda: sheet(
        ".c{color:red}" * 20_000 + "".join(f"#i{n}{{color:red}}" for n in range(20_000)), "".join(f"<p class=c id=i{n}>x" for n in range(20_000))
    ),
    "rules by element": lambda: sheet("p:first-child{color:red}" * MANY, "<p>x" * MANY),
    "rules by siblings": lambda: sheet("p~p~p~p{color:red}" * 2000, "<p>x" * MANY),
    "rules by attributes": lambda: sheet("".join(f"[a{n}]{{color:red}}" for n in range(MANY)), "<p q=1>x" * MANY),
    "rules by a long attribute": lambda: sheet("[lang~=x]{color:red}" * 20_000 + "[lang*=y]{color:red}" * 20_000, f"<p lang='{'a ' * 500_000}'>x"),
    "rules by one of many attributes": lambda: sheet("[lang=x]{color:red}" * MANY, "<p " + " ".join(f"a{n}" for n in range(MANY)) + " lang=x>x"),
    "ids beside many attributes": lambda: sheet("b #i{color:red}" * MANY, "<p " + " ".join(f"a{n}" for n in range(MANY)) + " id=i>x"),
    "deep nesting, descendants": lambda: sheet(".a .a .a .a .a .b{color:red}" * 500 + "div div div{color:red}" * 500, NESTED),
    "deep nesting, plain rules": lambda: sheet("div{color:red}" * MANY, NESTED),
    "deep nesting, alternating": lambda: sheet(".a .b .a .b .a .b .c{color:red}" * 200, "<div class=a><div class=b>" * 10_000 + "<p class=c>x"),
    "long block under many selectors": lambda: sheet(",".join(["p"] * MANY) + "{" + "color:red;" * MANY + "}", "<p>x" * 1000),
    "custom properties": lambda: sheet(
        "p{" + "".join(f"--v{n}:1;" for n in range(100_000)) + "}", "".join(f"<p style='font-size:{n}px'>x" for n in range(9000))
    ),
    "variables that double": lambda: sheet(
        ":root{" + "".join(f"--a{n}:var(--a{n + 1})var(--a{n + 1});" for n in range(40)) + "}p{color:var(--a0)}", "<p>x"
    ),
    "unclosed comments": lambda: sheet("/*" * 100_000, "<p>x"),
    "comments in comments": lambda: sheet("/*a*/" * 1_000_000, "<p>x"),
    "open braces": lambda: sheet("{" * 5_000_000, "<p>x"),
    "closed braces": lambda: sheet("}" * 5_000_000, "<p>x"),
    "open media": lambda: sheet("@media screen{" * 300_000, "<p>x"),
    "statements": lambda: sheet("@import 'a';" * 300_000 + "p{color:red}", "<p>x"),
    "at-signs": lambda: sheet("@" * 3_000_000 + ";p{color:red}", "<p>x"),
    "long media query": lambda: sheet("@media " + "(min-width:" * 300_000 + "{p{color:red}}", "<p>x"),
    "spaces in a selector": lambda: sheet("[a=b" + " " * 3_000_000 + "{color:red}", "<p a=b>x"),
    "letters in a selector": lambda: sheet("[" + "é" * 100_000 + "{color:red}", "<p>x"),
    "not in not": lambda: sheet(":not(" * 500_000 + "{color:red}", "<p>x"),
    "one long class": lambda: sheet(".a{color:red}", f"<p class='{'a b ' * 1_000_000}'>x"),
    "many classes": lambda: sheet(
        "".join(f".a{n}{{color:red}}" for n in range(MANY)), "<p class='" + " ".join(f"a{n}" for n in range(MANY)) + "'>x" + "<p>y" * 1000
    ),
    "many sheets": lambda: "<style>p{color:red}</style>" * 20_000 + "<p>x",
    "style attributes": lambda: "".join(f"<p style='margin-left:{n % 390}px;font-size:{n}e1px;--a{n}:1'>x" for n in range(MANY)),
    "hidden pieces": lambda: "<p>x" + "<i hidden>y</i>" * MANY,
    "blank lines": lambda: "<pre>x" + "\n" * 3_000_000,
    "runs in a line": lambda: "<p>" + "xyz uvw <b> </b>" * 20_000,
}


@pytest.mark.parametrize("name", PAGES)
def test_time_is_bounded(name: str) -> None:
    found, seconds = timed(PAGES[name]())
    assert any("x" in text for text in found.text)
    assert seconds < SECONDS, f"{name}: {seconds:.1f} s"


@pytest.mark.parametrize(
    "name", ["same class, other ids", "rules by element", "deep nesting, plain rules", "style attributes", "rules by attributes"]
)
def test_twice_the_elements_take_twice_the_time(name: str) -> None:
    """Rules and elements grow together; what is not bounded takes four times as long."""
    body = {
        "same class, other ids": lambda n: sheet(".c{color:red}" * n, "".join(f"<p class=c id=i{k}>x" for k in range(n))),
        "rules by element": lambda n: sheet("p:first-child{color:red}" * n, "<p>x" * n),
        "deep nesting, plain rules": lambda n: sheet("div{color:red}" * n, "<div>" * n + "x"),
        "style attributes": lambda n: "".join(f"<p style='font-size:{k / 100}px'>x" for k in range(n)),
        "rules by attributes": lambda n: sheet("[lang^=a]{color:red}" * n, "<p lang=b>x" * n),
    }[name]
    small, large = (min(timed(page)[1] for _ in range(2)) for page in (body(10_000), body(20_000)))
    assert large < max(1.0, 3 * small), f"{small:.2f} s, then {large:.2f} s"


def test_a_sheet_linked_to_many_times_is_read_once() -> None:
    page = read("<link rel=stylesheet href=a.css>" * 20_000 + "<p>x", stylesheets={"a.css": "p{color:red}" + ".none{color:red}" * 5000})
    start = time.process_time()
    assert segments.of(page).state[0].color == "#ff0000"
    assert time.process_time() - start < SECONDS


def test_fifty_thousand_distinct_styles_fit_in_memory() -> None:
    html = "".join(f"<p style='font-size:{n / 1000}px;margin-left:{n % 300}px'>x" for n in range(50_000))
    page = read(html)
    tracemalloc.start()
    try:
        found = segments.of(page)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(found) == 50_000
    assert peak < 60_000_000 + 30 * len(html), f"{peak:,} bytes for a page of {len(html):,}"


def test_open_braces_fit_in_memory() -> None:
    css = "{" * 5_000_000
    tracemalloc.start()
    try:
        rules(css, kept(set(), frozenset(), set(), {}), 0)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60_000_000, f"{peak:,} bytes"


def test_places_of_every_line_in_a_deep_page() -> None:
    """Paths of all lines, each with text far below and beside its neighbours."""
    html = "<div>" * 3000 + "<b>" * 300 + "a</b>b<br>" * 2000
    found, _ = timed(html)
    start = time.process_time()
    assert all(segment.xpath and segment.tag for segment in found)
    assert time.process_time() - start < SECONDS
