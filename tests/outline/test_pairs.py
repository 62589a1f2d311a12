from __future__ import annotations

import numpy as np

import rubricate.page
import rubricate.segments
from rubricate.outline.looks import looks
from rubricate.outline.pairs import MOST, NAMES, Pairs, pairs
from rubricate.types import Segments


def compared(html: str) -> tuple[Segments, Pairs]:
    """The pairs of a page where every line is a title, but those in <p>."""
    lines = rubricate.segments.of(rubricate.page.read(html))
    tags = [lines.page.tree.tags[row] for row in lines.block]
    names = ["prose" if tag == "p" else "title" for tag in tags]
    titles = [index for index, name in enumerate(names) if name == "title"]
    return lines, pairs(lines, titles, names, looks(lines, titles, names))


def value(found: Pairs, lower: int, upper: int, name: str) -> float:
    row = next(at for at, pair in enumerate(zip(found.lower, found.upper, strict=True)) if pair == (lower, upper))
    return float(found.table[row, NAMES.index(name)])


def test_names_are_the_columns() -> None:
    _, found = compared("<h1>One</h1><h2>Two</h2><h2>Three</h2>")
    assert found.table.shape == (len(found.lower), len(NAMES))
    assert len(set(NAMES)) == len(NAMES)
    assert np.isfinite(found.table).all()


def test_a_title_is_compared_with_the_latest_of_each_look_and_with_the_first() -> None:
    _, found = compared("<h1>One</h1><h2>Two</h2><h2>Three</h2><h3>Four</h3><h2>Five</h2>")
    pairs_made = set(zip(found.lower.tolist(), found.upper.tolist(), strict=True))
    assert pairs_made == {(1, 0), (2, 0), (2, 1), (3, 0), (3, 2), (4, 0), (4, 2), (4, 3)}


def test_what_a_pair_says() -> None:
    _, found = compared("<h2>One</h2><p>Some text here.</p><h3>Two</h3><h3>Three</h3><div>2.1 Four</div>")
    assert value(found, 1, 0, "heading, change") == 1
    assert value(found, 2, 1, "same key") == 1
    assert value(found, 2, 0, "same key") == 0
    assert value(found, 1, 0, "no text between") == 0
    assert value(found, 2, 1, "no text between") == 1
    assert value(found, 2, 0, "alike before") == 1  # its look stands after the first title
    assert value(found, 2, 1, "alike before") == 0  # it is the upper one
    assert value(found, 1, 0, "alike before") == -2  # nowhere
    assert value(found, 1, 0, "text between") > value(found, 2, 1, "text between")
    assert value(found, 3, 2, "number depth, change") == 2


def test_pairs_a_title_are_bounded() -> None:
    _, found = compared("".join(f"<div style='color:#0000{number:02x}'>Title</div>" for number in range(60)))
    assert np.bincount(found.lower).max() == MOST + 1


def test_no_titles_and_one() -> None:
    for html in ("", "<h1>Only</h1>"):
        assert compared(html)[1].table.shape == (0, len(NAMES))


def test_letters_without_size() -> None:
    _, found = compared("<div style='font-size:0'>One</div><div style='font-size:0'>Two</div><p style='font-size:0'>Text</p>")
    assert np.isfinite(found.table).all()
