"""STAPI (LREC 2022): the filter (content or noise), the typographic classifier (title, prose, misc), both together, and gold coverage.

Everything is over segments. Gold content is a segment that is aligned to a gold line; all else is boilerplate. An item counts as prose: STAPI's gold
has no items. The paper scores the classifier behind a perfect filter, that is on the gold content only; end to end is what a user gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rubricate.evaluation.measures.labels import auc, confusion, prf, report, roc
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE

__all__ = ["FOUR", "filter_scores", "four", "gold_coverage", "summary", "title_prose"]

FOUR = (TITLE, PROSE, MISC, BOILERPLATE)
"""The labels of this family."""


def four(names: Sequence[str]) -> list[str]:
    """Labels with item counted as prose."""
    return [PROSE if name == ITEM else name for name in names]


def filter_scores(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, Any]:
    """The confusion report of content against noise, given labels of any kind."""
    names = ("content", "noise")
    sides = [["noise" if name == BOILERPLATE else "content" for name in side] for side in (gold, predicted)]
    return report(confusion(sides[0], sides[1], names), names)


def title_prose(gold: Sequence[str], predicted: Sequence[str], missed: Mapping[str, int] | None = None) -> float:
    """Weighted F1 of title and prose: the F1 of each over the given segments, weighted by how many gold ones there are.

    `missed` (label -> number) are gold lines that no segment was found for; they count as not found. Give only the segments whose gold is title or
    prose for the paper's figure (perfect filter, misc thrown away), all segments for the end-to-end figure.
    """
    rows = []
    for label in (TITLE, PROSE):
        right = sum(g == label == p for g, p in zip(gold, predicted, strict=True))
        wanted = sum(g == label for g in gold) + (missed or {}).get(label, 0)
        rows.append((prf(right, sum(p == label for p in predicted), wanted)["f1"], wanted))
    total = sum(weight for _, weight in rows)
    return sum(f1 * weight for f1, weight in rows) / total if total else 0.0


def gold_coverage(lengths: Sequence[int], kept: Sequence[bool]) -> float:
    """The share of a page's gold text (in letters and digits) that lies in segments which the filter keeps; 1 for no gold."""
    total = sum(lengths)
    return sum(length for length, keeps in zip(lengths, kept, strict=True) if keeps) / total if total else 1.0


def summary(pages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All measures of the family over pages of {gold, predicted, behind, content_score, missed, coverage, found, gold_lines}.

    `behind` are the labels that the engine gives if it is told that every gold content segment is content (its best label but boilerplate, where it
    gives probabilities). `content_score` is 1 - P(boilerplate), or the confidence turned into one. `class_scores`, where all pages have them, are
    the chances of title, prose and misc of every segment, if it is content.
    """
    gold = four([name for page in pages for name in page["gold"]])
    predicted = four([name for page in pages for name in page["predicted"]])
    behind = four([name for page in pages for name in page["behind"]])
    score = [value for page in pages for value in page["content_score"]]
    positive = [name != BOILERPLATE for name in gold]
    inside = [index for index, name in enumerate(gold) if name != BOILERPLATE]
    paper = [index for index in inside if gold[index] in (TITLE, PROSE)]
    missed = {label: sum(four(page["missed"]).count(label) for page in pages) for label in (TITLE, PROSE)}
    lines = sum(page["gold_lines"] for page in pages)
    return {
        "filter": filter_scores(gold, predicted),
        "filter_auc": auc(positive, score),
        "filter_roc": roc(positive, score),
        "labels": report(confusion(gold, predicted, FOUR), FOUR),
        "classifier": report(confusion([gold[i] for i in inside], [behind[i] for i in inside], FOUR), FOUR),
        "title_prose_behind_perfect_filter": title_prose([gold[i] for i in paper], [behind[i] for i in paper]),
        "title_prose_end_to_end": title_prose(gold, predicted, missed),
        **_curves(gold, inside, pages),
        "gold_coverage": _mean([page["coverage"] for page in pages]),
        "segments_found": sum(page["found"] for page in pages) / lines if lines else None,
    }


def _curves(gold: Sequence[str], inside: Sequence[int], pages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Figure 3: each class of the classifier against the others, on the gold content; nothing where a page has no `class_scores`."""
    if any(page.get("class_scores") is None for page in pages):
        return {}
    scores = [row for page in pages for row in page["class_scores"]]
    pairs = {name: ([gold[i] == name for i in inside], [scores[i][place] for i in inside]) for place, name in enumerate((TITLE, PROSE, MISC))}
    return {
        "classifier_auc": {name: auc(*pair) for name, pair in pairs.items()},
        "classifier_roc": {name: roc(*pair) for name, pair in pairs.items()},
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
