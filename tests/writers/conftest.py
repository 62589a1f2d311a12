"""Documents with labels set by hand: h1..h6 are titles, li is an item, class=noise is boilerplate, class=misc is misc, the rest is prose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubricate import outline, page, segments
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE, Document, Labels, Segments

Make = Callable[..., Document]


def _label(lines: Segments, index: int) -> str:
    tree = lines.page.tree
    row = lines.runs[index][0]
    for above in tree.ancestors(row):
        named = (tree.attribute(above, "class") or "").split()
        for name, label in (("noise", BOILERPLATE), ("misc", MISC), ("title", TITLE), ("item", ITEM)):
            if name in named:
                return label
    if lines.state[index].heading:
        return TITLE
    return ITEM if tree.nearest(lines.block[index], ("li",)) >= 0 else PROSE


@pytest.fixture(scope="session")
def make() -> Make:
    """A document of a page whose labels are in its tags and classes."""

    def document(html: str, url: str | None = None, levels: list[int] | None = None) -> Document:
        read = page.read(html, url=url)
        lines = segments.of(read)
        names = [_label(lines, index) for index in range(len(lines))]
        if levels is None:
            ranks = [lines.state[index].heading or 7 if name == TITLE else 0 for index, name in enumerate(names)]
        else:
            left = iter(levels)
            ranks = [next(left) if name == TITLE else 0 for name in names]
        confidence = [0.9 if name == TITLE else 0.8 for name in names]
        return outline.nest(lines, Labels("hand.v1", names, confidence, [f"by hand: {name}" for name in names], ranks))

    return document
