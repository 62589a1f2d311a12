"""How right is the tree: parents and tree-edit similarity.

A title's parent is the nearest earlier title with a smaller level; titles without one hang on the page itself (parent -1).
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["depths", "parent_accuracy", "parents", "tree_distance", "tree_similarity"]


def parents(levels: Sequence[int]) -> list[int]:
    """For every title the index of its parent, or -1."""
    open_titles: list[int] = []
    above: list[int] = []
    for index, level in enumerate(levels):
        while open_titles and levels[open_titles[-1]] >= level:
            open_titles.pop()
        above.append(open_titles[-1] if open_titles else -1)
        open_titles.append(index)
    return above


def depths(levels: Sequence[int]) -> list[int]:
    """For every title its depth in the tree that the levels mean: 1 without a parent, else one more than the parent's."""
    made: list[int] = []
    for parent in parents(levels):
        made.append(1 if parent < 0 else made[parent] + 1)
    return made


def parent_accuracy(gold: Sequence[int], predicted: Sequence[int], pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """(right, all): gold titles that were found under the right parent, and all gold titles. Both lists hold levels, `pairs` says which predicted
    title is which gold one. A title whose gold parent was not found, or that was not found itself, is wrong."""
    partner = dict(pairs) | {-1: -1}
    gold_parents, own_parents = parents(gold), parents(predicted)
    right = sum(partner.get(gold_parents[i]) == own_parents[j] for i, j in pairs)
    return right, len(gold)


def tree_similarity(gold: Sequence[int], gold_names: Sequence[str], predicted: Sequence[int], predicted_names: Sequence[str]) -> float:
    """1 - tree-edit distance / (titles of one + titles of the other), so 1 for equal trees and 0 where nothing is shared.

    Ordered trees under one root; insert and delete cost 1, a changed name costs 2 (it is one title lost and one invented).
    """
    total = len(gold) + len(predicted)
    return 1 - tree_distance(gold, gold_names, predicted, predicted_names) / total if total else 1.0


def tree_distance(a: Sequence[int], a_names: Sequence[str], b: Sequence[int], b_names: Sequence[str]) -> int:
    """Tree-edit distance after Zhang and Shasha (1989); O(n m min(depth, leaves)^2)."""
    first, second = _Postorder(a, a_names), _Postorder(b, b_names)
    table = [[0] * len(second.names) for _ in first.names]
    for i in first.keyroots:
        for j in second.keyroots:
            _forest(first, second, i, j, table)
    return table[-1][-1]


class _Postorder:
    """A tree in post-order: names, leftmost leaf of every node, key roots. The last node is the root that holds all titles."""

    def __init__(self, levels: Sequence[int], names: Sequence[str]) -> None:
        above = parents(levels)
        children: list[list[int]] = [[] for _ in range(len(levels) + 1)]
        for index, parent in enumerate(above):
            children[parent].append(index)  # -1: the root's list is the last one
        self.names: list[str | None] = []
        self.left: list[int] = []
        pending: list[tuple[int, int, int]] = [(-1, 0, 0)]  # node, next child, post-order number of its leftmost leaf
        while pending:
            node, child, left = pending.pop()
            if child < len(children[node]):
                pending += [(node, child + 1, left), (children[node][child], 0, len(self.names))]
            else:
                self.left.append(left)
                self.names.append(None if node < 0 else names[node])
        last = {left: index for index, left in enumerate(self.left)}
        self.keyroots = sorted(last.values())


def _forest(first: _Postorder, second: _Postorder, i: int, j: int, table: list[list[int]]) -> None:
    left_i, left_j = first.left[i], second.left[j]
    rows, columns = i - left_i + 2, j - left_j + 2
    cost = [[0] * columns for _ in range(rows)]
    for x in range(1, rows):
        cost[x][0] = x
    cost[0] = list(range(columns))
    for x in range(1, rows):
        node, whole = left_i + x - 1, first.left[left_i + x - 1] == left_i
        for y in range(1, columns):
            other = left_j + y - 1
            best = min(cost[x - 1][y], cost[x][y - 1]) + 1
            if whole and second.left[other] == left_j:
                best = min(best, cost[x - 1][y - 1] + (0 if first.names[node] == second.names[other] else 2))
                table[node][other] = best
            else:
                best = min(best, cost[first.left[node] - left_i][second.left[other] - left_j] + table[node][other])
            cost[x][y] = best
