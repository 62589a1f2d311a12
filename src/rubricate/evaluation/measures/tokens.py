"""Token F1: how much of the reference text is there, and how little else.

Words are runs of letters, digits and underscores in lower case (`\\w+`, as the published WCXB figures count them), except that each Chinese character
and each kana is a word by itself: those scripts write no spaces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rubricate.evaluation.measures.labels import prf

__all__ = ["f1", "snippets", "summary", "words"]

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")


def words(text: str) -> list[str]:
    """The words of a text, in order."""
    return _WORD.findall(text.lower())


def f1(predicted: str, gold: str) -> dict[str, float]:
    """Precision, recall and F1 of two multisets of words; all 1 where both texts are empty, all 0 where one is."""
    found, wanted = Counter(words(predicted)), Counter(words(gold))
    if not found and not wanted:
        return {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    return prf((found & wanted).total(), found.total(), wanted.total())


def snippets(text: str, wanted: Sequence[str], unwanted: Sequence[str]) -> dict[str, float | None]:
    """Share of the wanted snippets that the text holds, share of the unwanted ones that it does not; None where none are given.

    Compared by their words, white space, case and punctuation ignored; a snippet must begin and end at word boundaries.
    """
    line = f" {' '.join(words(text))} "
    holds = [f" {' '.join(words(snippet))} " in line for snippet in wanted]
    free = [f" {' '.join(words(snippet))} " not in line for snippet in unwanted]
    return {"with_snippets": sum(holds) / len(holds) if holds else None, "without_snippets": sum(free) / len(free) if free else None}


def summary(pages: Sequence[Mapping[str, Any]], domains: Sequence[str]) -> dict[str, Any]:
    """Means over pages, all together and by domain (for wcxb: the type of the page)."""
    kinds = {domain: _means([page for page, own in zip(pages, domains, strict=True) if own == domain]) for domain in dict.fromkeys(sorted(domains))}
    return {**_means(pages), "by_domain": kinds}


def _means(pages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    keys = ("precision", "recall", "f1", "with_snippets", "without_snippets")
    columns = {key: [page[key] for page in pages if page.get(key) is not None] for key in keys}
    return {"pages": len(pages), **{key: sum(column) / len(column) for key, column in columns.items() if column}}
