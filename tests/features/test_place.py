"""Depths and ends of elements, and the lines inside them, against the plain way to find them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricate import page, segments
from rubricate.features import columns
from rubricate.features.place import Place

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))


@pytest.mark.parametrize("html", [*[path.read_bytes() for path in PAGES[::5]], "<p>a", "<div>" * 300 + "deep", "<p>a<p>b<ul><li>c<li>d</ul>e"])
def test_depths_and_lines_of_every_element(html: bytes | str) -> None:
    lines = segments.of(page.read(html))
    tree, place = lines.page.tree, Place(lines)
    above = [list(tree.ancestors(row)) for row in range(len(tree))]
    assert place.depth.tolist() == [len(rows) for rows in above]
    inside: list[list[int]] = [[] for _ in range(len(tree))]
    for number, runs in enumerate(lines.runs):
        for row in (runs[0], *above[runs[0]]):
            inside[row].append(number)
    for row, numbers in enumerate(inside):
        if numbers:
            assert (place.low[row], place.high[row]) == (numbers[0], numbers[-1] + 1)
        else:
            assert place.low[row] == place.high[row]


def test_which_elements_stand_in_each_other() -> None:
    lines = segments.of(page.read("<body>a<div><script>1</script><p>b</p><i>c</i></div>"))
    place = Place(lines)
    parents, blocks = place.around()
    tags = [lines.page.tree.tags[row] for row in place.names.rows.tolist()]
    assert tags == ["html", "body", "div", "p"]
    assert parents.tolist() == [-1, 0, 1, 2]
    assert [tags[block] for block in blocks.tolist()] == ["body", "p", "div"]


def test_steps_between_lines() -> None:
    lines = segments.of(page.read("<div><p>a</p><p>b</p></div><ul><li>c</li></ul>"))
    found = columns(lines).values
    assert found["rise"].tolist() == [9, 1, 2]
    assert found["fall"].tolist() == [9, 1, 2]


def test_elements_of_one_kind_are_counted_and_in_order() -> None:
    story = "<div class=story><p>{}</p></div>"
    html = "<div class=story><p>a</p><p>b</p></div>" + story.format("c") + "<div class=other><p>d</p></div>" + story.format("e")
    found = columns(segments.of(page.read(html))).values
    assert found["c1_kin"].tolist() == [3, 3, 3, 1, 3]
    assert found["c1_order"].tolist() == [0, 0, 1, 0, 2]


@pytest.mark.parametrize("html", [*[path.read_bytes() for path in PAGES[::5]], "<p>a", "a<p class=b>b<p class=b>c<p>d<div><p class=b>e</div>"])
def test_paths_are_the_tags_and_classes_from_the_root_down(html: bytes | str) -> None:
    lines = segments.of(page.read(html))
    tree = lines.page.tree
    spelt = [tuple((tree.tags[row], tree.attribute(row, "class")) for row in (block, *tree.ancestors(block))) for block in lines.block]
    found = Place(lines).paths().tolist()
    assert len(set(found)) == len(set(spelt)) == len(set(zip(found, spelt, strict=True)))
