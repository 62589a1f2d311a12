"""Where the text goes: standard output, one file, or a folder with one file a page; and the progress bar beside it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
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
_NAMED = frozenset({"markdown", "text", "outline", "summary"})  # for people: several pages in one stream have their names above them

_DEEPEST = 9

Sink = Callable[[Outcome], None]


@contextmanager
def opened(out: str | None, format_: str, sources: Sequence[str], painted: bool = False) -> Iterator[Sink]:
    """Something that takes outcomes. A folder (it exists, or ends in '/') gets a file a page; anything else is one stream.

    What a page says is made harmless for a terminal, unless it was `painted` for one already.
    """
    if out is not None and out != "-" and (out.endswith("/") or Path(out).is_dir()):
        yield _folder(Path(out), FORMATS[format_], sources)
        return
    several = len(sources) > 1
    if several and format_ in _ONE_PAGE:
        misuse(f"{len(sources)} pages do not fit into one {format_} text: use --format jsonl, or -o FOLDER/ for a file a page")
    if out is None or out == "-":
        yield _stream(sys.stdout, format_, several, painted)
        return
    try:
        with open(out, "w", encoding="utf-8", newline="\n") as file:
            yield _stream(file, format_, several)
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


def _stream(file: TextIO, format_: str, several: bool, painted: bool = False) -> Sink:
    written = 0
    on_terminal = file.isatty()

    def take(outcome: Outcome) -> None:
        nonlocal written
        text = _text(outcome, format_)
        if several and format_ in _NAMED and outcome.failure is None:
            text = f"==> {harmless(outcome.source)} <==\n{text}"
        if text and written and format_ not in LINES:
            file.write("\n")  # a blank line between pages
        file.write(harmless(text) if on_terminal and not painted else text)
        if outcome.failure is None and format_ in LINES:
            file.flush()
        written += bool(text)

    return take


def _folder(folder: Path, suffix: str, sources: Sequence[str]) -> Sink:
    folder.mkdir(parents=True, exist_ok=True)
    names = _file_names(sources)
    taken: Counter[str] = Counter()

    def take(outcome: Outcome) -> None:
        if outcome.failure is not None:
            complain(_named(outcome, outcome.failure.message))
            return
        if outcome.remark:
            complain(_named(outcome, outcome.remark))
        name = names[outcome.source]
        taken[name] += 1
        again = f"-{taken[name]}" if taken[name] > 1 else ""
        (folder / f"{name}{again}{suffix}").write_text(outcome.text, encoding="utf-8", newline="\n")

    return take


def _text(outcome: Outcome, format_: str) -> str:
    """What an outcome prints; a failure is told on stderr, and in formats of lines also where its page would stand."""
    if outcome.failure is None:
        if outcome.remark:
            complain(_named(outcome, outcome.remark))
        return outcome.text if not outcome.text or outcome.text.endswith("\n") else outcome.text + "\n"
    complain(_named(outcome, outcome.failure.message))
    if format_ not in LINES:
        return ""
    error = {"kind": outcome.failure.kind, "message": outcome.failure.message}
    return json.dumps({"source": outcome.source, "error": error}, ensure_ascii=False) + "\n"


def _named(outcome: Outcome, message: str) -> str:
    """The message, with the page's name in front unless it is there already."""
    return message if message.startswith(outcome.source) else f"{outcome.source}: {message}"


def _file_names(sources: Sequence[str]) -> dict[str, str]:
    """A file name for every page. Pages of the same name in different folders get as many folders in front as tell them apart."""
    parts = {source: _parts(source) for source in sources}
    depth = dict.fromkeys(parts, 1)
    while True:
        names = {source: _safe("-".join(parts[source][-count:])) for source, count in depth.items()}
        taken = Counter(names.values())
        alike = [source for source, name in names.items() if taken[name] > 1 and depth[source] < min(_DEEPEST, len(parts[source]))]
        if not alike:
            return names
        for source in alike:
            depth[source] += 1


def _parts(source: str) -> list[str]:
    """What a page may be called by, the nearest last: its folders and its own stem, or a whole URL."""
    if source == "-":
        return ["stdin"]
    if "://" in source:
        return [source.partition("://")[2]]
    path = Path(source)
    return [*(folder for folder in path.parent.parts if folder.strip("./\\")), path.stem]


def _safe(name: str) -> str:
    """The name with only letters that every file system takes."""
    kept = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name).strip("-.")
    return kept[:120] or "page"
