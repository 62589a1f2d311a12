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
from rubricate.types import BOILERPLATE, LABELS, TITLE

__all__ = ["Counts", "count", "left_out"]

_TITLE, _REST = LABELS.index(TITLE), LABELS.index(BOILERPLATE)
_SMOOTH = 6.0
LEAST_PAGES = {"words": 12, "classes": 6}
MOST_ENTRIES = {"words": 5000, "classes": 2500}
Tally = list[float]  # kept, removed, titles, pages


@dataclass
class Counts:
    """How often each word stands in lines that are kept, removed, titles; and on how many pages."""

    words: dict[str, Tally] = field(default_factory=dict)
    classes: dict[str, Tally] = field(default_factory=dict)
    total: Tally = field(default_factory=lambda: [0.0, 0.0, 0.0, 0.0])

    def evidence(self) -> Evidence:
        """The tables, of words on enough pages; the commonest ones where there are too many."""
        return Evidence(*(self._table(kind) for kind in ("words", "classes")))

    def _table(self, kind: str, less: Counts | None = None, only: Iterable[str] | None = None) -> dict[str, tuple[float, float]]:
        tallies: dict[str, Tally] = getattr(self, kind)
        if only is None:
            often = [word for word, tally in tallies.items() if tally[3] >= LEAST_PAGES[kind]]
            only = sorted(often, key=lambda word: (-tallies[word][3], word))[: MOST_ENTRIES[kind]]
        own: Mapping[str, Tally] = getattr(less, kind) if less is not None else {}
        prior_kept = math.log((self.total[0] + 1) / (self.total[1] + 1))
        prior_title = math.log((self.total[2] + 1) / (self.total[0] + 1))
        table = {}
        for word in only:
            kept, removed, titles, pages = tallies[word]
            if word in own:
                # a disguised copy may count a little otherwise than the page itself did
                kept, removed, titles, pages = (max(0.0, a - b) for a, b in zip((kept, removed, titles, pages), own[word], strict=True))
                titles = min(titles, kept)
            if pages >= LEAST_PAGES[kind] - (1 if less is not None else 0):
                ratio = math.exp(prior_kept)
                odds_kept = math.log((kept + _SMOOTH * ratio / (1 + ratio)) / (removed + _SMOOTH / (1 + ratio))) - prior_kept
                share = math.exp(prior_title)
                odds_title = math.log((titles + _SMOOTH * share / (1 + share)) / (kept - titles + _SMOOTH / (1 + share)))
                table[word] = (round(max(-5.0, min(5.0, odds_kept)), 2), round(max(-5.0, min(5.0, odds_title - math.log(share))), 2))
        return table


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
        place = 1 if label == _REST else 0
        is_title = label == _TITLE
        counts.total[place] += sure
        counts.total[2] += sure if is_title else 0.0
        own, around = sheet.classes[index]
        for kind, words in (("words", set(sheet.words[index])), ("classes", {*own, *around})):
            tallies: dict[str, Tally] = getattr(counts, kind)
            for word in words:
                tally = tallies.get(word)
                if tally is None:
                    tally = tallies[word] = [0.0, 0.0, 0.0, 0.0]
                tally[place] += sure
                if is_title:
                    tally[2] += sure
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


def _less(counts: Counts, own: Counts, kind: str, known: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    here = [word for word in getattr(own, kind) if word in known]
    return counts._table(kind, own, here)
