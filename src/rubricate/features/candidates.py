"""Which element holds the article: paragraphs vote for the elements around them.

The idea is that of the reading modes of browsers (Arc90's Readability and what came of it): every paragraph gives its points (length, commas) to the
elements around it, fewer the farther they are; tags and names speak for or against an element; links count against it; the one with most points holds
the article, and brothers of it that have a good share of its points belong to it. Here nothing is cut by that: it is one more thing to go by.
"""

from __future__ import annotations

from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.names import Names
from rubricate.features.place import Place, sums
from rubricate.features.subjects import AGAINST, FOR

__all__ = ["CANDIDATES", "candidate_columns"]

_fast = twin("features._columns")
Column = NDArray[np.float32]
Points = NDArray[np.float64]
CANDIDATES = ("winner", "winner_steps", "points", "points_near", "page_points", "page_rival")
_SHORTEST = 25
"""Characters of a line that votes."""
_SHARES = (1.0, 1 / 2, 1 / 6, 1 / 9, 1 / 12)
"""Of a paragraph's points, for the element around it, the one around that, and so on."""
_NAMED = 25.0
_BY_TAG = {"div": 5.0, "pre": 3.0, "td": 3.0, "blockquote": 3.0, "article": 8.0, "main": 5.0} | dict.fromkeys(
    ("address", "ol", "ul", "dl", "dd", "dt", "li", "form", "aside", "nav", "footer"), -3.0
)
_BROTHER, _LEAST = 0.2, 10.0
"""The share of the winner's points, and the points, from which a brother belongs to it."""


def candidate_columns(place: Place, found: dict[str, Column]) -> dict[str, Column]:
    """Whether a line is in the winner (2) or in a brother that belongs to it (1); the points of the elements around it, as shares of the winner's."""
    count = len(place.blocks)
    if _fast is not None and count:
        return _compiled(place, found)
    points = _points(place, found)
    winner = int(points.argmax()) if count else 0
    most = float(points[winner]) if count else 0.0
    zero = np.zeros(count, np.float32)
    if most <= 0:
        return dict.fromkeys(CANDIDATES, zero)
    inside = zero.copy()
    brothers = np.flatnonzero((place.parents == place.parents[winner]) & (points >= max(_LEAST, _BROTHER * most)))
    for row in brothers.tolist():
        inside[place.low[row] : place.high[row]] = 1.0
    low, high = int(place.low[winner]), int(place.high[winner])
    inside[low:high] = 2.0
    around = points[place.above]  # one row a step up
    others = points[(place.high <= low) | (place.low >= high)]
    return {
        "winner": inside,
        "winner_steps": np.where(inside == 2, np.maximum(0, place.depth[place.blocks] - place.depth[winner]), -1).astype(np.float32),
        "points": (around.max(axis=0) / most).astype(np.float32),
        "points_near": (around[:3].max(axis=0) / most).astype(np.float32),
        "page_points": np.full(count, np.log1p(most), np.float32),
        "page_rival": np.full(count, float(others.max(initial=0.0)) / most, np.float32),
    }


_OF_STEPS = np.array(_SHARES, np.float32)


def _compiled(place: Place, found: dict[str, Column]) -> dict[str, Column]:
    """The same columns, by the compiled twin."""
    count, names = len(place.blocks), place.names
    table = np.empty((len(CANDIDATES), count), np.float32)
    of_rows, of_lines = (place.parents, place.low, place.high, place.depth), (place.blocks, place.above)
    columns = (found["chars"], found["linked"], found["hidden"], found["control"], found["commas"])
    named, spelt = (names.rows, names.numbers), (names.tags, names.speak_of(FOR), names.speak_of(AGAINST))
    bars = (_LEAST, _BROTHER, _SHORTEST)
    most, rival = _fast.winner(of_rows, of_lines, columns, named, spelt, _BY_TAG, _NAMED, _OF_STEPS, bars, table)
    if most <= 0:
        return dict.fromkeys(CANDIDATES, np.zeros(count, np.float32))
    table[-2], table[-1] = np.log1p(most), rival / most
    return dict(zip(CANDIDATES, table, strict=True))


def _points(place: Place, found: dict[str, Column]) -> Points:
    """The points of every row of the tree; 0 where none were given, or no more than nought are left."""
    rows = len(place.parents)
    chars, linked = found["chars"], found["linked"]
    votes = (chars >= _SHORTEST) & (found["hidden"] < 3) & (found["control"] == 0)
    own = np.where(votes, 1.0 + np.minimum(found["commas"], 20) + np.minimum(chars // 100, 3), 0.0)
    points = np.zeros(rows)
    for step, share in enumerate(_SHARES, start=1):
        inner = place.above[step] != place.above[step - 1]  # the root is in nothing
        points += np.bincount(place.above[step][inner], weights=own[inner] * share, minlength=rows)
    voted = np.flatnonzero(points)
    if not len(voted):
        return points
    points[voted] += _worth(place.names)[place.names.numbers[np.searchsorted(place.names.rows, voted)]]
    for_links, length = sums(chars * linked), sums(chars)
    low, high = place.low[voted], place.high[voted]
    points[voted] *= 1.0 - (for_links[high] - for_links[low]) / np.maximum(1.0, length[high] - length[low])
    return np.maximum(points, 0.0)


def _worth(names: Names) -> Points:
    """What the tags and the names of elements say for or against them, once a spelling."""
    worth = np.fromiter(map(_BY_TAG.get, names.tags, repeat(0.0)), np.float64, len(names.tags))
    worth += _NAMED * names.speak_of(FOR)
    worth -= _NAMED * names.speak_of(AGAINST)
    return worth
