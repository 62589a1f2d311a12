"""Titles -> numbers for the model of levels: every title beside the earlier titles that it may belong below.

A title is compared with the latest title of each look (at most `MOST` looks, the latest ones) and with the page's first title, so there is a fixed
number of pairs a title. A pair is described by the two titles, by how they differ, by what stands between them, by how their look-alikes follow each
other. No words are read, apart from the few that name a whole document; everything is worked out for all pairs at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log1p
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricate.outline.looks import Look, Looks, names_a_document
from rubricate.types import BOILERPLATE, TITLE, Segments

__all__ = ["MOST", "NAMES", "Pairs", "pairs"]

MOST = 11
GROUPS = 48  # coarse looks whose order is counted; further ones share a place
PLAIN = 7  # where h-tags have 1..6
STEPS = 60  # up the tree, when depth is counted

Floats = NDArray[np.float32]


class Pairs(NamedTuple):
    """Orders of titles (`lower` after `upper`), and one row of numbers a pair, in the order of NAMES."""

    lower: NDArray[np.intp]
    upper: NDArray[np.intp]
    table: Floats


_OWN = (
    "heading", "size", "bold", "capitals", "italic", "underline", "centred", "indent", "lists", "linked", "begins", "words", "numbered",
    "number depth", "value", "body", "alike", "nearly alike", "goes on", "counts once", "counts again", "cell", "depth", "weight", "colon",
    "question", "term", "skipped", "document",
)  # fmt: skip
_NEAR = ("heading of next", "size of next", "next alike", "heading of previous", "size of previous", "previous alike", "body before", "first", "last")
_SAME = ("key", "coarse", "colour", "path", "parent", "grandparent", "form")
_ORDERS = (
    "order",
    "first alike",
    "last alike",
    "first nearly alike",
    "last nearly alike",
    "holder",
    "number before",
    "alike before",
    "nearly before",
)
_ROWS = ("block",)
_COLUMNS = {name: place for place, name in enumerate((*_OWN, *_SAME, *_ORDERS, *_ROWS))}
_BETWEEN = (
    "number inside", "inside", "upper comes again", "upper nearly comes again", "its look came first", "its look nearly came first",
    "its look ends later", "holder", "number before", "alike before", "nearly before", "text between", "apart", "upper order", "order", "left",
    "such right above such", "such before such", "such after such", "no text between", "both numbered, same form",
)  # fmt: skip
NAMES = (
    *(f"{name}, lower" for name in _OWN),
    *(f"{name}, upper" for name in _OWN),
    *(f"{name}, change" for name in _OWN),
    *_NEAR,
    *(f"same {name}" for name in _SAME),
    *_BETWEEN,
)
"""What the columns of the table mean."""


def pairs(segments: Segments, titles: Sequence[int], names: Sequence[str], page: Looks) -> Pairs:
    """All pairs of the titles (indices of segments, in order) that are worth comparing."""
    lower, upper = _candidates(page.titles)
    if not len(lower):
        return Pairs(lower, upper, np.zeros((0, len(NAMES)), np.float32))
    own = _titles(segments, titles, page.titles, _text_size(segments, names))
    below, above = own[:, lower], own[:, upper]
    size, same = len(_OWN), slice(len(_OWN), len(_OWN) + len(_SAME))
    rows = np.concatenate((
        below[:size],
        above[:size],
        below[:size] - above[:size],
        _near(own)[:, lower],
        below[same] == above[same],
        _between(own, below, above, lower, upper),
    ))  # fmt: skip
    return Pairs(lower, upper, rows.T)


def _candidates(titles: Sequence[Look]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    latest: dict[tuple[object, ...], int] = {}
    lower: list[int] = []
    upper: list[int] = []
    for title in titles:
        order, key = title.order, title.key
        if order:
            before = list(latest.values())
            if 0 not in before:
                before.append(0)
            upper += before
            lower += [order] * len(before)
        latest.pop(key, None)
        latest[key] = order
        if len(latest) > MOST:
            del latest[next(iter(latest))]
    return np.array(lower, np.intp), np.array(upper, np.intp)


def _text_size(segments: Segments, names: Sequence[str]) -> float:
    """The size of most of the running text."""
    counts: dict[float, int] = {}
    for state, text, name in zip(segments.state, segments.text, names, strict=True):
        if name != BOILERPLATE and name != TITLE:
            counts[state.size] = counts.get(state.size, 0) + len(text)
    return max(1.0, max(counts, key=counts.__getitem__)) if counts else 16.0


class _Seen:
    """What came earlier on the page: numbers for looks, colours and paths, and the orders of the titles to look back at."""

    def __init__(self) -> None:
        self.kinds: dict[Any, int] = {}
        self.coarse: dict[Any, int] = {}
        self.series: dict[tuple[str, tuple[int, ...]], int] = {}
        self.numbered: dict[tuple[int, ...], int] = {}
        self.alike: dict[Any, int] = {}


def _titles(segments: Segments, titles: Sequence[int], found: Sequence[Look], text_size: float) -> Floats:
    """One column a title, one row a name of _COLUMNS."""
    seen = _Seen()
    first = {look.coarse: look.order for look in reversed(found)}
    last = {look.coarse: look.order for look in found}
    rows, before = [], -1
    for look, index in zip(found, titles, strict=True):
        own = _own(segments, index, look, text_size, index - before - 1)
        rows.append((*own, *_kinds(segments, index, look, seen), *_orders(look, seen, first, last), segments.block[index]))
        before = index
    return np.array(rows, np.float32).T


def _own(segments: Segments, index: int, look: Look, text_size: float, skipped: int) -> tuple[float, ...]:
    state, text, number = segments.state[index], segments.text[index], look.number
    return (
        look.heading or PLAIN, log(max(look.size, 1.0) / text_size), look.bold, look.capitals, look.italic, look.underline, look.centred, look.indent,
        look.list_depth, look.linked, look.begins, log1p(look.words), number is not None, len(number.values) if number else 0,
        number.value if number else 0, log1p(look.body), log(look.alike), log(look.coarsely_alike), look.goes_on, look.counts_once, look.counts_again,
        state.cell, _depth(segments, index), state.weight, text[-1] in ":：", text[-1] in "?？", state.term != "", min(skipped, 50),
        look.names_document or names_a_document(text[:100]),
    )  # fmt: skip


def _depth(segments: Segments, index: int) -> int:
    parents, row = segments.page.tree.parents, segments.block[index]
    for depth in range(STEPS):
        if row < 0:
            return depth
        row = parents[row]
    return STEPS


def _kinds(segments: Segments, index: int, look: Look, seen: _Seen) -> tuple[int, ...]:
    tree, block, kinds = segments.page.tree, segments.block[index], seen.kinds
    parent, path = -1, None
    if block >= 0:
        parent = tree.parents[block]
        path = ("path", tree.tags[block], tree.attribute(block, "class") if tree.data[block] else None, tree.tags[parent] if parent >= 0 else "")
    return (
        kinds.setdefault(look.key, len(kinds)), seen.coarse.setdefault(look.coarse, len(seen.coarse)),
        kinds.setdefault(segments.state[index].color, len(kinds)), kinds.setdefault(path, len(kinds)), parent,
        tree.parents[parent] if parent >= 0 else -1, kinds.setdefault(look.number.form, len(kinds)) if look.number else -1,
    )  # fmt: skip


def _orders(look: Look, seen: _Seen, first: dict[Any, int], last: dict[Any, int]) -> tuple[int, ...]:
    holder = before = -1
    if (number := look.number) is not None:
        holder = seen.numbered.get(number.values[:-1], -1)
        before = seen.series.get((number.form, (*number.values[:-1], number.value - 1)), -1)
        seen.series[number.form, number.values] = seen.numbered[number.values] = look.order
    alike, nearly = seen.alike.get(look.key, -1), seen.alike.get(look.coarse, -1)
    seen.alike[look.key] = seen.alike[look.coarse] = look.order
    return (look.order, look.first_alike, look.last_alike, first[look.coarse], last[look.coarse], holder, before, alike, nearly)


def _near(own: Floats) -> Floats:
    """How a title differs from the ones right before and after it."""

    def row(name: str) -> Floats:
        values: Floats = own[_COLUMNS[name]]
        return values

    def shifted(name: str, by: int) -> Floats:
        values = row(name)
        return np.concatenate((values[by:], values[-1:])) if by > 0 else np.concatenate((values[:1], values[:by]))

    key, order = row("key"), row("order")
    return np.stack((
        shifted("heading", 1) - row("heading"), shifted("size", 1) - row("size"), shifted("key", 1) == key,
        shifted("heading", -1) - row("heading"), shifted("size", -1) - row("size"), shifted("key", -1) == key, shifted("body", -1),
        row("first alike") == order, row("last alike") == order,
    ))  # fmt: skip


def _between(own: Floats, below: Floats, above: Floats, lower: NDArray[np.intp], upper: NDArray[np.intp]) -> Floats:
    """What can only be said of the two together."""
    at = _COLUMNS
    order, over = below[at["order"]], above[at["order"]]
    text = np.cumsum(np.expm1(own[at["body"]].astype(np.float64)))
    numbered = (below[at["numbered"]] > 0) & (above[at["numbered"]] > 0)
    apart = order - over
    return np.stack((
        below[at["holder"]] == over, below[at["parent"]] == above[at["block"]], above[at["last alike"]] > order,
        above[at["last nearly alike"]] > order,
        below[at["first alike"]] < above[at["first alike"]], below[at["first nearly alike"]] < above[at["first nearly alike"]],
        below[at["last alike"]] > above[at["last alike"]], *(_side(below[at[name]], over) for name in _ORDERS[-4:]),
        np.log1p(np.maximum(0, text[lower - 1] - text[upper] + np.expm1(above[at["body"]]))), apart, over, order, own.shape[1] - order,
        *_following(own, below, above), (above[at["body"]] == 0) & (apart == 1), np.where(numbered, below[at["form"]] == above[at["form"]], -1),
    )).astype(np.float32)  # fmt: skip


def _side(earlier: Floats, over: Floats) -> Floats:
    """Where a title looked back at stands: -2 nowhere, -1 before `upper`, 0 it is `upper`, 1 after it."""
    return np.where(earlier < 0, -2, np.sign(earlier - over))


def _following(own: Floats, below: Floats, above: Floats) -> tuple[Floats, Floats, Floats]:
    """How often one coarse look follows another on the page: with no text between them (more this way than that), and at all, both ways."""
    at, wide = _COLUMNS["coarse"], GROUPS + 1
    coarse = np.minimum(own[at], GROUPS).astype(np.intp)
    before, after = coarse[:-1], coarse[1:]
    steps = before * wide + after
    follows = np.bincount(steps, minlength=wide * wide)
    bare = np.bincount(steps[(own[_COLUMNS["body"]][:-1] == 0) & (before != after)], minlength=wide * wide)
    one, other = np.minimum(above[at], GROUPS).astype(np.intp), np.minimum(below[at], GROUPS).astype(np.intp)
    down, up = one * wide + other, other * wide + one
    logs = np.log1p(np.stack((bare[down], bare[up], follows[down], follows[up]))).astype(np.float32)
    return logs[0] - logs[1], logs[2], logs[3]
