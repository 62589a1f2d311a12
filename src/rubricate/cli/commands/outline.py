"""`rubricate outline`: a page's table of contents."""

from __future__ import annotations

import sys

import click

from rubricate.cli.inputs import Reading
from rubricate.cli.options import inputs_argument, jobs_option, output_option, plot_option, reading_options
from rubricate.cli.pages import Painted, Printing, show

__all__ = ["command"]


@click.command("outline", short_help="The table of contents as a tree.")
@inputs_argument
@reading_options
@plot_option
@jobs_option
@output_option
def command(inputs: tuple[str, ...], reading: Reading, plot: str | None, jobs: int, out: str | None) -> int:
    """Print the table of contents of each page as a tree, with levels and confidence.

    \b
    rubricate outline page.html
    rubricate outline https://example.org/terms --engine rules
    rubricate outline page.html --engine asdus-di --plot clusters.svg
    """
    on_terminal = out is None and sys.stdout.isatty()
    return show(inputs, Painted(reading, plot=plot) if on_terminal else Printing(reading, "outline", plot=plot), out, jobs)
