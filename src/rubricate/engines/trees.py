"""Boosted oblivious trees: the whole evaluator, so that a model needs nothing but the core at run time.

In an oblivious tree every level asks one question of all rows (is feature f greater than border b?), so a tree of depth d is d columns of bits and
a table of 2^d leaves. All questions of a model are asked once; a leaf's number is put together from its bits; the leaves' values are added up.
Where the compiled twin (`_trees.pyx`) was built, it adds them up, in the same order, so to the same bits.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.errors import BadModel

__all__ = ["Trees", "from_file", "softmax"]

_fast = twin("engines._trees")
Made = TypeVar("Made")
_DEEPEST = 8  # a leaf's number is one byte
_FEW = 8  # numbers that numpy adds up one after the other
_AT_ONCE = 1 << 15
"""Leaves that are looked up together: arrays of some 500 kB stay near, larger ones cost more to get than to fill."""


class Trees:
    """An ensemble with `outputs` values a row."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.features: NDArray[np.intp] = arrays["features"].astype(np.intp)  # of every question: the column
        if arrays["questions"].shape[1] > _DEEPEST:
            raise BadModel(f"the trees ask {arrays['questions'].shape[1]} questions; {_DEEPEST} are the most")
        self.borders: NDArray[np.float32] = arrays["borders"].astype(np.float32)  # and what it is compared with
        self.questions: NDArray[np.intp] = arrays["questions"].astype(np.intp)  # trees x depth: numbers of questions
        self.leaves: NDArray[np.float32] = arrays["leaves"].astype(np.float32) * np.float32(arrays["scale"])  # trees x 2^depth x outputs
        self.bias: NDArray[np.float32] = arrays["bias"].astype(np.float32)
        order = np.argsort(self.features, kind="stable")  # of the questions as they are asked: one column after the other
        self._asked, self._limits = self.features[order], self.borders[order][:, None]
        self._levels = np.ascontiguousarray(np.argsort(order)[self.questions].T[::-1])  # the last level's questions first
        self._offsets: NDArray[np.intp] = (np.arange(len(self.questions)) * self.leaves.shape[1])[:, None]  # where the leaves of each tree begin
        self._rows = self.leaves.reshape(-1, self.outputs)  # the leaves of all trees, one below the other
        self._forest = _forest(self) if _fast is not None else None

    @property
    def outputs(self) -> int:
        """How many values every row gets."""
        return int(self.leaves.shape[2])

    def scores(self, table: NDArray[np.float32]) -> NDArray[np.float32]:
        """Raw scores, one row a line; pages of any length are worked on in pieces, so memory stays small."""
        return self.scores_of([*np.ascontiguousarray(table.T)], len(table))

    def scores_of(self, columns: Sequence[NDArray[np.float32]], count: int) -> NDArray[np.float32]:
        """The same, of a table that is given as its columns, each in one piece, for so many lines."""
        if self._forest is not None and (self.outputs > 1 or count % 512 != 1):  # one number at a time numpy adds up in another order
            total = np.empty((count, self.outputs), np.float32)
            self._forest.scores(columns, count, total)
            return total
        pieces = [self._scores(np.array([column[start : start + 512] for column in columns])) for start in range(0, count, 512)]
        return np.concatenate(pieces) if pieces else np.zeros((0, self.outputs), np.float32)

    def _scores(self, columns: NDArray[np.float32]) -> NDArray[np.float32]:
        answers = (columns.take(self._asked, axis=0) > self._limits).view(np.uint8)  # questions x rows
        number = answers.take(self._levels[0], axis=0)  # trees x rows: the number of the leaf, bit by bit from the highest
        for questions in self._levels[1:]:
            number += number
            number += answers.take(questions, axis=0)
        total = np.zeros((number.shape[1], self.outputs), np.float32)
        some = max(1, _AT_ONCE // number.shape[1])
        for start in range(0, len(number), some):
            places = number[start : start + some].astype(np.intp)
            places += self._offsets[start : start + some]
            values = self._rows.take(places, axis=0)
            values[0] += total  # so sums go on from piece to piece
            total = values.sum(axis=0)
        return total + self.bias

    def contributions(self, table: NDArray[np.float32], output: int) -> NDArray[np.float32]:
        """How much every column of the table moved one output of every row: rows x columns.

        On the way down a tree the mean of the leaves that are still in reach changes with every answer; the change is put down to the feature asked.
        """
        moved = np.zeros(table.shape, np.float32)
        answers = table[:, self.features] > self.borders
        rows = np.arange(len(table))
        for questions, leaves in zip(self.questions, self.leaves[:, :, output], strict=True):
            number = np.zeros(len(table), np.intp)
            before = np.full(len(table), leaves.mean(), np.float32)
            for level, question in enumerate(questions):
                number |= answers[:, question].astype(np.intp) << level
                after = leaves.reshape(-1, 1 << (level + 1)).mean(axis=0)[number]
                moved[rows, self.features[question]] += after - before
                before = after
        return moved

    @staticmethod
    def pack(model: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """Arrays to be saved, from CatBoost's JSON form of a model of oblivious trees on numbers."""
        questions: dict[tuple[int, float], int] = {}
        depth = max(len(tree["splits"] or ()) for tree in model["oblivious_trees"])
        rows, leaves = [], []
        for tree in model["oblivious_trees"]:
            splits = tree["splits"] or []
            numbers = [questions.setdefault((split["float_feature_index"], float(np.float32(split["border"]))), len(questions)) for split in splits]
            values = np.array(tree["leaf_values"], np.float64).reshape(1 << len(splits), -1)
            missing = depth - len(splits)
            if missing:  # a shallower tree: further questions that change nothing
                numbers += [numbers[0] if numbers else 0] * missing
                values = values[np.arange(1 << depth) & ((1 << len(splits)) - 1)]
            rows.append(numbers)
            leaves.append(values)
        scale, bias = model["scale_and_bias"]
        table = np.array(leaves)
        unit = float(np.abs(table).max()) / 32767 or 1.0
        outputs = table.shape[2]
        return {
            "features": np.array([key[0] for key in questions], np.uint16),
            "borders": np.array([key[1] for key in questions], np.float32),
            "questions": np.array(rows, np.uint16),
            "leaves": np.round(table / unit).astype(np.int16),
            "scale": np.array(unit * scale, np.float64),
            "bias": np.resize(np.atleast_1d(np.array(bias, np.float32)), outputs),
        }


def _forest(trees: Trees) -> Any:
    """The trees as the compiled twin reads them; None where a column has more borders than a byte counts."""
    columns = np.unique(trees.features)
    borders = [np.unique(trees.borders[trees.features == column]) for column in columns.tolist()]
    if max(map(len, borders), default=0) > 255:
        return None
    slots = np.searchsorted(columns, trees.features).astype(np.int32)
    ranks = np.array([np.searchsorted(borders[slot], border) for slot, border in zip(slots.tolist(), trees.borders, strict=True)], np.uint8)
    asked = trees.questions
    return _fast.Forest(columns.tolist(), borders, slots[asked], ranks[asked], trees.leaves, trees.bias)


def from_file(path: Path, make: Callable[[dict[str, NDArray[Any]]], Made], what: str, trainer: str) -> Made:
    """What `make` makes of the arrays of a model file; BadModel where the file is missing, damaged, or no model of `what`."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return make({name: arrays[name] for name in arrays.files})
    except FileNotFoundError:
        raise BadModel(f"there is no model file {path.name}: 'rubricate train {trainer} --data DIR -o {path.name}' makes one") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, EOFError, IndexError) as error:
        raise BadModel(f"{path.name} is not a model of {what}: {type(error).__name__}: {error}") from None


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores -> probabilities."""
    if not len(scores):
        return scores
    if _fast is not None and scores.dtype == np.float32 and scores.shape[1] < _FEW:
        found = np.empty(scores.shape, np.float32)
        _fast.lowered(np.ascontiguousarray(scores), found)
        np.exp(found, out=found)  # which numpy does several at a time, and to other bits than a C library
        _fast.shared_out(found)
        return found
    powers = np.exp(scores - reduce(np.maximum, scores.T)[:, None])  # quicker than one maximum along short rows
    shares: NDArray[np.float32] = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares
