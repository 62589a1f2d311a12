"""The docs do what they say: examples run, generated parts are fresh, documented names are the exported ones, links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rubricate

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md"), ROOT / "samples" / "README.md"])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^)\s]+)\)|\!\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("path", [path for path in PAGES if "```python" in path.read_text(encoding="utf-8")], ids=lambda path: path.name)
def test_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All Python blocks of a page, in order, in one namespace."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    for block in BLOCK.findall(path.read_text(encoding="utf-8")):
        exec(compile(block, str(path), "exec"), names)


def test_generated_parts_are_fresh() -> None:
    told = subprocess.run([sys.executable, str(ROOT / "docs" / "generate.py"), "--check"], capture_output=True, text=True, check=False, timeout=120)
    assert told.returncode == 0, f"run `make docs`: {told.stdout}{told.stderr}"


def test_documented_names_are_the_exported_ones() -> None:
    documented = re.findall(r"^## `(\w+)`$", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert documented == rubricate.__all__
    assert all(hasattr(rubricate, name) for name in rubricate.__all__)


def test_every_error_is_documented() -> None:
    from rubricate import errors

    text = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert [name for name in errors.__all__ if not re.search(rf"\b{name}\b", text)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [first or second for first, second in LINK.findall(text)]
    inside = [target.partition("#")[0] for target in targets if "://" not in target and not target.startswith(("#", "/"))]
    assert [target for target in inside if not (path.parent / target).exists()] == []


def test_commands_of_the_readme_exist() -> None:
    from rubricate.cli.program import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    used = set(re.findall(r"^    rubricate (\w+) ", text, re.MULTILINE))
    assert used <= set(COMMANDS)
    targets = set(re.findall(r"^    make (\w+)", text, re.MULTILINE))
    assert targets == {"demo", "test"}
    assert all(f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8") for target in targets)
