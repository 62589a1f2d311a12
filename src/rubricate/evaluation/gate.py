"""The quality gate: floors that a system must reach, in a JSON file that is kept under version control.

    {"corpora": {"stapi": {"split": "vali", "pages": 58, "sha256": "...", "floors": {"default.v1": {"titles.micro.f1": 0.96}},
                           "models": {"default.v1": "as shipped: it has learnt from this corpus"}}},
     "lowered": [{"corpus", "system", "measure", "from", "to", "reason"}]}

`sha256` is over the pages and the labels: a floor holds for exactly the data it was measured on, and other data is refused rather than compared.
A floor goes up by itself when it is updated; it goes down only with a reason, which stays in the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rubricate.errors import DataError, UsageError
from rubricate.evaluation.tables import pick

__all__ = ["EPSILON", "GATED", "Check", "Verdict", "check", "digest", "read", "update"]

EPSILON = 0.0005
"""A figure may lie this far below its floor: other builds of numpy and of the parser may round differently."""

GATED = (
    "titles.micro.f1",
    "stapi.filter.weighted.f1",
    "stapi.title_prose_end_to_end",
    "stapi.segments_found",
    "pembe.parent_given",
    "tokens.f1",
    "cleaneval.text_only",
    "asdus.loose.f1",
)
"""The measures that an update writes floors for, where a system has them."""


@dataclass(frozen=True, slots=True)
class Check:
    """One floor and the figure that was reached (None: not measured)."""

    corpus: str
    system: str
    measure: str
    floor: float
    reached: float | None

    @property
    def ok(self) -> bool:
        """The figure reaches its floor."""
        return self.reached is not None and self.reached >= self.floor - EPSILON

    def __str__(self) -> str:
        reached = "was not measured" if self.reached is None else f"is {self.reached:.4f}"
        return f"{self.corpus}: {self.system}: {self.measure} {reached}, floor {self.floor:.4f}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """All checks of a gate, and why a corpus could not be checked."""

    checks: tuple[Check, ...]
    refused: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def ok(self) -> bool:
        """At least one floor was checked, all hold, and no corpus was refused."""
        return bool(self.checks) and not self.refused and all(one.ok for one in self.checks)

    @property
    def broken(self) -> list[Check]:
        """The floors that do not hold."""
        return [one for one in self.checks if not one.ok]

    def lines(self) -> list[str]:
        """The verdict in words, worst first."""
        if not self.checks and not self.refused:
            return ["gate: no floor was checked, so nothing is proven"]
        held = sum(one.ok for one in self.checks)
        return [*self.refused, *map(str, self.broken), *self.notes, f"gate: {held} of {len(self.checks)} floors hold"]


def digest(files: Iterable[bytes]) -> str:
    """SHA-256 over the contents, in order; each content counts with its length, so that moving a byte from one to the next changes it."""
    total = hashlib.sha256()
    for content in files:
        total.update(len(content).to_bytes(8, "big"))
        total.update(content)
    return total.hexdigest()


def read(path: Path) -> dict[str, Any]:
    """The gate file; an empty gate where there is none yet."""
    if not path.exists():
        return {"corpora": {}, "lowered": []}
    try:
        floors = json.loads(path.read_text(encoding="utf-8"))
        ok = isinstance(floors["corpora"], dict)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise DataError(f"{path} is no gate file: {problem!r}") from problem
    if not ok:
        raise DataError(f"{path} is no gate file: 'corpora' must be an object")
    return dict(floors)


def check(floors: Mapping[str, Any], tree: Mapping[str, Any]) -> Verdict:
    """Every floor of the corpora and systems that were run; what was not run is not checked, and that is noted."""
    checks: list[Check] = []
    refused: list[str] = []
    notes: list[str] = []
    for corpus, gate in floors["corpora"].items():
        node = tree["corpora"].get(corpus)
        if node is None:
            notes.append(f"{corpus}: not run, its floors were not checked")
        elif (reason := _refusal(corpus, gate, node, tree["about"]["split"])) is not None:
            refused.append(reason)
        else:
            checks += _checks(corpus, gate["floors"], node["systems"], notes)
    return Verdict(tuple(checks), tuple(refused), tuple(notes))


def update(path: Path, tree: Mapping[str, Any], allow_regression: str = "", measures: Iterable[str] = GATED) -> list[str]:
    """Write the reached figures as floors; raises UsageError, and writes nothing, if one would fall and no reason is given.

    Other tools get no floors: their quality is not ours to keep. Gives what changed, in words. A changed sha256, page count or split also needs a
    reason: new data must not hide a fall.
    """
    floors = read(path)
    split, changes, lowered = tree["about"]["split"], list[str](), list[dict[str, Any]]()
    for corpus, node in tree["corpora"].items():
        gate = floors["corpora"].setdefault(corpus, {"split": split, "pages": node["pages"], "sha256": node["sha256"], "floors": {}})
        if (reason := _refusal(corpus, gate, node, split)) is not None:
            lowered.append({"corpus": corpus, "data": reason})
            gate.update(split=split, pages=node["pages"], sha256=node["sha256"])
        ours = {name: measured for name, measured in node["systems"].items() if name not in tree["about"]["peers"]}
        gate.setdefault("models", {}).update({name: model for name, measured in ours.items() if (model := pick(measured, "run.model"))})
        for system, measure, reached in _reached(ours, measures):
            floor = gate["floors"].setdefault(system, {}).get(measure)
            if floor is not None and reached < floor - EPSILON:
                lowered.append({"corpus": corpus, "system": system, "measure": measure, "from": floor, "to": reached})
            if floor is None or abs(reached - floor) > EPSILON:
                changes.append(f"{corpus}: {system}: {measure} {'none' if floor is None else format(floor, '.4f')} -> {reached:.4f}")
                gate["floors"][system][measure] = reached
    if lowered and not allow_regression:
        what = "; ".join(map(_fall, lowered))
        raise UsageError(f"{len(lowered)} floors would be lowered or moved to other data ({what}): say why with allow_regression")
    floors.setdefault("lowered", []).extend(one | {"reason": allow_regression} for one in lowered)
    path.write_text(json.dumps(floors, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return changes


def _fall(one: Mapping[str, Any]) -> str:
    return one.get("data") or f"{one['corpus']} {one['system']} {one['measure']} {one['from']:.4f} -> {one['to']:.4f}"


def _refusal(corpus: str, gate: Mapping[str, Any], node: Mapping[str, Any], split: str) -> str | None:
    for name, now in (("split", split), ("pages", node["pages"]), ("sha256", node["sha256"])):
        if gate[name] != now:
            return f"{corpus}: the floors are for {name} {gate[name]}, this run has {now}"
    return None


def _checks(corpus: str, floors: Mapping[str, Any], systems: Mapping[str, Any], notes: list[str]) -> list[Check]:
    absent = [system for system in floors if system not in systems]
    notes += [f"{corpus}: {system} was not run, its floors were not checked" for system in absent]
    return [
        Check(corpus, system, measure, floor, pick(systems[system], measure))
        for system, measures in floors.items()
        if system in systems
        for measure, floor in measures.items()
    ]


def _reached(systems: Mapping[str, Any], measures: Iterable[str]) -> list[tuple[str, str, float]]:
    wanted = list(measures)
    return [
        (system, measure, round(float(value), 6))
        for system, node in systems.items()
        for measure in wanted
        if (value := pick(node, measure)) is not None
    ]
