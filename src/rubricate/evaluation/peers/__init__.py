"""Other tools of the field, through the same measures as our engines; and the baselines that need no tool.

    peers.names()       all, in the order of the tables
    peers.installed()   those whose package is here
    peers.get(name)     the function Case -> Answer

A peer gets the decoded HTML. What it returns (HTML, Markdown, typed elements, paragraphs) is read the same way for all: headings are its h1-h6, its
'#' lines, or what it calls headings; its text is all the text it returns. A tool runs with the settings that keep headings and main content, where it
has such; they stand in its function. Nothing of a peer is imported before it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from rubricate.errors import MissingExtra, UsageError
from rubricate.evaluation.answers import Answer
from rubricate.evaluation.cases import Case

__all__ = ["PEERS", "Peer", "get", "installed", "names", "package_version"]


@dataclass(frozen=True, slots=True)
class Peer:
    """Where its function is, which module it needs, from which distribution."""

    place: str  # 'module:function' below this package
    needs: str = ""  # importable name; '' for what we have anyway
    distribution: str = ""
    model: str = ""  # a module of data that it needs too, and that is in no package index


PEERS: dict[str, Peer] = {
    "all-h-tags": Peer("baselines:all_h_tags"),
    "h-tags+bold": Peer("baselines:h_tags_and_bold_lines"),
    "trafilatura": Peer("extractors:trafilatura", "trafilatura", "trafilatura"),
    "readability-lxml": Peer("extractors:readability", "readability", "readability-lxml"),
    "resiliparse": Peer("extractors:resiliparse", "resiliparse", "resiliparse"),
    "justext": Peer("extractors:justext", "justext", "justext"),
    "newspaper4k": Peer("extractors:newspaper", "newspaper", "newspaper4k"),
    "goose3": Peer("extractors:goose", "goose3", "goose3"),
    "boilerpy3": Peer("extractors:boilerpy", "boilerpy3", "boilerpy3"),
    "turbohtml": Peer("extractors:turbohtml_article", "turbohtml", "turbohtml"),
    "unstructured": Peer("converters:unstructured", "unstructured", "unstructured", "en_core_web_sm"),
    "langchain": Peer("converters:langchain", "langchain_text_splitters", "langchain-text-splitters"),
    "html-to-markdown": Peer("converters:html_to_markdown", "html_to_markdown", "html-to-markdown"),
    "markdownify": Peer("converters:markdownify", "markdownify", "markdownify"),
    "html2text": Peer("converters:html2text", "html2text", "html2text"),
    "inscriptis": Peer("converters:inscriptis", "inscriptis", "inscriptis"),
}


def names() -> list[str]:
    """Every peer, baselines first."""
    return list(PEERS)


def installed() -> list[str]:
    """The peers whose package can be imported."""
    return [name for name, peer in PEERS.items() if not _missing(peer)]


def get(name: str) -> Callable[[Case], Answer]:
    """The function of a peer; UsageError for an unknown name, MissingExtra where its package is not installed."""
    peer = PEERS.get(name)
    if peer is None:
        raise UsageError(f"no peer '{name}'; there are {len(PEERS)}: {', '.join(PEERS)}")
    missing = _missing(peer)
    if missing:
        raise MissingExtra(f"the peer {name}", "peers", missing)
    module, _, function = peer.place.partition(":")
    found: Callable[[Case], Answer] = getattr(import_module(f"{__name__}.{module}"), function)
    return found


def package_version(name: str) -> str:
    """The version of a peer's distribution, '' for a baseline."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(PEERS[name].distribution) if PEERS[name].distribution else ""
    except PackageNotFoundError:
        return ""


def _missing(peer: Peer) -> str:
    """What cannot be imported, or ''."""
    if peer.needs and find_spec(peer.needs) is None:
        return peer.distribution
    return f"the model {peer.model}, which it would fetch from the network," if peer.model and find_spec(peer.model) is None else ""
