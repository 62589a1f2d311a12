"""What all tests share: where the corpora are, the sample page, and the rule that CI skips nothing silently."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEVER_SKIPPED_IN_CI = ("browser", "server")


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def sample() -> Path:
    """The sample page that the README's main command uses."""
    return ROOT / "samples" / "privacy-policy.html"


@pytest.fixture(scope="session")
def sample_html(sample: Path) -> bytes:
    """The sample page's bytes."""
    return sample.read_bytes()


@pytest.fixture(scope="session")
def pure() -> Callable[[str], Any]:
    """Modules of the package as they are where no twin was built: from a second copy of it, made beside the first."""
    saved = {name: sys.modules.pop(name) for name in [*sys.modules] if name.split(".")[0] == "rubricate"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUBRICATE_PURE", "1")
        import_module("rubricate.engines.default")
        copies = {name: sys.modules.pop(name) for name in [*sys.modules] if name.split(".")[0] == "rubricate"}
    sys.modules.update(saved)
    assert all(getattr(module, "_fast", None) is None for module in copies.values())
    return lambda name: copies[f"rubricate.{name}"]


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of the corpora; tests that ask for it are skipped, visibly, where there is none."""
    named = os.environ.get("RUBRICATE_DATA", "")
    if not named:
        pytest.skip("RUBRICATE_DATA is not set: the corpora are not here")
    folder = Path(named)
    if not folder.is_dir():
        pytest.fail(f"RUBRICATE_DATA names {folder}, which is not a folder")
    return folder


@pytest.fixture(scope="session")
def stapi_pages(data_dir: Path) -> list[Path]:
    """The pages of the stapi set, in order."""
    pages = sorted((data_dir / "stapi").glob("*/*/page.html"))
    if not pages:
        pytest.skip(f"{data_dir} holds no stapi pages")
    return pages


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Under CI a test that needs a browser or a server must run: its skip becomes a failure."""
    report = yield
    if os.environ.get("CI") and report.skipped and any(item.get_closest_marker(name) for name in NEVER_SKIPPED_IN_CI):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"skipped under CI, where it must run: {reason}"
    return report


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes are named by their length: compressed ones hold the time, and parallel workers must agree on every test's name."""
    return f"{argname}-{len(val)}-bytes" if isinstance(val, bytes) else None
