"""How many rows a page may have for its size, and a look at the markup, before any of it is parsed, whether it could have more.

A row costs memory whatever its text is, so a page of nothing but tags would cost hundreds of times its size. Pages that people read have a row for
every 80 characters; past 96,000 and one for every 40 characters a page is refused. The parser also opens unclosed formatting again
in every block, so a few kilobytes can become millions of elements: unclosed formatting times blocks is counted, too.
"""

from __future__ import annotations

import re

from rubricate.compiled import twin
from rubricate.errors import TooBig
from rubricate.page.limits import Limits

__all__ = ["check", "most_rows"]

_NAME = (
    r"[bcefinstuBCEFINSTU](?:[iI][gG]|[oO][dD][eE]|[mM](?:[aA][lL][lL])?|[oO][nN][tT]|[oO][bB][rR]|[tT](?:[rR](?:[iI][kK][eE]|[oO][nN][gG]))?)?"
)
"""b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u (and some that are no tags). No flag for case: that is twice as fast."""
LONGEST = 200  # characters of attributes
_FORMATTING = re.compile(rf"<(/?){_NAME}(?:\s([^>]{{0,{LONGEST}}})>|>)")
_WITH_ATTRIBUTES = re.compile(rf"<{_NAME}\s([^>]{{0,{LONGEST}}})>")
_BLOCKS = re.compile(r"<(?:p|div|li|td|th|tr|dd|dt|h[1-6]|ul|ol|section|article|table|blockquote|center|pre|form|button|dl)[\s>]", re.I)
FEW = 1000
ALIKE = 20
"""So many kinds of formatting elements do no harm: of those that are the same, only three are opened again."""
REOPENED = 450
"""The parser opens no more than about so many unclosed formatting elements again."""
_fast = twin("page._rows")


def most_rows(size: int, limits: Limits) -> int:
    """How many rows a page of so many characters may have."""
    return min(limits.rows, 96_000 + size // 40)


def check(html: str, limits: Limits) -> tuple[int, bool]:
    """The number of rows that the page may have, and whether it may have a <template>; TooBig where its markup alone says that it has more rows."""
    most = most_rows(len(html), limits)
    marks, kinds, templates = _marks(html)
    if marks > most:
        raise TooBig(f"the page has {marks:,} tags in {len(html):,} characters; the limit for this size is {most:,}")
    if marks > FEW and kinds >= ALIKE - 1:  # hardly any page; those without attributes are one kind more
        _check_formatting(html, most)
    return most, templates


def _check_formatting(html: str, most: int) -> None:
    closed = 0
    opened: dict[str, int] = {}
    for slash, attributes in _FORMATTING.findall(html):
        if slash:
            closed += 1
        else:
            opened[attributes] = opened.get(attributes, 0) + 1
    if len(opened) < ALIKE:
        return
    unclosed = min(sum(opened.values()) - closed, 3 * len(opened), REOPENED)
    if unclosed > 20:
        blocks = len(_BLOCKS.findall(html))
        if unclosed * blocks > 3 * most:
            raise TooBig(f"the page leaves {unclosed:,} formatting elements open over {blocks:,} blocks: more than {most:,} elements to open again")


def _marks(html: str) -> tuple[int, int, bool]:
    """How many tags a page has at most; if not few, how many different attributes its formatting has; whether it may have a <template>.

    The twin counts different attributes only as far as they matter.
    """
    if _fast is not None:
        found: tuple[int, int, bool] = _fast.marks(html, ALIKE - 1, LONGEST)
        return found
    count = html.count("<")
    return count, len(set(_WITH_ATTRIBUTES.findall(html))) if count > FEW else 0, True
