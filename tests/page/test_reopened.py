from __future__ import annotations

import random

import pytest
from turbohtml.saxparse import SaxHandler, sax_parse

from hostile import GROWING
from rubricate.errors import TooBig
from rubricate.page.census import check
from rubricate.page.limits import Limits
from rubricate.page.reopened import FORMATTING, REOPENED, reopened

BLOCKS = "<p>x" * 10


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        ("<p>x", 0),
        ("<b>", 10),
        ("<b></b>", 0),
        ("<B></b><i></I>", 0),
        ("</b></b><b>", 10),  # stray end tags close nothing that follows
        ("<i></b>", 10),
        ("<a href=1><a href=2>", 10),
        ("<a><a></a>", 0),
        ("<b>" * 7, 30),  # of those that are the same, the last three
        ("<b>" * 7 + "</b>" * 3, 0),
        ("<b a=1>" + "<b>" * 4 + "</b>" * 4, 10),  # the fourth end is that of an element that is no longer opened again
        ("<b a=1><b a=2><b a=3><b a=4>", 40),
        ("<b c='>'></b>", 0),
        ("<b><!--</b>-->", 10),
        ("<b><!--></b>-->", 0),
        ("<b><i title='</b>'></i>", 10),
        ("<b><i title=a'></b></i>", 2),  # misnested: counted as if both were opened again
        ("<b><script></b></script>", 10 + 2),
        ("<b><script><!--<script></script></b>--></script>", 10 + 2),
        ("<b><script><!--<script>--></script></b>", 2),
        ("<b><textarea></b></TEXTAREA >", 10 + 2),
        ("<b><table><td></b></table>", 10 + 3),
        ("<table><td><b></td></table>", 1),  # formatting ends with its cell
        ("<table><td><b><td><b><tr><td></table>", 2),
        ("<td><b></td>", 11),  # which must be one
        ("<b><object></b></object>", 10 + 2),
        ("<b><select></b></select>", 10 + 2),
        ("<b>" + "<div>" * 7 + "</b>", 7),
        ("<b>" + "<div>" * 8 + "</b>", 8 + 10),  # the parser gives up there
        ("<b", 0),  # goes on: <b<p>
        ("<b <b ", 9),  # one tag, up to the '>' of the first block
    ],
)
def test_what_is_opened_again(html: str, rows: int) -> None:
    assert reopened(html + BLOCKS)[0] == rows


def test_no_more_are_opened_again_than_the_parser_opens() -> None:
    assert reopened("".join(f"<b a={number}>" for number in range(1000)) + "<p>")[0] == REOPENED


def test_the_weight_is_that_of_the_attributes() -> None:
    assert reopened("<b" + " a" * 300 + ">" + BLOCKS)[1] == 6000
    assert reopened("<a href=12345></a>" + BLOCKS)[1] == 0


def test_the_message_has_the_numbers() -> None:
    with pytest.raises(TooBig, match=r"1,200,400 characters; the limit for its size is 418,416"):
        check("<b " + "x" * 3000 + ">" + "<p>x" * 400, Limits())
    many = "".join(f"<b a={number}>" for number in range(450))
    with pytest.raises(TooBig, match=r"begin again 450,000 times; the limit for its size is 288,"):
        check(many + "<p>" * 1000, Limits())


@pytest.mark.parametrize("name", [name for name in GROWING if name.startswith("reopened")])
def test_attacks_are_refused_before_they_are_parsed(name: str) -> None:
    with pytest.raises(TooBig):
        check(GROWING[name](100_000).decode(), Limits())


class Copies(SaxHandler):
    def __init__(self) -> None:
        self.count = 0

    def start_element(self, tag: str, attributes: tuple[tuple[str, str], ...]) -> None:
        self.count += tag in FORMATTING and ("copied", "") in attributes


def test_the_parser_opens_no_more_than_is_counted() -> None:
    names = "p div li td tr th ul table object select svg math template span x title script textarea tbody caption button hr desc".split()
    signs = ["x", "<!--", "-->", "<p a='", "'", '"', "<p =", ">", "<!", "</"]
    picker = random.Random(5)

    def piece() -> str:
        name = picker.choice(FORMATTING[:5] if picker.random() < 0.5 else names)
        return picker.choice([f"<{name}>", f"</{name}>", f"</{name}>x", picker.choice(signs)])

    for _ in range(3000):
        before, after, again = ("".join(piece() for _ in range(picker.randrange(1, 9))) for _ in range(3))
        html = f"{before}<{picker.choice(FORMATTING[:5])} copied>{after}" + picker.choice(["<p>x", "</span>x", "<tr>x", again]) * 50
        copies = Copies()
        sax_parse(html, copies)
        assert (copies.count - 1) * len(" copied") <= reopened(html)[1] + 100, html
