"""The compiled twins of a few hot modules: the same functions, written for a C compiler, used where they could be built.

A twin stands beside its module (`engines/_trees.pyx` beside `engines/trees.py`) and gives the same answers; `tests/test_compiled.py` holds that.
Where it was not built (no compiler at install), or where the environment says RUBRICATE_PURE=1, the module's own Python is used.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

__all__ = ["twin"]


def twin(name: str) -> Any:
    """The compiled module of that name below `rubricate`, or None where there is none."""
    if os.environ.get("RUBRICATE_PURE") == "1":
        return None
    try:
        return import_module(f"rubricate.{name}")
    except ImportError:
        return None
