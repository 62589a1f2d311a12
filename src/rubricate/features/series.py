"""Numbered lines and the series that they make: '3.' between '2.' and '4.', with text in between, is a title; with none, a list."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin

__all__ = ["MAYBE", "SERIES", "series_columns"]

_fast = twin("features._words")
Column = NDArray[np.float32]
_NUMBER = re.compile(
    r"\s*(?P<word>article|section|part|chapter|step|question|art\.|sec\.|§+)?\s*(?P<open>[(\[])?"
    r"(?:(?P<dotted>\d{1,3}(?:\.\d{1,3}){1,4})|(?P<arabic>\d{1,3})|(?P<roman>(?-i:[ivxlcIVXLC]{1,6}))|(?P<letter>[a-z]))(?P<close>[.):\]])?(?=[\s.):\u00a0\-–]|$)",
    re.I,
)
MAYBE = re.compile(
    r"[^a-zA-Z]|.[.):\]]|[ivxlcIVXLC\u0130\u0131]{2,6}[.):\]]|[aA][rR][tT]|[sS][eE][cC]|[pP][aA][rR]|[cC][hH][aA]|[sS][tT][eE]|[qQ][uU][eE]"
)
"""Lines that this does not match begin with no number of any kind; most lines, and it is quick to say so."""
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
SERIES = ("series_form", "series_value", "series_before", "series_after", "series_length", "series_dots")
"""The columns of numbered lines."""


Reading = tuple[str, int]


def series_columns(texts: Sequence[str], maybe: Iterable[int]) -> dict[str, Column]:
    """For numbered lines: the form and the value, how many lines back the value before it stands and how many on the one after it (0: nowhere).

    `maybe`: the lines that MAYBE matches.
    """
    found = np.zeros((len(SERIES), len(texts)), np.float32)
    if _fast is not None:
        _fast.series(texts, maybe, _read, found)
        return dict(zip(SERIES, found, strict=True))
    numbers = {index: number for index in maybe if (number := _read(texts[index])) is not None}
    places: dict[Reading, list[int]] = {}
    for index, (_, _, readings) in numbers.items():
        for reading in readings:
            places.setdefault(reading, []).append(index)
    if numbers:
        lengths = Counter([kind for kind, _ in places])
        rows = [(form, *_standing(index, readings, places, lengths), dots) for index, (form, dots, readings) in numbers.items()]
        found[:, [*numbers]] = np.array(rows, np.float32).T
    return dict(zip(SERIES, found, strict=True))


def _read(text: str) -> tuple[int, int, list[Reading]] | None:
    """How a line is numbered, how many dots that has, and the series that it may be in."""
    number = _NUMBER.match(text, 0, 24)
    if number is None or not (number["word"] or number["close"] or number["dotted"] or number["arabic"]):
        return None
    form = 1 if number["arabic"] else 2 if number["dotted"] else 3 if number["roman"] else 4
    return form, (number["dotted"] or "").count("."), _readings(number)


def _standing(index: int, own: list[Reading], places: dict[Reading, list[int]], lengths: dict[str, int]) -> tuple[int, float, float, int]:
    """The value of a numbered line, how far the ones before and after it are, and how many different values its series has."""
    value, before, after, length = 0, 0.0, 0.0, 0
    for kind, count in own:
        back, on = _near(places.get((kind, count - 1)), index, -1), _near(places.get((kind, count + 1)), index, 1)
        if back or on or not length:
            before, after, length, value = max(before, back), max(after, on), lengths[kind], count
    return value, before, after, length


def _readings(found: re.Match[str]) -> list[Reading]:
    """The series that a numbered line may be in, and its place in them: 'C.' is the third letter, or a hundred."""
    frame = f"{(found['word'] or '').lower()}{found['open'] or ''}{found['close'] or ''}"
    if found["dotted"]:
        above, _, last = found["dotted"].rpartition(".")
        return [(f"{frame} {above}", int(last))]
    if found["arabic"]:
        return [(frame + " 1", int(found["arabic"]))]
    sign = (found["roman"] or found["letter"]).lower()
    case = "A" if (found["roman"] or found["letter"]).isupper() else "a"
    readings = [(f"{frame} {case}", ord(sign) - 96)] if len(sign) == 1 else []
    if found["roman"]:
        readings.append((f"{frame} {case}i", _roman(sign)))
    return readings


def _roman(sign: str) -> int:
    values = [_ROMAN[char] for char in sign]
    return sum([-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True)])


def _near(places: list[int] | None, index: int, way: int) -> float:
    """How many lines away the nearest of some places is on one side; 0 where there is none."""
    if not places:
        return 0.0
    number = bisect_left(places, index)
    if way < 0:
        return float(min(99, index - places[number - 1])) if number else 0.0
    number += number < len(places) and places[number] == index
    return float(min(99, places[number] - index)) if number < len(places) else 0.0
