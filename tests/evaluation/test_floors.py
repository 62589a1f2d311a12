"""The quality gate: the floors in tests/gate.json hold, on our own pages always, on the validation pages of stapi where the corpora are here.

A floor is raised, or lowered with a reason that stays in the file, by:

    rubricate evaluate --engine rules.v1,default.v1 --data tests --corpus pages --split all --shipped --gate tests/gate.json --update-gate
    rubricate evaluate --engine rules.v1,default.v1 --corpus stapi --split vali --shipped --gate tests/gate.json --update-gate

The floors of the papers' engines lie .005 below what was reached: they are to fail when an engine breaks, not when a line of a page is read better.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricate import engines
from rubricate.evaluation import EvaluateOptions, gate, run

OURS = 40


def holds(root: Path, corpus: str, split: str, data: Path) -> None:
    """All floors of a corpus, for every engine that has one."""
    path = root / "tests" / "gate.json"
    floors = gate.read(path)["corpora"][corpus]["floors"]
    results = run(EvaluateOptions(engines=tuple(floors), corpora=(corpus,), split=split, data=data, gate=path, shipped=True, jobs=1))
    assert results.verdict is not None
    assert results.ok, "\n".join(results.verdict.lines())
    assert {one.system for one in results.verdict.checks} == set(floors)


def test_floors_hold_on_our_own_pages(root: Path) -> None:
    holds(root, "pages", "all", root / "tests")


@pytest.mark.data
def test_floors_hold_on_the_validation_pages(root: Path, data_dir: Path) -> None:
    holds(root, "stapi", "vali", data_dir)


def test_every_ready_engine_of_ours_has_floors(root: Path) -> None:
    node = gate.read(root / "tests" / "gate.json")["corpora"]["pages"]
    assert node["pages"] == OURS
    assert {"rules.v1", engines.resolve("default")} <= set(node["floors"])
    assert all("titles.micro.f1" in measures for measures in node["floors"].values())
