"""What is each part of default.v1 worth? Train it again without the part, on fewer pages and with fewer trees, and score it on pages kept apart.

    python -m rubricate.learn.ablation DATA OUT.json

- What the validation part of each corpus holds is not touched. Of the rest one fold in five is scored and the others are learnt from.
- All stapi pages take part (as they are and in some disguises), and a share of the pages of the other corpora.
- Every variant is trained with two seeds: how far they lie apart says which differences mean nothing. The columns are chosen once, as for the engine,
  and so are the kinds that are lent to lines of other corpora: a variant without a family of columns learns from kinds that were found with it.
- Scores are by line: stapi's hand labels for titles, content and misc; elsewhere how much of the text (in words) is rightly kept, mean over pages.
The figures compare parts with each other; the shipped model has more trees and more pages, and better figures (docs/how-good.md).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.engines.default import KINDS, by_label
from rubricate.engines.trees import Trees, softmax
from rubricate.learn.corpora import Example, available, load
from rubricate.learn.default import Data, DefaultOptions, assemble, fit, most_asked, out_of_fold, second_table, with_lent_kinds
from rubricate.learn.folds import folds, validation
from rubricate.learn.gather import Sheet, gather
from rubricate.learn.odds import count
from rubricate.learn.train import EVERY_CORPUS
from rubricate.types import BOILERPLATE, MISC, TITLE

__all__ = ["FAMILIES", "VARIANTS", "Variant", "ablation"]

_EVERY = {"stapi": 1, "wcxb-dev": 10}  # of a corpus every nth page takes part
_OTHERS = 3
_WORN = ("plain", "untagged", "bare", "listed")  # disguises of stapi's pages
SEEDS = (0, 1)
_TITLE, _MISC, _REST = KINDS.index(TITLE), KINDS.index(MISC), KINDS.index(BOILERPLATE)
_OPTIONS = DefaultOptions(trees=(40, 50), rates=(0.35, 0.3), folds=2)

_STYLE = frozenset("size weight bold italics italic underline coloured transform align indent absolute_size size_step".split())
_TAGS = frozenset(
    "heading tag inner_tag parent_tag grandparent_tag region list_depth ordered cell term summary control quote caption code pre".split()
)
_OF_NAMES = ("class_kept", "class_title", "class_misc")
FAMILIES: dict[str, Callable[[str], bool]] = {
    "words of lines": lambda name: name.startswith("words_"),
    "class and id words": lambda name: name in _OF_NAMES or name.startswith("classes_"),
    "look-alikes": lambda name: name.startswith(("look_", "loose_")) or (name.startswith("class_") and name not in _OF_NAMES),
    "neighbours": lambda name: name[-2:] in ("+1", "+2", "-1", "-2") or name.startswith(("to_", "from_", "run_", "after_run")) or "_w" in name,
    "elements around": lambda name: name[:1] == "c" and name[1:2].isdigit(),
    "main element": lambda name: name.startswith("main") or name == "before_prose",
    "votes of paragraphs": lambda name: name.startswith(("winner", "points")) or name in ("page_points", "page_rival"),
    "best element of the first pass": lambda name: name.startswith(("best_", "stretch_")),
    "where links go": lambda name: name.startswith(("goes", "inward")) or name.endswith("_inward"),
    "numbering": lambda name: name.startswith(("series_", "numbered")),
    "style (size, weight, colour, ...)": lambda name: name.rstrip("+-12") in _STYLE,
    "tags and regions": lambda name: name.rstrip("+-12") in _TAGS,
    "what hides a line": lambda name: name.startswith(("veil_", "hidden", "opens")),
    "the page as a whole": lambda name: name.startswith("page_"),
}
"""Family -> whether a column is of it."""


@dataclass(frozen=True)
class Variant:
    """What is left out."""

    name: str
    family: str = ""
    passes: int = 2
    corpora: Callable[[Sheet], bool] = field(default=lambda sheet: True)
    scored: str = ""  # the disguise of the pages that are scored
    lent: bool = True  # whether the kinds of lines that other gold does not tell apart are lent from stapi


VARIANTS: tuple[Variant, ...] = (
    Variant("everything"),
    Variant("one pass", passes=1),
    *(Variant(f"without {name}", family=name) for name in FAMILIES),
    Variant("stapi alone", corpora=lambda sheet: sheet.corpus == "stapi"),
    Variant("without wcxb", corpora=lambda sheet: sheet.corpus != "wcxb-dev"),
    Variant("without lent kinds", lent=False),
    Variant("without bare and listed pages", corpora=lambda sheet: sheet.disguise not in ("bare", "listed")),
    Variant("without any disguised pages", corpora=lambda sheet: sheet.disguise == ""),
    Variant("scored without style sheets", scored="plain"),
    Variant("scored with h-tags and bold turned into styled div and span", scored="untagged"),
)


def ablation(data: Path, variants: Sequence[Variant] = VARIANTS, say: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """The figures of every variant, and what they were made with."""
    sheets, held = _gathered(data, say)
    learnt = {sheet.page for sheet in sheets} - held
    counts = count(sheet for sheet in sheets if sheet.page in learnt)
    whole = assemble(sheets, counts, lambda sheet: sheet.page in learnt, _OPTIONS)
    own = whole.rows_of([at for at, sheet in enumerate(sheets) if sheet.page in learnt])
    whole = whole.only(most_asked(whole, own, _OPTIONS, SEEDS[0]))
    lent = with_lent_kinds(whole, own, _OPTIONS, SEEDS[0], say)
    figures = {}
    for variant in variants:
        say(variant.name)
        runs = [_measured(lent if variant.lent else whole, sheets, held, variant, seed) for seed in SEEDS]
        figures[variant.name] = {name: [run[name] for run in runs] for name in runs[0]}
    pages = {corpus: len({sheet.page for sheet in sheets if sheet.corpus == corpus}) for corpus in sorted({sheet.corpus for sheet in sheets})}
    return {"pages": pages, "scored": len(held), "trees": _OPTIONS.trees, "columns": len(whole.names), "seeds": SEEDS, "figures": figures}


def _gathered(data: Path, say: Callable[[str], None]) -> tuple[list[Sheet], set[str]]:
    chosen: list[Example] = []
    for corpus in EVERY_CORPUS:
        if corpus in available(data):
            examples = list(load(corpus, data))
            apart = validation(examples)
            chosen += [example for index, example in enumerate(examples) if index not in apart][:: _EVERY.get(corpus, _OTHERS)]
    held = {f"{chosen[index].corpus}/{chosen[index].id}" for index in folds(chosen, 5, 0)[0]}
    say(f"reading {len(chosen)} pages")
    jobs = [(example, disguise) for example in chosen for disguise in (("", *_WORN) if example.corpus == "stapi" else ("",))]
    return list(gather(jobs, 2)), held


def _measured(whole: Data, sheets: Sequence[Sheet], held: set[str], variant: Variant, seed: int) -> dict[str, float]:
    columns = np.array([at for at, name in enumerate(whole.names) if not variant.family or not FAMILIES[variant.family](name)], np.intp)
    needed = [at for at in (whole.names.index(name) for name in ("chars", "list_depth")) if at not in columns]
    blank = whole.only(np.sort(np.append(columns, needed).astype(np.intp))) if variant.family else whole
    own = [at for at, sheet in enumerate(sheets) if sheet.page not in held and variant.corpora(sheet)]
    scored = [at for at, sheet in enumerate(sheets) if sheet.page in held and sheet.disguise == (variant.scored if sheet.corpus == "stapi" else "")]
    pages = sorted({sheets[at].page for at in own})
    place = {page: number % _OPTIONS.folds for number, page in enumerate(pages)}
    parts = [[at for at in own if place[sheets[at].page] == number] for number in range(_OPTIONS.folds)]
    return _scores(sheets, scored, _answers(blank, parts, own, scored, variant, seed))


def _answers(data: Data, parts: Sequence[Sequence[int]], own: Sequence[int], scored: Sequence[int], variant: Variant, seed: int) -> NDArray[np.intp]:
    """The kind that the variant gives each line of the scored sheets."""
    rows, others = data.rows_of(own), data.rows_of(scored)
    depth = data.names.index("list_depth")
    one = Trees(fit(data.table[rows], data.kinds[rows], data.weights[rows], 0, _OPTIONS, seed)).scores(data.table[others])
    if variant.passes == 1:
        return np.asarray(one.argmax(axis=1))
    first = out_of_fold(data, parts, _OPTIONS, seed, lambda text: None)
    first[others] = by_label(softmax(one), data.table[others, depth])
    two = Trees(fit(_second(data, first, own, variant), data.kinds[rows], data.weights[rows], 1, _OPTIONS, seed))
    return np.asarray(two.scores(_second(data, first, scored, variant)).argmax(axis=1))


def _second(data: Data, first: NDArray[np.float32], sheets: Sequence[int], variant: Variant) -> NDArray[np.float32]:
    """The table of the second pass without the family that is left out."""
    names, table = second_table(data, first, sheets)
    return table[:, [not variant.family or name in data.names or not FAMILIES[variant.family](name) for name in names]]


def _scores(sheets: Sequence[Sheet], scored: Sequence[int], answers: NDArray[np.intp]) -> dict[str, float]:
    gold, said, heading, shares, low = [], [], [], [], 0
    for at in scored:
        sheet = sheets[at]
        own = answers[low : low + len(sheet.labels)]
        low += len(own)
        true = np.array([0, 1, 1, 2, 3])[sheet.labels]
        if sheet.corpus == "stapi":
            gold.append(true)
            said.append(own)
            heading.append(sheet.table[:, sheet.names.index("heading")])
        else:
            shares.append(_kept_f1(true != _REST, own != _REST, sheet.table[:, sheet.names.index("words")] * sheet.sure))
    true, own, tags = np.concatenate(gold), np.concatenate(said), np.concatenate(heading)
    plain = (true == _TITLE) & (tags == 0)
    sides = [(_f1(true == _REST, own == _REST), (true == _REST).sum()), (_f1(true != _REST, own != _REST), (true != _REST).sum())]
    figures = {
        "title F1": _f1(true == _TITLE, own == _TITLE),
        "recall of titles without h-tag": float((own[plain] == _TITLE).sum()) / max(1, int(plain.sum())),
        "content/noise weighted F1": float(sum(score * weight for score, weight in sides) / len(true)),
        "misc F1": _f1(true == _MISC, own == _MISC),
        "other corpora, kept words F1": float(np.mean(shares)),
    }
    return {name: round(float(value), 4) for name, value in figures.items()}


def _f1(gold: NDArray[np.bool_], said: NDArray[np.bool_]) -> float:
    return 2 * float((gold & said).sum()) / max(1.0, float(gold.sum() + said.sum()))


def _kept_f1(gold: NDArray[np.bool_], said: NDArray[np.bool_], words: NDArray[np.float32]) -> float:
    total = float((words * gold).sum() + (words * said).sum())
    return 2 * float((words * (gold & said)).sum()) / total if total else 1.0


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    made = ablation(Path(sys.argv[1]), say=_tell)
    Path(sys.argv[2]).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
