"""Where the text goes: standard output, one file, or a folder with one file a page; and the progress bar beside it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rubricate.cli.exits import complain, misuse
from rubricate.cli.many import Outcome
from rubricate.cli.paint import harmless

__all__ = ["FORMATS", "LINES", "Sink", "opened", "watched"]

FORMATS = {
    "markdown": ".md",
    "json": ".json",
    "jsonl": ".jsonl",
    "segments": ".segments.jsonl",
    "html": ".html",
    "text": ".txt",
    "outline": ".outline.txt",
    "chunks": ".chunks.jsonl",
    "summary": ".summary.md",
    "cleaneval": ".cleaneval.txt",
}
"""Every format and how a file of it is called. A test holds it against `rubricate.writers.FORMATS`."""

LINES = frozenset({"jsonl", "segments", "chunks"})
"""Formats of JSON lines: many pages may share a stream, and a page that fails leaves a line that says so."""

_ONE_PAGE = frozenset({"json", "html"})

Sink = Callable[[Outcome], None]


@contextmanager
def opened(out: str | None, format_: str, pages: int, painted: bool = False) -> Iterator[Sink]:
    """Something that takes outcomes. A folder (it exists, or ends in '/') gets a file a page; anything else is one stream.

    What a page says is made harmless for a terminal, unless it was `painted` for one already.
    """
    if out is not None and out != "-" and (out.endswith("/") or Path(out).is_dir()):
        yield _folder(Path(out), FORMATS[format_])
        return
    if pages > 1 and format_ in _ONE_PAGE:
        misuse(f"{pages} pages do not fit into one {format_} text: use --format jsonl, or -o FOLDER/ for a file a page")
    if out is None or out == "-":
        yield _stream(sys.stdout, format_, painted)
        return
    try:
        with open(out, "w", encoding="utf-8", newline="\n") as file:
            yield _stream(file, format_)
    except OSError as error:
        misuse(f"-o {out}: {error.strerror}")


def watched(outcomes: Iterable[Outcome], pages: int, out: str | None) -> Iterator[Outcome]:
    """The same outcomes, with a progress bar on a terminal's stderr where it does not run into the output."""
    if pages < 2 or not sys.stderr.isatty() or (out in (None, "-") and sys.stdout.isatty()):
        yield from outcomes
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("pages", total=pages)
        for outcome in outcomes:
            yield outcome
            bar.advance(task)


def _stream(file: TextIO, format_: str, painted: bool = False) -> Sink:
    written = 0
    on_terminal = file.isatty()

    def take(outcome: Outcome) -> None:
        nonlocal written
        text = _text(outcome, format_)
        if text and written and format_ not in LINES:
            file.write("\n")  # a blank line between pages
        file.write(harmless(text) if on_terminal and not painted else text)
        if outcome.failure is None and format_ in LINES:
            file.flush()
        written += bool(text)

    return take


def _folder(folder: Path, suffix: str) -> Sink:
    folder.mkdir(parents=True, exist_ok=True)
    taken: dict[str, int] = {}

    def take(outcome: Outcome) -> None:
        if outcome.failure is not None:
            complain(f"{_named(outcome)}")
            return
        name = _file_name(outcome.source)
        taken[name] = taken.get(name, 0) + 1
        again = f"-{taken[name]}" if taken[name] > 1 else ""
        (folder / f"{name}{again}{suffix}").write_text(outcome.text, encoding="utf-8", newline="\n")

    return take


def _text(outcome: Outcome, format_: str) -> str:
    """What an outcome prints; a failure is told on stderr, and in formats of lines also where its page would stand."""
    if outcome.failure is None:
        return outcome.text if not outcome.text or outcome.text.endswith("\n") else outcome.text + "\n"
    complain(_named(outcome))
    if format_ not in LINES:
        return ""
    error = {"kind": outcome.failure.kind, "message": outcome.failure.message}
    return json.dumps({"source": outcome.source, "error": error}, ensure_ascii=False) + "\n"


def _named(outcome: Outcome) -> str:
    """The failure's message, with the page's name in front unless it is there already."""
    message = outcome.failure.message if outcome.failure else ""
    return message if message.startswith(outcome.source) else f"{outcome.source}: {message}"


def _file_name(source: str) -> str:
    """A file name for a page: its own stem, or what a URL makes when only letters that every file system takes are left."""
    stem = "stdin" if source == "-" else source.partition("://")[2] if "://" in source else Path(source).stem
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in stem).strip("-.")
    return kept[:120] or "page"
