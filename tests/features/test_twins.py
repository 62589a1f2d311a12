"""The compiled twins of the features give, bit for bit, what the Python beside them gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile import GROWING, ODD
from rubricate import PageError, page, segments
from rubricate.compiled import twin
from rubricate.engines import default
from rubricate.features import columns, subjects
from rubricate.features.evidence import Evidence, _of_words, under_columns
from rubricate.features.lexicon import Lexicon
from rubricate.features.links import _commonest, _kinds
from rubricate.features.mention import Mention
from rubricate.features.second import second_columns
from rubricate.features.series import MAYBE, series_columns
from rubricate.features.text import Texts, text_columns

Pure = Callable[[str], Any]
PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))
EVIDENCE = default.load(default.MODEL).evidence
pytestmark = pytest.mark.skipif(
    any(twin(f"features.{name}") is None for name in ("_rows", "_words", "_columns")), reason="the compiled twins are not built here"
)
SIGNS = "aAzZéÉßİıΣςſK中文。，、ａ１²٣Ⅳ 0129.:?!,;-_/@#%()[]§€$\"'»•\u00a0\u2009\u3000\x1c\t\n\U0001d7d9\U00010400😀"
TEXTS = st.text(st.one_of(st.sampled_from(SIGNS), st.characters()), min_size=1, max_size=40)
PIECES = "Section 12. 1999 20:15 http:// https://x www.x @ HTTP:// iv) IV. art Part que(a) privacy Home login terms".split()
LINES = st.one_of(
    TEXTS,
    st.lists(st.sampled_from(PIECES), min_size=1).map(" ".join),
    st.builds(lambda text, times: text * times, TEXTS, st.integers(1, 30)),
)


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """The same columns, in the same order, with the same bits."""
    assert [*one] == [*other]
    for name, column in one.items():
        assert column.dtype == other[name].dtype == np.float32, name
        assert column.tobytes() == other[name].tobytes(), name


def same_page(html: bytes | str, pure: Pure, evidence: Evidence = EVIDENCE) -> None:
    try:
        lines = segments.of(page.read(html))
    except PageError:
        return
    plain = pure("features.evidence").Evidence(evidence.words, evidence.classes) if evidence is not EVIDENCE else _known(pure)
    one, other = columns(lines, evidence), pure("features").columns(lines, plain)
    same(one.values, other.values)
    assert [group.tolist() for group in one.groups] == [group.tolist() for group in other.groups]
    assert one.paths.tolist() == other.paths.tolist()
    for mine, theirs in zip((*one.spans, one.elements), (*other.spans, other.elements), strict=True):
        assert [side.tolist() for side in mine] == [side.tolist() for side in theirs]
    if len(lines):
        wanted = default.load(default.MODEL).wanted
        some = columns(lines, evidence, wanted).values
        assert {name: column.tobytes() for name, column in one.values.items() if name in wanted}.items() <= {
            name: column.tobytes() for name, column in some.items()
        }.items()


def _known(pure: Pure) -> Any:
    engine = pure("engines.default")
    return engine.load(engine.MODEL).evidence


@pytest.mark.parametrize("path", PAGES[::4], ids=lambda path: path.parent.name)
def test_pages(path: Path, pure: Pure) -> None:
    same_page(path.read_bytes(), pure)


@pytest.mark.parametrize("name", [name for name in GROWING if not name.startswith("reopened")])  # those are refused before there is a page
def test_hostile_pages(name: str, pure: Pure) -> None:
    same_page(GROWING[name](3000).decode(), pure)


@pytest.mark.parametrize("name", ODD)
def test_odd_pages(name: str, pure: Pure) -> None:
    if len(ODD[name]) < 200_000:
        same_page(ODD[name], pure)


SPELT = "nav content-main siteFooter HTMLBody comments Related-Posts a1 x éntry popup Modal TAB_panel menu ſidebar article İtem".split()
NAMES = st.lists(st.sampled_from([*SPELT, "\n"]), max_size=4).map(" ".join)
ATTRIBUTES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["class", "id", "role", "itemprop", "aria-label", "data-testid", "title"]), NAMES),
        st.tuples(st.just("href"), st.sampled_from(["#a", "#b%20c", "/x", "http://www.X.org/#a", "//y", "mailto:z", "javascript:", "", " #top", "HTTPS://x"])),
        st.tuples(st.sampled_from(["id", "name"]), st.sampled_from(["a", "b c", "top"])),
        st.tuples(st.just("style"), st.sampled_from(["display:none", "font-weight:bold", "font-size:2em"])),
    ),
    max_size=3,
)
TAGS = (
    "div p ul li a b h1 h2 table tr td th section article aside nav footer form pre details summary my-card span br blockquote dl dt dd button"
).split()


@st.composite
def markup(draw: st.DrawFn) -> str:
    """Elements in each other and beside each other, some never closed, with names that say something and links to each other."""
    pieces = []
    for _ in range(draw(st.integers(1, 25))):
        tag = draw(st.sampled_from(TAGS))
        attributes = "".join(f' {name}="{value}"' for name, value in draw(ATTRIBUTES))
        pieces += [f"<{tag}{attributes}>", draw(LINES).replace("<", ""), f"</{draw(st.sampled_from(TAGS))}>" * draw(st.integers(0, 2))]
    return f"<title>{draw(LINES)}</title><meta name=description content='{draw(LINES)}'>" + "".join(pieces)


@given(markup())
@settings(deadline=None, max_examples=60)
def test_made_up_pages(pure: Pure, html: str) -> None:
    same_page(html, pure)


@given(st.lists(LINES, min_size=1, max_size=8), LINES, LINES)
@settings(deadline=None)
def test_what_lines_are_made_of(pure: Pure, texts: list[str], title: str, description: str) -> None:
    plain = pure("features.text")
    one, other = Texts(texts), plain.Texts(texts)
    assert one.different == other.different
    for name in ("which", "blanks", "maybe_numbered"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist(), name
    for given_title in (title, texts[0], " ".join(texts)):
        same(text_columns(one, given_title, description + texts[-1]), plain.text_columns(other, given_title, description + texts[-1]))


def test_a_title_of_very_many_words(pure: Pure) -> None:
    texts = ["word1 word2 other", "none", "word199"]
    title = " ".join(f"word{number}" for number in range(200))
    plain = pure("features.text")
    same(text_columns(Texts(texts), title), plain.text_columns(plain.Texts(texts), title))


@given(st.lists(LINES, min_size=1, max_size=6), st.lists(st.tuples(*[st.floats(-5, 5)] * 3), min_size=1, max_size=12))
@settings(deadline=None)
def test_words_of_lines(pure: Pure, texts: list[str], odds: list[tuple[float, float, float]]) -> None:
    plain = pure("features.evidence")
    known = sorted({word for text in texts for word in plain.line_words(text)} | {"privacy", "a" * 200})
    table = {word: tuple(value + 0.0 for value in odds[number % len(odds)]) for number, word in enumerate(known[::2])}
    one = _of_words(texts, Lexicon.of(table))
    assert one.tobytes() == plain._of_words(texts, pure("features.lexicon").Lexicon.of(table)).tobytes()


@given(st.lists(st.one_of(LINES, NAMES).map(lambda text: text.replace("\n", " ")), max_size=8))
def test_what_is_mentioned(pure: Pure, texts: list[str]) -> None:
    for words in ("nav|menu|post|article|a-b", "sign-|signup|tag|tags|s", "comment|mentions|tion"):
        one, other = Mention(words), pure("features.mention").Mention(words)
        assert one.among(texts).tolist() == other.among(texts).tolist()
        assert [one(text) for text in texts] == [other(text) for text in texts]
    every, plain = (some.SUBJECTS.among(texts) for some in (subjects, pure("features.subjects")))
    assert [marks.tolist() for marks in every.values()] == [marks.tolist() for marks in plain.values()]


PARTS = ["#", "/", "//", ":", "?", "a", "top", "TOP", "www.", "X.org", "http", "HTTPS", "mailto", "%20", "é", " "]
TARGETS = st.lists(st.lists(st.sampled_from(PARTS), max_size=7).map("".join), max_size=8)


@given(TARGETS, st.sampled_from(["", "x.org", "a"]), st.booleans())
def test_where_links_go(pure: Pure, targets: list[str], own: str, every: bool) -> None:
    plain = pure("features.links")
    assert _kinds(targets, own, {"a", " ", "top"}, every) == plain._kinds(targets, own, {"a", " ", "top"}, every)
    assert _commonest(targets) == plain._commonest(targets)


@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
@settings(deadline=None)
def test_the_second_look(pure: Pure, count: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    first = chance.dirichlet(np.full(5, 0.4), count).astype(np.float32)
    groups = [np.unique(chance.integers(0, 1 + count // 3, count), return_inverse=True)[1].reshape(-1) for _ in range(3)]
    spans = [_ranges(chance, count, count) for _ in range(5)]
    chars = np.round(chance.gamma(1.0, 200.0, count)).astype(np.float32)
    elements = _ranges(chance, count, 2 * count)
    same(second_columns(first, groups, chars, spans, elements), pure("features.second").second_columns(first, groups, chars, spans, elements))


@given(st.integers(0, 40), st.integers(0, 2**32 - 1))
def test_the_heading_above_a_line(pure: Pure, count: int, seed: int) -> None:
    table = np.random.default_rng(seed).choice(np.array([0, 0, 0.3, 0.95, 1, 79, 80], np.float32), (count, 7))
    names = ("heading", "bold", "chars", "linked", "words_kept", "words_kept_least", "words_title")
    found = {name: table[:, at] for at, name in enumerate(names)}  # as training has them, which do not lie in one piece
    same(under_columns(found), pure("features.evidence").under_columns(found))


def _ranges(chance: np.random.Generator, lines: int, count: int) -> tuple[Any, Any]:
    low, high = np.sort(chance.integers(0, lines + 1, (2, count)), axis=0)
    return low, high


@given(st.lists(st.text(alphabet="0123456789...):]-( [x٣–\u00a0\n$ivC", min_size=1, max_size=26), min_size=1, max_size=12))
@settings(deadline=None, max_examples=300)
def test_numbers_before_lines(pure: Pure, texts: list[str]) -> None:
    maybe = [index for index, text in enumerate(texts) if MAYBE.match(text)]
    same(series_columns(texts, maybe), pure("features.series").series_columns(texts, maybe))
    plain, wanted = pure("features.text"), frozenset(["numbered"])
    one, other = text_columns(Texts(texts), "", "", wanted), plain.text_columns(plain.Texts(texts), "", "", wanted)
    assert one["numbered"].tolist() == other["numbered"].tolist()
