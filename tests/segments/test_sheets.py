"""Style sheets as text: blocks, at-rules, comments, declarations, and which rules are left for a page."""

from __future__ import annotations

import pytest

from rubricate.segments.sheets import declarations, media_applies, rules
from rubricate.segments.vocabulary import kept

WORDS = kept({".a", ".b", "#i"}, frozenset({"html", "body", "p", "div", ""}), {"class", "id"}, {"class": "\na b\n", "id": "\ni\n"})


def kept(css: str) -> list[tuple[str, str]]:
    """Last compound's tag or class or id, and the declarations, of every rule."""
    found = []
    for rule in rules(css, WORDS, 0):
        compound = rule.selector.compounds[0]
        name = compound.tag or "".join("." + word for word in compound.classes) or ("#" + compound.ident if compound.ident else "*")
        found.append((name, ";".join(f"{name}:{value}{'!' * important}" for name, value, important in rule.declared)))
    return found


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("p{color:red}", [("p", "color:red")]),
        ("p , .a,#i { color : Red ; }", [("p", "color:red"), (".a", "color:red"), ("#i", "color:red")]),
        ("p{color:red!important;display:none ! IMPORTANT}", [("p", "color:red!;display:none!")]),
        ("P{COLOR:RED}", [("p", "color:red")]),
        ("p{COLOR:RED;x:y}", [("p", "color:red")]),
        ("p{color:red;color:blue}", [("p", "color:blue")]),
        ("p{color:red;font:1px a;color:blue}", [("p", "font:1px a;color:blue")]),
        ("p{background:url(data:a;b);color:red}", [("p", "color:red")]),
        ("p{border:0}", []),
        ("p{}", []),
        ("p{color:}", []),
        ("p{color}", []),
        ("", []),
        ("p", []),
        ("p{color:red", []),
        ("}p{color:red}", [("p", "color:red")]),
        ("/* p{color:blue} */p{/* x */color:red/**/}", [("p", "color:red")]),
        ("p{color:red}/* never closed p{color:blue}", [("p", "color:red")]),
        ("/*/p{color:blue}*/p{color:red}", [("p", "color:red")]),
        ("<!-- p{color:red} -->", [("p", "color:red")]),
        ("<!--\np{color:red}\n-->\n<!-- .a{color:red} -->", [("p", "color:red"), (".a", "color:red")]),
        ("@charset 'x';@import url(a.css);\n@import 'b';p{color:red}", [("p", "color:red")]),
        ("p{color:red}@import 'b';.a{color:red}", [("p", "color:red"), (".a", "color:red")]),
        ("@layer x, y;p{color:red}", [("p", "color:red")]),
        ("@font-face{font-family:x}p{color:red}", [("p", "color:red")]),
        ("@keyframes k{from{color:red}to{color:blue}}p{color:red}", [("p", "color:red")]),
        ("@page :first{margin:1px}p{color:red}", [("p", "color:red")]),
        ("@media print{p{color:red}}.a{color:red}", [(".a", "color:red")]),
        ("@media screen{p{color:red}.a{color:red}}#i{color:red}", [("p", "color:red"), (".a", "color:red"), ("#i", "color:red")]),
        ("@media screen{@media print{p{color:red}}.a{color:red}}", [(".a", "color:red")]),
        ("@media print{@media screen{p{color:red}}}.a{color:red}", [(".a", "color:red")]),
        ("@media(min-width:1px){p{color:red}}", [("p", "color:red")]),
        ("@supports (display:grid){p{color:red}}", [("p", "color:red")]),
        ("@supports(display:grid){p{color:red}}", [("p", "color:red")]),
        ("@supports not (display:grid){p{color:red}}", []),
        ("@layer base{p{color:red}}", [("p", "color:red")]),
        ("@MEDIA PRINT{p{color:red}}", []),
        ("p{color:red;&:hover{color:blue}}.a{color:red}", [("p", "color:red"), (".a", "color:red")]),
        ("p{color:red;.a{color:blue;b{color:blue}}}#i{color:red}", [("p", "color:red"), ("#i", "color:red")]),
        (".none{color:red}", []),
        (".a .none{color:red}", []),
        (".none .a{color:red}", []),
        ("h1{color:red}", []),
        ("#none p{color:red}", []),
        ("p:hover,p::after,.a{color:red}", [(".a", "color:red")]),
        ("p:is(.a, .b){color:red}", []),
        ("*{color:red}", [("*", "color:red")]),
        ("p>>q,!,.a{color:red}", [(".a", "color:red")]),
    ],
)
def test_rules(css: str, expected: list[tuple[str, str]]) -> None:
    assert kept(css) == expected


def test_rules_are_numbered_from_a_given_order() -> None:
    assert [rule.order for rule in rules("p,.a{color:red}div{color:red}", WORDS, 7)] == [7, 8, 9]


def test_custom_properties_of_the_whole_page() -> None:
    found = rules(":root{--a:1px;--b:2px;--a:3px}html{--c:1}body{--d:1;color:red}#i{--e:1}.a{--f:1}p{--g:1}[x]{--h:1}div body{--i:1}", WORDS, 0)
    assert [rule.variables for rule in found if rule.variables] == [(("--a", "3px"), ("--b", "2px")), (("--c", "1"),), (("--d", "1"),)]
    assert all(not name.startswith("--") for rule in found for name, _, _ in rule.declared)


def test_declarations_of_a_style_attribute() -> None:
    assert list(declarations("color : RED; font-weight:bold!important; nonsense; width:3px; --x: Y")) == [
        ("color", "red", False),
        ("font-weight", "bold", True),
        ("--x", "y", False),
    ]
    assert list(declarations("color:" + "x" * 1000)) == []
    assert list(declarations("")) == []


@pytest.mark.parametrize(
    ("query", "applies"),
    [
        ("", True), ("all", True), ("screen", True), ("SCREEN", True), ("only screen", True), ("print", False),
        ("not print", True), ("not all", False),
        ("print, screen", True), ("screen and (min-width: 768px)", True), ("(min-width:1281px)", False), ("(max-width: 600px)", False),
        ("(max-width:1280px)", True), ("(min-width:20em) and (max-width:100em)", True), ("(max-width:40rem)", False), ("(min-width: 100.5em)", False),
        ("not screen and (max-width:600px)", True), ("(orientation:landscape)", False), ("screen and (color)", False), ("(min-width:.px)", False),
        ("(min-width:1.2.3px)", False), ("(min-width:.5px)", True), ("(min-width:)", False),
        ("speech", False), ("(min-width:99999999999999px)", False),
    ],
)  # fmt: skip
def test_media(query: str, applies: bool) -> None:
    assert media_applies(query) is applies
