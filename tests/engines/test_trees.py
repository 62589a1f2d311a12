"""The evaluator of boosted trees, against a tree worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rubricate.engines.trees import Trees, softmax


def model() -> dict[str, object]:
    """Two trees: depth 2 (is column 0 > 1? is column 1 > 5?) and depth 1 (is column 1 > 0?), two outputs."""
    return {
        "oblivious_trees": [
            {
                "splits": [{"float_feature_index": 0, "border": 1.0}, {"float_feature_index": 1, "border": 5.0}],
                "leaf_values": [1, -1, 2, -2, 3, -3, 4, -4],
            },
            {"splits": [{"float_feature_index": 1, "border": 0.0}], "leaf_values": [10, 0, 20, 0]},
        ],
        "scale_and_bias": [1.0, [0.5, 0.25]],
    }


@pytest.fixture
def trees() -> Trees:
    return Trees(Trees.pack(model()))


TABLE = np.array([[0, 0], [2, 0], [0, 9], [2, 9]], np.float32)


def test_scores(trees: Trees) -> None:
    expected = [[11.5, -0.75], [12.5, -1.75], [23.5, -2.75], [24.5, -3.75]]
    assert np.allclose(trees.scores(TABLE), expected, atol=0.01)


def test_any_number_of_rows(trees: Trees) -> None:
    assert trees.scores(np.zeros((0, 2), np.float32)).shape == (0, 2)
    many = np.tile(TABLE, (400, 1))
    assert np.array_equal(trees.scores(many), np.tile(trees.scores(TABLE), (400, 1)))


def test_many_trees_are_added_up_one_after_the_other() -> None:
    chance = np.random.default_rng(0)
    splits = [[{"float_feature_index": int(chance.integers(5)), "border": float(chance.normal())} for _ in range(6)] for _ in range(90)]
    forest = [{"splits": questions, "leaf_values": chance.normal(size=64 * 3).tolist()} for questions in splits]
    many = Trees(Trees.pack({"oblivious_trees": forest, "scale_and_bias": [1.0, [0.0, 0.5, 1.0]]}))
    table = chance.normal(size=(700, 5)).astype(np.float32)
    expected = np.tile(many.bias, (len(table), 1)).astype(np.float64)
    answers = table[:, many.features] > many.borders
    for questions, leaves in zip(many.questions, many.leaves, strict=True):
        expected += leaves[(answers[:, questions] << np.arange(6)).sum(axis=1)]
    assert np.allclose(many.scores(table), expected, atol=1e-4)
    assert np.allclose(many.scores(table[:1]), expected[:1], atol=1e-4)


def test_contributions_add_up_to_the_score(trees: Trees) -> None:
    moved = trees.contributions(TABLE, 0)
    mean = trees.leaves[:, :, 0].mean(axis=1).sum() + trees.bias[0]
    assert np.allclose(moved.sum(axis=1) + mean, trees.scores(TABLE)[:, 0], atol=0.01)
    assert moved[1, 0] > 0 > moved[0, 0]


def test_softmax() -> None:
    found = softmax(np.array([[0, 0], [1000, 0]], np.float32))
    assert np.allclose(found, [[0.5, 0.5], [1, 0]])
    assert softmax(np.zeros((0, 2), np.float32)).shape == (0, 2)
