"""RestructureTree (section IV.C): from container blocks with headings to the tree of headings.

The page is reduced to its containers; a container with one node in it is that node (so a heading alone in a table row stands beside its text). Then,
bottom-up, every block is restructured: the first heading format in a block is its first level, a format not seen before the next one; a heading
goes under the nearest heading before it whose format has a higher level, everything else (text, and whole blocks inside) under the last heading.
A block that is one heading with all the rest under it is a container with one node: in the block around it, it is that heading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rubricate.engines.pembe.formats import containers
from rubricate.types import Segments

__all__ = ["depths", "restructure"]

Signature = tuple[object, ...]


def depths(segments: Segments, headings: Sequence[bool], signatures: Sequence[Signature]) -> list[int]:
    """For every line: how many headings it stands under, itself included if it is one (so a heading's level)."""
    blocks = _Blocks(segments)
    above: dict[int, int] = {}  # node -> the heading (a line) that it was put under, or -1: directly in its block
    single: dict[int, int] = {}  # block -> the heading that all of it stands under
    for block in blocks.bottom_up():
        children = [single.get(node, node) for node in blocks.children[block]]
        places = restructure(children, headings, signatures)
        above |= zip(children, places, strict=True)
        first = children[0] if children else blocks.root
        if first < len(headings) and headings[first] and places.count(-1) == 1 and block != blocks.root:
            single[block] = first  # it stands in the block around; the rest of its own block is under it
            children = children[1:]
        blocks.children[block] = children
    return _counted(blocks, above, headings)


def _counted(blocks: _Blocks, above: Mapping[int, int], headings: Sequence[bool]) -> list[int]:
    """For every line the number of headings above it, itself included."""
    depth: dict[int, int] = {blocks.root: 0}
    for block in blocks.top_down():  # what a block was put under comes before the block
        for node in blocks.children[block]:
            parent = above[node]
            under = depth[block] if parent < 0 else depth[parent]
            depth[node] = under + (node < len(headings) and headings[node])
    return [depth[line] for line in range(len(headings))]


def restructure(children: Sequence[int], headings: Sequence[bool], signatures: Sequence[Signature]) -> list[int]:
    """The paper's algorithm for one block: for every child the heading that it goes under, or -1. Nodes below len(headings) are lines."""
    levels: dict[Signature, int] = {}
    path: list[tuple[int, int]] = []  # open headings: (level, line)
    answer = []
    for node in children:
        if node < len(headings) and headings[node]:
            level = levels.setdefault(signatures[node], len(levels))
            while path and path[-1][0] >= level:
                path.pop()
            answer.append(path[-1][1] if path else -1)
            path.append((level, node))
        else:
            answer.append(path[-1][1] if path else -1)
    return answer


class _Blocks:
    """The tree of containers. A node is a line (its number) or a container (the number of lines + its row + 1); `root` holds all."""

    def __init__(self, segments: Segments) -> None:
        tree = segments.page.tree
        around = containers(tree)
        self.lines = len(segments)
        self.root = self.lines
        self.children: dict[int, list[int]] = {self.root: []}
        for line in range(self.lines):
            node, row = line, around[segments.block[line]] if len(tree) else -1
            while True:
                block = self.lines + row + 1
                known = block in self.children
                self.children.setdefault(block, []).append(node)
                if known:
                    break
                node, row = block, around[tree.parents[row]] if tree.parents[row] >= 0 else -1
        self._collapse()

    def _collapse(self) -> None:
        """A container with one node in it is that node."""
        same: dict[int, int] = {}
        for block in sorted(self.children, reverse=True):  # inner containers have higher rows
            nodes = [same.get(node, node) for node in self.children[block]]
            self.children[block] = nodes
            if len(nodes) == 1 and block != self.root:
                same[block] = nodes[0]
                del self.children[block]

    def bottom_up(self) -> list[int]:
        """The blocks, inner ones first."""
        return sorted(self.children, reverse=True)

    def top_down(self) -> list[int]:
        """The blocks, outer ones first."""
        return sorted(self.children)
