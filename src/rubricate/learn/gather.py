"""Pages -> what the default engine is trained on: features, words and true labels of every line, page by page, in parallel.

A page may be gathered as it is, `plain` (without its style sheets), or disguised: `untagged` (h1-h6 and bold tags turned into div and span with a
style attribute), `unnamed` (classes, ids and roles gone), `bare` (headings and bold text turned into plain text, no style sheets). A model that sees
them judges by behaviour, not by tag. The labels of a disguised page are those of the page as it is: where the gold is only text, its headings are
known by their tags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rubricate import segments as segments_room
from rubricate.features import columns
from rubricate.features.evidence import class_words, line_words
from rubricate.learn.corpora import Example
from rubricate.learn.truth import Truth, truth
from rubricate.types import BOILERPLATE, LABELS, Page, Segments, Tree

__all__ = ["DISGUISES", "Sheet", "disguised", "gather"]


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
        labels=np.array([LABELS.index(name) for name in labels], np.int8),
        sure=np.array(sure, np.float32),
        words=[line_words(text) for text in lines.text],
        classes=_classes(lines),
    )


def _carried(gold: Truth, own: Segments, lines: Segments) -> tuple[list[str], list[float]]:
    """The labels of the page's own lines and how sure they are, for the lines of its disguise; nobody knows those of lines that begin elsewhere."""
    known = {rows[0]: (name, sure) for rows, name, sure in zip(own.runs, gold.names, gold.sure, strict=True)}
    found = [known.get(rows[0], (BOILERPLATE, 0.0)) for rows in lines.runs]
    return [name for name, _ in found], [sure for _, sure in found]


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


_HEADINGS = {f"h{level}": f"font-size:{size}em;font-weight:bold" for level, size in ((1, 2), (2, 1.5), (3, 1.17), (4, 1), (5, 0.83), (6, 0.67))}
_BOLD = {"b": "font-weight:bold", "strong": "font-weight:bold", "i": "font-style:italic", "em": "font-style:italic"}
_LOOKS = ("style", "class", "id")
_REGIONS = frozenset(("nav", "header", "footer", "aside", "main", "article", "section"))


def disguised(page: Page, disguise: str) -> Page:
    """The same page, built differently; the tree that is given stays as it is."""
    change = DISGUISES.get(disguise)
    return page if change is None else replace(page, tree=change(page.tree))


def _untagged(tree: Tree) -> Tree:
    tags, data = list(tree.tags), list(tree.data)
    for row, tag in enumerate(tags):
        style = _HEADINGS.get(tag) or _BOLD.get(tag)
        if style is not None:
            tags[row] = "div" if tag in _HEADINGS else "span"
            data[row] = (*[pair for pair in data[row] if pair[0] != "style"], ("style", style))
        elif tag in _REGIONS:
            tags[row] = "div"
    return Tree(tags, data, list(tree.parents))


def _bare(tree: Tree) -> Tree:
    tags = ["p" if tag in _HEADINGS else "span" if tag in _BOLD else tag for tag in tree.tags]
    data = [
        tuple(pair for pair in values if pair[0] not in _LOOKS) if tag in _HEADINGS or tag in _BOLD else values
        for tag, values in zip(tree.tags, tree.data, strict=True)
    ]
    return Tree(tags, data, list(tree.parents))


def _unnamed(tree: Tree) -> Tree:
    data = [
        tuple(pair for pair in values if pair[0] not in ("class", "id", "role")) if tag else values
        for tag, values in zip(tree.tags, tree.data, strict=True)
    ]
    return Tree(list(tree.tags), data, list(tree.parents))


DISGUISES: dict[str, Callable[[Tree], Tree]] = {"untagged": _untagged, "unnamed": _unnamed, "bare": _bare}
