from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rubricate.evaluation.pool import Work, perform
from rubricate.learn.corpora import load

TROUBLE = """
import os, time
from dataclasses import dataclass
from rubricate.evaluation.answers import of_text

@dataclass(frozen=True)
class Trouble:
    name: str
    page: str
    deed: str
    reads_segments: bool = False

    def answer(self, case):
        if case.example.id == self.page and self.deed == "sleep":
            time.sleep(30)
        if case.example.id == self.page and self.deed == "die":
            os._exit(9)
        return of_text("Payment", ("Payment",))
"""


@pytest.fixture
def trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A system that answers with one title, but sleeps or kills its process on one page; in a module that another process can import too."""
    (tmp_path / "rubricate_trouble.py").write_text(TROUBLE)
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("rubricate_trouble").Trouble


def test_a_slow_page_fails_alone(corpus: Path, trouble: Any) -> None:
    examples = load("stapi", corpus)[:3]
    done = perform(Work(examples, [trouble("slow", examples[1].id, "sleep")], timeout=3), 1, lambda: None)
    assert [one.errors.get("slow", "") for one in done] == ["", "OutOfTime: more than 3 s", ""]
    assert [one.records["slow"]["titles"]["right"] for one in done] == [1, 0, 1]


def test_a_dead_process_costs_one_page_of_one_system(corpus: Path, trouble: Any) -> None:
    examples = load("stapi", corpus)[:3]
    ticks: list[int] = []
    work = Work(examples, [trouble("killer", examples[1].id, "die"), trouble("quiet", "", "")], timeout=20)
    done = perform(work, 2, lambda: ticks.append(1))
    assert [one.errors for one in done] == [{}, {"killer": "the process died or hung"}, {}]
    assert [one.records["killer"]["titles"] for one in done][1]["right"] == 0
    assert [one.records["killer"]["titles"]["gold"] for one in done] == [3, 3, 3]
    assert all(one.records["quiet"]["titles"]["right"] == 1 for one in done)
    assert len(ticks) == 3


def test_a_page_that_cannot_be_read_counts_with_nothing_found(corpus: Path, trouble: Any) -> None:
    examples = load("stapi", corpus)[:2]
    (examples[0].folder / "page.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    done = perform(Work(examples, [trouble("any", "", "")]), 1, lambda: None)
    assert done[0].errors["any"].startswith("page: NotHtml")
    assert done[0].records["any"]["titles"] == {
        "right": 0,
        "predicted": 0,
        "gold": 3,
        "by_markup": {"h-tag": {"right": 0, "gold": 0}, "bold line": {"right": 0, "gold": 0}, "plain": {"right": 0, "gold": 3}},
    }
