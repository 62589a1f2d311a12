"""Pages -> what the default engine is trained on: features, words and true labels of every line, page by page, in parallel.

A page may be gathered as it is, `plain` (without its style sheets), or disguised (`learn.disguises`). The labels of a disguised page are those of the
page as it is: where the gold is only text, its headings are known by their tags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from rubricate import segments as segments_room
from rubricate.features import columns
from rubricate.features.evidence import class_words, line_words
from rubricate.learn.corpora import Example
from rubricate.learn.disguises import DISGUISES, disguised
from rubricate.learn.truth import Truth, truth
from rubricate.types import BOILERPLATE, LABELS, Segments

__all__ = ["Sheet", "gather"]


@dataclass(frozen=True)
class Sheet:
    """One page, gathered."""

    corpus: str
    page: str  # corpus/id: what must stay in one fold
    disguise: str
    names: tuple[str, ...]
    table: NDArray[np.float32]
    groups: NDArray[np.int32]  # one column a grouping of look-alikes
    spans: NDArray[np.int32]  # first and last line of each element around a line, side by side
    elements: NDArray[np.int32]  # first line of each element, and the one after its last, side by side; the different ones
    labels: NDArray[np.int8]  # index into LABELS
    sure: NDArray[np.float32]
    words: list[list[str]]  # of every line
    classes: list[tuple[list[str], list[str]]]  # of the block, and of all elements around it


def gather(jobs: Iterable[tuple[Example, str]], processes: int = 2, progress: Callable[[], None] | None = None) -> Iterator[Sheet]:
    """The sheets of the given (example, disguise) pairs, in order; pages that cannot be read are left out."""
    with ProcessPoolExecutor(processes) as pool:
        for sheet in pool.map(_one, jobs, chunksize=8):
            if progress is not None:
                progress()
            if sheet is not None:
                yield sheet


def _one(job: tuple[Example, str]) -> Sheet | None:
    example, disguise = job
    page = example.page(css=disguise not in ("plain", "bare"))
    own = segments_room.of(page)
    lines = segments_room.of(disguised(page, disguise)) if disguise in DISGUISES else own
    if not len(lines) or len(lines) > 20_000:
        return None
    labels, sure = _carried(truth(example, own), own, lines)
    found = columns(lines)
    names = tuple(found.values)
    return Sheet(
        corpus=example.corpus,
        page=f"{example.corpus}/{example.id}",
        disguise=disguise,
        names=names,
        table=np.stack([found.values[name] for name in names], axis=1),
        groups=np.stack(found.groups, axis=1).astype(np.int32),
        spans=np.stack([side for span in found.spans for side in span], axis=1).astype(np.int32),
        elements=np.unique(np.stack(found.elements, axis=1), axis=0).astype(np.int32),
        labels=np.array([LABELS.index(name) for name in labels], np.int8),
        sure=np.array(sure, np.float32),
        words=[line_words(text) for text in lines.text],
        classes=_classes(lines),
    )


def _carried(gold: Truth, own: Segments, lines: Segments) -> tuple[list[str], list[float]]:
    """The labels of the page's own lines and how sure they are, for the lines of its disguise; nobody knows those of lines cut elsewhere."""
    known = dict(zip(_starts(own), zip(own.text, gold.names, gold.sure, strict=True), strict=True))
    found = [known.get(start, ("", BOILERPLATE, 0.0)) for start in _starts(lines)]
    same = [was == now for (was, _, _), now in zip(found, lines.text, strict=True)]
    return [name for _, name, _ in found], [sure if kept else 0.0 for (_, _, sure), kept in zip(found, same, strict=True)]


def _starts(lines: Segments) -> list[int]:
    """The number of the text node that each line begins with, counting text nodes alone: a disguise may add elements, but no text."""
    number = [0, *accumulate(not tag for tag in lines.page.tree.tags)]
    return [number[rows[0]] for rows in lines.runs]


def _classes(lines: Segments) -> list[tuple[list[str], list[str]]]:
    tree = lines.page.tree
    known: dict[int, tuple[list[str], list[str]]] = {}
    found = []
    for block in lines.block:
        if block not in known:
            around = {word for row in tree.ancestors(block) for word in class_words(tree, row)}
            known[block] = (class_words(tree, block), sorted(around))
        found.append(known[block])
    return found
