"""`rubricate site`: learn a site's rules from a few of its pages, show them, check whether they still fit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rubricate.cli.exits import FAILED, FINE, complain
from rubricate.cli.inputs import Reading
from rubricate.cli.options import inputs_argument, reading_options

if TYPE_CHECKING:
    from rubricate.types import Document

__all__ = ["command"]

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
@reading_options
@click.option("-o", "--output", "out", required=True, type=click.Path(path_type=Path, dir_okay=False), metavar="RULES", help="Where the rules go.")
def learn(inputs: tuple[str, ...], reading: Reading, out: Path) -> int:
    """Learn the rules of a site from 2 to 15 of its pages (files or URLs) and write them as JSON that a person can edit.

    Pages without text, of another site, and login walls or error pages among them are left out, and told on standard error.
    """
    from rubricate.errors import DataError
    from rubricate.render.boxes import boxes
    from rubricate.sites.learning import learn as learn_rules
    from rubricate.sites.learning import pick_pages
    from rubricate.sites.rules import save
    from rubricate.sites.views import of_segments

    documents = _read(inputs, reading)
    views = [of_segments(document.segments, boxes(document.segments)) for document in documents]
    kept, left = pick_pages(views)
    for line in left:
        complain(f"left out: {line}")
    if not kept:
        raise DataError(f"nothing to learn from: of {len(inputs)} inputs none is a page with text")
    if len(kept) == 1:
        complain("one page only: what repeats from page to page cannot be seen, so the rules are the engine's guesses; give 2 to 15 pages")
    labels = [documents[number].labels for number in kept]
    said = [[(one.names[b.lines[0]], float(one.confidence[b.lines[0]])) for b in views[n].blocks] for n, one in zip(kept, labels, strict=True)]
    rules = learn_rules([views[number] for number in kept], said, labels[0].engine)
    save(rules, out)
    click.echo(f"wrote {out}: {len(rules.rules)} rules from {len(kept)} pages; they know {rules.coverage:.0%} of the text of a held page")
    return FINE


@command.command("show", short_help="Rules as a table.")
@_rules_argument
def show(file: Path) -> int:
    """Print the rules that keep text, most support first, and how many remove it."""
    from rubricate.sites.rules import load
    from rubricate.sites.selectors import write
    from rubricate.types import BOILERPLATE

    found = load(file)
    click.echo(
        f"{found.site or 'a site'}: {len(found.rules)} rules from {found.pages} pages, {found.coverage:.0%} of the text known ({found.engine})"
    )
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
@reading_options
def check(file: Path, inputs: tuple[str, ...], reading: Reading) -> int:
    """Tell for each page whether the rules still fit it. Where they do not, 'extract --rules' falls back to the engine."""
    from rubricate.sites.apply import fit
    from rubricate.sites.rules import load
    from rubricate.sites.views import of_segments

    found = load(file)
    code = FINE
    for source in inputs:
        for document in _read((source,), reading):
            verdict = fit(found, of_segments(document.segments))
            click.echo(f"{source}: {verdict}")
            code = FAILED if verdict.changed else code
    return code


def _read(inputs: Sequence[str], reading: Reading) -> list[Document]:
    """The document of every input that can be read; the others are told."""
    from rubricate.cli.inputs import browser, document
    from rubricate.errors import PageError, RenderError

    browser(reading)  # one that is not there is told once
    found = []
    for source in inputs:
        try:
            found.append(document(source, reading))
        except (PageError, RenderError) as error:
            complain(f"left out: {source}: {error}")
    return found
