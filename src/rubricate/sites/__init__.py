"""Many pages of one site -> rules; rules -> labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from rubricate.errors import UsageError
from rubricate.sites.site import EngineAlone, Site
from rubricate.sites.spider import Spider

if TYPE_CHECKING:
    from rubricate.learn.corpora import RenderedPage

__all__ = ["System", "get", "names"]


class System(Protocol):
    """Learns a site from rendered pages, and gives the main text of others."""

    name: str

    def texts(self, training: Sequence[RenderedPage], scored: Sequence[RenderedPage]) -> list[str]:
        """The main text of each scored page."""
        ...


_SYSTEMS: dict[str, Callable[[], System]] = {Spider.name: Spider, Site.name: Site, EngineAlone.name: EngineAlone}


def names() -> list[str]:
    """The systems that learn a site."""
    return list(_SYSTEMS)


def get(name: str) -> System:
    """The system of that name; without a version, its newest."""
    for known, system in _SYSTEMS.items():
        if name in (known, known.partition(".")[0]):
            return system()
    raise UsageError(f"no site system '{name}': there are {', '.join(['all-text', *_SYSTEMS])}")
