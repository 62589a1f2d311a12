"""The compiled pass over a page's titles gives the levels that the Python modules give."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

import rubricate
from rubricate.compiled import twin
from rubricate.outline import pairs
from rubricate.outline.levels import BENEFIT, DEEPEST, MANY, levels
from rubricate.outline.model import MODEL, LevelModel, load
from rubricate.types import Segments

pytestmark = pytest.mark.skipif(
    twin("outline._levels") is None or not MODEL.is_file(), reason="outline._levels is not built, or there is no levels.v1.npz"
)

PAGES = Path(__file__).parent.parent / "pages"
STARTS = ("1. ", "2. ", "1.1 ", "(a) ", "(b) ", "i. ", "II. ", "Article 4 ", "第一章 ", "", "", "", "")
WORDS = ("Contents", "Introduction", "Terms of Use", "NASA", "Contact us", "Übersicht", "more, and more", "Why?", "Note:")
TAGS = ("h1", "h2", "h3", "h4", "p", "li", "td", "div class=a", "div class=b", "b", "center", "dt")
STYLES = ("", " style='font-weight:bold'", " style='font-size:20px'", " style='color:red;margin-left:30px'", " style='text-transform:uppercase'")


@pytest.fixture(autouse=True)
def unsound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sound h-tags are the answer before anything is compared."""
    monkeypatch.setattr(sys.modules["rubricate.outline.levels"], "sound", lambda *_: False)


@pytest.fixture(scope="module")
def models() -> tuple[LevelModel, LevelModel]:
    compiled, pure = load(MODEL), load(MODEL)
    pure.nesting = None
    assert compiled.nesting is not None
    return compiled, pure


def both(models: tuple[LevelModel, LevelModel], lines: Segments, names: list[str]) -> tuple[list[int], list[int]]:
    titles = [index for index, name in enumerate(names) if name == "title"]
    return levels(lines, titles, names, models[0]), levels(lines, titles, names, models[1])


def test_constants_are_the_same() -> None:
    places = {name.upper(): pairs._OWN.index(name) for name in ("heading", "size", "body")}
    sizes = {"OWN": len(pairs._OWN), "WIDE": len(pairs.NAMES), "MOST": pairs.MOST}
    assert {**places, **sizes, "DEEPEST": DEEPEST, "MANY": MANY, "BENEFIT": BENEFIT} == twin("outline._levels").AS_C


@pytest.mark.parametrize("share", [0.0, 0.03, 0.2, 0.6, 1.0])
def test_on_our_pages_whatever_the_titles(models: tuple[LevelModel, LevelModel], share: float) -> None:
    chance = random.Random(7)
    for path in sorted(PAGES.rglob("page.html")):
        lines = rubricate.segments.of(rubricate.page.read(path.read_bytes()))
        names = ["title" if chance.random() < share else chance.choice(("prose", "item", "boilerplate")) for _ in lines.text]
        compiled, pure = both(models, lines, names)
        assert compiled == pure, path


@pytest.mark.parametrize("count", [1, 2, 3, 30, 300, 1001])
def test_on_made_titles_of_all_kinds(models: tuple[LevelModel, LevelModel], count: int) -> None:
    chance = random.Random(count)
    for _ in range(max(1, 300 // count)):
        parts = []
        for _ in range(count):
            tag = chance.choice(TAGS)
            text = chance.choice(STARTS) + chance.choice(WORDS) * chance.randrange(1, 4)
            parts.append(f"<{tag}{chance.choice(STYLES)}>{text}</{tag.split()[0]}><p>{'Some text. ' * chance.randrange(3)}</p>")
        lines = rubricate.segments.of(rubricate.page.read(f"<title>{WORDS[count % 9]}</title>" + "".join(parts)))
        names = ["prose" if text.startswith("Some text") else "title" for text in lines.text]
        compiled, pure = both(models, lines, names)
        assert compiled == pure
