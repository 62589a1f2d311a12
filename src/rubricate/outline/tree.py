"""Labels and levels -> the tree of sections.

Every kept segment is in exactly one place: a title is a section's heading (all its lines, where <br> breaks an h-tag), everything else (misc too,
where it stands) is in the body of the section that is open, or in the lead before the first title. `continues` says which lines are parts of one
title, paragraph, item or preformatted block.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import cast

from rubricate.outline.signs import name_of
from rubricate.types import AFTER_BR, BLOCK_START, BOILERPLATE, IN_PRE, ITEM, PROSE, TITLE, Document, Labels, Section, Segments


def grow(segments: Segments, labels: Labels, levels: list[int], continues: list[bool], further: Container[int] = ()) -> Document:
    """The document: sections nested by level, in the order of the page; `further` are the lines that go on the title right before them."""
    names = labels.names
    kept = [index for index, name in enumerate(names) if name != BOILERPLATE]
    titles = [place for place, index in enumerate(kept) if names[index] == TITLE and index not in further]
    ends = [*titles, len(kept)]  # of the bodies: each is a piece of what is kept
    lead = Section(cast(Document, None), None, 0, kept[: ends[0]])
    document = Document(segments.page, segments, labels, levels, continues, lead, [])
    lead.document = document
    path: list[Section] = []
    for place, end in zip(titles, ends[1:], strict=True):
        index, start = kept[place], place + 1
        while start < end and kept[start] in further:
            start += 1
        del path[levels[index] - 1 :]
        parent = path[-1] if path else None
        title = kept[place:start]
        section = Section(document, index, levels[index], kept[start:end], parent=parent, further=title[1:], name=name_of(segments, title))
        (parent.sections if parent is not None else document.sections).append(section)
        path.append(section)
    return document


def further_lines(segments: Segments, names: Sequence[str], continues: Sequence[bool]) -> dict[int, int]:
    """The lines that go on the title before them, with nothing kept in between -> the first line of that title."""
    found: dict[int, int] = {}
    for index in [index for index, goes_on in enumerate(continues) if goes_on and names[index] == TITLE]:
        before = index - 1
        while before >= 0 and names[before] == BOILERPLATE:
            before -= 1
        if segments.begins[index] != BLOCK_START and before >= 0 and names[before] == TITLE:
            found[index] = found.get(before, before)
    return found


def continues(segments: Segments, names: Sequence[str]) -> list[bool]:
    """For every segment: whether it is a further line of what the kept segment before it began."""
    begins, block = segments.begins, segments.block
    answer = [False] * len(segments)
    for index in [index for index, how in enumerate(begins) if how != BLOCK_START]:  # few do
        name, before = names[index], index - 1
        if name == BOILERPLATE:
            continue
        while before >= 0 and names[before] == BOILERPLATE:  # a stretch of them is crossed once, by the first line that is kept after it
            before -= 1
        if before >= 0 and block[before] == block[index] and name == names[before]:
            answer[index] = _goes_on(segments, index, name) and (begins[index] == IN_PRE or _one_break(segments, before, index))
    return answer


def _goes_on(segments: Segments, index: int, name: str) -> bool:
    """Whether a line can be a part of what stands before it: text, what is preformatted, and an h-tag's title, which is one title of many lines."""
    if name == TITLE:
        return segments.state[index].heading > 0
    return name in (PROSE, ITEM) or segments.begins[index] == IN_PRE


def _one_break(segments: Segments, before: int, index: int) -> bool:
    """Whether a single <br> parts two lines: two and more are how old pages part paragraphs."""
    if segments.begins[index] != AFTER_BR or not segments.runs[before] or not segments.runs[index]:
        return segments.begins[index] == AFTER_BR
    return segments.page.tree.tags[segments.runs[before][-1] : segments.runs[index][0]].count("br") <= 1
