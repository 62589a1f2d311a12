from __future__ import annotations

import json

import pytest

from rubricate.page import read
from rubricate.render.rows import doctype, to_json, without_refresh


def handed(html: str, loading: bool = False, **sheets: str) -> dict[str, object]:
    page = read(html, stylesheets={name.replace("_", "."): css for name, css in sheets.items()})
    made = json.loads(to_json(page, loading))
    assert len(made["tags"]) == len(made["data"]) == len(made["parents"]) == len(page.tree)
    return made


def kept(html: str, loading: bool = False, **sheets: str) -> list[str]:
    """Every element that is handed over with attributes, as 'name attribute=value'."""
    made = handed(html, loading, **sheets)
    rows = zip(made["tags"], made["data"], strict=True)  # type: ignore[call-overload]
    return [" ".join([tag, *(f"{name}={value}" for name, value in data)]) for tag, data in rows if tag]


def test_every_row_keeps_its_number() -> None:
    made = handed("<p>one<script>x()</script><b>two</b>")
    assert made["tags"] == ["html", "head", "body", "p", "", None, None, "b", ""]
    assert made["data"][4] == "one"  # type: ignore[index]
    assert made["data"][8] == "two"  # type: ignore[index]


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<p onclick=go() autofocus class=x>t", "p class=x"),
        ("<img src=http://a/b.png srcset=c alt=d width=3>", "img alt=d width=3"),
        ("<iframe src=http://a/ srcdoc=x height=9></iframe>", "iframe height=9"),
        ("<object data=http://a/>fallback</object>", "object"),
        ("<body background=http://a/ bgcolor=red>x", "body bgcolor=red"),
        ("<details><summary>s</summary>t</details>", "details open="),
        ("<a href=/x ping=http://a/>t</a>", "a href=/x"),
    ],
)
def test_what_acts_is_left_out(html: str, left: str) -> None:
    assert left in kept(html)


@pytest.mark.parametrize(
    "html", ["<meta http-equiv=refresh content=0>", "<base href=http://a/>", "<link rel=stylesheet href=a.css>", "<script src=a></script>"]
)
def test_elements_that_load_are_left_out(html: str) -> None:
    assert kept(f"<!doctype html>{html}<p>x") == ["html", "head", "body", "p"]


def test_sheets_stand_where_their_links_stood() -> None:
    made = handed("<style>a{}</style><link rel=stylesheet href=x.css media=print><style>b{}</style><p>t", x_css="p{color:red}")
    assert made["tags"][:7] == ["html", "head", "style", "", "style", "style", ""]  # type: ignore[index]
    assert made["data"][4] == [["\0", "p{color:red}"], ["media", "print"]]  # type: ignore[index]


def test_sheets_for_those_without_scripts_and_alternates_do_not_count() -> None:
    assert "style" not in kept("<noscript><style>p{}</style></noscript><link rel='alternate stylesheet' href=x.css><p>t", x_css="p{}")


def test_with_loading_pictures_keep_their_address_and_frames_do_not() -> None:
    found = kept("<link rel=stylesheet href=a.css><img src=b.png><iframe src=c></iframe><base href=/d/>", loading=True)
    assert {"link rel=stylesheet href=a.css", "img src=b.png", "iframe", "base href=/d/"} <= set(found)


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<!DOCTYPE html><p>", "<!DOCTYPE html>"),
        ("\ufeff <!-- a --> <?xml?>\n<!doctype html><p>", "<!doctype html>"),
        ("<p><!doctype html>", ""),
        ("<!-- never closed <!doctype html>", ""),
        ("", ""),
        ("<!-- -->" * 20_000 + "x", ""),
    ],
)
def test_doctype(html: str, found: str) -> None:
    assert doctype(html) == found


def test_refresh() -> None:
    html = "<meta charset=utf-8><META HTTP-EQUIV='Refresh' content='0;url=x'><p>refresh"
    assert without_refresh(html) == "<meta charset=utf-8><p>refresh"
