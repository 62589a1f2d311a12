"""What was learnt about a site, as a file that a person can read and edit: selectors with labels.

    {"format": "rubricate-site-rules", "version": 1, "site": "paper.example", "pages": 5, "engine": "default.v1",
     "container": "div.story", "coverage": 0.97, "kept": 0.8,
     "rules": [{"selector": "div.story > p.text", "label": "prose", "level": 0, "support": 5, "confidence": 1.0}, ...]}

`container` is the element around the text; `coverage` and `kept` are the shares of a page's text that some rule knows and that rules keep, as they
were on pages that the rules were not made from; `support` is the number of pages that a rule was seen on, `confidence` how sure its label is. A level
of 0 leaves the nesting to the outline; `"titles": true` means that titles stand among the blocks, which only the engine tells from the others.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rubricate.errors import DataError
from rubricate.sites.selectors import Selector, fits, parse, write
from rubricate.sites.views import Step
from rubricate.types import BOILERPLATE, LABELS

__all__ = ["FORMAT", "VERSION", "Rule", "Rules", "load", "save"]

FORMAT = "rubricate-site-rules"
VERSION = 1
LONGER, SHORT = 4, 50
"""A rule for boilerplate does not speak of blocks this many times as long as any that it was learnt from (or as so few characters)."""
BARE = 4
"""A selector without any id or class must have so many steps: 'div > p' fits every site."""
REGIONS = frozenset(("main", "article", "nav", "header", "footer", "aside"))
"""Tags that say what a part of the page is for: below one of them, a plain tag says enough."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Blocks that the selector fits have this label."""

    selector: Selector
    label: str
    level: int = 0  # of titles, 1 = top
    support: int = 1
    confidence: float = 1.0
    longest: int = 0  # characters of the longest block that it was learnt from; 0: it says nothing of length
    titles: bool = False  # of text: the engine is asked which blocks are titles

    @property
    def specific(self) -> bool:
        """Whether the selector means this site, and not any."""
        return _names(self.selector) > 0 or len(self.selector) >= BARE or any(step.name in REGIONS for step in self.selector)

    def speaks_of(self, letters: int) -> bool:
        """Whether a block of so many characters is what the rule was learnt for: a caption's rule says nothing of a whole article."""
        return self.label != BOILERPLATE or not self.longest or letters <= LONGER * max(self.longest, SHORT)


@dataclass(frozen=True)
class Rules:
    """A site's rules, in the order in which they are tried: the more a selector names, the earlier."""

    site: str
    rules: tuple[Rule, ...]
    container: Selector = ()
    coverage: float = 1.0
    kept: float = 0.0
    pages: int = 0
    engine: str = ""

    @cached_property
    def by_path(self) -> dict[tuple[str, ...], list[Rule]]:
        """The rules by tag path, those that name more first."""
        found: dict[tuple[str, ...], list[Rule]] = {}
        for rule in sorted(self.rules, key=lambda rule: -_names(rule.selector)):
            found.setdefault(tuple(step.name for step in rule.selector), []).append(rule)
        return found

    def rule(self, steps: Sequence[Step], loose: bool = False) -> Rule | None:
        """The rule that a block falls under; `loose` also takes the best one of the same tag path that shares half of the names."""
        same_path = self.by_path.get(tuple(step.name for step in steps), ())
        for rule in same_path:
            if fits(rule.selector, steps):
                return rule
        if not loose:
            return None
        best = max(same_path, key=lambda rule: _shared(rule.selector, steps), default=None)
        return best if best is not None and _shared(best.selector, steps) >= 0.5 else None

    def within(self, steps: Sequence[Step], loose: bool = False) -> bool:
        """Whether a block lies in the container."""
        depth = len(self.container)
        inside = steps[:depth]
        if len(steps) < depth:
            return False
        return fits(self.container, inside) or (loose and len(inside) == depth and _shared(self.container, inside) >= 0.5)


def save(rules: Rules, path: str | Path) -> None:
    """Write them, one rule a line."""
    Path(path).write_text(to_json(rules), encoding="utf-8")


def to_json(rules: Rules) -> str:
    """The file's text."""
    head = {"format": FORMAT, "version": VERSION, "site": rules.site, "pages": rules.pages, "engine": rules.engine}
    head |= {"container": write(rules.container), "coverage": round(rules.coverage, 3), "kept": round(rules.kept, 3)}
    lines = [json.dumps(_row(rule), ensure_ascii=False) for rule in rules.rules]
    opened = json.dumps(head, ensure_ascii=False, indent=2).rstrip("}\n ")
    return f'{opened},\n  "rules": [\n    ' + ",\n    ".join(lines) + "\n  ]\n}\n"


def load(path: str | Path) -> Rules:
    """Read a file of rules; a message says what in it is wrong."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise DataError(f"{path}: not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise DataError(f"{path}: no site rules: 'format' is not '{FORMAT}'")
    if data.get("version") != VERSION:
        raise DataError(f"{path}: site rules of version {data.get('version')}; this rubricate reads version {VERSION}: learn the site anew")
    return _read(data, str(path))


def _read(data: dict[str, Any], path: str) -> Rules:
    try:
        rules = tuple(_rule(row) for row in data["rules"])
        container = parse(data["container"]) if data.get("container") else ()
        made = Rules(str(data.get("site", "")), rules, container, float(data.get("coverage", 1)), float(data.get("kept", 0)))
        return replace(made, pages=int(data.get("pages", 0)), engine=str(data.get("engine", "")))
    except DataError as error:
        raise DataError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(f"{path}: malformed rules: {type(error).__name__}: {error}") from error


def _rule(row: dict[str, Any]) -> Rule:
    if row["label"] not in LABELS:
        raise DataError(f"label {row['label']!r} of {row['selector']!r} is none of {', '.join(LABELS)}")
    whole = {name: int(row.get(name, default)) for name, default in (("level", 0), ("support", 1), ("longest", 0))}
    return Rule(parse(row["selector"]), row["label"], confidence=float(row.get("confidence", 1)), titles=bool(row.get("titles", False)), **whole)


def _row(rule: Rule) -> dict[str, Any]:
    row = {"selector": write(rule.selector), "label": rule.label, "level": rule.level, "support": rule.support}
    return row | {"confidence": round(rule.confidence, 3), "longest": rule.longest} | ({"titles": True} if rule.titles else {})


def _names(selector: Iterable[Step]) -> int:
    return sum(bool(step.id) + len(step.classes) for step in selector)


def _shared(selector: Sequence[Step], steps: Sequence[Step]) -> float:
    """The share of the selector's ids and classes that the way has at the same places; 1 where it names none."""
    total = _names(selector)
    hit = sum(bool(a.id and a.id == b.id) + len(set(a.classes) & set(b.classes)) for a, b in zip(selector, steps, strict=True))
    return hit / total if total else 1.0
