"""A room imports only from rooms above it in the flow (docs/architecture.md), plus types and errors."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent.parent / "src" / "rubricate"
EVERYWHERE = {"types", "errors", "compiled"}
CORE = {"page", "segments", "features", "engines", "outline", "writers"}
MAY = {
    "errors": set(),
    "compiled": set(),
    "types": {"segments", "writers"},  # inside methods: the views ask the rooms that know
    "page": set(),
    "segments": {"page"},
    "features": {"page", "segments"},
    "engines": {"page", "segments", "features", "outline"},  # pembe's levels are read by its own tree
    "outline": {"page", "segments", "engines"},  # the evaluator of trees, when the model of levels is read
    "writers": {"page", "segments", "outline"},
    "fetch": set(),
    "extract": CORE - {"writers", "features"},
    "learn": {*CORE, "extract"},
    "evaluation": {*CORE, "extract", "learn", "sites"},
    "render": {"page", "segments"},
    "sites": {*CORE, "render", "extract", "learn"},
    "cli": {*CORE, "extract", "learn", "evaluation", "fetch", "render", "sites"},
    "__main__": {"cli"},
}
MAKERS = {"training", "figures", "gold"}
"""Modules of an engine that run when its model is made or measured, never when it labels: they may look at learn and evaluation."""


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The rooms that a file imports, also inside functions; not those only for types."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    branches = [node for node in ast.walk(tree) if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    skipped = {inner for node in branches if ast.unparse(node.test) == "TYPE_CHECKING" for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "rubricate":
            found |= {alias.name for alias in node.names if (SOURCE / alias.name).exists() or (SOURCE / f"{alias.name}.py").exists()}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rubricate."):
            found.add(str(node.module).split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("rubricate.")}
    return found


@pytest.mark.parametrize("name", MAY)
def test_room_looks_only_upstream(name: str) -> None:
    files = [path for path in SOURCE.rglob("*.py") if room(path) == name]
    wrong = {}
    for path in files:
        more = {"learn", "evaluation"} if path.stem in MAKERS else set()
        if extra := imports(path) - MAY[name] - EVERYWHERE - more - {name}:
            wrong[str(path.relative_to(SOURCE))] = sorted(extra)
    assert wrong == {}


def test_every_room_is_on_the_map() -> None:
    rooms = {room(path) for path in SOURCE.rglob("*.py")} - {"__init__", "models"}
    assert rooms <= set(MAY), "a new room needs a row here and in docs/architecture.md"


def test_nothing_prints() -> None:
    calls = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        if room(path) != "cli"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert calls == []
