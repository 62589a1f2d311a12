from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rubricate.evaluation import docs, papers
from rubricate.evaluation.papers_said import PAPERS
from rubricate.evaluation.results import Results

FIGURES: dict[str, Any] = {
    "about": {"rubricate": "0.1.0", "python": "3.11", "seed": 0},
    "vali": {"pages": 57, "asdus-di.v1": {"asdus": {"coverage": 0.978, "loose": {"precision": 0.7, "recall": 1, "f1": 0.823}}}},
    "cv": {"pages": 232, "asdus-di.v1": {"asdus": {"coverage": 0.9651}}},
    "cards": {"victor.v1": {"sha256": "ab" * 32, "labels": {"header": 1174}}},
    "ablations": {},
    "folds": {
        "victor.v1": {"exp-3": {"total": 56.28}},
        "stapi.v1": {"filter": {"weighted": {"precision": 0.94}}, "title_prose_by_domain": {"PP": 0.98}},
    },
}


def rows(text: str) -> dict[str, str]:
    return {line.split("|")[1].strip(): line for line in text.splitlines() if line.startswith("| ")}


def test_ours_stand_beside_the_published_ones() -> None:
    made = rows(papers.page(FIGURES))
    assert "| all, P | .820 | .700 | −.120 |" in papers.page(FIGURES)
    assert made["exp-3: CLEANEVAL, total"] == "| exp-3: CLEANEVAL, total | 75.2 | 56.3 | −18.9 |"
    assert made["header"] == "| header | 1,996 | 1,174 | - |"


def test_cross_validation_is_a_column_where_it_was_done() -> None:
    text = papers.page(FIGURES)
    made = rows(text)
    assert "| all, coverage % | 97.2 | 97.8 | +0.6 | 96.5 |" in text
    assert made["filter, weighted P"] == "| filter, weighted P | .933 | - | - | .940 |"  # a learning system's own folds
    assert made["STAPI, privacy policies"].endswith("| .980 |")
    assert text.count("all, cross-validated |") == 3


def test_what_was_not_measured_is_a_dash() -> None:
    made = rows(papers.page({**FIGURES, "vali": {"pages": 57}, "cards": {}, "folds": {}}))
    assert made["F"].split("|")[3].strip() == "-"
    assert made["exp-3: CLEANEVAL, total"] == "| exp-3: CLEANEVAL, total | 75.2 | - | - |"


def test_every_table_says_why() -> None:
    tables = [table for paper in PAPERS for table in paper.tables]
    assert len(tables) >= 12
    assert all(len(table.why) > 40 and table.rows for table in tables)
    paths = [row.path for table in tables for row in table.rows]
    assert {path.partition("/")[0] for path in paths} == {"vali", "cards", "ablations", "folds"}


def test_read() -> None:
    assert papers.read(FIGURES, "vali/asdus-di.v1/asdus/coverage") == 0.978
    assert papers.read(FIGURES, "vali/asdus-di.v1/asdus") is None
    assert papers.read(FIGURES, "vali/none") is None


def test_gathered_keeps_our_systems_and_the_cards() -> None:
    tree = {
        "about": {"peers": {"trafilatura": "2"}, "seed": 0},
        "corpora": {"stapi": {"pages": 1, "sha256": "x", "systems": {"pembe.v1": {"titles": {}}, "trafilatura": {}}}},
    }
    made = papers.gathered(tree)
    assert set(made["vali"]) == {"pages", "sha256", "pembe.v1"}
    assert made["cards"]["stapi.v1"]["scores"]["filter"]["weighted"]["f1"] > 0.9
    assert made["cv"] == {}


def test_the_pages_of_the_docs_say_what_their_figures_say(root: Path) -> None:
    folder = root / "docs" / "figures"
    figures = json.loads((folder / "papers.json").read_text(encoding="utf-8"))
    assert (root / "docs" / "papers.md").read_text(encoding="utf-8") == papers.page(figures)
    runs = docs.kept(folder)
    assert len(runs) >= 2
    assert not docs.stale(runs, root / "docs" / "how-good.md")


def test_every_published_row_of_the_papers_has_a_figure_of_ours(root: Path) -> None:
    figures = json.loads((root / "docs" / "figures" / "papers.json").read_text(encoding="utf-8"))
    missing = [row.path for paper in PAPERS for table in paper.tables for row in table.rows if papers.read(figures, row.path) is None]
    assert missing == []


@pytest.mark.parametrize("machine", ["/tmp", "/work", "/home", "/root"])
def test_figures_name_no_folder_of_a_machine(root: Path, machine: str) -> None:
    assert [path.name for path in (root / "docs" / "figures").glob("*.json") if machine in path.read_text(encoding="utf-8")] == []


def test_runs_on_the_same_pages_share_their_tables(tree: dict[str, Any]) -> None:
    other = Results(json.loads(json.dumps(tree))).tree
    other["corpora"]["stapi"]["systems"] = {"third": other["corpora"]["stapi"]["systems"]["other"]}
    whole = docs.merged([tree, other])
    assert len(whole) == 1
    assert list(whole[0]["corpora"]["stapi"]["systems"]) == ["rules.v1", "other", "third"]
    other["corpora"]["stapi"]["sha256"] = "cd" * 32
    assert len(docs.merged([tree, other])) == 2
