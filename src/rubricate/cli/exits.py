"""Exit codes, and every error as one line on stderr.

0: all went well. 1: a page failed, or an engine, model or corpus was not usable. 2: misuse (unknown command, option, engine or value).
130: interrupted by Ctrl-C. 141: whoever read our output closed the pipe; we stop without a word.
A traceback is shown only for a fault of our own, and then only under RUBRICATE_DEBUG=1.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from rubricate.errors import RubricateError, UnknownEngine, UsageError

__all__ = ["CLOSED_PIPE", "FAILED", "FINE", "INTERRUPTED", "MISUSE", "code", "complain", "guarded", "misuse"]

FINE, FAILED, MISUSE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 130, 141


def guarded(arguments: Sequence[str] | None = None) -> int:
    """Run the program; whatever happens, give an exit code and at most one line on stderr."""
    try:
        return _run(arguments)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return MISUSE
    except click.ClickException as error:
        complain(_said(error))
        return MISUSE
    except RubricateError as error:
        complain(str(error))
        return code(error)
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return CLOSED_PIPE
    except Exception as error:
        if os.environ.get("RUBRICATE_DEBUG"):
            raise
        complain(f"a fault of our own: {type(error).__name__}: {error} (RUBRICATE_DEBUG=1 shows where; please report it)")
        return FAILED


def complain(message: str) -> None:
    """One line on stderr, whatever line breaks or control characters the message holds."""
    line = " ".join(message.split())
    click.echo("rubricate: " + "".join(letter if letter.isprintable() else "\ufffd" for letter in line), err=True)


def code(error: RubricateError) -> int:
    """The exit code that an error deserves."""
    return MISUSE if isinstance(error, UsageError | UnknownEngine) else FAILED


def misuse(message: str) -> NoReturn:
    """Refuse arguments that make no sense."""
    raise click.UsageError(message)


def _run(arguments: Sequence[str] | None) -> int:
    from rubricate.cli.program import program

    _speak_utf8()
    if "_RUBRICATE_COMPLETE" in os.environ:  # a shell asks what could follow
        program.main(prog_name="rubricate")
    try:
        with program.make_context("rubricate", list(sys.argv[1:] if arguments is None else arguments)) as context:
            given = program.invoke(context)
    except click.exceptions.Exit as error:  # --help and --version leave this way
        given = error.exit_code
    sys.stdout.flush()
    return given if isinstance(given, int) else FINE


def _speak_utf8() -> None:
    """Pages hold every script, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _said(error: click.ClickException) -> str:
    """click's message as one line, with the command whose --help explains it."""
    message = error.format_message().rstrip().replace("valid integer range", "whole number").replace("valid float range", "number")
    context = getattr(error, "ctx", None)
    if not isinstance(error, click.UsageError) or context is None:
        return message
    return f"{message}{'' if message.endswith(('.', '?', '?)')) else '.'} See '{context.command_path} --help'."


def _silence() -> None:
    """Point standard output at nothing, so that the interpreter's last flush stays quiet."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass
