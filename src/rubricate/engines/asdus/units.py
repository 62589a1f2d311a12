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

__all__ = ["LEAD", "REST", "SKIPPED", "SKIPPED_LISTS", "WHOLE", "Units", "units"]

SKIPPED = frozenset({"a", "footer", "form", "hr", "nav", "script", "style"})
SKIPPED_LISTS = frozenset({"li", "ol", "ul"})
SHORTEST = 4
"""A text of fewer characters is not looked at (published code: more than three)."""


LEADS = frozenset({"b", "big", "em", "font", "i", "label", "span", "strong", "u"})
"""Elements whose text at the beginning of a line is a unit of its own, as each element's own text is in the paper ('<b>Cookies.</b> We use ...')."""

WHOLE, LEAD, REST = 0, 1, 2
"""What of its line a unit is."""


@dataclass(frozen=True, slots=True)
class Units:
    """Parallel columns over the texts that are looked at: lines, or a line's lead and its rest."""

    index: list[int]  # of the segment
    text: list[str]
    path: list[tuple[str, ...]]  # tags, the innermost first
    row: list[int]  # of the innermost element around the text
    part: list[int]  # WHOLE, LEAD or REST

    def __len__(self) -> int:
        return len(self.index)


def units(segments: Segments, depth: int = 6, lists: bool = True, hidden: bool = True, leads: bool = False) -> Units:
    """The texts of a page that can be a title or prose; with `leads` a line that begins in an element of its own is two."""
    found = Units([], [], [], [], [])
    skipped = SKIPPED if lists else SKIPPED | SKIPPED_LISTS
    tree = segments.page.tree
    tags, parents = tree.tags, tree.parents
    for index, text in enumerate(segments.text):
        if len(text) < SHORTEST or segments.state[index].control or (segments.state[index].hidden and not hidden):
            continue
        row = element(segments, index)
        if tags[row] in skipped:
            continue
        lead = _lead(segments, index, row) if leads else None
        parts = ((row, text, WHOLE),) if lead is None else ((lead[0], lead[1], LEAD), (row, text[len(lead[1]) :].strip(), REST))
        for own, words, part in parts:
            found.index.append(index)
            found.text.append(words)
            found.path.append(_path(tags, parents, own, depth))
            found.row.append(own)
            found.part.append(part)
    return found


def _lead(segments: Segments, index: int, row: int) -> tuple[int, str] | None:
    """The element that the line begins in and its text, if the line (whose element is `row`) goes on after it; both long enough to be looked at."""
    tree, runs = segments.page.tree, segments.runs[index]
    own = tree.parents[runs[0]]
    if own == row or tree.tags[own] not in LEADS:
        return None
    inside = 1
    while inside < len(runs) and tree.parents[runs[inside]] == own:
        inside += 1
    text = " ".join("".join(tree.data[run] for run in runs[:inside]).split())
    whole = segments.text[index]
    if len(text) < SHORTEST or len(whole) - len(text) < SHORTEST or not whole.startswith(text):
        return None
    return own, text


def _path(tags: list[str], parents: list[int], row: int, depth: int) -> tuple[str, ...]:
    path: list[str] = []
    while row >= 0 and len(path) < depth:
        path.append(tags[row])
        row = parents[row]
    return tuple(path)
