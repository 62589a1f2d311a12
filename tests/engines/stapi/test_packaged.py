"""The model in the package: its card, its size, its answers."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

import pytest

import rubricate.page
import rubricate.segments
from rubricate import engines
from rubricate.engines import stapi
from rubricate.engines.stapi import figures
from rubricate.engines.stapi.model import PACKAGED, card_of
from rubricate.engines.stapi.options import from_dict
from rubricate.errors import BadModel

READY = pytest.mark.skipif(bool(stapi.problem()), reason=stapi.problem() or "ready")
PAGE = """<body><nav><a href=/>Home</a><a href=/shop>Shop</a></nav><h1>Privacy Policy</h1><p>Last updated: 3 May 2019</p>
<h2>1. Information we collect</h2><p>We collect information that you provide to us when you create an account, such as your name and your address.</p>
<ul><li>Log data that our servers record when you visit the website.</li><li>Cookies and similar technologies.</li></ul>
<h2>2. How we use information</h2><p>We use the information that we collect to provide, maintain and improve our services.</p>
<div><a href=/a>Careers</a></div><div><a href=/b>Help</a></div><footer>Copyright</footer></body>"""


def test_the_card_fits_the_model() -> None:
    card = json.loads(card_of(PACKAGED).read_text("utf-8"))
    data = PACKAGED.read_bytes()
    assert len(data) == card["bytes"] <= 5_000_000
    assert hashlib.sha256(data).hexdigest() == card["sha256"]
    assert from_dict(card["options"]) == stapi.SHIPPED
    assert card["parts"] == ["train"]
    assert card["scores"]["filter"]["weighted"]["f1"] >= 0.933  # the paper's
    assert set(asdict(stapi.SHIPPED)) == set(card["options"])


@READY
def test_a_policy() -> None:
    segments = rubricate.segments.of(rubricate.page.read(PAGE))
    labels = engines.get("stapi").label(segments)
    found = dict(zip(segments.text, labels.names, strict=True))
    assert found["1. Information we collect"] == found["2. How we use information"] == "title"
    assert found["Log data that our servers record when you visit the website."] == "item"
    assert found["Home Shop"] == found["Help"] == found["Copyright"] == "boilerplate"
    assert [name for text, name in found.items() if text.startswith("We ")] == ["prose", "prose"]


def test_a_model_of_ones_own_that_is_not_there() -> None:
    with pytest.raises(BadModel, match="no such model"):
        engines.get("stapi", model="absent.gz")


@pytest.mark.data
@READY
def test_pages_that_it_has_not_seen(data_dir: Path) -> None:
    from rubricate.learn.corpora import load

    engine = stapi.engine()
    pages = [example for example in load("stapi", data_dir) if example.part == "vali"][::4]
    found = figures.measure(engine, stapi.samples(pages, engine.options, engine.encoder))
    assert found["filter"]["weighted"]["f1"] > 0.92
    assert found["classifier"]["weighted"]["f1"] > 0.94
    assert found["title_prose_of_three"] > 0.96
