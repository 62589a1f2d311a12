"""--model and --plot: what an engine takes and draws, and what is said where it does not."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rubricate.engines.registry import MODELS

Call = Callable[..., Any]


def test_a_figure_is_drawn_beside_the_text(call: Call, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("simplemma")
    figure = tmp_path / "figure.svg"
    told = call("outline", page, "--engine", "asdus-di", "--plot", figure)
    assert told.code == 0
    assert figure.read_text(encoding="utf-8").startswith("<svg")
    assert told.out == call("outline", page, "--engine", "asdus-di").out


def test_a_figure_of_a_page_from_standard_input(call: Call, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("simplemma")
    figure = tmp_path / "figure.svg"
    assert call("-", "-e", "asdus-di", "--plot", figure, stdin=page.read_bytes()).code == 0
    assert "title cluster" in figure.read_text(encoding="utf-8")


def test_an_engine_that_draws_nothing_says_so(call: Call, page: Path, tmp_path: Path) -> None:
    told = call("extract", page, "--engine", "rules", "--plot", tmp_path / "f.svg")
    assert told.code == 2
    assert told.out == ""
    assert "rules.v1 draws nothing" in told.err
    assert "asdus-di" in told.err
    assert not (tmp_path / "f.svg").exists()


def test_a_figure_is_of_one_page(call: Call, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("simplemma")
    told = call("extract", page, page, "--engine", "asdus-di", "--plot", tmp_path / "f.svg")
    assert told.code == 2
    assert "2 inputs" in told.err


def test_a_figure_that_cannot_be_written(call: Call, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("simplemma")
    told = call("extract", page, "--engine", "asdus-di", "--plot", tmp_path / "no" / "f.svg")
    assert told.code == 2
    assert "--plot" in told.err


def test_a_model_of_the_users_own(call: Call, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("simplemma")
    model = tmp_path / "mine.npz"
    shutil.copy(MODELS / "asdus-dd.v1.npz", model)
    told = call("extract", page, "--engine", "asdus-dd", "--model", model)
    assert told.code == 0, told.err
    assert told.out == call("extract", page, "--engine", "asdus-dd").out


def test_an_engine_without_models_takes_none(call: Call, page: Path, tmp_path: Path) -> None:
    told = call("extract", page, "--engine", "rules", "--model", tmp_path / "any.npz")
    assert told.code == 2
    assert "rules.v1" in told.err
    assert "model" in told.err


def test_a_model_that_is_not_there_is_an_error(call: Call, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("simplemma")
    told = call("extract", page, "--engine", "asdus-dd", "--model", tmp_path / "none.npz")
    assert told.code == 1
    assert "none.npz" in told.err
