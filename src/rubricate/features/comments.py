"""Readers' comments: under an article they stand beside the document, in a forum they are the document.

An element whose class or id speaks of comments holds them. What tells the two kinds of page apart is how much running text stands outside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.features.place import Place
from rubricate.types import Segments

__all__ = ["comment_columns"]

Column = NDArray[np.float32]
_WORDS = ("comment", "disqus", "discussion", "replies", "respond", "reaction", "talkback", "kommentar", "comentario", "commentaire")
_COMMENTS = re.compile("|".join(_WORDS), re.IGNORECASE)
_WHOLE = frozenset(("html", "body", "main", "article"))
"""Elements that say of a page that it has comments, not that they are all of it."""


def comment_columns(segments: Segments, place: Place, prose: Column) -> dict[str, Column]:
    """Whether a line is among comments, the share of the page's running text that is, and the share that stands outside them and before the line."""
    count = len(segments)
    inside = np.zeros(count, np.float32)
    tags = segments.page.tree.tags
    speaking = _speaking(place.names.texts)
    last = 0
    for row in [row for row, number in place.names.of.items() if number in speaking] if speaking else ():  # the outer ones first
        if place.low[row] >= last and tags[row] not in _WHOLE:
            last = place.high[row]
            inside[place.low[row] : last] = 1.0
    total = max(1.0, float(prose.sum()))
    outside = np.cumsum(np.where(inside > 0, 0, prose), dtype=np.float64)
    return {
        "comments": inside,
        "comments_before": (outside / total).astype(np.float32),
        "page_comments": np.full(count, float(prose[inside > 0].sum()) / total, np.float32),
    }


def _speaking(texts: Sequence[str]) -> set[int]:
    """The numbers of the texts, each of one line, that speak of comments. Most pages have none, and to look for a word in all of them is quick."""
    every = "\n".join(texts)
    lower = every.lower()
    lines = lower.split("\n")
    found = {number for word in _WORDS if word in lower for number, line in enumerate(lines) if word in line}
    if not every.isascii():  # some letters have a small form that is not their lower case
        found.update(number for number, text in enumerate(texts) if not text.isascii() and _COMMENTS.search(text))
    return found
