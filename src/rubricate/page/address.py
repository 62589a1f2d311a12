"""What a page says that its own address is, where nobody else says it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from rubricate.page.rows import rows_of
from rubricate.types import Tree

__all__ = ["own_address"]


def own_address(tree: Tree, meta: Mapping[str, str]) -> str | None:
    """The page's og:url, or else its canonical link; None where neither is the address of a page on the web."""
    return _on_the_web(meta.get("og:url", "")) or _on_the_web(_canonical(tree))


def _canonical(tree: Tree) -> str:
    (rows,) = rows_of(tree.tags, "link")
    for row in rows:
        if (tree.attribute(row, "rel") or "").strip().lower() == "canonical":
            return (tree.attribute(row, "href") or "").strip()
    return ""


def _on_the_web(said: str) -> str | None:
    try:
        return said if urlsplit(said).scheme in ("http", "https") else None
    except ValueError:  # http://[
        return None
