"""Probabilities -> labels: which lines are kept, and as what.

Lines are kept so that the kept text is as good as can be expected, in F1 by characters: what matters is how much of the page's own text is found and
how much else comes with it. The best choice keeps every line that is likelier than half of the F1 that the choice itself can expect. On a page that
the model is sure of that is one half; on a page of cards and offers, where nothing is sure, it is less: there a reader is better served by too much
than by next to nothing.

As what: the likeliest label. Lines of no section count twice, because they are rare and most training pages speak against them; cross-validated
on stapi's training pages that finds more of them (F1 .53 -> .55) and takes fewer of them for titles.

A title has a letter, or an h-tag and a digit (an h-tag around a sign alone is a link to a place). One that no h-tag names must have two chances in
five on pages with text of which the model is not sure, as those of cards: there the bar is low, and whatever is a little likelier to be a title than
text would be one, names of authors and prices among them. (On a third of the training pages, which a small model had not seen, of 411 such lines of
the corpora of text 178 were no text of the page at all.) On short pages the model doubts every line, titles among them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.types import BOILERPLATE, LABELS, MISC, TITLE

__all__ = ["LIKELY", "UNSURE", "choose", "keeping_bar"]

_fast = twin("engines._whole")
_TITLE = LABELS.index(TITLE)
_REST = LABELS.index(BOILERPLATE)
LEAST, MOST = 0.1, 0.5
"""The bar is never lower or higher than this."""
LIKELY, UNSURE = 0.4, 0.45
"""The chance of being a title that a title without an h-tag has at least, on a page with text whose bar is lower than this."""
_ROUNDS = 8
_COUNTS = np.array([2.0 if name == MISC else 1.0 for name in LABELS if name != BOILERPLATE], np.float32)


def choose(
    chances: NDArray[np.float32], stays: NDArray[np.bool_], texts: Sequence[str], headings: NDArray[np.float32], possible: float
) -> NDArray[np.intp]:
    """The number of each line's label; `stays` marks the lines that are kept. A title without an h-tag has at least the chance `possible`."""
    if _fast is not None and chances.dtype == np.float32:
        chosen = np.empty(len(stays), np.intp)
        own = np.ascontiguousarray(chances), np.ascontiguousarray(headings, np.float32)
        _fast.choose(own[0], stays, _COUNTS, texts, own[1], (_TITLE, _REST), possible, chosen)
        return chosen
    best = np.where(stays, (chances[:, :_REST] * _COUNTS).argmax(axis=1), _REST)
    for index in np.flatnonzero(best == _TITLE).tolist():
        text, tagged = texts[index], headings[index] != 0
        if tagged and not any(map(str.isalnum, text)):
            best[index] = _REST
        elif not tagged and (chances[index, _TITLE] < np.float32(possible) or not any(map(str.isalpha, text))):
            best[index] = _TITLE + 1 + int(chances[index, _TITLE + 1 : _REST].argmax())
    return best


def keeping_bar(kept: NDArray[np.float32], chars: NDArray[np.float32]) -> float:
    """The chance of being kept from which a line is kept: half of the F1 that can be expected with that bar, found in a few rounds."""
    hits = chars * kept
    every = float(hits.sum())
    bar, last = MOST, -1
    for _ in range(_ROUNDS if every else 0):  # a page that shows nothing tells nothing: its lines are kept if that is likelier than not
        chosen = kept > bar
        if (count := int(np.count_nonzero(chosen))) == last:  # the same lines as before, as a lower bar keeps more of them, and a higher one fewer
            break
        before, last, bar = bar, count, min(MOST, max(LEAST, float(hits[chosen].sum()) / max(1.0, float(chars[chosen].sum()) + every)))
        if bar == before:
            break
    return bar
