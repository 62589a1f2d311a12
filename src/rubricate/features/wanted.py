"""Which columns somebody asks for. A model asks for half of them; what nobody asks for need not be worked out."""

from __future__ import annotations

__all__ = ["EVERYTHING", "Everything", "Wanted"]


class Everything:
    """Holds every name."""

    def __contains__(self, name: object) -> bool:
        return True


EVERYTHING = Everything()
"""Every name is asked for."""

Wanted = frozenset[str] | Everything
