"""System: anything that answers for a page: an engine of ours, a baseline, or another tool (a peer). All are small enough to travel to a process."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Protocol

from rubricate.evaluation.answers import Answer, of_document
from rubricate.evaluation.cases import Case
from rubricate.types import Engine

__all__ = ["EngineSystem", "PeerSystem", "System", "trainer"]


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

    def answer(self, case: Case) -> Answer:
        """Label and nest."""
        from rubricate import engines
        from rubricate.outline import nest

        engine = engines.get(self.name) if self.engine is None else self.engine
        return of_document(nest(case.segments, engine.label(case.segments)))


@dataclass(frozen=True)
class PeerSystem:
    """Another tool; it gets the decoded HTML, as our engines do."""

    name: str
    reads_segments: bool = False

    def answer(self, case: Case) -> Answer:
        """Run the tool."""
        from rubricate.evaluation import peers

        return peers.get(self.name)(case)


def trainer(engine: Engine) -> Any | None:
    """The function `train(examples, options, seed)` of an engine's module (or of the package around it), or None: the engine does not learn."""
    from rubricate.engines.registry import BUILTINS

    row = BUILTINS.get(engine.name)
    own = type(engine).__module__
    around = [own, own.rpartition(".")[0]] if own.startswith("rubricate.engines.") else [own]
    for name in [*([row.place.partition(":")[0]] if row else []), *around]:
        found = getattr(sys.modules.get(name), "train", None)
        if callable(found):
            return found
    return None
