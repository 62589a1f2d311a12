"""Document -> its table of contents: as nested dicts, and as a tree drawn with lines.

Below MOST_NESTED the entries stand beside each other: nothing is lost, and no reader runs out of depth. `level` stays true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rubricate.types import Document

__all__ = ["MOST_NESTED", "OutlineOptions", "contents", "outline"]

MOST_NESTED = 64
"""How many sections may stand in each other in nested output."""


@dataclass(frozen=True, slots=True)
class OutlineOptions:
    """Whether the drawing says how sure the engine is, and what the page wrote."""

    confidence: bool = True
    source_tag: bool = True


def contents(document: Document) -> list[dict[str, Any]]:
    """The table of contents: nested dicts with title, level, confidence, source_tag and sections."""
    top: list[dict[str, Any]] = []
    places = [top]
    for section in document.walk():
        if section.heading is None:
            continue
        entry: dict[str, Any] = {
            "title": section.title,
            "level": section.level,
            "confidence": round(section.confidence, 4),
            "source_tag": section.source_tag,
            "sections": [],
        }
        del places[min(section.level, MOST_NESTED) :]
        places[-1].append(entry)
        places.append(entry["sections"])
    return top


def outline(document: Document, options: OutlineOptions) -> str:
    """The table of contents as a tree, with levels and confidence."""
    entries = contents(document)
    return "".join(f"{line}\n" for line in _drawn(entries, options)) if entries else ""


def _drawn(entries: list[dict[str, Any]], options: OutlineOptions) -> Iterator[str]:
    pending = [(entry, "", place == 0, True) for place, entry in enumerate(reversed(entries))]
    while pending:
        entry, indent, last, top = pending.pop()
        stem = "" if top else "└── " if last else "├── "
        yield f"{indent}{stem}{_one_line(entry['title'])}  ({_remark(entry, options)})"
        below = indent if top else indent + ("    " if last else "│   ")
        pending.extend((child, below, place == 0, False) for place, child in enumerate(reversed(entry["sections"])))


def _remark(entry: dict[str, Any], options: OutlineOptions) -> str:
    remarks = [str(entry["level"])]
    if options.confidence:
        remarks.append(f"{entry['confidence']:.2f}")
    if options.source_tag:
        remarks.append(f"<{entry['source_tag']}>")
    return ", ".join(remarks)


def _one_line(text: str) -> str:
    return " ".join(text.split())
