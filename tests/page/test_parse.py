from __future__ import annotations

import subprocess
import sys

import pytest

from rubricate import page, segments
from rubricate.errors import TooBig, TooDeep
from rubricate.page.limits import Limits
from rubricate.page.parse import INERT, located, parse


def test_rows_are_elements_and_texts_in_document_order() -> None:
    tree = parse("<title>t</title><p id=a class='b c'>one <b>two</b></p>three")
    assert tree.tags == ["html", "head", "title", "", "body", "p", "", "b", "", ""]
    assert tree.parents == [-1, 0, 1, 2, 0, 4, 5, 5, 7, 4]
    assert tree.data[3] == "t"
    assert tree.data[6] == "one "
    assert tuple(tree.data[5]) == (("id", "a"), ("class", "b c"))


def test_attributes_the_first_of_a_name_wins_and_names_are_lower_case() -> None:
    tree = parse("<p ID=a id=b TITLE hidden>x")
    row = tree.tags.index("p")
    assert tree.attribute(row, "id") == "a"
    assert tree.attribute(row, "title") == ""
    assert tree.attribute(row, "lang") is None


def test_a_row_comes_after_its_parent() -> None:
    tree = parse("<table><tr><td>a<p>b<div>c</table>d<svg><g>e</g></svg>")
    assert all(parent < row for row, parent in enumerate(tree.parents))
    assert [data for tag, data in zip(tree.tags, tree.data, strict=True) if not tag] == ["a", "b", "c", "d", "e"]


def test_the_tree_is_the_standards_one() -> None:
    assert "tbody" in parse("<table><tr><td>x").tags  # elements that the source leaves out
    fostered = parse("<table>text<tr><td>x")  # text in a table's way is moved before it
    assert fostered.tags.index("") < fostered.tags.index("table")
    reopened = parse("<p><b>one<p>two")  # formatting left open goes on in the next paragraph
    assert reopened.tags.count("b") == 2
    assert parse("<p>a<p>b").parents.count(1) == 0  # paragraphs do not nest


def test_scripting_is_off_so_noscript_holds_elements() -> None:
    tree = parse("<body><noscript><p>x</p></noscript>")
    assert tree.tags[tree.parents[tree.tags.index("p")]] == "noscript"


def test_the_empty_page_has_its_three_elements() -> None:
    assert parse("").tags == ["html", "head", "body"]


def test_a_shadow_root_is_an_ordinary_template() -> None:
    html = "<div><template shadowrootmode=open><p>x</p></template></div>"
    assert "template" in parse(html).tags
    assert [element.tag for element in located(html).iter_elements()] == [tag for tag in parse(html).tags if tag]


@pytest.mark.parametrize(
    "html",
    ["<p>a<b>b</b>", "<table>x<td>y", "<svg><foreignObject><p>z", "<template><p>t</p></template><p>u", "<b><p>x</b>y", "<frameset><frame>"],
)
def test_located_has_the_same_elements(html: str) -> None:
    assert [element.tag for element in located(html).iter_elements()] == [tag for tag in parse(html).tags if tag]


FATAL = (
    "<math><template><mi><div></template><i><div></i><p>end",
    "<SVG><Template><title><div></TEMPLATE\n><i><div></i><p>end",
    "<svg></svg><svg title='</svg>'><template><desc><p></template><b><p></b>end",
)


@pytest.mark.parametrize("html", FATAL)
def test_a_page_that_would_kill_the_parser(html: str) -> None:
    """In a process of its own: it would take this one with it."""
    code = f"from rubricate.page.parse import located, parse; located({html!r}); print(parse({html!r}).data[-1])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "end\n"), run.stderr


def test_such_a_page_is_read_as_before_but_for_the_name() -> None:
    html = "<p>a</p><svg><title>b</title></svg><template><svg><title>c</title></svg>d</template><p>e</p>"
    tree = parse(html)
    assert INERT in tree.tags
    assert "template" not in tree.tags
    assert [line.span for line in segments.of(page.read(html))] == [(0, 8), (len(html) - 8, len(html))], "places in the source are what they were"
    assert "template" in parse("<template><svg><title>c</title></svg>d</template><p>e</p>").tags, "nothing before it"
    assert "template" in parse("<svg></svg><template>d</template><p>e</p>").tags, "nothing in it"


def test_too_many_rows() -> None:
    with pytest.raises(TooBig, match="500"):
        parse("<p>a" * 500, Limits(rows=500))
    assert parse("<p>a" * 200, Limits(rows=500)).tags.count("p") == 200


def test_too_deep() -> None:
    with pytest.raises(TooDeep, match=r"102 elements deep; the limit is 100"):
        parse("<div>" * 100 + "x", Limits(depth=100))
    assert parse("<div>" * 98 + "x", Limits(depth=100)).tags.count("div") == 98


def test_long_text_is_one_row() -> None:
    tree = parse("<p>" + "word " * 400_000)
    assert [len(data) for tag, data in zip(tree.tags, tree.data, strict=True) if not tag] == [2_000_000]


def test_lone_surrogates_are_read() -> None:
    tree = parse("<p>a\ud800b</p>")
    assert tree.tags.count("") == 1
