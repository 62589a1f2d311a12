"""Labelled lines -> the tables of word evidence; and the evidence of a page's lines as if that page had not been among them.

A word that stands on one site only would tell the model that site's labels by heart. So a word must stand on several pages, and the columns of a
training page are worked out with the page's own counts taken away.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rubricate.features.evidence import Evidence, class_odds, named_columns, under_columns, words_odds
from rubricate.learn.gather import Sheet
from rubricate.learn.kinds import TEACHER
from rubricate.types import BOILERPLATE, LABELS, MISC, TITLE

__all__ = ["Counts", "count", "left_out"]

_TITLE, _MISC, _REST = LABELS.index(TITLE), LABELS.index(MISC), LABELS.index(BOILERPLATE)
_SMOOTH = 6.0
LEAST_PAGES = {"words": 12, "classes": 6}
MOST_ENTRIES = {"words": 5000, "classes": 2500}
Tally = list[float]  # kept, removed, titles, pages; kept where lines of no section are told apart, and such lines
Three = tuple[float, float, float]
_NONE = (0.0,) * 6


@dataclass
class Counts:
    """How often each word stands in lines that are kept, removed, titles, of no section; and on how many pages."""

    words: dict[str, Tally] = field(default_factory=dict)
    classes: dict[str, Tally] = field(default_factory=dict)
    total: Tally = field(default_factory=lambda: [*_NONE])

    def evidence(self) -> Evidence:
        """The tables, of words on enough pages; the commonest ones where there are too many."""
        return Evidence(*(self._table(kind) for kind in ("words", "classes")))

    def _table(self, kind: str, less: Counts | None = None, only: Iterable[str] | None = None) -> dict[str, Three]:
        tallies: dict[str, Tally] = getattr(self, kind)
        if only is None:
            often = [word for word, tally in tallies.items() if tally[3] >= LEAST_PAGES[kind]]
            only = sorted(often, key=lambda word: (-tallies[word][3], word))[: MOST_ENTRIES[kind]]
        own: Mapping[str, Tally] = getattr(less, kind) if less is not None else {}
        table = {}
        for word in only:
            # a disguised copy may count a little otherwise than the page itself did
            kept, removed, titles, pages, told, misc = (max(0.0, a - b) for a, b in zip(tallies[word], own.get(word, _NONE), strict=True))
            if pages >= LEAST_PAGES[kind] - (1 if less is not None else 0):
                table[word] = (
                    _odds(kept, removed, self.total[0], self.total[1]),
                    _odds(min(titles, kept), kept - min(titles, kept), self.total[2], self.total[0] - self.total[2]),
                    _odds(min(misc, told), told - min(misc, told), self.total[5], self.total[4] - self.total[5]),
                )
        return table


def _odds(these: float, others: float, usual: float, against: float) -> float:
    """How much more often a word stands in these lines than in others than words do on the whole, as log odds; nearer to nought for rare words."""
    ratio = (usual + 1) / (against + 1)
    odds = math.log((these + _SMOOTH * ratio / (1 + ratio)) / (others + _SMOOTH / (1 + ratio))) - math.log(ratio)
    return round(max(-5.0, min(5.0, odds)), 2)


def count(sheets: Iterable[Sheet]) -> Counts:
    """Count words over sheets; a disguised copy of a page is not counted."""
    counts = Counts()
    for sheet in sheets:
        if sheet.disguise == "":
            _add(counts, sheet)
    return counts


def _add(counts: Counts, sheet: Sheet) -> None:
    pages: dict[str, set[str]] = {"words": set(), "classes": set()}
    for index, (label, sure) in enumerate(zip(sheet.labels.tolist(), sheet.sure.tolist(), strict=True)):
        if sure < 0.5:
            continue
        told = sheet.corpus == TEACHER and label != _REST
        places = [1 if label == _REST else 0, *([2] if label == _TITLE else []), *([4] if told else []), *([5] if told and label == _MISC else [])]
        for place in places:
            counts.total[place] += sure
        own, around = sheet.classes[index]
        for kind, words in (("words", set(sheet.words[index])), ("classes", {*own, *around})):
            tallies: dict[str, Tally] = getattr(counts, kind)
            for word in words:
                tally = tallies.get(word)
                if tally is None:
                    tally = tallies[word] = [*_NONE]
                for place in places:
                    tally[place] += sure
            pages[kind] |= words
    for kind, words in pages.items():
        tallies = getattr(counts, kind)
        for word in words:
            tallies[word][3] += 1


def left_out(sheet: Sheet, counts: Counts, known: Evidence, is_counted: bool) -> dict[str, NDArray[np.float32]]:
    """The evidence columns of a sheet; where its page was counted, as if it had not been."""
    words, classes = known.words, known.classes
    if is_counted:
        own = Counts()
        _add(own, sheet)
        words = _less(counts, own, "words", known.words)
        classes = _less(counts, own, "classes", known.classes)
    found = named_columns(
        [words_odds(line, words) for line in sheet.words],
        [class_odds(mine, theirs, classes) for mine, theirs in sheet.classes],
    )
    look: dict[str, NDArray[np.float32]] = {name: sheet.table[:, sheet.names.index(name)] for name in ("heading", "bold", "chars", "linked")}
    return {**found, **under_columns({**found, **look})}


def _less(counts: Counts, own: Counts, kind: str, known: Mapping[str, Three]) -> dict[str, Three]:
    here = [word for word in getattr(own, kind) if word in known]
    return counts._table(kind, own, here)
