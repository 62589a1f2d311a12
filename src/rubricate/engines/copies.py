"""The same text twice: a page for large screens and for small ones, a gated copy of the article, a slide show that goes round.

Four long lines or more in a row that repeat an earlier row word for word are a copy of it, and one is enough: of 469 such lines on training pages,
kept by models that had not seen them, 386 stand in the gold once or not at all. Quotations are none: that is how people answer each other. Nor is
what a document says twice in one place, or under two titles, nor a small part of it (a clause of two agreements). Text is better on 13 of these pages
without its copies, and worse on 4.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.types import BOILERPLATE, LABELS, TITLE, Segments

__all__ = ["REASON", "copies"]

REASON = "a copy of text that stands further up"
_REST, _TITLE = LABELS.index(BOILERPLATE), LABELS.index(TITLE)
FEWEST, LONG, SHARE = 4, 60, 0.1
"""Lines in a row that make a copy, the characters that each of them has at least, and the share of the kept text that they are."""


def copies(segments: Segments, best: NDArray[np.intp]) -> list[int]:
    """The kept lines that stand in a copy of others further up."""
    texts, states = segments.text, segments.state
    long = [index for index in np.flatnonzero(best != _REST).tolist() if len(texts[index]) >= LONG and not states[index].quote]
    if len({texts[index] for index in long}) > len(long) - FEWEST:
        return []
    lengths = [len(texts[index]) for index in long]
    least = SHARE * sum(lengths)
    known: set[str] = set()
    found: list[int] = []
    after = 0
    for model, first, last in _rows([texts[index] for index in long]):
        start, end = long[first], long[last]
        if sum(lengths[first : last + 1]) < least or _is_inside(segments, long[model], start, end):
            continue
        if not np.count_nonzero(best[start:end] == _TITLE) and _title_above(texts, best, start) != _title_above(texts, best, long[model]):
            continue
        known.update(texts[after:start])
        found += [index for index in range(start, end + 1) if best[index] != _REST and texts[index] in known]
        after = start
    return found


def _title_above(texts: Sequence[str], best: NDArray[np.intp], index: int) -> str:
    """The words of the last title before a line: what has no titles of its own and stands under another one is another section."""
    titles = np.flatnonzero(best[:index] == _TITLE)
    return texts[int(titles[-1])] if len(titles) else ""


def _is_inside(segments: Segments, index: int, start: int, end: int) -> bool:
    """Whether the smallest element around two lines holds another line, too: a document that repeats itself does it in one place."""
    tree = segments.page.tree
    around = {segments.block[end], *tree.ancestors(segments.block[end])}
    row = segments.block[start]
    while row not in around:
        row = tree.parents[row]
    return row == segments.block[index] or row in tree.ancestors(segments.block[index])


def _rows(texts: Sequence[str]) -> list[tuple[int, int, int]]:
    """Every row of texts that repeats an earlier row: the first of that, and its own first and last."""
    places: dict[str, int] = {}
    found = []
    begin = 0
    follows = -1  # the place of the text that would go on the row
    for place, text in enumerate([*texts, ""]):
        before = places.setdefault(text, place)
        if before != place and before == follows:
            follows += 1
            continue
        if follows >= 0 and place - begin >= FEWEST:
            found.append((follows - (place - begin), begin, place - 1))
        begin, follows = place, before + 1 if before != place else -1
    return found
