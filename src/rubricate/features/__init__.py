"""Segments -> columns of numbers, one family a file.

`columns(segments, evidence)` gives every feature of the default engine as one array a name; `table` stacks the ones that a model asks for. The
order of computation is: text and look of each line, its place in the tree, its groups of look-alikes, its neighbours, the page as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.candidates import CANDIDATES, candidate_columns
from rubricate.features.comments import comment_columns
from rubricate.features.evidence import Evidence, evidence_columns, under_columns
from rubricate.features.groups import group_columns, group_sources, groupings
from rubricate.features.hidden import hidden_columns
from rubricate.features.links import LINKS, Anchors, link_columns
from rubricate.features.look import look_columns
from rubricate.features.mention import Mention
from rubricate.features.neighbours import moved_sources, neighbour_columns
from rubricate.features.place import WHOLE, Place, place_columns
from rubricate.features.series import SERIES, series_columns
from rubricate.features.text import Texts, text_columns
from rubricate.features.wanted import EVERYTHING, Wanted
from rubricate.types import Page, Segments

__all__ = ["Columns", "columns", "table"]

_fast = twin("features._columns")
Column = NDArray[np.float32]
Span = tuple[NDArray[np.intp], NDArray[np.intp]]


class Columns:
    """The features of a page, the groups of look-alikes that they were made with; as ranges of lines, the elements around each line and all; which of
    those stand in each other, and the lines in them; and a number for the path of each line."""

    __slots__ = ("around", "elements", "groups", "paths", "spans", "values")

    def __init__(
        self, values: dict[str, Column], groups: list[NDArray[np.intp]], spans: list[Span], elements: Span, around: Span, paths: NDArray[np.intp]
    ) -> None:
        self.values = values
        self.groups = groups
        self.spans = spans
        self.elements = elements
        self.around = around
        self.paths = paths


def columns(segments: Segments, evidence: Evidence | None = None, wanted: Wanted = EVERYTHING) -> Columns:
    """The features of every line: all of them, or at least those that are wanted."""
    asked = _with_sources(wanted)
    texts = Texts(segments.text)
    found = text_columns(texts, segments.page.title, segments.page.description or "", asked)
    found.update(look_columns(segments, found["chars"], texts.letters(found["chars"]), asked))
    if any(name in asked for name in SERIES):
        found.update(series_columns(segments.text, np.flatnonzero(texts.maybe_numbered[texts.which]).tolist()))
    running = _prose(found, asked)
    place = Place(segments)
    anchors = Anchors(segments.page.tree) if any(name in asked for name in LINKS) else None
    if anchors is not None:
        found.update(link_columns(segments, place, anchors, found["linked"], asked))
    found.update(place_columns(segments, place, found, asked))
    if any(name in asked for name in CANDIDATES):
        found.update(candidate_columns(place, found))
    found.update(comment_columns(segments, place, found["prose"]))
    veils, veil = hidden_columns(segments, place, found, running, anchors.names if anchors else None, asked)
    found.update(veils)
    found["boundary"] = (found["rise"] > 1).astype(np.float32)
    groups = groupings(place, found)
    found.update(group_columns(groups, found, asked))
    found.update(neighbour_columns(found, groups[0], asked))
    found.update(_page(found, segments, asked))
    if evidence is not None:
        found.update(evidence_columns(segments, texts, place.names, evidence))
        found.update(under_columns(found))
    return Columns(found, groups, [*place.spans, veil], place.elements(), place.around(), place.paths())


_ALWAYS = frozenset("chars commas sentences heading list_depth cell region control hidden size weight transform bold linked".split())
"""Columns that other columns, or an engine, cannot do without."""
_SOURCES = {"full_stop": "ending", "page_money": "money", "page_dates": "date"}


@lru_cache(maxsize=8)
def _with_sources(wanted: Wanted) -> Wanted:
    """What is wanted, and what that is made of."""
    if not isinstance(wanted, frozenset):
        return wanted
    asked = wanted | _ALWAYS | group_sources(wanted) | moved_sources(wanted)
    return asked | {source for name, source in _SOURCES.items() if name in asked}


def table(found: dict[str, Column], names: Sequence[str]) -> NDArray[np.float32]:
    """The named features side by side, one row a line (each feature lies in one piece, as `engines.trees` reads them)."""
    return np.concatenate([found[name] for name in names]).reshape(len(names), -1).T if names else np.zeros((0, 0), np.float32)


def _prose(found: dict[str, Column], wanted: Wanted) -> Column:
    """Adds the columns that say where running text stands, and ends; the mass of running text, shown or hidden."""
    if _fast is not None and "ending" in found:
        table = np.empty((4, len(found["chars"])), np.float32)
        _fast.running(tuple([found[name] for name in ("chars", "linked", "control", "sentences", "hidden", "ending")]), table)
        running, prose, found["full_stop"], found["next_chars"] = table
        found["prose"] = prose
        return running
    if "full_stop" in wanted:
        found["full_stop"] = ((found["ending"] >= 1) & (found["ending"] <= 3)).astype(np.float32)
    if "next_chars" in wanted:
        found["next_chars"] = np.append(found["chars"][1:], np.float32(0))[: len(found["chars"])]
    running = _running(found)
    found["prose"] = np.where(found["hidden"] < 3, running, np.float32(0))
    return running


def _running(found: dict[str, Column]) -> Column:
    """The mass of running text, shown or hidden: the length of long, unlinked lines that hold a sentence."""
    running = (found["control"] == 0) & (found["linked"] < 0.4) & (found["chars"] >= 60) & ((found["sentences"] > 0) | (found["chars"] >= 160))
    return np.where(running, np.minimum(found["chars"], 1500), np.float32(0))


_KINDS = {"article": 1, "news": 1, "product": 2, "og:product": 2, "website": 3}


def _page(found: dict[str, Column], segments: Segments, wanted: Wanted) -> dict[str, Column]:
    page, count = segments.page, len(segments)
    total, lines, (length, mass, unseen), heads = _counts(found)
    of_all, chars = max(1, count), max(1.0, length)
    facts: dict[str, float] = {
        "page_lines": count,
        "page_chars": chars,
        "page_prose": mass / chars,
        "page_proses": total["prose"],
        "page_headings": total["heading"],
        "page_bold_lines": lines[0],
        "page_lists": total["list_depth"] / of_all,
        "page_cells": total["cell"] / of_all,
        "page_main": total["main60"] / of_all,
        "page_articles": lines[1] / of_all,
        "page_mains": lines[2] / of_all,
        "page_hidden_prose": unseen / chars,
        "page_kind": _KINDS.get(page.meta.get("og:type", "").lower(), 4 if "og:type" in page.meta else 0),
        "page_money": total.get("money", 0) / of_all,
        "page_dates": total.get("date", 0) / of_all,
    }
    if "page_links" in wanted:
        facts["page_links"] = float((found["chars"] * found["linked"]).sum()) / chars
    if "page_legal" in wanted:
        facts["page_legal"] = _legal(page, heads, segments.text)
    names = [name for name in _PAGE if name in wanted]
    table = np.empty((len(names), count), np.float32)
    if _fast is not None:
        _fast.repeated([facts[name] for name in names], table)
    else:
        table[:] = np.array([facts[name] for name in names], np.float32)[:, None]
    return dict(zip(names, table, strict=True))


_PAGE = (
    "page_lines page_chars page_prose page_proses page_links page_headings page_bold_lines page_lists page_cells page_main page_articles page_mains "
    "page_hidden_prose page_kind page_legal page_money page_dates"
).split()
_COUNTED = ("prose", "heading", "list_depth", "cell", "main60", "money", "date")
Sums = tuple[float, float, float]


def _counts(found: dict[str, Column]) -> tuple[dict[str, int], tuple[int, int, int], Sums, list[int]]:
    """How many lines have something in each of some columns; bold lines without an h-tag, lines in articles, and in the main part; the sums of
    characters, of running text, and of the characters of hidden sentences; and the first headings."""
    names = [name for name in _COUNTED if name in found]
    if _fast is not None:
        more = tuple([found[name] for name in ("bold", "heading", "chars", "region", "prose", "hidden", "sentences")])
        counts, lines, sums, heads = _fast.counts([found[name] for name in names], more, _HEADS)
        return dict(zip(names, counts, strict=True)), lines, sums if max(sums) < WHOLE else _sums(found), heads
    bold = int(np.count_nonzero((found["bold"] > 0.9) & (found["heading"] == 0) & (found["chars"] < 150)))
    articles, mains = (int(np.count_nonzero(found["region"] == code)) for code in (2, 1))
    heads = np.flatnonzero((found["heading"] == 1) | (found["heading"] == 2))[:_HEADS].tolist()
    return {name: int(np.count_nonzero(found[name])) for name in names}, (bold, articles, mains), _sums(found), heads


def _sums(found: dict[str, Column]) -> Sums:
    unseen = found["chars"][(found["hidden"] >= 4) & (found["sentences"] > 0)]
    return float(found["chars"].sum()), float(found["prose"].sum()), float(unseen.sum())


_LEGAL = re.compile(
    r"privacy|polic(?:y|ies)\b|terms|conditions|agreement|legal|disclaimer|cookies?\b|copyright|datenschutz|nutzungsbedingungen|\bagb\b|impressum"
    r"|confidentialit|mentions légales|privacidad|términos|condiciones|privacidade|termos|informativa|termini|プライバシー|利用規約|隐私|隱私"
    r"|条款|條款|конфиденц|соглашени",
    re.IGNORECASE,
)
_MAYBE_LEGAL = Mention(
    "privacy|polic|terms|conditions|agreement|legal|disclaimer|cookie|copyright|datenschutz|nutzungsbedingungen|agb|impressum|confidentialit"
    "|privacidad|condiciones|termos|informativa|termini"
)
"""What every match in ASCII has in it; quicker to look for."""


_HEADS = 6
"""Headings that say what a page is."""


def _legal(page: Page, heads: Sequence[int], texts: Sequence[str]) -> int:
    """Policies and terms call themselves so, in the <title> (1) and in their first headings (1 more): on them nearly all text is kept."""
    return int(_is_legal(page.title[:300])) + int(any(len(texts[at]) < 100 and _is_legal(texts[at]) for at in heads))


def _is_legal(text: str) -> bool:
    return (not text.isascii() or _MAYBE_LEGAL(text)) and _LEGAL.search(text) is not None
