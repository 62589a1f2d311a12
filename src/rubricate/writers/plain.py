"""Blocks -> units of plain text: a paragraph, an item with its bullet, a row of a table, a piece of code. The text and chunks writers print them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rubricate.types import Document, Section
from rubricate.writers.blocks import Block, Group, Layout, Leaf, leaves
from rubricate.writers.code import code_text
from rubricate.writers.tables import grid

__all__ = ["Plain", "Unit", "joined"]


@dataclass(frozen=True, slots=True)
class Unit:
    """Text that stays together, and the segments that it is made of."""

    text: str
    lines: tuple[int, ...]
    close: bool = False  # it stands right under the unit before it (items of a list, rows of a table)


class Plain:
    """The units of a document's sections."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._layout = Layout(document)

    def units(self, section: Section) -> list[Unit]:
        """The units of the text that stands directly in a section."""
        return self._all(self._layout.blocks(section))

    def _all(self, blocks: list[Block]) -> list[Unit]:
        found: list[Unit] = []
        for block in blocks:
            found.extend(self._leaf(block) if isinstance(block, Leaf) else _GROUPS.get(block.kind, Plain._children)(self, block))
        return found

    def _leaf(self, leaf: Leaf) -> list[Unit]:
        texts = self._document.segments.text
        return [Unit("\n".join(texts[index] for index in leaf.lines), tuple(leaf.lines))]

    def _children(self, group: Group) -> list[Unit]:
        return self._all(group.children)

    def _list(self, group: Group) -> list[Unit]:
        ordered, number = self._layout.is_ordered(group), 0
        found: list[Unit] = []
        for item in group.children:
            marker = "- "
            if ordered and isinstance(item, Group):
                number = self._layout.number(item) if item.row >= 0 else number + 1
                marker = f"{number}. "
            units = self._item(item)
            pad = " " * len(marker)
            for place, unit in enumerate(units):
                text = unit.text.replace("\n", "\n" + pad)
                found.append(replace(unit, text=(pad if place else marker) + text, close=bool(found) if not place else unit.close))
        return found

    def _item(self, item: Block) -> list[Unit]:
        if isinstance(item, Leaf):
            return self._leaf(item)
        units: list[Unit] = []
        for child in item.children:
            inner = self._all([child])
            if units and inner and child.kind == "list":
                inner[0] = replace(inner[0], close=True)
            units.extend(inner)
        return units

    def _code(self, group: Group) -> list[Unit]:
        return [Unit(code_text(self._document, group), tuple(index for leaf in leaves(group) for index in leaf.lines))]

    def _table(self, group: Group) -> list[Unit]:
        texts = self._document.segments.text
        found: list[Unit] = []
        for line in grid(self._document.page.tree, group)[0]:
            cells = [[index for leaf in leaves(cell) for index in leaf.lines] if cell is not None else [] for cell in line]
            text = " | ".join(" ".join(texts[index] for index in cell) for cell in cells)
            found.append(Unit(text, tuple(index for cell in cells for index in cell), bool(found)))
        return found

    def _definitions(self, group: Group) -> list[Unit]:
        found: list[Unit] = []
        for child in group.children:
            units = self._all([child])
            if units and found and child.kind == "definition":
                units[0] = replace(units[0], close=True)
            found.extend(units)
        return found


_GROUPS = {"list": Plain._list, "code": Plain._code, "table": Plain._table, "definitions": Plain._definitions}


def joined(units: list[Unit]) -> str:
    """Units under each other: close ones on the next line, others after a blank line."""
    parts: list[str] = []
    for unit in units:
        if parts:
            parts.append("\n" if unit.close else "\n\n")
        parts.append(unit.text)
    return "".join(parts)
