"""Where the system's Chromium is."""

from __future__ import annotations

import os
import shutil

from rubricate.errors import MissingBrowser

__all__ = ["NAMES", "VARIABLE", "find"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
VARIABLE = "RUBRICATE_CHROMIUM"


def find(path: str | None = None) -> str:
    """The path of Chromium: the one given, the one that RUBRICATE_CHROMIUM names, or the first in PATH; MissingBrowser where there is none."""
    named = path or os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise MissingBrowser(f"no Chromium at {named}: no such program. Install it (Debian: apt-get install chromium) or set {VARIABLE}")
        return found
    for name in NAMES:
        if found := shutil.which(name):
            return found
    raise MissingBrowser(f"no Chromium: none of {', '.join(NAMES)} is in PATH. Install it (Debian: apt-get install chromium) or set {VARIABLE}")
