"""A section's kept segments -> blocks: paragraphs, lists, tables, code, quotes, definitions, captions, images.

This is what all writers share. A block is a `Leaf` (indices of segments) or a `Group` (blocks inside an element). Principles:
- Every kept segment is in exactly one leaf, in order; nothing is made up, nothing is lost.
- An element that holds the section's title too is above the section, so it is no block of it: text beside a title in a cell is a paragraph.
- A table that only arranges the page (one column, one row, long prose, tables inside) is not a table: its contents stand as they are.
- Groups nest at most MOST_NESTED deep; what the page nests deeper becomes siblings there. So writers may recurse and output stays linear.
- Lines in no list, table, quote or code cost one look at their state; an element is climbed from once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rubricate.compiled import twin
from rubricate.types import BOILERPLATE, ITEM, TITLE, Document, Section, State, Tree
from rubricate.writers.tables import is_data

__all__ = ["MOST_NESTED", "Block", "Group", "Layout", "Leaf", "leaves"]

MOST_NESTED = 24
"""How many groups may stand in each other; a list item inside a list is two."""

_MOST_NUMBER = 999_999_999  # Markdown's longest list number
_KINDS = {
    "ul": "list",
    "ol": "list",
    "menu": "list",
    "dir": "list",
    "li": "item",
    "blockquote": "quote",
    "pre": "code",
    "listing": "code",
    "xmp": "code",
    "plaintext": "code",
    "table": "table",
    "tr": "row",
    "td": "cell",
    "th": "cell",
    "dl": "definitions",
    "dt": "term",
    "dd": "definition",
}
_INSIDE = {"row": "table", "cell": "row", "term": "definitions", "definition": "definitions"}
_ITEMS = -(1 << 40)  # stands for the list that the page did not write: lines labelled item outside any list
_BEACON_PIXELS = 2  # images no larger than this are beacons

Chain = tuple[int, ...]


class Leaf:
    """Lines that belong together: a paragraph, a caption, or an image (then `row` is its <img> and there are no lines)."""

    __slots__ = ("kind", "lines", "row")

    def __init__(self, kind: str, lines: list[int], row: int = -1) -> None:
        self.kind = kind  # paragraph, caption, image
        self.lines = lines
        self.row = row


class Group:
    """Blocks inside one element: list, item, quote, code, table, row, cell, definitions, term, definition."""

    __slots__ = ("children", "kind", "row")

    def __init__(self, kind: str, row: int) -> None:
        self.kind = kind
        self.row = row  # of the element in the tree; negative where the page wrote none
        self.children: list[Block] = []


_fast = twin("writers._blocks")
if _fast is not None and not TYPE_CHECKING:
    Leaf, Group = _fast.Leaf, _fast.Group

Block = Leaf | Group


class Layout:
    """How one document's sections are laid out in blocks; what is learnt about the tree is kept for the next section."""

    def __init__(self, document: Document, images: bool = False) -> None:
        self.document = document
        self.tree: Tree = document.page.tree
        self._plain: dict[State, bool] = {}
        self._chains: dict[int, Chain] = {-1: ()}
        self._numbers: dict[int, int] | None = None
        self._before, self._after = _images(document) if images else ({}, {})
        self._layers: Any = _fast.Layers(document, self._before, self._after) if _fast is not None else None

    def blocks(self, section: Section) -> list[Block]:
        """The blocks of the text that stands directly in a section."""
        found: list[Block] = []
        if self._layers is not None:
            found, tables = self._layers.blocks(section.heading, section.body)
            _settle(self.document, tables)
            return found
        segments, names, continues, plain = self.document.segments, self.document.labels.names, self.document.continues, self._plain
        state, block, chains = segments.state, segments.block, self._chains
        above = self.chain(segments.block[section.heading]) if section.heading is not None else ()
        nest: _Nest | None = None
        chain: Chain = ()
        leaf: Leaf | None = None
        illustrated = bool(self._before or self._after)
        if illustrated and section.heading is not None:
            found.extend(Leaf("image", [], row) for row in self._after.get(section.heading, ()))
        for index in section.body:
            circumstances = state[index]
            simple = plain.get(circumstances)
            if simple is None:
                simple = plain[circumstances] = _is_plain(circumstances)
            if simple:
                wanted: Chain = () if names[index] != ITEM else (_ITEMS,)
            else:
                wanted = chains.get(block[index]) or self.chain(block[index])
                if above or names[index] == ITEM:
                    wanted = self._below(wanted, above, names[index])
            if continues[index] and leaf is not None and wanted == chain:
                leaf.lines.append(index)
                continue
            chain = wanted
            leaf = Leaf("caption" if circumstances.caption else "paragraph", [index])
            if not wanted:
                place = found
                if nest is not None:
                    nest.leave()
            else:
                if nest is None:
                    nest = _Nest(self, found)
                place = nest.enter(wanted)
            if illustrated:
                place.extend(Leaf("image", [], row) for row in self._before.get(index, ()))
            place.append(leaf)
            if illustrated:
                place.extend(Leaf("image", [], row) for row in self._after.get(index, ()))
        if nest is not None:
            _settle(self.document, nest.tables)
        return found

    def chain(self, row: int) -> Chain:
        """The rows of the grouping elements around a row, outermost first; every element of the tree is looked at once."""
        chains, parents, tags = self._chains, self.tree.parents, self.tree.tags
        known = chains.get(row)
        if known is not None:
            return known
        climbed = [row]
        row = parents[row]
        while (known := chains.get(row)) is None:
            climbed.append(row)
            row = parents[row]
        for row in reversed(climbed):
            kind = _KINDS.get(tags[row])
            if kind is not None:
                known = self._extended(known, row, kind)
            chains[row] = known
        return known

    def kind(self, row: int) -> str:
        """What an entry of a chain groups."""
        return _KINDS[self.tree.tags[row]] if row >= 0 else "list"

    def number(self, item: Group) -> int:
        """The number of an item of an ordered list, as the page counts."""
        if self._numbers is None:
            self._numbers = _numbers(self.tree)
        return self._numbers.get(item.row, 1)

    def is_ordered(self, group: Group) -> bool:
        """Whether a list counts its items."""
        return group.row >= 0 and self.tree.tags[group.row] == "ol"

    def _extended(self, chain: Chain, row: int, kind: str) -> Chain:
        last = self.kind(chain[-1]) if chain else ""
        if last == "code":
            return chain
        if len(chain) >= MOST_NESTED:
            if kind == "item" and last == "item":
                return (*chain[:-1], row)
            return (*chain, row) if kind == "code" or (kind == "item" and last == "list") else chain
        if kind == "item":
            return (*chain, row) if last == "list" else (*chain, ~self.tree.parents[row], row)
        if _INSIDE.get(kind, last) != last:
            return chain
        return (*chain, row)

    def _below(self, chain: Chain, above: Chain, name: str) -> Chain:
        """The part of a chain that is inside the section: what is also around its title is not."""
        unlisted = name == ITEM and not any(self.kind(row) == "item" for row in chain)
        if above:
            same = _shared(chain, above)
            if same and same < len(chain):
                kind = self.kind(chain[same])
                same += -1 if kind in ("item", "row") else 1 if kind in ("cell", "term", "definition") else 0
            chain = chain[same:]
        if unlisted and all(self.kind(row) == "quote" for row in chain):
            return (*chain, _ITEMS)
        return chain


class _Nest:
    """The groups that are open while a section is laid out."""

    def __init__(self, layout: Layout, top: list[Block]) -> None:
        self._layout = layout
        self._top = top
        self._rows: Chain = ()
        self._groups: list[Group] = []
        self.tables: list[tuple[Group, list[Block]]] = []  # each with the list that it stands in

    def enter(self, wanted: Chain) -> list[Block]:
        """Where a leaf goes that stands in these elements."""
        if wanted != self._rows:
            same = _shared(wanted, self._rows)
            del self._groups[same:]
            for row in wanted[same:]:
                self._open(row)
            self._rows = wanted
        group = self._groups[-1]
        if group.kind != "list":
            return group.children
        item = Group("item", -1)
        group.children.append(item)
        return item.children

    def leave(self) -> None:
        """A line that is in none of the groups ends them all."""
        self._rows = ()
        self._groups = []

    def _open(self, row: int) -> None:
        layout = self._layout
        kind = layout.kind(row)
        place = self._top
        if self._groups:
            outer = self._groups[-1]
            place = outer.children
            if outer.kind == "list" and kind != "item":  # <ul> in <ul>: it belongs to the item before it
                if not place:
                    place.append(Group("item", -1))
                item = place[-1]
                place = item.children if isinstance(item, Group) else place
        group = Group(kind, row)
        place.append(group)
        self._groups.append(group)
        if kind == "table":
            self.tables.append((group, place))


def _settle(document: Document, tables: list[tuple[Group, list[Block]]]) -> None:
    """Tables that only arrange the page dissolve, inner ones first."""
    parents: dict[int, list[Block]] = {}
    for table, parent in reversed(tables):
        if is_data(document, table):
            notes = [child for child in table.children if child.kind != "row"]
            if not notes:
                continue
            inner = Group("table", table.row)
            inner.children = [child for child in table.children if child.kind == "row"]
            table.children = [*notes, inner]
        else:
            table.children = _contents(table)
        table.kind = "dissolved"
        parents[id(parent)] = parent
    for parent in parents.values():
        parent[:] = _flat(parent)


def leaves(block: Block) -> list[Leaf]:
    """All leaves of a block, in order."""
    found: list[Leaf] = []
    pending = [block]
    while pending:
        one = pending.pop()
        if isinstance(one, Leaf):
            found.append(one)
        else:
            pending.extend(reversed(one.children))
    return found


if _fast is not None and not TYPE_CHECKING:
    leaves = _fast.leaves


def _shared(one: Chain, other: Chain) -> int:
    """How many entries two chains have in common, from the outermost on."""
    last = len(one) - 1
    if last == len(other) - 1 and one[:last] == other[:last]:  # items of one list, cells of one row
        return last + (one[last] == other[last]) if last >= 0 else 0
    same = 0
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            break
        same += 1
    return same


def _is_plain(state: State) -> bool:
    """Whether text in these circumstances stands in no group."""
    return not (state.list_depth or state.cell or state.quote or state.pre or state.term)


def _contents(table: Group) -> list[Block]:
    """What stands in a table's cells, in order, without the table."""
    found: list[Block] = []
    for row in table.children:
        if isinstance(row, Leaf) or row.kind != "row":
            found.append(row)
            continue
        for cell in row.children:
            found.extend(_flat(cell.children) if isinstance(cell, Group) and cell.kind == "cell" else [cell])
    return _flat(found)


def _flat(blocks: list[Block]) -> list[Block]:
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Group) and block.kind == "dissolved":
            found.extend(block.children)
        else:
            found.append(block)
    return found


def _numbers(tree: Tree) -> dict[int, int]:
    """The number of every <li> in an <ol>, by start and value as the page wrote them."""
    tags, parents = tree.tags, tree.parents
    numbers: dict[int, int] = {}
    last: dict[int, int] = {}
    row = -1
    while True:
        try:
            row = tags.index("li", row + 1)
        except ValueError:
            return numbers
        parent = parents[row]
        if tags[parent] == "ol":
            before = last.get(parent)
            if before is None:
                before = _whole(tree.attribute(parent, "start"), 1) - 1
            number = min(_whole(tree.attribute(row, "value"), before + 1), _MOST_NUMBER)
            numbers[row] = last[parent] = number


def _whole(value: str | None, otherwise: int) -> int:
    """A number of an attribute; one that Markdown cannot write does not count."""
    text = (value or "").strip()[:10]
    return int(text) if text.isascii() and text.isdigit() and int(text) <= _MOST_NUMBER else otherwise


def _images(document: Document) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Images whose neighbours are kept: before which segment, or after which (where the next one is a title, or there is none)."""
    names, tree = document.labels.names, document.page.tree
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    first = {line: section.heading for section in document.walk() for line in section.further if section.heading is not None}
    for row, index in document.segments.images:
        left = names[index - 1] if index else None
        right = names[index] if index < len(names) else None
        if left == BOILERPLATE or right == BOILERPLATE or left is right is None or _is_beacon(tree, row):
            continue
        if right is not None and right != TITLE:
            before.setdefault(index, []).append(row)
        elif left is not None:
            after.setdefault(first.get(index - 1, index - 1), []).append(row)
    return before, after


def _is_beacon(tree: Tree, row: int) -> bool:
    sizes = [(tree.attribute(row, name) or "").strip().removesuffix("px") for name in ("width", "height")]
    return any(size.isascii() and size.isdigit() and len(size) < 6 and int(size) <= _BEACON_PIXELS for size in sizes)
