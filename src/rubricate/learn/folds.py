"""Examples -> folds for cross-validation, by document: nothing that is scored was seen in training, not even in a near copy.

    for held_out in folds(examples): ...      each a list of indices into `examples`; together they are all of them, once

Examples of one owner are in one fold, and so are near-duplicates: gold texts that share at least half of their five-word runs (estimated by
min-hashes), whoever owns them. Groups are dealt out so that every fold has its share of every domain. The same examples and seed give the same folds.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from rubricate.errors import UsageError
from rubricate.learn.corpora import Example
from rubricate.learn.words import words

__all__ = ["FOLD", "aside", "folds", "groups", "numbered", "validation"]

FOLD = "{fold}"
"""Stands for the number of the fold in the name of a model that was made for cross-validation."""

_SHINGLE = 5  # words
_BANDS, _ROWS = 24, 3  # two texts that share half of their shingles meet in some band with probability .96
_HASHES = _BANDS * _ROWS
_ALIKE = 0.5


def folds(examples: Sequence[Example], k: int = 5, seed: int = 0) -> list[list[int]]:
    """k lists of indices: every example in one of them, groups whole, sizes and domains even. Fewer than k where there are fewer groups."""
    if k < 2 or k > max(2, len(examples)):
        raise UsageError(f"{k} folds of {len(examples)} examples: there must be at least 2, and no more than examples")
    order = np.random.default_rng(seed)
    parts = groups(examples)
    shuffled = [parts[at] for at in order.permutation(len(parts))]
    shuffled.sort(key=len, reverse=True)
    dealt: list[list[int]] = [[] for _ in range(k)]
    domains: list[dict[str, int]] = [defaultdict(int) for _ in range(k)]
    for part in shuffled:
        domain = examples[part[0]].domain
        fold = min(range(k), key=lambda at: (domains[at][domain], len(dealt[at]), at))
        dealt[fold].extend(part)
        for index in part:
            domains[fold][examples[index].domain] += 1
    return [sorted(fold) for fold in dealt if fold]


def validation(examples: Sequence[Example], k: int = 5, seed: int = 0) -> set[int]:
    """The pages kept out of training when a figure is reported: the part that a corpus names 'vali'; of a corpus without parts, its first fold."""
    held = {index for index, example in enumerate(examples) if example.part == "vali"}
    with_parts = {example.corpus for example in examples if example.part}
    for corpus in sorted({example.corpus for example in examples} - with_parts):
        own = [index for index, example in enumerate(examples) if example.corpus == corpus]
        held |= {own[place] for place in folds([examples[index] for index in own], k, seed)[0]}
    return held


def aside(examples: Sequence[Example], without: str, seed: int = 0) -> tuple[set[int], set[int]]:
    """The pages that are kept for scoring, and those that may be learnt from meanwhile.

    `without` says what is kept: '' nothing, 'vali' what `validation` says, '2/5' the second of five folds of every corpus, as `evaluate --split cv`
    cuts them. Their kin are in neither set: pages of the same owners, and near-duplicates, in whatever corpus.
    """
    every = set(range(len(examples)))
    if not without:
        return set(), every
    scored = validation(examples, seed=seed) if without == "vali" else _fold(examples, *_numbers(without), seed)
    kin = {index for group in groups(examples) if not scored.isdisjoint(group) for index in group}
    return scored, every - kin


def numbered(model: Path, number: int) -> Path:
    """The model file of one fold, for a name with '{fold}' in it."""
    return Path(str(model).replace(FOLD, str(number)))


def _numbers(without: str) -> tuple[int, int]:
    number, _, count = without.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise UsageError(f"training can leave out 'vali' or a fold ('2/5' is the second of five), not {without!r}")
    return int(number), int(count)


def _fold(examples: Sequence[Example], number: int, count: int, seed: int) -> set[int]:
    scored = set()
    for corpus in sorted({example.corpus for example in examples}):
        own = [index for index, example in enumerate(examples) if example.corpus == corpus]
        if len(own) < count:
            raise UsageError(f"{corpus} has {len(own)} pages: too few for {count} folds")
        parts = folds([examples[index] for index in own], count, seed)
        scored |= {own[place] for part in parts[number - 1 : number] for place in part}  # a corpus of few owners has fewer folds
    return scored


def groups(examples: Sequence[Example]) -> list[list[int]]:
    """The examples that must stay together: one owner, or near-duplicates, or both by way of a third. In the order of their first members."""
    leader = list(range(len(examples)))
    first_of: dict[str, int] = {}
    for index, example in enumerate(examples):
        _join(leader, index, first_of.setdefault(example.owner, index))
    for one, other in _near_duplicates([example.gold_text for example in examples]):
        _join(leader, one, other)
    members: dict[int, list[int]] = {}
    for index in range(len(examples)):
        members.setdefault(_find(leader, index), []).append(index)
    return list(members.values())


def _find(leader: list[int], index: int) -> int:
    while leader[index] != index:
        leader[index] = leader[leader[index]]
        index = leader[index]
    return index


def _join(leader: list[int], one: int, other: int) -> None:
    first, second = sorted((_find(leader, one), _find(leader, other)))
    leader[second] = first


def _near_duplicates(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of texts that are alike. In a bucket each is compared with the first and with the one before it, which is enough to join copies."""
    signatures = [_signature(text) for text in texts]
    pairs: list[tuple[int, int]] = []
    for band in range(_BANDS):
        buckets: dict[bytes, list[int]] = defaultdict(list)
        for index, signature in enumerate(signatures):
            if signature is not None:
                buckets[signature[band * _ROWS : (band + 1) * _ROWS].tobytes()].append(index)
        for bucket in buckets.values():
            tried = [(bucket[0], other) for other in bucket[1:]] + list(pairwise(bucket[1:]))
            pairs.extend((one, other) for one, other in tried if _alike(signatures[one], signatures[other]))
    return pairs


def _alike(one: Any, other: Any) -> bool:
    return bool(np.mean(one == other) >= _ALIKE)


def _signature(text: str) -> Any | None:
    """The min-hashes of a text's shingles; None for a text that is too short to tell."""
    found = words(text)
    if len(found) < 2 * _SHINGLE:
        return None
    hashes = np.fromiter(
        {zlib.crc32(" ".join(found[at : at + _SHINGLE]).encode()) for at in range(len(found) - _SHINGLE + 1)},
        dtype=np.uint64,
    )
    signature = np.empty(_HASHES, dtype=np.uint64)
    for at in range(_HASHES):
        signature[at] = np.min((hashes * _FACTORS[at] + _SHIFTS[at]) >> np.uint64(32))
    return signature


_RANDOM = np.random.default_rng(20171)
_FACTORS = _RANDOM.integers(1, 1 << 63, _HASHES, dtype=np.uint64) | np.uint64(1)
_SHIFTS = _RANDOM.integers(0, 1 << 63, _HASHES, dtype=np.uint64)
