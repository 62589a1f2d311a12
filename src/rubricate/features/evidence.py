"""Cheap word evidence: what the words of a line, and the class and id words of the elements around it, usually mean.

The tables are learned from labelled pages: for a word, how much more often lines with it belong to the document (`kept`), and how much more often they
are titles (`title`), as log odds, shrunk towards nought for rare words. Words seen on few sites are left out, so that no site is learned by heart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments, Tree

__all__ = ["Evidence", "class_words", "evidence_columns", "line_words"]

Column = NDArray[np.float32]
_WORD = re.compile(r"[^\W\d_]+")
_CLASS = re.compile(r"[a-z]{3,}")
_CAMEL = re.compile(r"([a-z])([A-Z])")
MOST_WORDS = 16


@dataclass(frozen=True, slots=True)
class Evidence:
    """Word -> (log odds of being kept, log odds of being a title), for words of lines and for words of classes and ids."""

    words: Mapping[str, tuple[float, float]]
    classes: Mapping[str, tuple[float, float]]


def line_words(text: str) -> list[str]:
    """The first words of a line, in lower case."""
    return _WORD.findall(text[:140].lower())[:MOST_WORDS]


def class_words(tree: Tree, row: int) -> list[str]:
    """The words in an element's class and id."""
    found = ""
    for name, value in tree.data[row]:
        if value and (name == "class" or name == "id"):
            found += " " + value[:200]
    return sorted(set(_CLASS.findall(_CAMEL.sub(r"\1 \2", found).lower()))) if found else []


def evidence_columns(segments: Segments, evidence: Evidence) -> dict[str, Column]:
    """Means and extremes of the odds of a line's words, and of the classes around it."""
    words = np.array([_line(line_words(text), evidence.words) for text in segments.text], np.float32).reshape(len(segments), 6)
    classes = np.array(_around(segments, evidence.classes), np.float32).reshape(len(segments), 6)
    found = {name: np.ascontiguousarray(words[:, i]) for i, name in enumerate(_WORD_NAMES)}
    found.update({name: np.ascontiguousarray(classes[:, i]) for i, name in enumerate(_CLASS_NAMES)})
    return found


_WORD_NAMES = ("words_kept", "words_kept_least", "words_kept_most", "words_title", "words_title_first", "words_known")
_CLASS_NAMES = ("class_kept", "class_title", "classes_kept", "classes_kept_least", "classes_kept_most", "classes_title")


def _line(words: list[str], table: Mapping[str, tuple[float, float]]) -> tuple[float, ...]:
    odds = [table[word] for word in words if word in table]
    if not odds:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    kept = [pair[0] for pair in odds]
    title = [pair[1] for pair in odds]
    return (sum(kept) / len(kept), min(kept), max(kept), sum(title) / len(title), title[0], len(odds) / len(words))


def _around(segments: Segments, table: Mapping[str, tuple[float, float]]) -> list[tuple[float, ...]]:
    """For the block of every line: its own odds, and the sum and extremes of those of all elements around it."""
    tree = segments.page.tree
    known: dict[int, tuple[float, ...]] = {-1: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)}
    found = []
    for block in segments.block:
        answer = known.get(block)
        if answer is None:
            path = [block]
            while (parent := tree.parents[path[-1]]) not in known:
                path.append(parent)
            answer = known[parent]
            for row in reversed(path):
                answer = known[row] = _inside(answer, _own(tree, row, table))
        found.append(answer)
    return found


def _own(tree: Tree, row: int, table: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    odds = [table[word] for word in class_words(tree, row) if word in table]
    return (sum([pair[0] for pair in odds]), sum([pair[1] for pair in odds])) if odds else (0.0, 0.0)


def _inside(outer: tuple[float, ...], own: tuple[float, float]) -> tuple[float, ...]:
    if own == (0.0, 0.0):
        return (0.0, 0.0, *outer[2:])
    kept, title = own
    return (kept, title, outer[2] + kept, min(outer[3], kept), max(outer[4], kept), outer[5] + title)
