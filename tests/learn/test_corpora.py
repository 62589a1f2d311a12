from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rubricate.errors import DataError, UsageError
from rubricate.learn.corpora import CORPORA, GoldLine, Outline, available, load, sites
from rubricate.learn.corpora import data_dir as find_data
from rubricate.learn.corpora.owners import owner_of

TITLE = {"label": "title", "text": "Terms"}
PROSE = {"label": "prose", "text": "Be nice."}
Writer = Callable[..., Path]


def test_a_folder_of_ones_own(document: Writer, tmp_path: Path) -> None:
    document("mine/b", "<h1>Terms</h1>", [TITLE, PROSE, {"label": "list", "text": "item", "level": None}], outline={"levels": [1], "sure": 0.9})
    document("mine/a", "<p>x", "only text\n", meta={"url": "https://www.example.co.uk/x", "part": "vali"})
    for name, where in (("mine", tmp_path), ("mine", tmp_path / "mine"), ("anything", tmp_path / "mine")):
        first, second = load(name, where)
        assert (first.id, second.id) == ("a", "b")
        assert (first.text_only, first.gold, first.gold_text, first.part) == (True, [], "only text\n", "vali")
        assert (first.owner, second.owner) == ("example", "b")
        assert second.gold == [GoldLine("title", "Terms"), GoldLine("prose", "Be nice."), GoldLine("item", "item")]
        assert second.outline == Outline((1,), 0.9, "")
        assert second.gold_text == "Terms\nBe nice.\nitem"


def test_stapi_layout(document: Writer, tmp_path: Path) -> None:
    folder = document("stapi/PP/x.com", "<p>x", [TITLE], meta={"encoding": "cp1252-replace", "stapi_part": "train", "stapi_excluded": True})
    (folder / "assets").mkdir()
    (folder / "assets" / "a.css").write_text("p{}")
    (folder / "assets.json").write_text(json.dumps({"map": {"x/a.css?1": "a.css", "gone.css": "gone.css"}}))
    (example,) = load("stapi", tmp_path)
    assert (example.id, example.domain, example.owner, example.part, example.excluded) == ("PP/x.com", "PP", "x", "train", True)
    assert example.encoding == "windows-1252"
    assert example.stylesheets() == {"x/a.css?1": "p{}"}
    assert available(tmp_path) == ["stapi", "asdus"]


def test_asdus_is_the_other_version_of_the_same_pages(document: Writer, tmp_path: Path) -> None:
    rows = [{"title": "Uncategorized", "tag": "h3", "prose": ["before"]}, {"title": "One", "tag": "h2", "prose": ["text", "more"]}]
    for name in ("stapi/PP/x", "asdus_only/TOS/y"):
        folder = document(name, "<p>x", [TITLE] if "stapi" in name else None)
        (folder / "asdus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    document("stapi/PP/without", "<p>x", [TITLE])
    examples = load("asdus", tmp_path)
    assert [example.id for example in examples] == ["PP/x", "TOS/y"]
    for example in examples:
        assert [(line.label, line.text) for line in example.gold] == [("prose", "before"), ("title", "One"), ("prose", "text"), ("prose", "more")]
        assert example.outline is None


def test_wcxb_meta(document: Writer, tmp_path: Path) -> None:
    document("wcxb-dev/1", "<p>x", "x", meta={"page_type": "forum", "with_snippets": ["a"], "without_snippets": ["b", "c"], "url": ""})
    (example,) = load("wcxb-dev", tmp_path)
    assert (example.domain, example.with_snippets, example.without_snippets, example.url) == ("forum", ("a",), ("b", "c"), None)


def test_cleaneval_pages_without_an_article(document: Writer, tmp_path: Path) -> None:
    document("cleanportaleval/1", "<p>x", [{"label": "prose", "text": "<!-- this page contains no article -->"}])
    (example,) = load("cleanportaleval", tmp_path)
    assert (example.gold, example.gold_text, example.text_only) == ([], "", False)


def test_spider_sites(tmp_path: Path) -> None:
    site = tmp_path / "spider" / "npr"
    site.mkdir(parents=True)
    text = {
        "element": {"name": "p", "id": "", "classes": []},
        "path": ["div", "p"],
        "text": ["a", "b"],
        "bound": {"left": 1},
        "computed": {"color": "red"},
    }
    (site / "000.json").write_text(json.dumps({"url": "http://x/", "titles": ["T"], "texts": [text]}))
    (site / "000.txt").write_text("\ufeffmain text", encoding="utf-8")
    (site / "clusters.002.json").write_text("[]")
    (site / "urls").write_text("http://x/\n")
    (found,) = sites(tmp_path)
    (page,) = found.pages
    assert (found.name, found.urls, found.clusters(2), found.clusters(3), found.diffbot()) == ("npr", ["http://x/"], [], None, None)
    assert (page.url, page.titles, page.reference, page.descriptions) == ("http://x/", ["T"], "main text", [])
    assert (page.texts[0].tag, page.texts[0].text, page.texts[0].computed) == ("p", ("a", "b"), {"color": "red"})
    with pytest.raises(UsageError, match="sites"):
        load("spider", tmp_path)


def test_a_missing_folder_says_how_it_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RUBRICATE_DATA", raising=False)
    with pytest.raises(DataError, match=r"--data DIR .* RUBRICATE_DATA"):
        find_data()
    monkeypatch.setenv("RUBRICATE_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataError, match=r"nowhere: no such folder \(given by RUBRICATE_DATA\)"):
        find_data()
    assert find_data(tmp_path) == tmp_path


def test_a_missing_corpus_says_what_is_there(document: Writer, tmp_path: Path) -> None:
    document("stapi/PP/x", "<p>x", [TITLE])
    with pytest.raises(DataError, match=r"'wcxb-dev' is missing.*there is: stapi"):
        load("wcxb-dev", tmp_path)
    (tmp_path / "readability").mkdir()
    with pytest.raises(DataError, match="no annotated page"):
        load("readability", tmp_path)


def test_a_damaged_file_is_named_with_its_line(document: Writer, tmp_path: Path) -> None:
    folder = document("mine/a", "<p>x", [TITLE])
    (folder / "gold.jsonl").write_text('{"label": "title", "text": "x"}\n{"label"\n')
    with pytest.raises(DataError, match=r"gold\.jsonl, line 2: not JSON"):
        _ = load("mine", tmp_path)[0].gold
    (folder / "gold.jsonl").write_text('{"label": "heading?", "text": "x"}\n')
    with pytest.raises(DataError, match="one of heading, item, list"):
        _ = load("mine", tmp_path)[0].gold


@pytest.mark.parametrize(
    ("url", "name", "owner"),
    [
        ("https://maps.google.co.uk/x", "1", "google"),
        ("https://www.google.com/", "1", "google"),
        ("file:///C:/x.html", "TOS/Kraft", "kraft"),
        (None, "PP/adf.ly", "adf"),
        (None, "yahoo-3", "yahoo"),
        (None, "en_news-cnbc-openai-gpt3", "cnbc"),
        (None, "001", "001"),
        ("http://[broken", "x", "x"),
        ("http://10.0.0.1/", "x", "10.0.0.1"),
    ],
)
def test_owners(url: str | None, name: str, owner: str) -> None:
    assert owner_of(url, name) == owner


@pytest.mark.data
@pytest.mark.parametrize("name", CORPORA)
def test_real_corpora(data_dir: Path, name: str) -> None:
    if name not in available(data_dir):
        pytest.skip(f"no {name} in RUBRICATE_DATA")
    examples = load(name, data_dir)
    assert len({example.id for example in examples}) == len(examples)
    assert all(example.page_bytes() for example in examples[:20])
    with_gold = sum(bool(example.gold_text.strip()) for example in examples)
    assert with_gold >= 0.9 * len(examples)
