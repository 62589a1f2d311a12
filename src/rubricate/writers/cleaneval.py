"""Document -> the form of the CleanEval shared task: one line a block, marked <h> (heading), <p> (paragraph) or <l> (list item)."""

from __future__ import annotations

from dataclasses import dataclass

from rubricate.types import ITEM, Document
from rubricate.writers.blocks import Block, Group, Layout, Leaf

__all__ = ["CleanevalOptions", "cleaneval"]


@dataclass(frozen=True, slots=True)
class CleanevalOptions:
    """There is nothing to choose."""


def cleaneval(document: Document, options: CleanevalOptions) -> str:
    """The document in lines of CleanEval."""
    layout = Layout(document)
    texts = document.segments.text
    lines = []
    for section in document.walk():
        if section.heading is not None:
            lines.append("<h>" + _one_line([section.title]))
        for mark, leaf in _marked(layout.blocks(section)):
            if leaf.lines:
                listed = mark == "<l>" or document.labels.names[leaf.lines[0]] == ITEM
                lines.append(("<l>" if listed else "<p>") + _one_line([texts[index] for index in leaf.lines]))
    return "\n".join(lines) + "\n" if lines else ""


def _marked(blocks: list[Block]) -> list[tuple[str, Leaf]]:
    """All leaves in order; those in a list with its mark."""
    found = []
    pending: list[tuple[str, Block]] = [("<p>", block) for block in reversed(blocks)]
    while pending:
        mark, block = pending.pop()
        if isinstance(block, Group):
            inside = "<l>" if block.kind == "list" else mark
            pending.extend((inside, child) for child in reversed(block.children))
        else:
            found.append((mark, block))
    return found


def _one_line(texts: list[str]) -> str:
    return " ".join(" ".join(texts).split())
