"""Training of default.v1: sheets of all corpora -> two passes of boosted trees -> one .npz and its card.

What is kept apart: the second pass learns from first-pass answers on pages that the first pass had not seen (folds by owner), as it will meet them
in use. The temperature of the confidence is chosen on such answers, too. Everything is seeded.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.engines.default import FORMAT, KINDS, by_label
from rubricate.engines.trees import Trees, softmax
from rubricate.errors import MissingExtra
from rubricate.features.second import second_columns
from rubricate.learn.gather import Sheet
from rubricate.learn.kinds import TEACHER, is_open, lend_kinds
from rubricate.learn.odds import Counts, left_out
from rubricate.types import BOILERPLATE, ITEM, LABELS, PROSE

__all__ = ["Data", "DefaultOptions", "assemble", "fit", "train_passes"]

_REST = LABELS.index(BOILERPLATE)
_KIND_OF = np.array([KINDS.index(PROSE if name == ITEM else name) for name in LABELS], np.int8)
Table = NDArray[np.float32]


@dataclass(frozen=True)
class DefaultOptions:
    """What is trained, and on how much."""

    columns: int = 160  # features that are left after a first fit has asked which ones it needs
    trees: tuple[int, int] = (300, 500)
    depth: int = 6
    rates: tuple[float, float] = (0.1, 0.07)
    borders: int = 48
    features: float = 0.35  # share of the features that each level may choose from
    rows: float = 0.6  # share of the rows that each tree is fitted on
    folds: int = 3
    weights: tuple[tuple[str, float], ...] = (("stapi", 3.0), ("cleaneval-en-dev", 1.5), ("wcxb-dev", 0.6))
    other_weight: float = 0.7
    disguise_weights: tuple[tuple[str, float], ...] = (("", 1.0), ("plain", 0.7), ("untagged", 0.4), ("unnamed", 0.4), ("bare", 0.3), ("listed", 0.3))
    least_sure: float = 0.41
    lent_sure: float = 0.7  # at least, of kept lines whose kind is lent (`learn.kinds`)
    far: float = 0.2  # share of the boilerplate far from any kept line that is trained on, with as much more weight
    veil: float = 12.0  # lines that text hidden by one element weighs together: whether it is kept is one decision
    smoothing: float = 8.0  # of the leaves' values
    all_disguises: bool = True  # learn from the disguised copies of every corpus, not of the teacher's alone
    by_line: tuple[str, ...] = ("stapi", "cleaneval-en-dev")  # their lines count the same; elsewhere, where gold is text, long lines count more
    threads: int = 2


@dataclass
class Data:
    """Sheets stacked into one table."""

    names: list[str]
    table: Table
    kinds: NDArray[np.int8]  # index into KINDS
    weights: NDArray[np.float32]
    starts: NDArray[np.intp]  # row where each sheet begins, and one past the end
    groups: list[NDArray[np.int32]]
    spans: list[NDArray[np.int32]]
    elements: list[NDArray[np.int32]]
    open: NDArray[np.bool_]  # rows whose kind the gold does not say
    taught: NDArray[np.bool_]  # rows of the corpus that says it
    disguised: NDArray[np.bool_]  # sheets that are a page in disguise

    def only(self, columns: NDArray[np.intp]) -> Data:
        """The same with fewer columns."""
        return replace(self, names=[self.names[at] for at in columns], table=np.ascontiguousarray(self.table[:, columns]))

    def rows_of(self, sheets: Sequence[int]) -> NDArray[np.intp]:
        """The rows of some sheets."""
        return np.concatenate([np.arange(self.starts[index], self.starts[index + 1]) for index in sheets]) if len(sheets) else np.zeros(0, np.intp)


def assemble(sheets: Sequence[Sheet], counts: Counts, counted: Callable[[Sheet], bool], options: DefaultOptions) -> Data:
    """Features and evidence of all sheets; evidence as if each page had not been counted, where it was."""
    known = counts.evidence()
    tables, weights, opened = [], [], []
    names: list[str] = list(sheets[0].names)
    by_corpus, by_disguise = dict(options.weights), dict(options.disguise_weights)
    for sheet in sheets:
        extra = left_out(sheet, counts, known, counted(sheet))
        tables.append(np.concatenate([sheet.table, np.stack(list(extra.values()), axis=1)], axis=1))
        weight = by_corpus.get(sheet.corpus, options.other_weight) * by_disguise.get(sheet.disguise, 1.0)
        by_length = 1.0 if sheet.corpus in options.by_line else _worth(sheet)
        opened.append(is_open(sheet))
        sure = np.where(opened[-1], np.maximum(sheet.sure, options.lent_sure), sheet.sure)
        worth = sure * weight * _veiled(sheet, options.veil) * _sampled(sheet, options.far) * by_length
        weights.append(np.where(sure < options.least_sure, 0.0, worth).astype(np.float32))
        if len(names) == len(sheet.names):
            names += list(extra)
    starts = np.concatenate(([0], np.cumsum([len(sheet.labels) for sheet in sheets]))).astype(np.intp)
    kinds = _KIND_OF[np.concatenate([sheet.labels for sheet in sheets])]
    groups, spans, elements = [sheet.groups for sheet in sheets], [sheet.spans for sheet in sheets], [sheet.elements for sheet in sheets]
    taught = np.concatenate([np.full(len(sheet.labels), sheet.corpus == TEACHER) for sheet in sheets])
    disguised = np.array([sheet.disguise != "" for sheet in sheets])
    rows = (np.concatenate(tables), kinds, np.concatenate(weights))
    return Data(names, *rows, starts, groups, spans, elements, np.concatenate(opened), taught, disguised)


def _worth(sheet: Sheet) -> NDArray[np.float32]:
    words = sheet.table[:, sheet.names.index("words")]
    return np.clip(np.sqrt(words) / 2.5, 0.5, 4.0).astype(np.float32)


def _veiled(sheet: Sheet, most: float) -> NDArray[np.float32]:
    lines = sheet.table[:, sheet.names.index("veil_lines")]
    return np.where(lines > 0, np.minimum(1.0, most / np.maximum(1.0, lines)), 1.0).astype(np.float32)


def _sampled(sheet: Sheet, share: float) -> NDArray[np.float32]:
    """1 for kept lines and their neighbours; of the boilerplate far from them, a sample stands for all."""
    kept = sheet.labels != _REST
    near = kept.copy()
    for by in (1, 2, 3):
        near[by:] |= kept[:-by]
        near[:-by] |= kept[by:]
    drawn = np.random.default_rng(zlib.crc32(f"{sheet.page} {sheet.disguise}".encode())).random(len(kept)) < share
    return np.where(near, 1.0, np.where(drawn, 1 / share, 0.0)).astype(np.float32)


def fit(table: Table, kinds: NDArray[np.int8], weights: Table, turn: int, options: DefaultOptions, seed: int) -> dict[str, NDArray[Any]]:
    """The ensemble of one pass (0 or 1), packed."""
    import tempfile
    from pathlib import Path

    model = _boosted(options.trees[turn], options.rates[turn], options, seed)
    _learn(model, table, kinds, weights)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        return Trees.pack(json.loads(path.read_text()))


def _boosted(trees: int, rate: float, options: DefaultOptions, seed: int) -> Any:
    try:
        from catboost import CatBoostClassifier
    except ImportError as error:
        raise MissingExtra("training the default engine", "train", error.name or "catboost") from None
    return CatBoostClassifier(
        iterations=trees,
        depth=options.depth,
        learning_rate=rate,
        border_count=options.borders,
        rsm=options.features,
        bootstrap_type="Bernoulli",
        subsample=options.rows,
        l2_leaf_reg=options.smoothing,
        loss_function="MultiClass",
        classes_count=len(KINDS),
        random_seed=seed,
        thread_count=options.threads,
        allow_writing_files=False,
        verbose=False,
        boosting_type="Plain",
    )


def _learn(model: Any, table: Table, kinds: NDArray[np.int8], weights: Table) -> None:
    from catboost import Pool

    use = weights > 0
    model.fit(Pool(np.asfortranarray(table[use]), kinds[use].astype(np.int32), weight=weights[use]))


def most_asked(data: Data, rows: NDArray[np.intp], options: DefaultOptions, seed: int) -> NDArray[np.intp]:
    """The columns that a first, short fit makes most use of, in their order."""
    model = _boosted(_SHORT[0], _SHORT[1], options, seed)
    _learn(model, data.table[rows], data.kinds[rows], data.weights[rows])
    worth = np.asarray(model.get_feature_importance())
    needed = [data.names.index(name) for name in _NEEDED]
    worth[needed] = np.inf
    return np.sort(np.argsort(-worth, kind="stable")[: options.columns])


def with_lent_kinds(data: Data, rows: NDArray[np.intp], options: DefaultOptions, seed: int, say: Callable[[str], None]) -> Data:
    """The same with lent kinds, where there is something to lend from."""
    rows = rows[data.taught[rows]]
    if not len(rows):
        return data
    say(f"kinds of {int(data.open.sum()):,} lines, lent from {len(rows):,} lines of {TEACHER}")
    packed = fit(data.table[rows], data.kinds[rows], data.weights[rows], 0, replace(options, trees=_LENDING[:1] * 2, rates=_LENDING[1:] * 2), seed)
    return replace(data, kinds=lend_kinds(data, packed))


_SHORT = (100, 0.25)  # trees and rate of the fit that chooses columns
_LENDING = (120, 0.2)  # of the fit that lends kinds
_NEEDED = ("chars", "list_depth")  # the second look, and what is made of the kinds, ask for them


def second_table(data: Data, first: Table, rows_of_sheet: Sequence[int]) -> tuple[list[str], Table]:
    """The table of the second pass for some sheets, from first-pass probabilities of all rows."""
    chars = data.names.index("chars")
    names: list[str] = []
    tables = []
    for index in rows_of_sheet:
        low, high = data.starts[index], data.starts[index + 1]
        groups, sides, elements = ([*np.ascontiguousarray(rows.T, np.intp)] for rows in (data.groups[index], data.spans[index], data.elements[index]))
        spans = list(zip(sides[::2], sides[1::2], strict=True))
        more = second_columns(first[low:high], groups, np.ascontiguousarray(data.table[low:high, chars]), spans, (elements[0], elements[1]))
        names = list(more)
        tables.append(np.concatenate([data.table[low:high], np.stack(list(more.values()), axis=1)], axis=1))
    return data.names + names, np.concatenate(tables)


def out_of_fold(data: Data, parts: Sequence[Sequence[int]], options: DefaultOptions, seed: int, say: Callable[[str], None]) -> Table:
    """First-pass probabilities of every row by a model that did not see its fold."""
    first = np.zeros((len(data.kinds), len(LABELS)), np.float32)
    depth = data.names.index("list_depth")
    for number, part in enumerate(parts):
        others = [index for other in parts if other is not part for index in other]
        rows = data.rows_of(others)
        say(f"first pass, fold {number + 1} of {len(parts)}: {len(rows):,} lines")
        packed = fit(data.table[rows], data.kinds[rows], data.weights[rows], 0, options, seed)
        mine = data.rows_of(part)
        first[mine] = by_label(softmax(Trees(packed).scores(data.table[mine])), data.table[mine, depth])
    return first


def train_passes(
    data: Data, parts: Sequence[Sequence[int]], counts: Counts, options: DefaultOptions, seed: int, say: Callable[[str], None]
) -> dict[str, Any]:
    """All arrays of a model file."""
    sheets = sorted(index for part in parts for index in part)
    rows = data.rows_of(sheets)
    say(f"choosing {options.columns} of {len(data.names)} columns")
    data = with_lent_kinds(data.only(most_asked(data, rows, options, seed)), rows, options, seed, say)
    first = out_of_fold(data, parts, options, seed, say)
    temperature = _temperature(data, first, parts[-1], sheets, options, seed, say)
    say(f"first pass on all {len(rows):,} lines")
    one = fit(data.table[rows], data.kinds[rows], data.weights[rows], 0, options, seed)
    names, table = second_table(data, first, sheets)
    say(f"second pass on all {len(rows):,} lines")
    two = fit(table, data.kinds[rows], data.weights[rows], 1, options, seed)
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
    """The scale that makes the confidence honest, found on a part that a second pass, made from half of the others, has not seen.

    Lent kinds are left out: they are another model's answers. So are disguises. Every page counts the same: weighed by lines, one table of a thousand
    names that the gold leaves out made all pages doubtful.
    """
    say("calibration")
    rest = [index for index in sheets if index not in set(held)][::2]
    _, table = second_table(data, first, rest)
    rows = data.rows_of(rest)
    packed = fit(table, data.kinds[rows], data.weights[rows], 1, options, seed)
    held = [index for index in held if not data.disguised[index]] or list(held)
    _, table = second_table(data, first, held)
    rows = data.rows_of(held)
    scores, kinds, weights = Trees(packed).scores(table), data.kinds[rows].astype(np.intp), np.where(data.open[rows], 0, data.weights[rows])
    page = np.repeat(np.arange(len(held)), np.diff(data.starts)[held])
    weights = weights / np.maximum(np.bincount(page, weights=weights), 1e-6)[page]

    def loss(scale: float) -> float:
        chosen = softmax(scores / np.float32(scale))[np.arange(len(kinds)), kinds]
        return float(-(np.log(np.maximum(chosen, 1e-6)) * weights).sum())

    scales: list[float] = np.arange(0.7, 1.8, 0.05).tolist()
    scale = min(scales, key=loss)
    say(f"temperature {scale:.2f}")
    return round(scale, 3)
