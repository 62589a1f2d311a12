"""Sums and means of the lines that look alike, against the plain way to find them."""

from __future__ import annotations

import numpy as np
import pytest

from rubricate.features.groups import Together

LOOKS = [np.array([0, 1, 0, 1, 2]), np.array([0, 0, 0, 0, 1]), np.array([2, 1, 0, 1, 2])]


def test_groups_are_numbered_through() -> None:
    every = Together(LOOKS)
    assert every.which.tolist() == [[0, 1, 0, 1, 2], [3, 3, 3, 3, 4], [7, 6, 5, 6, 7]]
    assert every.sizes.tolist() == [2, 2, 1, 4, 1, 1, 2, 2]


def test_sums_of_every_group_and_back_to_the_lines() -> None:
    values = np.array([[1, 2, 3, 4, 5], [10, 0, 0, 0, 1]], np.float32)
    every = Together(LOOKS)
    sums = every.sums(np.repeat(values[:, None], 3, axis=1))
    for measure, row in zip(values, every.of_lines(sums), strict=True):
        for which, found in zip(LOOKS, row, strict=True):
            assert found.tolist() == [float(measure[which == group].sum()) for group in which]


@pytest.mark.parametrize("count", [0, 1])
def test_pages_of_no_and_of_one_line(count: int) -> None:
    every = Together([np.zeros(count, np.intp)] * 3)
    assert every.of_lines(every.sums(np.ones((4, 3, count), np.float32))).shape == (4, 3, count)
