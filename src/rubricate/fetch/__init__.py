"""Fetch a page whose URL a user gave, and nothing else.

The library itself never touches the network: `fetch` is called by the command line and the web app, with a URL that somebody typed. That somebody may
be a stranger, so the URL must not reach what only this machine can reach. See `fetch.py` for the rules.
"""

from __future__ import annotations

from rubricate.fetch.addresses import is_public
from rubricate.fetch.fetch import Fetched, fetch
from rubricate.fetch.options import FetchOptions

__all__ = ["FetchOptions", "Fetched", "fetch", "is_public"]
