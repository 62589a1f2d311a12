"""A title's words without the sign that links to itself: "Install ¶" is called "Install".

Manuals put a small link to the place itself beside every heading. The sign stays in the line, as the page has it; the section goes without.
"""

from __future__ import annotations

from itertools import islice

from rubricate.types import Segments

__all__ = ["unsigned"]

SIGNS = frozenset("¶#§🔗⚓∞")
"""What such links say. A title may well end in one of them ("C#"), so that they are left out only where they are links to a place on the page."""


def unsigned(segments: Segments, index: int) -> str:
    """The text of a line without such a sign at its beginning or end; as it is where there is none, or nothing else."""
    text = segments.text[index]
    runs = segments.runs[index]
    if len(text) > 1 and text[-1] in SIGNS and _links_here(segments, runs[-1]):
        return text[:-1].rstrip()
    if len(text) > 1 and text[0] in SIGNS and _links_here(segments, runs[0]):
        return text[1:].lstrip()
    return text


def _links_here(segments: Segments, row: int) -> bool:
    """Whether a text node is one sign, in a link to a place on the page; the sign may be in a <span> or two."""
    tree = segments.page.tree
    if tree.data[row].strip() not in SIGNS:
        return False
    link = next((above for above in islice(tree.ancestors(row), 3) if tree.tags[above] == "a"), -1)
    return link >= 0 and (tree.attribute(link, "href") or "").lstrip().startswith("#")
