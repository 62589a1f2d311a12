"""A linear-chain CRF over binned features: learnt by python-crfsuite, applied with numpy.

`learn` needs the extra `papers`; labelling needs only what the core has, so the packaged model works everywhere, in any thread and process. The
weights are plain arrays (no pickle): for every row of the template and every feature a table [value, label], and the transitions [label, label].
Time and memory are linear in the number of blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from rubricate.errors import DataError, MissingExtra

__all__ = ["LABELS", "Learning", "Weights", "decode", "emissions", "learn", "marginals"]

LABELS = ("header", "list", "paragraph", "continuation", "other")
Columns = Mapping[str, Any]
Cell = tuple[int, str]
"""A row relative to the block, and the feature that the CRF sees there."""


@dataclass(frozen=True, slots=True)
class Learning:
    """A Gaussian prior (CRF++'s default of variance 1 would be c2 = 1/2; 58 pages need a stronger one), L-BFGS until three steps in a row gain less
    than .0001, as in CRF++."""

    c1: float = 0.0
    c2: float = 16.0
    gain: float = 1e-4
    steps: int = 3
    iterations: int = 500


@dataclass(frozen=True)
class Weights:
    """What was learnt: for every cell of the template (a row relative to the block, a feature) a table [value, label]; for every row that may lie
    outside the page the weights of that; and the transitions [label before, label]."""

    tables: Mapping[Cell, Any]
    edge: Mapping[int, Any]
    transitions: Any


def emissions(weights: Weights, columns: Columns) -> Any:
    """The score of every label for every block, transitions aside."""
    count = len(next(iter(columns.values()))) if columns else 0
    scores = np.zeros((count, len(LABELS)))
    for row in weights.edge:
        here, _ = _shifted(row, count)
        outside = np.ones(count, dtype=bool)
        outside[here] = False
        scores[outside] += weights.edge[row]
    for (row, feature), table in weights.tables.items():
        here, there = _shifted(row, count)
        values = columns[feature][there]
        known = values < len(table)
        scores[here] += np.where(known[:, None], table[np.where(known, values, 0)], 0.0)
    return scores


def _shifted(row: int, count: int) -> tuple[slice, slice]:
    """The blocks whose row of the template lies in the page, and the blocks that it is for them."""
    return slice(max(0, -row), max(0, count - max(0, row))), slice(max(0, row), max(0, count + min(0, row)))


def decode(scores: Any, transitions: Any) -> list[int]:
    """The best sequence of labels (Viterbi)."""
    if not len(scores):
        return []
    best = scores[0]
    back: list[list[int]] = []
    for row in scores[1:]:
        ways = best[:, None] + transitions
        back.append(ways.argmax(axis=0).tolist())
        best = ways.max(axis=0) + row
    path = [int(best.argmax())]
    for step in reversed(back):
        path.append(step[path[-1]])
    return path[::-1]


def marginals(scores: Any, transitions: Any) -> Any:
    """The probability of every label at every block (forward-backward, scaled at every step)."""
    count = len(scores)
    own = np.exp(scores - scores.max(axis=1, keepdims=True)) if count else scores
    moves = np.exp(transitions - transitions.max())
    ahead, behind = np.empty_like(own), np.empty_like(own)
    here = np.ones(len(LABELS))
    for place in range(count):
        here = (here @ moves if place else here) * own[place]
        here = here / here.sum()
        ahead[place] = here
    here = np.ones(len(LABELS))
    for place in range(count - 1, -1, -1):
        behind[place] = here
        here = moves @ (here * own[place])
        here = here / here.sum()
    joint = ahead * behind
    return joint / joint.sum(axis=1, keepdims=True) if count else joint


def learn(pages: Sequence[tuple[Columns, Sequence[str]]], template: Sequence[Cell], learning: Learning) -> Weights:
    """Weights from pages, each its columns and the label of every block."""
    try:
        import pycrfsuite  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError as error:
        raise MissingExtra("training victor.v1", "papers", "python-crfsuite") from error
    if not any(labels for _, labels in pages):
        raise DataError(f"victor.v1 cannot learn from {len(pages)} pages without a labelled block")
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.select("lbfgs")
    trainer.set_params(_parameters(learning))
    for columns, labels in pages:
        if labels:
            trainer.append(_attributes(columns, template), list(labels))
    with TemporaryDirectory() as folder:
        place = str(Path(folder) / "model")
        trainer.train(place)
        tagger = pycrfsuite.Tagger()
        tagger.open(place)
        info = tagger.info()
        tagger.close()
    return _weights(info)


def _parameters(learning: Learning) -> dict[str, Any]:
    return {
        "c1": learning.c1,
        "c2": learning.c2,
        "delta": learning.gain,
        "period": learning.steps,
        "max_iterations": learning.iterations,
        "feature.possible_transitions": True,
        "feature.possible_states": False,
    }


def _attributes(columns: Columns, template: Sequence[Cell]) -> list[list[str]]:
    """What the learner sees of every block: 'row feature value' for every cell, and 'row edge' for a row outside the page."""
    count = len(next(iter(columns.values())))
    rows: list[list[str]] = [[] for _ in range(count)]
    for row, feature in template:
        here, there = _shifted(row, count)
        for seen, value in zip(rows[here], columns[feature][there].tolist(), strict=True):
            seen.append(f"{row} {feature} {value}")
    for row in sorted({row for row, _ in template}):
        for place in range(min(count, -row)) if row < 0 else range(max(0, count - row), count):
            rows[place].append(f"{row} edge")
    return rows


def _weights(info: Any) -> Weights:
    place = {label: index for index, label in enumerate(LABELS)}
    values: dict[Cell, dict[int, list[float]]] = {}
    edge: dict[int, Any] = {}
    for (attribute, label), weight in sorted(info.state_features.items()):
        row, name, *value = attribute.split(" ")
        if not value:
            edge.setdefault(int(row), np.zeros(len(LABELS), dtype=np.float32))[place[label]] = weight
        else:
            values.setdefault((int(row), name), {}).setdefault(int(value[0]), [0.0] * len(LABELS))[place[label]] = weight
    tables: dict[Cell, Any] = {}
    for cell, found in sorted(values.items()):
        table = tables[cell] = np.zeros((max(found) + 1, len(LABELS)), dtype=np.float32)
        for value, weights in found.items():
            table[value] = weights
    transitions = np.zeros((len(LABELS), len(LABELS)), dtype=np.float32)
    for (before, after), weight in info.transitions.items():
        transitions[place[before], place[after]] = weight
    return Weights(tables, dict(sorted(edge.items())), transitions)
