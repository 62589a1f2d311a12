"""Numbers in front of lines and the series that they make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricate import page, segments
from rubricate.features.series import _NUMBER, MAYBE, series_columns
from rubricate.features.text import _NUMBERED


def of(*lines: str) -> dict[str, list[float]]:
    texts = segments.of(page.read("".join(f"<p>{line}" for line in lines))).text
    found = series_columns(texts, range(len(texts)))
    return {name: column.tolist() for name, column in found.items()}


def test_numbers_with_text_between_them() -> None:
    found = of("1. One", "text", "2. Two", "text", "3. Three")
    assert found["series_before"] == [0, 0, 2, 0, 2]
    assert found["series_after"] == [2, 0, 2, 0, 0]
    assert found["series_length"][0] == 3


def test_roman_numbers_and_letters_are_told_apart_by_the_series() -> None:
    assert of("I. A", "II. B", "III. C")["series_value"] == [1, 2, 3]
    assert of("h) x", "i) y", "j) z")["series_before"] == [0, 1, 1]


def test_dotted_numbers_count_within_their_section() -> None:
    found = of("1.1 a", "1.2 b", "2.1 c")
    assert found["series_after"] == [1, 0, 0]
    assert found["series_dots"] == [1, 1, 1]


def test_words_are_not_numbers() -> None:
    found = of("A dog", "I am", "in all", "2020 was a year")
    assert found["series_length"][:3] == [0, 0, 0]


def test_sections_and_articles() -> None:
    assert of("Article 1 Scope", "x", "Article 2 Fees")["series_after"] == [2, 0, 0]


_WORDS = ("", " ", "Article ", "SECTION ", "part", "Chapter ", "step ", "queſtion ", "ſtep ", "art.", "Sec. ", "iı", "XIV")


@given(st.sampled_from(_WORDS), st.text(alphabet="ivxAabſıİ12.): (]§第", min_size=1, max_size=8))
def test_no_number_is_passed_over(word: str, rest: str) -> None:
    text = word + rest
    number = _NUMBER.match(text, 0, 24)
    counts = number is not None and any(number[part] for part in ("word", "close", "dotted", "arabic"))
    if counts or _NUMBERED.match(text):
        assert MAYBE.match(text)
    assert all(len(column) == 1 for column in series_columns([text], [0]).values())


@pytest.mark.parametrize("text", ["ı. foo", "İ. foo", "(ı) x", "section ıv x"])
def test_dotless_letters_are_no_roman_numbers(text: str) -> None:
    assert series_columns([text], [0])["series_form"][0] != 3
