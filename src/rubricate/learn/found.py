"""Where the gold is on the page, segment by segment: the alignment, and for gold out of order what is left over of it, aligned again.

In the first round the order of both sides supports every match. In later rounds it does not, so only long runs, whole lines, and short whole
lines that follow each other are taken.
"""

from __future__ import annotations

from rubricate.learn.align import Alignment, alignment
from rubricate.learn.chain import Run
from rubricate.learn.corpora import GoldLine
from rubricate.learn.words import words
from rubricate.types import TITLE, Segments

__all__ = ["AROUND", "Found", "lettered"]

AROUND = frozenset(("nav", "header", "footer", "aside"))
"""The regions around the text."""

_ROUNDS = 4
_OUT_OF_ORDER_GROUP = 4  # words of short whole lines that follow each other out of order
_OUT_OF_ORDER_LINE = 3  # words of a whole line that is found out of order
_OUT_OF_ORDER_RUN = 6  # words of any run that is found out of order
_NEAR = 3  # segments between short lines that follow each other


class Found:
    """Where the gold is on the page: for every segment the share of its words that is gold, the gold line that has most of them, and the round."""

    def __init__(self, gold: list[GoldLine], segments: Segments, repeat: bool) -> None:
        self.gold = gold
        self.coverage = [0.0] * len(segments)
        self.line = [-1] * len(segments)
        self.only = [False] * len(segments)  # the segment is one whole gold line and nothing else
        self.round = [0] * len(segments)
        self.share = [0.0] * len(gold)
        self.sizes: list[int] = []
        golds, lines = list(range(len(gold))), list(range(len(segments)))
        for number in range(_ROUNDS if repeat else 1):
            found = self._align(golds, lines, segments)
            if not number:
                self.sizes = found.line_sizes
            if not self._take(found, golds, lines, number):
                break
            golds = [index for index in golds if self.share[index] < 0.5]
            lines = [index for index in lines if self.coverage[index] == 0.0]
        self._lone_titles(segments)

    def _lone_titles(self, segments: Segments) -> None:
        """A title that no round found, and that is one line of the page, once, is that line, wherever it stands."""
        wanted = {"".join(words(self.gold[at].text)): at for at, share in enumerate(self.share) if share < 0.3 and self.gold[at].label == TITLE}
        places: dict[str, list[int]] = {}
        for index, text in enumerate(segments.text if wanted else ()):
            key = "".join(words(text))
            if key in wanted:
                places.setdefault(key, []).append(index)
        for key, found in places.items():
            if len(found) == 1 and self.coverage[found[0]] == 0.0:
                self.share[wanted[key]] = self.coverage[found[0]] = 1.0
                self.line[found[0]], self.only[found[0]], self.round[found[0]] = wanted[key], True, 1

    def _align(self, golds: list[int], lines: list[int], segments: Segments) -> Alignment:
        def prior(first: int, second: int) -> float:
            state = segments.state[lines[second]]
            heading = 0.8 if state.heading and self.gold[golds[first]].label in (TITLE, "") else 0.0
            return heading - (0.5 if state.hidden else 0.0) - (0.2 if state.region in AROUND else 0.0)

        return alignment([self.gold[index].text for index in golds], [segments.text[index] for index in lines], prior)

    def _take(self, found: Alignment, golds: list[int], lines: list[int], number: int) -> bool:
        """Note what an alignment found; in later rounds only whole lines and long runs, since the order no longer supports them."""
        counts: dict[int, dict[int, int]] = {}
        runs = _supported(found, golds, lines) if number else found.runs
        for run in runs:
            length = run.page_end - run.page_start
            whole = _is_whole(found, run)
            segment, gold = lines[run.page_line], golds[run.gold_line]
            self.share[gold] += (run.gold_end - run.gold_start) / max(1, found.gold_sizes[run.gold_line])
            self.coverage[segment] += length / max(1, found.line_sizes[run.page_line])
            self.only[segment] = self.only[segment] or whole
            self.round[segment] = number
            counts.setdefault(segment, {}).setdefault(gold, 0)
            counts[segment][gold] += length
        for segment, tally in counts.items():
            self.line[segment] = max(tally, key=lambda gold: (tally[gold], -gold))
        return bool(runs)


def _supported(found: Alignment, golds: list[int], lines: list[int]) -> list[Run]:
    """Of runs that are out of order, those that stand on their own: long ones, whole lines, or short whole lines that follow each other."""
    kept: list[Run] = []
    group: list[Run] = []
    for run in [*found.runs, None]:
        near = run and group and golds[run.gold_line] - golds[group[-1].gold_line] <= 2 and lines[run.page_line] - lines[group[-1].page_line] <= _NEAR
        if not near:
            together = len(group) > 1 and sum(member.page_end - member.page_start for member in group) >= _OUT_OF_ORDER_GROUP
            kept.extend(member for member in group if _stands(found, member, together))
            group = []
        if run:
            group.append(run)
    return kept


def _stands(found: Alignment, run: Run, together: bool) -> bool:
    least = (1 if together else _OUT_OF_ORDER_LINE) if _is_whole(found, run) else _OUT_OF_ORDER_RUN
    return run.page_end - run.page_start >= least


def _is_whole(found: Alignment, run: Run) -> bool:
    """The run is a whole line on both sides."""
    return run.page_end - run.page_start == found.line_sizes[run.page_line] and run.gold_end - run.gold_start == found.gold_sizes[run.gold_line]


def lettered(text: str) -> bool:
    """The text has a letter or a digit."""
    return any(character.isalnum() for character in text)
