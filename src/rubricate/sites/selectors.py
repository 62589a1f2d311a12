"""Selectors of blocks: the whole way down from <body>, consolidated over blocks of the same tag path.

    div#a-386.article > div.p1 > p.p1.text
    div#a-2383.article > div.p9 > p.p9.text     ->     div.article > div > p.text

Ids that differ are dropped and classes intersected, as published. On purpose we also drop what a build or a database makes up anew: class names
that are hashes (css-1x2y3z, sc-bdVaJa, jsx-2871293847) and ids with a number in them; a rule that hangs on these dies with the next release.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rubricate.errors import DataError
from rubricate.sites.views import Step

__all__ = ["Selector", "consolidate", "fits", "is_hashed", "lasting", "parse", "write"]

Selector = tuple[Step, ...]

_HASHED = re.compile(
    r"(?:css|sc|jsx|jss|emotion|svelte|styled|makeStyles|astro|data-v)-?[a-z]*-?(?=[a-z0-9]*[0-9A-Z])[A-Za-z0-9]{4,}$"  # css-1x2y3z, sc-bdVaJa
    r"|sc-[A-Za-z]{5,8}(?:-\d+)?$"
    r"|[A-Za-z][\w-]*?(?:__|--|_)(?=[A-Za-z0-9+/]*\d)(?=[A-Za-z0-9+/]*[A-Za-z])[A-Za-z0-9+/]{5,8}$"  # Article_body__2xK9f
    r"|(?=[a-z]*\d[a-z]*\d)[a-z0-9]{6,}$|[0-9a-f]{8,}$"
    r"|\S*\d{5,}\S*$"
)
_STEP = re.compile(r"([A-Za-z*][\w:-]*)((?:[#.](?:[^\s#.>\\]|\\.)+)*)$")
_PART = re.compile(r"([#.])((?:[^\s#.>\\]|\\.)+)")
_SPECIAL = re.compile(r"([^\w-])", re.ASCII)


def consolidate(selectors: Iterable[Selector]) -> list[Selector]:
    """One selector for each tag path, in the order in which the paths came."""
    found: dict[tuple[str, ...], Selector] = {}
    for selector in selectors:
        path = tuple(step.name for step in selector)
        found[path] = _common(found[path], selector) if path in found else selector
    return list(found.values())


def lasting(selector: Selector) -> Selector:
    """Without what will not be there tomorrow: hashed class names, ids with digits."""
    return tuple(
        Step(step.name, "" if any(letter.isdigit() for letter in step.id) else step.id, tuple(one for one in step.classes if not is_hashed(one)))
        for step in selector
    )


def is_hashed(name: str) -> bool:
    """Whether a class name looks made by a machine, to be made anew with the next build."""
    return len(name) <= 80 and _HASHED.match(name) is not None


def fits(selector: Selector, steps: Sequence[Step]) -> bool:
    """Whether a block with these steps is what the selector means: the same tag path, the same id where it names one, all its classes."""
    if len(selector) != len(steps):
        return False
    return all(
        ours.name == theirs.name and (not ours.id or ours.id == theirs.id) and (not ours.classes or set(ours.classes) <= set(theirs.classes))
        for ours, theirs in zip(reversed(selector), reversed(steps), strict=True)
    )


def write(selector: Selector) -> str:
    """As CSS: 'div.article > div > p.text'."""
    return " > ".join(
        step.name + (f"#{_escaped(step.id)}" if step.id else "") + "".join(f".{_escaped(one)}" for one in step.classes) for step in selector
    )


def parse(text: str) -> Selector:
    """The selector back from its CSS; only what `write` writes: names, ids, classes and '>'."""
    return tuple(_step(part.strip(), text) for part in text.split(" > "))


def _step(part: str, whole: str) -> Step:
    matched = _STEP.match(part)
    if matched is None:
        raise DataError(f"selector {whole!r}: {part!r} is not a name with ids and classes, such as div#main.text (steps are joined by ' > ')")
    parts = [(mark, re.sub(r"\\(.)", r"\1", name)) for mark, name in _PART.findall(matched[2])]
    ids = [name for mark, name in parts if mark == "#"]
    return Step(matched[1].lower(), ids[0] if ids else "", tuple(sorted(name for mark, name in parts if mark == ".")))


def _common(a: Selector, b: Selector) -> Selector:
    return tuple(
        Step(one.name, one.id if one.id == two.id else "", tuple(name for name in one.classes if name in two.classes))
        for one, two in zip(a, b, strict=True)
    )


def _escaped(name: str) -> str:
    return _SPECIAL.sub(r"\\\1", name)
