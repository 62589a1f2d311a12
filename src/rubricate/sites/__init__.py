"""Many pages of one site -> rules; rules -> labels."""

from __future__ import annotations

from rubricate.errors import UsageError
from rubricate.sites.spider import Spider

__all__ = ["get", "names"]

_SYSTEMS = {system.name: system for system in (Spider,)}


def names() -> list[str]:
    """The systems that learn a site."""
    return list(_SYSTEMS)


def get(name: str) -> Spider:
    """The system of that name; without a version, its newest."""
    for known, system in _SYSTEMS.items():
        if name in (known, known.partition(".")[0]):
            return system()
    raise UsageError(f"no site system '{name}': there are {', '.join(['all-text', *_SYSTEMS])}")
