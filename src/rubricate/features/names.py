"""The names that a page gives its elements: the class and the id of the blocks and of all elements around them, and what else names them there.

Most elements are spelt like others on the page. So each spelling gets a number, and what names say is worked out once a spelling.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.mention import Mention
from rubricate.features.subjects import SUBJECTS
from rubricate.types import Attributes, Segments, Tree

__all__ = ["NAMING", "Names", "named"]

_fast = twin("features._rows")
_HEAD = 200
"""Characters of a class, and of all other names together, that are looked at."""
NAMING = frozenset(("id", "role", "itemprop", "aria-label", "data-testid"))
"""Attributes beside the class that say what an element is for."""
_EACH = 80
"""Characters of each of them but the id."""
Spelling = tuple[str, str | None, str | None]
"""A tag, a class, and the other names."""


class Names:
    """The spellings of a page, and which of them each element has."""

    __slots__ = ("_of", "_speaking", "kinds", "numbers", "rows", "tags", "texts")

    def __init__(self, segments: Segments) -> None:
        self._of: dict[int, int] | None = None
        self._speaking: dict[Mention, NDArray[np.bool_]] | None = None
        self.rows: NDArray[np.intp]  # the blocks and all elements around them, the outer ones first
        self.numbers: NDArray[np.intp]  # of each of them the number of its spelling
        self.kinds: NDArray[np.intp]  # of spellings: a number for tag and class
        self.tags: list[str]  # of spellings
        self.texts: list[str]  # of spellings: all names, in one line
        tree = segments.page.tree
        if _fast is not None and segments.block:
            rows, numbers, kinds, self.tags, self.texts = _fast.spellings(tree.tags, tree.data, tree.parents, segments.block)
            self.rows, self.numbers, self.kinds = (np.frombuffer(found, np.intp) for found in (rows, numbers, kinds))
            return
        self.rows, self.numbers, spelt = _spellings(tree, segments.block)
        of_kind: dict[tuple[str, str | None], int] = {}
        self.kinds = np.array([of_kind.setdefault((tag, classes), len(of_kind)) for tag, classes, _ in spelt], np.intp)
        self.tags = [tag for tag, _, _ in spelt]
        self.texts = [_text(classes, other) for _, classes, other in spelt]

    @property
    def of(self) -> dict[int, int]:
        """Row -> number of its spelling, the outer elements first."""
        if self._of is None:
            self._of = dict(zip(self.rows.tolist(), self.numbers.tolist(), strict=True))
        return self._of

    def speak_of(self, subject: Mention) -> NDArray[np.bool_]:
        """Which spellings speak of one of SUBJECTS."""
        if self._speaking is None:
            self._speaking = SUBJECTS.among(self.texts)
        return self._speaking[subject]


def _spellings(tree: Tree, blocks: list[int]) -> tuple[NDArray[np.intp], NDArray[np.intp], Iterable[Spelling]]:
    """The rows that are named, the numbers of their spellings, and the spellings in the order of their numbers."""
    parents, data, tags = tree.parents, tree.data, tree.tags
    rows = {-1}
    for row in blocks:
        while row not in rows:
            rows.add(row)
            row = parents[row]
    rows.remove(-1)
    spelt: dict[Spelling, int] = {}
    numbers = [spelt.setdefault((tags[row], *named(tags[row], data[row])), len(spelt)) for row in sorted(rows)]
    return np.array(sorted(rows), np.intp), np.array(numbers, np.intp), spelt


def named(tag: str, attributes: Attributes) -> tuple[str | None, str | None]:
    """The class of an element, and its other names in one: attributes, and a tag that the page made itself."""
    classes = other = None
    for name, value in attributes:
        if name == "class":
            classes = value or ""
        elif name in NAMING and value:
            value = value[: _HEAD if name == "id" else _EACH]
            other = f"{other} {value}" if other else value
    if "-" in tag:
        other = f"{other} {tag}" if other else tag
    return classes, other


def _text(classes: str | None, other: str | None) -> str:
    text = f"{classes[:_HEAD]} {other[:_HEAD]}" if classes and other else (classes or other or "")[:_HEAD]
    return text.replace("\n", " ")
