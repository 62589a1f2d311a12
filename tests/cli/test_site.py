from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]

PAGE = """<html><body><nav><a href=/>Home</a> <a href=/b>Shop</a></nav><div class=story><h1>Story number {0}</h1>
<p>It was the {0}th day of the journey, and nobody on board knew how many more there were to come before the coast.</p>
<p>The captain wrote {0} letters, and the cook read all of them to the crew in the evening, word by word.</p></div></body></html>"""


@pytest.fixture
def pages(tmp_path: Path) -> list[Path]:
    made = [tmp_path / f"{number}.html" for number in range(4)]
    for number, path in enumerate(made):
        path.write_text(PAGE.format(number))
    return made


def test_what_is_left_out_is_named(call: Call, pages: list[Path], tmp_path: Path) -> None:
    data, short = tmp_path / "data.json", tmp_path / "short.html"
    data.write_text('{"text": "no page at all"}')
    short.write_text("<p>Log in, please.</p>")
    told = call("site", "learn", *pages[:2], data, short, *pages[2:], "gone.html", "-o", tmp_path / "rules.json")
    assert told.code == 0
    assert f"left out: {data}: not HTML: it has no tag\n" in told.err
    assert f"left out: {short}: only 15 characters" in told.err
    assert "left out: gone.html: no such file" in told.err
    assert "from 4 pages; they know" in told.out
    assert "of a page that they were not learnt from" in told.out


def test_nothing_to_learn_from_is_a_failure(call: Call, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.json").write_text('{"a": 1}')
    told = call("site", "learn", *sorted(tmp_path.glob("*.json")), "-o", tmp_path / "rules.out")
    assert told.code == 1
    assert told.err.endswith("rubricate: nothing to learn from: none of the inputs is a page with text\n")
    assert not (tmp_path / "rules.out").exists()


def test_rules_that_keep_nothing_are_not_written(call: Call, pages: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rubricate.sites import learning
    from rubricate.sites.rules import Rules

    monkeypatch.setattr(learning, "learn", lambda views, said, engine: Rules("", (), (), 0.0, 0.0, pages=len(views)))
    told = call("site", "learn", *pages[:3], "-o", tmp_path / "rules.json")
    assert told.code == 1
    assert "nothing can be learnt from 3 pages" in told.err
    assert not (tmp_path / "rules.json").exists()


def test_no_page_is_held_where_there_is_one(call: Call, pages: list[Path], tmp_path: Path) -> None:
    told = call("site", "learn", pages[0], "-o", tmp_path / "rules.json")
    assert told.code == 0
    assert "from 1 page\n" in told.out
    assert "%" not in told.out


def test_a_page_that_cannot_be_checked_is_a_failure(call: Call, pages: list[Path], tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    call("site", "learn", *pages[:3], "-o", rules)
    assert call("site", "check", rules, pages[3]).code == 0
    assert call("site", "check", rules, pages[3], "gone.html").code == 1


@pytest.mark.parametrize("name", ["learn", "check"])
def test_rules_are_no_option_of_what_makes_them(call: Call, name: str) -> None:
    told = call("site", name, "-h")
    assert "--engine" in told.out
    assert "--rules" not in told.out.partition("Options:")[2]
    assert f"rubricate site {name} " in told.out.partition("Options:")[0].partition("\n")[2], "an example"
