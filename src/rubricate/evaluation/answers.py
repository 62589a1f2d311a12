"""Answer: what any system, ours or another's, makes of one page, in the form that the measures read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rubricate.evaluation.measures.asdus import SectionText
from rubricate.evaluation.measures.cleaneval import Block
from rubricate.evaluation.measures.titles import normal
from rubricate.outline.model import LevelModel
from rubricate.types import BOILERPLATE, ITEM, TITLE, Document, Labels, Section, Segments

__all__ = ["Answer", "Levels", "Simple", "empty", "of_document", "of_text"]


Levels = Callable[[Segments, Sequence[int]], Sequence[int]]
"""Segments and the indices of titles -> the level of each title."""


Simple = Callable[[Segments], Sequence[SectionText]]
"""Segments -> titles with the text under each, where a title may be a part of a line (the simple version of ASDUS)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The kept text, the titles in order, and, where the system gives them, levels, sections and labels (in `document`)."""

    text: str
    titles: tuple[str, ...]
    blocks: tuple[Block, ...]
    levels: tuple[int, ...] | None = None
    sections: tuple[SectionText, ...] | None = None
    document: Document | None = None
    own_levels: Levels | None = None  # how the system nests given titles, where it does so in its own way
    nested_by: LevelModel | None = None  # the model that nested the titles, if it is not the package's
    simple: Simple | None = None  # the system's own titles and texts below the line, where it has such
    failed: bool = False  # the system gave no answer; this one stands for it


def of_document(document: Document) -> Answer:
    """An engine's answer: every kept segment is a line of the text, and every line of a title a title, as in the gold."""
    lines, names = document.segments.text, document.labels.names
    titles = [index for index in document.kept if names[index] == TITLE]
    return Answer(
        text="\n".join(lines[index] for index in document.kept),
        titles=tuple(lines[index] for index in titles),
        blocks=tuple(_blocks(document)),
        levels=tuple(document.levels[index] for index in titles),
        sections=tuple((section.title, section.text) for section in document.walk()),
        document=document,
    )


def of_text(text: str, titles: Sequence[str], levels: Sequence[int] | None = None) -> Answer:
    """Another tool's answer; a line of its text that reads like one of its titles is a heading block, every other line a paragraph."""
    heads = {normal(title) for title in titles}
    lines = [line.strip() for line in text.splitlines()]
    blocks = tuple(("h" if normal(line) in heads else "p", line) for line in lines if line)
    return Answer(text, tuple(titles), blocks, None if levels is None else tuple(levels))


def empty(segments: Segments, name: str) -> Answer:
    """The answer of an engine that failed: every segment is removed."""
    count = len(segments)
    labels = Labels(name, [BOILERPLATE] * count, [1.0] * count, ["failed"] * count)
    document = Document(segments.page, segments, labels, [0] * count, [False] * count, None, [])  # type: ignore[arg-type]
    document.lead = Section(document, None, 1, [])
    return replace(of_document(document), failed=True)


def _blocks(document: Document) -> list[Block]:
    """CleanEval's blocks: a segment that continues the one before is in its block."""
    blocks: list[Block] = []
    for index in document.kept:
        name, text = document.labels.names[index], document.segments.text[index]
        if blocks and document.continues[index]:
            blocks[-1] = (blocks[-1][0], f"{blocks[-1][1]} {text}")
        else:
            blocks.append(("h" if name == TITLE else "l" if name == ITEM else "p", text))
    return blocks
