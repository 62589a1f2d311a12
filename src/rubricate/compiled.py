"""The compiled twins of hot modules: the same functions, written for a C compiler, used where they could be built.

A twin stands beside its module (`engines/_trees.pyx` beside `engines/trees.py`) and gives the same answers, which the tests named `test_*compiled*`
and `test_*twin*` hold. Where it was not built (no compiler at install), or where the environment says RUBRICATE_PURE=1, the module's own Python is
used. `rubricate doctor` says whether the twins are there.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = ["twin", "twins"]


def twin(name: str) -> Any:
    """The compiled module of that name below `rubricate`, or None where there is none."""
    if os.environ.get("RUBRICATE_PURE") == "1":
        return None
    try:
        return import_module(f"rubricate.{name}")
    except ImportError:
        return None


def twins() -> dict[str, Any]:
    """Every twin that there is a source of, by name; None for those that are not used."""
    here = Path(__file__).parent
    sources = sorted(path.relative_to(here).with_suffix("") for path in here.rglob("_*.pyx"))
    return {(name := ".".join(source.parts)): twin(name) for source in sources}
