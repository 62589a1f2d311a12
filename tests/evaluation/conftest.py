"""A tiny corpus in the layouts of the real ones, written by the tests; and results of a run that never was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

PAGE = """<html><head><title>Terms</title></head><body><nav><a href=/>Home</a> <a href=/x>Shop</a></nav>
<h1>Terms of use {n}</h1><p>These terms say what you may do with the service number {n}, and what you may not do with it at all.</p>
<p><b>Payment</b></p><p>You pay at the end of every month, by card or by bank transfer, as you like.</p>
<h2>Contact {n}</h2><p>Write to us at any time; we answer within three working days.</p><footer><p>Imprint</p></footer></body></html>"""


def write_page(folder: Path, number: int, part: str) -> None:
    folder.mkdir(parents=True)
    (folder / "page.html").write_text(PAGE.format(n=number), encoding="utf-8")
    lines = [
        ("title", f"Terms of use {number}"),
        ("prose", f"These terms say what you may do with the service number {number}, and what you may not do with it at all."),
        ("title", "Payment"),
        ("prose", "You pay at the end of every month, by card or by bank transfer, as you like."),
        ("title", f"Contact {number}"),
        ("prose", "Write to us at any time; we answer within three working days."),
    ]
    (folder / "gold.jsonl").write_text("\n".join(json.dumps({"label": label, "text": text}) for label, text in lines), encoding="utf-8")
    (folder / "outline.json").write_text(json.dumps({"levels": [1, 2, 2], "sure": 1.0}), encoding="utf-8")
    (folder / "meta.json").write_text(
        json.dumps({"encoding": "utf-8", "stapi_part": part, "url": f"https://owner{number}.example/"}), encoding="utf-8"
    )


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A data folder with six stapi-like pages: four to learn from, two to validate on."""
    for number in range(6):
        write_page(tmp_path / "stapi" / ("PP" if number % 2 else "TOS") / f"doc{number}", number, "vali" if number > 3 else "train")
    return tmp_path


@pytest.fixture
def tree() -> dict[str, Any]:
    """Results with two systems on one corpus."""

    def measures(f1: float) -> dict[str, Any]:
        micro = {"precision": f1, "recall": f1, "f1": f1}
        return {
            "titles": {"micro": micro, "macro": micro, "by_domain": {"PP": micro, "TOS": micro}, "by_markup": {"h-tag": {"recall": 1.0}}},
            "stapi": {
                "filter_auc": 0.9,
                "filter_roc": [(0, 0), (0.1, 0.9), (1, 1)],
                "labels": {"names": ["title", "prose"], "confusion": [[3, 1], [0, 6]]},
            },
            "calibration": {"ece": 0.02, "curve": [{"confidence": 0.8, "accuracy": 0.7}]},
            "run": {"pages": 2, "failed": 0, "errors": [], "milliseconds": {"median": 12.0, "p99": 20.0, "sum": 32.0}, "model": "no training"},
            "worst": [{"id": "PP/<a>", "score": 0.5, "titles": {"right": 1, "predicted": 2, "gold": 2}, "file": "x.html"}],
        }

    about = {"rubricate": "0.1.0", "python": "3.11", "split": "vali", "seed": 0, "peers": {"trafilatura": "2.3", "all-h-tags": ""}}
    systems = {"rules.v1": measures(0.9), "other": measures(0.61234)}
    return {"about": about, "corpora": {"stapi": {"pages": 2, "sha256": "ab" * 32, "systems": systems}}}
