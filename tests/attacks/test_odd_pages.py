"""Any bytes give a Document or a PageError: never another exception, never None."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rubricate
from hostile import ODD, mutated
from rubricate import Document, PageError


def outcome(page: bytes | str) -> Document | PageError:
    try:
        document = rubricate.extract(page, engine="rules")
    except PageError as error:
        return error
    assert isinstance(document, Document)
    document.to_markdown()
    document.to_json()
    return document


@pytest.mark.parametrize("name", ODD)
def test_odd_page(name: str) -> None:
    result = outcome(ODD[name])
    if isinstance(result, PageError):
        assert str(result), "an error says what is wrong"


@pytest.mark.parametrize("name", ["png", "jpeg", "gzip", "gzip bomb", "zip", "pdf", "random"])
def test_binary_data_is_refused_by_name(name: str) -> None:
    assert isinstance(outcome(ODD[name]), rubricate.errors.NotHtml)


@pytest.mark.parametrize("name", ["windows-1252", "utf-8 bom", "utf-16 bom", "utf-16-be bom", "lying meta", "lying meta, other way", "unknown meta"])
def test_the_letters_survive_every_encoding(name: str) -> None:
    result = outcome(ODD[name])
    assert isinstance(result, Document)
    assert list(result.segments.text) == ["Überschrift", "Ein Absatz mit Umlauten: äöü ß, und “Anführungszeichen”."]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        *((name, "隐私政策") for name in ("gb2312", "gb2312 unnamed", "gbk late")),
        *((name, "利用規約") for name in ("shift_jis", "euc-jp unnamed", "iso-2022-jp")),
    ],
)
def test_east_asian_encodings(name: str, title: str) -> None:
    result = outcome(ODD[name])
    assert isinstance(result, Document)
    assert result.segments.text[0] == title


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=3000))
def test_any_bytes(page: bytes) -> None:
    outcome(page)


TAGS = ["p", "div", "b", "h1", "h2", "table", "tr", "td", "ul", "li", "br", "pre", "a", "script", "style", "template", "svg", "select", "form", "dl"]
TAGS += ["math", "mi", "desc", "i"]
PIECES = st.one_of(st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]), st.text(max_size=12))


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=120).map("".join))
def test_any_order_of_tags(page: str) -> None:
    assert isinstance(outcome(page), Document)


@pytest.mark.parametrize("page", ["<svg><style><tr>", "<svg><style><g>p{color:red}</g></style></svg><p>Text", "<svg><style>"])
def test_a_style_in_a_drawing_may_hold_elements(page: str) -> None:
    assert isinstance(outcome(page), Document)


def test_mutated_sample(sample_html: bytes) -> None:
    for seed in range(150):
        outcome(mutated(sample_html, seed))


@pytest.mark.data
def test_mutated_real_pages(stapi_pages: list[Path]) -> None:
    for seed, path in enumerate(stapi_pages[::6]):
        page = path.read_bytes()
        for shift in range(5):
            outcome(mutated(page, 1000 * seed + shift))
