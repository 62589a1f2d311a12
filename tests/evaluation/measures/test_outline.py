from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubricate.evaluation.measures.outline import depths, parent_accuracy, parents, tree_distance, tree_similarity

LEVELS = st.lists(st.integers(1, 4), max_size=8)


def test_parents() -> None:
    assert parents([1, 2, 3, 2, 1, 3]) == [-1, 0, 1, 0, -1, 4]
    assert parents([2, 1]) == [-1, -1]


def test_depths_do_not_depend_on_how_levels_are_numbered() -> None:
    assert depths([1, 2, 3, 2]) == depths([2, 4, 6, 4]) == [1, 2, 3, 2]


def test_parent_accuracy_with_a_missed_parent() -> None:
    gold = [1, 2, 3, 2]
    every = [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert parent_accuracy(gold, [1, 2, 3, 2], every) == (4, 4)
    assert parent_accuracy(gold, [1, 2, 2, 2], every) == (3, 4)
    # the second title is not found: its child cannot be right, though it hangs on something
    assert parent_accuracy(gold, [1, 2, 2], [(0, 0), (2, 1), (3, 2)]) == (2, 4)


def test_an_invented_parent_is_wrong() -> None:
    assert parent_accuracy([1, 1], [1, 1, 2], [(0, 0), (1, 2)]) == (1, 2)


def test_distance_by_hand() -> None:
    assert tree_distance([1, 2, 2], ["a", "b", "c"], [1, 2, 2], ["a", "b", "c"]) == 0
    assert tree_distance([1, 2, 2], ["a", "b", "c"], [1, 2], ["a", "c"]) == 1
    assert tree_distance([1, 2], ["a", "b"], [1, 1], ["a", "b"]) == 2  # b out, b in again beside a
    assert tree_distance([1], ["a"], [1], ["z"]) == 2
    assert tree_distance([], [], [1, 2], ["a", "b"]) == 2
    assert tree_distance([1, 2, 3], list("abc"), [1, 2], list("ac")) == 1  # c moves up when b goes


def test_similarity_ends() -> None:
    assert tree_similarity([], [], [], []) == 1.0
    assert tree_similarity([1, 2], ["a", "b"], [1, 1], ["x", "y"]) == 0.0


@given(LEVELS, LEVELS)
def test_distance_is_symmetric_and_bounded(a: list[int], b: list[int]) -> None:
    one, two = ["ab"[i % 2] for i in range(len(a))], ["ba"[i % 2] for i in range(len(b))]
    there = tree_distance(a, one, b, two)
    assert there == tree_distance(b, two, a, one)
    assert abs(len(a) - len(b)) <= there <= len(a) + len(b)
    assert tree_distance(a, one, a, one) == 0
