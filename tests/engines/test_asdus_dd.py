from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("simplemma")
pytest.importorskip("stopwordsiso")
pytest.importorskip("sentencex")

import rubricate.page
import rubricate.segments
from rubricate import engines
from rubricate.engines import asdus_dd
from rubricate.engines.asdus.training import Line, lines_of_page, model_of
from rubricate.errors import BadModel, DataError
from rubricate.types import LABELS

CARD = asdus_dd.MODEL.with_suffix(".json")
PROSE = "We use cookies and other information that we collect from you when you use our services, and share this information with our partners."
PAGE = f"<h2>Cookies</h2><p>{PROSE}</p><h2>Information we collect</h2><p>{PROSE} We collect information.</p><h2>Contact us</h2><p>{PROSE}</p>"


def some_lines() -> list[Line]:
    titles = [(f"{word} of your information", 0) for word in ("Use", "Sharing", "Security", "Collection")]
    prose = [
        (f"We {word} what you give us whenever you use the site, and more than that if you agree to it.", 1) for word in ("use", "share", "keep")
    ]
    return (titles + prose + [("Home", 2), ("Next page", 2)]) * 15


def small(seed: int = 0) -> asdus_dd.AsdusDD:
    pytest.importorskip("gensim")
    options = asdus_dd.Options(steps=300, batch=32)
    return asdus_dd.AsdusDD(*model_of(some_lines(), options, seed), options)


def test_it_learns_its_lines() -> None:
    made = small()
    table = made.network.probabilities(asdus_dd.features([text for text, _ in some_lines()], made.title, made.prose))
    assert (table.argmax(axis=1) == np.array([number for _, number in some_lines()])).mean() > 0.95


def test_the_same_seed_gives_the_same_model(tmp_path: Path) -> None:
    for name in ("one", "two"):
        asdus_dd.save(small(), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_saved_and_loaded_it_says_the_same(tmp_path: Path) -> None:
    made = small()
    asdus_dd.save(made, tmp_path / "model.npz")
    again = asdus_dd.load(tmp_path / "model.npz")
    segments = rubricate.segments.of(rubricate.page.read(PAGE))
    assert again.label(segments).names == made.label(segments).names
    assert np.allclose(again.label(segments).probabilities, made.label(segments).probabilities, atol=0.02)


def test_too_little_to_learn_from() -> None:
    pytest.importorskip("gensim")
    with pytest.raises(DataError, match=r"classes \[0\]"):
        model_of([("a title", 0)], asdus_dd.Options(), 0)
    with pytest.raises(DataError, match="no word occurs 10 times"):
        model_of([("a title", 0), ("prose", 1), ("menu", 2)], asdus_dd.Options(), 0)


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04broken"])
def test_damaged_models(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "model.npz").write_bytes(data)
    with pytest.raises(BadModel, match=r"model\.npz"):
        asdus_dd.load(tmp_path / "model.npz")


def test_missing_and_foreign_models(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match=r"none\.npz"):
        asdus_dd.engine(model=tmp_path / "none.npz")
    np.savez(tmp_path / "other.npz", format=np.frombuffer(b"another", dtype=np.uint8))
    with pytest.raises(BadModel, match="is not a model"):
        asdus_dd.load(tmp_path / "other.npz")


def test_misc_lines_are_not_learnt() -> None:
    segments = rubricate.segments.of(rubricate.page.read("<p>Title here</p><p>Updated 2018</p>"))
    assert lines_of_page(segments, ["title", "misc"]) == [("Title here", 0)]


def test_the_shipped_model_on_a_policy() -> None:
    segments = rubricate.segments.of(rubricate.page.read(PAGE))
    labels = engines.get("asdus-dd").label(segments)
    assert list(labels.names) == ["title", "prose", "title", "prose", "title", "prose"]
    assert [LABELS[row.argmax()] for row in labels.probabilities] == list(labels.names)


def test_the_card_is_of_the_shipped_model() -> None:
    card = json.loads(CARD.read_text(encoding="utf-8"))
    data = asdus_dd.MODEL.read_bytes()
    assert card["sha256"] == hashlib.sha256(data).hexdigest()
    assert len(data) <= 5_000_000
    assert {"engine", "data", "counts", "seed", "versions", "scores"} <= set(card)
