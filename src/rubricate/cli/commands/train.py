"""`rubricate train`: make an engine's model from the corpora."""

from __future__ import annotations

from pathlib import Path

import click

from rubricate.cli.exits import FINE
from rubricate.cli.options import data_folder

__all__ = ["command"]


@click.command("train", short_help="Make an engine's model from the corpora.")
@click.argument("name")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="The corpora; or set RUBRICATE_DATA.")
@click.option("-o", "--output", "out", required=True, type=click.Path(path_type=Path, dir_okay=False), metavar="MODEL", help="Where the model goes.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed and data give the same model.")
@click.option("--without", type=click.Choice(["vali"]), default=None, help="Leave out what `evaluate --split vali` scores, for honest figures.")
@click.option("--folds", type=click.IntRange(min=2), default=None, metavar="N", help="N models, each without a fold; {fold} in MODEL is its number.")
def command(name: str, data: Path | None, out: Path, seed: int, without: str | None, folds: int | None) -> int:
    """Train the engine NAME on the corpora and write its model, with a card that says what it was made of.

    \b
    rubricate train default --data corpora/ -o default.v1.npz
    rubricate train default --data corpora/ -o held.npz --without vali
    rubricate evaluate --engine default=held.npz --data corpora/ --corpus stapi,wcxb
    rubricate train default --data corpora/ -o 'cv/default.{fold}.npz' --folds 5
    rubricate train levels --data corpora/ -o 'cv/levels.{fold}.npz' --folds 5
    rubricate evaluate --engine 'default=cv/default.{fold}.npz' --levels 'cv/levels.{fold}.npz' --split cv --data corpora/
    """
    folder = data_folder(data)
    from rubricate.learn.train import train

    train(name, folder, out, seed, say=lambda text: click.echo(text, err=True), without=without or "", fold_count=folds or 0)
    click.echo(f"wrote {out}" if not folds else f"wrote {folds} models: {out}")
    return FINE
