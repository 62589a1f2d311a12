"""`rubricate engines`: what engines there are, what each needs, whether it is ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rubricate.cli.exits import FINE
from rubricate.cli.paint import folded

if TYPE_CHECKING:
    from rubricate.engines import Description

__all__ = ["command"]


@click.command("engines", short_help="Which engines there are, and which are ready.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> int:
    """List the engines: what each is, what it needs, whether it is ready, and which one 'default' means.

    \b
    rubricate engines
    rubricate page.html --engine rules
    """
    from rubricate import engines

    described = engines.describe()
    default = engines.resolve("default")
    if as_json:
        _print_json(described, default)
        return FINE
    wide = max((len(one.name) for one in described), default=0)
    for one in described:
        ready = click.style("ready    ", fg="green") if one.ready else click.style("not ready", fg="yellow")
        extra = f" [extra: {one.extra}]" if one.extra else ""
        origin = "" if one.source == "built in" else f" [from {one.source}]"
        mark = " (the default)" if one.name == default else ""
        what = one.description.removesuffix("; the default")  # which one that is depends on what is ready here
        click.echo(folded(f"{click.style(one.name.ljust(wide), bold=True)}  {ready}  ", f"{what}{extra}{origin}{mark}"))
        if one.problem:
            click.echo(folded(f"{'':{wide}}             ", one.problem))
    return FINE


def _print_json(described: Sequence[Description], default: str) -> None:
    import json
    from dataclasses import asdict

    rows = [asdict(one) | {"ready": one.ready, "default": one.name == default} for one in described]
    click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
