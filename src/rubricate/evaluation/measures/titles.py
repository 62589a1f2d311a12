"""End-to-end title finding: the titles that a system gives against the titles that people marked, whatever happened on the way.

Titles are compared by their letters and digits (case folded, compatibility forms unified). On each page the two lists are matched one to one and in
order (longest common subsequence), so a title that is named twice in the gold must be found twice. A gold title whose line was never found on the
page is a miss like any other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rubricate.evaluation.measures.labels import counts, prf
from rubricate.evaluation.measures.sequences import lcs_pairs

__all__ = ["MARKUPS", "match", "normal", "page_scores", "summary"]

MARKUPS = ("h-tag", "bold line", "plain")
"""How a title is marked up: in h1-h6 (or role=heading); a line that is mostly bold; neither."""


def normal(text: str) -> str:
    """Letters and digits only, case folded; where there is neither (a '§'), the text itself without white space."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded)) or "".join(folded.split())


def match(gold: Sequence[str], predicted: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs (index of a gold title, index of a predicted one), both rising."""
    return lcs_pairs([normal(text) for text in gold], [normal(text) for text in predicted])


def page_scores(gold: Sequence[str], predicted: Sequence[str], markups: Sequence[str]) -> dict[str, Any]:
    """The counts of one page; `markups` says how each gold title is marked up."""
    found = {index for index, _ in match(gold, predicted)}
    return {
        "right": len(found),
        "predicted": len(predicted),
        "gold": len(gold),
        "by_markup": {
            kind: {"right": sum(i in found for i, m in enumerate(markups) if m == kind), "gold": sum(m == kind for m in markups)} for kind in MARKUPS
        },
    }


def summary(pages: Sequence[Mapping[str, Any]], domains: Sequence[str]) -> dict[str, Any]:
    """Micro (all titles of all pages), macro (mean over pages of their P, R, F1; a page without gold and predicted titles counts 1), by domain
    (micro), by markup (recall: nobody can say how a title that is not there would have been marked up)."""
    return {
        "micro": _micro(pages),
        "macro": _macro(pages),
        "by_domain": {
            domain: _micro([page for page, own in zip(pages, domains, strict=True) if own == domain]) for domain in dict.fromkeys(sorted(domains))
        },
        "by_markup": {kind: _recall([page["by_markup"][kind] for page in pages]) for kind in MARKUPS},
    }


def _micro(pages: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    listed = list(pages)
    return counts(*(sum(page[key] for page in listed) for key in ("right", "predicted", "gold")))


def _macro(pages: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    perfect = {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    rows = [prf(page["right"], page["predicted"], page["gold"]) if page["predicted"] or page["gold"] else perfect for page in pages]
    return {key: sum(row[key] for row in rows) / len(rows) if rows else 0.0 for key in perfect}


def _recall(kinds: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    right, gold = sum(kind["right"] for kind in kinds), sum(kind["gold"] for kind in kinds)
    return {"recall": right / gold if gold else None, "right": right, "gold": gold}
