"""Training of levels.v1: hand-made outlines -> weights of clues, and trees that correct their sum.

- stapi's outlines are seen with and without style sheets, weighted by how sure their reader was.
- Well-formed h-tag nesting of other corpora, with the tags hidden, was tried as further data; it made the answers on stapi worse and is not used.
- What is learned from: the comparisons that nesting a page truly makes (each title with the open titles that it closes, and with its parent).
- The scores in the card are cross-validated by owner on stapi's pages. Everything is seeded.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate import segments as segments_room
from rubricate.engines.trees import Trees
from rubricate.errors import MissingExtra
from rubricate.learn.card import fingerprints
from rubricate.learn.corpora import Example, load
from rubricate.learn.folds import aside, folds
from rubricate.learn.truth import truth
from rubricate.outline.clues import NEAREST, WEIGHTS, amounts, clues
from rubricate.outline.levels import gapless, nested, sound
from rubricate.outline.looks import Look, Looks, looks
from rubricate.outline.model import FORMAT, LevelModel
from rubricate.outline.pairs import NAMES, Pairs, pairs
from rubricate.types import TITLE

__all__ = ["LevelOptions", "Nested", "comparisons", "cross_validate", "fit", "gather_levels", "train_levels", "weigh_clues"]

_CLUES = {name: place for place, name in enumerate(WEIGHTS)}


@dataclass(frozen=True)
class LevelOptions:
    """What is trained, and on how much."""

    trees: int = 120
    copies: int = 3  # ensembles of different seeds, averaged
    depth: int = 4
    rate: float = 0.06
    borders: int = 32
    features: float = 0.3  # share of the features that each level may choose from
    rows: float = 0.6  # share of the comparisons that each tree is fitted on
    smoothing: float = 8.0
    ridge: float = 6.0  # how strongly the weights of the clues are held near 0
    long_pages: float = 0.5  # a page's weight falls with this power of its number of titles
    folds: int = 5
    threads: int = 1  # the tables are small


@dataclass(frozen=True)
class Nested:
    """The titles of a page with their true levels, compared with each other."""

    page: str  # corpus/id: what must stay in one fold
    sheets: bool  # its style sheets were used
    tags: tuple[int, ...]
    levels: tuple[int, ...]
    looks: Looks
    pairs: Pairs
    sure: float


def gather_levels(examples: Iterable[Example]) -> Iterator[Nested]:
    """The pages that have an outline, each with and without its style sheets, in order."""
    for example in examples:
        if example.outline is not None:
            yield from (_by_hand(example, sheets) for sheets in (True, False))


def _by_hand(example: Example, sheets: bool) -> Nested:
    assert example.outline is not None
    lines = segments_room.of(example.page(css=sheets))
    gold = truth(example, lines)
    titles = [index for index, name in enumerate(gold.names) if name == TITLE]
    page = looks(lines, titles, gold.names)
    return Nested(
        page=f"{example.corpus}/{example.id}",
        sheets=sheets,
        tags=tuple(lines.state[index].heading for index in titles),
        levels=tuple(gapless([gold.levels[index] for index in titles])),
        looks=page,
        pairs=pairs(lines, titles, gold.names, page),
        sure=example.outline.sure,
    )


@dataclass(frozen=True)
class Comparisons:
    """What nesting some pages compares: one row for a title and an open one above it."""

    clues: NDArray[np.float64]
    table: NDArray[np.float32]  # empty rows (nan) where the two are no pair
    below: NDArray[np.int32]  # 1: the title belongs below the other
    weights: NDArray[np.float64]


def comparisons(pages: Sequence[Nested], options: LevelOptions) -> Comparisons:
    """All comparisons of the pages, along their true outlines."""
    clue_rows, rows, below, weights = [], [], [], []
    nothing = np.full(len(NAMES), np.nan, np.float32)
    for page in pages:
        place = {pair: at for at, pair in enumerate(zip(page.pairs.lower.tolist(), page.pairs.upper.tolist(), strict=True))}
        weight = page.sure * max(1, len(page.levels)) ** -options.long_pages
        for upper, title, path in _met(page):
            at = place.get((title.order, upper.order))
            clue_rows.append(_clue_row(upper, title, path, page.looks))
            rows.append(nothing if at is None else page.pairs.table[at])
            below.append(page.levels[title.order] > page.levels[upper.order])
            weights.append(weight)
    scale = np.array(weights)
    return Comparisons(np.array(clue_rows), np.array(rows, np.float32), np.array(below, np.int32), scale / scale.mean())


def _met(page: Nested) -> Iterator[tuple[Look, Look, list[Look]]]:
    """The open title, the title that comes, and the open path, for every comparison."""
    path: list[Look] = []
    for title in page.looks.titles:
        while path:
            yield path[-1], title, path
            if page.levels[title.order] > page.levels[path[-1].order]:
                break
            path.pop()
        path.append(title)


def _clue_row(upper: Look, title: Look, path: list[Look], page: Looks) -> NDArray[np.float64]:
    row = np.zeros(len(_CLUES))
    for name in clues(upper, title, path[-1 - NEAREST : -1]):
        row[_CLUES[name]] = 1
    for name, value in amounts(upper, title, page):
        row[_CLUES[name]] = value
    return row


def weigh_clues(found: Comparisons, ridge: float) -> NDArray[np.float64]:
    """Logistic regression by Newton's method, with a quadratic penalty."""
    weights = np.zeros(found.clues.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-found.clues @ weights))
        slope = found.clues.T @ (found.weights * (chance - found.below)) + ridge * weights
        curve = (found.clues * (found.weights * chance * (1 - chance))[:, None]).T @ found.clues + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def fit(pages: Sequence[Nested], options: LevelOptions, seed: int) -> dict[str, NDArray[Any]]:
    """All arrays of a model file."""
    found = comparisons(pages, options)
    weights = np.round(weigh_clues(found, options.ridge), 3)
    models = [_trees(found, found.clues @ weights, options, seed + copy) for copy in range(options.copies)]
    forest = [tree for model in models for tree in model["oblivious_trees"]]
    packed = Trees.pack({"oblivious_trees": forest, "scale_and_bias": [1 / len(models), [0.0]]})
    used, numbers = np.unique(packed["features"], return_inverse=True)
    names = [NAMES[index] for index in used]
    facts = {"format": FORMAT, "names": names, "weights": dict(zip(_CLUES, weights.tolist(), strict=True))}
    return {**packed, "features": numbers.astype(np.uint16), "facts": np.array(json.dumps(facts))}


def _trees(found: Comparisons, baseline: NDArray[np.float64], options: LevelOptions, seed: int) -> dict[str, Any]:
    """Trees that say what the sum of the clues leaves open, in CatBoost's JSON form."""
    try:
        from catboost import CatBoostClassifier, Pool
    except ImportError as error:
        raise MissingExtra("training the model of levels", "train", error.name or "catboost") from None
    import tempfile

    model = CatBoostClassifier(
        iterations=options.trees,
        depth=options.depth,
        learning_rate=options.rate,
        border_count=options.borders,
        rsm=options.features,
        bootstrap_type="Bernoulli",
        subsample=options.rows,
        l2_leaf_reg=options.smoothing,
        random_seed=seed,
        thread_count=options.threads,
        allow_writing_files=False,
        verbose=False,
        boosting_type="Plain",
    )
    use = ~np.isnan(found.table[:, 0])
    table = np.asfortranarray(found.table[use])
    model.fit(Pool(table, found.below[use], weight=found.weights[use], baseline=baseline[use]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        made: dict[str, Any] = json.loads(path.read_text())
        return made


def right_parents(model: LevelModel, page: Nested) -> int:
    """How many titles get the parent that they truly have."""
    is_sound = sound(page.tags, [look.size for look in page.looks.titles])
    answer = gapless(page.tags) if is_sound else nested(page.looks, model.weights, model.corrections(page.pairs))
    return sum(one == other for one, other in zip(_parents(answer), _parents(page.levels), strict=True))


def _parents(levels: Sequence[int]) -> list[int]:
    path: list[int] = []
    found = []
    for order, level in enumerate(levels):
        del path[level - 1 :]
        found.append(path[-1] if path else -1)
        path.append(order)
    return found


def cross_validate(
    pages: Sequence[Nested], examples: Sequence[Example], options: LevelOptions, seed: int, say: Callable[[str], None]
) -> dict[str, float]:
    """Parent accuracy on stapi's given titles, with and without style sheets, by models that did not see the owner."""
    fold_of = {f"{examples[at].corpus}/{examples[at].id}": number for number, part in enumerate(folds(examples, options.folds, seed)) for at in part}
    right: dict[str, list[int]] = {"with style sheets": [0, 0], "without style sheets": [0, 0]}
    for number in range(options.folds):
        say(f"cross-validation, fold {number + 1} of {options.folds}")
        model = LevelModel(fit([page for page in pages if fold_of[page.page] != number], options, seed))
        for page in pages:
            if fold_of[page.page] == number:
                counts = right["with style sheets" if page.sheets else "without style sheets"]
                counts[0] += right_parents(model, page)
                counts[1] += len(page.levels)
    return {name: round(good / max(1, total), 4) for name, (good, total) in right.items()}


def train_levels(data: Path, out: Path, seed: int, say: Callable[[str], None], without: str = "", options: LevelOptions | None = None) -> None:
    """Train on the corpora below `data`; write the model to `out`, and its card beside it."""
    options = options or LevelOptions()
    started = time.time()
    every = list(load("stapi", data))
    examples = [every[index] for index in sorted(aside(every, without, seed)[1])]
    say(f"reading {len(examples)} pages")
    pages = list(gather_levels(examples))
    scores = cross_validate(pages, examples, options, seed, say)
    say(f"training on {sum(len(page.levels) for page in pages):,} titles of {len(pages)} pages")
    out.parent.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = fit(pages, options, seed)
    with out.open("wb") as file:
        np.savez_compressed(file, **arrays)
    card = _card(pages, options, seed, without, scores, time.time() - started)
    card["learnt"] = fingerprints(examples)
    card["sha256"] = hashlib.sha256(out.read_bytes()).hexdigest()
    out.with_suffix(".json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    say(f"wrote {out.name}: {out.stat().st_size / 1e6:.2f} MB")


def _card(pages: Sequence[Nested], options: LevelOptions, seed: int, without: str, scores: dict[str, float], seconds: float) -> dict[str, Any]:
    return {
        "model": "levels.v1",
        "what": "whether a title belongs below an earlier one (weights of clues, trees that correct their sum), for any engine's titles",
        "data": {
            "stapi": {
                "pages": len(pages) // 2,
                "titles": sum(len(page.levels) for page in pages if page.sheets),
                "copies": "with and without style sheets",
            }
        },
        "left out": without,
        "options": {name: getattr(options, name) for name in LevelOptions.__dataclass_fields__},
        "seed": seed,
        "scores": {"stapi, given titles, parent accuracy, cross-validated by owner": scores},
        "weaknesses": "trained on policies and terms, mostly English; titles of one look that only their meaning puts on two levels get one",
        "minutes": round(seconds / 60, 1),
        "versions": {name: metadata.version(name) for name in ("rubricate", "catboost", "numpy", "turbohtml")}
        | {"python": platform.python_version()},
    }
