"""How much page is too much: the bounds that keep time and memory proportional to what a reader could want."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for one page; past them a PageError names the bound. None of them is reached by pages that people read.

    `bytes`: size as received. `rows`: elements and text nodes of the parsed page, whatever its size (page.census
    allows small pages fewer; the largest of 2,000 measured pages had 16,000 elements).
    `depth`: nesting of elements (largest measured: 247). `seconds`: CPU time of this thread for the whole way; None means no deadline.
    """

    bytes: int = 64 * 1024 * 1024
    rows: int = 2_000_000
    depth: int = 200_000
    seconds: float | None = None
