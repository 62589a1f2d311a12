"""The features as a whole: shapes, order of the families, pages of any size."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from rubricate import page, segments
from rubricate.features import columns, table
from rubricate.features.evidence import Evidence, class_words, line_words
from rubricate.types import Segments

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))
EVIDENCE = Evidence({"privacy": (1.5, 0.5, 0.1), "home": (-2.0, 0.0, 0.0)}, {"nav": (-3.0, 0.0, 0.0), "content": (2.0, 1.0, -0.5)})


def of(html: str) -> dict[str, np.ndarray]:
    return columns(segments.of(page.read(html)), EVIDENCE).values


@pytest.mark.parametrize("html", ["", "one", "<p>a<p>b", "<h1>T</h1>" + "<p>word word word</p>" * 30])
def test_every_column_has_a_value_for_every_line(html: str) -> None:
    lines = segments.of(page.read(html))
    found = columns(lines, EVIDENCE).values
    assert {len(column) for column in found.values()} == {len(lines)}
    assert all(column.dtype == np.float32 and np.isfinite(column).all() for column in found.values())


def test_the_same_names_for_every_page() -> None:
    assert set(of("<p>a")) == set(of("<p>a<p class='a\nb'>b<table><tr><td>c</table>"))


def test_table_takes_columns_by_name() -> None:
    found = of("<p>four<p>seven77")
    assert table(found, ["chars", "index"]).tolist() == [[4.0, 0.0], [7.0, 1.0]]


def test_text_of_a_line() -> None:
    found = of("<p>Terms of Use<p>You may write to us, at any time. We answer.<p>SHOUT<p>第一条 总则")
    assert found["words"][:2].tolist() == [3.0, 10.0]
    assert found["sentences"][:2].tolist() == [0.0, 2.0]
    assert found["commas"][1] == 1
    assert found["capitals"][2] == 1.0
    assert found["words"][3] > 1, "words of a script without blanks are counted by characters"


def test_look_is_relative_to_the_body_text() -> None:
    found = of("<div style='font-size:10px'><p style='font-size:20px'>Title</p><p>" + "body text " * 30 + "</p></div>")
    assert found["size"].tolist() == [2.0, 1.0]


def test_links_and_bold_are_shares() -> None:
    found = of("<p><b>half</b> rest<p><a href=x>all of it</a>")
    assert found["bold"][0] == pytest.approx(0.5)
    assert found["linked"].tolist() == [0.0, 1.0]


def test_the_main_container_holds_most_of_the_prose() -> None:
    prose = "<p>" + "This is a sentence of running text that goes on. " * 6 + "</p>"
    found = of(f"<div><a href=x>Home</a></div><div>{prose * 4}</div><div>Foot</div>")
    assert found["main60"].tolist() == [0.0, 1.0, 1.0, 1.0, 1.0, 0.0]


def test_a_line_that_the_contents_list_points_at() -> None:
    found = of("<ul><li><a href='#aa'>Scope</a><li><a href='#bb'>Fees</a></ul><h2 id=aa>Scope</h2><p>text</p><h2 id=bb>Fees</h2><p>text</p>")
    assert found["target"].tolist() == [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    assert found["contents"].tolist() == [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]


def test_groups_of_look_alikes() -> None:
    found = of("<p><b>One</b><p>text text text.<p><b>Two</b><p>text text text text.")
    assert found["look_count"].tolist() == [2.0, 2.0, 2.0, 2.0]
    assert found["look_chars"][0] == 3.0
    assert found["look_full_stop"].tolist() == [0.0, 1.0, 0.0, 1.0]


def test_neighbours() -> None:
    found = of("<p>a<p>bbb<p>cc")
    assert found["chars+1"].tolist() == [3.0, 2.0, -1.0]
    assert found["chars-1"].tolist() == [-1.0, 1.0, 3.0]


def test_evidence_of_words_and_classes() -> None:
    found = of("<div class='siteNav'><p>Home</div><div id=content><p>Privacy</div>")
    assert found["words_kept"].tolist() == [-2.0, 1.5]
    assert found["classes_kept"].tolist() == [-3.0, 2.0]
    assert line_words("Hello, World! 42") == ["hello", "world"]
    tree = page.read("<p class='mainNav-item x1' id=top>a").tree
    assert class_words(tree, tree.tags.index("p")) == ["item", "main", "nav", "top"]


@pytest.mark.parametrize("path", PAGES[::4], ids=lambda path: path.parent.name)
def test_what_is_wanted_is_what_it_is_among_all(path: Path) -> None:
    lines = segments.of(page.read(path.read_bytes()))
    every = columns(lines, EVIDENCE)
    chance = Random(len(lines))
    for count in (0, 1, 20, 150):
        wanted = frozenset(chance.sample(sorted(every.values), count))
        some = columns(lines, EVIDENCE, wanted)
        assert wanted <= set(some.values)
        assert {"hidden", "heading", "linked", "prose", "list_depth", "chars", "veil_word"} <= set(some.values), "the engine itself needs them"
        assert all(np.array_equal(column, every.values[name]) for name, column in some.values.items()), "nothing is there with other values"
        assert all(np.array_equal(a, b) for a, b in zip(some.groups, every.groups, strict=True))
        assert np.array_equal(some.spans, every.spans)


@pytest.mark.alone
def test_time_is_linear_in_lines() -> None:
    from time import process_time

    def seconds(count: int) -> float:
        lines = segments.of(page.read("<p>1. word <b>bold</b></p>" * count))
        return min(once(lines) for _ in range(3))  # the garbage of other tests may be collected meanwhile

    def once(lines: Segments) -> float:
        start = process_time()
        columns(lines, EVIDENCE)
        return process_time() - start

    seconds(1000)
    assert seconds(16_000) < 8 * max(seconds(4000), 0.01)
