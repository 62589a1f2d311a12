"""Titles -> levels."""

from __future__ import annotations

from collections.abc import Sequence

from rubricate.types import Segments


def levels(segments: Segments, titles: Sequence[int], names: Sequence[str]) -> list[int]:
    """The level of every title (1 = top), without gaps."""
    return gapless([segments.state[index].heading or 7 for index in titles])


def gapless(ranks: Sequence[int]) -> list[int]:
    """Ranks (smaller = higher) -> levels 1..n: a title's parent is the nearest earlier one of a smaller rank, its level the parent's + 1."""
    path: list[int] = []
    answer = []
    for rank in ranks:
        while path and path[-1] >= rank:
            path.pop()
        path.append(rank)
        answer.append(len(path))
    return answer
