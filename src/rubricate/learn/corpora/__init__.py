"""Annotated pages on disk -> Examples.

    load("stapi", data_dir(None))         one of CORPORA, below the data folder
    load("mine", "~/annotated")           any folder of annotated pages below it, or the folder itself

A corpus is a folder; a document is a folder with a `page.html`; everything beside the page is optional. Principles:
- Other pages in the same layouts are read just as well: nothing depends on the names or the number of the pages.
- A missing folder is a DataError that says what is missing and how it is given; a damaged file is a DataError that names file and line.
- Examples come in a fixed order (sorted by path), and are read from disk only when asked.
"""

from __future__ import annotations

from rubricate.learn.corpora.example import Example, GoldLine, Outline, PaperSection, RenderedPage, RenderedSite, RenderedText
from rubricate.learn.corpora.folder import CORPORA, SPIDER, available, data_dir, load
from rubricate.learn.corpora.spider import sites

__all__ = [
    "CORPORA",
    "SPIDER",
    "Example",
    "GoldLine",
    "Outline",
    "PaperSection",
    "RenderedPage",
    "RenderedSite",
    "RenderedText",
    "available",
    "data_dir",
    "load",
    "sites",
]
