"""Numbers in front of lines and the series that they make."""

from __future__ import annotations

from rubricate import page, segments
from rubricate.features.series import series_columns


def of(*lines: str) -> dict[str, list[float]]:
    found = series_columns(segments.of(page.read("".join(f"<p>{line}" for line in lines))))
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
