from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rubricate.evaluation.measures.sequences import lcs_length, lcs_pairs, ratio


def slow(a: str, b: str) -> int:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def test_known_answers() -> None:
    assert lcs_length("ABCBDAB", "BDCABA") == 4
    assert lcs_length("", "abc") == lcs_length("abc", "") == lcs_length("abc", "xyz") == 0
    assert lcs_pairs(["a", "b", "c"], ["b", "c", "a"]) == [(1, 0), (2, 1)]
    assert ratio("", "") == 1.0
    assert ratio("abcd", "bd") == 4 / 6


@given(st.text("abc", max_size=12), st.text("abc", max_size=12))
def test_as_long_as_the_table_says_and_a_true_subsequence(a: str, b: str) -> None:
    pairs = lcs_pairs(a, b)
    assert len(pairs) == lcs_length(a, b) == slow(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(x[0] < y[0] and x[1] < y[1] for x, y in pairwise(pairs))
