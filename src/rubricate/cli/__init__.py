"""The command line: thin. Arguments become one call, and a writer prints what it gives.

    program.py    the group of commands: a first argument that is no command is an input for `extract`; near misses are named
    exits.py      exit codes, and every error as one line on stderr
    inputs.py     a file, '-', a URL, with its style sheets -> a Document
    many.py       many inputs -> outcomes in order, in one process or several; one bad page does not stop it
    output.py     where the text goes: stdout, one file, or a folder with one file a page
    options.py    the options that several commands share
    commands/     one command, one file

Every module here is cheap to import; what does the work is imported by the command that needs it, so `rubricate --help` answers at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from rubricate.cli.exits import guarded

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; without arguments, those of the process."""
    return guarded(arguments)
