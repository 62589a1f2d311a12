"""Colours for a terminal, as the rubricators had them: titles in red. In a pipe click takes the colours out and the words stay the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from rubricate.types import BOILERPLATE, TITLE, Document

__all__ = ["faint", "line", "outline"]

_COLOURS = {"title": "red", "prose": None, "item": "cyan", "misc": "magenta", "boilerplate": "bright_black"}


def faint(text: str) -> str:
    """A remark beside the matter."""
    return click.style(text, fg="bright_black")


def line(document: Document, index: int) -> Iterator[str]:
    """One segment in two lines: label, confidence and text; then reason, what the page wrote, and where it stands."""
    labels, segment = document.labels, document.segments[index]
    name = labels.names[index]
    level = f" {document.levels[index]}" if name == TITLE else ""
    head = f"{index:5} {name + level:<12}{float(labels.confidence[index]):.2f}  "
    text = click.style(segment.text, fg=_COLOURS[name], bold=name == TITLE or None, dim=name == BOILERPLATE or None)
    yield head + text
    flags = "".join(f" {flag}" for flag in ("continues" * document.continues[index], f"hidden:{segment.hidden}" if segment.hidden else "") if flag)
    yield faint(f"      {labels.reasons[index]} | <{segment.tag}>{flags} | {segment.xpath}")


def outline(document: Document) -> str:
    """The table of contents as a tree: titles in red, the confidence and what the page wrote in grey."""
    entries = document.outline()
    if not entries:
        return faint("no section titles found") + "\n"
    return "\n".join(_branches(entries)) + "\n"


def _branches(entries: list[dict[str, Any]]) -> Iterator[str]:
    """Depth first, without recursion: a page may nest as deep as it likes."""
    pending: list[tuple[Mapping[str, Any], str, bool, bool]] = [(entry, "", last, True) for entry, last in _marked(entries)]
    while pending:
        entry, indent, last, top = pending.pop()
        stem = "" if top else ("└── " if last else "├── ")
        about = f"{entry['level']}  {entry['confidence']:.2f}  <{entry['source_tag']}>"
        title = click.style(entry["title"], fg="red", bold=top or None)
        yield f"{faint(indent + stem)}{title} {faint(about)}"
        below = indent if top else indent + ("    " if last else "│   ")
        pending.extend((child, below, final, False) for child, final in _marked(entry["sections"]))


def _marked(entries: list[dict[str, Any]]) -> list[tuple[dict[str, Any], bool]]:
    """The entries in reverse, for a stack, each with whether it is its parent's last."""
    return [(entry, place == len(entries) - 1) for place, entry in reversed(list(enumerate(entries)))]
