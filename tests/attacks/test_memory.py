"""Peak memory of a fresh process stays below 60 MB + 30 x page bytes, and does not grow from page to page."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostile import GROWING

pytestmark = [pytest.mark.alone, pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the peak is read from /proc")]

MB = 1_000_000
NAMES = (
    *("depth", "tiny paragraphs", "attributes", "unclosed formatting", "one line", "one attribute", "entities", "titles", "nested lists"),
    *("table rows", "colspans", "links", "inline styles", "classes", "rules and elements", "words", "kept lines", "blank lines"),
    *(name for name in GROWING if name.startswith("reopened")),
)


def run(root: Path, *arguments: str) -> list[str]:
    command = [sys.executable, str(root / "benchmarks" / "memory.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=280).stdout.split()


@pytest.mark.parametrize("name", NAMES)
def test_peak(name: str, root: Path) -> None:
    size, peak = map(int, run(root, "--one", name, "--bytes", "2000000"))
    assert peak <= 60 * MB + 30 * size, f"{name}: {peak / MB:.0f} MB for {size / MB:.1f} MB"


@pytest.mark.parametrize("name", [name for name in GROWING if name.startswith("reopened")])
@pytest.mark.parametrize("size", [2_000, 40_000])
def test_peak_of_small_pages(name: str, size: int, root: Path) -> None:
    """Where a few kilobytes were gigabytes."""
    length, peak = map(int, run(root, "--one", name, "--bytes", str(size)))
    assert peak <= 60 * MB + 30 * length, f"{name}: {peak / MB:.0f} MB"


def test_no_growth_over_many_pages(root: Path) -> None:
    """A short form of `benchmarks/memory.py --pages 10000`."""
    grown = int(run(root, "--pages", "1500", "--quiet")[0])
    assert grown < 10 * MB, f"grew by {grown / MB:.1f} MB"
