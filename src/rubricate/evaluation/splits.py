"""Which pages are scored, and which may be learnt from meanwhile.

`vali` is the part that a corpus names so; a corpus without parts gives its first fold. `cv` cuts all pages in folds, pages of one owner and
near-duplicates together. `train` and `all` score pages that a shipped model may have learnt from: their results say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["Round", "rounds", "thinned"]


@dataclass(frozen=True, slots=True)
class Round:
    """Indices of the pages that are scored, and of those that an engine may learn from (None: it is not trained)."""

    scored: list[int]
    learnt: list[int] | None


def rounds(examples: Sequence[Example], split: str, folds: int = 5, seed: int = 0) -> list[Round]:
    """One round, or for `cv` one a fold; every scored page is in exactly one."""
    every = range(len(examples))
    if split == "all":
        return [Round(list(every), None)]
    if split == "cv":
        parts = _folds(examples, folds, seed)
        return [Round(sorted(part), sorted(set(every) - set(part))) for part in parts if part]
    held_out = _held_out(examples, folds, seed)
    rest = [index for index in every if index not in held_out]
    return [Round(sorted(held_out), rest)] if split == "vali" else [Round(rest, None)]


def thinned(examples: Sequence[Example], limit: int) -> list[Example]:
    """At most `limit` examples, evenly spread over the list; all of them for 0."""
    count = len(examples)
    if not 0 < limit < count:
        return list(examples)
    return [examples[place * count // limit] for place in range(limit)]


def _held_out(examples: Sequence[Example], folds: int, seed: int) -> set[int]:
    from rubricate.learn.folds import validation

    return validation(examples, folds, seed)


def _folds(examples: Sequence[Example], count: int, seed: int) -> list[list[int]]:
    from rubricate.learn.folds import folds

    return folds(list(examples), k=count, seed=seed)
