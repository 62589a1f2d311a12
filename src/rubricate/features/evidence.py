"""Cheap word evidence: what the words of a line, and the class and id words of the elements around it, usually mean.

The tables are learned from labelled pages: for a word, how much more often lines with it belong to the document (`kept`), and how much more often
they are titles (`title`), as log odds, shrunk towards nought for rare words. Words seen on few sites are left out, so that no site is
learned by heart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments, Tree

__all__ = ["Evidence", "class_odds", "class_words", "evidence_columns", "line_words", "named_columns", "under_columns", "words_odds"]

Column = NDArray[np.float32]
Pair = tuple[float, float]
Odds = tuple[float, float, float, float, float, float]
_WORD = re.compile(r"[^\W\d_]+")
_SPACED = {code: " " for code in range(128) if not chr(code).isalpha()}
"""Makes blanks of all that is no letter, in ASCII: faster than the pattern, with the same words."""
_CLASS = re.compile(r"[a-z]{3,}")
_CAMEL = re.compile(r"([a-z])([A-Z])")
MOST_WORDS = 16
MOST_AROUND = 48


@dataclass(frozen=True, slots=True)
class Evidence:
    """Word -> (log odds of being kept, log odds of being a title), for words of lines and for words of classes and ids."""

    words: Mapping[str, Pair]
    classes: Mapping[str, Pair]


def line_words(text: str) -> list[str]:
    """The first words of a line, in lower case."""
    head = text[:140].lower()
    return (head.translate(_SPACED).split() if head.isascii() else _WORD.findall(head))[:MOST_WORDS]


def class_words(tree: Tree, row: int) -> list[str]:
    """The words in an element's class and id."""
    found = _class_text(tree, row)
    return _class_words(found) if found else []


def _class_text(tree: Tree, row: int) -> str:
    found = ""
    for name, value in tree.data[row]:
        if value and (name == "class" or name == "id"):
            found += " " + value[:200]
    return found


def _class_words(text: str) -> list[str]:
    return sorted(set(_CLASS.findall((text if text.islower() else _CAMEL.sub(r"\1 \2", text)).lower())))


def evidence_columns(segments: Segments, evidence: Evidence) -> dict[str, Column]:
    """Means and extremes of the odds of a line's words, and of the classes around it."""
    words = [words_odds(line_words(text), evidence.words) for text in segments.text]
    return named_columns(words, _around(segments, evidence.classes))


def named_columns(words: list[Odds], classes: list[Odds]) -> dict[str, Column]:
    """The columns under their names, from what was worked out for every line."""
    table = np.array(words, np.float32).reshape(len(words), len(_WORD_NAMES))
    found = {name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_WORD_NAMES)}
    table = np.array(classes, np.float32).reshape(len(classes), len(_CLASS_NAMES))
    found.update({name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_CLASS_NAMES)})
    return found


_WORD_NAMES = ("words_kept", "words_kept_least", "words_kept_most", "words_title", "words_title_first", "words_known")
_CLASS_NAMES = ("class_kept", "class_title", "classes_kept", "classes_kept_least", "classes_kept_most", "classes_title")


def under_columns(found: Mapping[str, Column]) -> dict[str, Column]:
    """What the words of the heading above a line say: what stands under 'Related stories' is as little kept as that line itself."""
    heading = (found["heading"] > 0) | ((found["bold"] > 0.9) & (found["chars"] < 80) & (found["linked"] < 0.5))
    last = np.maximum.accumulate(np.where(heading, np.arange(len(heading)), -1))
    before = np.concatenate(([-1], last[:-1]))[: len(heading)]
    return {
        f"under_{name}": np.where(before >= 0, found[f"words_{name}"][before], 0).astype(np.float32) if len(heading) else found[f"words_{name}"]
        for name in ("kept", "kept_least", "title")
    }


def words_odds(words: list[str], table: Mapping[str, Pair]) -> Odds:
    """What the words of one line say."""
    odds = [pair for pair in map(table.get, words) if pair is not None]
    if not odds:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    kept, title = zip(*odds, strict=True)
    return (sum(kept) / len(kept), min(kept), max(kept), sum(title) / len(title), title[0], len(odds) / len(words))


def class_odds(own: Iterable[str], around: Iterable[str], table: Mapping[str, Pair]) -> Odds:
    """What the classes of a line's block, and those of all elements around the block, say."""
    mine = [table[word] for word in own if word in table]
    theirs = [table[word] for word in around if word in table]
    kept = [pair[0] for pair in theirs]
    return (
        sum([pair[0] for pair in mine]),
        sum([pair[1] for pair in mine]),
        sum(kept),
        min(kept, default=0.0),
        max(kept, default=0.0),
        sum([pair[1] for pair in theirs]),
    )


def _around(segments: Segments, table: Mapping[str, Pair]) -> list[Odds]:
    tree = segments.page.tree
    parents, data = tree.parents, tree.data
    inside: dict[int, tuple[str, ...]] = {-1: ()}  # row -> known words of the elements that text inside it is in
    around: dict[tuple[str, ...], Odds] = {}  # what such words say, worked out once
    spelt: dict[str, list[str]] = {"": []}  # class and id, as written -> known words
    known: dict[int, Odds] = {}

    def words_of(row: int) -> list[str]:
        text = _class_text(tree, row)
        words = spelt.get(text)
        if words is None:
            words = spelt[text] = [word for word in _class_words(text) if word in table]
        return words

    found = []
    for block in segments.block:
        answer = known.get(block)
        if answer is None:
            path = []
            row = parents[block]
            while row not in inside:
                path.append(row)
                row = parents[row]
            words = inside[row]
            for row in reversed(path):
                fresh = [word for word in words_of(row) if word not in words] if data[row] else []
                if fresh and len(words) < MOST_AROUND:
                    words = (*words, *fresh)
                inside[row] = words
            outer = around.get(words)
            if outer is None:
                outer = around[words] = class_odds((), sorted(words), table)
            own = words_of(block) if data[block] else ()
            answer = known[block] = (*class_odds(own, (), table)[:2], *outer[2:]) if own else outer
        found.append(answer)
    return found
