"""On a page of questions and answers every question heads its answer, however plain it looks; and what opens a folded panel heads the panel.

Lines that ask something and are followed by a longer line that does not, several of one look, and a good part of the lines of that look: on the pages
whose annotators marked the titles themselves, every such line is one. A model that learns from few such pages goes by the look, and takes plain
questions in a list for items of the list.

A `<summary>` is what its `<details>` are about, whatever it looks like: where both are kept, it is a title.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.types import Segments, State

__all__ = ["panel_heads", "questions"]

_fast = twin("engines._whole")
FEWEST = 4
"""Questions of one look that make a page of questions and answers."""
SHARE = 0.2
"""Of the kept lines of that look: in a story, people ask each other things, too."""
LONGEST = 130
_MARKS = ("?", "？", "؟")
_AFTER = " \"'”’»)"
"""What may stand after the mark."""
_ENDS = "".join(_MARKS) + _AFTER
_NUMBER = re.compile(r"\(?\w{1,3}[.)] ")
_QUOTES = ('"', "'", "“", "‘", "„", "«", "»", "–", "—")
"""What somebody says begins with one of them."""


def questions(texts: Sequence[str], kept: NDArray[np.bool_], linked: NDArray[np.float32], alike: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which of the kept lines are such questions; `alike` has one number for all lines of one look."""
    found = np.zeros(len(texts), np.bool_)
    maybe = _ending(texts, kept)
    asks = {index for index in maybe if _asks(texts[index])} if len(maybe) >= FEWEST else ()
    if len(asks) < FEWEST:
        return found
    for index in [index for index in asks if index + 1 < len(texts) and index + 1 not in asks]:
        found[index] = kept[index + 1] and len(texts[index + 1]) >= len(texts[index]) and linked[index] < 0.5
    count, all_of_them = (np.bincount(alike, weights=lines, minlength=1) for lines in (found, kept))
    return found & ((count >= FEWEST) & (count >= SHARE * all_of_them))[alike]


def _ending(texts: Sequence[str], kept: NDArray[np.bool_]) -> list[int]:
    """The kept lines that end as questions may; most do not, and that is quick to see."""
    if _fast is not None:
        found: list[int] = _fast.ending_in(texts, kept, _ENDS)
        return found
    return [index for index in np.flatnonzero(kept).tolist() if texts[index] and texts[index][-1] in _ENDS]


def panel_heads(segments: Segments, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the kept lines open a panel of which the first line is kept, too."""
    found = np.zeros(len(kept), np.bool_)
    for index in _summaries(segments.state, kept):
        panel, after = (segments.page.tree.nearest(segments.block[line], ("details",)) for line in (index, index + 1))
        text = segments.text[index]
        found[index] = panel == after >= 0 and len(text) <= LONGEST and any(sign.isalpha() for sign in text)
    return found


def _summaries(states: list[State], kept: NDArray[np.bool_]) -> list[int]:
    """The kept lines in a `<summary>` of which the next line is kept, and is in none."""
    if _fast is not None:
        found: list[int] = _fast.summaries(states, kept)
        return found
    both = np.flatnonzero(kept[:-1] & kept[1:]).tolist()
    return [index for index in both if states[index].summary and not states[index + 1].summary]


def _asks(text: str) -> bool:
    """Whether a line is one question and nothing else."""
    if len(text) > LONGEST:
        return False
    text = text.rstrip(_AFTER)
    if number := _NUMBER.match(text):
        text = text[number.end() :]
    return text.endswith(_MARKS) and not text.startswith(_QUOTES) and not any(mark in text[:-1] for mark in (*_MARKS, ". ", "! "))
