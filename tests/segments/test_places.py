"""Where a line stands: XPaths that find it again, its place in the source, its tag."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubricate.page.parse import located
from rubricate.segments.places import MOST_STEPS, element, run_xpaths
from rubricate.types import Segments

Cut = Callable[..., Segments]


def folded(text: str) -> str:
    return "".join(text.split())


def found_again(segments: Segments, index: int) -> str:
    """The text that the segment's XPath leads to."""
    nodes = located(segments.page.html).xpath(segments[index].xpath)
    assert len(nodes) == 1, f"{segments[index].xpath} finds {len(nodes)} nodes"
    return nodes[0] if isinstance(nodes[0], str) else nodes[0].text


@pytest.mark.parametrize(
    ("html", "paths"),
    [
        ("<p>one</p><p>two</p>", ["/html[1]/body[1]/p[1]", "/html[1]/body[1]/p[2]"]),
        ("<p>one <b>two</b></p>", ["/html[1]/body[1]/p[1]"]),
        ("<div><b>one</b></div>", ["/html[1]/body[1]/div[1]/b[1]"]),
        ("<p>one<br>two</p>", ["/html[1]/body[1]/p[1]/text()[1]", "/html[1]/body[1]/p[1]/text()[2]"]),
        ("<p><b>one</b><br>two</p>", ["/html[1]/body[1]/p[1]/b[1]", "/html[1]/body[1]/p[1]/text()[1]"]),
        ("<p>a<!-- c -->b</p>c", ["/html[1]/body[1]/p[1]", "/html[1]/body[1]/text()[1]"]),
        ("a<p>b</p><!-- -->c<!-- -->d", ["/html[1]/body[1]/text()[1]", "/html[1]/body[1]/p[1]", "/html[1]/body[1]/text()[2]"]),
        ("<table><td>a<td>b", [f"/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[{n}]" for n in (1, 2)]),
        ("<o:p>a</o:p><o:p>b</o:p>", ["/html[1]/body[1]"]),
        ("<o:p>a</o:p><p>c</p><o:p>b</o:p>", [f"/html[1]/body[1]/{step}" for step in ("*[name()='o:p'][1]", "p[1]", "*[name()='o:p'][2]")]),
    ],
)
def test_xpaths(cut: Cut, html: str, paths: list[str]) -> None:
    assert [segment.xpath for segment in cut(html)] == paths


ODD = {
    "odd names": "<o:p>a</o:p><p>x</p><a\"b>b</a\"b><p>y</p><a'b>c</a'b><p>z</p><a'\"b>d</a'\"b><p>w</p><taé>e</taé><p>v</p><x-y>f</x-y>",
    "br": "<div>one<br><i>two</i> three<br><!-- c -->four<b>five</b><br></div>six",
    "comments": "a<!-- 1 -->b<p>c</p><!-- 2 -->d<!-- 3 --><b>e</b>f",
    "hidden": "<p>one <i hidden>two</i> three</p><p hidden>four</p>",
    "pre": "<pre>a\n\nb <b>c</b>\n\n<i>d</i></pre>",
    "duplicate ids": "<p id=a>one</p><p id=a>two</p><div id=a><p>three</div>",
    "templates": "<template><div><p>no</div></template><div><p>one</p></div><template><p>no</template>" + "<div>" * 70 + "<p>two",
    "shadow": "<my-x><template shadowrootmode=open><div><p>one<br>two</div><p>three</template><p>four</my-x><p>five",
    "foreign": "<p>a</p><svg><foreignObject><p>no</p></foreignObject></svg><p>b</p><math><mi>c</mi><mtext>d<b>e</b></mtext></math>",
    "deep inline": "<p>" + "<b>" * 300 + "a</b>b" + "<p>c",
    "fostered": "<table>one<tr><td>two</td>three<p>four</table>five",
    "misnested": "<b>one<p>two</b>three<i>four</p>five</i>",
    "frames": "<frameset><noframes>no</noframes></frameset>",
    "CDATA": "<svg><![CDATA[no]]></svg><p>one<![CDATA[two]]>three<br>four",
    "CR LF": "<p>one\r\ntwo</p>\r\n<pre>\r\na\r\n\r\nb</pre>\r<p>three",
    "entities": "<p>&amp;<br>&lt;b&gt;<br>&nbsp;x",
    "noscript": "<body><noscript><p>one</p><p>two<br>three</p></noscript>",
}


@pytest.mark.parametrize("html", ODD.values(), ids=ODD.keys())
def test_every_xpath_resolves_to_its_line(cut: Cut, html: str) -> None:
    found = cut(html)
    for index, segment in enumerate(found):
        text = folded(found_again(found, index))
        first = folded(found.page.tree.data[segment.runs[0]])
        line = folded(segment.text)
        assert text == line or ("/text()" in segment.xpath and text == first) or line in text
        if "/text()" not in segment.xpath and "template" not in html and "hidden" not in html:
            assert text == line  # an element's path only where the line is all of it


@pytest.mark.parametrize("html", ODD.values(), ids=ODD.keys())
def test_every_run_is_found_again(cut: Cut, html: str) -> None:
    found = cut(html)
    page = located(html)
    for index, segment in enumerate(found):
        for row, path in zip(segment.runs, run_xpaths(found, index), strict=True):
            nodes = page.xpath(path)
            assert len(nodes) == 1
            text = nodes[0] if isinstance(nodes[0], str) else nodes[0].text
            assert text == found.page.tree.data[row] or (path.endswith("template[1]") and found.page.tree.data[row] in text)


def test_no_two_lines_have_the_same_path_unless_they_share_a_text_node(cut: Cut) -> None:
    for html in ODD.values():
        found = cut(html)
        seen: dict[str, int] = {}
        for segment in found:
            other = seen.setdefault(segment.xpath, segment.runs[0])
            assert other == segment.runs[0]


def test_deep_trees_have_short_paths(cut: Cut) -> None:
    found = cut("".join(f"<div>{n} <b>b</b>" for n in range(500)))
    page = located(found.page.html)
    for segment in found:
        assert segment.xpath.count("/") <= MOST_STEPS + 4
    for index in (0, 50, 63, 64, 65, 200, 499):
        nodes = page.xpath(found[index].xpath)
        assert len(nodes) == 1
        assert folded(nodes[0] if isinstance(nodes[0], str) else nodes[0].text).startswith(str(index))


@pytest.mark.parametrize(
    ("html", "tags"),
    [
        ("<p>one <b>two</b></p>", ["p"]),
        ("<p><b>one</b></p>", ["b"]),
        ("<p><b>one</b> <b>two</b></p>", ["p"]),
        ("<h2><a href=x><b>one</b></a></h2>", ["h2"]),
        ("<div role=heading>one</div>", ["div"]),
        ("<div><span>one <i>two</i></span><br>three</div>", ["span", "div"]),
        ("<p>" + "<b>" * 600 + "a</b>b", ["b"]),
    ],
)
def test_source_tag(cut: Cut, html: str, tags: list[str]) -> None:
    assert [segment.tag for segment in cut(html)] == tags


def test_element_is_the_innermost_around_the_line(cut: Cut) -> None:
    found = cut("<div><p><i><b>a</b>c<u>d</u></i></p></div>")
    assert found.page.tree.tags[element(found, 0)] == "i"
    far = cut("<p>" + "<b>" * 400 + "a" + "</b>" * 400 + "c")  # a way not worth going: the block is around it, too
    assert far.page.tree.tags[element(far, 0)] == "p"


@pytest.mark.parametrize(
    ("html", "slices"),
    [
        ("<p>one</p><p>two</p>", ["<p>one</p>", "<p>two</p>"]),
        ("<p>one<p>two", ["<p>one", "<p>two"]),
        ("<ul><li>a<li>b</ul>c", ["<li>a", "<li>b", None]),
        ("<div>a<br>b</div>", ["<div>a<br>b</div>"] * 2),
        ("<h1 class='x>y'>é 中</h1>", ["<h1 class='x>y'>é 中</h1>"]),
        ("\r\n<p>a\r\nb</p>\r\n\r\n<p>c</p>\r<p>d</p>\n<p>e</p>", ["<p>a\r\nb</p>", "<p>c</p>", "<p>d</p>", "<p>e</p>"]),
        ("bare", [None]),
        ("<table><td>a", ["<td>a"]),
        ("<p>😀</p><p>after</p>", ["<p>😀</p>", "<p>after</p>"]),
        ("<p>&amp;&lt;</p><p>after</p>", ["<p>&amp;&lt;</p>", "<p>after</p>"]),
    ],
)
def test_spans(cut: Cut, html: str, slices: list[str | None]) -> None:
    found = cut(html)
    spans = [segment.span for segment in found]
    assert [None if span is None else html[span[0] : span[1]] for span in spans] == slices
