"""Kin stand or fall together: lines that are built alike from the root of the page down, as cards, posts, answers and items are.

A model that looks at lines keeps four answers of a page and drops the fifth, or the first card of ten. Of 1,638 kinds of lines on training pages of
eight corpora that models which had not seen them kept in part, 1,332 are of one mind in the gold; so they vote, each line with its characters.
With that, text and titles get a little better on all of these corpora but one (titles of stapi +.001, text of htmltotext +.007, readability +.002,
WCXB +.001, cleanportaleval -.001), and a reader sees lists without holes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features import Columns
from rubricate.types import BLOCK_START, BOILERPLATE, LABELS

__all__ = ["kin_of", "whole_kin"]

_fast = twin("engines._whole")
_REST = LABELS.index(BOILERPLATE)
FEWEST, CHANCE = 3, 0.05
"""Lines that are kin; the chance of being kept that a line needs for the others to keep it."""


def kin_of(found: Columns) -> NDArray[np.intp]:
    """Of every line the number of its kin: they have the same path, and are links or not, hidden or shown."""
    kin: NDArray[np.intp] = 4 * found.paths + 2 * (found.values["linked"] > 0.5) + (found.values["hidden"] >= 3)
    return kin


def whole_kin(best: NDArray[np.intp], chances: NDArray[np.float32], found: Columns, begins: Sequence[int]) -> NDArray[np.intp]:
    """The labels with kin all kept or all removed, as most of their characters are.

    Cells of tables and lines that follow a <br> are none: pages that are laid out with these have menus and text in the same.
    """
    values = found.values
    if _fast is not None and chances.dtype == np.float32:
        answer = np.empty_like(best)
        columns = values["cell"], values["chars"]
        _fast.kin(best, np.ascontiguousarray(chances), kin_of(found), columns, begins, (BLOCK_START, FEWEST, _REST), 1 - CHANCE, answer)
        return answer
    lines = np.flatnonzero((values["cell"] == 0) & (np.array(begins, np.int8) == BLOCK_START))
    kept = best[lines] != _REST
    kin = kin_of(found)[lines]
    count, staying = np.bincount(kin), np.bincount(kin, weights=kept)
    torn = (count >= FEWEST) & (staying > 0) & (staying < count)
    if not np.count_nonzero(torn):
        return best
    chars = values["chars"][lines]
    stay = torn & (2 * np.bincount(kin, weights=chars * kept) >= np.bincount(kin, weights=chars))
    answer = best.copy()
    answer[lines[(torn & ~stay)[kin]]] = _REST
    gained = lines[stay[kin] & ~kept & (chances[lines, _REST] <= 1 - CHANCE)]
    answer[gained] = chances[gained, :_REST].argmax(axis=1)
    return answer
