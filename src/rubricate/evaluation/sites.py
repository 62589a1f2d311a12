"""Systems that learn a site from a few of its pages: word match with a reference text, by site and number of training pages (spider, figure 1).

A site system has one method, `texts(training, scored)`: learn from rendered pages, then give the main text of each scored one. It is found by name
in `rubricate.sites.get`; the baseline 'all-text' is here. Two protocols, each a curve of its own:
- held out ('npr'): k pages in a row are learnt from and the others scored; then the next k are learnt from, until every page was scored once. A page
  is never scored by rules that it helped to make, and every point of the curve is over the same pages.
- as published ('npr, as published'): the first k pages are learnt from, and the same k are scored.
Where pages have many owners (the mixed set, 'chaos'), each page is learnt from and scored alone, as published; and 'chaos by site' learns from one
half of the pages of each host and scores the other, both ways round (a page without kin is learnt from and scored alone).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from rubricate.errors import UsageError
from rubricate.evaluation.measures.spider import learning_curve, word_ratio

if TYPE_CHECKING:
    from rubricate.learn.corpora import RenderedPage, RenderedSite

__all__ = ["AllText", "Plan", "SiteSystem", "evaluate_sites", "get", "plan_ratios"]


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
    """The corpus node: for every system its curves by site, the mean over sites of the last point of the held-out ones, and failures."""
    usable = [site for site in sites if any(page.reference for page in site.pages)]
    plans = [plan for site in usable for plan in _plans(site, sizes)]
    nodes: dict[str, Any] = {}
    for system in systems:
        by_site: dict[str, Any] = {}
        last: list[float] = []
        for done, plan in enumerate(plans):
            tell(f"spider: {system.name}", done, len(plans))
            ratios, errors = plan_ratios(plan, system)
            curve = learning_curve(ratios)
            by_site[plan.name] = {"curve": curve, "errors": errors}
            last += [curve[-1][1]] if curve and plan.held_out else []
        tell(f"spider: {system.name}", len(plans), len(plans))
        nodes[system.name] = {
            "spider": {"ratio": sum(last) / len(last) if last else None, "by_site": by_site},
            "run": {"pages": sum(len(site.pages) for site in usable), "failed": sum(len(node["errors"]) for node in by_site.values())},
        }
    return nodes


@dataclass(frozen=True, slots=True)
class Plan:
    """A curve to be measured: (number of training pages, these pages, pages to score)."""

    name: str
    rounds: list[tuple[int, list[RenderedPage], list[RenderedPage]]]
    held_out: bool


def plan_ratios(plan: Plan, system: SiteSystem) -> tuple[list[tuple[int, float]], list[str]]:
    """(training pages, ratio) of every scored page; a system that fails scores 0 on the pages it should have read."""
    ratios: list[tuple[int, float]] = []
    errors: list[str] = []
    for count, training, scored in plan.rounds:
        try:
            texts = system.texts(training, scored)
        except Exception as problem:  # a failure is a figure, not the end of the run
            errors.append(f"{plan.name}, {count} pages: {type(problem).__name__}: {problem}"[:300])
            texts = [""] * len(scored)
        ratios += [(count, word_ratio(text, page.reference or "")) for text, page in zip(texts, scored, strict=True)]
    return ratios, errors


def site_files(root: Path) -> list[Path]:
    """What a figure depends on: rendered pages and reference texts, in order."""
    return sorted(path for path in root.rglob("*") if path.suffix in (".json", ".txt") and path.stem.isdigit())


def _plans(site: RenderedSite, sizes: Sequence[int]) -> list[Plan]:
    if _mixed(site):
        alone = [(1, [page], [page]) for page in site.pages if page.reference]
        by_host = [one for pages in _by_host(site).values() for one in _halves(pages, max(sizes))]
        return [Plan(site.name, alone, True), Plan(f"{site.name} by site", by_host, False)]
    known = [(count, site.pages[:count]) for count in sizes if count <= len(site.pages)]
    published = [(count, pages, [page for page in pages if page.reference]) for count, pages in known]
    held_out = [one for count in sizes for one in _held_out(site.pages, count)]
    return [Plan(site.name, held_out, True), Plan(f"{site.name}, as published", [one for one in published if one[2]], False)]


def _held_out(pages: Sequence[RenderedPage], count: int) -> list[tuple[int, list[RenderedPage], list[RenderedPage]]]:
    """Windows of `count` pages, one after the other and round the corner, until every page with a reference was outside of one."""
    left = [place for place, page in enumerate(pages) if page.reference]
    made: list[tuple[int, list[RenderedPage], list[RenderedPage]]] = []
    start = 0
    while left and count < len(pages):
        window = [(start + step) % len(pages) for step in range(count)]
        scored = [place for place in left if place not in window]
        if scored:
            made.append((count, [pages[place] for place in window], [pages[place] for place in scored]))
        left = [place for place in left if place in window]
        start += count
    return made


def _by_host(site: RenderedSite) -> dict[str, list[RenderedPage]]:
    hosts: dict[str, list[RenderedPage]] = {}
    for page in site.pages:
        if page.reference:
            hosts.setdefault((urlsplit(page.url or "").hostname or page.id).removeprefix("www."), []).append(page)
    return hosts


def _halves(pages: Sequence[RenderedPage], most: int) -> list[tuple[int, list[RenderedPage], list[RenderedPage]]]:
    """All under one number of pages, `most`, so that they make one figure."""
    if len(pages) == 1:
        return [(most, list(pages), list(pages))]
    middle = (len(pages) + 1) // 2
    first, second = list(pages[:middle]), list(pages[middle:])
    return [(most, first[:most], second), (most, second[:most], first)]


def _mixed(site: RenderedSite) -> bool:
    """Whether no host has half of the pages."""
    hosts = Counter(urlsplit(url).hostname for url in site.urls)
    return len(site.urls) > 4 and 2 * max(hosts.values()) < len(site.urls)
