"""What the default engine is trained on: disguised pages keep the labels of the page as it is."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rubricate import segments
from rubricate.features import columns
from rubricate.features.second import second_columns
from rubricate.learn.corpora import load
from rubricate.learn.default import DefaultOptions, assemble, second_table
from rubricate.learn.disguises import disguised
from rubricate.learn.gather import gather
from rubricate.learn.odds import count
from rubricate.page import read
from rubricate.types import LABELS, TITLE

PAGE = """<html><head><title>Bees</title></head><body><nav><a href="/">Home</a></nav>
<h1>On bees</h1><p>Bees are insects that make honey, and they live in hives with many others of their kind.</p>
<h2>Food</h2><p>They eat what they find in flowers, and bring what they do not eat back into the hive with them.</p></body></html>"""
TEXT = """On bees
Bees are insects that make honey, and they live in hives with many others of their kind.
Food
They eat what they find in flowers, and bring what they do not eat back into the hive with them."""


@pytest.mark.parametrize("disguise", ["", "plain", "untagged", "unnamed", "bare", "listed"])
def test_titles_known_by_their_tags_stay_titles_in_every_disguise(tmp_path: Path, disguise: str) -> None:
    folder = tmp_path / "readability" / "bees"
    folder.mkdir(parents=True)
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    (folder / "gold.txt").write_text(TEXT, encoding="utf-8")
    (folder / "meta.json").write_text(json.dumps({"id": "bees", "title": "Bees"}), encoding="utf-8")
    [example] = load("readability", tmp_path)
    [sheet] = gather([(example, disguise)], processes=1)
    titles = [index for index, label in enumerate(sheet.labels.tolist()) if LABELS[label] == TITLE]
    assert titles == [1, 3]
    headings = sheet.table[:, sheet.names.index("heading")]
    assert (headings[titles] > 0).all() == (disguise in ("", "plain", "unnamed"))


def test_training_makes_the_second_table_that_the_engine_makes(tmp_path: Path) -> None:
    folder = tmp_path / "readability" / "bees"
    folder.mkdir(parents=True)
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    (folder / "gold.txt").write_text(TEXT, encoding="utf-8")
    [example] = load("readability", tmp_path)
    sheets = list(gather([(example, "")], processes=1))
    data = assemble(sheets, count(sheets), lambda sheet: False, DefaultOptions())
    found = columns(segments.of(read(PAGE.encode())))
    chances = np.random.default_rng(0).random((len(found.values["chars"]), len(LABELS))).astype(np.float32)
    names, table = second_table(data, chances / chances.sum(axis=1, keepdims=True), [0])
    own = second_columns(chances / chances.sum(axis=1, keepdims=True), found.groups, found.values["chars"], found.spans, found.elements)
    assert names[-len(own) :] == list(own)
    assert np.array_equal(table[:, -len(own) :], np.stack(list(own.values()), axis=1))
    shared = [name for name in found.values if name in names]
    assert len(shared) > 200
    assert np.array_equal(table[:, [names.index(name) for name in shared]], np.stack([found.values[name] for name in shared], axis=1))


def test_a_listed_heading_stands_in_a_list_item_with_what_follows_it() -> None:
    page = disguised(read("<h1>On bees</h1><h2 id=a>Food</h2><p>They eat.</p><h2>Home</h2><p>They live.</p>"), "listed")
    lines = segments.of(page)
    assert lines.text == ["On bees", "Food", "They eat.", "Home", "They live."]
    assert [state.heading for state in lines.state] == [0] * 5
    assert [state.list_depth for state in lines.state] == [1] * 5
    tree = page.tree
    assert [[tree.tags[row] for row in tree.ancestors(block)][:2] for block in lines.block] == [["li", "ol"]] * 5


@pytest.mark.parametrize("disguise", ["untagged", "unnamed", "bare", "listed"])
def test_what_its_own_attributes_hide_stays_hidden(disguise: str) -> None:
    html = "<h2>Food</h2><h2 style='DISPLAY: none'>Menu</h2><h2 hidden>Find</h2><h2>Home</h2><p>They <b style='visibility:hidden'>do not</b></p>"
    page = read(html)
    lines = segments.of(disguised(page, disguise))
    hidden = {text for text, state in zip(lines.text, lines.state, strict=True) if state.hidden}
    assert hidden == {"Menu", "Find", "do not"}


def test_the_own_style_of_a_heading_comes_after_that_of_its_tag() -> None:
    page = disguised(read("<h2 style='font-size:7px'>Food</h2><h2 style>Home</h2>"), "untagged")
    styles = [page.tree.attribute(row, "style") for row, tag in enumerate(page.tree.tags) if tag == "div"]
    assert styles == ["font-size:1.5em;font-weight:bold;font-size:7px", "font-size:1.5em;font-weight:bold"]
