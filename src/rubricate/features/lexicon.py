"""Words as numbers, so that the odds of all lines of a page are looked up and added together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin

__all__ = ["Lexicon"]

_fast = twin("features._words")
_BREAK = "|"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A table of words: the number of each (1, 2, ... in the order of the alphabet; -1 for the end of a line), and the odds of each number."""

    numbers: Mapping[str, int]
    kept: NDArray[np.float64]
    title: NDArray[np.float64]
    misc: NDArray[np.float64]
    odds: NDArray[np.float64]  # all three, one row a number
    compiled: Any  # the numbers as the compiled twin looks them up, where there is one

    @staticmethod
    def of(table: Mapping[str, tuple[float, float, float]]) -> Lexicon:
        """The lexicon of word -> (odds of being kept, of being a title, of being a line of no section)."""
        words = sorted(table)
        odds = np.array([(0.0, 0.0, 0.0), *[table[word] for word in words]])
        kept, title, misc = odds.T.copy()
        rank = {word: number for number, word in enumerate(words, 1)}
        # a table begins with the commonest words: made anew in that order, they lie side by side in memory, and are quickly found
        numbers = np.array([-1, *[rank[word] for word in table]]).tolist()
        compiled = _fast.Words(rank) if _fast is not None else None
        return Lexicon(dict(zip("\n".join([_BREAK, *table]).split("\n"), numbers, strict=True)), kept, title, misc, odds, compiled)

    def read(self, lines: str, most: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """The known ones of the first words of many lines, of which each has `most` at most: their numbers, the lines that they are in, and how many
        words each line has. The lines stand one below the other; words are letters alone, with blanks between them."""
        words = lines.replace("\n", f" {_BREAK} ").split()
        words.append(_BREAK)
        numbers = np.fromiter(map(self.numbers.get, words, repeat(0)), np.intp, len(words))
        ends = np.flatnonzero(numbers < 0)
        starts = np.zeros_like(ends)
        np.add(ends[:-1], 1, out=starts[1:])
        known = np.flatnonzero(numbers > 0)
        which = np.searchsorted(ends, known)
        if (ends - starts).max() > most:
            early = known - starts[which] < most
            known, which = known[early], which[early]
        return numbers[known], which, np.minimum(ends - starts, most)

    def said(self, numbers: NDArray[np.intp], which: NDArray[np.intp], count: int) -> NDArray[np.float64]:
        """What the known words of many lines say, given as numbers, line after line, with the line that each is in; `count` lines in all.

        One column a line; the rows are: how many words are known; their odds of being kept, added up, the least, the greatest; their odds of being a
        title, added up, that of the first; their odds of being a line of no section, added up, the greatest.
        """
        found = np.zeros((8, count))
        if len(numbers):
            kept, title, misc = self.kept[numbers], self.title[numbers], self.misc[numbers]
            found[0] = np.bincount(which, minlength=count)
            some = np.flatnonzero(found[0])
            first = np.searchsorted(which, some)
            found[1] = np.bincount(which, weights=kept, minlength=count)  # adds them in their order: a sum always comes out the same
            found[2, some] = np.minimum.reduceat(kept, first)
            found[3, some] = np.maximum.reduceat(kept, first)
            found[4] = np.bincount(which, weights=title, minlength=count)
            found[5, some] = title[first]
            found[6] = np.bincount(which, weights=misc, minlength=count)
            found[7, some] = np.maximum.reduceat(misc, first)
        return found
