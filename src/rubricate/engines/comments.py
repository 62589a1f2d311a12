"""Readers' comments below an article stand beside the document; in a forum they are the document.

Lines look the same in both, so the trees, which judge lines, keep the comments of some articles. Of the 181 training pages that have comments, 70
call themselves an article (`og:type`) and show a good deal of running text before the first comment: the gold of 69 of them leaves the comments out.
Forums that call themselves articles, too, begin with the comments. The rule was found on these pages, so they cannot say how much it is worth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Page

__all__ = ["REASON", "below_article"]

REASON = "a reader's comment below an article"
ENOUGH = 1000
"""Characters of running text before the first comment that make an article."""


def below_article(comments: NDArray[np.float32], prose: NDArray[np.float32], page: Page) -> NDArray[np.bool_]:
    """Which lines are readers' comments below an article, on a page that has one."""
    if page.meta.get("og:type", "").lower() != "article":
        return np.zeros(len(comments), np.bool_)
    inside: NDArray[np.bool_] = comments > 0
    is_article = np.count_nonzero(inside) and prose[: inside.argmax()].sum() >= ENOUGH
    return inside if is_article else np.zeros_like(inside)
