"""Which columns somebody asks for. A model asks for half of them; what nobody asks for need not be worked out."""

from __future__ import annotations

from collections.abc import Container

__all__ = ["EVERYTHING"]


class _Everything:
    def __contains__(self, name: object) -> bool:
        return True


EVERYTHING: Container[str] = _Everything()
"""Every name is asked for."""
