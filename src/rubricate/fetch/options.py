"""What a fetch may do: one frozen set of options, safe as it stands."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

__all__ = ["FetchOptions", "Resolver"]

Resolver = Callable[[str, int], Sequence[str]]
"""A host name and a port -> the addresses to dial, best first. OSError: there are none."""


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """What a fetch may do; the defaults are safe for a URL from a stranger."""

    timeout: float = 20.0  # seconds for everything together: names, connections, redirects, the last byte
    max_bytes: int = 32 * 1024 * 1024  # of the page, after decompression
    max_redirects: int = 5
    ports: frozenset[int] = field(default_factory=lambda: frozenset({80, 443}))
    allow_private: bool = False  # also this machine and its networks, on any port
    environment_proxies: bool = False  # through http_proxy and https_proxy of the environment; then the proxy looks names up, not we
    types: frozenset[str] = field(default_factory=lambda: frozenset({"text/html", "application/xhtml+xml", "text/plain"}))
    user_agent: str = "Mozilla/5.0 (compatible; rubricate)"
    resolver: Resolver | None = None  # None: the system's
    tls: ssl.SSLContext | None = field(default=None, repr=False)  # None: the system's certificates, checked
