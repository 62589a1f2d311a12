"""Readers' comments: under an article they stand beside the document, in a forum they are the document.

An element whose class or id speaks of comments holds them. What tells the two kinds of page apart is how much running text stands outside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.place import WHOLE, Place
from rubricate.features.subjects import COMMENTS
from rubricate.types import Segments

__all__ = ["comment_columns"]

_fast = twin("features._columns")
Column = NDArray[np.float32]
_NAMES = ("comments", "comments_before", "page_comments")
_WHOLE = frozenset(("html", "body", "main", "article"))
"""Elements that say of a page that it has comments, not that they are all of it."""


def comment_columns(segments: Segments, place: Place, prose: Column) -> dict[str, Column]:
    """Whether a line is among comments, the share of the page's running text that is, and the share that stands outside them and before the line."""
    count, names = len(segments), place.names
    tags = segments.page.tree.tags
    speaking = names.speak_of(COMMENTS)
    if _fast is not None:
        table = np.empty((len(_NAMES), count), np.float32)
        if _fast.comments((names.rows, names.numbers), (names.tags, speaking), (place.low, place.high), _WHOLE, prose, WHOLE, table):
            return dict(zip(_NAMES, table, strict=True))
    inside = np.zeros(count, np.float32)
    last = 0
    for row in names.rows[speaking[names.numbers]].tolist():  # the outer ones first
        if place.low[row] >= last and tags[row] not in _WHOLE:
            last = place.high[row]
            inside[place.low[row] : last] = 1.0
    total = max(1.0, float(prose.sum()))
    within = float(prose[inside > 0].sum()) if last else 0.0
    before = (np.cumsum(np.where(inside > 0, 0, prose), dtype=np.float64) / total).astype(np.float32)
    return dict(zip(_NAMES, (inside, before, np.full(count, within / total, np.float32)), strict=True))
