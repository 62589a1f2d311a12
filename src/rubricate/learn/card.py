"""The card of a default model: what it was made from, with what, how good it is on pages that were left out, what it is known to do badly.

The scores are by line, against `learn.truth`: for stapi, whose lines are labelled by hand, titles, content and lines of no section; for other corpora
how much of the kept text is right, by characters, mean over pages. The measures of the papers and our own are made by `rubricate evaluate`.
"""

from __future__ import annotations

import hashlib
import platform
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate import segments as segments_room
from rubricate.engines.default import DefaultEngine
from rubricate.engines.trees import from_file
from rubricate.learn.corpora import Example
from rubricate.learn.default import DefaultOptions
from rubricate.learn.gather import Sheet
from rubricate.learn.truth import truth
from rubricate.types import BOILERPLATE, LABELS, MISC, TITLE

__all__ = ["WEAKNESSES", "card", "fingerprints", "scores"]

WEAKNESSES = (
    "titles in plain text without number or look of their own, above all in lists",
    "pages with little running text: cards of collections and products are kept or removed by chance of the look",
    "text hidden by elements without telling names: taken for furniture where the page shows text of its own",
    "tables: kept, where some corpora leave them out",
    "lines that belong to no section (misc): only stapi labels them, other corpora keep or remove them; nearly half of them are missed",
    "comments: kept in forums and left out elsewhere, by how much text stands outside them",
    "sections of one or two lines, and scripts other than Latin",
)
_TITLE, _MISC, _REST = (LABELS.index(name) for name in (TITLE, MISC, BOILERPLATE))
Lines = NDArray[np.int8]


def card(sheets: Sequence[Sheet], options: DefaultOptions, seed: int, without: str, seconds: float) -> dict[str, Any]:
    """All but the scores."""
    pages: dict[str, set[str]] = defaultdict(set)
    lines: dict[str, int] = defaultdict(int)
    for sheet in sheets:
        pages[sheet.corpus].add(sheet.page)
        lines[sheet.corpus] += len(sheet.labels)
    packages = ("rubricate", "catboost", "numpy", "turbohtml")
    return {
        "engine": "default.v1",
        "what": "labels of visible lines (title, prose, item, misc, boilerplate) with probabilities",
        "data": {corpus: {"pages": len(pages[corpus]), "lines with disguised copies": lines[corpus]} for corpus in sorted(pages)},
        "left out": without,
        "options": {name: getattr(options, name) for name in DefaultOptions.__dataclass_fields__},
        "seed": seed,
        "minutes": round(seconds / 60, 1),
        "versions": {name: metadata.version(name) for name in packages} | {"python": platform.python_version()},
        "known weaknesses": list(WEAKNESSES),
    }


def fingerprints(examples: Iterable[Example]) -> str:
    """What the pages of examples are known by on a card, with spaces between: a model can so be asked whether it has learnt from a page, in whatever
    corpus that is."""
    return " ".join(sorted({hashlib.sha256((example.folder / "page.html").read_bytes()).hexdigest()[:10] for example in examples}))


def scores(model: Path, examples: Sequence[Example], processes: int = 2) -> dict[str, dict[str, float]]:
    """Corpus -> figures of a model on pages that it has not learnt from."""
    found: dict[str, list[tuple[Lines, ...]]] = defaultdict(list)
    with ProcessPoolExecutor(processes) as pool:
        for example, lines in zip(examples, pool.map(partial(_lines, model), examples, chunksize=4), strict=True):
            found[example.corpus].append(lines)
    return {corpus: _by_hand(pages) if corpus == "stapi" else _by_text(pages) for corpus, pages in sorted(found.items())}


def _lines(model: Path, example: Example) -> tuple[Lines, ...]:
    """Of every line: what it is, what the model says, whether an h-tag says so, and its length."""
    lines = segments_room.of(example.page())
    gold, said = truth(example, lines), from_file(model, DefaultEngine, "default.v1", "default").label(lines)
    known = [index for index, sure in enumerate(gold.sure) if sure > 0]
    return (
        np.array([LABELS.index(gold.names[index]) for index in known], np.int8),
        np.array([LABELS.index(said.names[index]) for index in known], np.int8),
        np.array([lines.state[index].heading for index in known], np.int8),
        np.array([len(lines.text[index]) for index in known], np.int64),
    )


def _by_hand(pages: Sequence[tuple[Lines, ...]]) -> dict[str, float]:
    gold, said, heading, _ = (np.concatenate(column) for column in zip(*pages, strict=True))
    plain = (gold == _TITLE) & (heading == 0)
    kept = gold != _REST
    sides = kept.sum() * _f1(kept, said != _REST) + (~kept).sum() * _f1(~kept, said == _REST)
    figures = {
        "title F1": _f1(gold == _TITLE, said == _TITLE),
        "recall of titles without h-tag": float((said[plain] == _TITLE).mean()) if plain.any() else 0.0,
        "content/noise weighted F1": float(sides) / max(1, len(gold)),
        "misc F1": _f1(gold == _MISC, said == _MISC),
    }
    return {"pages": len(pages)} | {name: round(value, 4) for name, value in figures.items()}


def _by_text(pages: Sequence[tuple[Lines, ...]]) -> dict[str, float]:
    shares = [_f1(gold != _REST, said != _REST, chars) for gold, said, _, chars in pages]
    return {"pages": len(pages), "kept text F1": round(float(np.mean(shares)), 4)}


def _f1(gold: NDArray[np.bool_], said: NDArray[np.bool_], weights: NDArray[Any] | int = 1) -> float:
    total = float((gold * weights).sum() + (said * weights).sum())
    return 2 * float(((gold & said) * weights).sum()) / total if total else 1.0
