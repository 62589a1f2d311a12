"""Which lines are kept: each by its own chance, that of its kin, and what stands around it.

A line that the trees are not sure of is on the side of what it stands in: a doubtful heading in the middle of a kept article stays, a doubtful
paragraph in a removed box goes. So every element is kept or removed, too, and to be on another side than the element around it costs a little, for
a line as for an element. Of all ways to keep and remove lines, the one with the best odds in sum, costs subtracted, is found in one pass over the
elements from the inside out, and one back. And a line's odds are half its own, half those of its kin (`engines.kin`): posts, each a small island in
a removed box, speak for each other. Links are not kept for what stands around them: menus stand in the middle of the text on pages that are laid
out with <br>. Nor are headings removed for that: the headline of an article stands among dates, authors and buttons.

Odds count with the characters of their line, as the F1 of the kept text does; what the trees are sure of is not moved. Cross-validated on all
corpora: text of WCXB .8740 -> .8756 (articles .951 -> .953), CleanEval .9135 -> .9166, htmltotext .8705 -> .8763, readability .9511 -> .9517,
cleanportaleval .9069 -> .9078, forums .7797 -> .7802.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.engines.kin import kin_of
from rubricate.features import Columns

__all__ = ["sides"]

_fast = twin("engines._whole")
COST, SHARE = 0.5, 0.5
"""What a change of sides costs, in the logarithm of odds of a line of some length (`_USUAL`); the share that kin have in the odds of a line."""
LOW = 0.35
"""On a page whose bar is lower than this, nothing is removed for what stands around it: all of it is doubtful."""
OFTEN = 3
"""A line that stands on the page as often as this is kept by its own chance alone: 'In stock', 'Like this'."""
DOUBT = 0.2
"""A line that is less likely than this share of the bar to be kept, or as unlikely to be removed, is not doubtful."""
_USUAL, _SHORT, _LONG = 40, 0.3, 6.0
"""Characters of a line whose odds count once; and how often those of shorter and longer lines count, at the least and at the most."""
_SURE = 4.0
"""Odds are no surer than this."""


def sides(kept: NDArray[np.float32], bar: float, chars: NDArray[np.float32], found: Columns, texts: Sequence[str]) -> NDArray[np.bool_]:
    """Which lines are kept, from their chances and the bar from which a line by itself would be (`choice.keeping_bar`)."""
    odds = _odds(kept, bar, chars, kin_of(found))
    alone = kept > bar
    stays: NDArray[np.bool_] = _best(odds, *found.around)
    stays &= alone | (found.values["linked"] <= 0.5)
    drawn = np.flatnonzero(stays & ~alone).tolist()
    if drawn:
        times = Counter(texts)
        stays[[index for index in drawn if times[texts[index]] >= OFTEN]] = False
    stays |= alone & ((found.values["heading"] > 0) | (bar < LOW))
    stays &= kept >= DOUBT * bar
    stays |= kept > 1 - DOUBT * (1 - bar)
    return stays


def _best(odds: NDArray[np.float64], parents: NDArray[np.intp], blocks: NDArray[np.intp]) -> NDArray[np.bool_]:
    """The lines that are kept where odds, less the costs, are best in sum; `parents` and `blocks` are what `Columns.around` has."""
    stays = np.empty(len(odds), np.bool_)
    if _fast is not None:
        _fast.sides(odds, parents, blocks, COST, stays)
        return stays
    around, block = parents.tolist(), blocks.tolist()
    if_kept, if_not = [0.0] * len(around), [0.0] * len(around)
    for index, odd in zip(block, odds.tolist(), strict=True):
        if_kept[index] += max(odd, -COST)
        if_not[index] += max(odd - COST, 0.0)
    for index in range(len(around) - 1, -1, -1):
        if (parent := around[index]) >= 0:
            if_kept[parent] += max(if_kept[index], if_not[index] - COST)
            if_not[parent] += max(if_not[index], if_kept[index] - COST)
    element: list[bool] = []
    for parent, one, other in zip(around, if_kept, if_not, strict=True):
        element.append(one - other > (0 if parent < 0 else -COST if element[parent] else COST))
    stays[:] = odds > np.where(np.array(element, np.bool_)[blocks], -COST, COST)
    return stays


def _odds(kept: NDArray[np.float32], bar: float, chars: NDArray[np.float32], kin: NDArray[np.intp]) -> NDArray[np.float64]:
    """How much likelier each line is than the bar, with its kin, as logarithms."""
    sure = np.minimum(np.maximum(kept.astype(np.float64), 1e-4), 1 - 1e-4)
    own = np.minimum(np.maximum(np.log(sure / (1 - sure)) - np.log(bar / (1 - bar)), -_SURE), _SURE)
    own *= np.minimum(np.maximum(chars.astype(np.float64) / _USUAL, _SHORT), _LONG)
    weight = np.sqrt(np.maximum(chars, 1)).astype(np.float64)
    mean = np.bincount(kin, weights=own * weight) / np.maximum(np.bincount(kin, weights=weight), 1e-9)
    odds: NDArray[np.float64] = (1 - SHARE) * own + SHARE * mean[kin]
    return odds
