"""Colours for a terminal, as the rubricators had them: titles in red. In a pipe click takes the colours out and the words stay the same."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from shutil import get_terminal_size

import click

from rubricate.types import BOILERPLATE, TITLE, Document

__all__ = ["faint", "folded", "harmless", "line", "outline"]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_DRAWN = re.compile(r"([ │├└─]*)(.*?)(  \([^()]*\))", re.DOTALL)
_COLOURS = {"title": "red", "prose": None, "item": "cyan", "misc": "magenta", "boilerplate": "bright_black"}


def faint(text: str) -> str:
    """A remark beside the matter."""
    return click.style(text, fg="bright_black")


def folded(head: str, text: str) -> str:
    """A coloured head and a text that is folded beside it on a terminal; one line in a pipe."""
    indent = " " * len(click.unstyle(head))
    if not sys.stdout.isatty():
        return head + text
    wide = max(40, min(120, get_terminal_size().columns))
    return head + click.wrap_text(text, wide, indent, indent)[len(indent) :]


def line(document: Document, index: int) -> Iterator[str]:
    """One segment in two lines: label, confidence and text; then reason, what the page wrote, and where it stands."""
    labels, segment = document.labels, document.segments[index]
    name = labels.names[index]
    level = f" {document.levels[index]}" if name == TITLE else ""
    head = f"{index:5} {name + level:<12}{float(labels.confidence[index]):.2f}  "
    text = click.style(harmless(segment.text), fg=_COLOURS[name], bold=name == TITLE or None, dim=name == BOILERPLATE or None)
    yield head + text
    flags = "".join(f" {flag}" for flag in ("continues" * document.continues[index], f"hidden:{segment.hidden}" if segment.hidden else "") if flag)
    yield faint(f"      {labels.reasons[index]} | <{segment.tag}>{flags} | {segment.xpath}")


def outline(document: Document) -> str:
    """The table of contents that the writer draws, with titles in red and the rest in grey."""
    from rubricate.writers import write

    drawn = [match for match in map(_DRAWN.fullmatch, write(document, "outline").splitlines()) if match is not None]
    return "".join(f"{faint(match[1])}{click.style(harmless(match[2]), fg='red', bold=not match[1] or None)}{faint(match[3])}\n" for match in drawn)


def harmless(text: str) -> str:
    """The text without what a terminal would obey: a page must not move the cursor or change the window's title."""
    return _CONTROL.sub("\ufffd", text)
