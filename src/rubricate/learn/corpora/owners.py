"""Whose page is it? The name of the registered domain without its ending ('google' for google.com and maps.google.co.uk), else the folder's name.

Pages of one owner share templates and wording, so they must not be split over folds. Merging two owners of the same name only makes folds
coarser; splitting one owner would leak. So this errs towards merging, and needs no list of public suffixes.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

__all__ = ["owner_of"]

_SECOND_LEVEL = frozenset(("co", "com", "org", "net", "ac", "gov", "edu", "gob", "gouv", "govt", "ne", "or", "go", "nhs", "sch", "mil", "asn", "id"))
_HOST = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}")
_COUNTER = re.compile(r"[-_. ]*\d+$")
_LANGUAGE_AND_KIND = re.compile(r"[a-z]{2}_[a-z]+-")


def owner_of(url: object, name: str) -> str:
    """The owner of the page at `url`; where the URL says nothing, of the document called `name`."""
    host = _host(url)
    if host:
        return _main_label(host)
    folder = name.rsplit("/", 1)[-1].lower()
    if _HOST.fullmatch(folder):
        return _main_label(folder)
    mark = _LANGUAGE_AND_KIND.match(folder)  # htmltotext: en_news-cnbc-openai-gpt3
    if mark:
        return folder[mark.end() :].split("-")[0]
    return _COUNTER.sub("", folder) or folder  # readability: yahoo-3


def _host(url: object) -> str:
    if not isinstance(url, str) or not url.startswith(("http://", "https://")):
        return ""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def _main_label(host: str) -> str:
    labels = host.strip(".").split(".")
    if len(labels) < 2 or labels[-1].isdigit():
        return host
    country = len(labels[-1]) == 2 and len(labels) > 2 and labels[-2] in _SECOND_LEVEL
    return labels[-3] if country else labels[-2]
