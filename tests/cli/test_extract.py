from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rubricate import writers
from rubricate.cli.output import FORMATS

Call = Callable[..., Any]


def test_markdown_is_what_a_bare_input_gives(call: Call, page: Path) -> None:
    told = call(page)
    assert told.code == 0
    assert told.err == ""
    assert "# Terms of use" in told.out
    assert "## Payment" in told.out
    assert "[our fees](/fees)" in told.out
    assert "Home" not in told.out
    assert told.out == call("extract", page).out


def test_options_may_come_first(call: Call, page: Path) -> None:
    assert call("--format", "text", page).out == call(page, "--format", "text").out


def test_no_links(call: Call, page: Path) -> None:
    assert "(/fees)" not in call(page, "--no-links").out


def test_images(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "p.html"
    path.write_text("<h1>A picture</h1><p>Look at this: <img src='cat.png' alt='a cat'> and then go on reading.</p>")
    assert "cat.png" not in call(path).out
    assert "cat.png" in call(path, "--images").out


def test_url_joins_links(call: Call, page: Path) -> None:
    assert "https://example.org/fees" in call(page, "--url", "https://example.org/a/b").out


def test_standard_input(call: Call, page: Path) -> None:
    told = call("-", "--format", "json", stdin=page.read_bytes())
    assert told.code == 0
    assert json.loads(told.out)["title"] == "Terms of use"


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_prints_something(call: Call, page: Path, name: str) -> None:
    told = call(page, "-f", name)
    assert told.code == 0
    assert "Payment" in told.out
    assert told.out.endswith("\n")


def test_formats_are_the_writers() -> None:
    assert list(FORMATS) == list(writers.FORMATS)


def test_segments_lines_and_a_bad_page(call: Call, page: Path, tmp_path: Path) -> None:
    """The form that measurement from outside reads."""
    bad, gone = tmp_path / "bad.html", tmp_path / "gone.html"
    bad.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10)
    told = call("extract", page, bad, gone, page, "--format", "segments")
    assert told.code == 1
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [line["source"] for line in lines] == [str(page), str(bad), str(gone), str(page)]
    assert lines[1]["error"]["kind"] == "NotHtml"
    assert lines[2]["error"]["kind"] == "Unreadable"
    assert lines[0]["segments"] == lines[3]["segments"]
    first = lines[0]["segments"][0]
    assert {"index", "text", "label", "level", "confidence", "reason", "xpath", "source_tag", "continues"} <= set(first)
    assert {one["label"] for one in lines[0]["segments"]} >= {"title", "prose", "boilerplate"}
    assert len(told.err.splitlines()) == 2
    assert all(line.startswith("rubricate: ") for line in told.err.splitlines())


def test_several_processes_give_the_same(call: Call, page: Path, sample: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    sources = [page, sample, bad, page] * 4
    one, two = call("extract", *sources, "-f", "jsonl"), call("extract", *sources, "-f", "jsonl", "--jobs", "2")
    assert one == two
    assert one.code == 1


def test_output_file(call: Call, page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.md"
    told = call(page, "-o", out)
    assert (told.code, told.out) == (0, "")
    assert out.read_text(encoding="utf-8") == call(page).out


def test_output_folder(call: Call, page: Path, sample: Path, tmp_path: Path) -> None:
    told = call("extract", page, sample, page, "-o", f"{tmp_path}/texts/")
    assert told.code == 0
    assert sorted(path.name for path in (tmp_path / "texts").iterdir()) == ["page-2.md", "page.md", "privacy-policy.md"]


def test_pages_of_the_same_name_get_their_folders_name(call: Call, page: Path, tmp_path: Path) -> None:
    sources = [tmp_path / name for name in ("a/x/page.html", "b/x/page.html", "b/y/page.html", "b/y/other.html")]
    for source in sources:
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_bytes(page.read_bytes())
    assert call("extract", *sources, "-o", f"{tmp_path}/texts/").code == 0
    assert sorted(path.name for path in (tmp_path / "texts").iterdir()) == ["a-x-page.md", "b-x-page.md", "other.md", "y-page.md"]


def test_several_pages_in_one_text_have_names(call: Call, page: Path, sample: Path, tmp_path: Path) -> None:
    told = call("extract", page, sample)
    assert told.out.startswith(f"==> {page} <==\n# Terms of use\n")
    assert f"\n\n==> {sample} <==\n" in told.out
    assert "==>" not in call("extract", page, sample, "-f", "jsonl").out


def test_a_page_without_text_is_told(call: Call, tmp_path: Path) -> None:
    empty, menu = tmp_path / "empty.html", tmp_path / "menu.html"
    empty.write_bytes(b"")
    menu.write_text("<nav><ul><li><a href=/>Home</a><li><a href=/b>Shop</a></ul></nav>")
    told = call(empty)
    assert (told.code, told.out, told.err) == (0, "", f"rubricate: {empty}: no text\n")
    assert call("extract", empty, "-o", f"{tmp_path}/texts/").err == told.err
    assert "no text is left: all 2 lines are boilerplate or hidden" in call(menu, "--engine", "rules").err


def test_a_model_that_is_not_there(call: Call, page: Path) -> None:
    told = call(page, "--model", "no.npz")
    assert (told.code, told.err) == (1, "rubricate: --model no.npz: no such file\n")


def test_only_http_is_fetched(call: Call) -> None:
    told = call("ftp://example.org/x", "file:///etc/hosts", "--format", "jsonl")
    assert told.code == 1
    assert told.err.count("only http and https URLs are fetched") == 2
    assert told.out.count('"kind": "Blocked"') == 2


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://127.0.0.1:8000/"])
def test_the_flag_that_allows_it_is_named(call: Call, url: str) -> None:
    told = call(url)
    assert told.code == 1
    assert "--allow-private" in told.err


def test_a_short_time_is_told_in_full(call: Call, sample: Path) -> None:
    told = call(sample, "--timeout", "0.0001")
    assert told.code == 1
    assert "took 0.00 s" not in told.err


def test_output_that_cannot_be_written(call: Call, page: Path, tmp_path: Path) -> None:
    told = call(page, "-o", tmp_path / "no" / "such" / "folder.md")
    assert told.code == 2
    assert "No such file or directory" in told.err


def test_many_pages_do_not_fit_into_one_json(call: Call, page: Path) -> None:
    told = call("extract", page, page, "--format", "json")
    assert told.code == 2
    assert "jsonl" in told.err


def test_flat_html(call: Call, page: Path) -> None:
    assert "<section" not in call(page, "--format", "html", "--flat").out
    assert call(page, "--flat").code == 2


def test_assets(call: Call, tmp_path: Path) -> None:
    """A style sheet of the folder decides what is visible."""
    path = tmp_path / "p.html"
    path.write_text("<link rel=stylesheet href='css/site.css?v=1'><h1>Title of it</h1><p class=x>now you see it, now you do not</p><p>more words</p>")
    assert "hidden" in call("explain", path, "--assets", _sheet(tmp_path / "a", "site.css")).out
    assert "hidden" in call("explain", path, "--assets", _sheet(tmp_path / "b", "css/site.css")).out
    assert "hidden" in call("explain", path, "--stylesheet", tmp_path / "a" / "site.css").out
    assert "hidden" in call("explain", path, "--stylesheet", f"css/site.css?v=1={tmp_path / 'a' / 'site.css'}").out
    assert "hidden" not in call("explain", path).out
    mapped = _sheet(tmp_path / "c", "0001.css")
    (mapped / "assets.json").write_text(json.dumps({"map": {"css/site.css?v=1": "0001.css"}}))
    assert "hidden" in call("explain", path, "--assets", mapped).out


def test_assets_outside_the_folder_are_not_read(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "p.html"
    path.write_text("<link rel=stylesheet href='../secret.css'><p class=x>text</p>")
    (tmp_path / "secret.css").write_text(".x{display:none}")
    (tmp_path / "assets").mkdir()
    assert "hidden" not in call("explain", path, "--assets", tmp_path / "assets").out


def test_assets_that_are_no_folder(call: Call, page: Path, tmp_path: Path) -> None:
    assert call(page, "--assets", tmp_path / "none").code == 2
    assert call(page, "--stylesheet", tmp_path / "none.css").code == 2


def test_encoding(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "p.html"
    path.write_bytes("<h1>Žluťoučký kůň</h1><p>Příliš žluťoučký kůň úpěl ďábelské ódy, a to celý den.</p>".encode("iso-8859-2"))
    assert "Žluťoučký kůň" in call(path, "--encoding", "iso-8859-2").out


def test_private_address_is_refused(call: Call) -> None:
    told = call("http://127.0.0.1:9/page", "--timeout", "2")
    assert told.code == 1
    assert told.err.startswith("rubricate: http://127.0.0.1:9/page")
    assert len(told.err.splitlines()) == 1


def _sheet(folder: Path, name: str) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(".x { display: none }")
    return folder
