"""The best chain of matching runs between two sequences of words: the heart of the alignment.

A run is a stretch of words that is the same on both sides, within one gold line and one page line. A chain is a series of runs that goes forward on
both sides. The best chain has the most words; among equals the one that keeps whole lines whole and neighbours together. It is found by dynamic
programming over the runs (not over all pairs of words), with a tree of prefix maxima: n runs take n log n steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Run", "best_chain"]

_NEAR = 8  # how many of the nearest predecessors are tried for the neighbour bonus
_BONUS = 1.0  # for a run that goes on exactly where the one before it ended; less the more words of the page lie between


@dataclass(frozen=True, slots=True)
class Run:
    """Words [gold_start, gold_end) of the gold are words [page_start, page_end) of the page; both lie in one line each."""

    gold_start: int
    gold_end: int
    page_start: int
    page_end: int
    gold_line: int
    page_line: int
    score: float


def best_chain(runs: Sequence[Run], before: tuple[int, int] | None = None, after: tuple[int, int] | None = None) -> list[Run]:
    """The runs of the best chain, in order. `before` and `after` are the (gold, page) words at which the chain's surroundings are already matched."""
    if not runs:
        return []
    runs = sorted(runs, key=lambda run: (run.page_start, run.gold_start, run.page_end))
    by_end = sorted(range(len(runs)), key=lambda index: (runs[index].page_end, index))
    ends = {position: rank for rank, position in enumerate(sorted({run.gold_end for run in runs}), 1)}
    positions = sorted(ends)
    tree = _PrefixMaxima(len(positions))
    touching: dict[int, list[int]] = {}
    scores = [0.0] * len(runs)
    previous = [-1] * len(runs)
    closed = 0
    for index, run in enumerate(runs):
        while closed < len(by_end) and runs[by_end[closed]].page_end <= run.page_start:
            done = by_end[closed]
            tree.add(ends[runs[done].gold_end], scores[done], done)
            touching.setdefault(runs[done].gold_end, []).append(done)
            closed += 1
        best, best_index = tree.best(_rank(positions, run.gold_start))
        if before is not None and before[0] == run.gold_start:
            bonus = _nearness(run.page_start - before[1])
            if bonus > best:
                best, best_index = bonus, -1
        for near in touching.get(run.gold_start, ())[-_NEAR:]:
            score = scores[near] + _nearness(run.page_start - runs[near].page_end)
            if score > best:
                best, best_index = score, near
        scores[index] = best + run.score
        previous[index] = best_index
    return _trace(runs, scores, previous, after)


def _trace(runs: Sequence[Run], scores: list[float], previous: list[int], after: tuple[int, int] | None) -> list[Run]:
    totals = scores
    if after is not None:
        totals = [score + (_nearness(after[1] - run.page_end) if run.gold_end == after[0] else 0.0) for score, run in zip(scores, runs, strict=True)]
    index = max(range(len(runs)), key=lambda at: (totals[at], -at))
    chain = []
    while index >= 0:
        chain.append(runs[index])
        index = previous[index]
    return chain[::-1]


def _nearness(distance: int) -> float:
    return _BONUS / (1.0 + distance / 4.0)


def _rank(positions: list[int], limit: int) -> int:
    """How many of the sorted positions are <= limit."""
    low, high = 0, len(positions)
    while low < high:
        middle = (low + high) // 2
        if positions[middle] <= limit:
            low = middle + 1
        else:
            high = middle
    return low


class _PrefixMaxima:
    """A Fenwick tree: the best score (and whose it is) among the first n positions."""

    def __init__(self, size: int) -> None:
        self.scores = [0.0] * (size + 1)
        self.indices = [-1] * (size + 1)

    def add(self, position: int, score: float, index: int) -> None:
        while position < len(self.scores):
            if score > self.scores[position]:
                self.scores[position] = score
                self.indices[position] = index
            position += position & -position

    def best(self, position: int) -> tuple[float, int]:
        score, index = 0.0, -1
        while position > 0:
            if self.scores[position] > score:
                score, index = self.scores[position], self.indices[position]
            position -= position & -position
        return score, index
