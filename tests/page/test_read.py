from __future__ import annotations

import pytest

from rubricate.errors import NotHtml, TooBig, Undecodable, UsageError
from rubricate.page import read
from rubricate.page.limits import Limits


def test_what_a_page_says_about_itself() -> None:
    page = read(
        b"""<!DOCTYPE html><html lang="de-AT"><head><meta charset=utf-8><title> Die
        Seite </title><base href="/sub/">
        <meta name="Description" content=" Kurz gesagt. "><meta property="og:title" content="OG"><meta property="og:title" content="zweiter">
        <meta http-equiv="Content-Language" content="en"><meta name="empty"></head><body><p>x""",
        url="https://example.org/a/b.html",
    )
    assert page.title == "Die Seite"
    assert page.language == "de-AT"
    assert page.base == "https://example.org/sub/"
    assert page.description == "Kurz gesagt."
    assert page.meta == {"description": "Kurz gesagt.", "og:title": "OG", "content-language": "en"}
    assert page.url == "https://example.org/a/b.html"
    assert (page.encoding, page.encoding_source) == ("utf-8", "meta")


def test_facts_of_last_resort() -> None:
    page = read("<meta property='og:description' content='from OpenGraph'><meta http-equiv=content-language content=fr><p>x")
    assert page.description == "from OpenGraph"
    assert page.language == "fr"
    assert page.title == ""
    assert page.base is None


def test_metas_named_like_our_own_facts_are_only_metas() -> None:
    page = read("<meta name=title content=M><meta name=base content=http://evil/><meta name=language content=xx><base href=/b/><title>T</title>")
    assert page.title == "T"
    assert page.base == "/b/"
    assert page.language is None
    assert page.meta == {"title": "M", "base": "http://evil/", "language": "xx"}


@pytest.mark.parametrize(
    ("said", "url", "base", "found"),
    [
        ("https://a.example/b/c", None, "", "https://a.example/b/c"),
        ("HTTPS://a.example/b/c", None, "<base href=/d/>", "https://a.example/d/"),
        ("https://a.example/b/c", "https://x.example/", "", "https://x.example/"),
        ("/b/c", None, "", None),
        ("javascript:alert(1)", None, "", None),
        ("http://[", None, "", None),
        ("/b/c", None, "<link rel=icon href=https://i.example/><link rel=Canonical href=https://a.example/c>", "https://a.example/c"),
        ("https://a.example/b/c", None, "<link rel=canonical href=https://x.example/>", "https://a.example/b/c"),
        ("", None, "<link rel=canonical href=/c>", None),
    ],
)
def test_a_page_without_address_says_its_own(said: str, url: str | None, base: str, found: str | None) -> None:
    assert read(f"<meta property=og:url content='{said}'>{base}<p>x", url=url).base == found


def test_only_the_first_title_and_base_count() -> None:
    page = read("<title>one</title><title>two</title><base href=/a/><base href=/b/><body><svg><title>three</title></svg>")
    assert (page.title, page.base) == ("one", "/a/")
    assert read("<body><svg><title>picture</title></svg><p>x").title == ""


def test_a_head_that_ends_too_early_is_read_all_the_same() -> None:
    page = read("<head><noscript><img src=pixel></noscript><title>T</title><meta name=description content=D><base href=/b/></head><body>x")
    assert (page.title, page.description, page.base) == ("T", "D", "/b/")


def test_a_broken_base_leaves_the_url() -> None:
    assert read("<base href='http://['>", url="https://e.org/x").base == "https://e.org/x"
    assert read("<base href='http://['>").base is None


def test_text_and_bytes() -> None:
    assert read("<p>ä").encoding_source == "given"
    assert read("<p>ä").tree.data == read("<p>ä".encode()).tree.data
    assert read(bytearray(b"<p>x")).size == 4
    assert read(memoryview(b"<p>x")).html == "<p>x"
    assert read("<p>ä".encode("latin-1"), encoding="latin1").html == "<p>ä"
    assert read("<p>ж".encode("koi8-r"), transport="koi8-r").html == "<p>ж"


def test_what_is_not_a_page() -> None:
    with pytest.raises(NotHtml):
        read(b"\x89PNG\r\n\x1a\n" + bytes(64))
    with pytest.raises(Undecodable, match="no-such"):
        read(b"<p>x", encoding="no-such")
    for thing in (None, 7, ["<p>"]):
        with pytest.raises(UsageError, match=type(thing).__name__):
            read(thing)  # type: ignore[arg-type]


def test_the_limit_of_bytes() -> None:
    limits = Limits(bytes=100)
    assert read(b"x" * 100, limits=limits).size == 100
    for data in (b"x" * 101, "x" * 101):
        with pytest.raises(TooBig, match=r"101 bytes; the limit is 100"):
            read(data, limits=limits)


def test_style_sheets_are_kept_as_given() -> None:
    assert read("<p>x", stylesheets={"a.css": "p{}"}).stylesheets == {"a.css": "p{}"}
    assert read("<p>x").stylesheets == {}
