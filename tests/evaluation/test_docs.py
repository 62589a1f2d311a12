from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rubricate.errors import DataError
from rubricate.evaluation import docs
from rubricate.evaluation.results import Results


def test_page_is_made_from_results_and_known_to_be_stale(tmp_path: Path, tree: dict[str, Any]) -> None:
    results, page = tmp_path / "results.json", tmp_path / "docs" / "how-good.md"
    results.write_text(json.dumps(tree))
    assert docs.stale([results], page)
    docs.write([results], page)
    assert not docs.stale([results], page)
    text = page.read_text()
    assert "## stapi, vali: 2 pages" in text
    assert "| other | .612 |" in text
    assert "trafilatura 2.3" in text
    tree["corpora"]["stapi"]["systems"]["other"]["titles"]["micro"]["f1"] = 0.7
    results.write_text(json.dumps(tree))
    assert docs.stale([results], page)


def test_results_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    for text in ("{}", "[", "3"):
        path.write_text(text)
        with pytest.raises(DataError):
            Results.load(path)


def test_figures_are_small_and_say_the_same(tree: dict[str, Any]) -> None:
    tree["corpora"]["stapi"]["systems"]["other"]["pages"] = [{"id": "x"}]
    figures = Results(tree).figures()
    assert docs.page([figures]) == docs.page([tree])
    kept = figures["corpora"]["stapi"]["systems"]["other"]
    assert "pages" not in kept
    assert "worst" not in kept
    assert "filter_roc" not in kept["stapi"]
    assert figures["corpora"]["stapi"]["pages"] == 2
