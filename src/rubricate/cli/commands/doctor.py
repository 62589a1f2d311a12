"""`rubricate doctor`: what is installed, what is missing, and how to install it."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from rubricate import __version__
from rubricate.cli.exits import FAILED, FINE

__all__ = ["Finding", "command", "findings"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([^'"]+)['"]""")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is fine, whether we cannot do without it, and what to do."""

    what: str
    fine: bool
    said: str
    remedy: str = ""
    needed: bool = False


@click.command("doctor", short_help="What is missing, and how to install it.")
def command() -> int:
    """Say what is installed, what is missing, and how to install it. The exit code is 1 only if the core does not work.

    \b
    rubricate doctor
    """
    sick = False
    for finding in findings():
        click.echo(f"{_mark(finding)}  {finding.what}: {finding.said}")
        if finding.remedy and not finding.fine:
            click.echo(f"         {finding.remedy}")
        sick = sick or (finding.needed and not finding.fine)
    return FAILED if sick else FINE


def findings() -> Iterator[Finding]:
    """Everything that is looked at, the core first."""
    machine = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield Finding("python", sys.version_info >= (3, 11), machine, "3.11 or newer is needed", True)
    yield Finding("rubricate", True, __version__)
    yield _works()
    yield from _engines()
    yield from _extras()
    yield _browser()
    yield _data()


def _mark(finding: Finding) -> str:
    if finding.fine:
        return click.style("ok     ", fg="green")
    return click.style("MISSING", fg="red") if finding.needed else click.style("absent ", fg="yellow")


def _works() -> Finding:
    """Whether a small page makes the whole way."""
    try:
        from rubricate import extract

        titles = [section.title for section in extract("<h1>One</h1><p>Some words of prose, enough for a paragraph.</p>").walk()]
    except Exception as error:
        return Finding("core", False, f"{type(error).__name__}: {error}", "pip install --force-reinstall rubricate", True)
    return Finding("core", True, f"a page becomes a document ({len(titles)} section)", "", True)


def _engines() -> Iterator[Finding]:
    from rubricate import engines

    for one in engines.describe():
        yield Finding(f"engine {one.name}", one.ready, one.description or "ready" if one.ready else one.problem)


def _extras() -> Iterator[Finding]:
    """Every extra of the installed package, with those of its packages that are not there."""
    from importlib.metadata import PackageNotFoundError, requires, version

    wanted: dict[str, list[str]] = {}
    for requirement in requires("rubricate") or ():
        marked, named = _EXTRA.search(requirement), _NAME.match(requirement)
        if marked is not None and named is not None:
            wanted.setdefault(marked[1], []).append(named[0])
    for extra, packages in wanted.items():
        absent = []
        for package in packages:
            try:
                version(package)
            except PackageNotFoundError:
                absent.append(package)
        said = f"{len(packages)} packages" if not absent else f"{', '.join(absent)} not installed"
        yield Finding(f"extra {extra}", not absent, said, f"pip install 'rubricate[{extra}]'")


def _browser() -> Finding:
    from rubricate.errors import MissingBrowser
    from rubricate.render.chromium import find

    try:
        return Finding("browser", True, find())
    except MissingBrowser:
        return Finding("browser", False, "no Chromium found; only --render needs one", "apt-get install chromium")


def _data() -> Finding:
    named = os.environ.get("RUBRICATE_DATA", "")
    fine = bool(named) and Path(named).is_dir()
    return Finding("corpora", fine, named or "RUBRICATE_DATA is not set; only evaluate and train need it", "export RUBRICATE_DATA=FOLDER")
