"""What holds for every page: nothing lost, nothing doubled, every XPath resolves, same page same lines, any bytes a Document or a PageError."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import turbohtml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import rubricate
from rubricate import segments
from rubricate.page import read
from rubricate.page.parse import INERT, located
from rubricate.segments.places import run_xpaths
from rubricate.types import Segments

PLAIN = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

NOT_TEXT = frozenset((
    "head", "script", "style", "template", INERT, "iframe", "embed", "applet", "noembed", "noframes", "svg", "audio", "video", "canvas", "rp",
    "noscript", "annotation", "annotation-xml", "datalist", "area", "param", "source", "track", "title", "meta", "link", "br", "img",
))  # fmt: skip
INVISIBLE = str.maketrans("", "", "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f")

TAGS = (
    "p div span b i a h1 h2 ul ol li table tr td th caption dl dt dd pre code blockquote section nav form button label select option textarea br img "
    "hr script style template noscript svg math title details summary figure figcaption center font o:p x-y em small sub rp annotation object map"
)
ATTRIBUTES = (
    "|hidden|style='display:none'|style='display:block'|style='white-space:pre-line'|style='visibility:hidden'|class=a|class='a b'|id=i|href=/x"
    "|align=center|style='font-size:2em;font-weight:bold'|aria-hidden=true|role=tooltip|role=heading|lang=de|style='color:red;margin:1em'|style='white-space:pre'"
)
SHEETS = (
    "|<style>.a{display:block}.b{display:none}p+p{color:red}</style>|<style>#i .a{visibility:hidden}[lang]{white-space:pre}</style>|<style>p{"
    "|<style>/*|<style>li:first-child{display:none!important}.a:not(.b){font:bold 2em x}@media print{*{display:none}}</style>"
)
WORDS = st.sampled_from(
    ["word", "two words", " ", "\n", "a\n\nb", " x ", "é中", "&amp;", "&nbsp;", "&lt;p&gt;", "<!-- c -->", "\u200b", "12", "\r\n", "😀 "]
)


@st.composite
def nested(draw: st.DrawFn, children: st.SearchStrategy[list[str]]) -> str:
    tag, attributes = draw(st.sampled_from(TAGS.split())), draw(st.sampled_from(ATTRIBUTES.split("|")))
    closing = f"</{tag}>" if draw(st.integers(0, 5)) else ""  # some are never closed
    return f"<{tag} {attributes}>{''.join(draw(children))}{closing}"


BODIES = st.lists(st.recursive(WORDS, lambda inner: nested(st.lists(inner, max_size=5)), max_leaves=30), max_size=6).map("".join)
PAGES = st.builds(str.__add__, st.sampled_from(SHEETS.split("|")), BODIES)
ANY_TEXT = st.one_of(PAGES, st.text(max_size=200), st.text(alphabet="<>/!-ab =\"'&;\n pbrde[]", max_size=120))


def seen(text: str) -> str:
    """The characters of a text that are not white space, nor invisible by themselves."""
    return "".join(text.split()).translate(INVISIBLE)


def visible(html: str) -> Iterator[str]:
    """The texts of a page that are not in elements without text: a walk of its own, over the parser's nodes."""
    pending: list[object] = [located(html)]
    while pending:
        node = pending.pop()
        if isinstance(node, turbohtml.Text):
            yield node.data
        elif not (isinstance(node, turbohtml.Element) and node.tag in NOT_TEXT):
            pending.extend(reversed(list(undrawn(list(getattr(node, "children", ()))))))


def undrawn(children: list[object]) -> Iterator[object]:
    """All but the drawings of formulas: the first element after one that begins with <math>, if it is hidden from screen readers."""
    formula = False
    for node in children:
        if isinstance(node, turbohtml.Text) and not node.data.isspace():
            formula = False
        elif isinstance(node, turbohtml.Element):
            if not (formula and node.attrs.get("aria-hidden") == "true"):
                yield node
            first = next((one for one in node.children if isinstance(one, turbohtml.Text | turbohtml.Element)), None)
            formula = isinstance(first, turbohtml.Element) and first.tag == "math" and node.tag not in NOT_TEXT
            continue
        yield node


def cut(html: str) -> Segments:
    return segments.of(read(html))


@given(PAGES)
@PLAIN
@example("<p>a <b hidden>h</b> b")
@example("<pre>a\n\n b</pre>")
@example("<p><b><math>A</math></b><i aria-hidden=true>word</i></p>")
def test_every_visible_character_is_in_exactly_one_segment(html: str) -> None:
    found = segments.walk(read(html))  # without <noscript>
    assert sorted(seen("".join(found.text))) == sorted(seen("".join(visible(html))))


@given(PAGES)
@PLAIN
def test_in_document_order(html: str) -> None:
    """Lines are in order, runs in a line are; only hidden inline text stands elsewhere: after the line around it."""
    found = segments.walk(read(html))
    for runs in found.runs:
        assert list(runs) == sorted(runs)
    shown = [runs for runs, state in zip(found.runs, found.state, strict=True) if not state.hidden]
    starts = [runs[0] for runs in shown]
    assert starts == sorted(starts)
    if not any(state.hidden for state in found.state):
        assert seen("".join(found.text)) == seen("".join(visible(html)))


@given(PAGES)
@PLAIN
def test_a_line_is_the_text_of_its_runs(html: str) -> None:
    found = cut(html)
    data = found.page.tree.data
    used: set[int] = set()
    for index, segment in enumerate(found):
        text = seen("".join(data[row] for row in segment.runs))
        assert seen(segment.text) in text
        assert segment.text.strip("\n") == segment.text
        assert segment.text == segment.text.rstrip()
        shared = used.intersection(segment.runs)
        assert not shared or any(found.state[other].pre for other in (index - 1, index))
        used.update(segment.runs)


@given(ANY_TEXT)
@PLAIN
def test_every_xpath_resolves(html: str) -> None:
    found = cut(html)
    page = located(html)
    for index, segment in enumerate(found):
        nodes = page.xpath(segment.xpath)
        assert len(nodes) == 1
        text = nodes[0] if isinstance(nodes[0], str) else nodes[0].text
        if "/text()" in segment.xpath:
            assert text == found.page.tree.data[segment.runs[0]]
        else:
            assert seen(segment.text) in seen(text)
        for row, path in zip(segment.runs, run_xpaths(found, index), strict=True):
            assert page.xpath(path) == [found.page.tree.data[row]]


@given(ANY_TEXT)
@PLAIN
def test_spans_lie_in_the_page(html: str) -> None:
    for segment in cut(html):
        if segment.span is not None:
            start, end = segment.span
            assert 0 <= start < end <= len(html)
            assert html[start] == "<"


@given(ANY_TEXT)
@PLAIN
def test_columns_are_parallel_and_counts_fit(html: str) -> None:
    found = cut(html)
    columns = (found.text, found.block, found.state, found.runs, found.begins, found.bold, found.linked, found.italic)
    assert {len(column) for column in columns} == {len(found)}
    for segment in found:
        letters = len("".join(segment.text.split()))
        for count in (found.bold, found.linked, found.italic):
            assert 0 <= count[segment.index] <= letters
        assert found.page.tree.nearest(segment.runs[0], {found.page.tree.tags[segment.block]}) >= 0


@given(ANY_TEXT)
@PLAIN
def test_same_page_same_lines(html: str) -> None:
    one, two = cut(html), cut(html)
    assert (one.text, one.block, one.runs, one.begins, one.bold) == (two.text, two.block, two.runs, two.begins, two.bold)
    assert [segment.xpath for segment in one] == [segment.xpath for segment in two]


@given(st.one_of(st.binary(max_size=400), PAGES.map(str.encode), PAGES.map(lambda page: page.encode("utf-16"))))
@PLAIN
def test_any_bytes_give_a_document_or_a_page_error(data: bytes) -> None:
    try:
        document = rubricate.extract(data, engine="rules")
    except rubricate.PageError:
        return
    assert len(document.labels.names) == len(document.segments)


@pytest.mark.data
def test_real_pages(stapi_pages: list[Path]) -> None:
    """The same on every sixth real page."""
    for path in stapi_pages[::6]:
        page = read(path.read_bytes())
        found = segments.walk(page)
        assert sorted(seen("".join(found.text))) == sorted(seen("".join(visible(page.html)))), path.parent.name
        nodes = located(page.html)
        for segment in found:
            assert len(nodes.xpath(segment.xpath)) == 1, (path.parent.name, segment.xpath)
