"""A command line to call: in this process for speed, or as a process of its own where that is the point."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rubricate.cli import main


@dataclass(frozen=True)
class Told:
    """What a call printed, and its exit code."""

    code: int
    out: str
    err: str


Call = Callable[..., Told]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """`call("outline", path, stdin=b"...")`, in this process."""

    def run(*arguments: object, stdin: bytes = b"") -> Told:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Told(code, said.out, said.err)

    return run


@pytest.fixture
def spawn() -> Call:
    """The same as a process of its own."""

    def run(*arguments: object, stdin: bytes = b"", env: dict[str, str] | None = None) -> Told:
        command = [sys.executable, "-m", "rubricate", *map(str, arguments)]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=120, check=False, env=env)
        return Told(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A small page with two sections."""
    path = tmp_path / "page.html"
    path.write_text(
        "<title>T</title><nav><a href=/>Home</a></nav><main><h1>Terms of use</h1><p>These are the terms of this site, and they are short.</p>"
        "<h2>Payment</h2><p>You pay nothing at all, see <a href='/fees'>our fees</a>.</p></main>",
        encoding="utf-8",
    )
    return path
