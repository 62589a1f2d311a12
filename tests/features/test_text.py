"""The measures of a line's own text, by hand."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rubricate.page
import rubricate.segments
from rubricate.features.text import _DATE, Texts, text_columns


def measured(*lines: str, title: str = "") -> dict[str, list[float]]:
    html = f"<title>{title}</title>" + "".join(f"<p>{line}</p>" for line in lines)
    page = rubricate.page.read(html)
    columns = text_columns(Texts(rubricate.segments.of(page).text), page.title)
    return {name: [round(float(value), 4) for value in column] for name, column in columns.items()}


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("Four words are here", "words", 4),
        ("四個字的行", "words", 3),  # one, and two characters for each further one
        ("It ends.", "ending", 1),
        ("It asks?", "ending", 3),
        ("It goes on:", "ending", 4),
        ("It stops", "ending", 10),
        ("One. Two? Three.", "sentences", 3),
        ("a, b, c", "commas", 2),
        ("ALL CAPITALS", "capitals", 1),
        ("no capitals", "capitals", 0),
        ("Some Capitals here now", "capitals", 0.495),
        ("ÉCOLE ÉTÉ", "capitals", 1),
        ("École été", "capitals", 0.495),
        ("12 of 34", "digits", 0.5),
        ("Capital", "first", 1),
        ("small", "first", 2),
        ("9 lives", "first", 3),
        ("中文", "first", 4),
        ("3.1 Numbered", "numbered", 1),
        ("(a) numbered", "numbered", 1),
        ("Article IV", "numbered", 1),
        ("Numbered not", "numbered", 0),
        ("In 2019", "date", 1),
        ("12345", "date", 0),
        ("write to a@b.example", "address", 1),
        ("see www.example.org", "address", 1),
        ("and/or", "address", 0),
        ("© Acme", "signs", 1),
        ("Home › News", "signs", 1),
        ("f(x)", "brackets", 1),
        ("Name: value", "early_colon", 1),
    ],
)
def test_a_measure(line: str, name: str, value: float) -> None:
    assert measured(line)[name] == [value]
    assert measured("Something else before it", line, "中文 and after it")[name][1] == value, "what stands around a line does not change it"


def test_lines_that_come_again_are_counted() -> None:
    assert measured("More", "Text", "More")["repeats"] == [2, 1, 2]


def test_the_page_title() -> None:
    found = measured("Terms of use", "About terms", "Elsewhere", title="Terms of use of Acme")
    assert found["in_title"] == [2, 0.5, 0]


@given(st.lists(st.text(min_size=1), min_size=1, max_size=6))
def test_any_text_is_measured(lines: list[str]) -> None:
    found = measured(*[line.replace("<", "(").replace("&", "+") for line in lines])
    assert len({len(column) for column in found.values()}) == 1
    assert all(0 <= value <= 1 for name in ("capitals", "digits", "date", "address", "signs", "brackets") for value in found[name])


@given(st.text(alphabet="0129/.:a ٣", max_size=14))
def test_dates_are_found_wherever_they_stand(text: str) -> None:
    plain = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d[/.:]\d\d(?!\d)")
    assert (_DATE.search(text) is None) == (plain.search(text) is None)


def test_lines_of_the_same_text_have_the_same_measures() -> None:
    found = measured("Home", "News of the day", "Home", title="Home")
    assert found["repeats"] == [2, 1, 2]
    assert found["chars"] == [4, 15, 4]
    assert found["in_title"] == [2, 0, 2]


def test_lines_that_the_page_is_described_by() -> None:
    told = "This page tells you all about the making of pens, and of ink"
    lines = (f"{told} too. And more.", told, "pens", "It tells you nothing about the making of ink")
    html = f"<meta name=description content='{told} too.'>" + "".join(f"<p>{line}</p>" for line in lines)
    page = rubricate.page.read(html)
    found = text_columns(Texts(rubricate.segments.of(page).text), page.title, page.description or "")
    assert found["described"].tolist() == [1.0, 1.0, 0.0, 0.0]
