"""Readers' comments: under an article they stand beside the document, in a forum they are the document.

An element whose class or id speaks of comments holds them. What tells the two kinds of page apart is how much running text stands outside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.place import Place
from rubricate.features.subjects import COMMENTS
from rubricate.types import Segments

__all__ = ["comment_columns"]

_fast = twin("features._columns")
Column = NDArray[np.float32]
_WHOLE = frozenset(("html", "body", "main", "article"))
"""Elements that say of a page that it has comments, not that they are all of it."""


def comment_columns(segments: Segments, place: Place, prose: Column) -> dict[str, Column]:
    """Whether a line is among comments, the share of the page's running text that is, and the share that stands outside them and before the line."""
    count = len(segments)
    inside = np.zeros(count, np.float32)
    tags = segments.page.tree.tags
    speaking = place.names.speak_of(COMMENTS)
    last = 0
    for row in place.names.rows[speaking[place.names.numbers]].tolist():  # the outer ones first
        if place.low[row] >= last and tags[row] not in _WHOLE:
            last = place.high[row]
            inside[place.low[row] : last] = 1.0
    total = max(1.0, float(prose.sum()))
    within = float(prose[inside > 0].sum()) if last else 0.0
    if _fast is not None:
        before = np.empty(count, np.float32)
        _fast.outside(inside, prose, total, before)
    else:
        before = (np.cumsum(np.where(inside > 0, 0, prose), dtype=np.float64) / total).astype(np.float32)
    return {
        "comments": inside,
        "comments_before": before,
        "page_comments": np.full(count, within / total, np.float32),
    }
