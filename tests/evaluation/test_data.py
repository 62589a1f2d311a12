"""On the real pages: what was measured from outside on a larger part of the same corpus, within the error of a sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricate.evaluation import EvaluateOptions, peers, run

OUTSIDE = {"all-h-tags": 0.604, "resiliparse": 0.694, "justext": 0.677, "readability-lxml": 0.658, "trafilatura": 0.512}
"""Title F1 on all 291 pages."""


@pytest.mark.data
def test_title_f1_of_known_tools_is_what_others_measured(data_dir: Path) -> None:
    known = tuple(name for name in OUTSIDE if name in peers.installed())
    results = run(EvaluateOptions(engines=("rules",), peers=known, data=data_dir, split="all", limit=40))
    systems = results.tree["corpora"]["stapi"]["systems"]
    for name in known:
        assert systems[name]["titles"]["micro"]["f1"] == pytest.approx(OUTSIDE[name], abs=0.1), name
        assert systems[name]["titles"]["by_markup"]["bold line"]["recall"] < 0.02, name
        assert systems[name]["run"]["failed"] == 0, name
    assert systems["rules.v1"]["stapi"]["segments_found"] > 0.99
