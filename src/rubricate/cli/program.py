"""The group of commands. A first argument that is no command is an input: `rubricate page.html` means `rubricate extract page.html`."""

from __future__ import annotations

import os
from importlib import import_module

import click

from rubricate import __version__
from rubricate.cli.exits import misuse

__all__ = ["COMMANDS", "Program", "program"]

COMMANDS = (
    "extract",
    "outline",
    "chunks",
    "summary",
    "explain",
    "engines",
    "site",
    "schema",
    "evaluate",
    "train",
    "doctor",
)
"""In the order of the help text; each is `command` in the file of its name under commands/."""

_OWN = ("--help", "-h", "--version")


class Program(click.Group):
    """Commands loaded from their files when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"rubricate.cli.commands.{cmd_name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `extract` before a first argument that is neither a command nor one of our own options."""
        if args and args[0] not in COMMANDS and args[0] not in _OWN:
            _mistyped(args[0])
            args = ["extract", *args]
        return super().parse_args(ctx, args)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "--version", prog_name="rubricate", message="%(prog)s %(version)s")
def program() -> None:
    """The outline of any web page: boilerplate gone, every section title found and nested.

    \b
    rubricate page.html                      the document as Markdown
    rubricate outline page.html              its table of contents, with levels and confidence
    cat page.html | rubricate - --format json
    rubricate https://example.org/           a page from the web

    A first argument that is no command is an input of 'extract'. An input is a file, '-' for standard input, or an http(s) URL.
    """


def _mistyped(word: str) -> None:
    """Refuse a word that is no file but nearly a command; anything else is an input and fails, or not, as one."""
    if word.startswith("-") or "://" in word or os.path.exists(word):
        return
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), COMMANDS, n=1, cutoff=0.75)
    if near:
        misuse(f"no command and no file {word!r}. Did you mean '{near[0]}'?")
