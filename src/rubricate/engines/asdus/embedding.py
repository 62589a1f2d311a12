"""The log probability of a text under a word2vec model (CBOW, hierarchical softmax), by numpy alone.

A word's probability is the product over the inner nodes of the Huffman tree on the way to it, given the mean of its neighbours' vectors; a text's log
probability is the sum over its words. Words that the model does not know are left out, as gensim's `score` does. Gensim reads logarithms from
a table (up to 0.02 too low a node) and leaves out those beyond +-6; here they are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rubricate.engines.asdus.words import words
from rubricate.errors import BadModel

__all__ = ["Embedding"]

CHUNK = 20_000
"""Words that are scored at a time: memory does not grow with the page."""


@dataclass(frozen=True)
class Embedding:
    """A word2vec model: for each word its vector and its way through the tree (`nodes` and `turns` from `start[w]` to `start[w + 1]`)."""

    words: tuple[str, ...]
    vectors: Any  # one row a word
    inner: Any  # one row an inner node
    nodes: Any
    turns: Any  # 1 or -1
    start: Any
    window: int
    _numbers: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        count, ways = len(self.words), int(self.start[-1]) if len(self.start) else -1
        fits = len(self.vectors) == count == len(self.start) - 1 and len(self.nodes) == len(self.turns) == ways
        if not fits or (ways and int(self.nodes.max()) >= len(self.inner)) or self.vectors.shape[1] != self.inner.shape[1]:
            raise BadModel(f"the word vectors do not fit together: {count} words, {len(self.vectors)} vectors, {len(self.nodes)} nodes")
        object.__setattr__(self, "_numbers", {word: number for number, word in enumerate(self.words)})

    def score(self, texts: Sequence[Sequence[str]]) -> Any:
        """The log probability of each text (its words in lower case); 0 for one without a known word."""
        known = [[self._numbers[word] for word in text if word in self._numbers] for text in texts]
        of_text = np.repeat(np.arange(len(known)), [len(text) for text in known])
        numbers = np.array([number for text in known for number in text], dtype=np.int64)
        total = np.zeros(len(known))
        for first in range(0, len(numbers), CHUNK):
            last = min(first + CHUNK, len(numbers))
            np.add.at(total, of_text[first:last], self._chunk(numbers, of_text, first, last))
        return total

    def known(self, texts: Iterable[str]) -> float:
        """The share of the texts' characters (white space not counted) that are in words which the model knows."""
        count = found = 0
        for text in texts:
            count += sum(not character.isspace() for character in text)
            found += sum(len(word) for word in words(text.lower()) if word in self._numbers)
        return found / count if count else 0.0

    def _chunk(self, numbers: Any, of_text: Any, first: int, last: int) -> Any:
        """The log probabilities of the words first..last."""
        context = self._context(numbers, of_text, first, last)
        own = numbers[first:last]
        begin, length = self.start[own], self.start[own + 1] - self.start[own]
        logs = np.zeros(last - first)
        for step in range(int(length.max(initial=0))):
            rows = np.flatnonzero(length > step)
            way = begin[rows] + step
            product = np.einsum("ij,ij->i", context[rows], self.inner[self.nodes[way]])
            logs[rows] -= np.logaddexp(0.0, -self.turns[way] * product)
        return logs

    def _context(self, numbers: Any, of_text: Any, first: int, last: int) -> Any:
        """The mean vector of each word's neighbours in its own text."""
        places = np.arange(first, last)
        total = np.zeros((last - first, self.vectors.shape[1]))
        found = np.zeros(last - first)
        for offset in [*range(-self.window, 0), *range(1, self.window + 1)]:
            near = places + offset
            rows = np.flatnonzero((near >= 0) & (near < len(numbers)))
            rows = rows[of_text[near[rows]] == of_text[places[rows]]]
            total[rows] += self.vectors[numbers[near[rows]]]
            found[rows] += 1
        return total / np.maximum(found, 1.0)[:, None]

    def arrays(self, prefix: str) -> dict[str, Any]:
        """What is stored of it, under names with the prefix."""
        text = np.frombuffer("\n".join(self.words).encode(), dtype=np.uint8)
        made = {"words": text, "vectors": self.vectors.astype(np.float16), "inner": self.inner.astype(np.float16)}
        made |= {"nodes": self.nodes.astype(np.int32), "turns": self.turns.astype(np.int8), "start": self.start.astype(np.int32)}
        return {f"{prefix}_{name}": value for name, value in {**made, "window": np.array(self.window)}.items()}

    @classmethod
    def of_arrays(cls, stored: Mapping[str, Any], prefix: str) -> Embedding:
        """The model from what `arrays` gave."""
        part = {name: stored[f"{prefix}_{name}"] for name in ("words", "vectors", "inner", "nodes", "turns", "start", "window")}
        text = part["words"].tobytes().decode()
        words = tuple(text.split("\n")) if text else ()
        nodes, start = part["nodes"].astype(np.int64), part["start"].astype(np.int64)
        vectors, inner = part["vectors"].astype(float), part["inner"].astype(float)
        return cls(words, vectors, inner, nodes, part["turns"].astype(float), start, int(part["window"]))
