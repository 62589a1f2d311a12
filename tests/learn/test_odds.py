"""Tables of word evidence, counted over labelled lines."""

from __future__ import annotations

import numpy as np

from rubricate.learn.gather import Sheet
from rubricate.learn.odds import LEAST_PAGES, count, left_out
from rubricate.types import LABELS

LINES = [("title", "terms"), ("prose", "we"), ("misc", "updated"), ("boilerplate", "login")]


def sheet(number: int, corpus: str = "stapi") -> Sheet:
    count_of_lines = len(LINES)
    names = ("heading", "bold", "chars", "linked")
    return Sheet(
        corpus=corpus,
        page=f"{corpus}/{number}",
        disguise="",
        names=names,
        table=np.zeros((count_of_lines, len(names)), np.float32),
        groups=np.zeros((count_of_lines, 3), np.int32),
        spans=np.zeros((count_of_lines, 10), np.int32),
        elements=np.array([[0, count_of_lines]], np.int32),
        labels=np.array([LABELS.index(label) for label, _ in LINES], np.int8),
        sure=np.ones(count_of_lines, np.float32),
        words=[[word] for _, word in LINES],
        classes=[([], []) for _ in LINES],
    )


def test_a_word_speaks_for_what_the_lines_with_it_are() -> None:
    words = count([sheet(number) for number in range(20)]).evidence().words
    kept, title, misc = (dict(zip(words, column, strict=True)) for column in zip(*words.values(), strict=True))
    assert kept["login"] < -1 < 1 < min(kept["terms"], kept["we"], kept["updated"])
    assert max(title, key=title.__getitem__) == "terms"
    assert max(misc, key=misc.__getitem__) == "updated"
    assert misc["we"] < 0 < misc["updated"]


def test_only_the_corpus_that_tells_lines_of_no_section_speaks_of_them() -> None:
    words = count([sheet(number, "other") for number in range(20)]).evidence().words
    assert len({misc for _, _, misc in words.values()}) == 1


def test_words_on_few_pages_say_nothing() -> None:
    assert not count([sheet(number) for number in range(LEAST_PAGES["words"] - 1)]).evidence().words


def test_a_page_is_judged_as_if_it_had_not_been_counted() -> None:
    sheets = [sheet(number) for number in range(20)]
    counts = count(sheets)
    known = counts.evidence()
    with_it, without_it = (left_out(sheets[0], counts, known, counted)["words_title"][0] for counted in (False, True))
    assert 0 < without_it < with_it
