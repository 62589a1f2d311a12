"""Text -> Tree: the one module that knows the parser.

The tree is the one that the HTML standard describes, with scripting off (so <noscript> holds elements). It is read as a stream of events, so no
object is made for a node that nobody asks for: three lists are all that stays. `located` parses again, when somebody wants to know where in the
source a row stands; XPaths that we print can be tried out in what it returns.
"""

from __future__ import annotations

import re
from typing import cast

import turbohtml
from turbohtml.saxparse import SaxHandler, sax_parse

from rubricate.compiled import twin
from rubricate.errors import TooBig, TooDeep
from rubricate.page.census import check
from rubricate.page.limits import Limits
from rubricate.types import Attributes, Tree

__all__ = ["INERT", "SHADOW", "located", "parse"]

SHADOW = "shadowrootshow"
"""The attribute of a <template> whose content is shown (shadowrootmode in the source)."""
_SHADOW = re.compile(r"(<template\s[^<>]{0,500}?)\bshadowrootmode(?=[\s=>/])", re.IGNORECASE)
_TEMPLATE = re.compile(r"(</?)template(?=[\s/>])", re.IGNORECASE)
INERT = "templat-"
"""What <template> is called on pages that would kill the parser: as long, so that places in the source stay what they are, and no text, either."""
_FATAL = tuple(
    re.compile(rf"<(?:{names})(?=[\s/>])", re.IGNORECASE)
    for names in ("svg|math", "template", "mi|mo|mn|ms|mtext|annotation-xml|desc|title|foreignobject", "/template")
)
LARGE, MOST_SHARED = 300_000, 5_000
_fast = twin("page._rows")


def parse(html: str, limits: Limits | None = None) -> Tree:
    """The parsed page as columns; TooBig or TooDeep where it has more rows or deeper nesting than the limits allow."""
    limits = limits or Limits()
    most_rows, templates = check(html, limits)
    tree = Tree([], [], [])
    sax_parse(_disarmed(_opened(html)) if templates else html, _rows_of(tree, most_rows, len(html)))
    if len(tree) > limits.depth:  # nothing stands deeper than there are rows
        _check_depth(tree, limits.depth)
    return tree


def _rows_of(tree: Tree, most_rows: int, size: int) -> SaxHandler:
    """What the parser calls at every event: each adds its row to the columns. Called back, it makes no object for an event."""
    most_shared = MOST_SHARED if size > LARGE else 0
    if _fast is not None:
        return cast("SaxHandler", _fast.Rows(tree.tags, tree.data, tree.parents, most_rows, most_shared, size))
    tags, parents = tree.tags, tree.parents
    add_tag, add_data, add_parent = tags.append, tree.data.append, parents.append
    known: dict[str, str] = {}
    same: dict[Attributes, Attributes] = {}  # on large pages, equal attributes are kept once
    top = -1

    def start(tag: str, attributes: Attributes) -> None:
        nonlocal top
        add_parent(top)
        top = len(tags)
        add_tag(known.setdefault(tag, tag))  # equal tags are one object: what looks them up later need not hash or compare them
        if attributes and len(same) < most_shared:
            attributes = same.setdefault(attributes, attributes)
        add_data(attributes)
        if top >= most_rows:
            raise TooBig(f"the page has more than {most_rows:,} elements and texts, the limit for its {size:,} characters")

    def end(_tag: str) -> None:
        nonlocal top
        top = parents[top]

    def text(characters: str) -> None:
        add_tag("")
        add_data(characters)
        add_parent(top)

    handler = SaxHandler()  # comments and the like make no row: its own methods do nothing
    handler.__dict__.update(start_element=start, end_element=end, characters=text)
    return handler


def _check_depth(tree: Tree, most: int) -> None:
    depths: list[int] = []
    for tag, parent in zip(tree.tags, tree.parents, strict=True):
        depth = depths[parent] + 1 if parent >= 0 else 0  # how many elements are around it
        depths.append(depth)
        if depth > most and not tag:
            raise TooDeep(f"text stands {depth:,} elements deep; the limit is {most:,}")


def _opened(html: str) -> str:
    """The parser's events leave out what stands in a shadow root; under another name its <template> is an element like others."""
    return _SHADOW.sub(rf"\1{SHADOW}", html) if "hadowrootmode" in html or "HADOWROOTMODE" in html else html


def _disarmed(html: str) -> str:
    """The page, with its <template>s under another name if they could kill the parser.

    turbohtml 1.15.4 takes the end tag of a <template> for that of one in <svg> or <math>, which is none in the standard's sense, where it stands in
    an HTML element within; what it then takes from an empty stack ends the process (`<math><template><mi><div></template><i><div></i>`). Tags in
    this order are all that is asked for: whether they stand in each other is for a parser to tell.
    """
    place = 0
    for tag in _FATAL:
        found = tag.search(html, place)
        if found is None:
            return html
        place = found.end()
    return _TEMPLATE.sub(rf"\1{INERT}", html)


def located(html: str) -> turbohtml.Document:
    """The same tree as navigable nodes that know their place in the source."""
    return turbohtml.parse(_disarmed(html), source_locations=True, allow_declarative_shadow_roots=False)
