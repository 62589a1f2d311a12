from __future__ import annotations

import numpy as np

from rubricate import page, segments
from rubricate.learn.levels import Comparisons, LevelOptions, Nested, comparisons, weigh_clues
from rubricate.outline.looks import looks
from rubricate.outline.pairs import NAMES, pairs


def nested(levels: tuple[int, ...], sure: float = 1.0) -> Nested:
    lines = segments.of(page.read("".join(f"<h{level}>Title {order}</h{level}><p>Some text.</p>" for order, level in enumerate(levels))))
    names = ["title" if state.heading else "prose" for state in lines.state]
    titles = [index for index, name in enumerate(names) if name == "title"]
    found = looks(lines, titles, names)
    return Nested("made/up", True, levels, levels, found, pairs(lines, titles, names, found), sure)


def test_comparisons_follow_the_true_outline() -> None:
    found = comparisons([nested((1, 2, 3, 2))], LevelOptions())
    assert found.below.tolist() == [1, 1, 0, 0, 1]  # 1 below 0; 2 below 1; 3 closes 2, closes 1, belongs below 0
    assert found.clues.shape[0] == found.table.shape[0] == 5
    assert found.table.shape[1] == len(NAMES)


def test_pages_weigh_as_much_as_they_are_sure() -> None:
    found = comparisons([nested((1, 2), 1.0), nested((1, 2), 0.5)], LevelOptions())
    assert np.isclose(found.weights[0], 2 * found.weights[1])
    assert np.isclose(found.weights.mean(), 1)


def test_weights_of_clues_point_the_right_way() -> None:
    draw = np.random.default_rng(0)
    clues = draw.integers(0, 2, (400, 3)).astype(float)
    below = (clues[:, 0] > clues[:, 1]).astype(np.int32)
    found = Comparisons(clues, np.zeros((400, 1), np.float32), below, np.ones(400))
    weights, held = weigh_clues(found, 1.0), weigh_clues(found, 1000.0)
    assert weights[0] > 1 > -1 > weights[1]
    assert np.abs(held).max() < 0.5
    slope = clues.T @ (1 / (1 + np.exp(-clues @ weights)) - below) + weights
    assert np.abs(slope).max() < 1e-6  # the minimum was reached
