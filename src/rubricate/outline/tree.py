"""Labels and levels -> the tree of sections.

Every kept segment is in exactly one place: a title is a section's heading, everything else (misc too, where it stands) is in the body of the section
that is open, or in the lead before the first title. `continues` says which lines are parts of one paragraph, item or preformatted block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rubricate.types import AFTER_BR, BLOCK_START, BOILERPLATE, IN_PRE, ITEM, PROSE, TITLE, Document, Labels, Section, Segments


def grow(segments: Segments, labels: Labels, levels: list[int], continues: list[bool]) -> Document:
    """The document: sections nested by level, in the order of the page."""
    lead = Section(cast(Document, None), None, 0, [])
    document = Document(segments.page, segments, labels, levels, continues, lead, [])
    lead.document = document
    path: list[Section] = []
    body = lead.body
    for index, name in enumerate(labels.names):
        if name == TITLE:
            del path[levels[index] - 1 :]
            parent = path[-1] if path else None
            section = Section(document, index, levels[index], [], parent=parent)
            (parent.sections if parent is not None else document.sections).append(section)
            path.append(section)
            body = section.body
        elif name != BOILERPLATE:
            body.append(index)
    return document


def continues(segments: Segments, names: Sequence[str]) -> list[bool]:
    """For every segment: whether it is a further line of what the kept segment before it began."""
    begins, block = segments.begins, segments.block
    answer = [False] * len(segments)
    before = -1
    for index, name in enumerate(names):
        if name == BOILERPLATE:
            continue
        if begins[index] != BLOCK_START and before >= 0 and block[before] == block[index] and name == names[before]:
            answer[index] = begins[index] == IN_PRE or (name in (PROSE, ITEM) and _one_break(segments, before, index))
        before = index
    return answer


def _one_break(segments: Segments, before: int, index: int) -> bool:
    """Whether a single <br> parts two lines: two and more are how old pages part paragraphs."""
    if segments.begins[index] != AFTER_BR or not segments.runs[before] or not segments.runs[index]:
        return segments.begins[index] == AFTER_BR
    return segments.page.tree.tags[segments.runs[before][-1] : segments.runs[index][0]].count("br") <= 1
