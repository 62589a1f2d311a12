"""The options that several commands share, each with one meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from rubricate.cli.exits import misuse
from rubricate.cli.inputs import Reading

__all__ = ["data_folder", "inputs_argument", "jobs_option", "output_option", "page_options", "plot_option", "reading_options"]

Function = TypeVar("Function", bound=Callable[..., Any])

inputs_argument = click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
output_option = click.option("-o", "--output", "out", metavar="OUT", help="A file, or a folder (ending in '/') that gets one file a page.")
jobs_option = click.option("-j", "--jobs", type=click.IntRange(1, 512), default=1, metavar="N", help="Work on N pages at once, in N processes.")
plot_option = click.option("--plot", metavar="FILE", help="Draw what the engine saw of one page as SVG (engines that draw: asdus-di).")

_PAGE = (
    click.option("-e", "--engine", default="default", metavar="NAME", help="Which engine labels the lines; 'rubricate engines' lists them."),
    click.option("--model", metavar="FILE", help="A model of your own for the engine, as 'rubricate train' writes it."),
    click.option("--assets", metavar="DIR", help="The pages' style sheets: by its assets.json, or by path or file name."),
    click.option("--stylesheet", "sheets", multiple=True, metavar="[HREF=]FILE", help="A style sheet for that href, or for links of that file name."),
    click.option("--encoding", metavar="NAME", help="The pages' encoding, where you know better than they do."),
    click.option("--url", metavar="URL", help="Where the page came from; relative links are joined with it."),
    click.option("--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Give up a page or its download."),
    click.option("--allow-private", is_flag=True, help="Fetch from private, loopback and link-local addresses too, and from any port."),
    click.option("--render", is_flag=True, help="Look at the pages in Chromium (extra: render) instead of reading their style sheets."),
    click.option("--scripts", is_flag=True, help="With --render: run the pages' scripts first, and read what they leave."),
    click.option("--allow-host", "hosts", multiple=True, metavar="HOST", help="With --render: a host that pages may reach; else none."),
)
_RULES = click.option("--rules", metavar="FILE", help="Label by a site's rules ('rubricate site learn'); the engine labels what they do not know.")


def reading_options(command: Function) -> Function:
    """Add the options that say how pages are read; the command gets them as one `reading`."""
    return _packed(command, (*_PAGE[:2], _RULES, *_PAGE[2:]))


def page_options(command: Function) -> Function:
    """The same without a site's rules, for commands that make or check some."""
    return _packed(command, _PAGE)


def data_folder(given: Path | None) -> Path:
    """The folder of the corpora that --data or RUBRICATE_DATA names; misuse where there is none."""
    from rubricate.errors import DataError, UsageError
    from rubricate.learn.corpora import data_dir

    try:
        return data_dir(given)
    except DataError as error:
        raise UsageError(str(error)) from error


def _packed(command: Function, options: Sequence[Callable[[Function], Function]]) -> Function:
    @wraps(command)
    def packed(**given: Any) -> Any:
        reading = Reading(**{field.name: given.pop(field.name) for field in fields(Reading) if field.name in given})
        if reading.url is not None and len(given.get("inputs", ())) > 1:
            misuse("--url is where one page came from, but there are several inputs")
        return command(reading=reading, **given)

    for option in reversed(options):
        packed = option(packed)
    return packed  # type: ignore[return-value]
