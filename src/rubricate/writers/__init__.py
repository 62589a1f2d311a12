"""Document -> text. One writer, one file; `write` finds it by the name of its format.

    write(document, "markdown", links=False)

A writer is a function of a document and its own frozen options. Writers escape what they print, take linear time, and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from rubricate.errors import UsageError
from rubricate.types import Document
from rubricate.writers import chunks, cleaneval, html, json, markdown, outline, segments, summary, text
from rubricate.writers.schema import schema

__all__ = ["FORMATS", "Writer", "schema", "write"]


@dataclass(frozen=True, slots=True)
class Writer:
    """A format: what prints it, and what it lets the caller choose."""

    print: Callable[[Document, Any], str]
    options: type[Any]

    @property
    def choices(self) -> tuple[str, ...]:
        """The names of the options."""
        return tuple(field.name for field in fields(self.options))


FORMATS: dict[str, Writer] = {
    "markdown": Writer(markdown.markdown, markdown.MarkdownOptions),
    "json": Writer(json.json_text, json.JsonOptions),
    "jsonl": Writer(json.json_line, json.JsonlOptions),
    "segments": Writer(segments.segments, segments.SegmentsOptions),
    "html": Writer(html.html, html.HtmlOptions),
    "text": Writer(text.text, text.TextOptions),
    "outline": Writer(outline.outline, outline.OutlineOptions),
    "chunks": Writer(chunks.chunk_lines, chunks.ChunksOptions),
    "summary": Writer(summary.summary, summary.SummaryOptions),
    "cleaneval": Writer(cleaneval.cleaneval, cleaneval.CleanevalOptions),
}
"""All formats, by name."""


def write(document: Document, format: str, **options: Any) -> str:
    """The document in a format; raises UsageError for a format or an option that there is not."""
    writer = FORMATS.get(format)
    if writer is None:
        raise UsageError(f"no format {format!r}: there are {', '.join(FORMATS)}")
    unknown = [name for name in options if name not in writer.choices]
    if unknown:
        there = ", ".join(writer.choices) or "none"
        raise UsageError(f"format {format} has no option {', '.join(map(repr, unknown))}: there are {there}")
    return writer.print(document, writer.options(**options))
