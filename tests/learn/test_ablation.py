"""The ablation of default.v1: every family names columns that exist, and a run gives one row of figures a variant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rubricate import page, segments
from rubricate.features import columns
from rubricate.features.evidence import Evidence
from rubricate.features.second import second_columns
from rubricate.learn.ablation import FAMILIES, SEEDS, VARIANTS, ablation
from rubricate.types import LABELS


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_some_columns_and_not_all(family: str) -> None:
    found = columns(segments.of(page.read("<p>One</p><p>Two</p><p>Three</p>")), Evidence({}, {}))
    first = np.full((3, len(LABELS)), 0.2, np.float32)
    names = [*found.values, *second_columns(first, found.groups, found.values["chars"], found.spans, found.elements)]
    own = [name for name in names if FAMILIES[family](name)]
    assert 2 <= len(own) <= len(names) / 2


def test_names_tell_variants_apart() -> None:
    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)
    assert VARIANTS[0].name == "everything"


def test_a_run(document: Callable[..., Path], tmp_path: Path) -> None:
    pytest.importorskip("catboost")
    for corpus, part in (("stapi/PP", "train"), ("cleaneval-en-dev", "")):
        for number in range(10):
            text = " ".join(f"{corpus[:2]}{number}{word} keeps" for word in range(12)) + " what you give."
            rows = [{"label": label, "text": said} for label, said in (("title", "Use of it"), ("prose", text), ("misc", "Updated in May"))]
            html = f"<ul><li><a href=/>Log in</a></ul><h2>Use of it</h2><p>{text}</p><div>Updated in May</div><footer><a href=/i>Imprint</a></footer>"
            document(f"{corpus}/doc{number}", html, rows, meta={"stapi_part": part, "url": f"https://{corpus[:2]}{number}.example/"})
    chosen = [variant for variant in VARIANTS if variant.passes == 1 or variant.family == "best element of the first pass"]
    found = ablation(tmp_path, chosen)
    assert list(found["figures"]) == ["one pass", "without best element of the first pass"]
    assert all(len(values) == len(SEEDS) and 0 <= min(values) <= max(values) <= 1 for row in found["figures"].values() for values in row.values())
