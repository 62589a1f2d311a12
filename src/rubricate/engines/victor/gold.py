"""Example + blocks -> the label that every block should have, by aligning the words of the gold to the words of the blocks."""

from __future__ import annotations

from rubricate.engines.victor.blocks import Blocks
from rubricate.learn.align import alignment
from rubricate.learn.corpora import Example
from rubricate.learn.words import words
from rubricate.types import ITEM, TITLE

__all__ = ["truth"]

_HALF = 0.5
_NAMES = {TITLE: "header", ITEM: "list"}


def truth(example: Example, found: Blocks) -> list[str]:
    """One of Victor's labels for every block: the first block of a gold line is what the line is, its further blocks are continuations.

    A block with most of its words in no gold line is `other`. A block without a letter or digit goes on with the block before it, where both stand
    in one line of the page and that one is content.
    """
    lines = example.gold
    if not lines:
        return _unlabelled(example, found)
    return _named(_owners([line.text for line in lines], found), [_NAMES.get(line.label, "paragraph") for line in lines], found)


def _unlabelled(example: Example, found: Blocks) -> list[str]:
    """Gold that is only text: every line of it is a paragraph."""
    lines = [line for line in example.gold_text.split("\n") if any(map(str.isalnum, line))]
    return _named(_owners(lines, found), ["paragraph"] * len(lines), found)


def _owners(golds: list[str], found: Blocks) -> list[int]:
    """For every block the gold line that most of its words belong to, or -1. Whole lines are aligned, since single words are hard to place."""
    lines = _lines(found)
    aligned = alignment(golds, [" ".join(found.text[block] for block in line) for line in lines])
    block_of = [block for line, size in zip(lines, aligned.line_sizes, strict=True) for block in _spread(line, size, found)]
    sizes = [0] * len(found)
    for block in block_of:
        sizes[block] += 1
    shares: list[dict[int, int]] = [{} for _ in found.text]
    for run in aligned.runs:
        for block in block_of[run.page_start : run.page_end]:
            shares[block][run.gold_line] = shares[block].get(run.gold_line, 0) + 1
    return [
        max(share, key=lambda line: (share[line], -line)) if share and sum(share.values()) >= _HALF * size else -1
        for share, size in zip(shares, sizes, strict=True)
    ]


def _lines(found: Blocks) -> list[list[int]]:
    """The blocks of every line; a picture's text is a line of its own."""
    lines: list[list[int]] = []
    for block, segment in enumerate(found.segment):
        if segment >= 0 and lines and found.segment[lines[-1][0]] == segment:
            lines[-1].append(block)
        else:
            lines.append([block])
    return lines


def _spread(line: list[int], size: int, found: Blocks) -> list[int]:
    """For every word of a line the block that it stands in."""
    spread = [block for block in line for word in words(found.text[block]) if word[0].isalnum()] or line[:1]
    return (spread + spread[-1:] * (size - len(spread)))[:size]


def _named(owners: list[int], names: list[str], found: Blocks) -> list[str]:
    labels: list[str] = []
    begun: set[int] = set()
    for index, owner in enumerate(owners):
        if owner >= 0:
            labels.append("continuation" if owner in begun else names[owner])
            begun.add(owner)
        elif _silent(found, index) and labels[-1] != "other":
            labels.append("continuation")
        else:
            labels.append("other")
    return labels


def _silent(found: Blocks, index: int) -> bool:
    """No letter or digit, and not the first block of its line."""
    text, segment = found.text[index], found.segment
    return index > 0 and segment[index] >= 0 and segment[index - 1] == segment[index] and not any(map(str.isalnum, text))
