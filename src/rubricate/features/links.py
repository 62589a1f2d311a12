"""Where links go: to a place on the page itself, to other pages of the site, elsewhere, nowhere; and which lines links of the page point at.

A link to another page is furniture more often than not; a link to a place on this page ('Back to top', a list of contents) belongs to the document.
What counts as this page and this site is told by the page alone: the answer is the same whether a caller knows the page's address or not.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.place import Place
from rubricate.features.wanted import EVERYTHING, Wanted
from rubricate.types import Segments, Tree

__all__ = ["LINKS", "Anchors", "fragments", "link_columns"]

_fast = twin("features._rows")
Column = NDArray[np.float32]
LINKS = ("goes", "inward", "target", "contents")
_PAGE, _MAIL, _ELSEWHERE, _SITE, _NOWHERE = 1, 2, 3, 4, 5
_SCHEMES = {"mailto": _MAIL, "tel": _MAIL, "sms": _MAIL, "javascript": _NOWHERE, "http": _ELSEWHERE, "https": _ELSEWHERE}
_CODES = (_PAGE, _ELSEWHERE, _SITE, _NOWHERE)
_LINKED = 0.5
"""The share of a line that is linked from which it is a link."""
_NEAR = 12
"""Rows between an element that is pointed at and the text that it stands for; elements between a text and the link that it is in."""
_LONGEST = 2000
"""Characters of an href that are read."""


class Anchors:
    """The names that links of the page point at, and the elements that have them."""

    __slots__ = ("names", "rows", "there")

    def __init__(self, tree: Tree) -> None:
        self.names: set[str]
        self.rows: list[int]
        self.there: set[str]  # the names that some element has
        if _fast is not None:
            self.names, self.rows, self.there = _fast.anchors(tree.tags, tree.data)
            return
        self.names = fragments(tree)
        found = [
            (row, value)
            for row, attributes in enumerate(tree.data if self.names else ())
            if attributes.__class__ is tuple  # an element, not a text
            for name, value in attributes
            if (name == "id" or name == "name") and value in self.names
        ]
        self.rows = [row for row, _ in found]
        self.there = {value for _, value in found}


def link_columns(segments: Segments, place: Place, anchors: Anchors, linked: Column, wanted: Wanted = EVERYTHING) -> dict[str, Column]:
    """Where each line goes, if it is a link (`inward`: to a place on the page); and whether it is what other links point at."""
    goes, inward = _goes(segments, anchors, linked, "goes" in wanted)
    found = {"inward": inward}
    if "goes" in wanted:
        found["goes"] = goes
    if "target" in wanted or "contents" in wanted:
        found["target"], found["contents"] = _pointed_at(segments, place, anchors)
    return found


def _goes(segments: Segments, anchors: Anchors, linked: Column, every: bool) -> tuple[Column, Column]:
    """Where each line goes, and whether that is a place on the page; without `every`, only what is needed for the second need be read."""
    own = _host(segments.page.meta.get("og:url", ""))
    tree = segments.page.tree
    if _fast is not None:
        table = np.empty((2, len(segments)), np.float32)
        of_tree = (tree.tags, tree.data, tree.parents)
        _fast.goes(of_tree, segments.runs, linked, _LINKED, own, anchors.there, _SCHEMES, _CODES, every, table)
        return table[0], table[1]
    goes = np.zeros(len(segments), np.float32)
    lines, targets = _targets(segments, linked)
    goes[lines] = _kinds(targets, own or _commonest(targets), anchors.there, every)
    return goes, (goes == _PAGE).astype(np.float32)


def _targets(segments: Segments, linked: Column) -> tuple[list[int], list[str]]:
    """The lines that are links, and where each of them goes; '' for those whose text stands in none."""
    lines = np.flatnonzero(linked >= _LINKED).tolist()
    targets = _Targets(segments.page.tree)
    return lines, [targets.of[targets.row(segments.runs[index])] for index in lines]


class _Targets:
    """The links that lines stand in, each read once, however many lines it holds."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._nowhere: set[int] = set()  # rows of <a> that are no links
        self.of: dict[int, str] = {-1: ""}  # row of a link -> where it goes; -1: no link

    def row(self, runs: tuple[int, ...]) -> int:
        """The first link that the text of a line stands in."""
        tags, parents = self._tree.tags, self._tree.parents
        for run in islice(runs, _NEAR):
            row = parents[run]
            for _ in range(_NEAR):
                if row < 0:
                    break
                if tags[row] == "a" and row not in self._nowhere and (row in self.of or self._read(row)):
                    return row
                row = parents[row]
        return -1

    def _read(self, row: int) -> bool:
        """Whether an <a> is a link: the others are names of places."""
        href = self._tree.attribute(row, "href")
        if href is None:
            self._nowhere.add(row)
            return False
        self.of[row] = href[:_LONGEST].strip()
        return True


def _kinds(targets: list[str], own: str, names: set[str], every: bool) -> list[int]:
    """Where each target goes; only a link with a '#' can go to a place on the page, so without `every` the others need not be read (0)."""
    if _fast is not None:
        found: list[int] = _fast.kinds(targets, own, names, _SCHEMES, _CODES, every)
        return found
    known = {target: _kind(target, own, names) if every or "#" in target else 0 for target in set(targets)}
    return [known[target] for target in targets]


def _commonest(targets: list[str]) -> str:
    """The host that most links go to: on most pages the page's own."""
    if _fast is not None:
        commonest: str = _fast.commonest(targets)
        return commonest
    hosts = Counter([_host(target) for target in targets if "//" in target[:8]])
    return max(hosts, key=lambda host: (hosts[host], host), default="")


def _host(target: str) -> str:
    """The host of an address, or ''."""
    host = target.partition("//")[2]
    for sign in "/?#":
        host = host.partition(sign)[0]
    return host.lower().removeprefix("www.")


def _kind(target: str, own: str, names: set[str]) -> int:
    """Where a target goes, seen from a page of the host `own` that has these names in it."""
    before, sign, fragment = target.partition("#")
    scheme = before.partition(":")[0].lower() if ":" in before[:12] else ""
    elsewhere = ("//" in before[:8] and _host(before) != own) or scheme not in ("", "http", "https")
    if sign and not elsewhere and (unquote(fragment) in names or (not before and fragment.lower() == "top")):
        return _PAGE
    if not before:
        return _NOWHERE
    return _SCHEMES.get(scheme, _ELSEWHERE) if elsewhere else _SITE


def _pointed_at(segments: Segments, place: Place, anchors: Anchors) -> tuple[Column, Column]:
    """Lines that links of the page itself point at, and lines that read like such a link."""
    count = len(segments)
    target, contents = np.zeros(count, np.float32), np.zeros(count, np.float32)
    for row in anchors.rows:
        index = int(place.low[row])
        if index < count and segments.runs[index][0] - row <= _NEAR:
            target[index] = 1.0
    if not target.any():
        return target, contents
    linked = {text for text, share in zip(segments.text, segments.linked, strict=True) if share and len(text) < 120}
    for index in np.flatnonzero(target).tolist():
        contents[index] = not segments.linked[index] and segments.text[index] in linked
    return target, contents


def fragments(tree: Tree) -> set[str]:
    """The names that links of the page point at."""
    names: set[str] = set()
    row = -1
    tags = tree.tags
    for _ in range(tags.count("a")):
        row = tags.index("a", row + 1)
        for name, value in tree.data[row]:
            if name == "href" and value and "#" in value:
                names.add(unquote(value[:_LONGEST].strip().partition("#")[2]))
    names.discard("")
    return names
