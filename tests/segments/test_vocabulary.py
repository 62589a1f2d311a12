"""Which selectors are worth compiling for a page: never a no to one that matches."""

from __future__ import annotations

import pytest

import rubricate.page
from rubricate.segments.selectors import Matcher, compile_selector
from rubricate.segments.vocabulary import vocabulary, wanted

PAGE = "<main id=top><div class='card big-card' data-kind=a><p class=lead>x<a href=#>y</a></p><ul><li>z</ul></div></main>"
TREE = rubricate.page.read(PAGE).tree


@pytest.mark.parametrize(
    "text", [".none", "#none", ".card .none", ".none .card", "table", "p:hover", "p::before", "li:nth-child(2)", ".none[class]", "a[href]"]
)
def test_a_look_at_the_text_says_no(text: str) -> None:
    assert not vocabulary(TREE).has(text)


@pytest.mark.parametrize(
    "text",
    ["p", "P", "*", ".card", "#top .card", "main > div p", ".card:not(.none)", "[data-kind]", "p:first-child", ".lead a", r".md\:flex", ":root p"],
)
def test_a_look_at_the_text_says_maybe(text: str) -> None:
    assert vocabulary(TREE).has(text)


@pytest.mark.parametrize(
    ("text", "could"),
    [
        ("[class^=card]", True),
        ("[class$=card]", True),
        ("[class*='g-c']", True),
        ("[class~=big-card]", True),
        ("[class^=big]", False),
        ("[class*=none]", False),
        ("[id=top]", True),
        ("[id=to]", False),
        ("[id|=top]", True),
        ("[data-kind=b]", True),  # values of other attributes are not looked at
        ("[data-none]", False),
        ("table p", False),
    ],
)
def test_a_look_at_the_compiled_selector(text: str, could: bool) -> None:
    selector = compile_selector(text)
    assert selector is not None
    assert vocabulary(TREE).has_all(*wanted(selector)) is could


def test_what_matches_is_never_turned_down() -> None:
    words, matcher = vocabulary(TREE), Matcher(TREE)
    names = ["p", ".card", "#top", "[class*=ard]", "a", "li", ":root", "*", "main", "[id^=t]", ".lead", ":first-child"]
    texts = names + [f"{one}{sign}{other}" for one in names for other in names for sign in (" ", " > ", " + ", "~")]
    for text in texts:
        selector = compile_selector(text)
        if selector is not None and any(matcher.matches(selector, row) for row, tag in enumerate(TREE.tags) if tag):
            assert words.has(text), text
            assert words.has_all(*wanted(selector)), text
