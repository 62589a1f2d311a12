"""Lines that are set apart and still no titles: code, formulas, headers of tables, initials, and the labels of listings, boxes and headings.

A title heads what follows it up to the next one. 'js' above a listing and 'Warning' in a box head the listing and the box: as titles they would take
the rest of their section away from it. With an h-tag, a line is a title, unless it is such a word as boxes are labelled with. (Of 152 header cells of
training pages that models which had not seen them took for titles, none is one in the gold; of 23 lines of one or two letters, none; of 158 that
stand right above a larger heading, as 'Solutions' does above 'What we do', none.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rubricate.types import Segments

__all__ = ["no_titles"]

_HEADER = 2  # what `State.cell` is in a <th>
_OF_CODE = re.compile(r"\S{1,12}|.{0,80}\S\.\w{1,5}")
_OF_BOX = re.compile(r"\w{1,20}\s?[:!.]?")
_BOX = re.compile(r"(?:^|[\s_-])(?:note|tip|hint|warning|caution|danger|alert|notice)(?:$|[\s_-])|admonition|callout|notecard", re.IGNORECASE)
_KINDS_OF_BOX = frozenset(
    "note notes warning caution tip hint important info information danger attention notice example hinweis achtung warnung wichtig tipp beispiel "
    "remarque astuce exemple nota atención aviso importante consejo ejemplo avviso suggerimento".split()
)
"""The words that an h-tag in a box may say and still be its label."""
_FEW = 2
"""Letters and digits that make no title."""
_NEAR, _LONG = 4, 300
"""Elements between a line and the box that it stands in, and characters of their classes that are read."""
_FORMULA = frozenset(("math", "mi", "mn", "mo", "ms", "mtext"))
"""Elements of MathML that hold text."""


def no_titles(segments: Segments, lines: Sequence[int], doubtful: Sequence[bool]) -> list[int]:
    """Which of some lines that look like titles are none; labels of listings are told from titles only where those are doubtful."""
    boxes: dict[int, bool] = {}  # of every element, whether it is a box: it may have many attributes, and many lines
    found, marked = [], set(lines)
    for index, unsure in zip(lines, doubtful, strict=True):
        if segments.state[index].heading:
            none = _is_kind_of_box(segments.text[index]) and _is_label_of_box(segments, index, boxes)
        elif segments.state[index].cell == _HEADER or _is_initials(segments.text[index]):
            none = True
        else:
            of_heading = index + 1 in marked and _is_label_of_heading(segments, index)
            of_code = unsure and _is_label_of_code(segments, index)
            none = of_heading or of_code or _is_signs(segments, index) or _is_label_of_box(segments, index, boxes)
        if none:
            found.append(index)
    return found


def _is_kind_of_box(text: str) -> bool:
    return text.strip(" :!.").lower() in _KINDS_OF_BOX


def _is_label_of_heading(segments: Segments, index: int) -> bool:
    """Whether a line stands right above a heading that is larger or bolder."""
    own, below = segments.state[index], segments.state[index + 1]
    return below.heading > 0 and (own.size < below.size or own.weight < below.weight)


def _is_initials(text: str) -> bool:
    """Whether a line is a letter or two; in writing that has a sign for a syllable or a word, two may be a title."""
    return text.isascii() and sum(map(str.isalnum, text)) <= _FEW


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
