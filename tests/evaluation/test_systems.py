from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricate.engines import registry
from rubricate.errors import UnknownEngine, UsageError
from rubricate.evaluation.systems import as_shipped, from_file, of_fold, trainer
from rubricate.learn.card import fingerprints
from rubricate.learn.corpora import Example, load


def test_engines_that_learn_are_known_by_name_before_they_have_a_model() -> None:
    assert trainer("rules.v1") is None
    for name in ("stapi.v1", "victor.v1"):
        assert callable(trainer(name)), name


def test_an_unknown_engine_is_said() -> None:
    with pytest.raises(UnknownEngine):
        trainer("nobody.v1")


@pytest.fixture
def pages(corpus: Path) -> list[Example]:
    return load("stapi", corpus)


def card(folder: Path, name: str, learnt: list[Example], **more: object) -> None:
    (folder / f"{name}.json").write_text(json.dumps({"learnt": fingerprints(learnt), **more}))


def test_what_a_packaged_model_has_learnt_from(pages: list[Example], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MODELS", tmp_path)
    assert as_shipped("rules.v1", pages) == "no training"
    assert as_shipped("default.v1", pages) == "as shipped: it may have learnt from these pages"
    card(tmp_path, "default.v1", pages[:2], data={"stapi": {"pages": 2}})
    assert as_shipped("default.v1", pages) == "as shipped: it has learnt from 2 of these 6 pages"
    assert as_shipped("default.v1", pages[2:]) == "as shipped: it has learnt from none of these 4 pages"
    (tmp_path / "stapi.v1.json").write_text(json.dumps({"data": {"stapi": 175}, "parts": ["train"]}))
    assert as_shipped("stapi.v1", pages) == "as shipped: it has learnt from this corpus (only its part train)"
    (tmp_path / "stapi.v1.json").write_text(json.dumps({"data": {"other": 175}}))
    assert as_shipped("stapi.v1", pages) == "as shipped: it has not learnt from this corpus"


def test_what_a_model_file_has_learnt_from(pages: list[Example], tmp_path: Path) -> None:
    card(tmp_path, "held", pages[:2])
    assert from_file(tmp_path / "held.npz", pages[2:]) == "the model file held.npz: it has learnt from none of these 4 pages"
    assert from_file(tmp_path / "held.npz", pages[1:3]) == "the model file held.npz: it has learnt from 1 of these 2 pages"
    assert from_file(tmp_path / "other.npz", pages) == "the model file other.npz"


def test_the_model_of_a_fold_is_refused_if_it_knows_the_fold(pages: list[Example], tmp_path: Path) -> None:
    name = tmp_path / "default.{fold}.npz"
    card(tmp_path, "default.2", pages[:2])
    assert of_fold(name, 2, pages[2:]) == tmp_path / "default.2.npz"
    assert of_fold(tmp_path / "held.npz", 2, pages) == tmp_path / "held.npz"
    with pytest.raises(UsageError, match="not made for fold 2: it has learnt from 1 of these 5 pages"):
        of_fold(name, 2, pages[1:])
    with pytest.raises(UsageError, match="no card beside"):
        of_fold(name, 3, pages)
