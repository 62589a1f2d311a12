"""The targets of links and images, made safe to print.

A target is kept if it is http, https, mailto or tel, or relative; anything else (javascript:, data:, vbscript:, file:, ...) is dropped, however it is
spelt: control characters and white space are taken out first, as a browser does. What remains cannot end a Markdown destination or a table cell
(writers escape '&'). A link within the page (#note) has nowhere to go in the document, so it is dropped.
"""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote, urljoin, urlsplit

__all__ = ["Targets"]

_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_IMAGE_SCHEMES = frozenset({"http", "https"})
_PLAIN = re.compile(r"https?://[A-Za-z0-9][\w.~:/?#@!$'*+,=%&-]*", re.IGNORECASE)  # no ';': an '&' without it begins no entity
_ROOTED = re.compile(r"/(?!/)[\w.~:/?#@!$'*+,=%&-]*")
_BESIDE = re.compile(r"[\w~!$'*+,=@%-][\w.~/?@!$'*+,=%&-]*")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_HEAD_END = re.compile(r"[/?#]")
_REMOVED = re.compile(r"[\t\n\r]")
_UNSAFE = re.compile(r"""[\x00-\x20\x7f-\xa0"<>\\^`{}|()\[\]\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]""")
_EDGES = "".join(map(chr, range(0x21)))
_LONGEST = 4096


class Targets:
    """Resolves targets against one page's base."""

    def __init__(self, base: str | None) -> None:
        self._base = base or ""
        self._origin = _origin(self._base)
        path = self._base.partition("?")[0].partition("#")[0]
        self._folder = path[: path.rfind("/") + 1] if self._origin and "/" in path[len(self._origin) :] and "/." not in path else ""

    def link(self, href: str) -> str | None:
        """The target of a link, or None where there is none to keep."""
        return self._target(href, _SCHEMES)

    def image(self, source: str) -> str | None:
        """The address of an image, or None."""
        return self._target(source, _IMAGE_SCHEMES)

    def _target(self, href: str, schemes: frozenset[str]) -> str | None:
        if _PLAIN.fullmatch(href):
            return href
        if self._origin and "/." not in href and _ROOTED.fullmatch(href):
            return self._origin + href
        if self._folder and "/." not in href and _BESIDE.fullmatch(href):
            return self._folder + href
        if not self._base and "&" not in href and len(href) <= _LONGEST and (_ROOTED.fullmatch(href) or _BESIDE.fullmatch(href)):
            return href  # nothing in it is unsafe, no colon can be read as a scheme's, and there is nothing to join it with
        href = _REMOVED.sub("", href.strip(_EDGES))
        if not href or href[0] == "#" or len(href) > _LONGEST or not _is_allowed(href, schemes):
            return None
        if self._base:
            try:
                href = urljoin(self._base, href)
            except ValueError:  # a host like [::
                return None
            if not _is_allowed(href, schemes):
                return None
        return _UNSAFE.sub(_percent, href)


def _is_allowed(href: str, schemes: frozenset[str]) -> bool:
    """Whether a target names an allowed scheme, or none; any colon before the first / ? # may be read as one."""
    for spelt in (href, unescape(href)) if "&" in href else (href,):  # a careless reader may decode entities once more
        head = _HEAD_END.split(spelt.strip(_EDGES), maxsplit=1)[0]
        match = _SCHEME.match(head)
        if ":" in head and (match is None or match[1].lower() not in schemes):
            return False
    return True


def _percent(match: re.Match[str]) -> str:
    return quote(match[0], safe="", errors="replace")


def _origin(base: str) -> str:
    """Scheme and host of a base that a browser would read the same way, else ''."""
    if not _PLAIN.fullmatch(base):
        return ""
    parts = urlsplit(base)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc and "@" not in parts.netloc else ""
