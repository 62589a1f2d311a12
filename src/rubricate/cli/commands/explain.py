"""`rubricate explain`: every line of a page with its label, confidence, reason and XPath, and what was removed and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from rubricate.cli import paint
from rubricate.cli.exits import FAILED, FINE, complain, misuse
from rubricate.cli.inputs import Reading, browser, document, engine
from rubricate.cli.options import inputs_argument, reading_options
from rubricate.errors import FetchError, PageError, RenderError
from rubricate.types import BOILERPLATE, LABELS, Document, Engine

__all__ = ["command"]

_NO_TEXT = ("script", "style", "template", "noscript", "svg", "iframe", "object", "canvas")


@click.command("explain", short_help="Every line with label, confidence, reason and XPath.")
@inputs_argument
@click.option("--only", metavar="LABELS", help=f"Only lines with these labels, with commas between ({', '.join(LABELS)}).")
@click.option("--removed", is_flag=True, help="Only what was removed: the same as --only boilerplate.")
@reading_options
def command(inputs: tuple[str, ...], only: str | None, removed: bool, reading: Reading) -> int:
    """Print every line of the page with its label, confidence, reason and XPath, then what was removed and why.

    \b
    rubricate explain page.html
    rubricate explain page.html --only title
    rubricate explain page.html --removed | less
    """
    wanted = _labels("boilerplate" if removed else only)
    chosen = engine(reading)  # an engine or a browser that is not there is told once
    browser(reading)
    code = FINE
    for source in inputs:
        try:
            explained = document(source, reading)
        except (FetchError, PageError, RenderError) as error:
            complain(str(error) if str(error).startswith(source) else f"{source}: {error}")
            code = FAILED
            continue
        for line in _report(source, explained, chosen, wanted):
            click.echo(line)
    return code


def _labels(only: str | None) -> frozenset[str]:
    """The labels to show; misuse where a name is none."""
    if only is None:
        return frozenset(LABELS)
    names = [name.strip() for name in only.split(",") if name.strip()]
    for name in names:
        if name not in LABELS:
            misuse(f"--only: {name!r} is no label; there are {', '.join(LABELS)}")
    return frozenset(names)


def _report(source: str, explained: Document, chosen: Engine, wanted: frozenset[str]) -> Iterator[str]:
    names, text = explained.labels.names, explained.segments.text
    page = explained.page
    yield paint.faint(f"{source}: {len(text)} lines, engine {explained.labels.engine}, encoding {page.encoding} ({page.encoding_source})")
    evidence = _evidence(explained, chosen)
    for index, name in enumerate(names):
        if name in wanted:
            yield from paint.line(explained, index)
            if evidence and evidence[index]:
                yield paint.faint(f"      evidence: {evidence[index]}")
    yield ""
    yield from _removed(explained)


def _evidence(explained: Document, chosen: Engine) -> list[str]:
    """What moved each label, in words, from engines that can say so; behind a site's rules, of the lines that were left to the engine."""
    labels = explained.labels
    fallback = getattr(chosen, "fallback", None)
    explain = getattr(fallback or chosen, "explain", None)
    if explain is None or (fallback is not None and not any("engine" in reason for reason in labels.reasons)):
        return []
    said: list[str] = explain(explained.segments, labels)
    return said if fallback is None else [one if "engine" in reason else "" for one, reason in zip(said, labels.reasons, strict=True)]


def _removed(explained: Document) -> Iterator[str]:
    """How many lines and characters were removed for which reason, and what never was text."""
    lines: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    for index, name in enumerate(explained.labels.names):
        if name == BOILERPLATE:
            hidden = explained.segments.state[index].hidden
            reason = f"hidden ({hidden})" if hidden else explained.labels.reasons[index] or "no reason given"
            lines[reason] += 1
            letters[reason] += len(explained.segments.text[index])
    kept = len(explained.kept)
    yield f"kept {kept} lines, removed {sum(lines.values())} lines ({sum(letters.values()):,} characters)"
    for reason, count in sorted(lines.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {count:5} lines {letters[reason]:8,} characters: {reason}"
    tags = Counter(tag for tag in explained.page.tree.tags if tag in _NO_TEXT)
    if tags:
        yield "  never text: " + ", ".join(f"{tags[tag]} <{tag}>" for tag in _NO_TEXT if tags[tag])
