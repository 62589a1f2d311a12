"""Text -> Tree: the one module that knows the parser.

The tree is the one that the HTML standard describes, with scripting off (so <noscript> holds elements). It is read as a stream of events, so no
object is made for a node that nobody asks for: three lists are all that stays. `located` parses again, when somebody wants to know where in the
source a row stands; XPaths that we print can be tried out in what it returns.
"""

from __future__ import annotations

import re
from typing import Any

import turbohtml
from turbohtml._html import _sax_events

from rubricate.errors import TooBig, TooDeep
from rubricate.page.census import check
from rubricate.page.limits import Limits
from rubricate.types import Tree

__all__ = ["SHADOW", "located", "parse"]

SHADOW = "shadowrootshow"
"""The attribute of a <template> whose content is shown (shadowrootmode in the source)."""
_SHADOW = re.compile(r"(<template\s[^<>]{0,500}?)\bshadowrootmode(?=[\s=>/])", re.IGNORECASE)
_START, _END, _TEXT = 1, 2, 3
LARGE, MOST_SHARED = 300_000, 5_000


def parse(html: str, limits: Limits | None = None) -> Tree:
    """The parsed page as columns; TooBig or TooDeep where it has more rows or deeper nesting than the limits allow."""
    limits = limits or Limits()
    most_rows, most_depth = check(html, limits), limits.depth
    tags: list[str] = []
    data: list[Any] = []
    parents: list[int] = []
    open_rows: list[int] = []
    add_tag, add_data, add_parent, push, pop = tags.append, data.append, parents.append, open_rows.append, open_rows.pop
    top, row = -1, 0
    same: dict[Any, Any] = {}  # on large pages, equal attributes are kept once
    sharing = len(html) > LARGE
    event: Any
    for event in _sax_events(_opened(html)):
        kind = event[0]
        if kind == _START:
            add_tag(event[1])
            attributes = event[2]
            if sharing and attributes and len(same) < MOST_SHARED:
                attributes = same.setdefault(attributes, attributes)
            add_data(attributes)
            add_parent(top)
            push(top)
            top = row
            row += 1
            if row > most_rows:
                raise TooBig(f"the page has more than {most_rows:,} elements and texts, the limit for its {len(html):,} characters")
        elif kind == _END:
            top = pop()
        elif kind == _TEXT:
            add_tag("")
            add_data(event[1])
            add_parent(top)
            row += 1
            if len(open_rows) > most_depth:
                raise TooDeep(f"text stands {len(open_rows):,} elements deep; the limit is {most_depth:,}")
    return Tree(tags, data, parents)


def _opened(html: str) -> str:
    """The parser's events leave out what stands in a shadow root; under another name its <template> is an element like others."""
    return _SHADOW.sub(rf"\1{SHADOW}", html) if "hadowrootmode" in html or "HADOWROOTMODE" in html else html


def located(html: str) -> turbohtml.Document:
    """The same tree as navigable nodes that know their place in the source."""
    return turbohtml.parse(html, source_locations=True, allow_declarative_shadow_roots=False)
