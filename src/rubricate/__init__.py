"""Rubricate: the outline of any web page.

    import rubricate

    document = rubricate.extract(html)          # str or bytes
    for section in document.walk():
        print(section.level, section.title)

The names below are the whole public surface; everything else may move between versions. Importing the package is cheap: the rooms
that do the work are loaded by the first call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rubricate.errors import EngineError, FetchError, PageError, RubricateError
from rubricate.extract import extract
from rubricate.types import Document, Engine, Labels, Page, Section, Segment, Segments

if TYPE_CHECKING:
    from rubricate.page import Limits

__all__ = [
    "Document",
    "Engine",
    "EngineError",
    "FetchError",
    "Labels",
    "Limits",
    "Page",
    "PageError",
    "RubricateError",
    "Section",
    "Segment",
    "Segments",
    "__version__",
    "extract",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name == "Limits":  # its room loads the parser, which `rubricate --help` need not pay for
        from rubricate.page import Limits

        return Limits
    raise AttributeError(f"module 'rubricate' has no attribute {name!r}")
