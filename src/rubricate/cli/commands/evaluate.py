"""`rubricate evaluate`: engines x corpora -> tables, a report, and whether the floors hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rubricate.cli.exits import FAILED, FINE, complain, misuse
from rubricate.cli.options import data_folder

if TYPE_CHECKING:
    from rubricate.evaluation import Progress, Results

__all__ = ["command"]

_SPLITS = ("vali", "train", "cv", "all")


@click.command("evaluate", short_help="Measure engines on hand-labelled pages.")
@click.option("-e", "--engine", "engines", default="default", show_default=True, metavar="A,B", help="Engines; default=FILE: with that model.")
@click.option("-c", "--corpus", "corpora", default="stapi", show_default=True, metavar="A,B", help="Corpora, with commas between.")
@click.option("--split", type=click.Choice(_SPLITS), default="vali", show_default=True, help="Which pages are scored; cv: all, by cross-validation.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="The folder of the corpora; or set RUBRICATE_DATA.")
@click.option("--peers", default="", metavar="A,B", help="Other tools to measure beside us, or 'all' that are installed (extra: peers).")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write results.json and report.html, with the worst pages explained.")
@click.option("--gate", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Fail where a figure lies below its floor there.")
@click.option("--update-gate", is_flag=True, help="Raise the floors in the gate file to what was reached.")
@click.option("--allow-regression", default="", metavar="WHY", help="With --update-gate: a floor may be lowered, for this reason.")
@click.option("--shipped", is_flag=True, help="Score shipped models also on pages that they may have learnt from.")
@click.option("--limit", type=click.IntRange(min=0), default=0, metavar="N", help="At most N pages of each corpus, spread evenly.")
@click.option("--folds", type=click.IntRange(min=2), default=5, show_default=True, help="For --split cv.")
@click.option("--seed", type=int, default=0, show_default=True, help="For the folds and for training.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True, metavar="SECONDS", help="For one page.")
@click.option("--levels", type=click.Path(path_type=Path), metavar="FILE", help="A model of heading levels; {fold} in it as for engines.")
@click.option("--sites", default="", metavar="A,B", help="Corpus spider: only these sites.")
@click.option("--train-pages", default="2..15", show_default=True, metavar="A..B|A,B", help="Corpus spider: how many pages of a site to learn from.")
@click.option("-j", "--jobs", type=click.IntRange(1, 512), default=2, show_default=True, metavar="N", help="Processes.")
def command(engines: str, corpora: str, peers: str, sites: str, train_pages: str, **given: Any) -> int:
    """Measure engines on hand-labelled corpora: print tables, write a report, check the floors.

    \b
    rubricate evaluate --engine default,rules --corpus stapi,wcxb --data corpora/
    rubricate evaluate --engine default,stapi --peers all --out report/
    rubricate evaluate --engine rules --gate tests/gate.json
    rubricate evaluate --engine 'default=cv/default.{fold}.npz' --levels 'cv/levels.{fold}.npz' --split cv
    rubricate evaluate --engine spider,site --corpus spider --train-pages 2..15
    """
    from rubricate.evaluation import EvaluateOptions, run

    given |= {"data": data_folder(given["data"]), "sites": _names(sites), "train_pages": _counts(train_pages)}
    options = EvaluateOptions(engines=_names(engines), corpora=_names(corpora), peers=_names(peers), **given)
    with _progress() as progress:
        results = run(options, progress)
    _print(results)
    for path in results.files[:2]:
        click.echo(f"wrote {path}")
    if results.verdict is not None:
        for line in results.verdict.lines():
            click.echo(line) if results.ok else complain(line)
    return FINE if results.ok else FAILED


def _names(given: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in given.split(",") if name.strip()))


def _counts(given: str) -> tuple[int, ...]:
    """'2..15' or '2,5,10' -> numbers of pages."""
    first, dots, last = given.partition("..")
    try:
        counts = range(int(first), int(last) + 1) if dots else [int(one) for one in given.split(",")]
    except ValueError:
        counts = []
    if not counts or min(counts) < 1:
        misuse(f"--train-pages is '2..15' or '2,5,10', with numbers of at least 1, not {given!r}")
    return tuple(counts)


def _print(results: Results) -> None:
    """Drawn tables on a terminal; Markdown in a pipe, where nothing may be cut to a width."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if not console.is_terminal:
        click.echo(results.markdown())
        return
    for table in results.tables():
        drawn = Table(title=table.heading, caption=table.note or None, title_justify="left", caption_justify="left")
        for place, column in enumerate(table.columns):
            drawn.add_column(column, justify="right" if place else "left", no_wrap=not place)
        for row in table.rows:
            drawn.add_row(*row)
        console.print(drawn, markup=False)


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar for every task on a terminal's stderr; elsewhere silence."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal) as bars:
        tasks: dict[str, Any] = {}

        def report(task: str, done: int, total: int) -> None:
            if task not in tasks:
                tasks[task] = bars.add_task(task, total=total)
            bars.update(tasks[task], completed=done, total=total)

        yield report
