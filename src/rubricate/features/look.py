"""How a line looks and what it stands in: the fields of its State, made relative to the page's body text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import repeat
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.wanted import EVERYTHING, Wanted
from rubricate.types import Segments, State

__all__ = ["look_columns"]

_fast = twin("features._words")
Column = NDArray[np.float32]
_REGIONS = {"": 0, "main": 1, "article": 2, "header": 3, "aside": 4, "nav": 5, "footer": 6, "form": 7, "dialog": 8}
_HIDDEN = {"": 0, "aria-hidden": 1, "clipped": 2, "tooltip": 3, "visibility:hidden": 4, "hidden": 5, "display:none": 6}
_TERMS = {"": 0, "dt": 1, "dd": 2}
_ALIGN = {"": 0, "left": 0, "justify": 0, "center": 1, "right": 2}
_TRANSFORM = {"": 0, "capitalize": 1, "lowercase": 2, "uppercase": 3}

_CODES: dict[str, tuple[dict[str, int], int]] = {
    "region": (_REGIONS, 0),
    "hidden": (_HIDDEN, 6),
    "term": (_TERMS, 0),
    "transform": (_TRANSFORM, 0),
    "align": (_ALIGN, 0),
}
"""Fields that are words: the numbers for them, and the number for any other."""
_OWN = {name: name for name in "heading list_depth ordered cell pre code quote caption link control summary italic underline".split()} | {
    "absolute_size": "size",
    **{name: name for name in _CODES},
}
"""Columns that are fields of a state by itself."""
_RELATIVE: dict[str, Callable[[State, Any], float]] = {
    "size": lambda state, body: state.size / body.size if body.size else 1.0,
    "weight": lambda state, body: state.weight - body.weight,
    "coloured": lambda state, body: state.color != body.color,
    "indent": lambda state, body: max(-200.0, min(400.0, state.indent - body.indent)),
}
_NAMES = (
    "heading list_depth ordered cell pre code quote caption region link control hidden term summary "
    "size weight italic underline coloured transform align indent absolute_size"
).split()
_SHARES = {"bold": "bold", "linked": "linked", "italics": "italic"}


def look_columns(segments: Segments, chars: Column, letters: Column, wanted: Wanted = EVERYTHING) -> dict[str, Column]:
    """One column a field; size, indent and colour relative to what most of the page's unlinked text has. `letters`: characters but blanks."""
    states, which = _numbered(segments.state)
    columns = dict(_fields(states, which, chars, wanted))
    for name, source in _SHARES.items():
        if name in wanted:
            columns[name] = _share(getattr(segments, source), letters)
    if "stress" in wanted:
        columns["stress"] = ((columns["bold"] > 0.9) | (columns["weight"] > 0)).astype(np.float32)
    if "begins" in wanted:
        columns["begins"] = np.array(segments.begins, np.float32)
    columns["state"] = which.astype(np.float32)
    return columns


def _share(counts: list[int], letters: Column) -> Column:
    """Some of a line's letters, as a share of them all."""
    if _fast is not None:
        found = np.empty(len(counts), np.float32)
        _fast.shares(counts, letters, found)
        return found
    share: Column = np.minimum(1.0, np.array(counts, np.float32) / letters)
    return share


def _numbered(every: list[State]) -> tuple[list[State], NDArray[np.intp]]:
    """The different states of a page, and which of them each line has."""
    if _fast is not None and every:
        states, which = _fast.numbered(every)
        return states, np.frombuffer(which, np.intp)
    numbers = {state: number for number, state in enumerate(dict.fromkeys(every))}
    return list(numbers), np.fromiter(map(numbers.__getitem__, every), np.intp, len(every))


def _fields(states: list[State], which: NDArray[np.intp], chars: Column, wanted: Wanted) -> zip[tuple[str, Column]]:
    """The fields of the page's different states, given to the lines."""
    names, own, relative = _plan(wanted)
    if _fast is not None and states:
        table = np.empty((len(names), len(states)), np.float32)
        _fast.fields(states, [_OWN[name] for name in own], [_CODES.get(name) for name in own], table)
        _fast.relative(states, _fast.body(states, which, chars), relative, table[len(own) :])
        of_lines = dict(zip((*own, *relative), table.take(which, axis=1), strict=True))
        return zip(names, [of_lines[name] for name in names], strict=True)
    body = _body(states, np.bincount(which, weights=np.minimum(chars, 400), minlength=len(states)))
    values = [_field(_OWN[name], states) if name in _OWN else [*map(_RELATIVE[name], states, repeat(body))] for name in names]
    return zip(names, np.array(values, np.float32).take(which, axis=1), strict=True)


@lru_cache(maxsize=8)
def _plan(wanted: Wanted) -> tuple[list[str], list[str], list[str]]:
    """The columns that are wanted; those of them that a state tells by itself, and those that it tells beside the page's body text."""
    names = [name for name in _NAMES if name in wanted]
    return names, [name for name in names if name in _OWN], [name for name in names if name in _RELATIVE]


def _field(name: str, states: list[State]) -> list[float]:
    """One field of every state, as a number."""
    if name not in _CODES:
        return [*map(attrgetter(name), states)]
    known, rest = _CODES[name]
    return [known.get(getattr(state, name), rest) for state in states]


def _body(unique: list[State], weight: NDArray[Any]) -> State | None:
    """The state of most of the page's text; None where there is no text."""
    best, most = unique[0] if unique else None, -1.0
    for state, share in zip(unique, weight.tolist(), strict=True):
        if share > most and not state.link and not state.hidden and not state.heading:
            best, most = state, share
    return best
