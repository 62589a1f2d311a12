"""Page -> Segments: which nodes make one visible line, and what that line looks like."""

from rubricate.segments.cascade import Look
from rubricate.segments.walk import walk
from rubricate.types import Page, Segments

__all__ = ["of"]

FEW = 200
"""With fewer characters of text than this, a page may keep its text in <noscript>."""


def of(page: Page, look: Look | None = None) -> Segments:
    """The visible lines of a page, in document order. <noscript> is read only where the page shows next to nothing without it.

    `look` says what elements look like, in place of the cascade of tags and style sheets: a browser's view of this very page (rubricate.render).
    """
    segments = walk(page, look=look)
    if len(segments) < FEW and sum(map(len, segments.text)) < FEW and "noscript" in page.tree.tags:
        return walk(page, noscript=True, look=look)
    return segments
