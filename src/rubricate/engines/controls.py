"""Buttons, fields and their labels are kept only where they are likely to belong to the document, and are no titles where several say the same.

What is kept is chosen for the page as a whole, so on a page of doubtful lines 'Add to compare' is kept with the names of the products. On training
pages, by models that had not seen them, text is better on 55 pages without such controls and worse on 15 (collections of WCXB .714 -> .732). The
buttons that open the panels of an accordion say so, or are headings or questions.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from rubricate.types import BOILERPLATE, LABELS, MISC, TITLE, Segments

__all__ = ["sure_controls"]

_TITLE, _MISC, _REST = (LABELS.index(name) for name in (TITLE, MISC, BOILERPLATE))
LIKELY, SURE = 0.5, 0.9
"""The chance of being kept that a control needs: one that says something of its own, and one of several that say the same."""


def sure_controls(best: NDArray[np.intp], chances: NDArray[np.float32], controls: NDArray[np.bool_], segments: Segments) -> NDArray[np.intp]:
    """The labels without the controls that are not likely enough."""
    texts = segments.text
    kept = np.flatnonzero(controls & (best != _REST)).tolist()
    if not kept:
        return best
    answer = best.copy()
    times = Counter(texts[index] for index in np.flatnonzero(controls).tolist())
    for index in kept:
        if index + 1 < len(best) and best[index + 1] != _REST and not controls[index + 1] and _opens_panel(segments, index):
            continue
        several = times[texts[index]] > 1
        if chances[index, _REST] > 1 - (SURE if several and best[index] != _MISC else LIKELY):
            answer[index] = _REST
        elif several and best[index] == _TITLE:
            answer[index] = _MISC
    return answer


def _opens_panel(segments: Segments, index: int) -> bool:
    """Whether a line is a button that says that it opens something."""
    tree = segments.page.tree
    button = tree.nearest(segments.runs[index][0], ("button",))
    return button >= 0 and (tree.attribute(button, "aria-expanded") is not None or tree.attribute(button, "aria-controls") is not None)
