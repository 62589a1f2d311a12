"""Gold lines -> the page lines that they are: the best alignment that goes forward on both sides.

    align(gold, lines)          one Match for every gold line: where it is, how well, or that it was missed
    alignment(gold, lines)      the same below the line: which words of which line are which

What it keeps:
- Best, not first: anchors are chosen by dynamic programming over all candidates (see `chain`), so a title that also stands in a menu, a table of
  contents and a footer is found where its neighbours are.
- Only letters and digits count (see `words`). One gold line may be several page lines (split), several gold lines one page line (merged).
- Coarse to fine: lines and long runs that are rare on both sides first, then shorter and more frequent ones in the gaps between them, so that a
  page costs about as much as its length. Nothing is matched on the strength of a single frequent word.
- What could not be aligned is said, not guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rubricate.learn.chain import Run, best_chain
from rubricate.learn.words import words

__all__ = ["EXACT", "MERGED", "MISSED", "PARTIAL", "SPLIT", "Alignment", "Match", "align", "alignment"]

EXACT, SPLIT, MERGED, PARTIAL, MISSED = "exact", "split", "merged", "partial", "missed"

Prior = Callable[[int, int], float]
"""How much more likely than others a (gold line, page line) pair is that reads the same: a few tenths of a word, to break ties."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a gold line is on the page."""

    gold: int
    lines: tuple[int, ...]  # page lines that hold words of it, in order; empty where it was missed
    kind: str  # EXACT: one line, the same words; SPLIT: several lines; MERGED: a part of one line; PARTIAL: some words are not there; MISSED
    share: float  # of the gold line's words that were found


@dataclass(frozen=True)
class Alignment:
    """Runs of equal words, going forward on both sides, and the words that they are runs of."""

    runs: list[Run]
    gold_sizes: list[int]  # words of every gold line
    line_sizes: list[int]  # words of every page line

    def matches(self) -> list[Match]:
        """One Match for every gold line."""
        found: list[list[Run]] = [[] for _ in self.gold_sizes]
        for run in self.runs:
            found[run.gold_line].append(run)
        return [self._match(gold, runs) for gold, runs in enumerate(found)]

    def _match(self, gold: int, runs: list[Run]) -> Match:
        size = self.gold_sizes[gold]
        share = sum(run.gold_end - run.gold_start for run in runs) / max(1, size)
        lines = tuple(dict.fromkeys(run.page_line for run in runs))
        if share < _FOUND:
            return Match(gold, (), MISSED, share)
        if share < _WHOLE:
            return Match(gold, lines, PARTIAL, share)
        if len(lines) > 1:
            return Match(gold, lines, SPLIT, share)
        inside = sum(run.page_end - run.page_start for run in runs) / max(1, self.line_sizes[lines[0]])
        return Match(gold, lines, EXACT if inside >= _WHOLE else MERGED, share)


_FOUND = 0.3
_WHOLE = 0.95


def align(gold: Sequence[str], lines: Sequence[str]) -> list[Match]:
    """One Match for every gold line."""
    return alignment(gold, lines).matches()


def alignment(gold: Sequence[str], lines: Sequence[str], prior: Prior | None = None) -> Alignment:
    """The best alignment of the words of the gold lines to the words of the page lines."""
    left, right = _Side(gold), _Side(lines)
    runs: list[Run] = []
    for rules in _ROUNDS:
        runs = _fill_gaps(left, right, runs, rules, prior)
    return Alignment(_stretch(left, right, runs), left.sizes, right.sizes)


@dataclass(frozen=True, slots=True)
class _Round:
    """What may become an anchor in one round."""

    least: int  # words of a line that is the same on both sides
    often: int  # how many pairs of places such a line may have
    seed: int  # words of a run that is looked for in lines without a twin
    seeds: int  # how many pairs of places such a run may have
    share: float  # of the shorter line that a run must cover
    both: float = 0.0  # of the longer line that a run must cover


_ROUNDS = (
    _Round(least=4, often=16, seed=8, seeds=4, share=0.0),
    _Round(least=3, often=64, seed=4, seeds=16, share=0.0),
    _Round(least=1, often=400, seed=2, seeds=16, share=0.5),
    _Round(least=1, often=1 << 40, seed=1, seeds=16, share=0.99, both=0.5),
)
_BAND = 4  # how far from the diagonal two lists of very frequent lines are paired


class _Side:
    """Lines as one sequence of words, with the way back to the lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        split = [words(line) for line in lines]
        self.sizes = [len(line) for line in split]
        self.starts = [0, *accumulate(self.sizes)]
        self.words = [word for line in split for word in line]
        self.line = [number for number, size in enumerate(self.sizes) for _ in range(size)]
        self.keys = ["".join(line) for line in split]

    def whole_lines(self, start: int, end: int) -> range:
        """The lines that lie wholly between two words."""
        if start >= end:
            return range(0)
        first = self.line[start]
        first += self.starts[first] < start
        last = self.line[end - 1] + 1
        last -= self.starts[last] > end
        return range(first, last)


def _fill_gaps(left: _Side, right: _Side, runs: list[Run], rules: _Round, prior: Prior | None) -> list[Run]:
    """The runs, with further ones in the gaps between them."""
    filled: list[Run] = []
    gold_at = page_at = 0
    before: tuple[int, int] | None = None
    for index in range(len(runs) + 1):
        run = runs[index] if index < len(runs) else None
        gold_to, page_to = (run.gold_start, run.page_start) if run else (len(left.words), len(right.words))
        if gold_to > gold_at and page_to > page_at:
            found = _candidates(left, right, (gold_at, gold_to), (page_at, page_to), rules, prior)
            filled.extend(best_chain(found, before, (gold_to, page_to) if run else None))
        if run:
            filled.append(run)
            gold_at, page_at = before = (run.gold_end, run.page_end)
    return filled


def _candidates(left: _Side, right: _Side, gold: tuple[int, int], page: tuple[int, int], rules: _Round, prior: Prior | None) -> list[Run]:
    """The runs that may be anchors between two words of the gold and two of the page."""
    twins = _twins(left, right, left.whole_lines(*gold), right.whole_lines(*page), rules, prior)
    with_gold_twin = {run.gold_line for run in twins}
    with_page_twin = {run.page_line for run in twins}
    seeds = _seeds(left, right, gold, page, rules, with_gold_twin, with_page_twin)
    return twins + _grown(left, right, gold, page, rules, seeds)


def _twins(left: _Side, right: _Side, gold: range, page: range, rules: _Round, prior: Prior | None) -> list[Run]:
    """Whole lines that are the same on both sides."""
    places: dict[str, list[int]] = {}
    for line in gold:
        if left.sizes[line] >= rules.least:
            places.setdefault(left.keys[line], []).append(line)
    twins: dict[str, list[int]] = {}
    for line in page:
        if right.keys[line] in places:
            twins.setdefault(right.keys[line], []).append(line)
    runs = []
    for key, lines in twins.items():
        golds = places[key]
        if len(golds) * len(lines) > rules.often:
            continue
        for first, second in _pairs(golds, lines):
            score = left.sizes[first] + 1.0 + (prior(first, second) if prior else 0.0)
            runs.append(Run(*_bounds(left, first), *_bounds(right, second), first, second, score))
    return runs


def _pairs(golds: list[int], lines: list[int]) -> list[tuple[int, int]]:
    """All pairs, or where these are too many those near the two diagonals (counted from the start and from the end)."""
    if len(golds) * len(lines) <= 400:
        return [(gold, line) for gold in golds for line in lines]
    chosen: list[tuple[int, int]] = []
    shift = len(lines) - len(golds)
    for rank, gold in enumerate(golds):
        near = {at for middle in (rank, rank + shift) for at in range(middle - _BAND, middle + _BAND + 1)}
        chosen.extend((gold, lines[at]) for at in sorted(near) if 0 <= at < len(lines))
    return chosen


def _bounds(side: _Side, line: int) -> tuple[int, int]:
    return side.starts[line], side.starts[line + 1]


def _seeds(
    left: _Side, right: _Side, gold: tuple[int, int], page: tuple[int, int], rules: _Round, gold_twins: set[int], page_twins: set[int]
) -> list[tuple[int, int]]:
    """Places (gold word, page word) where the next `rules.seed` words are the same, rare enough, and not in lines that have a twin."""
    places = _grams(left, gold, rules.seed, gold_twins)
    if not places:
        return []
    others = _grams(right, page, rules.seed, page_twins)
    shared = [(places[gram], where) for gram, where in others.items() if gram in places]
    return [(g, p) for here, there in shared if len(here) * len(there) <= rules.seeds for g in here for p in there]


def _grams(side: _Side, between: tuple[int, int], size: int, without: set[int]) -> dict[tuple[str, ...], list[int]]:
    """Runs of `size` words within one line -> the places where they start."""
    places: dict[tuple[str, ...], list[int]] = {}
    text, line = side.words, side.line
    start, end = between
    for at in range(start, end - size + 1):
        if line[at] == line[at + size - 1] and line[at] not in without:
            places.setdefault(tuple(text[at : at + size]), []).append(at)
    return places


def _grown(left: _Side, right: _Side, gold: tuple[int, int], page: tuple[int, int], rules: _Round, seeds: list[tuple[int, int]]) -> list[Run]:
    """The seeds, grown to the longest runs within their two lines, each run once."""
    runs: list[Run] = []
    reached: dict[tuple[int, int, int], int] = {}
    for g, p in sorted(seeds):
        first, second = left.line[g], right.line[p]
        diagonal = (first, second, g - p)
        if reached.get(diagonal, -1) > g:
            continue
        start, end = _grow(left, right, g, p, gold, page)
        reached[diagonal] = end
        length = end - start
        sizes = left.sizes[first], right.sizes[second]
        if length >= rules.share * min(sizes) and length >= rules.both * max(sizes):
            whole = 0.5 * (length == sizes[0]) + 0.5 * (length == sizes[1])
            runs.append(Run(start, end, start - g + p, end - g + p, first, second, length + whole))
    return runs


def _grow(left: _Side, right: _Side, g: int, p: int, gold: tuple[int, int], page: tuple[int, int]) -> tuple[int, int]:
    """The first and the last gold word of the longest equal run through (g, p) within both lines and both bounds."""
    back = min(g - max(gold[0], left.starts[left.line[g]]), p - max(page[0], right.starts[right.line[p]]))
    ahead = min(min(gold[1], left.starts[left.line[g] + 1]) - g, min(page[1], right.starts[right.line[p] + 1]) - p)
    start, end = 0, 0
    while start < back and left.words[g - start - 1] == right.words[p - start - 1]:
        start += 1
    while end < ahead and left.words[g + end] == right.words[p + end]:
        end += 1
    return g - start, g + end


def _stretch(left: _Side, right: _Side, runs: list[Run]) -> list[Run]:
    """The runs, with what goes on from them word by word on both sides: first forward, then backward, into the gaps."""
    stretched: list[Run] = []
    for index, run in enumerate(runs):
        stretched.append(run)
        following = runs[index + 1] if index + 1 < len(runs) else None
        gold_to, page_to = (following.gold_start, following.page_start) if following else (len(left.words), len(right.words))
        g, p = run.gold_end, run.page_end
        while g < gold_to and p < page_to and left.words[g] == right.words[p]:
            g, p = g + 1, p + 1
        stretched.extend(_cut(left, right, run.gold_end, run.page_end, g - run.gold_end))
        if following:
            gold_back, page_back = following.gold_start, following.page_start
            while gold_back > g and page_back > p and left.words[gold_back - 1] == right.words[page_back - 1]:
                gold_back, page_back = gold_back - 1, page_back - 1
            stretched.extend(_within(left, right, (g, gold_back), (p, page_back)))
            stretched.extend(_cut(left, right, gold_back, page_back, following.gold_start - gold_back))
    return stretched


def _cut(left: _Side, right: _Side, g: int, p: int, length: int) -> list[Run]:
    """A run over several lines as runs within one line each."""
    runs = []
    while length > 0:
        first, second = left.line[g], right.line[p]
        step = min(length, left.starts[first + 1] - g, right.starts[second + 1] - p)
        runs.append(Run(g, g + step, p, p + step, first, second, float(step)))
        g, p, length = g + step, p + step, length - step
    return runs


_SMALL = 4_000  # pairs of words in a gap inside one line that are compared one by one


def _within(left: _Side, right: _Side, gold: tuple[int, int], page: tuple[int, int]) -> list[Run]:
    """The longest common subsequence of a small gap inside one gold line and one page line: words that were edited, joined or left out."""
    rows, columns = gold[1] - gold[0], page[1] - page[0]
    if rows <= 0 or columns <= 0 or rows * columns > _SMALL:
        return []
    if left.line[gold[0] - 1] != left.line[gold[1]] or right.line[page[0] - 1] != right.line[page[1]]:
        return []
    lengths = _common(left.words[gold[0] : gold[1]], right.words[page[0] : page[1]])
    runs, row, column = [], 0, 0
    first, second = left.line[gold[0]], right.line[page[0]]
    while row < rows and column < columns:
        g, p = gold[0] + row, page[0] + column
        if left.words[g] == right.words[p]:
            runs.append(Run(g, g + 1, p, p + 1, first, second, 1.0))
            row, column = row + 1, column + 1
        elif lengths[row + 1][column] >= lengths[row][column + 1]:
            row += 1
        else:
            column += 1
    return runs


def _common(gold: list[str], page: list[str]) -> list[list[int]]:
    """lengths[i][j]: words in the longest common subsequence of gold[i:] and page[j:]."""
    lengths = [[0] * (len(page) + 1) for _ in range(len(gold) + 1)]
    for i in range(len(gold) - 1, -1, -1):
        below, here = lengths[i + 1], lengths[i]
        for j in range(len(page) - 1, -1, -1):
            here[j] = below[j + 1] + 1 if gold[i] == page[j] else max(below[j], here[j + 1])
    return lengths
