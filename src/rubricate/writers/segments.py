"""Document -> one JSON object a line with every segment of the page, the removed ones too. Measurement from outside reads this: its form is stable.

    {"source": ..., "engine": ..., "segments": [
        {"index", "text", "label", "level", "confidence", "reason", "xpath", "source_tag", "continues", "hidden"}, ...]}

Fields may be added, never changed or taken away. `level` is 0 for what is no title; `hidden` says why a reader does not see the line, or is ''.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rubricate.segments.places import source_tag, xpath
from rubricate.types import Document

__all__ = ["SegmentsOptions", "segments"]


@dataclass(frozen=True, slots=True)
class SegmentsOptions:
    """What the page is called: as the caller named it."""

    source: str | None = None


def segments(document: Document, options: SegmentsOptions) -> str:
    """All segments of the page, one JSON object in one line."""
    source = options.source if options.source is not None else document.page.url
    rows = [_row(document, index) for index in range(len(document.segments))]
    return json.dumps({"source": source, "engine": document.labels.engine, "segments": rows}, ensure_ascii=False) + "\n"


def _row(document: Document, index: int) -> dict[str, Any]:
    columns, labels = document.segments, document.labels
    return {
        "index": index,
        "text": columns.text[index],
        "label": labels.names[index],
        "level": document.levels[index],
        "confidence": round(float(labels.confidence[index]), 4),
        "reason": labels.reasons[index],
        "xpath": xpath(columns, index),
        "source_tag": source_tag(columns, index),
        "continues": bool(document.continues[index]),
        "hidden": columns.state[index].hidden,
    }
