"""Distances to marked lines, by hand and against the plain way to find them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rubricate.features.neighbours import distances


def test_distances_on_and_back() -> None:
    marks = np.array([[False, True, False, False, True]])
    assert distances(marks).tolist() == [[1, 3, 2, 1, 99], [99, 99, 1, 2, 3]]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=120))
def test_distances_of_any_marks(pairs: list[tuple[bool, bool]]) -> None:
    marks = np.array(pairs).T
    expected = []
    for row in marks.tolist():
        at = [index for index, mark in enumerate(row) if mark]
        expected.append([min([99, *[mark - index for mark in at if mark > index]]) for index in range(len(row))])
        expected.append([min([99, *[index - mark for mark in at if mark < index]]) for index in range(len(row))])
    assert distances(marks).tolist() == expected
