"""`rubricate schema`: the JSON Schema of --format json."""

from __future__ import annotations

import click

from rubricate.cli.exits import FINE

__all__ = ["command"]


@click.command("schema", short_help="The JSON Schema of '--format json'.")
def command() -> int:
    """Print the JSON Schema of '--format json'; the same as docs/schema.json.

    \b
    rubricate schema > document.schema.json
    """
    import json

    from rubricate.writers import schema

    click.echo(json.dumps(schema(), ensure_ascii=False, indent=2))
    return FINE
