"""`rubricate train`: every engine that learns leaves a model that it can label with, and a card of that very model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rubricate
from rubricate import engines
from rubricate.errors import DataError, UsageError
from rubricate.evaluation import EvaluateOptions, run
from rubricate.learn import train as training
from rubricate.learn.train import LEARNERS, train

Writer = Callable[..., Path]
NEEDS = {"asdus-dd": ("gensim", "simplemma", "stopwordsiso", "sentencex"), "stapi": ("xgboost", "wordllama", "sentencex"), "victor": ("pycrfsuite",)}
TITLES = ("Use of your information", "Sharing of your information", "Security of your information")


def lines(number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for title in TITLES:
        text = f"We use what you give us, and keep it for {number} years, whenever you use the site and agree to share your information with us."
        found += [{"label": "title", "text": title}, {"label": "prose", "text": text}]
    return [*found, {"label": "misc", "text": f"Last updated on {number + 1} May"}]


def html(rows: list[dict[str, Any]]) -> str:
    tags = {"title": "h2", "prose": "p", "misc": "div"}
    body = "".join(f"<{tags[row['label']]}>{row['text']}</{tags[row['label']]}>" for row in rows)
    return f"<nav><a href=/>Home</a> <a href=/shop>Shop</a></nav><ul><li>Log in<li>Next page</ul>{body}<footer><p>Imprint</p></footer>"


@pytest.fixture
def data(document: Writer, tmp_path: Path) -> Path:
    """Twenty pages in the layout of every corpus that the learners read."""
    for corpus in ("stapi/PP", "cleaneval-en-dev"):
        for number in range(20):
            rows = lines(number)
            document(f"{corpus}/doc{number}", html(rows), rows, meta={"stapi_part": "train", "url": f"https://owner{number}.example/"})
    return tmp_path


@pytest.mark.parametrize("name", LEARNERS)
def test_a_model_with_its_card(name: str, data: Path, tmp_path: Path) -> None:
    for package in NEEDS[name]:
        pytest.importorskip(package)
    out = tmp_path / "models" / f"mine{'.gz' if name == 'stapi' else '.npz'}"
    train(name, data, out)
    card = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert card["engine"] == f"{name}.v1"
    assert card["sha256"] == hashlib.sha256(out.read_bytes()).hexdigest()
    assert card["pages"] == 20
    assert card["seed"] == 0
    made = rubricate.extract(html(lines(3)), engine=engines.get(name, model=out))
    assert made.labels.engine == f"{name}.v1"
    assert "Use of your information" in [section.title for section in made.walk()]


def test_nothing_to_train() -> None:
    with pytest.raises(UsageError, match="nothing to train"):
        train("rules", Path("."), Path("x.npz"))


def _other_words(text: str, mark: str) -> str:
    """The same sentence in words of its own: near-duplicates stay in one fold."""
    return " ".join(f"{word}{mark}" for word in text.rstrip(".").split()) + "."


@pytest.fixture
def mixed(document: Writer, tmp_path: Path) -> Path:
    """Fifteen pages each of two corpora, no two of them alike; a third of them is for validation."""
    for corpus in ("stapi/PP", "cleaneval-en-dev"):
        for number in range(15):
            rows = lines(number)
            for row in rows:
                row["text"] = _other_words(row["text"], f"{corpus[:2]}{number}") if row["label"] == "prose" else row["text"]
            part, owner = "vali" if number % 3 == 0 else "train", f"{corpus[:2]}{number}"
            document(f"{corpus}/doc{number}", html(rows), rows, meta={"stapi_part": part, "url": f"https://owner{owner}.example/"})
    return tmp_path


def test_the_default_model_with_its_card(mixed: Path) -> None:
    pytest.importorskip("catboost")
    out, said = mixed / "models" / "mine.npz", []
    train("default", mixed, out, say=said.append, without="vali")
    card = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))
    assert card["engine"] == "default.v1"
    assert card["sha256"] == hashlib.sha256(out.read_bytes()).hexdigest()
    assert card["data"]["stapi"]["pages"] == 10
    assert card["left out"] == "vali"
    assert card["scores"]["stapi"]["pages"] == 5
    assert card["scores"]["stapi"]["title F1"] == 1.0, "such easy pages"
    assert card["scores"]["cleaneval-en-dev"]["kept text F1"] > 0.9
    assert len(card["known weaknesses"]) > 3
    assert any("lent" in text for text in said)
    made = rubricate.extract(html(lines(3)), engine=engines.get("default", model=out))
    assert "Use of your information" in [section.title for section in made.walk()]


def test_a_model_for_every_fold(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("catboost")
    monkeypatch.setattr(training, "CROSS_VALIDATED", replace(training.CROSS_VALIDATED, trees=(5, 5)))
    train("default", mixed, mixed / "cv" / "default.{fold}.npz", fold_count=3)
    cards = [json.loads((mixed / "cv" / f"default.{number}.json").read_text(encoding="utf-8")) for number in (1, 2, 3)]
    assert [card["left out"] for card in cards] == ["1/3", "2/3", "3/3"]
    assert [card["data"]["stapi"]["pages"] for card in cards] == [10, 10, 10]
    assert [card["scores"]["stapi"]["pages"] for card in cards] == [5, 5, 5]
    engine = f"default={mixed}/cv/default.{{fold}}.npz"
    results = run(EvaluateOptions(engines=(engine,), data=mixed, split="cv", folds=3, jobs=1))
    made = results.tree["corpora"]["stapi"]["systems"]["default.v1"]
    assert made["run"]["pages"] == 15
    assert made["run"]["failed"] == 0
    assert made["titles"]["micro"]["gold"] == 45


@pytest.mark.parametrize(
    ("name", "out", "without", "folds", "said"),
    [
        ("default", "cv.npz", "", 5, "only then"),
        ("default", "{fold}.npz", "", 0, "only then"),
        ("default", "{fold}", "", 5, "ends in .npz"),
        ("default", "{fold}.npz", "vali", 5, "either --folds or --without"),
        ("default", "x.npz", "test", 0, "not 'test'"),
        ("victor", "{fold}.npz", "", 5, "by itself"),
    ],
)
def test_training_that_makes_no_sense(name: str, out: str, without: str, folds: int, said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said):
        train(name, tmp_path, tmp_path / out, without=without, fold_count=folds)


def test_no_corpora(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="none of the corpora"):
        train("default", tmp_path, tmp_path / "x.npz")


def test_more_folds_than_pages(mixed: Path) -> None:
    with pytest.raises(UsageError, match="cleaneval-en-dev has 15 pages: too few for 16 folds"):
        train("default", mixed, mixed / "{fold}.npz", fold_count=16)


def test_a_model_of_levels_for_every_fold(document: Writer, tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    for number in range(12):
        rows = lines(number)
        for row in rows:
            row["text"] = _other_words(row["text"], f"w{number}") if row["label"] == "prose" else row["text"]
        levels = {"levels": [1, 2, 2], "sure": 1.0}
        document(f"stapi/PP/doc{number}", html(rows), rows, meta={"stapi_part": "train", "url": f"https://owner{number}.example/"}, outline=levels)
    train("levels", tmp_path, tmp_path / "levels.{fold}.npz", fold_count=2)
    cards = [json.loads((tmp_path / f"levels.{number}.json").read_text(encoding="utf-8")) for number in (1, 2)]
    assert [card["left out"] for card in cards] == ["1/2", "2/2"]
    assert [len(card["learnt"].split()) for card in cards] == [6, 6]
    assert not set(cards[0]["learnt"].split()) & set(cards[1]["learnt"].split())
