"""A URL that a user gave -> the bytes of its page, safely.

The rules:
- http and https only, ports 80 and 443, no user names; what a URL says is read once and strictly (`target`).
- The host is looked up once; all its addresses must be public (`addresses`); one of those addresses is dialled (`connection`).
- Every redirect is a new URL under the same rules; at most five.
- One deadline for everything; a cap on the bytes that come out of decompression (`body`); HTML types only.
- No cookies, no credentials, no referrer; no proxies from the environment unless asked.
- Error messages name hosts, never the addresses behind them.
"""

from __future__ import annotations

import http.client
from dataclasses import dataclass

from rubricate.errors import BadResponse, Blocked, UsageError
from rubricate.fetch.body import body
from rubricate.fetch.connection import Deadline, ask
from rubricate.fetch.options import FetchOptions
from rubricate.fetch.target import Target

__all__ = ["Fetched", "fetch"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it came: its bytes (decompressed), where it was found in the end, and what the header said about it."""

    data: bytes
    url: str
    charset: str | None  # for `decode(transport=...)`: a claim, not the truth
    content_type: str | None  # lower case, without parameters; None where the server named none
    status: int


def fetch(url: str, options: FetchOptions | None = None) -> Fetched:
    """Fetch the page at a URL. Every failure is a FetchError: Blocked, FetchTimeout, FetchTooBig or BadResponse."""
    options = options or FetchOptions()
    if options.timeout <= 0 or options.max_bytes <= 0:
        raise UsageError(f"a fetch needs time and room, not {options.timeout:g} seconds and {options.max_bytes} bytes")
    deadline = Deadline(options.timeout)
    target = Target.of(url, options)
    for _ in range(options.max_redirects + 1):
        answer = ask(target, options, deadline)
        try:
            location = answer.headers.get("Location")
            if answer.status not in _REDIRECTS or not location:
                return _page(answer, target, options, deadline)
        finally:
            answer.close()
        target = target.redirected(location, options)
    raise Blocked(f"more than {options.max_redirects} redirects; the last one led to {target.host}")


def _page(answer: http.client.HTTPResponse, target: Target, options: FetchOptions, deadline: Deadline) -> Fetched:
    if not 200 <= answer.status < 300:
        raise BadResponse(f"{target.host} answered {answer.status}{_reason(answer)}")
    kind = answer.headers.get_content_type() if "Content-Type" in answer.headers else None
    if kind is not None and kind not in options.types:
        raise BadResponse(f"{target.host} sent {_plain(kind)}, not a page ({', '.join(sorted(options.types))})")
    try:
        data = body(answer, options.max_bytes, deadline)
    except TimeoutError:
        raise deadline.passed() from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise BadResponse(f"the answer of {target.host} broke off ({type(error).__name__})") from None
    return Fetched(data, target.url, answer.headers.get_content_charset(), kind, answer.status)


def _reason(answer: http.client.HTTPResponse) -> str:
    standard = http.client.responses.get(answer.status)  # the standard's words: the server's own may be anything
    return f" ({standard})" if standard else ""


def _plain(text: str) -> str:
    return text[:60].encode("unicode_escape").decode("ascii")


_REDIRECTS = frozenset({301, 302, 303, 307, 308})
