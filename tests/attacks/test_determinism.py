"""Same bytes, same answer: again, in threads, in other processes, with other hash seeds."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import rubricate
from hostile import GROWING

SCRIPT = """
import hashlib, sys
import rubricate
document = rubricate.extract(open(sys.argv[1], "rb").read(), engine=sys.argv[2])
print(hashlib.sha256((document.to_json() + document.to_markdown() + document.to_html()).encode()).hexdigest())
"""


def digest(page: bytes, engine: str = "default") -> str:
    document = rubricate.extract(page, engine=engine)
    return hashlib.sha256((document.to_json() + document.to_markdown() + document.to_html()).encode()).hexdigest()


def test_twenty_times(sample_html: bytes) -> None:
    assert len({digest(sample_html) for _ in range(20)}) == 1


def test_sixteen_threads(sample_html: bytes) -> None:
    pages = [sample_html, *(GROWING[name](6000) for name in ("titles", "nested lists", "table rows", "words", "rules and elements", "inline styles"))]
    alone = [digest(page) for page in pages]
    with ThreadPoolExecutor(16) as pool:
        together = list(pool.map(digest, pages * 12))
    assert together == alone * 12


@pytest.mark.parametrize("engine", ["rules", "default"])
def test_other_processes_and_hash_seeds(engine: str, sample: Path) -> None:
    expected = digest(sample.read_bytes(), engine)
    for seed in ("0", "1", "4242"):
        command = [sys.executable, "-c", SCRIPT, str(sample), engine]
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, env=os.environ | {"PYTHONHASHSEED": seed})
        assert told.stdout.strip() == expected, f"PYTHONHASHSEED={seed}"


def test_order_of_pages_does_not_matter(sample_html: bytes) -> None:
    first = digest(sample_html)
    for name in ("titles", "classes", "tiny paragraphs"):
        digest(GROWING[name](5000))
    assert digest(sample_html) == first
