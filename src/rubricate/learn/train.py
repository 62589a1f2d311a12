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
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rubricate.errors import DataError, UsageError
from rubricate.learn.card import card, fingerprints, scores
from rubricate.learn.corpora import Example, available, load
from rubricate.learn.default import DefaultOptions, assemble, train_passes
from rubricate.learn.disguises import DISGUISES
from rubricate.learn.folds import FOLD, aside, folds, numbered, validation
from rubricate.learn.gather import Sheet, gather
from rubricate.learn.kinds import TEACHER
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


def train(name: str, data: Path, out: Path, seed: int = 0, say: Callable[[str], None] | None = None, without: str = "", fold_count: int = 0) -> None:
    """Train an engine on the corpora below `data` and write its model to `out`, with a card beside it (same name, .json).

    `without='vali'` leaves out of training what `evaluate --split vali` scores, for honest figures; default and levels leave out its kin, too
    (`learn.folds.aside`). With `fold_count` a model is made for each of so many folds, without it, for `evaluate --split cv`; '{fold}' in the name of
    `out` stands for the fold's number.
    """
    say = say or (lambda text: None)
    plain = name.removesuffix(".v1")
    targets = _targets(out, without, fold_count)
    if plain == "default":
        _train_default(data, targets, seed, say, CROSS_VALIDATED if fold_count else DefaultOptions())
    elif plain == "levels":
        for path, apart in targets:
            train_levels(data, path, seed, say, apart)
    elif plain in LEARNERS:
        if fold_count:
            raise UsageError(f"`evaluate --split cv` trains {plain} by itself, a fold at a time; only default and levels are trained ahead")
        module, corpora = LEARNERS[plain]
        examples = [example for corpus in corpora for example in load(corpus, data)]
        held = validation(examples) if without else set()  # the papers' parts as their makers cut them
        learnt = [example for index, example in enumerate(examples) if index not in held]
        say(f"training {plain} on {len(learnt)} pages")
        import_module(module).train(learnt, seed=seed).save(out)
    else:
        raise UsageError(f"there is nothing to train for {name!r}; what learns: default, levels (of titles), {', '.join(LEARNERS)}")


UNSCORED = "none: it has learnt from every page; how good it is, is told by models made in the same way without some pages (docs/how-good.md)"
CROSS_VALIDATED = replace(DefaultOptions(), trees=(100, 170), rates=(0.3, 0.2), all_disguises=False)
"""How the default engine is trained for cross-validation: with a third of the trees, steps three times as long, and disguised copies of stapi's pages
alone, in a fifth of the time."""


def _targets(out: Path, without: str, fold_count: int) -> list[tuple[Path, str]]:
    """Where each model goes, and what is left out of its training."""
    if without not in ("", "vali"):
        raise UsageError(f"training can leave out 'vali', not {without!r}")
    if without and fold_count:
        raise UsageError("a model for every fold leaves out that fold and nothing else: give either --folds or --without")
    if not out.suffix or (FOLD in str(out)) != bool(fold_count):
        raise UsageError(f"{out}: a model's name ends in .npz or the like; with --folds, and only then, {FOLD} in it stands for the fold's number")
    return [(numbered(out, number), f"{number}/{fold_count}") for number in range(1, fold_count + 1)] if fold_count else [(out, without)]


def _train_default(data: Path, targets: list[tuple[Path, str]], seed: int, say: Callable[[str], None], options: DefaultOptions) -> None:
    here = [corpus for corpus in EVERY_CORPUS if corpus in available(data)]
    if not here:
        raise DataError(f"{data} holds none of the corpora that the default engine learns from: {', '.join(EVERY_CORPUS)}")
    every = [example for corpus in here for example in load(corpus, data)]
    splits = [aside(every, without, seed) for _, without in targets]
    wanted = sorted(set().union(*(learnt for _, learnt in splits)))
    say(f"reading {len(wanted)} pages of {len(here)} corpora")
    sheets = list(gather(jobs([every[index] for index in wanted]), options.threads))
    for (out, without), (scored, learnt) in zip(targets, splits, strict=True):
        if len(targets) > 1:
            say(f"without {without}: {len(learnt)} pages")
        started, examples = time.time(), [every[index] for index in sorted(learnt)]
        pages = {f"{example.corpus}/{example.id}" for example in examples}
        own = [sheet for sheet in sheets if sheet.page in pages and (options.all_disguises or not sheet.disguise or sheet.corpus == TEACHER)]
        _write(out, _made(own, examples, options, seed, say))
        made = card(own, options, seed, without, time.time() - started)
        made["sha256"] = hashlib.sha256(out.read_bytes()).hexdigest()
        say(f"scoring on {len(scored)} pages that were left out")
        made["scores"] = scores(out, [every[index] for index in sorted(scored)], options.threads) if scored else UNSCORED
        made["learnt"] = fingerprints(examples)
        out.with_suffix(".json").write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        say(f"wrote {out.name}: {out.stat().st_size / 1e6:.2f} MB")


def _made(sheets: Sequence[Sheet], examples: Sequence[Example], options: DefaultOptions, seed: int, say: Callable[[str], None]) -> dict[str, Any]:
    counts = count(sheets)
    table = assemble(sheets, counts, lambda sheet: True, options)
    return train_passes(table, fold_sheets(sheets, examples, options.folds, seed), counts, options, seed, say)


def _write(out: Path, arrays: dict[str, Any]) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("wb") as file:
        np.savez_compressed(file, **arrays)


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
