from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rubricate import engines
from rubricate.engines import registry
from rubricate.engines.registry import Builtin, Registry
from rubricate.errors import EngineError, UnknownEngine, UsageError
from rubricate.types import Engine, Labels, Segments


class Plain:
    """Calls everything prose."""

    def __init__(self, name: str = "plain.v1", loud: bool = False) -> None:
        self.name = name
        self.loud = loud

    def label(self, segments: Segments) -> Labels:
        count = len(segments)
        return Labels(self.name, ["prose"] * count, [1.0] * count, [""] * count)


def test_builtins_are_known_and_made_lazily() -> None:
    assert "rules.v1" in engines.names()
    code = "import sys, rubricate.engines; print('rubricate.engines.rules' in sys.modules, 'importlib.metadata' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == ["False", "False"]


def test_a_builtin_is_found_without_scanning_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(self: Registry) -> dict[str, EntryPoint]:
        raise AssertionError("looked at the installed packages")

    monkeypatch.setattr(Registry, "_entry_points", scan)
    fresh = Registry()
    for name in ("rules.v1", "rules", "default"):
        assert isinstance(fresh.get(name), Engine)


def test_a_builtin_without_options_is_shared() -> None:
    fresh = Registry()
    assert fresh.get("rules.v1") is fresh.get("rules")


def test_unversioned_means_newest_by_number() -> None:
    fresh = Registry({})
    for version in (2, 10, 9):
        fresh.register(f"plain.v{version}", Plain)
    assert fresh.resolve("plain") == "plain.v10"
    assert fresh.resolve("plain.v9") == "plain.v9"


def test_default_falls_back_to_rules_without_a_model(tmp_path: Path) -> None:
    place = "rubricate.engines.rules:engine"
    table = {"default.v1": Builtin(place, model="default.v1.npz"), "rules.v1": Builtin(place)}
    fresh = Registry(table, models=tmp_path)
    assert fresh.resolve("default") == "rules.v1"
    (tmp_path / "default.v1.npz").write_bytes(b"")
    assert fresh.resolve("default") == "default.v1"


def test_a_model_without_its_module_is_not_the_default(tmp_path: Path) -> None:
    (tmp_path / "default.v1.npz").write_bytes(b"")
    table = {"default.v1": Builtin("rubricate.engines.nowhere:engine", model="default.v1.npz"), "rules.v1": Builtin("rubricate.engines.rules:engine")}
    assert Registry(table, models=tmp_path).resolve("default") == "rules.v1"


def test_a_missing_module_is_neither_shown_nor_found() -> None:
    fresh = Registry({"ghost.v1": Builtin("rubricate.engines.ghost:engine"), "rules.v1": Builtin("rubricate.engines.rules:engine")})
    assert "ghost.v1" not in fresh.names()
    with pytest.raises(UnknownEngine, match=r"ghost\.v1"):
        fresh.get("ghost.v1")


@pytest.mark.parametrize(("name", "near"), [("rule", "rules.v1"), ("rules.v9", "rules.v1"), ("ruls", "rules.v1")])
def test_an_unknown_name_lists_near_ones(name: str, near: str) -> None:
    with pytest.raises(UnknownEngine, match="did you mean") as caught:
        engines.get(name)
    assert near in str(caught.value)


def test_an_unknown_name_like_no_other_lists_all() -> None:
    with pytest.raises(UnknownEngine, match=r"there are .*rules\.v1"):
        engines.get("xyzzy")


@pytest.mark.parametrize("name", ["plain", "Plain.v1", "plain.v", "plain.v1x", ".v1", "", "a b.v1"])
def test_names_must_be_versioned(name: str) -> None:
    with pytest.raises(UsageError, match="must be lower case and end in a version"):
        Registry({}).register(name, Plain)


def test_a_name_cannot_be_taken_twice() -> None:
    fresh = Registry()
    with pytest.raises(UsageError, match="already"):
        fresh.register("rules.v1", Plain)
    fresh.register("plain.v1", Plain)
    with pytest.raises(UsageError, match="already"):
        fresh.register("plain.v1", Plain)


def test_options_reach_the_factory_and_wrong_ones_are_misuse() -> None:
    fresh = Registry({})
    fresh.register("plain.v1", Plain)
    assert fresh.get("plain.v1", loud=True).loud is True  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match="louder"):
        fresh.get("plain.v1", louder=True)


def test_a_factory_that_gives_no_engine() -> None:
    fresh = Registry({})
    fresh.register("dict.v1", dict)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="gave dict"):
        fresh.get("dict.v1")


def foreign(monkeypatch: pytest.MonkeyPatch, **entries: str) -> Registry:
    points = [EntryPoint(name.replace("_", "."), value, registry.GROUP) for name, value in entries.items()]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    return Registry({"rules.v1": Builtin("rubricate.engines.rules:engine")})


def test_engines_of_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "Plain", Plain, raising=False)
    place = "rubricate.engines.registry:Plain"
    fresh = foreign(monkeypatch, plain_v3=place, broken_v1="no_such_package:engine", bare=place)
    assert fresh.names() == ["rules.v1", "bare", "broken.v1", "plain.v3"]
    assert isinstance(fresh.get("plain"), Plain)
    with pytest.raises(EngineError, match="no_such_package"):
        fresh.get("broken.v1")
    table = {row.name: row for row in fresh.describe()}
    assert table["plain.v3"].ready
    assert table["plain.v3"].description == "Calls everything prose."
    assert "no_such_package" in table["broken.v1"].problem
    assert table["bare"].problem == "its name has no version"


def test_a_foreign_engine_cannot_hide_a_builtin(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = foreign(monkeypatch, rules_v1="no_such_package:engine")
    assert fresh.names() == ["rules.v1"]
    assert fresh.get("rules.v1").name == "rules.v1"


def test_describe_says_what_is_missing(tmp_path: Path) -> None:
    place = "rubricate.engines.rules:engine"
    fresh = Registry({"rules.v1": Builtin(place), "big.v1": Builtin(place, extra="papers", model="big.v1.npz")}, models=tmp_path)
    rules, big = fresh.describe()[:2]
    assert rules.ready
    assert rules.description
    assert rules.source == "built in"
    assert not big.ready
    assert "big.v1.npz" in big.problem
    assert big.extra == "papers"


def test_one_broken_engine_does_not_hide_the_others() -> None:
    fresh = Registry({"half.v1": Builtin("rubricate.engines:engine"), "rules.v1": Builtin("rubricate.engines.rules:engine")})
    half, rules = fresh.describe()[:2]
    assert "has no engine()" in half.problem
    assert rules.ready
    with pytest.raises(EngineError, match=r"has no engine\(\)"):
        fresh.get("half.v1")
