from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate.errors import BadModel
from rubricate.outline.clues import WEIGHTS
from rubricate.outline.levels import levels, nested
from rubricate.outline.looks import looks
from rubricate.outline.model import MODEL, load, packaged
from rubricate.outline.pairs import pairs

needs_model = pytest.mark.skipif(not MODEL.is_file(), reason="no levels.v1.npz in the package")
HTML = "<div><b>Rules</b></div>" + "".join(f"<p><b>{word}</b></p><p>Some text below it.</p>" for word in ("One", "Two", "Three"))


def made(html: str = HTML) -> tuple[rubricate.types.Segments, list[int], list[str]]:
    lines = rubricate.segments.of(rubricate.page.read(html))
    names = ["title" if lines.bold[index] else "prose" for index in range(len(lines))]
    return lines, [index for index, name in enumerate(names) if name == "title"], names


def test_corrections_are_added_to_the_clues() -> None:
    page = looks(*made())
    plain = nested(page)
    assert nested(page, WEIGHTS, {}) == plain
    assert nested(page, WEIGHTS, {(order, order - 1): 99.0 for order in range(1, 4)}) == [1, 2, 3, 4]
    assert nested(page, WEIGHTS, {(order, upper): -99.0 for order in range(1, 4) for upper in range(order)}) == [1, 1, 1, 1]


def test_without_the_file_the_clues_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, titles, names = made()
    monkeypatch.setattr(sys.modules["rubricate.outline.levels"], "packaged", lambda: None)
    assert levels(lines, titles, names) == nested(looks(lines, titles, names))


@needs_model
def test_the_packaged_model_is_small_and_is_the_one_of_its_card() -> None:
    card = json.loads(MODEL.with_suffix(".json").read_text("utf-8"))
    assert card["sha256"] == hashlib.sha256(MODEL.read_bytes()).hexdigest()
    assert MODEL.stat().st_size < 300_000
    assert packaged() is packaged()


@needs_model
def test_the_model_has_a_correction_for_every_pair() -> None:
    lines, titles, names = made()
    found = pairs(lines, titles, names, looks(lines, titles, names))
    model = packaged()
    assert model is not None
    corrections = model.corrections(found)
    assert set(corrections) == set(zip(found.lower.tolist(), found.upper.tolist(), strict=True))
    assert model.weights.keys() == WEIGHTS.keys()
    assert all(np.isfinite(value) for value in corrections.values())


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 and then nothing"])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.npz"
    path.write_bytes(content)
    with pytest.raises(BadModel, match=r"mine\.npz"):
        load(path)


def test_a_missing_file_and_another_format(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="there is no model file"):
        load(tmp_path / "none.npz")
    np.savez(tmp_path / "old.npz", facts=np.array(json.dumps({"format": 0})))
    with pytest.raises(BadModel, match="format 0"):
        load(tmp_path / "old.npz")
