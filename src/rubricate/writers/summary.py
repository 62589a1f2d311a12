"""Document -> a sectional summary after Pembe and Guengoer (2007), section VI and figure 6: all headings, the best sentences of each section,
and '...' between consecutive fragments and headings.

The paper leaves open how sentences are chosen (White et al. 2003: by query). Here:
- with a query, a sentence scores by the query's words in it, rare words more, and a little for words of its title; a section without any hit
  shows only its heading;
- without one, by how much it says of what the section says (its words weighed by how often the section uses them and how rare they are among the
  document's sentences), a first sentence a little more.
Words are compared in lower case and by their first six letters, so that 'retain' finds 'retained'; in Chinese and Japanese, pairs of characters
are words.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rubricate.errors import UsageError
from rubricate.types import Document, Section
from rubricate.writers.blocks import Layout, leaves
from rubricate.writers.sentences import sentences

__all__ = ["SummaryOptions", "summary"]

DOTS = "..."
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[^\W_]+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_STEM = 6
_FEW_WORDS = 4


@dataclass(frozen=True, slots=True)
class SummaryOptions:
    """What the reader looks for, and how many sentences a section may show."""

    query: str | None = None
    sentences: int = 2

    def __post_init__(self) -> None:
        if self.sentences < 0:
            raise UsageError(f"sentences must be at least 0, not {self.sentences}")


@dataclass(frozen=True, slots=True)
class _Said:
    """A section with its sentences and the words of each."""

    section: Section
    texts: list[str]
    words: list[list[str]]


def summary(document: Document, options: SummaryOptions) -> str:
    """Headings and the best sentences of each section."""
    read = list(_read(document))
    rarity = _rarity(read)
    wanted = frozenset(_words(options.query or ""))
    fragments: list[str] = []
    for said in read:
        if said.section.heading is not None:
            fragments.append(" ".join(said.section.title.split()))
        scores = _by_query(said, wanted, rarity) if wanted else _by_weight(said, rarity)
        best = sorted((place for place, score in enumerate(scores) if score > 0), key=lambda place: (-scores[place], place))
        fragments.extend(said.texts[place] for place in sorted(best[: options.sentences]))
    return f"\n\n{DOTS}\n".join(fragments) + "\n" if fragments else ""


def _read(document: Document) -> Iterator[_Said]:
    layout = Layout(document)
    texts = document.segments.text
    for section in document.walk():
        found: list[str] = []
        for block in layout.blocks(section):
            if block.kind == "code":
                continue
            for leaf in leaves(block):
                found.extend(" ".join(one.split()) for one in sentences("\n".join(texts[index] for index in leaf.lines)))
        yield _Said(section, found, [_words(one) for one in found])


def _words(text: str) -> list[str]:
    found: list[str] = []
    for word in _WORD.findall(text.lower()):
        if _HAN.match(word):
            found.extend(word[place : place + 2] for place in range(max(1, len(word) - 1)))
        else:
            found.append(word[:_STEM])
    return found


def _rarity(read: list[_Said]) -> dict[str, float]:
    """For every word: how rare it is among the document's sentences."""
    count = sum(len(said.words) for said in read)
    among = Counter(word for said in read for words in said.words for word in set(words))
    return {word: math.log((count + 1) / (times + 0.5)) for word, times in among.items()}


def _by_query(said: _Said, wanted: frozenset[str], rarity: dict[str, float]) -> list[float]:
    title = frozenset(_words(said.section.title))
    scores = []
    for words in said.words:
        own = sorted(set(words))
        hits = sum(0.1 + rarity[word] for word in own if word in wanted)
        about = sum(rarity[word] for word in own if word in title)
        scores.append((hits + 0.1 * about) / math.sqrt(10 + len(words)) if hits else 0.0)
    return scores


def _by_weight(said: _Said, rarity: dict[str, float]) -> list[float]:
    often = Counter(word for words in said.words for word in words)
    few = all(len(words) < _FEW_WORDS for words in said.words)
    scores = []
    for place, words in enumerate(said.words):
        weight = sum(often[word] * max(rarity[word], 0.01) for word in sorted(set(words)))
        score = weight / math.sqrt(10 + len(words)) * (1.2 if place == 0 else 1.0)
        scores.append(score if few or len(words) >= _FEW_WORDS else 0.0)
    return scores
