"""Which term a definition belongs to, by the source: one of them may not be kept."""

from __future__ import annotations

from rubricate.types import Tree

__all__ = ["Terms"]


class Terms:
    """The <dt> and <dd> of a page."""

    __slots__ = ("defined", "of")

    def __init__(self, tree: Tree) -> None:
        self.of: dict[int, int] = {}  # row of a <dd> -> that of the last <dt> before it in the same element; -1: there is none
        self.defined: set[int] = set()  # rows of <dt> that a <dd> follows
        last: dict[int, int] = {}
        for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
            if tag == "dt":
                last[parent] = row
            elif tag == "dd":
                self.of[row] = term = last.get(parent, -1)
                self.defined.add(term)
