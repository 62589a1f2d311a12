"""How many rows a page may have for its size, and a look at the markup, before any of it is parsed, whether it could have more.

A row costs memory whatever its text is, so a page of nothing but tags would cost hundreds of times its size. Pages that people read have a row for
every 80 characters; past 96,000 and one for every 40 characters a page is refused. The parser also opens unclosed formatting again
in every block, with its attributes, so a few kilobytes can become gigabytes: what would be opened again (`reopened`) is counted, too.
"""

from __future__ import annotations

from rubricate.compiled import twin
from rubricate.errors import TooBig
from rubricate.page.limits import Limits
from rubricate.page.reopened import reopened

__all__ = ["check", "most_rows"]

ATTRIBUTES, SPARE_ATTRIBUTES = 4, 400_000
"""So many times its characters, and some more, a page may have in attributes that are opened again."""
_fast = twin("page._rows")


def most_rows(size: int, limits: Limits) -> int:
    """How many rows a page of so many characters may have."""
    return min(limits.rows, 96_000 + size // 40)


def check(html: str, limits: Limits) -> tuple[int, bool]:
    """The number of rows that the page may have, and whether it may have a <template>; TooBig where its markup alone says that it has more rows."""
    most = most_rows(len(html), limits)
    marks, rows, weight, templates = _fast.marks(html, most) if _fast is not None else _marks(html, most)
    if marks > most:
        raise TooBig(f"the page has {marks:,} tags in {len(html):,} characters; the limit for this size is {most:,}")
    if rows > 3 * most:
        raise TooBig(f"the page leaves formatting open that would begin again {rows:,} times; the limit for its size is {3 * most:,}")
    if weight > (heaviest := ATTRIBUTES * len(html) + SPARE_ATTRIBUTES):
        raise TooBig(f"the page leaves formatting open whose attributes would be {weight:,} characters; the limit for its size is {heaviest:,}")
    return most, templates


def _marks(html: str, most: int) -> tuple[int, int, int, bool]:
    """How many tags a page has at most; if not too many, what of it is opened again; whether it may have a <template>."""
    count = html.count("<")
    return count, *(reopened(html) if count <= most else (0, 0)), True
