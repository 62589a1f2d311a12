from __future__ import annotations

from pathlib import Path

import pytest

from rubricate.errors import UsageError
from rubricate.learn.corpora import Example, load
from rubricate.learn.folds import aside, folds, groups


class Fake(Example):
    """An example with a gold text and no files."""

    def __init__(self, owner: str, text: str, domain: str = "PP", corpus: str = "fake") -> None:
        super().__init__(corpus, owner, Path(), domain, owner)
        self.__dict__["gold_text"] = text


def sentence(topic: str) -> str:
    return " ".join(f"{topic}{number}" for number in range(200))


def test_every_example_once_and_groups_whole() -> None:
    examples = [Fake(f"owner{at % 30}", sentence(str(at)), "PP" if at % 3 else "TOS") for at in range(60)]
    parts = folds(examples, k=5)
    assert sorted(index for part in parts for index in part) == list(range(60))
    assert [len(part) for part in parts] == [12] * 5
    for part in parts:
        owners = {examples[index].owner for index in part}
        assert len(owners) == 6
        assert sum(examples[index].domain == "TOS" for index in part) == 4


def test_near_duplicates_stay_together_whoever_owns_them() -> None:
    text = sentence("w")
    changed = text.replace("w50 ", "other ").replace("w150 ", "another ")
    examples = [Fake("a", text), Fake("b", sentence("x")), Fake("c", changed), Fake("d", sentence("y"))]
    assert groups(examples) == [[0, 2], [1], [3]]


def test_the_seed_decides() -> None:
    examples = [Fake(str(at), sentence(str(at))) for at in range(40)]
    assert folds(examples, seed=1) == folds(examples, seed=1)
    assert folds(examples, seed=1) != folds(examples, seed=2)


def test_few_owners_give_few_folds() -> None:
    examples = [Fake("ab"[at % 2], sentence(str(at))) for at in range(10)]
    assert sorted(map(len, folds(examples, k=5))) == [5, 5]


@pytest.mark.parametrize("k", [0, 1, 4])
def test_senseless_numbers(k: int) -> None:
    with pytest.raises(UsageError, match=f"{k} folds of 3 examples"):
        folds([Fake(name, name) for name in "abc"], k=k)


def two_corpora() -> list[Example]:
    """Twenty pages of one corpus, ten of another whose owners are the first ten of it."""
    return [Fake(f"owner{at % 20}", sentence(str(at)), corpus="one" if at < 20 else "two") for at in range(30)]


def test_the_folds_set_aside_are_those_that_cross_validation_scores() -> None:
    examples = two_corpora()
    kept = [aside(examples, f"{number}/5")[0] for number in range(1, 6)]
    assert sorted(index for part in kept for index in part) == list(range(30))
    assert [sorted(index for index in part if index < 20) for part in kept] == folds(examples[:20], 5)


def test_kin_of_what_is_scored_is_not_learnt_from() -> None:
    examples = two_corpora()
    for number in range(1, 6):
        scored, learnt = aside(examples, f"{number}/5")
        assert not {examples[index].owner for index in scored} & {examples[index].owner for index in learnt}
        assert len(learnt) >= 30 - 2 * len(scored)
    assert aside(examples, "") == (set(), set(range(30)))


@pytest.mark.parametrize("without", ["0/5", "6/5", "5", "x/5", "/", "test"])
def test_what_cannot_be_set_aside(without: str) -> None:
    with pytest.raises(UsageError, match="second of five"):
        aside(two_corpora(), without)


@pytest.mark.data
def test_real_owners_are_never_split(data_dir: Path) -> None:
    examples = load("stapi", data_dir)
    where = {examples[index].owner: number for number, part in enumerate(folds(examples)) for index in part}
    for number, part in enumerate(folds(examples)):
        assert all(where[examples[index].owner] == number for index in part)
