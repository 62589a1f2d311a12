"""Every error that Rubricate raises on purpose, in one tree.

    RubricateError
    |-- PageError               the page cannot become a document
    |   |-- Unreadable          the file cannot be opened
    |   |-- Undecodable         no encoding reads these bytes, or a refused one was asked for
    |   |-- TooBig              more bytes, elements or text than the limits allow
    |   |-- TooDeep             nested deeper than the limits allow
    |   |-- NotHtml             binary data (a picture, an archive, a PDF), not a page
    |   `-- OutOfTime           the deadline passed before the document was ready
    |-- EngineError             the engine cannot label
    |   |-- UnknownEngine       no engine of that name
    |   |-- MissingExtra        a package that the engine needs is not installed
    |   `-- BadModel            a model file is missing, damaged or of another version
    |-- FetchError              the URL cannot be fetched
    |   |-- Blocked             the address, port, scheme or redirect is not allowed
    |   |-- FetchTimeout        the deadline passed
    |   |-- FetchTooBig         more decoded bytes than the cap allows
    |   `-- BadResponse         no HTTP answer, a status of 400 or more, or not an HTML type
    |-- RenderError             the browser cannot show the page
    |   `-- MissingBrowser      there is no Chromium; the message says how to install it
    |-- DataError               a corpus or gold file is missing or malformed
    `-- UsageError              an argument that makes no sense (exit code 2 on the command line)

A message names the numbers and limits that it is about, so that a reader can act on it. `kind` is the class name: it is what the command line
prints in `{"error": {"kind": ..., "message": ...}}`.
"""

from __future__ import annotations

__all__ = [
    "BadModel",
    "BadResponse",
    "Blocked",
    "DataError",
    "EngineError",
    "FetchError",
    "FetchTimeout",
    "FetchTooBig",
    "MissingBrowser",
    "MissingExtra",
    "NotHtml",
    "OutOfTime",
    "PageError",
    "RenderError",
    "RubricateError",
    "TooBig",
    "TooDeep",
    "Undecodable",
    "UnknownEngine",
    "Unreadable",
    "UsageError",
]


class RubricateError(Exception):
    """The root: catch this to catch everything that Rubricate raises on purpose."""

    @property
    def kind(self) -> str:
        """The name of the error's class, as printed in machine-readable output."""
        return type(self).__name__


class PageError(RubricateError):
    """The page cannot become a document."""


class Unreadable(PageError):
    """The file cannot be opened."""


class Undecodable(PageError):
    """No encoding reads these bytes, or a refused one was asked for."""


class TooBig(PageError):
    """More bytes, elements or text than the limits allow."""


class TooDeep(PageError):
    """Nested deeper than the limits allow."""


class NotHtml(PageError):
    """Binary data (a picture, an archive, a PDF), not a page."""


class OutOfTime(PageError):
    """The deadline passed before the document was ready."""


class EngineError(RubricateError):
    """The engine cannot label."""


class UnknownEngine(EngineError):
    """No engine of that name."""


class MissingExtra(EngineError):
    """A package that the engine needs is not installed; the message names the extra."""

    def __init__(self, what: str, extra: str, package: str = "") -> None:
        missing = f" ({package} is not installed)" if package else ""
        super().__init__(f"{what} needs the extra '{extra}'{missing}: pip install 'rubricate[{extra}]'")
        self.extra = extra


class BadModel(EngineError):
    """A model file is missing, damaged or of another version."""


class FetchError(RubricateError):
    """The URL cannot be fetched."""


class Blocked(FetchError):
    """The address, port, scheme or redirect is not allowed."""


class FetchTimeout(FetchError):
    """The deadline passed."""


class FetchTooBig(FetchError):
    """More decoded bytes than the cap allows."""


class BadResponse(FetchError):
    """No HTTP answer, a status of 400 or more, or not an HTML type."""


class RenderError(RubricateError):
    """The browser cannot show the page."""


class MissingBrowser(RenderError):
    """There is no Chromium; the message says how to install it."""


class DataError(RubricateError):
    """A corpus or gold file is missing or malformed."""


class UsageError(RubricateError):
    """An argument that makes no sense."""
