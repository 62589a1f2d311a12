from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricate.outline.numbering import Number, numbers, parse


@pytest.mark.parametrize(
    ("text", "form", "values"),
    [
        ("1. Scope", "d.", (1,)),
        ("12) Scope", "d)", (12,)),
        ("(3) Scope", "(d)", (3,)),
        ("1.1 Scope", "d.d.", (1, 1)),
        ("1.1. Scope", "d.d.", (1, 1)),
        ("10.2.3.1 Scope", "d.d.d.d.", (10, 2, 3, 1)),
        ("1.Scope", "d.", (1,)),
        ("3 Your rights", "d ", (3,)),
        ("(a) scope", "(a)", (1,)),
        ("B. Scope", "A.", (2,)),
        ("iv. scope", "i.", (4,)),
        ("XIV. Scope", "I.", (14,)),
        ("Article 5", "article d", (5,)),
        ("ARTICLE IV - Scope", "article roman", (4,)),
        ("Section 2.3: Scope", "section d.d", (2, 3)),
        ("Part III", "part roman", (3,)),
        ("§ 3 Geltung", "§ d", (3,)),
        ("Artikel 7 Geltung", "artikel d", (7,)),
        ("Раздел 2", "раздел d", (2,)),
        ("第一章 总则", "第章", (1,)),
        ("第十二条 适用", "第条", (12,)),
        ("二十三、适用", "一、", (23,)),
        ("（三）适用", "（一）", (3,)),
        ("２．適用", "d．", (2,)),
    ],
)
def test_forms_and_values(text: str, form: str, values: tuple[int, ...]) -> None:
    assert (parse(text)[0].form, parse(text)[0].values) == (form, values)


@pytest.mark.parametrize(
    "text",
    ["", "Scope", "90 days", "2018 report", "I agree", "A thing", "e.g. this", "i.e. that", "partner i", "12/05/2018", "24/7 support", "3D", "第一"],
)
def test_what_is_no_number(text: str) -> None:
    assert parse(text) == ()


def read(*texts: str) -> list[tuple[str, int] | None]:
    return [number and (number.form, number.value) for number in numbers(texts)]


def test_letters_or_romans_by_the_series() -> None:
    assert read("(g) x", "(h) x", "(i) x", "(j) x")[2] == ("(a)", 9)
    assert read("(i) x", "(ii) x", "(iii) x")[0] == ("(i)", 1)
    assert read("C. x")[0] == ("A.", 3)
    assert read("IV. x", "V. x", "VI. x") == [("I.", 4), ("I.", 5), ("I.", 6)]
    assert read("I. x", "A. x", "B. x", "C. x", "II. x", "D. x") == [("I.", 1), ("A.", 1), ("A.", 2), ("A.", 3), ("I.", 2), ("A.", 4)]


def test_a_second_number_corrects_the_first() -> None:
    assert read("(h) x", "(i) x", "(ii) x", "(i) x") == [("(a)", 8), ("(i)", 1), ("(i)", 2), ("(a)", 9)]


def test_inside_and_follows() -> None:
    one, one_two, one_three, two_one = (parse(text)[0] for text in ("1. x", "1.2 x", "1.3 x", "2.1 x"))
    assert one_two.inside(one)
    assert not two_one.inside(one)
    assert one_three.follows(one_two)
    assert not two_one.follows(one_two)
    assert not one_three.follows(one)


@given(st.text(max_size=60))
def test_any_text_has_honest_readings(text: str) -> None:
    for number in parse(text):
        assert isinstance(number, Number)
        assert number.values
        assert 0 < number.end <= len(text)


@pytest.mark.parametrize("text", ["1." * 5000, "(" * 9999, "iv" * 5000, "第" + "一" * 9999, "article " * 2000, " " * 99999 + "1."])
def test_long_starts_are_cheap(text: str) -> None:
    start = time.process_time()
    for _ in range(100):
        parse(text)
    assert time.process_time() - start < 0.2
