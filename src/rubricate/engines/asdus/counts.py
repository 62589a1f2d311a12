"""The eight features of the domain-independent model, as columns over the units, and their collapse into two dimensions.

X1 is the text's length. X2 is a linear combination of the other seven; the paper gives no weights, the published code adds plain counts, unscaled,
and so do we. The next text's length is in the paper but not in the code; as a title is followed by a long text, it has to count against X2:
its weight is negative, small as it is in characters where the others are counts, and X2 stays at or above zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rubricate.engines.asdus.discourse import chains, markers
from rubricate.engines.asdus.entities import Recogniser
from rubricate.engines.asdus.words import Language, words
from rubricate.errors import UsageError

__all__ = ["FEATURES", "Weights", "collapse", "counts", "published_counts"]

FEATURES = ("own_length", "next_length", "punctuation", "sentences", "stop_words", "discourse_cues", "entities", "capitalised")


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature adds to X2 for one unit of it; `own_length` is the scale of X1."""

    own_length: float = 1.0
    next_length: float = -0.05
    punctuation: float = 1.0
    sentences: float = 1.0
    stop_words: float = 1.0
    discourse_cues: float = 1.0
    entities: float = 1.0
    capitalised: float = 1.0


def counts(texts: Sequence[str], language: Language, recognise: Recogniser) -> Any:
    """One row a text, one column a feature in the order of FEATURES."""
    table = np.zeros((len(texts), len(FEATURES)))
    lengths = np.array([len(text) for text in texts], dtype=float)
    table[:, 0] = lengths
    table[:-1, 1] = lengths[1:]
    known: dict[str, tuple[int, ...]] = {}
    for row, (text, names) in enumerate(zip(texts, recognise(texts), strict=True)):
        counted = known.get(text)
        if counted is None:
            counted = known[text] = _count(text, names, language)
        table[row, 2:] = counted
    return table


def _count(text: str, names: Sequence[str], language: Language) -> tuple[int, ...]:
    found = words(text)
    lower = [word.lower() for word in found]
    return (
        sum(not (character.isalnum() or character.isspace()) for character in text),
        language.sentences(text),
        sum(word in language.stopwords for word in lower),
        markers(lower) + chains(lower, names),
        len(names),
        sum(word[0].isupper() for word in found),
    )


def published_counts(texts: Sequence[str], language: Language, recognise: Recogniser) -> Any:
    """The same columns as the published code fills them: blanks are punctuation, full stops are sentences, tokens of entities; no cues, no next."""
    table = np.zeros((len(texts), len(FEATURES)))
    for row, (text, names) in enumerate(zip(texts, recognise(texts), strict=True)):
        found = words(text)
        symbols = sum(not character.isalnum() for character in text) + sum(character.isspace() for character in text)
        stops = sum(word.lower() in language.stopwords for word in found)
        tokens = sum(len(name.split()) for name in names)
        table[row] = (len(text), 0, symbols, text.count("."), stops, 0, tokens, sum(word[0].isupper() for word in found))
    return table


def collapse(table: Any, weights: Weights, drop: Sequence[str] = (), scale: str = "plain") -> Any:
    """The two dimensions: length, and the linear combination of the rest. A dropped feature counts nothing (the ablation of table 3).

    `scale='log'` takes the logarithm of every count and divides it by its deviation on the page; then all features weigh the same, the next length
    against the others.
    """
    unknown = [name for name in drop if name not in FEATURES]
    if unknown:
        raise UsageError(f"no feature {', '.join(unknown)}; there are {', '.join(FEATURES)}")
    factor = np.array([0.0 if name in drop else getattr(weights, name) for name in FEATURES])
    if scale == "log" and len(table):
        table = np.log1p(table)
        spread = table.std(axis=0)
        table = table / np.where(spread > 0, spread, 1.0)
        factor = np.sign(factor) / np.array([1.0] + [len(FEATURES) - 1.0] * (len(FEATURES) - 1))
    return np.column_stack([table[:, 0] * factor[0], np.maximum(0.0, table[:, 1:] @ factor[1:])])
