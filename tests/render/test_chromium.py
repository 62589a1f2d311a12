from __future__ import annotations

from pathlib import Path

import pytest

from rubricate.errors import MissingBrowser, MissingExtra, UsageError
from rubricate.render import Browser, RenderOptions, find


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RUBRICATE_CHROMIUM", raising=False)
    return tmp_path


def program(path: Path) -> str:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_none_at_all(bare: Path) -> None:
    with pytest.raises(MissingBrowser, match="apt-get install chromium"):
        find()


def test_in_the_path_by_any_of_its_names(bare: Path) -> None:
    other = program(bare / "google-chrome")
    assert find() == other
    own = program(bare / "chromium")
    assert find() == own


def test_the_one_that_is_named(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare / "chromium")
    mine = program(bare / "mine")
    monkeypatch.setenv("RUBRICATE_CHROMIUM", mine)
    assert find() == mine
    assert find(str(bare / "chromium")) == str(bare / "chromium")
    monkeypatch.setenv("RUBRICATE_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(MissingBrowser, match="/nowhere/chromium"):
        find()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rubricate.render.browser.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"rubricate\[render\]"):
        Browser().check()


@pytest.mark.parametrize("wrong", [{"allow": ("http://a/",)}, {"allow": ("*",)}, {"seconds": 0.0}])
def test_options_that_make_no_sense(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        RenderOptions(**wrong)  # type: ignore[arg-type]
