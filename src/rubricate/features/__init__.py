"""Segments -> columns of numbers, one family a file.

`columns(segments, evidence)` gives every feature of the default engine as one array a name; `table` stacks the ones that a model asks for. The
order of computation is: text and look of each line, its place in the tree, its groups of look-alikes, its neighbours, the page as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.features.comments import comment_columns
from rubricate.features.evidence import Evidence, evidence_columns, under_columns
from rubricate.features.groups import group_columns, groupings
from rubricate.features.hidden import hidden_columns
from rubricate.features.look import look_columns
from rubricate.features.neighbours import neighbour_columns
from rubricate.features.place import Place, fragments, place_columns
from rubricate.features.series import series_columns
from rubricate.features.text import Texts, text_columns
from rubricate.features.wanted import EVERYTHING
from rubricate.types import Page, Segments

__all__ = ["Columns", "columns", "table"]

Column = NDArray[np.float32]
Span = tuple[NDArray[np.intp], NDArray[np.intp]]


class Columns:
    """The features of a page, the groups of look-alikes that they were made with, and the elements around each line as ranges of lines."""

    __slots__ = ("groups", "spans", "values")

    def __init__(self, values: dict[str, Column], groups: list[NDArray[np.intp]], spans: list[Span]) -> None:
        self.values = values
        self.groups = groups
        self.spans = spans


def columns(segments: Segments, evidence: Evidence | None = None, wanted: Container[str] = EVERYTHING) -> Columns:
    """The features of every line: all of them, or at least those that are wanted."""
    texts = Texts(segments.text)
    found = text_columns(texts, segments.page.title)
    letters = np.maximum(1.0, found["chars"] - np.array(texts.blanks, np.float32)[texts.which])
    found.update(look_columns(segments, found["chars"], letters))
    found.update(series_columns(segments.text, np.flatnonzero(np.array(texts.maybe_numbered)[texts.which]).tolist()))
    found["full_stop"] = ((found["ending"] >= 1) & (found["ending"] <= 3)).astype(np.float32)
    found["next_chars"] = np.append(found["chars"][1:], 0).astype(np.float32)[: len(segments)]
    running = _running(found)
    found["prose"] = np.where(found["hidden"] < 3, running, 0).astype(np.float32)
    place = Place(segments)
    names = fragments(segments.page.tree) if "target" in wanted or "contents" in wanted else None
    found.update(place_columns(segments, place, found["chars"], found["linked"], found["prose"], names))
    found.update(comment_columns(segments, place, found["prose"]))
    veils, veil = hidden_columns(segments, place, found, running, names)
    found.update(veils)
    found["boundary"] = (found["rise"] > 1).astype(np.float32)
    groups = groupings(place, found)
    found.update(group_columns(groups, found, wanted))
    found.update(neighbour_columns(found, groups[0], wanted))
    found.update(_page(found, segments.page, segments.text))
    if evidence is not None:
        found.update(evidence_columns(segments, texts, place.names, evidence))
        found.update(under_columns(found))
    return Columns(found, groups, [*place.spans, veil])


def table(found: dict[str, Column], names: Sequence[str]) -> NDArray[np.float32]:
    """The named features side by side, one row a line (each feature lies in one piece, as `engines.trees` reads them)."""
    return np.concatenate([found[name] for name in names]).reshape(len(names), -1).T if names else np.zeros((0, 0), np.float32)


def _running(found: dict[str, Column]) -> Column:
    """The mass of running text, shown or hidden: the length of long, unlinked lines that hold a sentence."""
    running = (found["control"] == 0) & (found["linked"] < 0.4) & (found["chars"] >= 60) & ((found["sentences"] > 0) | (found["chars"] >= 160))
    return np.where(running, np.minimum(found["chars"], 1500), 0).astype(np.float32)


_KINDS = {"article": 1, "news": 1, "product": 2, "og:product": 2, "website": 3}


def _page(found: dict[str, Column], page: Page, texts: Sequence[str]) -> dict[str, Column]:
    count = len(found["chars"])
    lines, chars = max(1, count), max(1.0, float(found["chars"].sum()))
    short_bold = (found["bold"] > 0.9) & (found["heading"] == 0) & (found["chars"] < 150)
    hidden_prose = (found["hidden"] >= 4) & (found["sentences"] > 0)
    facts = {
        "page_lines": count,
        "page_chars": chars,
        "page_prose": float(found["prose"].sum()) / chars,
        "page_proses": np.count_nonzero(found["prose"]),
        "page_links": float((found["chars"] * found["linked"]).sum()) / chars,
        "page_headings": np.count_nonzero(found["heading"]),
        "page_bold_lines": np.count_nonzero(short_bold),
        "page_lists": np.count_nonzero(found["list_depth"]) / lines,
        "page_cells": np.count_nonzero(found["cell"]) / lines,
        "page_main": np.count_nonzero(found["main60"]) / lines,
        "page_articles": np.count_nonzero(found["region"] == 2) / lines,
        "page_mains": np.count_nonzero(found["region"] == 1) / lines,
        "page_hidden_prose": float(found["chars"][hidden_prose].sum()) / chars,
        "page_kind": _KINDS.get(page.meta.get("og:type", "").lower(), 4 if "og:type" in page.meta else 0),
        "page_legal": _legal(page, found["heading"], texts),
        "page_money": np.count_nonzero(found["money"]) / lines,
        "page_dates": np.count_nonzero(found["date"]) / lines,
    }
    table = np.repeat(np.array(list(facts.values()), np.float32), count).reshape(len(facts), count)
    return dict(zip(facts, table, strict=True))


_LEGAL = re.compile(
    r"privacy|polic(?:y|ies)\b|terms|conditions|agreement|legal|disclaimer|cookies?\b|copyright|datenschutz|nutzungsbedingungen|\bagb\b|impressum"
    r"|confidentialit|mentions légales|privacidad|términos|condiciones|privacidade|termos|informativa|termini|プライバシー|利用規約|隐私|隱私"
    r"|条款|條款|конфиденц|соглашени",
    re.IGNORECASE,
)


def _legal(page: Page, heading: Column, texts: Sequence[str]) -> int:
    """Policies and terms call themselves so, in the <title> (1) and in their first headings (1 more): on them nearly all text is kept."""
    first = np.flatnonzero((heading == 1) | (heading == 2))[:6].tolist()
    return int(_LEGAL.search(page.title[:300]) is not None) + int(any(len(texts[at]) < 100 and _LEGAL.search(texts[at]) for at in first))
