"""Lines without an h-tag that are set apart and still no titles: code, formulas, and the labels of listings and of boxes.

A title heads what follows it up to the next one. 'js' above a listing and 'Warning' in a box head the listing and the box: as titles they would take
the rest of their section away from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rubricate.types import Segments

__all__ = ["no_titles"]

_OF_CODE = re.compile(r"\S{1,12}|.{0,80}\S\.\w{1,5}")
_OF_BOX = re.compile(r"\w{1,20}\s?[:!.]?")
_BOX = re.compile(r"(?:^|[\s_-])(?:note|tip|hint|warning|caution|danger|alert|notice)(?:$|[\s_-])|admonition|callout|notecard", re.IGNORECASE)
_NEAR, _LONG = 4, 300
"""Elements between a line and the box that it stands in, and characters of their classes that are read."""
_FORMULA = frozenset(("math", "mi", "mn", "mo", "ms", "mtext"))
"""Elements of MathML that hold text."""


def no_titles(segments: Segments, lines: Sequence[int], doubtful: Sequence[bool]) -> list[int]:
    """Which of some lines that look like titles are none; labels of listings are told from titles only where those are doubtful."""
    boxes: dict[int, bool] = {}  # of every element, whether it is a box: it may have many attributes, and many lines
    return [
        index
        for index, unsure in zip(lines, doubtful, strict=True)
        if _is_signs(segments, index) or _is_label_of_box(segments, index, boxes) or (unsure and _is_label_of_code(segments, index))
    ]


def _is_signs(segments: Segments, index: int) -> bool:
    """Whether a line is code or a formula."""
    tags, parents = segments.page.tree.tags, segments.page.tree.parents
    return segments.state[index].code or all(tags[parents[run]] in _FORMULA for run in segments.runs[index])


def _is_label_of_code(segments: Segments, index: int) -> bool:
    """Whether code follows, and the line is one word ('js') or ends in the name of a file ('Filename: src/lib.rs')."""
    return index + 1 < len(segments) and segments.state[index + 1].code and _OF_CODE.fullmatch(segments.text[index]) is not None


def _is_label_of_box(segments: Segments, index: int, boxes: dict[int, bool]) -> bool:
    """Whether a line is one word ('Warning') in a box that is named like one."""
    if _OF_BOX.fullmatch(segments.text[index]) is None:
        return False
    tree, row = segments.page.tree, segments.runs[index][0]
    for _ in range(_NEAR):
        row = tree.parents[row]
        if row < 0:
            break
        if row not in boxes:
            boxes[row] = _BOX.search((tree.attribute(row, "class") or "")[:_LONG]) is not None
        if boxes[row]:
            return True
    return False
