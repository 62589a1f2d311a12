"""default.v1: boosted trees over text, look, place, look-alikes and neighbours, in two passes. The engine that `rubricate page.html` uses.

- First pass: every line by itself, with what its group and its neighbours look like. Second pass: the same, and what the first pass thought of its
  look-alikes and neighbours. So one doubtful title among ten sure ones of the same look is a title.
- What is kept, and which lines are titles, is then decided for the page as a whole (`engines.verdict`).
- No network, no words of one language alone: word evidence is a small learned table that other languages simply do not touch.
- The model is an .npz of plain arrays (no code is loaded from it) with a card beside it; the evaluator is `engines.trees`.
- Confidence is the probability of the label, scaled so that it is right as often as it says (see docs/how-good.md).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.engines import rules
from rubricate.engines.trees import Trees, from_file, softmax
from rubricate.engines.verdict import verdict
from rubricate.engines.wording import Line, sentences, shared_out
from rubricate.errors import BadModel
from rubricate.features import Columns, columns, table
from rubricate.features.evidence import Evidence
from rubricate.features.second import second_columns
from rubricate.types import BOILERPLATE, ITEM, LABELS, MISC, PROSE, TITLE, Labels, Segments

__all__ = ["DESCRIPTION", "KINDS", "MODEL", "DefaultEngine", "by_label", "engine", "load"]

DESCRIPTION = "boosted trees over text, look, place and look-alikes, in two passes; the default"
NAME = "default.v1"
FORMAT = 3
KINDS = (TITLE, PROSE, MISC, BOILERPLATE)
"""What the trees tell apart; prose in a list is an item, which needs no learning."""
_fast = twin("engines._trees")
_PLACES = tuple(LABELS.index(name) for name in (TITLE, PROSE, ITEM, MISC, BOILERPLATE))
MODEL = Path(__file__).parent.parent / "models" / "default.v1.npz"


class DefaultEngine:
    """Labels by a trained model; stateless once made."""

    name = NAME

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        facts = json.loads(str(arrays["facts"]))
        if facts.get("format") != FORMAT:
            raise BadModel(f"the model has format {facts.get('format')}; {NAME} reads format {FORMAT}")
        self.names: tuple[list[str], list[str]] = (facts["first"], facts["second"])
        self.wanted = frozenset(facts["first"]) | frozenset(facts["second"])
        self.temperature = float(facts["temperature"])
        self.evidence = Evidence(_odds(facts["words"]), _odds(facts["classes"]))
        self._rules = rules.engine()
        self.passes = tuple(Trees({key[3:]: value for key, value in arrays.items() if key.startswith(prefix)}) for prefix in ("p1_", "p2_"))

    def label(self, segments: Segments) -> Labels:
        """One label a segment, with probabilities."""
        if not len(segments):
            return Labels(NAME, [], [], [], probabilities=np.zeros((0, len(LABELS)), np.float32))
        found = columns(segments, self.evidence, self.wanted)
        names, sure, reasons, chances = verdict(segments, found, self.probabilities(found), self._rules.titles)
        return Labels(NAME, names, sure, reasons, probabilities=chances)

    def explain(self, segments: Segments, labels: Labels, most: int = 3) -> list[str]:
        """For every segment, in words: the facts that spoke most for its label (see `engines.wording`), or for what it would be by itself."""
        if not len(segments):
            return []
        values = self._second_values(columns(segments, self.evidence))
        scores = self._pass(1, values) / self.temperature
        alone = [LABELS[at] for at in by_label(softmax(scores), values["list_depth"]).argmax(axis=1).tolist()]
        chosen = np.array([KINDS.index(PROSE if name == ITEM else name) for name in alone])
        first, second = (_margins(trees, table(values, names), chosen) for trees, names in zip(self.passes, self.names, strict=True))
        facts, moved = shared_out(self.names, first, second)
        said = [sentences(facts, moved, Line(index, values, name, segments, self.evidence), most) for index, name in enumerate(alone)]
        both = zip(said, alone, labels.names, strict=True)
        return [words if one == other else f"decided with the lines around it (by itself it would be {one}: {words})" for words, one, other in both]

    def probabilities(self, found: Columns) -> NDArray[np.float32]:
        """One row a line, one column a label."""
        return by_label(softmax(self.scores(found) / self.temperature), found.values["list_depth"])

    def scores(self, found: Columns) -> NDArray[np.float32]:
        """Raw scores of the second pass."""
        return self._pass(1, self._second_values(found))

    def _second_values(self, found: Columns) -> dict[str, NDArray[np.float32]]:
        first = by_label(softmax(self._pass(0, found.values)), found.values["list_depth"])
        return {**found.values, **second_columns(first, found.groups, found.values["chars"], found.spans, found.elements)}

    def _pass(self, number: int, values: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
        return self.passes[number].scores_of([*map(values.__getitem__, self.names[number])], len(values["chars"]))


def _margins(trees: Trees, rows: NDArray[np.float32], chosen: NDArray[np.intp]) -> NDArray[np.float32]:
    """How much each column moved the chosen kind of each row, against the mean of the others."""
    every = np.stack([trees.contributions(rows, output) for output in range(len(KINDS))])
    own: NDArray[np.float32] = every[chosen, np.arange(len(rows))]
    others: NDArray[np.float32] = (every.sum(axis=0) - own) / (len(KINDS) - 1)
    return own - others


def by_label(kinds: NDArray[np.float32], list_depth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of KINDS -> of LABELS."""
    if _fast is not None and kinds.dtype == np.float32:
        found = np.empty((len(kinds), len(LABELS)), np.float32)
        _fast.by_label(np.ascontiguousarray(kinds), np.ascontiguousarray(list_depth, np.float32), _PLACES, found)
        return found
    title, body, misc, rest = kinds.T
    inside = list_depth > 0
    parts = {TITLE: title, PROSE: np.where(inside, 0, body), ITEM: np.where(inside, body, 0), MISC: misc, BOILERPLATE: rest}
    found = np.empty((len(kinds), len(LABELS)), kinds.dtype)
    for index, name in enumerate(LABELS):
        found[:, index] = parts[name]
    return found


def engine(**options: Any) -> DefaultEngine:
    """The packaged engine, or the one of the model file that `model` names."""
    path = Path(options.pop("model", None) or MODEL)
    if options:
        raise TypeError(f"{NAME} has no option {sorted(options)[0]!r}; it has: model")
    return load(path)


@lru_cache(maxsize=4)
def load(path: Path) -> DefaultEngine:
    """The engine of a model file."""
    return from_file(path, DefaultEngine, NAME, "default")


def _odds(rows: Sequence[tuple[str, float, float, float]]) -> dict[str, tuple[float, float, float]]:
    return {word: (kept, title, misc) for word, kept, title, misc in rows}
