"""URLs: what is read out of them, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricate.errors import Blocked
from rubricate.fetch import FetchOptions
from rubricate.fetch.target import Target

SAFE = FetchOptions()


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("http://example.org", "http://example.org/"),
        (" HTTPS://Example.ORG.:443/a?b=c#d", "https://example.org/a?b=c"),
        ("http://example.org:443/", "http://example.org:443/"),
        ("https://bücher.example/straße?q=ü", "https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%BC"),
        ("http://example.org/a%20b%2Fc", "http://example.org/a%20b%2Fc"),
        ("http://[2606:4700::1111]/", "http://[2606:4700::1111]/"),
    ],
)
def test_plain_form(url: str, plain: str) -> None:
    assert Target.of(url, SAFE).url == plain


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("file:///etc/passwd", "http and https"),
        ("ftp://example.org/", "http and https"),
        ("javascript:alert(1)", "http and https"),
        ("example.org", "http and https"),
        ("http://", "host"),
        ("http:///path", "host"),
        ("http://user@example.org/", "user name"),
        ("http://user:pass@example.org/", "user name"),
        ("http://good.example\\@127.0.0.1/", "backslash"),
        ("http://exa\tmple.org/", "control"),
        ("http://example.org/a b", "blanks"),
        ("http://example.org/\r\nX: y", "control"),
        ("http://example.org:22/", "port 22"),
        ("http://example.org:0/", "port 0"),
        ("http://example.org:99999/", "well-formed"),
        ("http://[::1/", "well-formed"),
        ("http://exa%6dple.org/", "host"),
        ("http://a..b..c%00/", "host"),
        ("http://" + "ü" * 300 + "/", "host"),
        ("http://" + "a" * 300 + "/", "host"),
    ],
)
def test_refused(url: str, why: str) -> None:
    with pytest.raises(Blocked, match=why) as caught:
        Target.of(url, SAFE)
    assert "\n" not in str(caught.value)
    assert "pass" not in str(caught.value) or "password" in str(caught.value) or "passwd" in str(caught.value)


def test_other_ports_where_they_are_allowed() -> None:
    assert Target.of("http://example.org:8080/", FetchOptions(ports=frozenset({8080}))).port == 8080
    assert Target.of("http://localhost:8000/", FetchOptions(allow_private=True)).port == 8000


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("/b", "https://example.org/b"),
        ("//other.example/x", "https://other.example/x"),
        ("c?d", "https://example.org/a/c?d"),
        ("/ü".encode().decode("latin-1"), "https://example.org/%C3%BC"),
    ],
)
def test_redirects_are_joined(location: str, url: str) -> None:
    assert Target.of("https://example.org/a/b", SAFE).redirected(location, SAFE).url == url


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "http://[::1", "http://u:p@example.org/", "http://example.org:25/", "gopher://x/", "http://a\\b/"]
)
def test_redirects_are_read_as_strictly(location: str) -> None:
    with pytest.raises(Blocked):
        Target.of("https://example.org/a/b", SAFE).redirected(location, SAFE)


@given(st.text(max_size=60).map("http://".__add__) | st.text(max_size=60))
def test_any_text_is_a_target_or_blocked(url: str) -> None:
    try:
        target = Target.of(url, SAFE)
    except Blocked:
        return
    assert Target.of(target.url, SAFE) == target
    assert target.url.isascii()
