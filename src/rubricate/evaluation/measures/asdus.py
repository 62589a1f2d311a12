"""ASDUS (EMNLP 2018): sections as its scorer counts them, and strictly.

The published scorer: on each document the set of gold titles and the set of predicted ones, letters and digits only. A gold title is found if it
contains or is contained in a predicted one; a predicted title is right if it contains or is contained in a gold one. Counts are summed over
documents. Prose is not looked at. Coverage: the gold texts are cut in pieces of 10 characters; the share of pieces that the output holds; mean over
documents. 'Uncategorized' is no title but the name of the text before the first one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rubricate.evaluation.measures.labels import prf
from rubricate.evaluation.measures.sequences import lcs_pairs
from rubricate.evaluation.measures.titles import normal
from rubricate.evaluation.measures.tokens import f1

__all__ = ["UNTITLED", "SectionText", "coverage", "loose", "strict", "summary"]

SectionText = tuple[str, str]
"""A title and the text under it."""

UNTITLED = "uncategorized"
PIECE = 10
ENOUGH = 0.9


def loose(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, int]:
    """Counts as the published scorer makes them, of one document: found (of gold), right (of predicted), gold, predicted."""
    wanted, given = _set(gold), _set(predicted)
    all_wanted, all_given = "\n".join(wanted), "\n".join(given)
    found = sum(title in all_given or any(other in title for other in given) for title in wanted)
    right = sum(title in all_wanted or any(other in title for other in wanted) for title in given)
    return {"found": found, "right": right, "gold": len(wanted), "predicted": len(given)}


def strict(gold: Sequence[SectionText], predicted: Sequence[SectionText]) -> dict[str, int]:
    """A section is right if its title is equal (letters and digits) and its own text is: token F1 of the two texts >= 0.9.

    Sections are matched one to one, in order. Text before the first title is no section.
    """
    wanted = [one for one in gold if normal(one[0]) != UNTITLED]
    given = [one for one in predicted if one[0].strip()]
    pairs = lcs_pairs([normal(title) for title, _ in wanted], [normal(title) for title, _ in given])
    right = sum(f1(given[j][1], wanted[i][1])["f1"] >= ENOUGH for i, j in pairs)
    return {"right": right, "gold": len(wanted), "predicted": len(given)}


def coverage(gold: Sequence[str], output: str) -> float:
    """The share of the 10-character pieces of the gold texts (letters and digits; a shorter rest is a piece too) that the output holds."""
    given = normal(output)
    texts = [normal(text) for text in gold]
    pieces = [text[start : start + PIECE] for text in texts for start in range(0, len(text), PIECE)]
    return sum(piece in given for piece in pieces) / len(pieces) if pieces else 1.0


def summary(pages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Micro-averaged P/R/F1 of {loose, strict} counts, mean of the coverages."""
    tight = [page["strict"] for page in pages if page.get("strict") is not None]
    measures: dict[str, Any] = {
        "loose": _loose_sum([page["loose"] for page in pages]),
        "coverage": sum(page["coverage"] for page in pages) / len(pages) if pages else None,
    }
    if tight:
        measures["strict"] = prf(*(sum(one[key] for one in tight) for key in ("right", "predicted", "gold")))
    return measures


def _loose_sum(pages: Sequence[Mapping[str, int]]) -> dict[str, float]:
    total = {key: sum(page[key] for page in pages) for key in ("found", "right", "gold", "predicted")}
    precision = total["right"] / total["predicted"] if total["predicted"] else 0.0
    recall = total["found"] / total["gold"] if total["gold"] else 0.0
    both = precision + recall
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / both if both else 0.0}


def _set(titles: Sequence[str]) -> list[str]:
    return [title for title in dict.fromkeys(normal(text) for text in titles) if title and title != UNTITLED]
