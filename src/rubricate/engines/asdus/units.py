"""Segments -> the lines that ASDUS looks at, with their tag paths.

The paper takes the text of 'each non-empty tag' with its XPath; here it is each visible line with the tags of the innermost element around it and of
up to five elements above that. Controls, and lines whose innermost element is one that the published code skips (a whole line of link, the own text
of nav, footer, ...) are not looked at. Own text of <li>, <ul> and <ol> is skipped by the published code; the paper says that all text between two
titles is prose, so it is looked at unless `lists` is off. The paper's parser knows no style sheets: text that they hide is looked at unless `hidden`
is off.
"""

from __future__ import annotations

from dataclasses import dataclass

from rubricate.segments.places import element
from rubricate.types import Segments

__all__ = ["SKIPPED", "SKIPPED_LISTS", "Units", "units"]

SKIPPED = frozenset({"a", "footer", "form", "hr", "nav", "script", "style"})
SKIPPED_LISTS = frozenset({"li", "ol", "ul"})
SHORTEST = 4
"""A text of fewer characters is not looked at (published code: more than three)."""


@dataclass(frozen=True, slots=True)
class Units:
    """Parallel columns over the lines that are looked at."""

    index: list[int]  # of the segment
    text: list[str]
    path: list[tuple[str, ...]]  # tags, the innermost first
    row: list[int]  # of the innermost element around the line

    def __len__(self) -> int:
        return len(self.index)


def units(segments: Segments, depth: int = 6, lists: bool = True, hidden: bool = True) -> Units:
    """The lines of a page that can be a title or prose."""
    found = Units([], [], [], [])
    skipped = SKIPPED if lists else SKIPPED | SKIPPED_LISTS
    tree = segments.page.tree
    tags, parents = tree.tags, tree.parents
    for index, text in enumerate(segments.text):
        if len(text) < SHORTEST or segments.state[index].control or (segments.state[index].hidden and not hidden):
            continue
        row = element(segments, index)
        if tags[row] in skipped:
            continue
        found.index.append(index)
        found.text.append(text)
        found.path.append(_path(tags, parents, row, depth))
        found.row.append(row)
    return found


def _path(tags: list[str], parents: list[int], row: int, depth: int) -> tuple[str, ...]:
    path: list[str] = []
    while row >= 0 and len(path) < depth:
        path.append(tags[row])
        row = parents[row]
    return tuple(path)
