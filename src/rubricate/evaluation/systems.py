"""System: anything that answers for a page: an engine of ours, a baseline, or another tool (a peer). All are small enough to travel to a process."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rubricate.errors import UsageError
from rubricate.evaluation.answers import Answer, of_document
from rubricate.evaluation.cases import Case
from rubricate.outline.model import LevelModel
from rubricate.types import Engine

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["EngineSystem", "PeerSystem", "System", "Train", "as_shipped", "from_file", "of_fold", "trainer"]

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


def as_shipped(name: str, scored: Sequence[Example]) -> str:
    """What the packaged model of an engine had learnt from, by its card; 'no training' where it has none."""
    from rubricate.engines.registry import BUILTINS, MODELS

    card = _card(MODELS / f"{name}.json")
    row = BUILTINS.get(name)
    if not card and not (row and row.model) and trainer(name) is None:
        return "no training"
    if "learnt" in card:
        return f"as shipped: {_of_these(card, scored)}"
    data = card.get("corpora") or card.get("data")
    if isinstance(data, str) or not data:
        return "as shipped: it may have learnt from these pages"
    if not scored or scored[0].corpus not in data:
        return "as shipped: it has not learnt from this corpus"
    parts = f" (only its part {', '.join(card['parts'])})" if any(card.get("parts", ())) else ""
    return f"as shipped: it has learnt from this corpus{parts}"


def from_file(model: Path, scored: Sequence[Example]) -> str:
    """What the model of a file had learnt from, as far as the card beside it says so."""
    card = _card(model.with_suffix(".json"))
    return f"the model file {model.name}" + (f": {_of_these(card, scored)}" if "learnt" in card else "")


def of_fold(model: Path, number: int, scored: Sequence[Example]) -> Path:
    """The model file for one round: where '{fold}' is in the name that of the fold, refused unless its card says that it knows no page of it."""
    from rubricate.learn.folds import FOLD, numbered

    if FOLD not in str(model):
        return model
    path = numbered(model, number)
    card = _card(path.with_suffix(".json"))
    if "learnt" not in card:
        raise UsageError(f"there is no card beside {path} that says what it has learnt from; `rubricate train --folds` makes models for folds")
    if _seen(card, scored):
        raise UsageError(f"{path.name} is not made for fold {number}: {_of_these(card, scored)}; were they other folds, another seed or other data?")
    return path


def _of_these(card: Mapping[str, Any], scored: Sequence[Example]) -> str:
    return f"it has learnt from {_seen(card, scored) or 'none'} of these {len(scored)} pages"


def _seen(card: Mapping[str, Any], scored: Sequence[Example]) -> int:
    from rubricate.learn.card import fingerprints

    return len(set(card["learnt"].split()) & set(fingerprints(scored).split()))


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
