"""Document -> plain text: titles and paragraphs with a blank line between, items with a bullet, rows of tables with bars."""

from __future__ import annotations

from dataclasses import dataclass

from rubricate.types import Document
from rubricate.writers.plain import Plain, joined

__all__ = ["TextOptions", "text"]


@dataclass(frozen=True, slots=True)
class TextOptions:
    """There is nothing to choose."""


def text(document: Document, options: TextOptions) -> str:
    """The document as plain text."""
    plain = Plain(document)
    parts = []
    for section in document.walk():
        if section.heading is not None:
            parts.append(section.title)
        if section.body:
            parts.append(joined(plain.units(section)))
    return "\n\n".join(parts) + "\n" if parts else ""
