"""Where a browser drew the lines of a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rubricate.types import Segments

__all__ = ["MEMORY", "Box", "boxes"]

MEMORY = "boxes"
"""Under this name a tree remembers the boxes of its text nodes, by row."""


@dataclass(frozen=True, slots=True)
class Box:
    """Where a browser drew it, in CSS pixels."""

    left: float
    top: float
    width: float
    height: float


def boxes(segments: Segments) -> list[Box | None] | None:
    """For every segment the box around its text nodes (None: not drawn); None where no browser has seen the page."""
    drawn: Mapping[int, Box] | None = segments.page.tree.memory.get(MEMORY)
    if drawn is None:
        return None
    return [_around([drawn[row] for row in runs if row in drawn]) for runs in segments.runs]


def _around(parts: list[Box]) -> Box | None:
    if not parts:
        return None
    left, top = min(box.left for box in parts), min(box.top for box in parts)
    right, bottom = max(box.left + box.width for box in parts), max(box.top + box.height for box in parts)
    return Box(left, top, right - left, bottom - top)
