"""System: anything that answers for a page: an engine of ours, a baseline, or another tool (a peer). All are small enough to travel to a process."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from rubricate.errors import UsageError
from rubricate.evaluation.answers import Answer, of_document
from rubricate.evaluation.cases import Case
from rubricate.outline.model import LevelModel
from rubricate.types import Engine

__all__ = ["EngineSystem", "PeerSystem", "System", "Train", "as_shipped", "left_out", "of_fold", "trainer"]

Train = Callable[..., Engine]
"""`train(examples, options, seed)`."""


class System(Protocol):
    """A name and an answer."""

    @property
    def name(self) -> str:
        """Under which the results stand."""
        ...

    @property
    def reads_segments(self) -> bool:
        """Reading the page into segments is part of its work (and of its time)."""
        ...

    def answer(self, case: Case) -> Answer:
        """What it makes of the page."""
        ...


@dataclass(frozen=True)
class EngineSystem:
    """An engine, by its name or (if it was trained here) as itself."""

    name: str
    engine: Engine | None = None
    reads_segments: bool = True
    levels: LevelModel | None = None  # the model that nests the titles, if it is not the package's

    def answer(self, case: Case) -> Answer:
        """Label and nest."""
        from rubricate import engines
        from rubricate.outline import nest

        engine = engines.get(self.name) if self.engine is None else self.engine
        answer = of_document(nest(case.segments, engine.label(case.segments), self.levels))
        return replace(answer, own_levels=getattr(engine, "levels", None), nested_by=self.levels, simple=getattr(engine, "simple", None))


@dataclass(frozen=True)
class PeerSystem:
    """Another tool; it gets the decoded HTML, as our engines do."""

    name: str
    reads_segments: bool = False

    def answer(self, case: Case) -> Answer:
        """Run the tool."""
        from rubricate.evaluation import peers

        return peers.get(self.name)(case)


def trainer(name: str) -> Train | None:
    """The function `train(examples, options, seed)` in an engine's module, its package, or that package's module `train`; None: it does not learn.

    Looked for by name, since an engine that was never trained cannot be made.
    """
    from rubricate import engines
    from rubricate.engines.registry import BUILTINS

    row = BUILTINS.get(name)
    module = row.place.partition(":")[0] if row else type(engines.get(name)).__module__
    for place in (module, f"{module}.train", f"{module.rpartition('.')[0]}.train"):
        found = getattr(_module(place), "train", None)
        if callable(found):
            return found  # type: ignore[no-any-return]
    return None


def as_shipped(name: str, corpus: str) -> str:
    """What the packaged model of an engine had learnt from, by its card; 'no training' where it has none."""
    from rubricate.engines.registry import BUILTINS, MODELS

    card = _card(MODELS / f"{name}.json")
    row = BUILTINS.get(name)
    if not card and not (row and row.model) and trainer(name) is None:
        return "no training"
    data = card.get("corpora") or card.get("data")
    if isinstance(data, str) or not data:
        return "as shipped: it may have learnt from these pages"
    if corpus not in data:
        return "as shipped: it has not learnt from this corpus"
    parts = f" (only its part {', '.join(card['parts'])})" if any(card.get("parts", ())) else ""
    without = f" (not from what `--split {card['left out']}` scores)" if card.get("left out") else ""
    return f"as shipped: it has learnt from this corpus{parts}{without}"


def left_out(model: Path) -> str:
    """', learnt without ...' if the card beside a model file says what was left out of training, else ''."""
    without = str(_card(model.with_suffix(".json")).get("left out", ""))
    if "/" in without:
        return ", one a fold, which has not learnt from the fold's pages nor from others of their owners"
    return f", which has not learnt from what `--split {without}` scores" if without else ""


def of_fold(model: Path, number: int, folds: int, seed: int) -> Path:
    """The model file for one round: for a name with '{fold}' in it, that which was made without the fold, and refused unless its card says so."""
    from rubricate.learn.folds import FOLD

    if FOLD not in str(model):
        return model
    path = Path(str(model).replace(FOLD, str(number)))
    card = _card(path.with_suffix(".json"))
    if (card.get("left out"), card.get("seed")) != (f"{number}/{folds}", seed):
        raise UsageError(
            f"no card of {path} says that it left out fold {number} of {folds} (seed {seed}); `rubricate train --folds {folds}` makes such models"
        )
    return path


def _card(path: Path) -> dict[str, Any]:
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return card if isinstance(card, dict) else {}


def _module(name: str) -> Any:
    if name in sys.modules:
        return sys.modules[name]
    try:
        return import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name and name.startswith(problem.name):
            return None  # there is no such module; anything else that is missing is worth an error
        raise
