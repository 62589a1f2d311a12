"""Which engines there are, under which names, and how to get one.

Principles: a built-in engine is a row of a static table and its module is imported only when somebody asks for it; finding one never looks at the
installed packages (that costs milliseconds), only an unknown name or a listing does. A name never silently means another engine: names are versioned
and cannot be taken twice. Engines keep no state between pages, so a built-in one without options is made once and shared by all threads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rubricate.errors import EngineError, RubricateError, UnknownEngine, UsageError
from rubricate.types import Engine

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rubricate.engines"
DEFAULT, FALLBACK = "default.v1", "rules.v1"
MODELS = Path(__file__).resolve().parent.parent / "models"

Factory = Callable[..., Engine]
_VERSIONED = re.compile(r"(?P<base>[a-z0-9][a-z0-9_-]*)\.v(?P<version>[0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Builtin:
    """A row of the table of our own engines: `place` is 'module:attribute', `extra` and `model` what it cannot do without."""

    place: str
    extra: str = ""
    model: str = ""


BUILTINS: dict[str, Builtin] = {
    "default.v1": Builtin("rubricate.engines.default:engine", model="default.v1.npz"),
    "rules.v1": Builtin("rubricate.engines.rules:engine"),
    "asdus-di.v1": Builtin("rubricate.engines.asdus_di:engine", extra="papers"),
    "asdus-dd.v1": Builtin("rubricate.engines.asdus_dd:engine", extra="papers"),
    "stapi.v1": Builtin("rubricate.engines.stapi:engine", extra="papers"),
    "pembe.v1": Builtin("rubricate.engines.pembe:engine"),
    "victor.v1": Builtin("rubricate.engines.victor:engine"),  # the extra papers is for training it,
}


@dataclass(frozen=True, slots=True)
class Description:
    """What `rubricate engines` prints of one engine; `problem` says why it is not ready, '' if it is."""

    name: str
    description: str
    extra: str
    model: str
    problem: str
    source: str  # 'built in', 'registered', or the package that brings it

    @property
    def ready(self) -> bool:
        """Whether it can label now."""
        return not self.problem


class Registry:
    """Names -> engines. The package has one; tests make their own."""

    def __init__(self, builtins: dict[str, Builtin] | None = None, group: str = GROUP, models: Path = MODELS) -> None:
        self._builtins = BUILTINS if builtins is None else builtins
        self._group = group
        self._models = models
        self._registered: dict[str, Factory] = {}
        self._shared: dict[str, Engine] = {}

    def register(self, name: str, factory: Factory) -> None:
        """Add an engine under a versioned name ('mine.v1') that nobody has; `factory(**options)` makes it."""
        if not _VERSIONED.fullmatch(name):
            raise UsageError(f"{name!r} is no engine name: it must be lower case and end in a version, as 'mine.v1'")
        if name in self._builtins or name in self._registered:
            raise UsageError(f"there is already an engine {name!r}: names are versioned and cannot be taken twice")
        self._registered[name] = factory

    def resolve(self, name: str) -> str:
        """The full name: 'default' -> the best that is ready, 'rules' -> its newest version; a full name stays as it is."""
        if name in self._builtins or name in self._registered:
            return name
        if name == "default":
            return DEFAULT if self._default_ready() else FALLBACK
        found = _newest(name, self._at_hand()) or _newest(name, self.names())
        if found is None and name in self._entry_points():
            found = name
        if found is None:
            raise UnknownEngine(self._unknown(name))
        return found

    def get(self, name: str, **options: Any) -> Engine:
        """The engine of that name; options are its own (see its Options). Without options a built-in one is shared."""
        name = DEFAULT if name == "default" and "model" in options else self.resolve(name)  # a model of one's own is for the engine that has one
        shared = None if options else self._shared.get(name)
        if shared is not None:
            return shared
        engine = _make(name, self._factory(name), options)
        if not options and name in self._builtins:
            return self._shared.setdefault(name, engine)
        return engine

    def names(self) -> list[str]:
        """Every known engine: built in (where its file is there), registered, then from other packages; each once."""
        known = [*self._at_hand(), *self._entry_points()]
        return list(dict.fromkeys(known))

    def describe(self) -> list[Description]:
        """One description for every name, in the order of `names()`. Imports every engine: for listings, not for the hot path."""
        return [self._describe(name) for name in self.names()]

    def _at_hand(self) -> Iterator[str]:
        yield from (name for name, row in self._builtins.items() if _present(row))
        yield from self._registered

    def _default_ready(self) -> bool:
        row = self._builtins.get(DEFAULT)
        return row is not None and (self._models / row.model).is_file() and _present(row)

    def _entry_points(self) -> dict[str, EntryPoint]:
        from importlib.metadata import entry_points

        return {entry.name: entry for entry in sorted(entry_points(group=self._group)) if entry.name not in self._builtins}

    def _factory(self, name: str) -> Factory:
        row = self._builtins.get(name)
        if row is None:
            return self._registered.get(name) or _foreign(name, self._entry_points())
        if not _present(row):
            raise UnknownEngine(self._unknown(name))
        return partial(_load, row)

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        known = self.names()
        bases = {known_name.rpartition(".v")[0]: known_name for known_name in known}
        near = [bases.get(match, match) for match in get_close_matches(name, [*known, *bases], n=6)]
        near = list(dict.fromkeys(near))[:3]
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
        return f"no engine {name!r}; {hint}"

    def _describe(self, name: str) -> Description:
        row = self._builtins.get(name)
        if row is None:
            return self._describe_foreign(name)
        problem = f"its model {row.model} is not installed" if row.model and not (self._models / row.model).is_file() else ""
        text = ""
        try:
            module = import_module(row.place.partition(":")[0])
            text = str(getattr(module, "DESCRIPTION", ""))
            problem = problem or _problem(module, partial(self.get, name))
        except Exception as error:  # one broken engine must not hide the others
            problem = problem or f"it cannot be loaded: {type(error).__name__}: {error}"
        return Description(name, text, row.extra, row.model, problem, "built in")

    def _describe_foreign(self, name: str) -> Description:
        entry = None if name in self._registered else self._entry_points()[name]
        dist = entry.dist if entry is not None else None
        source = "registered" if entry is None else dist.name if dist is not None else entry.value
        if not _VERSIONED.fullmatch(name):
            return Description(name, "", "", "", "its name has no version", source)
        try:
            engine = self.get(name)
        except RubricateError as error:
            return Description(name, "", "", "", str(error), source)
        module = import_module(type(engine).__module__)
        text = getattr(engine, "description", "") or getattr(module, "DESCRIPTION", "") or (type(engine).__doc__ or "").partition("\n")[0]
        return Description(name, str(text), "", "", "", source)


def _newest(base: str, known: Iterator[str] | list[str]) -> str | None:
    """The newest version of an unversioned name among the known ones."""
    matches = (_VERSIONED.fullmatch(name) for name in known)
    versions = [(int(match["version"]), match.string) for match in matches if match and match["base"] == base]
    return max(versions)[1] if versions else None


def _present(row: Builtin) -> bool:
    """Whether the engine's module is part of this installation (without importing it)."""
    return find_spec(row.place.partition(":")[0]) is not None


def _load(row: Builtin, /, **options: Any) -> Engine:
    module, _, attribute = row.place.partition(":")
    factory: Factory | None = getattr(import_module(module), attribute, None)
    if factory is None:
        raise EngineError(f"{module} has no {attribute}()")
    return factory(**options)


def _foreign(name: str, entries: dict[str, EntryPoint]) -> Factory:
    entry = entries[name]
    try:
        factory: Factory = entry.load()
    except Exception as error:  # another package's import may fail in any way
        raise EngineError(f"engine {name!r}: {entry.value} cannot be loaded: {type(error).__name__}: {error}") from error
    return factory


def _make(name: str, factory: Factory, options: dict[str, Any]) -> Engine:
    try:
        engine = factory(**options)
    except TypeError as error:
        if not options:
            raise
        raise UsageError(f"engine {name!r} does not take these options ({', '.join(options)}): {error}") from error
    if not isinstance(engine, Engine):
        raise EngineError(f"engine {name!r}: its factory gave {type(engine).__name__}, which has no name and label()")
    return engine


def _problem(module: Any, make: Callable[[], Engine]) -> str:
    """Why an engine is not ready: what its module's `problem()` says, where it has one, else whether it can be made."""
    ask = getattr(module, "problem", None)
    if ask is not None:
        return str(ask())
    try:
        make()
    except RubricateError as error:
        return str(error)
    return ""


_REGISTRY = Registry()
register = _REGISTRY.register
resolve = _REGISTRY.resolve
get = _REGISTRY.get
names = _REGISTRY.names
describe = _REGISTRY.describe
