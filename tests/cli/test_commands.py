from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rubricate import engines
from rubricate.writers import schema

Call = Callable[..., Any]


def test_outline(call: Call, page: Path) -> None:
    told = call("outline", page)
    assert told.code == 0
    first, second = told.out.splitlines()
    assert first.startswith("Terms of use")
    assert "<h1>" in first
    assert second.startswith("└── Payment")
    assert "2, " in second


def test_outline_in_colours_says_the_same(page: Path) -> None:
    import click

    import rubricate
    from rubricate.cli.paint import outline
    from rubricate.writers import write

    document = rubricate.extract(page.read_bytes())
    painted = outline(document)
    assert "\x1b[31m" in painted
    assert click.unstyle(painted) == write(document, "outline")


def test_outline_with_brackets_in_a_title_is_painted_whole() -> None:
    import click

    import rubricate
    from rubricate.cli.paint import outline

    document = rubricate.extract("<h1>A (b)  (c)</h1><p>Text that follows it, with some words.</p>", engine="rules")
    assert click.unstyle(outline(document)).startswith("A (b) (c)  (1, ")


def test_terminal_gets_no_control_characters() -> None:
    from rubricate.cli.paint import harmless

    assert harmless("a\x1b[2Jb\x9bc\u202ed\te\n") == "a\ufffd[2Jb\ufffdc\ufffdd\te\n"


def test_outlines_of_several_pages_have_names(call: Call, page: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.html"
    bare.write_text("<p>A page with some text in it, but without any title at all.</p>")
    told = call("outline", page, bare, "gone.html", page)
    assert [line for line in told.out.splitlines() if line.startswith("==>")] == [f"==> {one} <==" for one in (page, bare, page)]
    assert told.err == f"rubricate: {bare}: no titles\nrubricate: gone.html: no such file or directory\n"
    assert "==>" not in call("outline", page).out


def test_chunks(call: Call, page: Path) -> None:
    chunks = [json.loads(line) for line in call("chunks", page, "--max-words", "12").out.splitlines()]
    assert ["Terms of use", "Payment"] in [chunk["path"] for chunk in chunks]


def test_summary(call: Call, sample: Path) -> None:
    told = call("summary", sample, "--query", "passenger list")
    assert told.code == 0
    assert "passenger" in told.out


def test_summary_says_which_words_nothing_has(call: Call, page: Path) -> None:
    told = call("summary", page, "--query", "terms xyzzy")
    assert told.code == 0
    assert told.out.startswith("# Terms of use\n\nThese are the terms")
    assert told.err == f"rubricate: {page}: nothing about xyzzy: no title and no sentence has that word\n"


def test_explain_behind_a_sites_rules(call: Call, page: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    known = [{"selector": f"main > {tag}", "label": label, "support": 3} for tag, label in (("h1", "title"), ("h2", "title"), ("p", "prose"))]
    rules.write_text(json.dumps({"format": "rubricate-site-rules", "version": 1, "container": "main", "rules": known}))
    told = call("explain", page, "--rules", rules)
    assert told.code == 0
    assert "site rule | <p>" in told.out
    assert "evidence: " not in told.out, "a rule is reason enough"
    other = tmp_path / "other.html"
    other.write_text("<div><section><h3>Another page</h3><p>This one has another template, and the engine has to say what it is.</p></section></div>")
    told = call("explain", other, "--rules", rules)
    assert "engine alone" in told.out
    assert "evidence: " in told.out


def test_explain_names_everything(call: Call, page: Path) -> None:
    told = call("explain", page)
    assert told.code == 0
    assert "\x1b" not in told.out, "colours are for terminals"
    assert "/html[1]/body[1]/main[1]/h1[1]" in told.out
    assert "boilerplate" in told.out
    assert "kept 4 lines, removed 1 lines (4 characters)" in told.out


def test_explain_only(call: Call, page: Path) -> None:
    assert "boilerplate" not in call("explain", page, "--only", "title,prose").out.partition("kept 4")[0]
    assert "Payment" not in call("explain", page, "--removed").out


def test_explain_tells_a_bad_page_and_goes_on(call: Call, page: Path) -> None:
    told = call("explain", "nowhere.html", page)
    assert told.code == 1
    assert "Payment" in told.out
    assert told.err == "rubricate: nowhere.html: no such file or directory\n"


def test_engines(call: Call) -> None:
    told = call("engines")
    assert told.code == 0
    for name in engines.names():
        assert name in told.out
    assert told.out.count("the default") == 1, "said once"
    assert "[extra: papers]" not in next(line for line in told.out.splitlines() if line.startswith("victor.v1")), "only training it needs the extra"
    rows = json.loads(call("engines", "--json").out)
    assert [row["name"] for row in rows] == engines.names()
    assert [row["name"] for row in rows if row["default"]] == [engines.resolve("default")]


def test_schema(call: Call) -> None:
    assert json.loads(call("schema").out) == schema()


def test_doctor(call: Call) -> None:
    told = call("doctor")
    assert told.code == 0
    assert "core: a page becomes a document" in told.out
    assert "engine rules.v1" in told.out


def test_doctor_says_how_to_install_what_is_missing(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ["numpy", 'no-such-package>=1; extra == "dream"'])
    told = call("doctor")
    assert "extra dream: no-such-package not installed" in told.out
    assert "pip install 'rubricate[dream]'" in told.out


def test_doctor_sums_up_what_only_developers_need(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ['numpy; extra == "sites"', 'none-1; extra == "peers"', 'none-2; extra == "peers"', 'none-3; extra == "train"']
    monkeypatch.setattr("importlib.metadata.requires", lambda _: wanted)
    users, _, developers = call("doctor").out.partition("Only for work on rubricate itself:\n")
    assert "ok       extra sites: 1 package\n" in users
    assert "peers" not in users
    assert "extra peers: other tools, to compare with; 2 of 2 packages not installed: pip install 'rubricate[peers]'\n" in developers
    assert "1 of 1 package not installed" in developers
    assert "corpora" in developers


def test_lines_are_folded_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from rubricate.cli.paint import folded

    text = "word " * 20 + "end"
    assert folded("head  ", text) == "head  " + text
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    lines = folded("\x1b[32mhead\x1b[0m  ", text).splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("      word")


def test_train_without_data(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RUBRICATE_DATA", raising=False)
    told = call("train", "default", "-o", tmp_path / "m.npz")
    assert told.code == 2
    assert "RUBRICATE_DATA" in told.err


def test_evaluate_without_data(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RUBRICATE_DATA", raising=False)
    told = call("evaluate", "--engine", "rules")
    assert told.code == 2
    assert "RUBRICATE_DATA" in told.err
    assert len(told.err.splitlines()) == 1


def test_a_data_folder_that_is_not_there(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUBRICATE_DATA", str(tmp_path / "none"))
    for command in (("evaluate",), ("train", "default", "-o", tmp_path / "m.npz")):
        assert "given by --data" in call(*command, "--data", tmp_path / "nowhere").err
        told = call(*command)
        assert told.code == 2
        assert "none: no such folder (given by RUBRICATE_DATA)" in told.err


def test_render_without_a_browser_is_told_once(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RUBRICATE_CHROMIUM", str(tmp_path / "none"))
    for number in range(2):
        (tmp_path / f"{number}.html").write_text("<p>x")
    for command in ("extract", "outline", "explain"):
        told = call(command, "--render", tmp_path / "0.html", tmp_path / "1.html")
        assert told.code == 1
        assert told.err.count("apt-get install chromium") == 1
    assert "absent   browser" in call("doctor").out


@pytest.mark.parametrize("option", [("--scripts",), ("--allow-host", "a.example")])
def test_what_is_for_browsers_only(call: Call, tmp_path: Path, option: tuple[str, ...]) -> None:
    (tmp_path / "page.html").write_text("<p>x")
    told = call("extract", *option, tmp_path / "page.html")
    assert told.code == 2
    assert "give --render, too" in told.err
