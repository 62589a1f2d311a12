"""The mean of several ensembles, packed as one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rubricate.engines.trees import Trees
from rubricate.learn.joined import joined

ROWS = np.random.default_rng(1).normal(size=(50, 3)).astype(np.float32)


def pack(seed: int, trees: int, depth: int) -> dict[str, NDArray[Any]]:
    """An ensemble on three columns, of which half of the questions are the same in all."""
    random = np.random.default_rng(seed)
    borders = np.concatenate(([0.0, 0.5, -0.5], random.normal(size=3))).astype(np.float32)
    return {
        "features": np.array([0, 1, 2, 0, 1, 2], np.uint16),
        "borders": borders,
        "questions": random.integers(0, 6, (trees, depth)).astype(np.uint16),
        "leaves": random.integers(-32767, 32767, (trees, 1 << depth, 4)).astype(np.int16),
        "scale": np.array(random.random() / 30000, np.float64),
        "bias": random.normal(size=4).astype(np.float32),
    }


@pytest.mark.parametrize("depths", [(3, 3, 3), (2, 4), (6,)])
def test_scores_are_the_mean_of_scores(depths: tuple[int, ...]) -> None:
    packs = [pack(seed, 5 + seed, depth) for seed, depth in enumerate(depths)]
    mean = np.mean([Trees(one).scores(ROWS) for one in packs], axis=0)
    assert np.allclose(Trees(joined(packs)).scores(ROWS), mean, atol=2e-3)


def test_a_question_that_several_ask_is_kept_once() -> None:
    assert len(joined([pack(0, 4, 3), pack(1, 4, 3)])["features"]) == 3 + 3 + 3


def test_one_alone_stays_as_it_is() -> None:
    only = pack(0, 4, 3)
    assert joined([only]) is only
