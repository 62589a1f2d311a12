"""How a line looks and what it stands in: the fields of its State, made relative to the page's body text."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments, State

__all__ = ["look_columns"]

Column = NDArray[np.float32]
_REGIONS = {"": 0, "main": 1, "article": 2, "header": 3, "aside": 4, "nav": 5, "footer": 6, "form": 7, "dialog": 8}
_HIDDEN = {"": 0, "aria-hidden": 1, "clipped": 2, "tooltip": 3, "visibility:hidden": 4, "hidden": 5, "display:none": 6}
_ALIGN = {"": 0, "left": 0, "justify": 0, "center": 1, "right": 2}
_TRANSFORM = {"": 0, "capitalize": 1, "lowercase": 2, "uppercase": 3}


def look_columns(segments: Segments, chars: Column, letters: Column) -> dict[str, Column]:
    """One column a field; size, indent and colour relative to what most of the page's unlinked text has. `letters`: characters but blanks."""
    unique = {id(state): state for state in segments.state}
    numbers = {key: number for number, key in enumerate(unique)}
    which = np.array([numbers[id(state)] for state in segments.state], np.intp)
    states = list(unique.values())
    body = _body(states, np.bincount(which, weights=np.minimum(chars, 400), minlength=len(states)))
    table = np.array([_fields(state, body) for state in states], np.float32).reshape(-1, len(_NAMES)).T.copy()
    columns = dict(zip(_NAMES, np.take(table, which, axis=1), strict=True))
    columns["bold"] = np.minimum(1.0, np.array(segments.bold, np.float32) / letters)
    columns["linked"] = np.minimum(1.0, np.array(segments.linked, np.float32) / letters)
    columns["italics"] = np.minimum(1.0, np.array(segments.italic, np.float32) / letters)
    columns["stress"] = ((columns["bold"] > 0.9) | (columns["weight"] > 0)).astype(np.float32)
    columns["begins"] = np.array(segments.begins, np.float32)
    columns["state"] = which.astype(np.float32)
    return columns


def _body(unique: list[State], weight: NDArray[Any]) -> State | None:
    best, most = None, -1.0
    for state, share in zip(unique, weight, strict=True):
        if not state.link and not state.hidden and not state.heading and share > most:
            best, most = state, float(share)
    return best or (unique[0] if unique else None)


_NAMES = (
    "heading list_depth ordered cell pre code quote caption region link control hidden term summary "
    "size weight italic underline coloured transform align indent absolute_size"
).split()


def _fields(state: State, body: State | None) -> tuple[float, ...]:
    size, indent, color, weight = (body.size, body.indent, body.color, body.weight) if body is not None else (16.0, 0.0, "", 400)
    return (
        state.heading,
        state.list_depth,
        state.ordered,
        state.cell,
        state.pre,
        state.code,
        state.quote,
        state.caption,
        _REGIONS.get(state.region, 0),
        state.link,
        state.control,
        _HIDDEN.get(state.hidden, 6),
        {"": 0, "dt": 1, "dd": 2}.get(state.term, 0),
        state.summary,
        state.size / size if size else 1.0,
        state.weight - weight,
        state.italic,
        state.underline,
        state.color != color,
        _TRANSFORM.get(state.transform, 0),
        _ALIGN.get(state.align, 0),
        max(-200.0, min(400.0, state.indent - indent)),
        state.size,
    )
