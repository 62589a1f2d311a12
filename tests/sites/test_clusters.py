from __future__ import annotations

import random
import time
import tracemalloc

import numpy as np
import pytest

from rubricate.sites.clusters import cluster
from rubricate.sites.views import Block, Box, Step, View


def a_view(rows: list[tuple[str, str, float]]) -> View:
    blocks = tuple(Block((Step(tag),), "x", ("x",), (("color", colour),) if colour else (), Box(0, 0, width, 1)) for tag, colour, width in rows)
    return View("", (), (), blocks)


def by_distances(view: View, eps: float) -> set[frozenset[int]]:
    """DBSCAN with min_samples 1 by the book: one-hot columns, standardised, all distances, components."""
    columns = sorted({("path", block.path) for block in view.blocks} | {pair for block in view.blocks for pair in block.look}, key=str)
    table = np.array(
        [[block.box.width if block.box else 0.0] + [float(c in [("path", block.path), *block.look]) for c in columns] for block in view.blocks]
    )
    deviation = table.std(axis=0)
    table = (table - table.mean(axis=0)) / np.where(deviation == 0, 1, deviation)
    near = np.sqrt(((table[:, None] - table[None]) ** 2).sum(axis=2)) <= eps
    groups = [{i} for i in range(len(table))]
    for i, j in zip(*np.nonzero(near), strict=True):
        if groups[i] is not groups[j]:
            groups[i] |= groups[j]
            for member in groups[j]:
                groups[member] = groups[i]
    return {frozenset(group) for group in groups}


@pytest.mark.parametrize("seed", range(8))
def test_the_same_clusters_as_dbscan_by_the_book(seed: int) -> None:
    chance = random.Random(seed)
    rows = [
        (chance.choice("pda"), chance.choice(("", "red", "blue")), chance.choice((100.0, 120.0, 300.0, 310.0, chance.uniform(0, 900))))
        for _ in range(60)
    ]
    view = a_view(rows)
    ours = {frozenset(place for _, place in one.members) for one in cluster([view])}
    assert ours == by_distances(view, 0.5)
    assert len(ours) > 3


@pytest.mark.alone
def test_a_hundred_pages_of_five_hundred_blocks() -> None:
    views = [a_view([("p", "red", 500.0 + (i * j) % 7) if i % 2 else ("li", f"{i % 40}", 100.0) for i in range(500)]) for j in range(100)]
    tracemalloc.start()
    start = time.process_time()
    found = cluster(views)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(len(one.members) for one in found) == 50_000
    assert time.process_time() - start < 10
    assert peak < 200e6


def test_no_blocks_no_clusters() -> None:
    assert cluster([]) == []
    assert cluster([View("", (), (), ())]) == []
