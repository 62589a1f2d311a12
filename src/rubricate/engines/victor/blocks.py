"""Segments -> Victor's text blocks: the page's text split at every tag, as chapter 3 describes it.

A block is a text node, or a line of one inside <pre>; the alternative text of a picture is a block of its own, inside a container `img`, and belongs
to no segment. What the tags between two blocks were, and around a block are, is counted in one walk over the rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rubricate.engines.victor.config import Config
from rubricate.types import Segments

__all__ = ["CONTAINERS", "SPLITS", "Blocks", "blocks"]

CONTAINERS = ("p", "a", "u", "img", "li", "class-header", "class-bold", "class-italic", "class-list", "class-form")
SPLITS = ("p", "br", "hr", "class-inline", "class-block")
_VOID = frozenset(("br", "hr", "img", "input", "wbr"))  # tags that nothing closes
_ONE_BREAK = (0, 1, 0, 0, 0)


@dataclass
class Blocks:
    """Columns over the blocks, in document order."""

    text: list[str] = field(default_factory=list)
    segment: list[int] = field(default_factory=list)  # -1: a picture's alternative text
    containers: list[int] = field(default_factory=list)  # bits in the order of CONTAINERS
    splits: list[tuple[int, ...]] = field(default_factory=list)  # tags since the block before, opening and closing, in the order of SPLITS
    div: list[int] = field(default_factory=list)  # row of the nearest <div>, or -1
    cell: list[int] = field(default_factory=list)  # row of the nearest <td> or <th>, or -1

    def __len__(self) -> int:
        return len(self.text)

    def linked(self, index: int) -> bool:
        """Whether the block stands in an <a>."""
        return bool(self.containers[index] & _LINK)


_LINK = 1 << CONTAINERS.index("a")
_IMAGE = 1 << CONTAINERS.index("img")


def blocks(segments: Segments, config: Config) -> Blocks:
    """The blocks of a page."""
    return _Walk(segments, config).blocks


class _Walk:
    """One pass over the rows; what holds inside a row is worked out from what holds inside its parent."""

    def __init__(self, segments: Segments, config: Config) -> None:
        self.blocks = Blocks()
        tree = segments.page.tree
        delete = config.tags("tag-delete")
        bits, counted = _bits(config), _counted(config)
        texts = _texts(segments)
        pictures = {row for row, _ in segments.images}
        inside: list[tuple[int, int, int]] = []  # containers, nearest div, nearest cell
        since = [0] * len(SPLITS)
        top = -1
        for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
            while top != parent:  # closing tags
                if tree.tags[top] not in _VOID:
                    _count(since, counted.get(tree.tags[top], ()))
                top = tree.parents[top]
            containers, div, cell = inside[parent] if parent >= 0 else (0, -1, -1)
            if not tag:
                inside.append((containers, div, cell))
                for number, (segment, text) in enumerate(texts.get(row, ())):
                    self._add(text, segment, (containers, div, cell), since if not number else list(_ONE_BREAK))
                    since = [0] * len(SPLITS)
                continue
            top = row
            inside.append((containers | bits.get(tag, 0), row if tag == "div" else div, row if tag in ("td", "th") else cell))
            if tag not in delete:
                _count(since, counted.get(tag, ()))
            if row in pictures:
                alternative = " ".join((tree.attribute(row, "alt") or "").split())
                if alternative:
                    self._add(alternative, -1, inside[row], since)
                    since = [0] * len(SPLITS)

    def _add(self, text: str, segment: int, inside: tuple[int, int, int], since: list[int]) -> None:
        made = self.blocks
        made.text.append(text)
        made.segment.append(segment)
        made.containers.append(inside[0])
        made.div.append(inside[1])
        made.cell.append(inside[2])
        made.splits.append(tuple(since))


def _count(since: list[int], places: tuple[int, ...]) -> None:
    for place in places:
        since[place] += 1


def _bits(config: Config) -> dict[str, int]:
    """Tag -> the containers that it is, as bits."""
    table: dict[str, int] = {}
    for place, name in enumerate(CONTAINERS):
        for tag in sorted(config.tags(name)) if name.startswith("class-") else (name,):
            table[tag] = table.get(tag, 0) | 1 << place
    return table


def _counted(config: Config) -> dict[str, tuple[int, ...]]:
    """Tag -> the counters of SPLITS that it moves."""
    table: dict[str, tuple[int, ...]] = {}
    for place, name in enumerate(SPLITS):
        for tag in sorted(config.tags(name)) if name.startswith("class-") else (name,):
            table[tag] = (*table.get(tag, ()), place)
    return table


def _texts(segments: Segments) -> dict[int, list[tuple[int, str]]]:
    """Row of a text node -> the blocks in it: (segment, text). Preformatted text stands in the runs once for every line that is not blank."""
    places: dict[int, list[int]] = {}
    for index, rows in enumerate(segments.runs):
        for row in rows:
            places.setdefault(row, []).append(index)
    data = segments.page.tree.data
    table: dict[int, list[tuple[int, str]]] = {}
    for row, owners in places.items():
        lines = [folded for line in data[row].split("\n") if (folded := " ".join(line.split()))] if len(owners) > 1 else []
        table[row] = list(zip(owners, lines, strict=True)) if len(lines) == len(owners) else [(owners[0], " ".join(data[row].split()))]
    return table
