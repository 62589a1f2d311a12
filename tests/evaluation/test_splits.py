from __future__ import annotations

from pathlib import Path

from rubricate.evaluation.splits import rounds, thinned
from rubricate.learn.corpora import Example


def examples(parts: list[str]) -> list[Example]:
    return [Example("c", str(n), Path("/nowhere") / str(n), "d", f"owner{n}", part) for n, part in enumerate(parts)]


def test_vali_learns_from_the_rest() -> None:
    (one,) = rounds(examples(["train", "vali", "train", "vali"]), "vali")
    assert (one.scored, one.learnt) == ([1, 3], [0, 2])


def test_all_and_train_learn_from_nothing() -> None:
    pages = examples(["train", "vali", "train"])
    assert [(one.scored, one.learnt) for one in rounds(pages, "all")] == [([0, 1, 2], None)]
    assert [(one.scored, one.learnt) for one in rounds(pages, "train")] == [([0, 2], None)]


def test_thinned_is_spread_evenly() -> None:
    pages = examples([""] * 10)
    assert [one.id for one in thinned(pages, 3)] == ["0", "3", "6"]
    assert thinned(pages, 0) == thinned(pages, 99) == pages
