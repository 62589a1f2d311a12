"""Tables: which of them hold data, and their rows and cells as a grid.

Spans cost what they show: a colspan never reaches past the columns that the table really has, nor past MOST_COLUMNS; empty columns are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rubricate.types import Document, Tree

if TYPE_CHECKING:
    from rubricate.writers.blocks import Block, Group

__all__ = ["MOST_COLUMNS", "Grid", "grid", "is_data"]

MOST_COLUMNS = 16
"""Spans are filled up with empty cells as far as this column."""

_LONG_CELL = 1200  # characters; a longer cell is prose that the page arranged in columns
_LONG_CELL_WITH_HEADS = 6000  # ... unless the table names its columns
_MANY_BLOCKS = 12

Grid = list[list["Group | None"]]


def is_data(document: Document, table: Group) -> bool:
    """Whether a table holds data: at least two rows of at least two cells with text (below named columns, of two cells: a sign in them may be drawn),
    and no cell that is a text of its own."""
    tree = document.page.tree
    if table.row >= 0 and (tree.attribute(table.row, "role") or "").lower() in ("presentation", "none"):
        return False
    rows = [_cells(row) for row in _rows(table)]
    heads = sum(tree.tags[cell.row] == "th" for cell in rows[0]) if rows else 0
    full = sum(len(cells) > 1 or (heads > 1 and _is_wide(tree, row)) for cells, row in zip(rows, _rows(table), strict=True))
    if full < 2 or full * 2 < len(rows):
        return False
    named = heads > 0
    longest = _LONG_CELL_WITH_HEADS if named else _LONG_CELL
    texts = document.segments.text
    return all(_is_short(texts, cell, longest) for row in rows for cell in row)


def grid(tree: Tree, table: Group) -> tuple[Grid, bool]:
    """Rows of cells (None: an empty one), and whether the first row names the columns."""
    rows = _rows(table)
    sources = [_sources(tree, row) for row in rows]
    wide = min(MOST_COLUMNS, max(map(len, sources), default=0))
    held: dict[int, int] = {}
    lines: Grid = [_line(tree, row, own, wide, held) for row, own in zip(rows, sources, strict=True)]
    used = sorted({column for line in lines for column, cell in enumerate(line) if cell is not None})
    if used != list(range(len(used))):
        lines = [[line[column] for column in used if column < len(line)] for line in lines]
    heads = [cell for cell in lines[0] if cell is not None] if lines else []
    return lines, bool(heads) and all(tree.tags[cell.row] == "th" for cell in heads)


def _line(tree: Tree, row: Block, sources: list[int], wide: int, held: dict[int, int]) -> list[Group | None]:
    """One row: cells with text where they stand, None for empty cells and for places that a span covers."""
    kept = {cell.row: cell for cell in _cells(row)}
    line: list[Group | None] = []
    for place, source in enumerate(sources):
        while held.get(len(line), 0):
            held[len(line)] -= 1
            line.append(None)
        column = len(line)
        line.append(kept.get(source))
        if not tree.data[source]:  # no attributes, no spans
            continue
        spare = wide - len(line) - (len(sources) - place - 1)  # columns that the cells after it do not need
        columns = 1 + max(0, min(_span(tree, source, "colspan") - 1, spare))
        line.extend([None] * (columns - 1))
        down = _span(tree, source, "rowspan") - 1
        if down > 0 and column < MOST_COLUMNS:
            for covered in range(column, min(column + columns, MOST_COLUMNS)):
                held[covered] = max(held.get(covered, 0), down)
    for covered in [covered for covered, count in held.items() if count and covered >= len(line)]:
        held[covered] -= 1
    while line and line[-1] is None:
        line.pop()
    return line


def _sources(tree: Tree, row: Block) -> list[int]:
    """The rows of all <td> and <th> of a <tr> up to its last cell with text: empty ones hold their place."""
    cells = _cells(row)
    if not cells:
        return []
    tags, parents = tree.tags, tree.parents
    own = row.row
    return [one for one in range(own + 1, cells[-1].row + 1) if parents[one] == own and tags[one] in ("td", "th")]


def _is_wide(tree: Tree, row: Block) -> bool:
    """Whether a <tr> has more than one cell, with text or without."""
    own, parents, tags = row.row, tree.parents, tree.tags
    cells = 0
    for one in range(own + 1, len(tags)):
        if parents[one] < own:
            break
        cells += parents[one] == own and tags[one] in ("td", "th")
        if cells > 1:
            return True
    return False


def _rows(table: Group) -> list[Block]:
    return [row for row in table.children if row.kind == "row"]


def _cells(row: Block) -> list[Group]:
    children: list[Group] = getattr(row, "children", [])
    return [cell for cell in children if cell.kind == "cell"]


def _span(tree: Tree, row: int, name: str) -> int:
    value = (tree.attribute(row, name) or "").strip()
    if not (value.isascii() and value.isdigit()):
        return 1
    return max(1, int(value)) if len(value) < 5 else 9999


def _is_short(texts: list[str], cell: Group, longest: int) -> bool:
    """Whether a cell holds few characters in few blocks, and no table."""
    pending: list[Block] = list(cell.children)
    length = blocks = 0
    while pending:
        block = pending.pop()
        if block.kind == "table":
            return False
        pending.extend(getattr(block, "children", ()))
        lines = getattr(block, "lines", ())
        blocks += bool(lines)
        length += sum(len(texts[index]) for index in lines)
        if length > longest or (blocks > _MANY_BLOCKS and longest == _LONG_CELL):
            return False
    return True
