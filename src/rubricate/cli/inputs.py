"""An input of the command line -> a Document: a file, '-' for standard input, or an http(s) URL, with the style sheets at hand.

The network is used for a URL that the user typed, and for nothing else: style sheets come from files.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from rubricate.errors import BadModel, DataError, Unreadable, UsageError

if TYPE_CHECKING:
    from rubricate.render import Browser
    from rubricate.types import Document, Engine

__all__ = ["Reading", "browser", "document", "engine", "is_url", "stylesheets"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://")
_LINK = re.compile(rb"<link\b[^<>]{1,4000}>", re.IGNORECASE)
_HREF = re.compile(rb"""\bhref\s{0,20}=\s{0,20}(?:"([^"]{1,3000})"|'([^']{1,3000})'|([^\s"'>]{1,3000}))""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """How inputs are read: the engine, and what the user knows about the pages."""

    engine: str = "default"
    model: str | None = None  # a model file for the engine, in place of the packaged one
    rules: str | None = None  # a file of site rules, which label what they know before the engine does
    encoding: str | None = None
    url: str | None = None
    assets: str | None = None
    sheets: tuple[str, ...] = ()  # FILE or HREF=FILE
    timeout: float | None = None
    allow_private: bool = False
    render: bool = False  # look at the pages in Chromium
    scripts: bool = False  # with render: the pages' scripts run first
    hosts: tuple[str, ...] = ()  # with render: hosts that pages may reach


def is_url(source: str) -> bool:
    """Whether an input is to be fetched: anything with a scheme. Those other than http and https are then refused."""
    return _SCHEME.match(source) is not None


def engine(reading: Reading) -> Engine:
    """The engine that the reading names, with its own model or the user's, behind a site's rules where there are any."""
    from rubricate import engines

    if reading.rules is not None:
        return _by_rules(reading.rules, reading.engine, reading.model)
    return engines.get(reading.engine) if reading.model is None else _with_model(reading.engine, reading.model)


@lru_cache(maxsize=1)
def _by_rules(path: str, name: str, model: str | None) -> Engine:
    """A file of rules is read once for all pages of a process."""
    from rubricate.sites.apply import RulesEngine
    from rubricate.sites.rules import load

    return RulesEngine(load(path), engine(Reading(engine=name, model=model)))


@lru_cache(maxsize=1)
def _with_model(name: str, model: str) -> Engine:
    """A model file is read once for all pages of a process."""
    from rubricate import engines

    try:
        return engines.get(name, model=model)
    except BadModel as error:
        if Path(model).exists():
            raise
        raise BadModel(f"--model {model}: no such file") from error


def document(source: str, reading: Reading) -> Document:
    """The document of one input; a RubricateError where there is none."""
    from rubricate import extract
    from rubricate.page import Limits

    data, url, charset = _bytes(source, reading)
    return extract(
        data,
        reading.url or url,
        engine(reading),
        stylesheets=stylesheets(data, reading),
        encoding=reading.encoding,
        transport=charset,
        limits=Limits(seconds=reading.timeout),
        render=browser(reading),
    )


def browser(reading: Reading) -> Browser | None:
    """The browser of this process, where the reading wants one; it starts with the first page. What it lacks is told here, before any page."""
    if not reading.render:
        if reading.scripts or reading.hosts:
            raise UsageError(f"{'--scripts' if reading.scripts else '--allow-host'} is for pages in a browser: give --render, too")
        return None
    return _browser(reading.scripts, reading.hosts, reading.timeout)


@lru_cache(maxsize=1)
def _browser(scripts: bool, hosts: tuple[str, ...], timeout: float | None) -> Browser:
    """One browser for all pages of a process; it ends with it."""
    import atexit

    from rubricate.render import Browser, RenderOptions

    options = RenderOptions(scripts=scripts, allow=hosts) if timeout is None else RenderOptions(scripts=scripts, allow=hosts, seconds=timeout)
    made = Browser(options)
    made.check()
    atexit.register(made.close)
    return made


def stylesheets(data: bytes, reading: Reading) -> dict[str, str] | None:
    """The sheets that the page links to and the user has: href as written -> text; None where none were offered."""
    if reading.assets is None and not reading.sheets:
        return None
    hrefs = list(dict.fromkeys(_hrefs(data)))
    found: dict[str, Path] = {}
    if reading.assets is not None:
        found.update(_assets(Path(reading.assets), hrefs))
    for sheet in reading.sheets:
        found.update(_handed(sheet, hrefs))
    return {href: path.read_text(encoding="utf-8", errors="replace") for href, path in found.items()}


def _bytes(source: str, reading: Reading) -> tuple[bytes, str | None, str | None]:
    """The bytes, the URL that they came from and the charset that the transport named."""
    if source == "-":
        return sys.stdin.buffer.read(), None, None
    if is_url(source):
        return _fetched(source, reading)
    try:
        return Path(source).read_bytes(), None, None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"{source}: {why.lower() if why.isascii() else why}") from error


def _fetched(source: str, reading: Reading) -> tuple[bytes, str | None, str | None]:
    from rubricate.fetch import FetchOptions, fetch

    options = FetchOptions(allow_private=reading.allow_private)
    if reading.timeout is not None:
        options = replace(options, timeout=reading.timeout)
    answer = fetch(source, options)
    return answer.data, answer.url, answer.charset


def _hrefs(data: bytes) -> Iterator[str]:
    """The hrefs of the page's <link>s, as the parser will give them."""
    for link in _LINK.finditer(data):
        href = _HREF.search(link[0])
        if href is not None:
            yield unescape((href[1] or href[2] or href[3]).decode("utf-8", "replace"))


def _assets(folder: Path, hrefs: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Sheets in a folder: by the map in its assets.json where there is one, else by the href's path or file name."""
    if not folder.is_dir():
        raise UsageError(f"--assets {folder}: not a folder")
    mapping = _map(folder)
    for href in hrefs:
        names = [mapping[href]] if href in mapping else _names(href)
        path = _inside(folder, names)
        if path is not None:
            yield href, path


def _map(folder: Path) -> Mapping[str, str]:
    """What assets.json says: href -> file; it may lie in the folder or beside it."""
    import json

    for place in (folder / "assets.json", folder.parent / "assets.json"):
        if place.is_file():
            try:
                mapping = json.loads(place.read_text(encoding="utf-8"))["map"]
                return {str(href): str(file) for href, file in mapping.items()}
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise DataError(f"{place}: not of the form {{'map': {{href: file}}}}: {error}") from error
    return {}


def _names(href: str) -> list[str]:
    """What a sheet may be called in a folder: its path, then its file name."""
    path = unquote(urlsplit(href).path).lstrip("/")
    return [path, path.rpartition("/")[2]] if path else []


def _inside(folder: Path, names: Iterable[str]) -> Path | None:
    """The first of the names that is a file in the folder (or its assets/); a name that climbs out of it is none."""
    home = folder.resolve()
    for name in names:
        for place in (folder / name, folder / "assets" / name):
            try:
                if place.is_file() and place.resolve().is_relative_to(home):
                    return place
            except (OSError, ValueError):  # a name that the file system refuses
                continue
    return None


def _handed(sheet: str, hrefs: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """One --stylesheet: HREF=FILE as said, or FILE for every link with that file name."""
    path = Path(sheet)
    href, equals, file = sheet.rpartition("=")
    if not path.is_file() and equals:
        path = Path(file)
    if not path.is_file():
        raise UsageError(f"--stylesheet {sheet}: no such file (give FILE, or HREF=FILE)")
    if str(path) != sheet:
        yield href, path
        return
    for link in hrefs:
        if path.name in _names(link):
            yield link, path
