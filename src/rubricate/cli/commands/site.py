"""`rubricate site`: learn a site's rules from a few of its pages, show them, check whether they still fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rubricate.cli.exits import FAILED, FINE, complain
from rubricate.cli.inputs import Reading
from rubricate.cli.options import inputs_argument, page_options
from rubricate.types import BOILERPLATE

if TYPE_CHECKING:
    from rubricate.sites.rules import Rules
    from rubricate.types import Document

__all__ = ["command"]

_TAG = re.compile(r"<[A-Za-z!/?]")
_rules_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="RULES")


@click.group("site", short_help="Learn a site's rules from a few of its pages.")
def command() -> None:
    """Learn a site's rules from a few of its pages, show them, check whether they still fit.

    \b
    rubricate site learn saved/*.html -o rules.json
    rubricate site show rules.json
    rubricate extract page.html --rules rules.json
    rubricate site check rules.json new.html
    """


@command.command("learn", short_help="Pages of one site -> rules.json.")
@inputs_argument
@page_options
@click.option("-o", "--output", "out", required=True, type=click.Path(path_type=Path, dir_okay=False), metavar="RULES", help="Where the rules go.")
def learn(inputs: tuple[str, ...], reading: Reading, out: Path) -> int:
    """Learn the rules of a site from 2 to 15 of its pages (files or URLs) and write them as JSON that a person can edit.

    \b
    rubricate site learn saved/*.html -o rules.json
    rubricate site learn https://example.org/{1,2,3} -o rules.json

    Files without any HTML tag, pages without text, of another site, and login walls or error pages among them are left out, and told on standard
    error.
    """
    from rubricate.errors import DataError
    from rubricate.sites.rules import save

    rules = _learnt(_pages(inputs, reading))
    if not rules.coverage or all(rule.label == BOILERPLATE for rule in rules.rules):
        why = "no rule keeps any text. Are the pages all the same, or of different templates?"
        raise DataError(f"nothing can be learnt from {_count(rules.pages, 'page')}: {why}")
    save(rules, out)
    held = f"; they know {rules.coverage:.0%} of the text of a page that they were not learnt from" if rules.pages > 2 else ""
    click.echo(f"wrote {out}: {_count(len(rules.rules), 'rule')} from {_count(rules.pages, 'page')}{held}")
    return FINE


@command.command("show", short_help="Rules as a table.")
@_rules_argument
def show(file: Path) -> int:
    """Print the rules that keep text, most support first, and how many remove it.

    \b
    rubricate site show rules.json
    """
    from rubricate.sites.rules import load
    from rubricate.sites.selectors import write

    found = load(file)
    size = f"{_count(len(found.rules), 'rule')} from {_count(found.pages, 'page')}"
    click.echo(f"{found.site or 'a site'}: {size}, {found.coverage:.0%} of the text known ({found.engine})")
    click.echo(f"container  {write(found.container) or '(none)'}")
    for rule in sorted(found.rules, key=lambda rule: (-rule.support, -rule.confidence)):
        if rule.label != BOILERPLATE:
            level = f" {rule.level}" if rule.level else "  "
            click.echo(f"{rule.label:>6}{level}  support {rule.support:3}  confidence {rule.confidence:.2f}  {write(rule.selector)}")
    click.echo(f"{sum(rule.label == BOILERPLATE for rule in found.rules)} more remove boilerplate")
    return FINE


@command.command("check", short_help="Do the rules still fit? Exit code 1 if not.")
@_rules_argument
@inputs_argument
@page_options
def check(file: Path, inputs: tuple[str, ...], reading: Reading) -> int:
    """Tell for each page whether the rules still fit it. Where they do not, 'extract --rules' falls back to the engine.

    \b
    rubricate site check rules.json new.html
    rubricate site check rules.json https://example.org/new
    """
    from rubricate.sites.apply import fit
    from rubricate.sites.rules import load
    from rubricate.sites.views import of_segments

    found = load(file)
    code = FINE
    pages = list(_read(inputs, reading))
    for source, document in pages:
        verdict = fit(found, of_segments(document.segments))
        click.echo(f"{source}: {verdict}")
        code = FAILED if verdict.changed else code
    return code if len(pages) == len(inputs) else FAILED


def _pages(inputs: Sequence[str], reading: Reading) -> list[tuple[str, Document]]:
    """Those of the inputs that are HTML; the others are told."""
    found = []
    for source, document in _read(inputs, reading):
        if _TAG.search(document.page.html):
            found.append((source, document))
        else:
            complain(f"left out: {source}: {'not HTML: it has no tag' if document.page.html.strip() else 'no text'}")
    return found


def _learnt(pages: Sequence[tuple[str, Document]]) -> Rules:
    """The rules of those of the pages that are of one site; the others are told."""
    from rubricate.errors import DataError
    from rubricate.render.boxes import boxes
    from rubricate.sites.learning import learn as learn_rules
    from rubricate.sites.learning import pick_pages
    from rubricate.sites.views import of_segments

    views = [of_segments(document.segments, boxes(document.segments)) for _, document in pages]
    kept, left = pick_pages(views)
    for number, line in zip(sorted(set(range(len(pages))) - set(kept)), left, strict=True):
        complain(f"left out: {pages[number][0]}: {line.partition(': ')[2]}")  # by the name that the user gave
    if not kept:
        raise DataError("nothing to learn from: none of the inputs is a page with text")
    if len(kept) == 1:
        complain("one page only: what repeats from page to page cannot be seen, so the rules are the engine's guesses; give 2 to 15 pages")
    labels = [pages[number][1].labels for number in kept]
    said = [[(one.names[b.lines[0]], float(one.confidence[b.lines[0]])) for b in views[n].blocks] for n, one in zip(kept, labels, strict=True)]
    return learn_rules([views[number] for number in kept], said, labels[0].engine)


def _read(inputs: Sequence[str], reading: Reading) -> Iterator[tuple[str, Document]]:
    """Every input that can be read, with its document; the others are told."""
    from rubricate.cli.inputs import browser, document
    from rubricate.errors import FetchError, PageError, RenderError

    browser(reading)  # one that is not there is told once
    for source in inputs:
        try:
            yield source, document(source, reading)
        except (FetchError, PageError, RenderError) as error:
            complain(f"left out: {error}" if str(error).startswith(source) else f"left out: {source}: {error}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
