"""`rubricate train NAME`: the corpora -> a model file and its card.

An engine that learns has `train(examples, options=None, seed=0)` in its module (or in a `training` module of its package), which gives an engine with
`save(path)`. default.v1 has its own way here, because it learns from every corpus;
so has `levels`, the model of heading levels that every engine's titles are nested by.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import numpy as np

from rubricate.errors import UsageError
from rubricate.learn.card import card, scores
from rubricate.learn.corpora import Example, available, load
from rubricate.learn.default import DefaultOptions, assemble, train_passes
from rubricate.learn.disguises import DISGUISES
from rubricate.learn.folds import folds, validation
from rubricate.learn.gather import Sheet, gather
from rubricate.learn.levels import train_levels
from rubricate.learn.odds import count

__all__ = ["LEARNERS", "train"]

LEARNERS = {
    "asdus-dd": ("rubricate.engines.asdus_dd", ("stapi",)),
    "stapi": ("rubricate.engines.stapi.training", ("stapi",)),
    "victor": ("rubricate.engines.victor", ("cleaneval-en-dev",)),
}
"""Engine -> the module that trains it, and the corpora that it learns from."""

EVERY_CORPUS = ("stapi", "cleaneval-en-dev", "cleanportaleval", "readability", "magichtml-forum", "htmltotext", "webmainbench-sample", "wcxb-dev")


def train(name: str, data: Path, out: Path, seed: int = 0, say: Callable[[str], None] | None = None, without: str = "") -> None:
    """Train an engine on the corpora below `data` and write its model to `out`, with a card beside it (same name, .json).

    `without='vali'` leaves out of training what `evaluate --split vali` scores (`learn.folds.validation`), for honest figures.
    """
    say = say or (lambda text: None)
    plain = name.removesuffix(".v1")
    if plain == "default":
        _train_default(data, out, seed, say, without)
    elif plain == "levels":
        train_levels(data, out, seed, say, without)
    elif plain in LEARNERS:
        module, corpora = LEARNERS[plain]
        examples = _allowed([example for corpus in corpora for example in load(corpus, data)], without)
        say(f"training {plain} on {len(examples)} pages")
        import_module(module).train(examples, seed=seed).save(out)
    else:
        raise UsageError(f"there is nothing to train for {name!r}; what learns: default, levels (of titles), {', '.join(LEARNERS)}")


def _train_default(data: Path, out: Path, seed: int, say: Callable[[str], None], without: str) -> None:
    options = DefaultOptions()
    started = time.time()
    here = [corpus for corpus in EVERY_CORPUS if corpus in available(data)]
    every = [example for corpus in here for example in load(corpus, data)]
    examples = _allowed(every, without)
    say(f"reading {len(examples)} pages of {len(here)} corpora")
    sheets = list(gather(jobs(examples), options.threads))
    counts = count(sheets)
    table = assemble(sheets, counts, lambda sheet: True, options)
    arrays = train_passes(table, fold_sheets(sheets, examples, options.folds, seed), counts, options, seed, say)
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("wb") as file:
        np.savez_compressed(file, **arrays)
    made = card(sheets, options, seed, without, time.time() - started)
    made["sha256"] = hashlib.sha256(out.read_bytes()).hexdigest()
    learnt = {id(example) for example in examples}
    left_out = [example for example in every if id(example) not in learnt]
    say(f"scoring on {len(left_out)} pages that were left out")
    made["scores"] = scores(out, left_out, options.threads)
    out.with_suffix(".json").write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    say(f"wrote {out.name}: {out.stat().st_size / 1e6:.2f} MB")


def _allowed(examples: list[Example], without: str) -> list[Example]:
    if without not in ("", "vali"):
        raise UsageError(f"training can leave out 'vali', not {without!r}")
    held = validation(examples) if without else set()
    return [example for index, example in enumerate(examples) if index not in held]


def jobs(examples: Sequence[Example]) -> list[tuple[Example, str]]:
    """Which pages are gathered in which disguise: stapi's in all, three in four of the others in one of them."""
    found = []
    for index, example in enumerate(examples):
        worn = ("plain", *DISGUISES) if example.corpus == "stapi" else _WORN[index % len(_WORN)]
        found += [(example, disguise) for disguise in ("", *worn)]
    return found


_WORN = (("untagged",), ("bare",), ("unnamed",), (), ("untagged",), ("bare",), ("unnamed",), ("listed",))


def fold_sheets(sheets: Sequence[Sheet], examples: Sequence[Example], count_of_folds: int, seed: int) -> list[list[int]]:
    """Folds of sheets: all copies of a page, and all pages of an owner, in one."""
    fold_of: dict[str, int] = {}
    for number, part in enumerate(folds(list(examples), count_of_folds, seed)):
        for index in part:
            fold_of[f"{examples[index].corpus}/{examples[index].id}"] = number
    parts: list[list[int]] = [[] for _ in range(count_of_folds)]
    for index, sheet in enumerate(sheets):
        parts[fold_of[sheet.page]].append(index)
    return [part for part in parts if part]
