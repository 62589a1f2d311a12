"""What to evaluate, on what, and where the results go: one frozen dataclass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rubricate.errors import UsageError
from rubricate.learn.folds import FOLD

__all__ = ["SPLITS", "EvaluateOptions", "Progress"]

SPLITS = ("vali", "train", "cv", "all")
"""Which pages are scored: the validation part, the training part, all pages by cross-validation, all pages by the engine as it is shipped."""

Progress = Callable[[str, int, int], None]
"""Called as `progress(task, done, total)`: a task is named 'engine on corpus' (or 'training ...'); `done` grows from 0 to `total`."""


@dataclass(frozen=True, slots=True)
class EvaluateOptions:
    """Engines x corpora x split; defaults score the default engine on the validation part of stapi."""

    engines: tuple[str, ...] = ("default",)
    corpora: tuple[str, ...] = ("stapi",)  # names or beginnings of names ('wcxb'); 'all' for all annotated pages that are there
    split: str = "vali"
    levels: Path | None = None  # a model of levels other than the package's; like an engine's model, '{fold}' in its name stands for the fold of `cv`
    data: Path | None = None  # folder of the corpora; None: the environment variable RUBRICATE_DATA
    peers: tuple[str, ...] = ()  # names of other tools (`evaluation.peers.names()`), ('all',) for every installed one
    out: Path | None = None  # folder for results.json, report.html and the explained pages; None: nothing is written
    jobs: int = 2  # processes
    gate: Path | None = None  # file of floors; Results.gate says which hold
    update_gate: bool = False  # write the reached figures into the gate file as new floors
    allow_regression: str = ""  # why a floor may be lowered; '' means it may not
    shipped: bool = False  # score learning engines with their shipped model, even on pages which that may have learnt from
    limit: int = 0  # at most so many pages of each corpus (0: all), spread evenly
    folds: int = 5
    seed: int = 0
    timeout: float = 60.0  # seconds a page may take before it counts as failed
    sites: tuple[str, ...] = ()  # corpus spider: only these sites (none: all)
    train_pages: tuple[int, ...] = tuple(range(2, 16))  # corpus spider: learn from the first 2, 3, ... 15 pages of a site
    worst: int = 20  # how many of the worst pages of each corpus the report explains

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise UsageError(f"split '{self.split}' is none of {', '.join(SPLITS)}")
        if not (self.engines or self.peers) or not self.corpora:
            raise UsageError(f"nothing to evaluate: {len(self.engines)} engines, {len(self.peers)} peers, {len(self.corpora)} corpora")
        if self.jobs < 1 or self.folds < 2 or self.limit < 0 or self.timeout <= 0:
            raise UsageError(f"need jobs >= 1, folds >= 2, limit >= 0, timeout > 0; got {self.jobs}, {self.folds}, {self.limit}, {self.timeout:g}")
        if any(FOLD in str(name) for name in (*self.engines, self.levels)) and (self.split != "cv" or self.limit):
            raise UsageError(f"'{FOLD}' in the name of a model stands for a fold of --split cv over all pages: it needs that split, and no --limit")
        if self.update_gate and self.gate is None:
            raise UsageError("update_gate needs a gate file")
