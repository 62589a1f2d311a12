"""Training of default.v1: sheets of all corpora -> two passes of boosted trees -> one .npz and its card.

What is kept apart: the second pass learns from first-pass answers on pages that the first pass had not seen (folds by owner), as it will meet them
in use. The temperature of the confidence is chosen on such answers, too. Everything is seeded.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.engines.default import FORMAT
from rubricate.engines.trees import Trees, softmax
from rubricate.errors import MissingExtra
from rubricate.features.second import second_columns
from rubricate.learn.gather import Sheet
from rubricate.learn.odds import Counts, count, left_out
from rubricate.types import BOILERPLATE, LABELS

__all__ = ["Data", "DefaultOptions", "assemble", "fit", "train_passes"]

_REST = LABELS.index(BOILERPLATE)
Table = NDArray[np.float32]


@dataclass(frozen=True)
class DefaultOptions:
    """What is trained, and on how much."""

    trees: tuple[int, int] = (150, 250)
    depth: int = 6
    rate: float = 0.18
    borders: int = 48
    features: float = 0.35  # share of the features that each level may choose from
    rows: float = 0.6  # share of the rows that each tree is fitted on
    folds: int = 3
    weights: tuple[tuple[str, float], ...] = (("stapi", 2.0), ("cleaneval-en-dev", 1.5), ("wcxb-dev", 0.5))
    other_weight: float = 0.7
    disguise_weights: tuple[tuple[str, float], ...] = (("", 1.0), ("plain", 0.7), ("untagged", 0.4), ("unnamed", 0.4))
    least_sure: float = 0.4
    far: float = 0.2  # share of the boilerplate far from any kept line that is trained on, with as much more weight
    by_line: tuple[str, ...] = ("stapi", "cleaneval-en-dev")  # their lines count the same; elsewhere, where gold is text, long lines count more
    threads: int = 2


@dataclass
class Data:
    """Sheets stacked into one table."""

    names: list[str]
    table: Table
    labels: NDArray[np.int8]
    weights: NDArray[np.float32]
    starts: NDArray[np.intp]  # row where each sheet begins, and one past the end
    groups: list[NDArray[np.int32]]
    spans: list[NDArray[np.int32]]

    def rows_of(self, sheets: Sequence[int]) -> NDArray[np.intp]:
        """The rows of some sheets."""
        return np.concatenate([np.arange(self.starts[index], self.starts[index + 1]) for index in sheets]) if len(sheets) else np.zeros(0, np.intp)


def assemble(sheets: Sequence[Sheet], counts: Counts, counted: Callable[[Sheet], bool], options: DefaultOptions) -> Data:
    """Features and evidence of all sheets; evidence as if each page had not been counted, where it was."""
    known = counts.evidence()
    tables, weights = [], []
    names: list[str] = list(sheets[0].names)
    by_corpus, by_disguise = dict(options.weights), dict(options.disguise_weights)
    for sheet in sheets:
        extra = left_out(sheet, counts, known, counted(sheet))
        tables.append(np.concatenate([sheet.table, np.stack(list(extra.values()), axis=1)], axis=1))
        weight = by_corpus.get(sheet.corpus, options.other_weight) * by_disguise.get(sheet.disguise, 1.0)
        worth = sheet.sure * weight * _sampled(sheet, options.far) * (1.0 if sheet.corpus in options.by_line else _worth(sheet))
        weights.append(np.where(sheet.sure < options.least_sure, 0.0, worth).astype(np.float32))
        if len(names) == len(sheet.names):
            names += list(extra)
    starts = np.concatenate(([0], np.cumsum([len(sheet.labels) for sheet in sheets]))).astype(np.intp)
    labels = np.concatenate([sheet.labels for sheet in sheets])
    groups, spans = [sheet.groups for sheet in sheets], [sheet.spans for sheet in sheets]
    return Data(names, np.concatenate(tables), labels, np.concatenate(weights), starts, groups, spans)


def _worth(sheet: Sheet) -> NDArray[np.float32]:
    words = sheet.table[:, sheet.names.index("words")]
    return np.clip(np.sqrt(words) / 2.5, 0.5, 4.0).astype(np.float32)


def _sampled(sheet: Sheet, share: float) -> NDArray[np.float32]:
    """1 for kept lines and their neighbours; of the boilerplate far from them, a sample stands for all."""
    kept = sheet.labels != _REST
    near = kept.copy()
    for by in (1, 2, 3):
        near[by:] |= kept[:-by]
        near[:-by] |= kept[by:]
    drawn = np.random.default_rng(zlib.crc32(f"{sheet.page} {sheet.disguise}".encode())).random(len(kept)) < share
    return np.where(near, 1.0, np.where(drawn, 1 / share, 0.0)).astype(np.float32)


def fit(table: Table, labels: NDArray[np.int8], weights: Table, trees: int, options: DefaultOptions, seed: int) -> dict[str, NDArray[Any]]:
    """One ensemble, packed."""
    try:
        from catboost import CatBoostClassifier, Pool
    except ImportError as error:
        raise MissingExtra("training the default engine", "train", error.name or "catboost") from None
    import tempfile
    from pathlib import Path

    use = weights > 0
    model = CatBoostClassifier(
        iterations=trees,
        depth=options.depth,
        learning_rate=options.rate,
        border_count=options.borders,
        rsm=options.features,
        bootstrap_type="Bernoulli",
        subsample=options.rows,
        loss_function="MultiClass",
        classes_count=len(LABELS),
        random_seed=seed,
        thread_count=options.threads,
        allow_writing_files=False,
        verbose=False,
        boosting_type="Plain",
    )
    model.fit(Pool(np.asfortranarray(table[use]), labels[use].astype(np.int32), weight=weights[use]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        return Trees.pack(json.loads(path.read_text()))


def second_table(data: Data, first: Table, rows_of_sheet: Sequence[int]) -> tuple[list[str], Table]:
    """The table of the second pass for some sheets, from first-pass probabilities of all rows."""
    chars = data.names.index("chars")
    names: list[str] = []
    tables = []
    for index in rows_of_sheet:
        low, high = data.starts[index], data.starts[index + 1]
        groups = [np.ascontiguousarray(column).astype(np.intp) for column in data.groups[index].T]
        sides = [np.ascontiguousarray(column).astype(np.intp) for column in data.spans[index].T]
        spans = list(zip(sides[::2], sides[1::2], strict=True))
        more = second_columns(first[low:high], groups, np.ascontiguousarray(data.table[low:high, chars]), spans)
        names = list(more)
        tables.append(np.concatenate([data.table[low:high], np.stack(list(more.values()), axis=1)], axis=1))
    return data.names + names, np.concatenate(tables)


def out_of_fold(data: Data, parts: Sequence[Sequence[int]], options: DefaultOptions, seed: int, say: Callable[[str], None]) -> Table:
    """First-pass probabilities of every row by a model that did not see its fold."""
    first = np.zeros((len(data.labels), len(LABELS)), np.float32)
    for number, part in enumerate(parts):
        others = [index for other in parts if other is not part for index in other]
        rows = data.rows_of(others)
        say(f"first pass, fold {number + 1} of {len(parts)}: {len(rows):,} lines")
        packed = fit(data.table[rows], data.labels[rows], data.weights[rows], options.trees[0], options, seed)
        mine = data.rows_of(part)
        first[mine] = softmax(Trees(packed).scores(data.table[mine]))
    return first


def train_passes(
    data: Data, parts: Sequence[Sequence[int]], counts: Counts, options: DefaultOptions, seed: int, say: Callable[[str], None]
) -> dict[str, Any]:
    """All arrays of a model file."""
    sheets = sorted(index for part in parts for index in part)
    rows = data.rows_of(sheets)
    first = out_of_fold(data, parts, options, seed, say)
    say(f"first pass on all {len(rows):,} lines")
    one = fit(data.table[rows], data.labels[rows], data.weights[rows], options.trees[0], options, seed)
    names, table = second_table(data, first, sheets)
    say(f"second pass on all {len(rows):,} lines")
    two = fit(table, data.labels[rows], data.weights[rows], options.trees[1], options, seed)
    temperature = _temperature(data, first, parts[-1], sheets, options, seed, say)
    evidence = counts.evidence()
    first_names, one = _used(data.names, one)
    second_names, two = _used(names, two)
    facts = {
        "format": FORMAT,
        "first": first_names,
        "second": second_names,
        "temperature": temperature,
        "words": [[word, *odds] for word, odds in evidence.words.items()],
        "classes": [[word, *odds] for word, odds in evidence.classes.items()],
    }
    arrays = {f"p1_{name}": value for name, value in one.items()} | {f"p2_{name}": value for name, value in two.items()}
    return {"facts": np.array(json.dumps(facts, ensure_ascii=False, separators=(",", ":"))), **arrays}


def _used(names: list[str], packed: dict[str, NDArray[Any]]) -> tuple[list[str], dict[str, NDArray[Any]]]:
    """Only the features that some tree asks for, so that no others are stacked at run time."""
    used, numbers = np.unique(packed["features"], return_inverse=True)
    return [names[index] for index in used], {**packed, "features": numbers.astype(np.uint16)}


def _temperature(
    data: Data, first: Table, held: Sequence[int], sheets: Sequence[int], options: DefaultOptions, seed: int, say: Callable[[str], None]
) -> float:
    """The scale that makes the confidence honest, found on a part that a second pass has not seen."""
    say("calibration")
    rest = [index for index in sheets if index not in set(held)]
    _, table = second_table(data, first, rest)
    rows = data.rows_of(rest)
    packed = fit(table, data.labels[rows], data.weights[rows], options.trees[1], options, seed)
    _, table = second_table(data, first, list(held))
    rows = data.rows_of(held)
    scores, labels, weights = Trees(packed).scores(table), data.labels[rows].astype(np.intp), data.weights[rows]
    scales = np.arange(0.7, 1.8, 0.05)

    def loss(scale: float) -> float:
        chosen = softmax(scores / np.float32(scale))[np.arange(len(labels)), labels]
        return float(-(np.log(np.maximum(chosen, 1e-6)) * weights).sum())

    return round(float(min(scales, key=loss)), 3)


def counts_of(sheets: Sequence[Sheet]) -> Counts:
    """The word counts of all sheets."""
    return count(sheets)
