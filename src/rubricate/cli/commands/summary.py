"""`rubricate summary`: a page's headings with the best sentences of each section."""

from __future__ import annotations

import click

from rubricate.cli.inputs import Reading
from rubricate.cli.options import inputs_argument, jobs_option, output_option, reading_options
from rubricate.cli.pages import Printing, show

__all__ = ["command"]


@click.command("summary", short_help="Headings and the best sentences of each section.")
@inputs_argument
@click.option("-q", "--query", metavar="WORDS", help="What the reader looks for; without it, what each section says most of.")
@click.option("-n", "--sentences", type=click.IntRange(min=1), default=2, show_default=True, metavar="N", help="How many sentences of a section.")
@reading_options
@jobs_option
@output_option
def command(inputs: tuple[str, ...], query: str | None, sentences: int, reading: Reading, jobs: int, out: str | None) -> int:
    """Print a sectional summary as Markdown: the headings, the best sentences of each section, '...' where sentences are left out.

    With --query, a section that has none of its words shows its one best sentence; words that nothing has are told on standard error.

    \b
    rubricate summary page.html
    rubricate summary page.html --query "data retention"
    """
    return show(inputs, Printing(reading, "summary", (("query", query), ("sentences", sentences))), out, jobs)
