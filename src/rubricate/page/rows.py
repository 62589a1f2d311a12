"""Where the elements of a few tags stand in a tree."""

from __future__ import annotations

from rubricate.compiled import twin

__all__ = ["rows_of"]

_fast = twin("page._rows")


def rows_of(tags: list[str], *names: str) -> list[list[int]]:
    """The rows of a few tags, in order, a list for each."""
    if _fast is not None:
        found: list[list[int]] = _fast.rows_of(tags, *names)
        return found
    return [_rows(tags, name) for name in names]


def _rows(tags: list[str], name: str) -> list[int]:
    found, row = [], -1
    for _ in range(tags.count(name)):
        row = tags.index(name, row + 1)
        found.append(row)
    return found
