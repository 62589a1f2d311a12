"""Block labels -> segment labels: a line is content if most of its characters are; what it is, its first content block says.

A line whose first content block is a continuation goes on with the kept line before it and has its label. The probabilities of a line are the
marginals of its blocks: noise weighted by characters, the rest shared out as the first content block has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rubricate.engines.victor.blocks import Blocks
from rubricate.engines.victor.crf import LABELS as BLOCK_LABELS
from rubricate.types import BOILERPLATE, ITEM, LABELS, PROSE, TITLE

__all__ = ["Joined", "join"]

OTHER, CONTINUATION = BLOCK_LABELS.index("other"), BLOCK_LABELS.index("continuation")
KINDS = {BLOCK_LABELS.index("header"): TITLE, BLOCK_LABELS.index("list"): ITEM, BLOCK_LABELS.index("paragraph"): PROSE}


class Joined:
    """Columns over the segments: names, whether a line continues the one before, and a probability for every label."""

    def __init__(self, count: int) -> None:
        self.names = [BOILERPLATE] * count
        self.continues = [False] * count
        self.probabilities = np.zeros((count, len(LABELS)))
        self.probabilities[:, LABELS.index(BOILERPLATE)] = 1.0


def join(count: int, found: Blocks, labels: Sequence[int], sure: Any) -> Joined:
    """The labels of `count` segments from the labels and marginals of the blocks."""
    made = Joined(count)
    members: list[list[int]] = [[] for _ in range(count)]
    for block, segment in enumerate(found.segment):
        if segment >= 0:
            members[segment].append(block)
    sizes = [max(1, len(text)) for text in found.text]
    kind = PROSE  # of the content before
    for segment, own in enumerate(members):
        if not own:
            continue
        content = [block for block in own if labels[block] != OTHER]
        total = sum(sizes[block] for block in own)
        noise = float(sum(sizes[block] * sure[block, OTHER] for block in own) / total)
        kept = 2 * sum(sizes[block] for block in content) >= total
        first = content[0] if content else own[0]
        going_on = labels[first] == CONTINUATION
        before = kind
        if kept:
            kind = before if going_on else KINDS[labels[first]]
            made.names[segment] = kind
            made.continues[segment] = going_on
        made.probabilities[segment] = _shared(sure[first], noise, before)
    return made


def _shared(row: Any, noise: float, before: str) -> Any:
    """One row of the table of probabilities."""
    shares = np.zeros(len(LABELS))
    for place, name in KINDS.items():
        shares[LABELS.index(name)] += row[place]
    shares[LABELS.index(before)] += row[CONTINUATION]
    total = shares.sum()
    shares = shares / total * (1.0 - noise) if total > 0 else shares
    shares[LABELS.index(BOILERPLATE)] = noise if total > 0 else 1.0
    return shares
