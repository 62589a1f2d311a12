"""The compiled twins: there where they can be, gone without where they cannot, and the same answers both ways."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rubricate
from rubricate.compiled import NAMES, twin, twins

PAGES = sorted((Path(__file__).parent / "pages").glob("*/page.html"))
HASH = """
import hashlib, sys, rubricate
from rubricate.compiled import twins
assert not any(twins().values())
for path in sys.argv[1:]:
    document = rubricate.extract(open(path, "rb").read())
    print(hashlib.sha256((document.to_json() + document.to_markdown() + document.to_html()).encode()).hexdigest())
"""


def test_every_twin_was_built() -> None:
    absent = [name for name, module in twins().items() if module is None]
    if absent and not (os.environ.get("CI") and shutil.which("cc")):
        pytest.skip(f"not built: {', '.join(absent)}")
    assert not absent


def test_all_twins_are_listed() -> None:
    home = Path(rubricate.__file__).parent
    assert sorted(NAMES) == sorted(".".join(path.relative_to(home).with_suffix("").parts) for path in home.rglob("_*.pyx"))


def test_a_twin_whose_source_has_changed_since_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(rubricate.__file__).parent / "engines" / "_trees.pyx"
    if twin("engines._trees") is None or not source.is_file():
        pytest.skip("not built here")
    monkeypatch.setattr("rubricate.compiled.os.path.getmtime", lambda path: source.stat().st_mtime - 3600)
    assert twin("engines._trees") is None


def test_no_twin_where_there_is_none_or_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert twin("engines._nothing") is None
    monkeypatch.setenv("RUBRICATE_PURE", "1")
    assert not any(twins().values())


def test_the_same_documents_without_them() -> None:
    environment = {**os.environ, "RUBRICATE_PURE": "1"}
    ran = subprocess.run([sys.executable, "-c", HASH, *map(str, PAGES)], env=environment, capture_output=True, text=True, timeout=250, check=True)
    for path, without in zip(PAGES, ran.stdout.split(), strict=True):
        document = rubricate.extract(path.read_bytes())
        text = document.to_json() + document.to_markdown() + document.to_html()
        assert hashlib.sha256(text.encode()).hexdigest() == without, path.parent.name
