"""The names that a page gives its elements: the class and the id of the blocks and of all elements around them, and what else names them there.

Most elements are spelt like others on the page. So each spelling gets a number, and what names say is worked out once a spelling.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Attributes, Segments

__all__ = ["NAMING", "Names", "named"]

_HEAD = 200
"""Characters of a class, and of all other names together, that are looked at."""
NAMING = frozenset(("id", "role", "itemprop", "aria-label", "data-testid"))
"""Attributes beside the class that say what an element is for."""
_EACH = 80
"""Characters of each of them but the id."""


class Names:
    """The spellings of a page, and which of them each element has."""

    __slots__ = ("kinds", "of", "tags", "texts")

    def __init__(self, segments: Segments) -> None:
        tree = segments.page.tree
        parents, data, tags = tree.parents, tree.data, tree.tags
        rows = {-1}
        for row in segments.block:
            while row not in rows:
                rows.add(row)
                row = parents[row]
        rows.remove(-1)
        spelt: dict[tuple[str, str | None, str | None], int] = {}
        self.of: dict[int, int] = {}  # row -> number of its spelling, the outer elements first
        for row in sorted(rows):
            names = (tags[row], *named(tags[row], data[row]))
            number = spelt.get(names)
            if number is None:
                number = spelt[names] = len(spelt)
            self.of[row] = number
        kinds: dict[tuple[str, str | None], int] = {}
        self.kinds: NDArray[np.intp] = np.array([kinds.setdefault((tag, classes), len(kinds)) for tag, classes, _ in spelt], np.intp)  # of spellings
        self.tags = [names[0] for names in spelt]
        self.texts = [_text(classes, other) for _, classes, other in spelt]  # all names, in one line


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
