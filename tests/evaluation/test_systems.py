from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricate.engines import registry
from rubricate.errors import UnknownEngine, UsageError
from rubricate.evaluation.systems import as_shipped, left_out, of_fold, trainer


def test_engines_that_learn_are_known_by_name_before_they_have_a_model() -> None:
    assert trainer("rules.v1") is None
    for name in ("stapi.v1", "victor.v1"):
        assert callable(trainer(name)), name


def test_an_unknown_engine_is_said() -> None:
    with pytest.raises(UnknownEngine):
        trainer("nobody.v1")


def test_what_a_packaged_model_has_learnt_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MODELS", tmp_path)
    assert as_shipped("rules.v1", "stapi") == "no training"
    assert as_shipped("default.v1", "stapi") == "as shipped: it may have learnt from these pages"
    (tmp_path / "default.v1.json").write_text(json.dumps({"data": {"stapi": {"pages": 3}}, "left out": "vali"}))
    assert as_shipped("default.v1", "pages") == "as shipped: it has not learnt from this corpus"
    assert as_shipped("default.v1", "stapi") == "as shipped: it has learnt from this corpus (not from what `--split vali` scores)"
    (tmp_path / "stapi.v1.json").write_text(json.dumps({"data": {"stapi": 175}, "parts": ["train"]}))
    assert as_shipped("stapi.v1", "stapi") == "as shipped: it has learnt from this corpus (only its part train)"


def test_what_was_left_out_of_a_model_file(tmp_path: Path) -> None:
    (tmp_path / "held.json").write_text(json.dumps({"left out": "vali"}))
    assert "has not learnt from what `--split vali` scores" in left_out(tmp_path / "held.npz")
    assert left_out(tmp_path / "other.npz") == ""


def test_the_model_of_a_fold_is_believed_by_its_card_alone(tmp_path: Path) -> None:
    name = tmp_path / "default.{fold}.npz"
    (tmp_path / "default.2.json").write_text(json.dumps({"left out": "2/5", "seed": 0}))
    assert of_fold(name, 2, 5, 0) == tmp_path / "default.2.npz"
    assert "has not learnt from the fold's pages" in left_out(tmp_path / "default.2.npz")
    assert of_fold(tmp_path / "held.npz", 2, 5, 0) == tmp_path / "held.npz"
    for number, folds, seed in ((2, 4, 0), (2, 5, 1), (3, 5, 0)):
        with pytest.raises(UsageError, match=f"left out fold {number} of {folds}"):
            of_fold(name, number, folds, seed)
