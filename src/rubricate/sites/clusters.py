"""Blocks that look alike and stand in the same place of the tree, over all pages of a site: DBSCAN as published, without its distance matrix.

The published features are the block's width and a 0/1 column for every value of every property and for every tag path, each standardised to
variance 1; clusters are DBSCAN's with eps .5 and min_samples 1: the connected components of the graph whose edges are not longer than eps.
A 0/1 column whose share of ones is p has the deviation sqrt(p (1 - p)) <= 1/2, so blocks that differ in any of them are at least 2 apart: no edge.
An edge joins only blocks equal in every column but the width, and on one axis the components are what the gaps wider than eps leave. Hence groups of
equal rows, sorted by width and cut at the gaps: the same clusters, in O(n log n) time and memory that does not know the square of n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rubricate.sites.views import Block, View

__all__ = ["Cluster", "cluster"]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Blocks that are one kind of thing: (page, block) by index, in order of page and place."""

    members: tuple[tuple[int, int], ...]

    def blocks(self, views: Sequence[View]) -> list[Block]:
        """The blocks themselves."""
        return [views[page].blocks[place] for page, place in self.members]

    def by_page(self, views: Sequence[View]) -> dict[int, list[Block]]:
        """The blocks of each page that has any."""
        pages: dict[int, list[Block]] = {}
        for page, place in self.members:
            pages.setdefault(page, []).append(views[page].blocks[place])
        return pages


def cluster(views: Sequence[View], eps: float = 0.5, names: frozenset[str] = frozenset(), own: frozenset[str] = frozenset()) -> list[Cluster]:
    """Clusters in the order of their first block. Blocks with other `names` on their way, or other `own` ones at their end, are kept apart."""
    groups: dict[tuple[object, ...], list[tuple[float, int, int]]] = {}
    widths: list[float] = []
    for page, view in enumerate(views):
        for place, block in enumerate(view.blocks):
            width = block.box.width if block.box is not None else 0.0
            widths.append(width)
            groups.setdefault((block.path, block.look, _marks(block, names, own)), []).append((width, page, place))
    gap = eps * (_deviation(widths) or 1.0)
    found = [tuple(sorted((page, place) for _, page, place in chain)) for group in groups.values() for chain in _chains(group, gap)]
    return [Cluster(members) for members in sorted(found)]


def _marks(block: Block, names: frozenset[str], own: frozenset[str]) -> tuple[str, ...]:
    way = [name for step in block.steps for name in (step.id, *step.classes) if name in names] if names else []
    return (*way, "", *(name for step in block.steps[-1:] for name in step.classes if name in own))


def _chains(group: list[tuple[float, int, int]], gap: float) -> list[list[tuple[float, int, int]]]:
    """Cut where the next width lies further than `gap`."""
    group.sort()
    chains = [[group[0]]]
    for before, after in pairwise(group):
        if after[0] - before[0] > gap:
            chains.append([])
        chains[-1].append(after)
    return chains


def _deviation(values: Sequence[float]) -> float:
    if not values:
        return 0.0
    mean = sum(values) / len(values)
    return float((sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5)
