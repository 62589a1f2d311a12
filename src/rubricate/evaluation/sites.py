"""Systems that learn a site from a few of its pages: word match with a reference text, by site and number of training pages (spider, figure 1).

A site system has one method, `texts(training, scored)`: learn from rendered pages, then give the main text of each scored one. It is found by name
in `rubricate.sites.get`; the baseline 'all-text' is here. The first k pages are learnt from, and all others that have a reference text are scored: a
page is never scored by rules that it helped to make. Where the pages have many owners (the mixed set), each page is learnt from and scored alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from rubricate.errors import UsageError
from rubricate.evaluation.measures.spider import learning_curve, word_ratio

if TYPE_CHECKING:
    from rubricate.learn.corpora import RenderedPage, RenderedSite

__all__ = ["AllText", "SiteSystem", "evaluate_sites", "get", "site_ratios"]


class SiteSystem(Protocol):
    """Learns a site."""

    name: str

    def texts(self, training: Sequence[RenderedPage], scored: Sequence[RenderedPage]) -> list[str]:
        """The main text of each scored page, by what the training pages teach."""
        ...


class AllText:
    """The baseline: all the text there is."""

    name = "all-text"

    def texts(self, training: Sequence[RenderedPage], scored: Sequence[RenderedPage]) -> list[str]:
        """Every text node, in order."""
        return ["\n".join(" ".join(one.text) for one in page.texts) for page in scored]


def get(name: str) -> SiteSystem:
    """The site system of that name."""
    if name == AllText.name:
        return AllText()
    if find_spec("rubricate.sites") is None:
        raise UsageError(f"no site system '{name}': there is only '{AllText.name}'")
    found: SiteSystem = import_module("rubricate.sites").get(name)
    return found


def evaluate_sites(
    sites: Sequence[RenderedSite], systems: Sequence[SiteSystem], sizes: Sequence[int], tell: Callable[[str, int, int], None]
) -> dict[str, Any]:
    """The corpus node: for every system its curve by site, the mean over sites of the last point, and failures."""
    usable = [site for site in sites if any(page.reference for page in site.pages)]
    nodes: dict[str, Any] = {}
    for system in systems:
        tell(f"spider: {system.name}", 0, len(usable))
        by_site: dict[str, Any] = {}
        for number, site in enumerate(usable, start=1):
            ratios, errors = site_ratios(site, system, sizes)
            by_site[site.name] = {"curve": learning_curve(ratios), "errors": errors}
            tell(f"spider: {system.name}", number, len(usable))
        best = [node["curve"][-1][1] for node in by_site.values() if node["curve"]]
        nodes[system.name] = {
            "spider": {"ratio": sum(best) / len(best) if best else None, "by_site": by_site},
            "run": {"pages": sum(len(site.pages) for site in usable), "failed": sum(len(node["errors"]) for node in by_site.values())},
        }
    return nodes


def site_ratios(site: RenderedSite, system: SiteSystem, sizes: Sequence[int]) -> tuple[list[tuple[int, float]], list[str]]:
    """(training pages, ratio) of every scored page; a system that fails scores 0 on the pages it should have read."""
    ratios: list[tuple[int, float]] = []
    errors: list[str] = []
    for count, training, scored in _rounds(site, sizes):
        try:
            texts = system.texts(training, scored)
        except Exception as problem:  # a failure is a figure, not the end of the run
            errors.append(f"{site.name}, {count} pages: {type(problem).__name__}: {problem}"[:300])
            texts = [""] * len(scored)
        ratios += [(count, word_ratio(text, page.reference or "")) for text, page in zip(texts, scored, strict=True)]
    return ratios, errors


def site_files(root: Path) -> list[Path]:
    """What a figure depends on: rendered pages and reference texts, in order."""
    return sorted(path for path in root.rglob("*") if path.suffix in (".json", ".txt") and path.stem.isdigit())


def _rounds(site: RenderedSite, sizes: Sequence[int]) -> list[tuple[int, list[RenderedPage], list[RenderedPage]]]:
    if _mixed(site):
        return [(1, [page], [page]) for page in site.pages if page.reference]
    made = [(count, site.pages[:count], [page for page in site.pages[count:] if page.reference]) for count in sizes]
    return [one for one in made if len(one[1]) == one[0] and one[2]]


def _mixed(site: RenderedSite) -> bool:
    """Whether no host has half of the pages."""
    hosts = Counter(urlsplit(url).hostname for url in site.urls)
    return len(site.urls) > 4 and 2 * max(hosts.values()) < len(site.urls)
