"""The quality gate: the floors in tests/gate.json hold, on our own pages always, on the validation pages of stapi where the corpora are here.

A floor is raised, or lowered with a reason that stays in the file, by:

    rubricate evaluate --engine rules.v1,default.v1 --data tests --corpus pages --split all --shipped --gate tests/gate.json --update-gate
    rubricate evaluate --engine rules.v1,default=tests/models/default.held.npz --levels tests/models/levels.held.npz \
        --corpus stapi --split vali --shipped --gate tests/gate.json --update-gate

The packaged models have learnt from every page of the corpora. Those in tests/models were made in the same way without the validation pages
(`rubricate train default --without vali`, and `train levels` likewise): the floors on these pages are theirs.

The floors of the papers' engines lie .005 below what was reached: they are to fail when an engine breaks, not when a line of a page is read better.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from rubricate import engines
from rubricate.evaluation import EvaluateOptions, gate, run
from rubricate.learn.card import fingerprints
from rubricate.learn.corpora import load
from rubricate.learn.folds import aside

OURS = 40


def holds(root: Path, corpus: str, split: str, data: Path, held: bool = False) -> None:
    """All floors of a corpus, for every engine that has one; by models that have not learnt from validation pages if `held`."""
    path, models = root / "tests" / "gate.json", root / "tests" / "models"
    floors = gate.read(path)["corpora"][corpus]["floors"]
    names = tuple(f"default={models}/default.held.npz" if held and name == "default.v1" else name for name in floors)
    levels = models / "levels.held.npz" if held else None
    results = run(EvaluateOptions(engines=names, corpora=(corpus,), split=split, data=data, gate=path, shipped=True, jobs=1, levels=levels))
    assert results.verdict is not None
    assert results.ok, "\n".join(results.verdict.lines())
    assert {one.system for one in results.verdict.checks} == set(floors)


def test_floors_hold_on_our_own_pages(root: Path) -> None:
    holds(root, "pages", "all", root / "tests")


@pytest.mark.data
def test_floors_hold_on_the_validation_pages(root: Path, data_dir: Path) -> None:
    holds(root, "stapi", "vali", data_dir, held=True)


@pytest.mark.data
def test_the_models_of_the_floors_know_no_validation_page_nor_its_kin(root: Path, data_dir: Path) -> None:
    examples = load("stapi", data_dir)
    learnt = aside(examples, "vali")[1]
    others = fingerprints(example for index, example in enumerate(examples) if index not in learnt)
    for name in ("default", "levels"):
        model = root / "tests" / "models" / f"{name}.held.npz"
        card = json.loads(model.with_suffix(".json").read_text(encoding="utf-8"))
        assert not set(card["learnt"].split()) & set(others.split())
        assert card["sha256"] == hashlib.sha256(model.read_bytes()).hexdigest()


def test_every_ready_engine_of_ours_has_floors(root: Path) -> None:
    node = gate.read(root / "tests" / "gate.json")["corpora"]["pages"]
    assert node["pages"] == OURS
    assert {"rules.v1", engines.resolve("default")} <= set(node["floors"])
    assert all("titles.micro.f1" in measures for measures in node["floors"].values())
