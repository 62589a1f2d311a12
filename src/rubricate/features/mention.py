"""Whether a text mentions one of some words, in any case. To look for plain words one by one is quicker than a pattern of them, but for letters
outside ASCII, of which some have a small form that is not their lower case."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin

__all__ = ["Mention", "Mentions"]

_fast = twin("features._words")


Marks = NDArray[np.bool_]


class Mention:
    """The words that are looked for, in small letters."""

    __slots__ = ("_pattern", "finder", "words")

    def __init__(self, words: str) -> None:
        self.words = words.split("|")
        self._pattern = re.compile(words, re.IGNORECASE)
        self.finder = _fast.Finder([self.words]) if _fast is not None else None

    def __call__(self, text: str) -> bool:
        """Whether one text does."""
        if not text.isascii():
            return self._pattern.search(text) is not None
        if self.finder is not None:
            return bool(self.finder.has(text))
        lower = text.lower()
        return any(word in lower for word in self.words)

    def among(self, lines: Sequence[str]) -> Marks:
        """Which texts do, of many that are each of one line: looked for in all of them together, as most pages have none."""
        marks = np.zeros(len(lines), np.bool_)
        if self.finder is not None:
            self.finder.among([*lines], self, marks)
            return marks
        every = "\n".join(lines)
        lower = every.lower()
        there = [word for word in self.words if word in lower]
        marks[[number for word in there for number, line in enumerate(lower.split("\n")) if word in line]] = True
        if not every.isascii():
            marks[[number for number, line in enumerate(lines) if not line.isascii() and self(line)]] = True
        return marks


class Mentions:
    """Several such lists of words, which are looked for together."""

    __slots__ = ("_finder", "every")

    def __init__(self, *every: Mention) -> None:
        self.every = every
        self._finder = _fast.Finder([mention.words for mention in every]) if _fast is not None else None

    def among(self, lines: Sequence[str]) -> dict[Mention, Marks]:
        """For each of them which texts do, as `Mention.among` has it."""
        if self._finder is None:
            return {mention: mention.among(lines) for mention in self.every}
        table = np.empty((len(self.every), len(lines)), np.bool_)
        self._finder.each_among([*lines], self.every, table)
        return dict(zip(self.every, table, strict=True))
