"""Pembe and Güngör: headings, and the hierarchy over them, with the system's own headings and with given ones.

Headings: precision, recall, F as in `titles`. Hierarchy accuracy: correct parent-child relations over all parent-child relations of the gold; with
own headings a relation is correct if both its ends were found and the one hangs under the other; with given headings the system only has to nest
the titles that people marked. Depth: of each title in the tree (given headings; levels that start at 2 or leave gaps, as tags do, mean the same),
and how deep the whole tree is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rubricate.evaluation.measures.outline import depths, parent_accuracy, tree_similarity
from rubricate.evaluation.measures.titles import match, normal

__all__ = ["given", "own", "summary"]


def own(gold: Sequence[str], levels: Sequence[int], titles: Sequence[str], own_levels: Sequence[int]) -> dict[str, Any]:
    """One page, own headings: right and all relations, tree similarity, depth of both trees."""
    right, total = parent_accuracy(levels, own_levels, match(gold, titles))
    similarity = tree_similarity(levels, [normal(text) for text in gold], own_levels, [normal(text) for text in titles])
    return {
        "right": right,
        "all": total,
        "similarity": similarity,
        "depth": max(depths(own_levels), default=0),
        "gold_depth": max(depths(levels), default=0),
    }


def given(levels: Sequence[int], own_levels: Sequence[int], pairs: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """One page, given headings: `own_levels` are the system's levels of the given titles that stand on the page, `pairs` says which they are."""
    right, total = parent_accuracy(levels, own_levels, pairs)
    deep, own_deep = depths(levels), depths(own_levels)
    return {"right": right, "all": total, "same_level": sum(deep[i] == own_deep[j] for i, j in pairs)}


def summary(pages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Accuracies over all relations of all pages ({"own", "given"} of each page, either may be None), mean depths, mean tree similarity."""
    mine = [page["own"] for page in pages if page.get("own")]
    told = [page["given"] for page in pages if page.get("given")]
    return {
        "parent_own": _share(mine, "right"),
        "parent_given": _share(told, "right"),
        "depth_given": _share(told, "same_level"),
        "mean_depth": _mean([page["depth"] for page in mine]),
        "mean_gold_depth": _mean([page["gold_depth"] for page in mine]),
        "tree_similarity": _mean([page["similarity"] for page in mine]),
    }


def _share(pages: Sequence[Mapping[str, Any]], key: str) -> float | None:
    total = sum(page["all"] for page in pages)
    return sum(page[key] for page in pages) / total if total else None


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
