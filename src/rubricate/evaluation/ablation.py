"""What is each part of a learning engine worth? Train it again without the part, on the same pages, and score it on the same others.

    ablation(examples, train, {"everything": Options(), "no position": Options(position=False)}, split="vali")

Each variant is the engine's own options dataclass: what can be left out is what the engine lets one leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rubricate.evaluation.pool import Done, Work, perform
from rubricate.evaluation.score import summarise
from rubricate.evaluation.splits import rounds
from rubricate.evaluation.systems import EngineSystem
from rubricate.evaluation.tables import Column, Table, table_of
from rubricate.types import Engine

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["COLUMNS", "ablation", "table"]

Train = Callable[[list[Any], Any, int], Engine]

COLUMNS: tuple[Column, ...] = (
    ("title F1", "titles.micro.f1", "share"),
    ("content/noise weighted F1", "stapi.filter.weighted.f1", "share"),
    ("classifier weighted F1", "stapi.classifier.weighted.f1", "share"),
    ("title/prose F1, end to end", "stapi.title_prose_end_to_end", "share"),
    ("token F1", "tokens.f1", "share"),
)


def ablation(
    examples: Sequence[Example],
    train: Train,
    variants: Mapping[str, Any],
    split: str = "vali",
    *,
    folds: int = 5,
    seed: int = 0,
    jobs: int = 2,
    tell: Callable[[str, int, int], None] = lambda task, done, total: None,
) -> dict[str, Any]:
    """Measures of every variant, as in the systems of a Results tree; `split` must leave pages to learn from (vali or cv)."""
    plan = [one for one in rounds(examples, split, folds, seed) if one.learnt is not None]
    measures: dict[str, Any] = {}
    for number, (name, options) in enumerate(variants.items()):
        tell("ablation", number, len(variants))
        done: dict[int, Done] = {}
        for one in plan:
            engine = train([examples[index] for index in one.learnt or ()], options, seed)
            work = Work([examples[index] for index in one.scored], [EngineSystem(name, engine)])
            done |= dict(zip(one.scored, perform(work, jobs, lambda: None), strict=True))
        order = sorted(done)
        measures[name] = summarise([done[index].records[name] for index in order], [examples[index].domain for index in order])
    tell("ablation", len(variants), len(variants))
    return measures


def table(measures: Mapping[str, Any], heading: str = "ablation", columns: Sequence[Column] = COLUMNS) -> Table | None:
    """One row a variant."""
    return table_of(heading, measures, columns)
