"""Labels -> Document: the levels of the titles, the tree of sections, and which lines belong together.

Principles: no title is ever lost and none is made; levels have no gaps; the order of the segments stays; time is linear in the number of segments.
"""

from __future__ import annotations

from rubricate.outline.levels import gapless, levels, lifted
from rubricate.outline.model import LevelModel
from rubricate.outline.tree import continues, further_lines, grow
from rubricate.types import TITLE, Document, Labels, Segments

__all__ = ["nest"]


def nest(segments: Segments, labels: Labels, model: LevelModel | None = None) -> Document:
    """The document that these labels make of these segments; an engine's own levels are kept as far as they leave no gaps.

    `model` is a model of levels other than the package's (`outline.model.load`).
    """
    joined = continues(segments, labels.names) if labels.continues is None else [bool(value) for value in labels.continues]
    further = further_lines(segments, labels.names, joined)
    titles = [index for index, name in enumerate(labels.names) if name == TITLE and index not in further]
    if labels.levels is None:
        tags, sure = [segments.state[index].heading for index in titles], [labels.confidence[index] for index in titles]
        depths = lifted(levels(segments, titles, labels.names, model), tags, sure)
    else:
        depths = gapless([labels.levels[index] for index in titles])
    column = [0] * len(segments)
    for index, depth in zip(titles, depths, strict=True):
        column[index] = depth
    for index, first in further.items():
        column[index] = column[first]
    return grow(segments, labels, column, joined, further)
