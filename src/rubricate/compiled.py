"""The compiled twins of hot modules: the same functions, written for a C compiler, used where they could be built.

A twin stands beside the modules whose work it does (`engines/_trees.pyx` beside `engines/trees.py`) and says at its head which they are. It gives the
same answers, which the tests named `test_*twins*` and `test_*compiled*` hold. Where it was not built (no compiler at install), where its source has
changed since, or where the environment says RUBRICATE_PURE=1, the modules' own Python is used. A module keeps its twin, or None, as `_fast`,
a second one as `_faster`. `rubricate doctor` says whether the twins are there.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

__all__ = ["NAMES", "is_pure", "twin", "twins"]

NAMES = (
    "engines._trees",
    "engines._whole",
    "features._columns",
    "features._rows",
    "features._words",
    "outline._levels",
    "page._rows",
    "segments._declarations",
    "segments._look",
    "segments._selectors",
    "segments._sheets",
    "segments._walk",
    "writers._blocks",
    "writers._escaping",
    "writers._inline",
    "writers._markdown",
)
"""All twins, below `rubricate`."""
COPYING = 60.0
"""Seconds that a source may be newer: where both were copied, their times are those of the copies."""


def is_pure() -> bool:
    """Whether the environment asks to go without twins."""
    return os.environ.get("RUBRICATE_PURE") == "1"


def twin(name: str) -> Any:
    """The compiled module of that name below `rubricate`, or None where there is none."""
    if is_pure() or _is_stale(name):
        return None
    try:
        return import_module(f"rubricate.{name}")
    except ImportError:
        return None


def twins() -> dict[str, Any]:
    """Every twin by name; None for those that are not used."""
    return {name: twin(name) for name in NAMES}


def _is_stale(name: str) -> bool:
    """Whether the source lies here and is newer than what was built of it: after a change of both sides, an old twin would go on as before."""
    source = Path(__file__).parent.joinpath(*name.split(".")).with_suffix(".pyx")
    if not source.is_file():  # as in every wheel
        return False
    found = find_spec(f"rubricate.{name}")
    return found is None or found.origin is None or os.path.getmtime(found.origin) + COPYING < source.stat().st_mtime
