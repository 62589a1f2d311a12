"""Training on a few made-up pages, the engine's answers, the model file and what is wrong with bad ones."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.stapi import figures, model, training
from rubricate.engines.stapi.features import describe
from rubricate.engines.stapi.model import Stapi, load
from rubricate.engines.stapi.options import PAPER, Options
from rubricate.engines.stapi.training import Sample, fit
from rubricate.errors import BadModel, DataError
from rubricate.types import BOILERPLATE, LABELS, Segments

for package in ("xgboost", "imblearn", "sentencex", "wordllama"):
    pytest.importorskip(package, reason="needs the extra 'papers'")

SMALL = replace(PAPER, encoder="wordllama", rounds=8, classifier_rounds=8)


class Lengths:
    """An encoder of one number."""

    name = "lengths"
    size = 1

    def encode(self, texts: Sequence[str]) -> Any:
        return np.array([[len(text)] for text in texts], dtype=np.float32)


def segments(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


def page(number: int) -> tuple[str, list[str]]:
    """A page and the gold of its lines."""
    text = "We keep what you give us, and nothing else that we could find out about you. " * 2
    parts = [("<nav><a href=/>Home</a></nav>", BOILERPLATE), ("<div><a href=/>Sign in</a></div>", BOILERPLATE), ("<h1>Privacy</h1>", "title")]
    parts.append((f"<em>Last updated in {1990 + number}</em>", "misc"))
    for section in range(number + 2):
        parts += [(f"<h2>Part {section}</h2>", "title"), (f"<p>{text}</p>", "prose"), (f"<ul><li>{text}</li></ul>", "prose")]
    parts += [(f"<div>Link {link}</div>", BOILERPLATE) for link in range(8)]
    return "".join(html for html, _ in parts), [name for _, name in parts]


def sample(number: int, encode: Any, options: Options = SMALL) -> Sample:
    html, gold = page(number)
    lines = describe(segments(html), options.discard)
    assert len(lines) == len(gold)
    return Sample(lines, training.average(encode, lines.text), np.array(gold), "PP")


@pytest.fixture(scope="module")
def pages() -> list[Sample]:
    return [sample(number, Lengths()) for number in range(6)]


@pytest.fixture(scope="module")
def engine(pages: list[Sample]) -> Stapi:
    return fit(pages, SMALL, 0, Lengths())


def test_it_learns_what_is_plain(engine: Stapi) -> None:
    html, gold = page(9)
    found = segments(html)
    labels = engine.label(found)
    said = ["prose" if name == "item" else name for name in labels.names]
    assert said == gold
    assert [name for name, state in zip(labels.names, found.state, strict=True) if state.list_depth] == ["item"] * 11
    assert labels.reasons[0] == "inside <nav>"
    assert labels.reasons[1].startswith("filter: content 0.")
    assert labels.probabilities.shape == (len(gold), len(LABELS))
    assert np.allclose(labels.probabilities.sum(axis=1), 1, atol=1e-5)


def test_nothing_to_label(engine: Stapi) -> None:
    assert list(engine.label(segments("")).names) == []
    assert list(engine.label(segments("<nav>only a menu</nav>")).names) == [BOILERPLATE]


def test_a_given_filter_replaces_its_own(pages: list[Sample]) -> None:
    engine = fit(pages, replace(SMALL, classifier_features=("next_tag", "ratio")), 0, Lengths())
    lines, encodings = pages[0].lines, pages[0].encodings
    everything = engine.answer(lines, encodings, np.ones(len(lines), dtype=bool))
    own = engine.answer(lines, encodings)
    assert np.array_equal(own.content, everything.content)
    assert not np.array_equal(own.classes, everything.classes)


def test_large_pages_in_parts(engine: Stapi, pages: list[Sample], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = engine.answer(pages[3].lines, pages[3].encodings)
    monkeypatch.setattr(model, "ROWS", 4)
    parts = engine.answer(pages[3].lines, pages[3].encodings)
    assert np.array_equal(whole.content, parts.content)
    assert np.array_equal(whole.classes, parts.classes)


@pytest.mark.parametrize("smote", [True, False])
def test_same_seed_same_bytes(smote: bool, pages: list[Sample], tmp_path: Path) -> None:
    options = replace(SMALL, smote=smote, filter_smote=smote)
    digests = [model.save(fit(pages, options, 3, Lengths()), tmp_path / f"{turn}.gz") for turn in range(2)]
    assert digests[0] == digests[1]
    assert (tmp_path / "0.gz").read_bytes() == (tmp_path / "1.gz").read_bytes()


def test_smote_evens_out_the_classes() -> None:
    table = np.array([[n, n % 3] for n in range(30)], dtype=np.float32)
    target = np.array([0] * 20 + [1] * 7 + [2] * 3)
    more, classes = training._smote(table, target, [1], 5, 0)
    assert np.bincount(classes).tolist() == [20, 20, 20]
    assert set(more[:, 1].tolist()) <= {0.0, 1.0, 2.0}
    assert np.array_equal(more[:30], table)


def test_too_little_to_learn_from(pages: list[Sample]) -> None:
    bare = replace(pages[0], gold=np.full(len(pages[0].lines), BOILERPLATE))
    with pytest.raises(DataError, match="only 1 of 2 classes"):
        fit([bare], SMALL, 0, Lengths())


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from rubricate.engines.stapi.encoders import encoder

    path = tmp_path_factory.mktemp("model") / "stapi.v1.gz"
    encode = encoder("wordllama")
    fit([sample(number, encode) for number in range(4)], SMALL, 0, encode).save(path, note="made in a test")
    return path


def test_saved_and_loaded_is_the_same(saved: Path) -> None:
    one, other = load(saved), load(saved)
    found = segments(page(5)[0])
    first, second = one.label(found), other.label(found)
    assert first.names == second.names
    assert np.array_equal(first.probabilities, second.probabilities)
    card = json.loads(model.card_of(saved).read_text())
    assert card["note"] == "made in a test"
    assert card["options"]["encoder"] == "wordllama"
    assert len(card["sha256"]) == 64
    travelled = pickle.loads(pickle.dumps(one))
    assert np.array_equal(travelled.label(found).probabilities, first.probabilities)


def change(path: Path, target: Path, **values: Any) -> Path:
    data = json.loads(gzip.decompress(path.read_bytes()))
    data.update(values)
    target.write_bytes(gzip.compress(json.dumps(data).encode()))
    return target


def test_bad_models(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="no such model"):
        load(tmp_path / "absent.gz")
    whole = saved.read_bytes()
    for name, damaged in {"short": whole[: len(whole) // 2], "text": b"no model", "empty": b""}.items():
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(BadModel, match=r"damaged|its format"):
            load(tmp_path / name)
    with pytest.raises(BadModel, match="its format is 'other'"):
        load(change(saved, tmp_path / "format", format="other"))
    with pytest.raises(BadModel, match="not a model"):
        load(change(saved, tmp_path / "options", options={"speed": 1}))
    with pytest.raises(BadModel, match="encodings of 7 numbers"):
        load(change(saved, tmp_path / "size", encoder_size=7))
    steps = json.loads(gzip.decompress(whole))["steps"]
    steps["filter"]["trees"] = steps["filter"]["trees"].replace("1", "2")
    with pytest.raises(BadModel, match="filter is damaged"):
        load(change(saved, tmp_path / "trees", steps=steps))


def test_the_papers_tables(engine: Stapi, pages: list[Sample]) -> None:
    found = figures.measure(engine, pages)
    assert found["filter"]["weighted"]["f1"] == 1.0
    assert found["classifier"]["confusion"] == [[33, 0, 0], [0, 54, 0], [0, 0, 6]]
    assert found["classifier"]["auc"] == {"title": 1.0, "prose": 1.0, "misc": 1.0}
    assert found["filter"]["roc"][-1] == (1.0, 1.0)
    assert found["gold_coverage"] == {"all": 1.0, "PP": 1.0}
    assert found["filter_all_lines"]["by_label"]["noise"]["support"] == found["filter"]["by_label"]["noise"]["support"] + 6  # the menus


def test_ablation_has_a_row_for_every_feature(pages: list[Sample]) -> None:
    rows = figures.ablation_of(pages[:4], pages[4:], replace(SMALL, rounds=2, classifier_rounds=2))
    by_name = {row.dropped: row for row in rows}
    assert list(by_name)[-1] == "none"
    assert set(by_name) == {*PAPER.filter_features, *PAPER.classifier_features, "none"}
    assert by_name["position"].classifier is None
    assert by_name["ratio"].filter is None
    assert by_name["none"].filter is not None


def test_title_and_prose_alone(pages: list[Sample]) -> None:
    assert figures.title_prose(pages[:4], pages[4:], SMALL) == {"PP": 1.0, "all": 1.0}


def test_cross_validation_asks_engines_that_have_not_seen_the_page(pages: list[Sample], monkeypatch: pytest.MonkeyPatch) -> None:
    learnt: list[set[int]] = []

    def fit_and_note(known: Sequence[Sample], *rest: Any) -> Stapi:
        learnt.append({id(page) for page in known})
        return fit(known, *rest)

    monkeypatch.setattr(figures, "fit", fit_and_note)
    folds = [[0, 3], [1, 4], [2, 5]]
    found = figures.crossed(pages, folds, SMALL)
    assert found["pages"] == len(pages)
    assert learnt == [{id(page) for index, page in enumerate(pages) if index not in fold} for fold in folds]
    assert found["title_prose_of_three"] == found["title_prose_by_domain"]["PP"] > 0.9


def test_lines_that_look_the_same_share_their_mean_length() -> None:
    lines = describe(segments("<p>one two</p><p>one two three four</p><p><b>one</b></p><h2>a b</h2>"), ())
    assert lines.alike.tolist() == [3.0, 3.0, 1.0, 2.0]
    assert lines.size.tolist()[:3] == [1.0, 1.0, 1.0]
    assert lines.size[3] > 1
    assert describe(segments("<p><a href=/>half</a> linx</p>"), ()).linked.tolist() == [0.5]
