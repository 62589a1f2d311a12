"""What a first look at a page says about its lines, for the second."""

from __future__ import annotations

import numpy as np

from rubricate.features.second import second_columns
from rubricate.types import BOILERPLATE, LABELS, PROSE

CHARS = 100.0


def found(kept: list[float], elements: list[tuple[int, int]]) -> dict[str, list[float]]:
    """The columns of lines that are all as long as each other, in one group."""
    count = len(kept)
    first = np.zeros((count, len(LABELS)), np.float32)
    first[:, LABELS.index(PROSE)] = kept
    first[:, LABELS.index(BOILERPLATE)] = 1 - np.array(kept)
    one = np.zeros(count, np.intp)
    spans = [(np.arange(count), np.arange(count) + 1)] * 5
    low, high = np.array(elements, np.intp).T
    columns = second_columns(first, [one, one, one], np.full(count, CHARS, np.float32), spans, (low, high))
    return {name: column.tolist() for name, column in columns.items()}


def test_the_best_element_is_the_one_that_would_be_kept_whole() -> None:
    columns = found([0.1, 0.9, 0.2, 0.9, 0.1, 0.1], [(0, 6), (1, 4), (1, 2), (3, 4), (4, 6)])
    assert columns["best_off"] == [-1.0, 0.0, 0.0, 0.0, 1.0, 2.0]
    assert np.allclose(columns["best_through"], [-1 / 3, 0.0, 1 / 3, 2 / 3, 1.0, 4 / 3])
    assert np.isclose(columns["best_f1"][0], 2 * 2.0 / (3 + 2.3))
    assert np.isclose(columns["best_share"][0], 2.0 / 2.3)
    assert np.isclose(columns["best_pure"][0], 2.0 / 3)


def test_the_best_stretch_needs_no_element() -> None:
    columns = found([0.1, 0.9, 0.8, 0.2, 0.9, 0.2], [(0, 6)])
    assert columns["stretch_off"] == [-1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    assert columns["best_off"] == [0.0] * 6


def test_a_stretch_begins_after_what_it_would_lose_by() -> None:
    columns = found([0.9, 0.0, 0.0, 0.9, 0.9, 0.0, 0.0, 0.0], [(0, 8)])
    assert columns["stretch_off"] == [-3.0, -2.0, -1.0, 0.0, 0.0, 1.0, 2.0, 3.0]


def test_of_elements_that_are_as_good_the_shortest_is_best() -> None:
    assert found([0.0, 0.0, 0.0], [(0, 3), (0, 1)])["best_off"] == [0.0, 1.0, 2.0]
    assert found([0.0, 0.0, 0.0], [(0, 1), (0, 3)])["best_off"] == [0.0, 1.0, 2.0]


def test_a_page_of_which_nothing_is_kept() -> None:
    columns = found([0.0, 0.0], [(0, 2)])
    assert columns["best_share"] == [0.0, 0.0]
    assert np.isfinite([value for column in columns.values() for value in column]).all()
