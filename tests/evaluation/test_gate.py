from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from rubricate.errors import DataError, UsageError
from rubricate.evaluation import gate


def with_f1(tree: dict[str, Any], value: float) -> dict[str, Any]:
    made = copy.deepcopy(tree)
    made["corpora"]["stapi"]["systems"]["rules.v1"]["titles"]["micro"]["f1"] = value
    return made


def test_first_update_writes_floors_that_then_hold(tmp_path: Path, tree: dict[str, Any]) -> None:
    path = tmp_path / "gate.json"
    assert any("rules.v1: titles.micro.f1 none -> 0.9000" in line for line in gate.update(path, tree))
    verdict = gate.check(gate.read(path), tree)
    assert verdict.ok
    assert len(verdict.checks) == 2


def test_other_tools_get_no_floors(tmp_path: Path, tree: dict[str, Any]) -> None:
    systems = tree["corpora"]["stapi"]["systems"]
    systems["trafilatura"] = systems["other"]
    gate.update(tmp_path / "gate.json", tree)
    assert set(gate.read(tmp_path / "gate.json")["corpora"]["stapi"]["floors"]) == {"rules.v1", "other"}


def test_a_fall_breaks_the_gate_and_a_tiny_one_does_not(tmp_path: Path, tree: dict[str, Any]) -> None:
    path = tmp_path / "gate.json"
    gate.update(path, tree)
    assert gate.check(gate.read(path), with_f1(tree, 0.8996)).ok
    verdict = gate.check(gate.read(path), with_f1(tree, 0.899))
    assert not verdict.ok
    assert [str(one) for one in verdict.broken] == ["stapi: rules.v1: titles.micro.f1 is 0.8990, floor 0.9000"]


def test_a_floor_rises_by_itself_and_falls_only_with_a_reason(tmp_path: Path, tree: dict[str, Any]) -> None:
    path = tmp_path / "gate.json"
    gate.update(path, tree)
    gate.update(path, with_f1(tree, 0.95))
    before = path.read_text()
    with pytest.raises(UsageError, match=r"0\.9500 -> 0\.9000"):
        gate.update(path, tree)
    assert path.read_text() == before
    gate.update(path, tree, allow_regression="the parser now reads noscript")
    kept = json.loads(path.read_text())
    assert kept["corpora"]["stapi"]["floors"]["rules.v1"]["titles.micro.f1"] == 0.9
    assert kept["lowered"] == [
        {"corpus": "stapi", "system": "rules.v1", "measure": "titles.micro.f1", "from": 0.95, "to": 0.9, "reason": "the parser now reads noscript"}
    ]


def test_other_data_is_refused_not_compared(tmp_path: Path, tree: dict[str, Any]) -> None:
    path = tmp_path / "gate.json"
    gate.update(path, tree)
    other = copy.deepcopy(tree)
    other["corpora"]["stapi"]["sha256"] = "cd" * 32
    verdict = gate.check(gate.read(path), other)
    assert not verdict.ok
    assert "sha256" in verdict.refused[0]
    with pytest.raises(UsageError, match="sha256"):
        gate.update(path, other)


def test_nothing_checked_is_not_a_pass(tree: dict[str, Any]) -> None:
    verdict = gate.check({"corpora": {}}, tree)
    assert not verdict.ok
    assert "nothing is proven" in verdict.lines()[0]


def test_what_was_not_run_is_noted(tmp_path: Path, tree: dict[str, Any]) -> None:
    path = tmp_path / "gate.json"
    gate.update(path, tree)
    less = copy.deepcopy(tree)
    del less["corpora"]["stapi"]["systems"]["other"]
    verdict = gate.check(gate.read(path), less)
    assert verdict.ok
    assert verdict.notes == ("stapi: other was not run, its floors were not checked",)


def test_a_measure_that_vanished_is_broken(tmp_path: Path, tree: dict[str, Any]) -> None:
    path = tmp_path / "gate.json"
    gate.update(path, tree)
    less = copy.deepcopy(tree)
    del less["corpora"]["stapi"]["systems"]["other"]["titles"]
    assert "was not measured" in str(gate.check(gate.read(path), less).broken[0])


def test_a_damaged_file_is_a_data_error(tmp_path: Path) -> None:
    for text in ("{", "[]", '{"corpora": 3}'):
        (tmp_path / "gate.json").write_text(text)
        with pytest.raises(DataError):
            gate.read(tmp_path / "gate.json")


def test_digest_sees_borders() -> None:
    assert gate.digest([b"ab", b"c"]) != gate.digest([b"a", b"bc"])
    assert gate.digest([b"ab"]) == gate.digest([b"ab"])
