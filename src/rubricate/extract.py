"""The whole way in one call: bytes of a page in, its document out.

    bytes --page.read--> Page --segments.of--> Segments --engine.label--> Labels --outline.nest--> Document

Any bytes give a Document or a PageError; nothing is fetched; the same arguments give the same document in any thread and process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from rubricate.errors import OutOfTime

if TYPE_CHECKING:
    from rubricate.page import Limits
    from rubricate.render import Browser
    from rubricate.types import Document, Engine

__all__ = ["extract"]

T = TypeVar("T")


def extract(
    html: str | bytes,
    url: str | None = None,
    engine: str | Engine = "default",
    *,
    stylesheets: Mapping[str, str] | None = None,
    encoding: str | None = None,
    transport: str | None = None,
    limits: Limits | None = None,
    render: Browser | None = None,
) -> Document:
    """Read a page and find its document: the sections, their titles nested, their text, and a label and reason for every line.

    `url` is where the page came from (relative links are joined with it, or else with what the page says; it is never fetched). `engine` is a
    name from `rubricate engines`, or any object with `name` and `label(segments)`. `stylesheets` maps the href of a <link rel=stylesheet>, as written
    in the page, to the sheet's text. `encoding` is the caller's word on the page's encoding and is believed; `transport` is what a Content-Type
    header said, believed after a byte order mark. `limits` bounds size, depth and time. `render`, a `rubricate.render.Browser`, shows the page in
    Chromium, and its computed styles replace what we make of the style sheets ourselves.

    Raises PageError where the page cannot become a document, EngineError where the engine cannot label, RenderError where the browser fails.
    """
    from rubricate import engines, outline, page, segments  # here: importing rubricate must stay cheap

    bounds = page.Limits() if limits is None else limits
    in_time = _deadline(bounds.seconds)
    labeller = engines.get(engine) if isinstance(engine, str) else engine
    read = in_time(page.read(html, url=url, encoding=encoding, transport=transport, stylesheets=stylesheets, limits=bounds))
    if render is None:
        lines = in_time(segments.of(read))
    else:
        seen = render.see(read, bounds)
        lines = in_time(segments.of(seen.page, seen.look))
    labels = in_time(labeller.label(lines))
    return in_time(outline.nest(lines, labels))


def _deadline(seconds: float | None) -> Callable[[T], T]:
    """Something that hands on what an arrow made, or raises OutOfTime. Every arrow takes time in proportion to a bounded page, so looking
    at the clock between them is enough."""
    start = time.thread_time()

    def hand_on(made: T) -> T:
        used = time.thread_time() - start
        if seconds is not None and used > seconds:
            raise OutOfTime(f"the page took {used:.3g} s of CPU time; the limit is {seconds:g} s")
        return made

    return hand_on
