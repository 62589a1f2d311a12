"""How much a cluster says about what its page says that it is about: tf-idf similarity to titles and descriptions, times coherence.

With sim(a, b) = the sum over shared tokens of (tf_a + tf_b) * idf:
  relevance of a block   sim(block, titles + descriptions)
  coherence of a page    sum of sim over all ordered pairs of the cluster's blocks on that page
  score on a page        sum of relevance * coherence
  score of a cluster     mean over its pages with a score > 0; its confidence is the share of its pages that have one
The pairs are never formed: a token that n blocks share adds 2 (n - 1) * (sum of its tf) * idf, which is the same sum in linear time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from rubricate.sites.clusters import Cluster
from rubricate.sites.views import View
from rubricate.sites.words import Tokens

__all__ = ["Score", "Vocabulary", "similarity"]

Counts = Counter[str]


@dataclass(frozen=True, slots=True)
class Score:
    """A cluster's score, the share of its pages that have one, and the score on each page."""

    value: float
    confidence: float
    pages: dict[int, float]


class Vocabulary:
    """Token counts of every block and of every page's titles and descriptions; idf over the pages."""

    def __init__(self, views: Sequence[View], tokens: Tokens) -> None:
        self.blocks = [[Counter(token for piece in block.pieces for token in tokens(piece)) for block in view.blocks] for view in views]
        self.hints = [Counter(token for hint in (*view.titles, *view.descriptions) for token in tokens(hint)) for view in views]
        documents = [set(hints).union(*blocks) for hints, blocks in zip(self.hints, self.blocks, strict=True)]
        if len(documents) == 1:  # of one page alone every idf is 0; its blocks are the documents then
            documents = [set(self.hints[0]), *(set(block) for block in self.blocks[0])]
        self.idf = _idf(documents)

    def relevance(self, page: int, place: int) -> float:
        """Of one block to its page's titles and descriptions; 1 where the page has none."""
        hints = self.hints[page]
        return similarity(self.blocks[page][place], hints, self.idf) if hints else 1.0

    def score(self, cluster: Cluster) -> Score:
        """As published."""
        places: dict[int, list[int]] = {}
        for page, place in cluster.members:
            places.setdefault(page, []).append(place)
        pages = {page: self._score(page, own) for page, own in places.items()}
        positive = [value for value in pages.values() if value > 0]
        return Score(sum(positive) / len(positive) if positive else 0.0, len(positive) / len(pages), pages)

    def _score(self, page: int, places: Sequence[int]) -> float:
        relevance = sum(self.relevance(page, place) for place in places)
        return relevance * self._coherence([self.blocks[page][place] for place in places]) if relevance else 0.0

    def _coherence(self, blocks: Iterable[Counts]) -> float:
        blocks = list(blocks)
        total: Counts = Counter()
        for block in blocks:
            total.update(block)  # in place: a sum of Counters copies what it has, again and again
        shared = Counter(token for block in blocks for token in block)
        return sum(2 * (count - 1) * total[token] * self.idf.get(token, 0.0) for token, count in shared.items())


def similarity(a: Counts, b: Counts, idf: dict[str, float]) -> float:
    """The sum over shared tokens of (tf_a + tf_b) * idf."""
    small, large = (a, b) if len(a) < len(b) else (b, a)
    return sum((count + large[token]) * idf.get(token, 0.0) for token, count in small.items() if token in large)


def _idf(documents: Sequence[set[str]]) -> dict[str, float]:
    frequency = Counter(token for document in documents for token in sorted(document))
    return {token: log(len(documents) / count) for token, count in frequency.items()}
