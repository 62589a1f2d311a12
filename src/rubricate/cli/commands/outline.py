"""`rubricate outline`: a page's table of contents."""

from __future__ import annotations

import sys

import click

from rubricate.cli.inputs import Reading
from rubricate.cli.options import inputs_argument, jobs_option, output_option, reading_options
from rubricate.cli.pages import Painted, Printing, show

__all__ = ["command"]


@click.command("outline", short_help="The table of contents as a tree.")
@inputs_argument
@reading_options
@jobs_option
@output_option
def command(inputs: tuple[str, ...], reading: Reading, jobs: int, out: str | None) -> int:
    """Print the table of contents of each page as a tree, with levels and confidence.

    \b
    rubricate outline page.html
    rubricate outline https://example.org/terms --engine rules
    """
    on_terminal = out is None and sys.stdout.isatty()
    return show(inputs, Painted(reading) if on_terminal else Printing(reading, "outline"), out, jobs)
