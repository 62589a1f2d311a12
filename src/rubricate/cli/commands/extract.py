"""`rubricate extract`: pages -> their documents, in any format. It is what `rubricate page.html` means."""

from __future__ import annotations

import click

from rubricate.cli.exits import misuse
from rubricate.cli.inputs import Reading
from rubricate.cli.options import inputs_argument, jobs_option, output_option, plot_option, reading_options
from rubricate.cli.output import FORMATS
from rubricate.cli.pages import Printing, show

__all__ = ["command"]


@click.command("extract", short_help="The document as Markdown, JSON, HTML, ...")
@inputs_argument
@click.option("-f", "--format", "format_", type=click.Choice(list(FORMATS)), default="markdown", show_default=True, help="What to print.")
@reading_options
@click.option("--links/--no-links", default=True, show_default=True, help="Keep the targets of links (markdown, html).")
@click.option("--images/--no-images", default=False, show_default=True, help="Keep images (markdown, html).")
@click.option("--flat", is_flag=True, help="html without nesting: titles as <h2>, the rest as <p>.")
@plot_option
@jobs_option
@output_option
def command(inputs: tuple[str, ...], format_: str, reading: Reading, plot: str | None, jobs: int, out: str | None, **options: bool) -> int:
    """Print the document of each page: nested headings, text, lists, tables, code, and nothing else.

    \b
    rubricate page.html
    rubricate page.html --format json -o page.json
    rubricate page.html --assets saved_files/
    rubricate extract *.html --format jsonl -o out.jsonl --jobs 4
    rubricate extract *.html -o markdown/

    A page that fails does not stop the others: it is told on standard error, and the exit code is 1 at the end. In the formats of JSON lines
    (jsonl, segments, chunks) it also leaves a line {"source": ..., "error": {"kind": ..., "message": ...}}.
    """
    if options["flat"] and format_ != "html":
        misuse(f"--flat is for --format html, not {format_}")
    return show(inputs, Printing(reading, format_, tuple(options.items()), plot), out, jobs)
