"""The compiled twin of reading a page gives the same tree, the same facts and the same refusals as the Python beside it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile import GROWING, ODD, mutated
from rubricate.compiled import twin
from rubricate.errors import PageError
from rubricate.page import Limits, read
from rubricate.page.reopened import reopened
from rubricate.types import Page

_rows = twin("page._rows")
pytestmark = pytest.mark.skipif(_rows is None, reason="the twin is not built: python setup.py build_ext --inplace")

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
NAMES = "b big code em font i nobr s small strike strong tt u B BIG Strong sTrike bd str stron img script template TEMPLATE p nt bm ct"
GAPS = ["", " ", "\n", "\x0b", "\x1f", "\u2003", "\xa0", "x", "/"]
MORE = "a A nobr NOBR div P td th tr tbody caption table object select svg math template script style textarea title stri\u212ae x-y span hr"
ENDS = ["<!--", "-->", "--!>", "<!-->", "<![CDATA[", "]]>", "</", "<?", "</>", "\0", "<p a='", "'", '<p a="', '"', "<p a = ", "<svg/>", "<svg />"]
SCRIPTS = ["<script><!--<script>", "</script>", "</script x>", "</scriptx>", "</STYLE>", "</textarea/", "<style>", "<title>", "</title>"]
PIECES = st.one_of(
    st.tuples(
        st.just("<"), st.sampled_from(NAMES.split()), st.sampled_from(GAPS), st.text("ab<'\"= é中", max_size=6), st.sampled_from([">", "", "<"])
    ).map("".join),
    st.tuples(
        st.sampled_from(["<", "</"]), st.sampled_from([*NAMES.split(), *MORE.split()]), st.sampled_from(["", " c", "/", " a='>'"]), st.just(">")
    ).map("".join),
    st.text(max_size=8),
    st.sampled_from([*ENDS, *SCRIPTS, "😀", "<template shadowrootmode=open>", "<meta name=a content=b>", "<base href=/x>"]),
)


@contextmanager
def pure() -> Iterator[None]:
    """Without the twin."""
    with ExitStack() as stack:
        for name in ("parse", "census", "rows"):
            stack.enter_context(mock.patch.object(import_module(f"rubricate.page.{name}"), "_fast", None))
        yield


def outcome(make: Callable[[], Page]) -> object:
    """Everything that is read from a page, or why it is refused."""
    try:
        page = make()
    except PageError as error:
        return type(error), str(error)
    tree = page.tree
    return tree.tags, tree.data, tree.parents, page.title, page.language, page.description, page.base, page.meta, page.encoding, page.html


def same(data: bytes | str, limits: Limits | None = None) -> object:
    found = outcome(lambda: read(data, url="http://x.org/", limits=limits))
    with pure():
        assert outcome(lambda: read(data, url="http://x.org/", limits=limits)) == found
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_our_pages(path: Path) -> None:
    data = path.read_bytes()
    same(data)
    for seed in range(5):
        same(mutated(data, seed))


@pytest.mark.parametrize("name", GROWING)
def test_hostile_pages(name: str) -> None:
    for size in (300, 20_000):
        same(GROWING[name](size))


@pytest.mark.parametrize("name", ODD)
def test_odd_pages(name: str) -> None:
    same(ODD[name])


def test_large_pages_keep_equal_attributes_once() -> None:
    data = "<p class=a>" + "<b title=x>word</b> " * 20_000
    same(data)
    attributes = read(data).tree.data
    assert attributes[-3] == (("title", "x"),)
    assert attributes[-3] is attributes[-6]


@pytest.mark.parametrize("rows", [0, 1, 2, 5, 8, 9, 10, 50])
def test_limits(rows: int) -> None:
    same("<title>a</title><p>b<p>c", Limits(rows=rows))
    same("<p>" + "<b>" * 40 + "x", Limits(rows=1000, depth=rows))


def test_formatting_that_is_left_open() -> None:
    def page(kinds: int) -> str:
        return "".join(f"<font color={n}>" for n in range(kinds)) + "<p>x" * 20_000

    assert isinstance(same(page(18)), tuple)
    assert same(page(450))[0].__name__ == "TooBig"  # type: ignore[index]
    assert same("<p><b " + "x" * 3000 + ">" + "<p>x" * 1000)[0].__name__ == "TooBig"  # type: ignore[index]


@settings(max_examples=600, deadline=None)
@given(st.lists(PIECES, max_size=60).map("".join))
def test_the_census(html: str) -> None:
    count, rows, weight, templates = _rows.marks(html, len(html))
    assert count == html.count("<")
    assert (rows, weight) == reopened(html)
    assert templates == ("<template" in html.lower())
    same(html)


def test_columns_stand_apart_from_the_search_for_cycles() -> None:
    """Texts, numbers and pairs of texts are part of no cycle; the search would go through all of them, again and again."""
    tree = read("<p class=a id>x<p class=b title=y>z").tree
    held = [tree.tags, tree.data, tree.parents, *(data for tag, data in zip(tree.tags, tree.data, strict=True) if tag and data)]
    assert not any(map(gc.is_tracked, held + [pair for data in held[3:] for pair in data]))
    assert [name for data in held[3:] for name, _ in data] == ["class", "id", "class", "title"]
