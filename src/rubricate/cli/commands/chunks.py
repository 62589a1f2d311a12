"""`rubricate chunks`: pages -> JSON lines, one a chunk, each with its heading path."""

from __future__ import annotations

import click

from rubricate.cli.inputs import Reading
from rubricate.cli.options import inputs_argument, jobs_option, output_option, reading_options
from rubricate.cli.pages import Printing, show

__all__ = ["command"]


@click.command("chunks", short_help="Pieces for retrieval, each with its heading path.")
@inputs_argument
@click.option("--max-words", type=click.IntRange(min=1), default=300, show_default=True, metavar="N", help="How many words a chunk may hold.")
@click.option("--overlap", type=click.IntRange(min=0), default=0, metavar="N", help="How many words to repeat from the chunk before.")
@reading_options
@jobs_option
@output_option
def command(inputs: tuple[str, ...], max_words: int, overlap: int, reading: Reading, jobs: int, out: str | None) -> int:
    """Print each page in pieces for retrieval: JSON lines, every chunk with the path of headings above it.

    \b
    rubricate chunks page.html --max-words 300
    rubricate chunks *.html -o chunks.jsonl --jobs 4
    """
    return show(inputs, Printing(reading, "chunks", (("max_words", max_words), ("overlap", overlap))), out, jobs)
