"""Pages in, text out: what extract, outline, chunks and summary have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rubricate.cli import many, output
from rubricate.cli.exits import FAILED, FINE, misuse
from rubricate.cli.inputs import Reading, browser, document, engine
from rubricate.errors import UsageError

if TYPE_CHECKING:
    from rubricate.types import Document

__all__ = ["Painted", "Printing", "show"]


@dataclass(frozen=True, slots=True)
class Printing:
    """What is done with one input: read it, and write its document in a format, with those of the options that the format has."""

    reading: Reading
    format: str
    options: tuple[tuple[str, Any], ...] = ()
    plot: str | None = None

    def __call__(self, source: str) -> tuple[str, str]:
        """The text of one input, and what is to be said of it."""
        from rubricate import writers

        choices = writers.FORMATS[self.format].choices
        given = dict(self.options) | {"source": source}
        options = {name: value for name, value in given.items() if name in choices}
        made = _read(source, self)
        return writers.write(made, self.format, **options), _remark(made, self.format, str(options.get("query") or ""))


@dataclass(frozen=True, slots=True)
class Painted:
    """The outline of one input in colours, for a terminal."""

    reading: Reading
    format: str = "outline"
    plot: str | None = None

    def __call__(self, source: str) -> tuple[str, str]:
        """The outline of one input, and what is to be said of it."""
        from rubricate.cli.paint import outline

        made = _read(source, self)
        return outline(made), _remark(made, self.format)


def show(inputs: Sequence[str], printing: Printing | Painted, out: str | None = None, jobs: int = 1) -> int:
    """Print every input's text and give the exit code: 1 if any page failed."""
    made = engine(printing.reading)  # an engine that is not there is told once, before the first page
    browser(printing.reading)  # so is a browser
    if printing.plot is not None:
        _drawing(made)
        if len(inputs) > 1:
            misuse(f"--plot draws one page, but there are {len(inputs)} inputs")
    code = FINE
    with output.opened(out, printing.format, inputs, isinstance(printing, Painted)) as sink:
        for outcome in output.watched(many.run(inputs, printing, jobs), len(inputs), out):
            sink(outcome)
            if outcome.failure is not None:
                code = FAILED
    return code


def _read(source: str, printing: Printing | Painted) -> Document:
    made = document(source, printing.reading)
    if printing.plot is not None:
        chosen = engine(printing.reading)
        try:
            _drawing(chosen)(made.segments, printing.plot, getattr(chosen, "options", None))
        except OSError as error:
            raise UsageError(f"--plot {printing.plot}: {error.strerror}") from error
    return made


def _remark(made: Document, format_: str, query: str = "") -> str:
    """Why there is less to read than one might expect; '' where there is nothing to say."""
    lines = len(made.segments)
    if not lines:
        return "no text"
    if not made.kept:
        return (
            f"no text is left: {'the only line is' if lines == 1 else f'all {lines} lines are'} boilerplate or hidden ('rubricate explain' says why)"
        )
    if format_ == "outline" and not any(section.heading is not None for section in made.walk()):
        return "no titles"
    if not query:
        return ""
    from rubricate.writers.summary import unheard

    missing = unheard(made, query)
    return (
        f"nothing about {', '.join(missing)}: no title and no sentence has {'that word' if len(missing) == 1 else 'these words'}" if missing else ""
    )


def _drawing(chosen: Any) -> Any:
    """`plot(segments, path, options)` of the engine's module; misuse where it has none."""
    draw = getattr(import_module(type(chosen).__module__), "plot", None)
    return draw if callable(draw) else misuse(f"--plot: the engine {chosen.name} draws nothing; asdus-di.v1 does (--engine asdus-di)")
