"""On real pages with their style sheets: what the browser says maps one to one onto what the parser says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rubricate import segments
from rubricate.learn.corpora import Example, load
from rubricate.page.parse import SHADOW
from rubricate.render import Browser, boxes
from rubricate.types import Page, Tree

pytestmark = [pytest.mark.browser, pytest.mark.data]

COUNT = 30
OWN_TREE = """() => {
  const found = [], walk = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const text = node.nodeType === 3, last = found[found.length - 1];
    if (text && last && last[0] === "" && last[2] === node.previousSibling) last[1] += node.data;
    else found.push([text ? "" : node.localName, text ? node.data : "", node]);
    found[found.length - 1][2] = node;
  }
  return JSON.stringify(found.map(([name, text]) => [name, text]));
}"""
"""The browser's own tree of a page; it cuts long texts in pieces, which are joined again."""


@pytest.fixture(scope="module")
def pages(data_dir: Path) -> list[Example]:
    if not (data_dir / "stapi").is_dir():
        pytest.skip(f"{data_dir} holds no stapi pages")
    every = load("stapi", data_dir)
    return every[:: len(every) // COUNT][:COUNT]


def test_thirty_pages(pages: list[Example], browser: Browser) -> None:
    """Every text node is in a line both times, hidden or not; nearly all lines are the same ones; every visible one was drawn."""
    lines = same = 0
    for example in pages:
        page = example.page()
        parsed = segments.of(page)
        seen = browser.see(page)
        shown = segments.of(seen.page, seen.look)
        assert sorted(row for runs in parsed.runs for row in runs) == sorted(row for runs in shown.runs for row in runs), example.id
        lines += len(parsed)
        same += len(set(parsed.runs) & set(shown.runs))
        drawn = [box is not None for box, state in zip(boxes(shown) or [], shown.state, strict=True) if not state.hidden and not state.control]
        assert sum(drawn) >= 0.9 * len(drawn), example.id
    assert len(pages) == COUNT
    assert same >= 0.98 * lines, f"{same} of {lines} lines"


def test_the_browser_reads_the_same_tree(pages: list[Example], chromium: None) -> None:
    """We hand rows over, not HTML. That loses nothing: Chromium's own parser makes the same tree of every second one, node for node."""
    differ = [example.id for example, page, own in _own_trees(pages[::2]) if own != list(_expected(page.tree))]
    assert differ == []


def _expected(tree: Tree) -> Iterator[tuple[str, str]]:
    for row, tag in enumerate(tree.tags):
        assert not tag or tree.attribute(row, SHADOW) is None
        yield tag, "" if tag else tree.data[row]


def _own_trees(pages: list[Example]) -> Iterator[tuple[Example, Page, list[tuple[str, str]]]]:
    from playwright.sync_api import Route, sync_playwright

    from rubricate.render import find

    page: Page
    served: set[str] = set()

    def answer(route: Route) -> None:
        if example.id not in served:  # a page that leads elsewhere after a while stays
            served.add(example.id)
            route.fulfill(body=page.html.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
        else:
            route.abort("aborted")

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=["--host-resolver-rules=MAP * ~NOTFOUND"])
        for example in pages:
            page = example.page()
            tab: Any = chromium.new_page(java_script_enabled=False)
            tab.route("**/*", answer)
            tab.goto("http://rubricate.invalid/", wait_until="domcontentloaded")
            yield example, page, [(name, text) for name, text in json.loads(tab.evaluate(OWN_TREE))]
            tab.close()
        chromium.close()
