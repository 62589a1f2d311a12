"""Page -> the rows that are handed to the browser, as JSON.

The browser gets the page as our parser read it, node by node, so that row n there is row n here: nothing is parsed a second time, and no two parsers
can disagree. On the way, all that acts is left out: scripts, what loads something, meta (refresh, policies that would refuse our sheets), and focus.
Sheets that the caller handed over stand where their <link> stood. What <noscript> styles is left out, as in the static cascade.
"""

from __future__ import annotations

import json
import re
from typing import Any

from rubricate.page.parse import SHADOW
from rubricate.types import Page, Tree

__all__ = ["doctype", "to_json", "without_refresh"]

_ABSENT = frozenset(("script", "meta", "title", "source", "track", "param"))
_EMPTY = frozenset(("svg", "math", "iframe", "audio", "video", "canvas", "embed", "applet", "noembed", "noframes", "datalist"))
_LOADING = frozenset("src srcset data srcdoc poster background code archive longdesc action formaction ping codebase".split())
_ACTING = frozenset(("autofocus", "http-equiv", "popover", "is", "nonce"))
_FRAMES = frozenset(("iframe", "frame", "embed", "object", "applet", "audio", "video"))
_DOCTYPE = re.compile(r"<!doctype\b[^>]{0,1000}>", re.IGNORECASE)
_META = re.compile(r"<meta\b[^<>]{0,4000}>", re.IGNORECASE)


def to_json(page: Page, loading: bool = False) -> str:
    """The page's rows: names, attributes or text, parents; null for what is left out. With `loading`, pictures and sheets keep their addresses."""
    tree = page.tree
    tags, parents = tree.tags, tree.parents
    sheets = _sheet_rows(page)
    names: list[str | None] = []
    data: list[Any] = []
    for row, tag in enumerate(tags):
        parent = parents[row]
        kept = parent < 0 or (names[parent] is not None and tags[parent] not in _EMPTY)
        if tag and kept:
            kept = tag not in _ABSENT and not (tag in ("style", "link", "base") and tags[parent] in ("noscript", "template"))
        if not kept:
            names.append(None)
            data.append(None)
        elif not tag:
            names.append("")
            data.append(tree.data[row])
        else:
            name, more = _element(tree, row, tag, sheets, loading)
            names.append(name)
            data.append(more)
    return json.dumps({"tags": names, "data": data, "parents": parents})


def doctype(html: str) -> str:
    """The page's doctype, which decides between the standard's rules of layout and those of old browsers; '' where it has none."""
    place = 0
    while True:
        while html[place : place + 1].isspace() or html[place : place + 1] == "\ufeff":
            place += 1
        found = _DOCTYPE.match(html, place)
        if found or not html.startswith(("<!", "<?"), place):
            return found[0] if found else ""
        end = "-->" if html.startswith("<!--", place) else ">"
        place = html.find(end, place) + len(end)
        if place < len(end):
            return ""


def without_refresh(html: str) -> str:
    """The page without those <meta> that would lead elsewhere after a while."""
    return _META.sub(lambda found: "" if "refresh" in found[0].lower() and "http-equiv" in found[0].lower() else found[0], html)


def _element(tree: Tree, row: int, tag: str, sheets: dict[int, str], loading: bool) -> tuple[str | None, Any]:
    """The element's name and attributes; a list whose first entry is text is a sheet."""
    attributes = [(name, value or "") for name, value in tree.data[row]]
    if tag == "link":
        if row in sheets:
            return "style", [["\0", sheets[row]], *[list(pair) for pair in attributes if pair[0] in ("media", "type")]]
        return (tag, attributes) if loading and "stylesheet" in (tree.attribute(row, "rel") or "").lower() else (None, None)
    if tag == "base":
        return (tag, attributes) if loading else (None, None)
    if tag == "template" and tree.attribute(row, SHADOW) is not None:
        return "rubricate-shadow", [("style", "display: contents")]
    closed = tag in _FRAMES or not loading
    kept = [pair for pair in attributes if not pair[0].startswith("on") and pair[0] not in _ACTING and not (closed and pair[0] in _LOADING)]
    if tag == "details":
        kept.append(("open", ""))  # what a reader can unfold is text
    return tag, kept


def _sheet_rows(page: Page) -> dict[int, str]:
    """The sheets that were handed over, by the row of the last <link> to each."""
    tree, handed = page.tree, page.stylesheets
    if not handed:
        return {}
    last: dict[str, int] = {}
    for row, tag in enumerate(tree.tags):
        if tag == "link":
            href = tree.attribute(row, "href") or ""
            if handed.get(href) and "alternate" not in (tree.attribute(row, "rel") or "").lower():
                last[href] = row
    return {row: handed[href] for href, row in last.items()}
