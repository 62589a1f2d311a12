"""Pages in, text out: what extract, outline, chunks and summary have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rubricate.cli import many, output
from rubricate.cli.exits import FAILED, FINE
from rubricate.cli.inputs import Reading, document

__all__ = ["Painted", "Printing", "show"]


@dataclass(frozen=True, slots=True)
class Printing:
    """What is done with one input: read it, and write its document in a format, with those of the options that the format has."""

    reading: Reading
    format: str
    options: tuple[tuple[str, Any], ...] = ()

    def __call__(self, source: str) -> str:
        """The text of one input."""
        from rubricate import writers

        choices = writers.FORMATS[self.format].choices
        given = dict(self.options) | {"source": source}
        options = {name: value for name, value in given.items() if name in choices}
        return writers.write(document(source, self.reading), self.format, **options)


@dataclass(frozen=True, slots=True)
class Painted:
    """The outline of one input in colours, for a terminal."""

    reading: Reading
    format: str = "outline"

    def __call__(self, source: str) -> str:
        """The outline of one input."""
        from rubricate.cli.paint import outline

        return outline(document(source, self.reading))


def show(inputs: Sequence[str], printing: Printing | Painted, out: str | None = None, jobs: int = 1) -> int:
    """Print every input's text and give the exit code: 1 if any page failed."""
    from rubricate import engines

    engines.get(printing.reading.engine)  # an engine that is not there is told once, before the first page
    code = FINE
    with output.opened(out, printing.format, len(inputs), isinstance(printing, Painted)) as sink:
        for outcome in output.watched(many.run(inputs, printing, jobs), len(inputs), out):
            sink(outcome)
            if outcome.failure is not None:
                code = FAILED
    return code
