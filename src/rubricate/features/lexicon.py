"""Words as numbers, so that the odds of all lines of a page are looked up and added together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Lexicon"]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A table of words: the number of each (1, 2, ... in the order of the alphabet), and the odds of each number."""

    numbers: Mapping[str, int]
    kept: NDArray[np.float64]
    title: NDArray[np.float64]

    @staticmethod
    def of(table: Mapping[str, tuple[float, float]]) -> Lexicon:
        """The lexicon of word -> (odds of being kept, odds of being a title)."""
        words = sorted(table)
        kept, title = np.array([(0.0, 0.0), *[table[word] for word in words]]).T.copy()
        return Lexicon({word: number for number, word in enumerate(words, 1)}, kept, title)

    def said(self, numbers: NDArray[np.intp], lengths: NDArray[np.intp]) -> NDArray[np.float64]:
        """What the words of many lines say, given as numbers, line after line, and how many each line has; words of number 0 say nothing.

        One column a line; the rows are: how many words are known; their odds of being kept, added up, the least, the greatest; their odds of being a
        title, added up, that of the first.
        """
        count = len(lengths)
        found = np.zeros((6, count))
        known = np.flatnonzero(numbers)
        if len(known):
            which = np.repeat(np.arange(count), lengths)[known]
            kept, title = self.kept[numbers[known]], self.title[numbers[known]]
            found[0] = np.bincount(which, minlength=count)
            some = np.flatnonzero(found[0])
            first = np.searchsorted(which, some)
            found[1] = np.bincount(which, weights=kept, minlength=count)  # adds them in their order: a sum always comes out the same
            found[2, some] = np.minimum.reduceat(kept, first)
            found[3, some] = np.maximum.reduceat(kept, first)
            found[4] = np.bincount(which, weights=title, minlength=count)
            found[5, some] = title[first]
        return found
