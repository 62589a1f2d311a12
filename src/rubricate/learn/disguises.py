"""The same page, built differently: a model that sees both judges by behaviour, not by tag.

- `untagged`: h1-h6 and bold tags turned into div and span with a style attribute (the page's own styles after it), regions into div;
- `unnamed`: classes, ids, roles and other attributes that name elements gone;
- `bare`: headings and bold text turned into plain text (to be read without style sheets);
- `listed`: headings turned into the first paragraphs of list items.

A disguise changes elements alone: the text nodes stay, in their order, and headings that their own attributes hide stay hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rubricate.features.names import NAMING
from rubricate.types import Page, Tree

__all__ = ["DISGUISES", "disguised"]

_HEADINGS = {f"h{level}": f"font-size:{size}em;font-weight:bold" for level, size in ((1, 2), (2, 1.5), (3, 1.17), (4, 1), (5, 0.83), (6, 0.67))}
_BOLD = {"b": "font-weight:bold", "strong": "font-weight:bold", "i": "font-style:italic", "em": "font-style:italic"}
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE)
_LOOKS = ("style", "class", "id")
_REGIONS = frozenset(("nav", "header", "footer", "aside", "main", "article", "section"))


def disguised(page: Page, disguise: str) -> Page:
    """The page in a disguise, or as it is; the tree that is given stays as it is."""
    change = DISGUISES.get(disguise)
    return page if change is None else replace(page, tree=change(page.tree))


def _untagged(tree: Tree) -> Tree:
    tags, data = list(tree.tags), list(tree.data)
    for row, tag in enumerate(tags):
        style = _HEADINGS.get(tag) or _BOLD.get(tag)
        if style is not None:
            tags[row] = "div" if tag in _HEADINGS else "span"
            own = "".join(f";{value}" for name, value in data[row] if name == "style" and value)
            data[row] = (*_without(data[row], ("style",)), ("style", style + own))
        elif tag in _REGIONS:
            tags[row] = "div"
    return Tree(tags, data, list(tree.parents))


def _unnamed(tree: Tree) -> Tree:
    return Tree(list(tree.tags), [_without(values, ("class", *NAMING)) if tag else values for tag, values in _rows(tree)], list(tree.parents))


def _bare(tree: Tree) -> Tree:
    tags = ["p" if tag in _HEADINGS else "span" if tag in _BOLD else tag for tag in tree.tags]
    marked = [(tag in _HEADINGS or tag in _BOLD) and not _hides(values) for tag, values in _rows(tree)]
    data = [_without(values, _LOOKS) if plain else values for plain, values in zip(marked, tree.data, strict=True)]
    return Tree(tags, data, list(tree.parents))


def _listed(tree: Tree) -> Tree:
    """Headings that have brothers become the first paragraphs of list items, every other time bold; what follows them is put into the items."""
    brothers: dict[int, int] = {}
    for row, (tag, values) in enumerate(_rows(tree)):
        if tag in _HEADINGS and not _hides(values):
            brothers[tree.parents[row]] = brothers.get(tree.parents[row], 0) + 1
    made = Tree([], [], [])
    place: list[int] = []  # of every row in the new tree
    lists: dict[int, int] = {}  # parent -> its list
    items: dict[int, int] = {}  # parent -> the item that its next children go into
    for (tag, values), parent in zip(_rows(tree), tree.parents, strict=True):
        if tag in _HEADINGS and brothers.get(parent, 0) > 1 and not _hides(values):
            if parent not in lists:
                lists[parent] = _put(made, "ol", (), place[parent])
            items[parent] = _put(made, "li", (), lists[parent])
            tag, values = "p", (("style", "font-weight:bold" if parent % 2 else "font-size:1em"),)
        place.append(_put(made, tag, values, items[parent] if parent in items else place[parent] if parent >= 0 else parent))
    return made


def _put(tree: Tree, tag: str, values: Any, parent: int) -> int:
    tree.tags.append(tag)
    tree.data.append(values)
    tree.parents.append(parent)
    return len(tree.tags) - 1


def _rows(tree: Tree) -> Iterator[tuple[str, Any]]:
    return iter(zip(tree.tags, tree.data, strict=True))


def _hides(values: Any) -> bool:
    """Whether an element's own attributes hide it."""
    return any(name == "hidden" or (name == "style" and _HIDING.search(value or "")) for name, value in values)


def _without(values: Any, names: tuple[str, ...]) -> Any:
    return tuple(pair for pair in values if pair[0] not in names)


DISGUISES: dict[str, Callable[[Tree], Tree]] = {"untagged": _untagged, "unnamed": _unnamed, "bare": _bare, "listed": _listed}
