"""What kind a kept line is, where the gold does not say.

Most gold says what is kept, not as what: it is plain text, or HTML in which a title is what has an h-tag. A bold line of its own before a paragraph
is prose there, and so are a date and a by-line. A model that takes that at its word unlearns the titles without h-tags that it learns from the corpus
whose annotators told titles, text and the rest apart (stapi: 175 pages among 1,650). So the kind of such lines is lent: a first fit on that corpus
says what its annotators would have called them. That they are kept stays what the gold says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rubricate.engines.default import KINDS
from rubricate.engines.trees import Trees, softmax
from rubricate.types import BOILERPLATE, ITEM, LABELS, PROSE

if TYPE_CHECKING:
    from rubricate.learn.default import Data
    from rubricate.learn.gather import Sheet

__all__ = ["TEACHER", "is_open", "lend_kinds"]

TEACHER = "stapi"
_BY_HAND = (TEACHER, "cleaneval-en-dev")
"""Corpora whose annotators marked the titles themselves, whatever their tags (cleanportaleval has few such titles, and is not believed)."""
_BODY = (LABELS.index(PROSE), LABELS.index(ITEM))
_KEPT = [index for index, kind in enumerate(KINDS) if kind != BOILERPLATE]
_CLEAR = ("code", "cell", "caption")
"""Columns that are not 0 where a short line is none of these; the teacher's pages, policies and terms for the most part, have few."""
SHORT = 120
"""Characters of a line that may be something other than text."""
DOUBTFUL, LEAST = 0.4, 0.3
"""A kept line that is this sure or less may well be a title (`learn.truth`); one that is less sure than the least is left out."""


def is_open(sheet: Sheet) -> NDArray[np.bool_]:
    """The kept lines of a page of which the gold does not say whether they are titles, text, or lines of no section."""
    if sheet.corpus in _BY_HAND:
        return np.zeros(len(sheet.labels), np.bool_)
    chars, sentences, bold = (sheet.table[:, sheet.names.index(name)] for name in ("chars", "sentences", "bold"))
    short = (chars <= SHORT) & ((sentences == 0) | (bold > 0.9))
    clear = np.array([not line for line in sheet.words])  # no word in it
    for name in _CLEAR:
        clear |= sheet.table[:, sheet.names.index(name)] > 0
    found: NDArray[np.bool_] = np.isin(sheet.labels, _BODY) & (sheet.sure >= LEAST) & ~clear & (short | (sheet.sure <= DOUBTFUL))
    return found


def lend_kinds(data: Data, packed: dict[str, NDArray[np.generic]]) -> NDArray[np.int8]:
    """The kinds of all rows, those of open ones as an ensemble that was fitted on the teacher's pages sees them."""
    kinds = data.kinds.copy()
    rows = np.flatnonzero(data.open)
    chances = softmax(Trees(packed).scores(data.table[rows]))
    kinds[rows] = np.array(_KEPT, np.int8)[chances[:, _KEPT].argmax(axis=1)]
    return kinds
