"""The whole way in one call: bytes of a page in, its document out.

    bytes --page.read--> Page --segments.of--> Segments --engine.label--> Labels --outline.nest--> Document

Any bytes give a Document or a PageError; nothing is fetched; the same arguments give the same document in any thread and process.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rubricate.page import Limits
    from rubricate.types import Document, Engine

__all__ = ["extract"]


def extract(
    html: str | bytes,
    url: str | None = None,
    engine: str | Engine = "default",
    *,
    stylesheets: Mapping[str, str] | None = None,
    encoding: str | None = None,
    limits: Limits | None = None,
) -> Document:
    """Read a page and find its document: the sections, their titles nested, their text, and a label and reason for every line.

    `url` is where the page came from (relative links are joined with it; it is never fetched). `engine` is a name from `rubricate engines`, or
    any object with `name` and `label(segments)`. `stylesheets` maps the href of a <link rel=stylesheet>, as written in the page, to the sheet's
    text. `encoding` is what the transport said (the charset of a Content-Type header). `limits` bounds size, depth and time.

    Raises PageError where the page cannot become a document and EngineError where the engine cannot label.
    """
    from rubricate import engines, outline, page, segments  # here: importing rubricate must stay cheap

    labeller = engines.get(engine) if isinstance(engine, str) else engine
    read = page.read(html, url=url, encoding=encoding, stylesheets=stylesheets, limits=page.Limits() if limits is None else limits)
    lines = segments.of(read)
    return outline.nest(lines, labeller.label(lines))
