from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricate.engines.asdus.clusters import cluster
from rubricate.engines.asdus.counts import FEATURES, Weights, collapse
from rubricate.engines.asdus.figure import figure
from rubricate.errors import UsageError


def test_the_cluster_at_the_origin_is_the_title_cluster() -> None:
    found = cluster([[10, 2], [12, 3], [500, 90], [520, 80], [11, 2]])
    assert found.title.tolist() == [True, True, False, False, True]
    assert np.allclose(found.means, [[11, 7 / 3], [510, 85]])
    assert (found.sure > 0.9).all()


@pytest.mark.parametrize("points", [[], [[3, 4]], [[3, 4]] * 5])
def test_nothing_to_part_is_one_cluster(points: list[Any]) -> None:
    assert cluster(np.array(points).reshape(-1, 2)).title.all()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 400)), min_size=2, max_size=40))
def test_each_point_is_with_its_nearer_mean(points: list[tuple[int, int]]) -> None:
    found = cluster(points)
    near, far = (np.linalg.norm(np.array(points) - mean, axis=1) for mean in found.means)
    assert (found.title == (near <= far)).all()
    assert ((found.sure >= 0.5) & (found.sure <= 1)).all()


def test_as_good_as_scikit_learn() -> None:
    learn = pytest.importorskip("sklearn.cluster")
    random = np.random.default_rng(1)
    points = np.abs(np.vstack([random.normal(30, 10, (60, 2)), random.normal(400, 200, (40, 2))]))
    theirs = learn.KMeans(2, n_init=10, random_state=0).fit(points).inertia_
    ours = min_squares(points, cluster(points).means)
    assert ours <= theirs * 1.0001


def min_squares(points: Any, means: Any) -> float:
    return float(np.min([((points - mean) ** 2).sum(axis=1) for mean in means], axis=0).sum())


def test_collapse_and_dropping() -> None:
    table = np.array([[50, 200, 1, 1, 3, 0, 1, 2]], dtype=float)
    assert collapse(table, Weights(next_length=0)).tolist() == [[50, 8]]
    assert collapse(table, Weights(next_length=0), ("stop_words",)).tolist() == [[50, 5]]
    assert collapse(table, Weights(), ("own_length",)).tolist() == [[0, 0]]
    with pytest.raises(UsageError, match="own_length"):
        collapse(table, Weights(), ("colour",))


def test_every_feature_has_a_weight() -> None:
    assert all(hasattr(Weights(), name) for name in FEATURES)


def test_figure_marks_two_medians() -> None:
    points = np.array([[10, 2], [12, 3], [500, 90], [520, 80]], dtype=float)
    drawn = figure(points, cluster(points))
    assert drawn.startswith("<svg")
    assert drawn.count('class="median"') == 2
    assert "title cluster: 2 lines" in drawn


def test_figure_of_nothing() -> None:
    points = np.zeros((0, 2))
    assert 'class="median"' not in figure(points, cluster(points))
