"""Where a segment stands: its XPath, its place in the source, the tag that the page wrote for it. Worked out when somebody asks."""

from __future__ import annotations

import re
from bisect import bisect_left

from rubricate.page.parse import located
from rubricate.types import IN_PRE, Segments, Tree

__all__ = ["element", "run_xpaths", "source_tag", "span", "xpath"]

MOST_ROWS = 2000
MOST_STEPS = 64
"""An XPath has at most this many steps: deeper elements are named by their count in the page, so that paths stay short on any page."""


def element(segments: Segments, index: int) -> int:
    """The row of the innermost element around the whole line."""
    parents = segments.page.tree.parents
    runs = segments.runs[index]
    first, last = parents[runs[0]], parents[runs[-1]]
    for _ in range(4 * MOST_STEPS):  # a parent's row is the smaller one, so climbing from the larger one meets where both come from
        if first == last:
            return first
        if first > last:
            first = parents[first]
        else:
            last = parents[last]
    return segments.block[index]  # inline elements nested that deep are not worth the way


def source_tag(segments: Segments, index: int) -> str:
    """h1..h6 for a line inside one, else the tag of the innermost element around the whole line."""
    tree = segments.page.tree
    row = element(segments, index)
    tag = tree.tags[row]
    if segments.state[index].heading:
        heading = tree.nearest(row, ("h1", "h2", "h3", "h4", "h5", "h6"))
        return tree.tags[heading] if heading >= 0 else tag
    return tag


def xpath(segments: Segments, index: int) -> str:
    """An XPath of the line: its element where the line is all of the element's text, else its first text node."""
    tree = segments.page.tree
    row = element(segments, index)
    if segments.begins[index] != IN_PRE and not _goes_on(segments, index) and _is_all(tree, row, segments.runs[index]):
        return _element_path(tree, row)
    return _text_path(tree, segments.runs[index][0])


def run_xpaths(segments: Segments, index: int) -> list[str]:
    """The XPaths of all text nodes of the line."""
    tree = segments.page.tree
    return [_text_path(tree, row) for row in segments.runs[index]]


def _goes_on(segments: Segments, index: int) -> bool:
    """Whether the next line has text of the same text node."""
    return index + 1 < len(segments.runs) and segments.runs[index + 1][0] == segments.runs[index][-1]


def _is_all(tree: Tree, row: int, runs: tuple[int, ...]) -> bool:
    """Whether an element holds no other text than these text nodes (script counts as text here, as it does in XPath)."""
    tags, data, parents = tree.tags, tree.data, tree.parents
    own = set(runs)
    for inner in range(row + 1, min(len(tree), row + MOST_ROWS)):
        if parents[inner] < row:
            return True
        if not tags[inner] and inner not in own and not data[inner].isspace():
            return False
    return row + MOST_ROWS >= len(tree)


def _element_path(tree: Tree, row: int) -> str:
    ordinals, counts = _ordinals(tree)
    tags, parents = tree.tags, tree.parents
    steps: list[str] = []
    while row >= 0:
        if len(steps) == MOST_STEPS or (row and tags[parents[row]] == "template"):  # no step leads into a template
            steps.append(f"(//{_test(tags[row])})[{counts[row]}]")
            break
        steps.append(f"{_test(tags[row])}[{ordinals[row]}]")
        row = parents[row]
    steps.reverse()
    path = "/".join(steps)
    return path if path.startswith("(") else "/" + path


def _text_path(tree: Tree, row: int) -> str:
    parent = tree.parents[row]
    path = _element_path(tree, parent)
    return path if tree.tags[parent] == "template" else f"{path}/text()[{_ordinals(tree)[0][row]}]"


def _test(tag: str) -> str:
    """A name test; names that XPath cannot spell (a colon, a quote, ...) are compared as text."""
    if tag.isascii() and tag.replace("-", "").replace("_", "").isalnum() and tag[0].isalpha():
        return tag
    if "'" not in tag:
        return f"*[name()='{tag}']"
    if '"' not in tag:
        return f'*[name()="{tag}"]'
    pieces = ", \"'\", ".join(f"'{piece}'" for piece in tag.split("'"))
    return f"*[name()=concat({pieces})]"


def _ordinals(tree: Tree) -> tuple[list[int], list[int]]:
    """For every row: its count among the siblings of its tag, and among all rows of its tag."""
    known = tree.memory.get("ordinals")
    if known is None:
        among: dict[tuple[int, str], int] = {}
        all_of: dict[str, int] = {}
        ordinals, counts = [], []
        for tag, parent in zip(tree.tags, tree.parents, strict=True):
            place = among[parent, tag] = among.get((parent, tag), 0) + 1
            count = all_of[tag] = all_of.get(tag, 0) + 1
            ordinals.append(place)
            counts.append(count)
        known = tree.memory["ordinals"] = (ordinals, counts)
    return known


def span(segments: Segments, index: int) -> tuple[int, int] | None:
    """Start and end of the innermost element around the line in `page.html`; None where the parser made the element up."""
    tree = segments.page.tree
    spans = tree.memory.get("spans")
    if spans is None:
        html = segments.page.html
        spans = _spans(tree, html)
        if "\r\n" in html:
            spans = _with_line_ends(spans, html)
        tree.memory["spans"] = spans
    return spans[element(segments, index)]


def _spans(tree: Tree, html: str) -> list[tuple[int, int] | None]:
    """For every element's row: where its source begins and ends. One that is never closed ends where the next element begins or its parent ends."""
    places = [node.source_location for node in located(html).iter_elements()]
    rows = [row for row, tag in enumerate(tree.tags) if tag]
    if len(places) != len(rows):  # the parser's two views of the page differ: no place is known for sure
        return [None] * len(tree)
    place_of = dict(zip(rows, places, strict=True))
    after = _rows_after(tree)
    length = len(html) - html.count("\r\n")
    found: list[tuple[int, int] | None] = [None] * len(tree)
    for row in rows:
        place = place_of[row]
        if place is None:
            continue
        if place.end_tag is not None:
            end = place.end_tag.end_offset
        else:
            following = place_of.get(after[row])
            around = place_of.get(tree.parents[row])
            ends = [following.start_tag.start_offset] if following is not None else []
            ends += [around.end_tag.start_offset] if around is not None and around.end_tag is not None else []
            end = max(place.start_tag.end_offset, min(ends, default=length))
        found[row] = (place.start_tag.start_offset, end)
    return found


def _with_line_ends(spans: list[tuple[int, int] | None], html: str) -> list[tuple[int, int] | None]:
    """The parser counts CR LF as one character; these are the same places in the text as it is."""
    ends = [found.start() - index for index, found in enumerate(re.finditer("\r\n", html))]
    return [span and (span[0] + bisect_left(ends, span[0]), span[1] + bisect_left(ends, span[1])) for span in spans]


def _rows_after(tree: Tree) -> list[int]:
    """For every row: the next element that is not inside it (-1: none)."""
    count = len(tree)
    ends = list(range(1, count + 1))  # the row after the last one inside
    for row in range(count - 1, 0, -1):
        parent = tree.parents[row]
        if parent >= 0 and ends[row] > ends[parent]:
            ends[parent] = ends[row]
    next_element = [-1] * (count + 1)
    for row in range(count - 1, -1, -1):
        next_element[row] = row if tree.tags[row] else next_element[row + 1]
    return [next_element[end] for end in ends]
