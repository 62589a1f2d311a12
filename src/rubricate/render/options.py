"""How pages are shown."""

from __future__ import annotations

from dataclasses import dataclass

from rubricate.errors import UsageError

__all__ = ["RenderOptions"]


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How pages are shown. Scripts are off: a page that was saved with its scripts goes blank when they miss their server."""

    scripts: bool = False  # run the page's own scripts first, and read what they leave
    allow: tuple[str, ...] = ()  # hosts that a page may reach; all others, and the network's names, are closed
    seconds: float = 30.0  # for one page, by the clock
    width: int = 1280
    height: int = 800
    chromium: str | None = None  # its path; None: RUBRICATE_CHROMIUM, or the first one in PATH

    def __post_init__(self) -> None:
        if self.seconds <= 0:
            raise UsageError(f"a page needs some time to be shown, not {self.seconds:g} s")
        for host in self.allow:
            if not host or any(mark in host for mark in "/,: *"):
                raise UsageError(f"{host!r} is not the name of a host (such as static.example.org), which is what may be allowed")
