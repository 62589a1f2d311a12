"""CleanEval and Victor: label accuracy over segments; the shared task's scores of a cleaned text with its marks <h>, <p>, <l>.

The task's page describes its scorer: one score from 'the edit distance between the two and the extent to which contestant-inserted markup tags
indicate blocks of text starting and ending in the same places', one 'based on alignment of text alone'. The script itself is no longer to be had, so
what follows is that description made exact:
- words are what white space separates, lower case, only their letters and digits (words without any are left out);
- the alignment of words allows insertion and deletion only (longest common subsequence), and a score is matched / (matched + inserted + deleted);
- text only: over words. Markup only: over block borders: each block has a beginning and an end, both carry the block's tag; a border matches if the
  other text has the same border, with the same tag, at an aligned word. Total: the mean of the two, as in Victor's table 6.1 (81.83, 68.46 -> 75.15).
Victor's five labels: header, list, paragraph, continuation (a further line of the block before), other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rubricate.evaluation.measures.sequences import lcs_pairs
from rubricate.types import BOILERPLATE, ITEM, TITLE

__all__ = ["Block", "label_accuracy", "scores", "summary", "victor_labels"]

Block = tuple[str, str]
"""A tag (h, p or l) and the block's text."""


def victor_labels(names: Sequence[str], continues: Sequence[bool]) -> list[str]:
    """Our labels as Victor's: title is header, item is list, prose and misc are paragraph, what continues is continuation, boilerplate is other."""
    own = {TITLE: "header", ITEM: "list", BOILERPLATE: "other"}
    return ["continuation" if more and name != BOILERPLATE else own.get(name, "paragraph") for name, more in zip(names, continues, strict=True)]


def label_accuracy(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, int]:
    """Counts of one page: segments with the right one of Victor's labels, on the right side of content and noise, all segments."""
    pairs = list(zip(gold, predicted, strict=True))
    return {
        "labels": sum(g == p for g, p in pairs),
        "content_noise": sum((g == "other") == (p == "other") for g, p in pairs),
        "segments": len(pairs),
    }


def scores(predicted: Sequence[Block], gold: Sequence[Block]) -> dict[str, float]:
    """text_only, markup_only and total of one page, 0..1 (1 where neither text has a word)."""
    own_words, own_borders = _read(predicted)
    gold_words, gold_borders = _read(gold)
    pairs = lcs_pairs(own_words, gold_words)
    text = _share(len(pairs), len(own_words), len(gold_words))
    partner = dict(pairs)
    moved = {(partner[place], side, tag) for place, side, tag in own_borders if place in partner}
    markup = _share(len(moved & gold_borders), len(own_borders), len(gold_borders))
    return {"text_only": text, "markup_only": markup, "total": (text + markup) / 2}


def summary(pages: Sequence[Mapping[str, Any]]) -> dict[str, float | None]:
    """Means over pages."""
    return {key: sum(page[key] for page in pages) / len(pages) if pages else None for key in ("text_only", "markup_only", "total")}


def _read(blocks: Sequence[Block]) -> tuple[list[str], set[tuple[int, str, str]]]:
    """The words, and the borders as (index of the first or last word, side, tag)."""
    words: list[str] = []
    borders: set[tuple[int, str, str]] = set()
    for tag, text in blocks:
        own = [word for raw in text.lower().split() if (word := "".join(filter(str.isalnum, raw)))]
        if own:
            borders |= {(len(words), "begins", tag), (len(words) + len(own) - 1, "ends", tag)}
            words += own
    return words, borders


def _share(matched: int, own: int, gold: int) -> float:
    total = own + gold - matched
    return matched / total if total else 1.0
