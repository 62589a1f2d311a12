"""A label's chances: one row a segment, one column a label, so that the label that came out has the greatest chance.

Where the steps after the classifier decided otherwise than the classifier, the two chances change places. A line that was not looked at is most
likely boilerplate, then prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rubricate.engines.asdus.units import Units
from rubricate.types import BOILERPLATE, ITEM, LABELS, PROSE, TITLE

__all__ = ["chances"]

SKIPPED = {TITLE: 0.05, PROSE: 0.15, BOILERPLATE: 0.8}
_COLUMN = {TITLE: 0, PROSE: 1, ITEM: 1, BOILERPLATE: 2}


def chances(units: Units, classes: Any, names: Sequence[str], listed: Sequence[bool]) -> Any:
    """The table, from the classifier's probabilities of title, text, unrelated for each unit; text in a list (`listed`) is an item."""
    three = np.tile([SKIPPED[TITLE], SKIPPED[PROSE], SKIPPED[BOILERPLATE]], (len(names), 1))
    if len(units):
        three[units.index] = classes
    rows = np.arange(len(names))
    said = np.array([_COLUMN[name] for name in names], dtype=np.int64)
    best = three.argmax(axis=1) if len(names) else said
    most, least = three[rows, best], three[rows, said]
    three[rows, best], three[rows, said] = least, most
    table = np.zeros((len(names), len(LABELS)))
    table[:, LABELS.index(TITLE)] = three[:, 0]
    table[:, LABELS.index(BOILERPLATE)] = three[:, 2]
    in_list = np.array(listed, dtype=bool)
    table[:, LABELS.index(ITEM)] = np.where(in_list, three[:, 1], 0.0)
    table[:, LABELS.index(PROSE)] = np.where(in_list, 0.0, three[:, 1])
    return table
