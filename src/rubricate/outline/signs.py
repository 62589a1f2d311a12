"""A title's words without the sign that links to itself: "Install ¶" is called "Install".

Manuals put a small link to the place itself beside every heading, wikis their "[edit]". They stay in the line, as the page has it; the section goes
without.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from rubricate.types import Segments

__all__ = ["name_of"]

SIGNS = frozenset("¶#§🔗⚓∞")
"""What such links say. A title may well end in one of them ("C#"), so that they are left out only where they are links to a place on the page."""
_UNSEEN = "\ufe0f\u200b"
"""What may stand behind such a sign, unseen."""


def name_of(segments: Segments, lines: Sequence[int]) -> str:
    """The words of a title of one or more lines; where there are none but such signs, as the page has them."""
    if len(lines) == 1:
        return unsigned(segments, lines[0]) or segments.text[lines[0]]
    return " ".join(filter(None, [unsigned(segments, line) for line in lines])) or segments.text[lines[0]]


def unsigned(segments: Segments, index: int) -> str:
    """The text of a line without such a sign at its beginning and end, and without a wiki's "[edit]"."""
    text, runs = segments.text[index], segments.runs[index]
    if text[-1:] == "]" and "[" in text and _edits(segments, runs[-1]):
        text = text[: text.rindex("[")].rstrip()
    if text[-1:] in _ENDS and _links_here(segments, runs[-1]):
        text = text.rstrip(_UNSEEN)[:-1].rstrip()
    if text[:1] in _ENDS and _links_here(segments, runs[0]):
        text = text[1:].lstrip(_UNSEEN).lstrip()
    return text


_EDITING = "mw-editsection"  # what MediaWiki calls them
_ENDS = SIGNS | frozenset(_UNSEEN)


def _links_here(segments: Segments, row: int) -> bool:
    """Whether a text node is one sign, in a link to a place on the page; the sign may be in a <span> or two."""
    tree = segments.page.tree
    if tree.data[row].strip().rstrip(_UNSEEN) not in SIGNS:
        return False
    link = next((above for above in islice(tree.ancestors(row), 3) if tree.tags[above] == "a"), -1)
    return link >= 0 and (tree.attribute(link, "href") or "").lstrip().startswith("#")


def _edits(segments: Segments, row: int) -> bool:
    """Whether a text node is in the links by which the section of a wiki is edited, in whatever language."""
    tree = segments.page.tree
    return any(_EDITING in (tree.attribute(above, "class") or "") for above in islice(tree.ancestors(row), 3))
