"""A URL -> what to dial and what to ask for, or Blocked.

The URL is read once, strictly, and only its parts are used afterwards, so that no second reader can understand it in another way
(`http://good\\@evil/`, tabs inside the host, a user name that looks like a host).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from rubricate.errors import Blocked
from rubricate.fetch.options import FetchOptions

__all__ = ["Target"]


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a URL that may be fetched."""

    scheme: str  # http or https
    host: str  # ASCII, lower case; an IPv6 address without brackets
    port: int
    path: str  # with the query, percent-encoded

    @classmethod
    def of(cls, url: str, options: FetchOptions) -> Target:
        """Read a URL; Blocked says what about it is not allowed."""
        url = url.strip(" \t\r\n")
        if _FORBIDDEN.search(url):
            raise Blocked(f"{_shown(url)}: a URL holds no blanks, control characters or backslashes")
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise Blocked(f"{_shown(url)}: not a well-formed URL") from None
        if parts.scheme not in _PORTS:
            raise Blocked(f"{_shown(url)}: only http and https URLs are fetched")
        if "@" in parts.netloc:
            raise Blocked(f"a URL with a user name or password is not fetched (host {host[:60]!r})")
        port = _PORTS[parts.scheme] if port is None else port
        if port not in options.ports and not options.allow_private:
            allowed = ", ".join(map(str, sorted(options.ports)))
            raise Blocked(f"port {port} is not allowed, only {allowed}; --allow-private (allow_private) fetches from any")
        path = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE)}" if parts.query else "")
        return cls(parts.scheme, _host(host, url), port, path)

    @property
    def url(self) -> str:
        """The URL in its plain form, without a fragment."""
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def authority(self) -> str:
        """Host and port as in a URL: the port only where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def redirected(self, location: str, options: FetchOptions) -> Target:
        """Where a Location header leads from here; as strictly read as the first URL."""
        try:  # http.client reads header bytes as latin-1; browsers as UTF-8
            location = location.encode("latin-1").decode("utf-8")
        except UnicodeError:
            pass
        try:
            return Target.of(urljoin(self.url, location), options)
        except ValueError:
            raise Blocked(f"{self.host} redirects to something that is not a well-formed URL") from None


def _host(host: str, url: str) -> str:
    """The host as it is looked up: ASCII, without the root's dot."""
    try:
        name = host.rstrip(".") if host.isascii() else host.encode("idna").decode("ascii").rstrip(".")
    except UnicodeError:
        name = ""
    if not name or len(name) > 253 or not _HOST.fullmatch(name):
        raise Blocked(f"{_shown(url)}: the URL names no valid host")
    return name.lower()


def _shown(url: str) -> str:
    text = url if len(url) <= 80 else url[:77] + "..."
    return text.encode("unicode_escape").decode("ascii")


_PORTS = {"http": 80, "https": 443}
_SAFE = "/?:@!$&'()*+,;=-._~%[]|"
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(r"[0-9A-Za-z_.-]+|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(?:%[0-9A-Za-z_.-]+)?")
