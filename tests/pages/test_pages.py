"""The self-written pages: their truth is well formed and found in the page, and the invariants of the core hold on each of them."""

from __future__ import annotations

import hashlib
import html
import itertools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import turbohtml

import rubricate
from rubricate import page, segments
from rubricate.segments import places
from rubricate.types import BOILERPLATE, IN_PRE, ITEM, MISC, PROSE, TITLE, Segments

FOLDER = Path(__file__).resolve().parent
NOT_TEXT = frozenset(["head", "script", "style", "template", "iframe", "noscript", "svg"])  # as far as these pages use them


@dataclass(frozen=True)
class Case:
    """One page with its truth."""

    folder: Path

    @property
    def data(self) -> bytes:
        return (self.folder / "page.html").read_bytes()

    @property
    def meta(self) -> dict[str, Any]:
        return json.loads((self.folder / "meta.json").read_text("utf-8"))  # type: ignore[no-any-return]

    @property
    def gold(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "gold.jsonl").read_text("utf-8").splitlines()]

    @property
    def levels(self) -> list[int]:
        return json.loads((self.folder / "outline.json").read_text("utf-8"))["levels"]  # type: ignore[no-any-return]

    def segments(self) -> Segments:
        return segments.of(page.read(self.data, url=self.meta["url"]))

    def document(self) -> rubricate.Document:
        return rubricate.extract(self.data, self.meta["url"], "rules.v1")


CASES = [Case(path.parent) for path in sorted(FOLDER.glob("*/page.html"))]


@pytest.fixture(params=CASES, ids=[case.folder.name for case in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    return request.param  # type: ignore[no-any-return]


def key(text: str) -> str:
    """What is compared: letters and digits; the bare text where there are none (a line that is only a brace)."""
    return "".join(sign for sign in text if sign.isalnum()) or "".join(text.split())


def places_of(gold: list[dict[str, Any]], lines: Segments) -> list[int | None]:
    """For every gold line: the segment of exactly its text whose element starts last before the place that the line names."""
    by_key: dict[str, list[int]] = {}
    for index, text in enumerate(lines.text):
        by_key.setdefault(key(text), []).append(index)
    found: list[int | None] = []
    last = -1
    for line in gold:
        fitting = [index for index in by_key.get(key(line["text"]), ()) if index > last and starts(lines, index) <= line["at"]]
        best = max(fitting, key=lambda index: (starts(lines, index), -index), default=None)
        found.append(best)
        last = last if best is None else best
    return found


def starts(lines: Segments, index: int) -> int:
    span = places.span(lines, index)
    return 0 if span is None else span[0]


def test_there_are_enough_pages_of_different_build() -> None:
    assert len(CASES) >= 30
    assert len({case.meta["what"] for case in CASES}) == len(CASES)
    assert len({case.meta["language"] for case in CASES}) >= 7


def test_meta_names_its_page(case: Case) -> None:
    meta = case.meta
    assert meta["id"] == case.folder.name
    assert ".example/" in meta["url"]
    assert {"what", "language", "page_type"} <= set(meta)


def test_page_has_a_realistic_size(case: Case) -> None:
    assert 55 <= len(case.segments()) <= 260
    assert 12 <= len(case.gold) < len(case.segments())


def test_gold_is_well_formed(case: Case) -> None:
    for line in case.gold:
        assert line["label"] in (TITLE, PROSE, ITEM, MISC)
        assert line["text"] == " ".join(line["text"].split()) != ""
        assert ("level" in line) == (line["label"] == TITLE)
        assert set(line) <= {"label", "text", "level", "at"}


def test_levels_are_gapless_and_as_many_as_titles(case: Case) -> None:
    levels = case.levels
    assert levels == [line["level"] for line in case.gold if line["label"] == TITLE]
    assert levels[0] == 1
    assert all(1 <= level <= before + 1 for before, level in itertools.pairwise(levels))


def test_gold_stands_where_it_says(case: Case) -> None:
    source = case.segments().page.html
    ats = [line["at"] for line in case.gold]
    assert ats == sorted(set(ats))
    for line in case.gold:
        assert html.unescape(source[line["at"] : line["at"] + 12])[0] == line["text"][0]


def test_every_gold_line_is_a_segment(case: Case) -> None:
    gold = case.gold
    found = places_of(gold, case.segments())
    assert [line["text"] for line, index in zip(gold, found, strict=True) if index is None] == []


def test_encoding_is_read(case: Case) -> None:
    meta = case.meta
    assert case.segments().page.encoding == meta.get("encoding", "utf-8")


def test_segments_are_the_visible_text_once_and_in_order(case: Case) -> None:
    lines = case.segments()
    shown: list[str] = []
    pending: list[Any] = [turbohtml.parse(lines.page.html)]
    while pending:
        node = pending.pop()
        if isinstance(node, turbohtml.Text):
            shown.append(node.data)
        elif getattr(node, "tag", None) not in NOT_TEXT and not isinstance(node, turbohtml.Comment):
            pending.extend(reversed(list(node.children)))
    assert bare("".join(lines.text)) == bare("".join(shown))


def bare(text: str) -> str:
    """Without white space and signs that take no room."""
    return "".join(text.replace("\u200b", "").split())


def test_kept_and_removed_are_all_segments(case: Case) -> None:
    document = case.document()
    count = len(document.segments)
    names = document.labels.names
    assert len(names) == count
    removed = [index for index in range(count) if names[index] == BOILERPLATE]
    written = [index for section in document.walk() for index in ([] if section.heading is None else [section.heading]) + section.body]
    assert written == document.kept
    assert sorted(written + removed) == list(range(count))
    assert all(document.labels.reasons[index] for index in removed)


def test_every_title_becomes_a_section_of_a_gapless_tree(case: Case) -> None:
    document = case.document()
    titles = [index for index, name in enumerate(document.labels.names) if name == TITLE]
    assert [section.heading for section in document.walk() if section.heading is not None] == titles
    for section in document.walk():
        if section.heading is not None:
            assert section.level == (1 if section.parent is None else section.parent.level + 1)


def test_every_xpath_finds_its_segment_again(case: Case) -> None:
    lines = case.segments()
    again = turbohtml.parse(lines.page.html)
    for index in range(len(lines)):
        path = places.xpath(lines, index)
        nodes = again.xpath(path)
        assert len(nodes) == 1, path
        text = nodes[0] if isinstance(nodes[0], str) else nodes[0].text
        if path.rsplit("/", 1)[-1].startswith("text()"):
            parts = [bare(part) for part in (text.split("\n") if lines.begins[index] == IN_PRE or lines.state[index].pre else [text])]
            assert any(part and bare(lines.text[index]).startswith(part) for part in parts), path
        else:
            assert bare(lines.text[index]) == bare(text), path


def digest(case: Case) -> str:
    document = case.document()
    labels = document.labels
    rows = list(zip(document.segments.text, labels.names, labels.confidence, labels.reasons, document.levels, document.continues, strict=True))
    paths = [places.xpath(document.segments, index) for index in range(len(document.segments))]
    return hashlib.sha256(repr((rows, paths)).encode()).hexdigest()


def test_threads_give_the_same_answer() -> None:
    alone = [digest(case) for case in CASES]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(digest, CASES * 3)) == alone * 3


def test_processes_and_hash_seeds_give_the_same_answer() -> None:
    program = (
        "import importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('pages', sys.argv[1])\n"
        "pages = importlib.util.module_from_spec(spec); sys.modules['pages'] = pages; spec.loader.exec_module(pages)\n"
        "print(*[pages.digest(case) for case in pages.CASES])\n"
    )
    here = " ".join(digest(case) for case in CASES)
    for seed in ("1", "4242"):
        command = [sys.executable, "-c", program, str(Path(__file__))]
        run = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True)
        assert run.stdout.strip() == here
