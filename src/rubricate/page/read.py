"""Bytes -> Page: decode, parse, and what the page says about itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from rubricate.errors import TooBig, UsageError
from rubricate.page.address import own_address
from rubricate.page.decode import decode
from rubricate.page.limits import Limits
from rubricate.page.parse import parse
from rubricate.page.rows import rows_of
from rubricate.types import Page, Tree

__all__ = ["read"]

_SURROGATES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which a text may hold and the parser does not take; browsers read them so, too."""


def read(
    data: bytes | str,
    *,
    url: str | None = None,
    encoding: str | None = None,
    transport: str | None = None,
    stylesheets: Mapping[str, str] | None = None,
    limits: Limits | None = None,
) -> Page:
    """Decode and parse a page; any bytes give a Page or a PageError.

    `encoding` is the caller's word and is believed; `transport` is the charset of the HTTP header, believed after a byte-order mark.
    `stylesheets` maps the hrefs of the page's style sheets, as written there, to their CSS text: nothing is ever fetched.
    """
    limits = limits or Limits()
    if isinstance(data, str):
        html, name, source, size = _SURROGATES.sub("\ufffd", str.__str__(data)), "utf-8", "given", len(data)
    elif isinstance(data, (bytes, bytearray, memoryview)):
        data = bytes(data)
        size = len(data)
        _check_size(size, limits)
        decoded = decode(data, transport=transport, encoding=encoding)
        html, name, source = decoded.text, decoded.encoding, decoded.source
    else:
        raise UsageError(f"a page is bytes or text, not {type(data).__name__}")
    _check_size(size, limits)
    tree = parse(html, limits)
    meta, facts = _head(tree)
    return Page(
        html=html,
        tree=tree,
        encoding=name,
        encoding_source=source,
        size=size,
        url=url,
        base=_joined(url or own_address(tree, meta), facts.get("base", "")),
        title=facts.get("title", ""),
        language=facts.get("html") or meta.get("content-language"),
        description=meta.get("description") or meta.get("og:description"),
        meta=meta,
        stylesheets=stylesheets or {},
    )


def _joined(url: str | None, base: str) -> str | None:
    try:
        joined = urljoin(url or "", base)
        urlsplit(joined)
        return joined or None
    except ValueError:  # <base href="http://[">
        return url


def _check_size(size: int, limits: Limits) -> None:
    if size > limits.bytes:
        raise TooBig(f"the page has {size:,} bytes; the limit is {limits.bytes:,}")


def _head(tree: Tree) -> tuple[dict[str, str], dict[str, str]]:
    """Every <meta> by its name; what <html lang>, <base href> and <title> say, by tag. The first of a name wins.

    They are looked for in the whole page: a picture in the <noscript> of a <head> ends that head, with all that was to come.
    """
    meta: dict[str, str] = {}
    facts: dict[str, str] = {}
    tags, data, parents = tree.tags, tree.data, tree.parents
    metas, bases, titles = rows_of(tags, "meta", "base", "title")
    for row in metas:
        values = {key: value or "" for key, value in data[row]}
        name = (values.get("name") or values.get("property") or values.get("http-equiv") or "").strip().lower()
        if name and values.get("content"):
            meta.setdefault(name, values["content"].strip())
    facts["html"] = (tree.attribute(0, "lang") or tree.attribute(0, "xml:lang") or "").strip() if tags else ""
    for row in bases:
        facts["base"] = (tree.attribute(row, "href") or "").strip()
        break
    for row in titles:
        if tags[parents[row]] in ("head", "body") and row + 1 < len(tags) and parents[row + 1] == row:
            facts["title"] = " ".join(data[row + 1].split())
            break
    return meta, facts
