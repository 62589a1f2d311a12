from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rubricate import engines
from rubricate.errors import DataError, MissingExtra, UsageError
from rubricate.evaluation import EvaluateOptions, Results, run
from rubricate.learn.card import fingerprints
from rubricate.learn.corpora import load
from rubricate.learn.folds import aside
from rubricate.outline import model
from rubricate.outline.clues import WEIGHTS
from rubricate.outline.model import LevelModel
from rubricate.outline.pairs import Pairs
from rubricate.types import PROSE, TITLE, Labels, Segments


class ByTag:
    """h-tags are titles, the rest is prose; fails on a page that says so."""

    name = "bytag.v1"

    def __init__(self, fails_on: str = "no such text") -> None:
        self.fails_on = fails_on

    def label(self, segments: Segments) -> Labels:
        if any(self.fails_on in text for text in segments.text):
            raise RuntimeError("told to fail")
        names = [TITLE if state.heading else PROSE for state in segments.state]
        return Labels(self.name, names, [0.9] * len(names), ["tag"] * len(names))


@pytest.fixture
def by_tag(monkeypatch: pytest.MonkeyPatch) -> ByTag:
    engine = ByTag()
    known = engines.get
    monkeypatch.setattr(engines, "get", lambda name, **options: engine if name == "bytag.v1" else known(name, **options))
    monkeypatch.setattr(engines, "resolve", lambda name: {"rules": "rules.v1"}.get(name, name))
    return engine


def evaluate(data: Path, **options: Any) -> Results:
    return run(EvaluateOptions(**{"engines": ("bytag.v1",), "data": data, "jobs": 1, "split": "all", **options}))


def test_figures_of_the_small_corpus_are_those_by_hand(corpus: Path, by_tag: ByTag) -> None:
    node = evaluate(corpus).tree["corpora"]["stapi"]
    made = node["systems"]["bytag.v1"]
    assert node["pages"] == 6
    assert made["titles"]["micro"] == {
        "precision": 1.0,
        "recall": pytest.approx(2 / 3),
        "f1": pytest.approx(0.8),
        "right": 12,
        "predicted": 12,
        "gold": 18,
    }
    assert made["titles"]["by_markup"]["bold line"] == {"recall": 0.0, "right": 0, "gold": 6}
    assert made["titles"]["by_markup"]["h-tag"]["recall"] == 1.0
    assert made["stapi"]["segments_found"] == 1.0
    assert made["stapi"]["gold_coverage"] == 1.0
    assert made["pembe"]["parent_given"] == 1.0
    assert made["run"] | {"milliseconds": 0} == {"pages": 6, "failed": 0, "errors": [], "milliseconds": 0, "model": "no training"}


def test_a_failure_is_counted_and_scored_as_nothing(corpus: Path, by_tag: ByTag) -> None:
    by_tag.fails_on = "Contact 3"
    made = evaluate(corpus).tree["corpora"]["stapi"]["systems"]["bytag.v1"]
    assert made["run"]["failed"] == 1
    assert made["run"]["errors"] == ["RuntimeError: told to fail"]
    assert (made["titles"]["micro"]["gold"], made["titles"]["micro"]["right"]) == (18, 10)
    assert made["stapi"]["gold_coverage"] == pytest.approx(5 / 6)


def test_vali_scores_the_validation_part_only(corpus: Path, by_tag: ByTag) -> None:
    node = evaluate(corpus, split="vali").tree["corpora"]["stapi"]
    assert [page["id"] for page in node["systems"]["bytag.v1"]["pages"]] == ["PP/doc5", "TOS/doc4"]


def test_processes_give_what_one_process_gives(corpus: Path) -> None:
    one = evaluate(corpus, engines=("rules",), peers=("all-h-tags",), jobs=1)
    two = evaluate(corpus, engines=("rules",), peers=("all-h-tags",), jobs=2)
    for tree in (one.tree, two.tree):
        for measures in tree["corpora"]["stapi"]["systems"].values():
            del measures["run"]["milliseconds"]
    assert json.loads(one.json()) == json.loads(two.json())


def test_learning_engines_never_see_what_they_are_scored_on(corpus: Path, by_tag: ByTag, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def train(examples: list[Any], options: Any = None, seed: int = 0) -> ByTag:
        seen.append([example.id for example in examples])
        return by_tag

    monkeypatch.setattr(sys.modules[__name__], "train", train, raising=False)
    made = evaluate(corpus, split="vali").tree["corpora"]["stapi"]["systems"]["bytag.v1"]
    assert seen == [["PP/doc1", "PP/doc3", "TOS/doc0", "TOS/doc2"]]
    assert made["run"]["model"].startswith("trained on pages of the corpus that are not scored")
    evaluate(corpus, split="vali", shipped=True)
    evaluate(corpus, split="all")
    assert len(seen) == 1


def test_cross_validation_scores_every_page_once(corpus: Path, by_tag: ByTag) -> None:
    pytest.importorskip("rubricate.learn.folds")
    pages = evaluate(corpus, split="cv", folds=3).tree["corpora"]["stapi"]["systems"]["bytag.v1"]["pages"]
    assert sorted(page["id"] for page in pages) == ["PP/doc1", "PP/doc3", "PP/doc5", "TOS/doc0", "TOS/doc2", "TOS/doc4"]


def test_cross_validation_takes_the_model_of_each_fold(corpus: Path, by_tag: ByTag, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def get(name: str, **options: str) -> ByTag:
        asked.append(Path(options["model"]).name)
        return by_tag

    monkeypatch.setattr(engines, "get", get)
    monkeypatch.setattr("rubricate.learn.folds.groups", lambda examples: [[index] for index in range(len(examples))])
    examples = load("stapi", corpus)
    for number in (1, 2, 3):
        learnt = [examples[index] for index in aside(examples, f"{number}/3")[1]]
        (tmp_path / f"m{number}.json").write_text(json.dumps({"learnt": fingerprints(learnt)}))
    engine = f"bytag.v1={tmp_path}/m{{fold}}.npz"
    made = evaluate(corpus, engines=(engine,), split="cv", folds=3).tree["corpora"]["stapi"]
    assert asked == ["m1.npz", "m2.npz", "m3.npz"]
    assert made["pages"] == 6
    assert made["systems"]["bytag.v1"]["run"]["model"] == "the model files m{fold}.npz: each knows no page of its fold"
    with pytest.raises(UsageError, match="not made for fold 1"):
        evaluate(corpus, engines=(engine,), split="cv", folds=2)


class Flat(LevelModel):
    """Nothing belongs below anything."""

    def __init__(self) -> None:
        self.weights = {**dict.fromkeys(WEIGHTS, 0.0), "always": -1.0}

    def corrections(self, found: Pairs) -> dict[tuple[int, int], float]:
        return {}


def test_a_model_of_levels_nests_own_and_given_titles(corpus: Path, by_tag: ByTag, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "load", lambda path: Flat())
    monkeypatch.setattr(import_module("rubricate.outline.levels"), "sound", lambda *_: False)
    usual = evaluate(corpus)
    flat = evaluate(corpus, levels=Path("flat.npz"))
    assert (usual.tree["about"]["levels"], flat.tree["about"]["levels"]) == ("the packaged model", "flat.npz")
    before, now = (made.tree["corpora"]["stapi"]["systems"]["bytag.v1"]["pembe"] for made in (usual, flat))
    assert before["parent_given"] == 1.0
    assert now["parent_given"] < 0.6
    assert now["parent_own"] < before["parent_own"]


def test_report_and_explained_pages_are_written_and_linked(corpus: Path, by_tag: ByTag, tmp_path: Path) -> None:
    out = tmp_path / "out"
    results = evaluate(corpus, out=out, worst=2)
    html = (out / "report.html").read_text()
    pages = sorted(path.name for path in (out / "pages").iterdir())
    assert len(pages) == 2
    assert all(f"pages/{name}" in html for name in pages)
    explained = (out / "pages" / pages[0]).read_text()
    assert "prose wrong" in explained  # the bold line
    assert "Titles that were not found (1)" in explained
    assert Results.load(out / "results.json").tree["corpora"].keys() == results.tree["corpora"].keys()


def test_gate_end_to_end(corpus: Path, by_tag: ByTag, tmp_path: Path) -> None:
    floors = tmp_path / "gate.json"
    assert evaluate(corpus, gate=floors, update_gate=True).ok
    assert evaluate(corpus, gate=floors).ok
    by_tag.fails_on = "Payment"
    assert not evaluate(corpus, gate=floors).ok
    with pytest.raises(UsageError, match="would be lowered"):
        evaluate(corpus, gate=floors, update_gate=True)
    by_tag.fails_on = "no such text"
    page = corpus / "stapi" / "PP" / "doc1" / "page.html"
    page.write_text(page.read_text() + " ")
    results = evaluate(corpus, gate=floors)
    assert results.verdict is not None
    assert "sha256" in results.verdict.refused[0]


def test_short_names_and_all(corpus: Path, by_tag: ByTag) -> None:
    (corpus / "stapi").rename(corpus / "stapi-small")
    assert list(evaluate(corpus, corpora=("stapi",)).tree["corpora"]) == ["stapi-small"]
    (corpus / "stapi-small").rename(corpus / "readability")
    assert list(evaluate(corpus, corpora=("all", "readability")).tree["corpora"]) == ["readability"]


def test_progress_goes_from_nothing_to_all(corpus: Path, by_tag: ByTag) -> None:
    told: list[tuple[str, int, int]] = []
    run(EvaluateOptions(engines=("bytag.v1",), data=corpus, jobs=1, split="all"), lambda *step: told.append(step))
    assert told == [("stapi: 1 systems", done, 6) for done in range(7)]


def test_problems_are_told_before_the_work(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUBRICATE_DATA", raising=False)
    with pytest.raises(DataError):
        run(EvaluateOptions(engines=("rules",)))
    with pytest.raises(UsageError, match="no peer"):
        evaluate(corpus, peers=("nobody",))
    monkeypatch.setattr("rubricate.evaluation.peers.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"rubricate\[peers\]"):
        evaluate(corpus, peers=("trafilatura",))
