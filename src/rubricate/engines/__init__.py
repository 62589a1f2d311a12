"""Segments -> Labels: one system, one file, behind one registry of versioned names.

    get("rules.v1").label(segments)     an engine and its labels
    names()                             every engine that this installation knows
    describe()                          the same, with what each needs and whether it is ready
    register("mine.v1", factory)        add one while the program runs; packages add theirs by the entry point group `rubricate.engines`

A name says its version, so that a stored answer says what code made it. `default` is the best engine that is ready, `rules` the newest `rules.vN`.
"""

from __future__ import annotations

from rubricate.engines.registry import Description, Registry, describe, get, names, register, resolve

__all__ = ["Description", "Registry", "describe", "get", "names", "register", "resolve"]
