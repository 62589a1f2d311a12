"""Lines without an h-tag that are set apart and still no titles: code, formulas, and the labels of listings and of boxes.

A title heads what follows it up to the next one. 'js' above a listing and 'Warning' in a box head the listing and the box: as titles they would take
the rest of their section away from it.
"""

from __future__ import annotations

import re

from rubricate.types import Segments

__all__ = ["is_no_title"]

_OF_CODE = re.compile(r"\S{1,12}|.{0,80}\S\.\w{1,5}")
_OF_BOX = re.compile(r"\w{1,20}\s?[:!.]?")
_BOX = re.compile(r"(?:^|[\s_-])(?:note|tip|hint|warning|caution|danger|alert|notice)(?:$|[\s_-])|admonition|callout|notecard", re.IGNORECASE)
_NEAR, _LONG = 4, 300
"""Elements between a line and the box that it stands in, and characters of their classes that are read."""
_FORMULA = frozenset(("math", "mi", "mn", "mo", "ms", "mtext"))
"""Elements of MathML that hold text."""


def is_no_title(segments: Segments, index: int, doubtful: bool) -> bool:
    """Whether a line that looks like a title is none."""
    return _is_signs(segments, index) or _is_label_of_box(segments, index) or (doubtful and _is_label_of_code(segments, index))


def _is_signs(segments: Segments, index: int) -> bool:
    """Whether a line is code or a formula."""
    tags, parents = segments.page.tree.tags, segments.page.tree.parents
    return segments.state[index].code or all(tags[parents[run]] in _FORMULA for run in segments.runs[index])


def _is_label_of_code(segments: Segments, index: int) -> bool:
    """Whether code follows, and the line is one word ('js') or ends in the name of a file ('Filename: src/lib.rs')."""
    return index + 1 < len(segments) and segments.state[index + 1].code and _OF_CODE.fullmatch(segments.text[index]) is not None


def _is_label_of_box(segments: Segments, index: int) -> bool:
    """Whether a line is one word ('Warning') in a box that is named like one."""
    if _OF_BOX.fullmatch(segments.text[index]) is None:
        return False
    tree, row = segments.page.tree, segments.runs[index][0]
    for _ in range(_NEAR):
        row = tree.parents[row]
        if row < 0:
            break
        if _BOX.search((tree.attribute(row, "class") or "")[:_LONG]):
            return True
    return False
