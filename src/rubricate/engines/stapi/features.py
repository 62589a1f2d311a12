"""Segments -> the features of the paper (sections 3.1 and 3.2), one small function each.

- A page is described once (`describe`), in one pass over its tree and one over its lines: nothing climbs, so depth costs nothing.
- The paper's 'list' is the list of segments that are still in play: for the filter all candidates, for the classifier those that the filter kept.
  A `View` says which lines are described and who their neighbours in that list are; a line outside the list gets the neighbours it would have in it.
- Numbers are columns; tags and ids become one-hot columns by a vocabulary that training made; unknown ones are all zeros.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rubricate.types import AFTER_BR, Segments, Tree

__all__ = ["CATEGORIES", "ENCODING", "NUMBERS", "Lines", "View", "categorical", "compact", "describe", "expand", "view"]

ENCODING = "encoding"
MERGED = frozenset(["a", "i", "small", "mark", "del", "ins", "sub", "sup", "u", "strong", "b"])
"""Inline tags that the published parser melts into their parent; em, span and font stay."""

END = "(none)"
"""The tag of what is not there: after the last line, above the top, an element without id."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What is known of a page's segments before anything is decided; parallel columns."""

    text: Sequence[str]
    words: Any
    punctuation: Any
    bold: Any
    hidden: Any
    linked: Any
    size: Any
    alike: Any
    tag: Sequence[str]
    parent: Sequence[str]
    id: Sequence[str]
    discarded: Sequence[str]  # the tag that takes it out of play, or ''

    def __len__(self) -> int:
        return len(self.text)

    @property
    def candidates(self) -> Any:
        """Which lines the filter looks at."""
        return np.fromiter((not tag for tag in self.discarded), dtype=bool, count=len(self.text))


@dataclass(frozen=True, slots=True)
class View:
    """The lines to describe, and for each its neighbours in the list (-1: none) and its relative position there."""

    rows: Any
    before: Any
    after: Any
    position: Any


def describe(segments: Segments, discard: Sequence[str]) -> Lines:
    """The columns of a page."""
    text, tree = segments.text, segments.page.tree
    own, inside = _elements(tree, frozenset(discard))
    rows = [_element(segments, own, index) for index in range(len(text))]
    broken = [begin == AFTER_BR for begin in segments.begins]  # the published parser reads <br> as <p>
    tags = tree.tags
    words, bold = _numbers(map(count_words, text)), _numbers(map(share, segments.bold, text))
    tag = ["p" if br else tags[row] for br, row in zip(broken, rows, strict=True)]
    sizes = [state.size for state in segments.state]
    return Lines(
        text=text,
        words=words,
        punctuation=_numbers(map(count_punctuation, text)),
        bold=bold,
        hidden=_numbers(bool(state.hidden) for state in segments.state),
        linked=_numbers(map(share, segments.linked, text)),
        size=_numbers(sizes) / np.float32(_usual(sizes, words) or 1.0),
        alike=_alike(words, zip(tag, (bold >= MOSTLY).tolist(), sizes, strict=True)),
        tag=tag,
        parent=[tags[row] if br else _parent(tree, row) for br, row in zip(broken, rows, strict=True)],
        id=[END if br else tree.attribute(row, "id") or END for br, row in zip(broken, rows, strict=True)],
        discarded=[inside[row] for row in segments.block],
    )


MOSTLY = 0.9
"""The share of a line's characters that are bold from which on the line looks bold."""


def _numbers(values: Iterable[float]) -> Any:
    return np.array(list(values), dtype=np.float32)


def _usual(sizes: Sequence[float], words: Any) -> float:
    """The size of letters that most of the page's words are in."""
    counts: dict[float, float] = {}
    for size, count in zip(sizes, words.tolist(), strict=True):
        counts[size] = counts.get(size, 0.0) + count
    return max(counts, key=lambda size: counts[size], default=1.0)


def _alike(words: Any, looks: Iterable[tuple[object, ...]]) -> Any:
    """For every line the mean number of words of the lines that look the same."""
    numbers: dict[tuple[object, ...], int] = {}
    group = np.array([numbers.setdefault(look, len(numbers)) for look in looks], dtype=np.int64)
    if not len(group):
        return np.zeros(0, dtype=np.float32)
    return (np.bincount(group, words) / np.bincount(group))[group].astype(np.float32)


def count_words(text: str) -> int:
    """Words between white space; where a script writes none (Chinese, Japanese), every two characters count as a word."""
    words = len(text.split())
    return words if text.isascii() else words + len(_UNSPACED.findall(text)) // 2


_UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")
_PUNCTUATION = frozenset(string.punctuation)


def count_punctuation(text: str) -> int:
    """ASCII punctuation, as Python's `string.punctuation` has it."""
    return sum(map(_PUNCTUATION.__contains__, text))


def share(part: int, text: str) -> float:
    """A number of characters as a share of a line's characters, white space aside."""
    return min(1.0, part / max(1, len(text) - text.count(" ")))


def _elements(tree: Tree, discard: frozenset[str]) -> tuple[list[int], list[str]]:
    """For every row: the nearest element that is not melted into its parent, and the discarded tag that it lies in. Parents come before children."""
    own: list[int] = []
    inside: list[str] = []
    for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        above = parent >= 0
        own.append(row if (tag and tag not in MERGED) or not above else own[parent])
        outer = inside[parent] if above else ""
        inside.append(outer or (tag if tag in discard else ""))
    return own, inside


def _element(segments: Segments, own: list[int], index: int) -> int:
    """The element that the published parser finds the line in: that of its text nodes, or, if they differ, the block around them."""
    parents = segments.page.tree.parents
    runs = segments.runs[index]
    first = own[parents[runs[0]]]
    return first if all(own[parents[run]] == first for run in runs[1:]) else segments.block[index]


def _parent(tree: Tree, row: int) -> str:
    parent = tree.parents[row]
    return tree.tags[parent] if parent >= 0 else END


def view(lines: Lines, rows: Any, members: Any) -> View:
    """Describe `rows` (indices) as parts of the list whose members are marked in `members` (booleans over all lines)."""
    count = len(lines)
    place = np.arange(count)
    before = np.full(count, -1)
    before[1:] = np.maximum.accumulate(np.where(members, place, -1))[:-1]
    after = np.full(count, count)
    after[:-1] = np.minimum.accumulate(np.where(members, place, count)[::-1])[::-1][1:]
    after[after == count] = -1
    rank = np.cumsum(members) / max(1, int(np.sum(members)))
    return View(rows, before[rows], after[rows], rank[rows].astype(np.float32))


def _of(column: Any, rows: Any) -> Any:
    """A column's values at rows, 0 where the row is -1."""
    return np.where(rows >= 0, column[rows], np.float32(0)) if len(column) else np.zeros(len(rows), dtype=np.float32)


NUMBERS: dict[str, Callable[[Lines, View], Any]] = {
    "words": lambda lines, seen: lines.words[seen.rows],
    "position": lambda lines, seen: seen.position,
    "punctuation": lambda lines, seen: lines.punctuation[seen.rows],
    "ratio": lambda lines, seen: lines.words[seen.rows] / np.maximum(1, _of(lines.words, seen.after)),
    # Not in the paper:
    "previous_words": lambda lines, seen: _of(lines.words, seen.before),
    "next_words": lambda lines, seen: _of(lines.words, seen.after),
    "bold": lambda lines, seen: lines.bold[seen.rows],
    "hidden": lambda lines, seen: lines.hidden[seen.rows],
    "linked": lambda lines, seen: lines.linked[seen.rows],
    "size": lambda lines, seen: lines.size[seen.rows],
    "alike": lambda lines, seen: lines.alike[seen.rows],
}

CATEGORIES: dict[str, Callable[[Lines, View], list[str]]] = {
    "tag": lambda lines, seen: [lines.tag[row] for row in seen.rows],
    "parent": lambda lines, seen: [lines.parent[row] for row in seen.rows],
    "next_tag": lambda lines, seen: [lines.tag[row] if row >= 0 else END for row in seen.after],
    "id": lambda lines, seen: [lines.id[row] for row in seen.rows],
    # Not in the paper:
    "previous_tag": lambda lines, seen: [lines.tag[row] if row >= 0 else END for row in seen.before],
}


def compact(lines: Lines, seen: View, encodings: Any, names: Sequence[str], vocabulary: Mapping[str, Sequence[str]]) -> Any:
    """One row a line of the view, columns in the order of `names`; a category is one column: its number in the vocabulary, or one past its end."""
    parts = [_column(name, lines, seen, encodings, vocabulary) for name in names]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def expand(table: Any, names: Sequence[str], vocabulary: Mapping[str, Sequence[str]], size: int) -> Any:
    """A compact table with every category as one-hot columns; `size` is that of an encoding."""
    parts, at = [], 0
    for name in names:
        if name in CATEGORIES:
            parts.append(_one_hot(table[:, at], len(vocabulary[name])))
            at += 1
        else:
            step = size if name == ENCODING else 1
            parts.append(table[:, at : at + step])
            at += step
    return np.concatenate(parts, axis=1, dtype=np.float32)


def categorical(names: Sequence[str], size: int) -> list[int]:
    """Which columns of a compact table are categories."""
    widths = [size if name == ENCODING else 1 for name in names]
    starts = np.cumsum([0, *widths]).tolist()
    return [start for start, name in zip(starts, names, strict=False) if name in CATEGORIES]


def _column(name: str, lines: Lines, seen: View, encodings: Any, vocabulary: Mapping[str, Sequence[str]]) -> Any:
    if name == ENCODING:
        return encodings[seen.rows]
    if name in NUMBERS:
        return np.asarray(NUMBERS[name](lines, seen), dtype=np.float32)[:, None]
    place = {value: number for number, value in enumerate(vocabulary[name])}
    values = CATEGORIES[name](lines, seen)
    return np.fromiter((place.get(value, len(place)) for value in values), dtype=np.float32, count=len(values))[:, None]


def _one_hot(codes: Any, count: int) -> Any:
    table = np.zeros((len(codes), count + 1), dtype=np.float32)
    table[np.arange(len(codes)), codes.astype(int)] = 1
    return table[:, :count]
