"""Numbered lines and the series that they make: '3.' between '2.' and '4.', with text in between, is a title; with none, a list."""

from __future__ import annotations

import re
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments

__all__ = ["series_columns"]

Column = NDArray[np.float32]
_NUMBER = re.compile(
    r"\s*(?P<word>article|section|part|chapter|step|question|art\.|sec\.|§+)?\s*(?P<open>[(\[])?"
    r"(?:(?P<dotted>\d{1,3}(?:\.\d{1,3}){1,4})|(?P<arabic>\d{1,3})|(?P<roman>[ivxlc]{1,6})|(?P<letter>[a-z]))(?P<close>[.):\]])?(?=[\s.):\u00a0\-–]|$)",
    re.I,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_NAMES = ("series_form", "series_value", "series_before", "series_after", "series_length", "series_dots")


def series_columns(segments: Segments) -> dict[str, Column]:
    """For numbered lines: the form and the value, how many lines back the value before it stands and how many on the one after it (0: nowhere)."""
    count = len(segments)
    columns = {name: np.zeros(count, np.float32) for name in _NAMES}
    readings: list[list[tuple[str, int]]] = [[] for _ in range(count)]
    places: dict[tuple[str, int], list[int]] = {}
    for index, text in enumerate(segments.text):
        found = _readings(text[:24], columns, index)
        readings[index] = found
        for reading in found:
            places.setdefault(reading, []).append(index)
    lengths: dict[str, int] = {}
    for form, _ in places:
        lengths[form] = lengths.get(form, 0) + 1
    for index in range(count):
        for form, value in readings[index]:
            before, after = _near(places.get((form, value - 1)), index, -1), _near(places.get((form, value + 1)), index, 1)
            if before or after or not columns["series_length"][index]:
                columns["series_before"][index] = max(columns["series_before"][index], before)
                columns["series_after"][index] = max(columns["series_after"][index], after)
                columns["series_length"][index] = lengths[form]
                columns["series_value"][index] = value
    return columns


def _readings(head: str, columns: dict[str, Column], index: int) -> list[tuple[str, int]]:
    found = _NUMBER.match(head)
    if found is None or not (found["word"] or found["close"] or found["dotted"] or found["arabic"]):
        return []
    frame = f"{(found['word'] or '').lower()}{found['open'] or ''}{found['close'] or ''}"
    columns["series_form"][index] = 1 if found["arabic"] else 2 if found["dotted"] else 3 if found["roman"] else 4
    if found["dotted"]:
        parts = found["dotted"].split(".")
        columns["series_dots"][index] = len(parts) - 1
        return [(f"{frame} {'.'.join(parts[:-1])}", int(parts[-1]))]
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
