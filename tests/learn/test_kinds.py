"""Kinds that the gold does not say: which lines they are of, and what is lent to them."""

from __future__ import annotations

import numpy as np
import pytest

from rubricate.engines.default import KINDS
from rubricate.learn.default import DefaultOptions, assemble, with_lent_kinds
from rubricate.learn.gather import Sheet
from rubricate.learn.kinds import is_open
from rubricate.learn.odds import count
from rubricate.types import LABELS

NAMES = ("chars", "sentences", "bold", "code", "cell", "caption", "words", "veil_lines", "heading", "linked", "list_depth")


def _sheet(corpus: str, lines: list[tuple[str, float, float, float]], sure: float = 0.9) -> Sheet:
    """Lines of (label, chars, sentences, bold)."""
    table = np.zeros((len(lines), len(NAMES)), np.float32)
    table[:, :3] = [line[1:] for line in lines]
    table[:, NAMES.index("words")] = table[:, 0] / 6
    around = np.stack([np.arange(len(lines)), np.arange(1, len(lines) + 1)], axis=1).astype(np.int32)
    return Sheet(
        corpus=corpus,
        page=f"{corpus}/1",
        disguise="",
        names=NAMES,
        table=table,
        groups=np.zeros((len(lines), 3), np.int32),
        spans=np.tile(around, 5),
        elements=np.array([[0, len(lines)]], np.int32),
        labels=np.array([LABELS.index(line[0]) for line in lines], np.int8),
        sure=np.full(len(lines), sure, np.float32),
        words=[["word"] for _ in lines],
        classes=[([], []) for _ in lines],
    )


PAGE = [("title", 20.0, 0.0, 1.0), ("prose", 300.0, 3.0, 0.0), ("prose", 18.0, 0.0, 1.0), ("item", 15.0, 0.0, 0.0), ("boilerplate", 9.0, 0.0, 0.0)]


def test_short_kept_lines_are_open_where_the_gold_is_text() -> None:
    assert is_open(_sheet("wcxb-dev", PAGE)).tolist() == [False, False, True, True, False]
    assert is_open(_sheet("wcxb-dev", PAGE, sure=0.4)).tolist() == [False, True, True, True, False]
    assert not is_open(_sheet("wcxb-dev", PAGE, sure=0.2)).any()


def test_cells_captions_and_lines_without_a_word_are_not_open() -> None:
    sheet = _sheet("wcxb-dev", [("prose", 18.0, 0.0, 1.0)] * 4)
    sheet.table[1, NAMES.index("cell")] = 1
    sheet.table[2, NAMES.index("caption")] = 1
    sheet.words[3] = []
    assert is_open(sheet).tolist() == [True, False, False, False]


@pytest.mark.parametrize("corpus", ["stapi", "cleaneval-en-dev"])
def test_annotators_who_marked_titles_are_believed(corpus: str) -> None:
    assert not is_open(_sheet(corpus, PAGE)).any()


def test_open_lines_get_the_kind_that_the_teacher_would_give_them() -> None:
    pytest.importorskip("catboost")
    teacher = _sheet("stapi", [("title", 18.0, 0.0, 1.0), ("prose", 300.0, 3.0, 0.0), ("prose", 15.0, 0.0, 0.0), ("boilerplate", 9.0, 0.0, 0.0)] * 40)
    pages = [teacher, _sheet("wcxb-dev", PAGE * 5)]
    data = assemble(pages, count(pages), lambda sheet: True, DefaultOptions(far=1.0))
    lent = with_lent_kinds(data, np.arange(len(data.kinds)), DefaultOptions(), 0, lambda text: None)
    assert [KINDS[kind] for kind in data.kinds[-5:]] == ["title", "prose", "prose", "prose", "boilerplate"]
    assert [KINDS[kind] for kind in lent.kinds[-5:]] == ["title", "prose", "title", "prose", "boilerplate"]
    assert (lent.kinds[: len(teacher.labels)] == data.kinds[: len(teacher.labels)]).all()


def test_without_a_teacher_nothing_is_lent() -> None:
    pages = [_sheet("wcxb-dev", PAGE)]
    data = assemble(pages, count(pages), lambda sheet: True, DefaultOptions())
    assert with_lent_kinds(data, np.arange(5), DefaultOptions(), 0, lambda text: None) is data
