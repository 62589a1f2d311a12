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
from rubricate.cli.paint import folded

__all__ = ["Finding", "command", "findings"]

_DEVELOPERS = {"dev": "tests and checks", "peers": "other tools, to compare with", "train": "training the default engine"}
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
    developers: bool = False  # only those who work on rubricate itself need it


@click.command("doctor", short_help="What is missing, and how to install it.")
def command() -> int:
    """Say what is installed, what is missing, and how to install it. The exit code is 1 only if the core does not work.

    \b
    rubricate doctor
    """
    found = list(findings())
    for finding in found:
        if not finding.developers:
            _print(finding)
    click.echo("\nOnly for work on rubricate itself:")
    for finding in found:
        if finding.developers:
            _print(finding)
    return FAILED if any(finding.needed and not finding.fine for finding in found) else FINE


def findings() -> Iterator[Finding]:
    """Everything that is looked at, the core first."""
    machine = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    yield Finding("python", sys.version_info >= (3, 11), machine, "3.11 or newer is needed", True)
    yield Finding("rubricate", True, __version__)
    yield _works()
    yield _twins()
    yield from _engines()
    yield from _extras()
    yield _browser()
    yield _data()


def _print(finding: Finding) -> None:
    click.echo(folded(f"{_mark(finding)}  ", f"{finding.what}: {finding.said}"))
    if finding.remedy and not finding.fine:
        click.echo(folded(" " * 9, finding.remedy))


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


def _twins() -> Finding:
    """Whether the compiled parts are used: everything works without them, slower."""
    from rubricate.compiled import is_pure, twins

    if is_pure():
        return Finding("compiled parts", True, "not used, as RUBRICATE_PURE=1 asks")
    found = twins()
    used = sum(module is not None for module in found.values())
    remedy = "the answers are the same, but take longer; with a C compiler: pip install --force-reinstall --no-deps --no-cache-dir rubricate"
    return Finding("compiled parts", used == len(found), f"{used} of {len(found)}", remedy)


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
        yield _extra(extra, packages, absent)


def _extra(extra: str, packages: list[str], absent: list[str]) -> Finding:
    """An extra for users with the names of what is missing; one for developers in a single line."""
    count = f"{len(packages)} package{'s' * (len(packages) != 1)}"
    remedy = f"pip install 'rubricate[{extra}]'"
    if extra not in _DEVELOPERS:
        return Finding(f"extra {extra}", not absent, f"{', '.join(absent)} not installed" if absent else count, remedy)
    said = f"{_DEVELOPERS[extra]}; " + (f"{len(absent)} of {count} not installed: {remedy}" if absent else count)
    return Finding(f"extra {extra}", not absent, said, developers=True)


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
    said = named if fine else f"{named}: no such folder" if named else "evaluate and train want them: export RUBRICATE_DATA=FOLDER"
    return Finding("corpora", fine, said, developers=True)
