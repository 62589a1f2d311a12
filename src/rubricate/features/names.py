"""The names that a page gives its elements: the class and the id of the blocks and of all elements around them.

Most elements are spelt like others on the page. So each spelling gets a number, and what names say is worked out once a spelling.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments

__all__ = ["Names"]

_HEAD = 200
"""Characters of a class, and of an id, that are looked at."""


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
            classes = ident = None
            for name, value in data[row]:
                if name == "class":
                    classes = value or ""
                elif name == "id":
                    ident = value or ""
            names = (tags[row], classes, ident)
            number = spelt.get(names)
            if number is None:
                number = spelt[names] = len(spelt)
            self.of[row] = number
        kinds: dict[tuple[str, str | None], int] = {}
        self.kinds: NDArray[np.intp] = np.array([kinds.setdefault((tag, classes), len(kinds)) for tag, classes, _ in spelt], np.intp)  # of spellings
        self.tags = [names[0] for names in spelt]
        self.texts = [_text(classes, ident) for _, classes, ident in spelt]  # class and id, in one line


def _text(classes: str | None, ident: str | None) -> str:
    text = f"{classes[:_HEAD]} {ident[:_HEAD]}" if classes and ident else (classes or ident or "")[:_HEAD]
    return text.replace("\n", " ")
