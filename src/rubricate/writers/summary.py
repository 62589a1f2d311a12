"""Document -> a sectional summary after Pembe and Guengoer (2007), section VI and figure 6: all headings, the best sentences of each section,
and '...' on a line of its own where sentences of the section are left out. It is Markdown: headings have number signs, a sentence has its own line.

The paper leaves open how sentences are chosen (White et al. 2003: by query). Here:
- with a query, a sentence scores by the query's words in it, rare words more, and a little for words of its title. Where the title itself has a word
  of the query, all its sentences count. A section without any hit shows its one best sentence: what answers may use other words than who asks;
- without one, by how much it says of what the section says (its words weighed by how often the section uses them and how rare they are among the
  document's sentences), a first sentence a little more.
Words are compared in lower case, without the endings of plurals, -ed and -ing, and by their first six letters, so that 'retaining' finds 'retain' and
'prices' find 'price'; in Chinese and Japanese, pairs of characters are words.
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
from rubricate.writers.escaping import Escaper
from rubricate.writers.sentences import sentences

__all__ = ["SummaryOptions", "summary", "unheard"]

DOTS = "..."
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[^\W_]+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_ENDING = re.compile(r"(?<=[^\W\d_]{3})(?:ing|ed|ies|es|(?<!s)s|e|y)\Z")
_TWICE = re.compile(r"([bdgmnprt])\1\Z")
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
    escape = Escaper(document.segments.text)
    parts: list[str] = []
    for said in read:
        if said.section.heading is not None:
            parts.append("#" * min(said.section.level, 6) + " " + escape.heading(" ".join(said.section.title.split())))
        if said.texts:
            parts.append("\n".join(escape.line(line) for line in _told(said, _best(said, wanted, rarity, options.sentences))))
    return "\n\n".join(parts) + "\n" if parts else ""


def unheard(document: Document, query: str) -> list[str]:
    """The query's words that neither a title nor a sentence of the document has, as they were written."""
    known = {word for said in _read(document) for words in (*said.words, _words(said.section.title)) for word in words}
    return [word for word in dict.fromkeys(_WORD.findall(query)) if not known.issuperset(_words(word))]


def _best(said: _Said, wanted: frozenset[str], rarity: dict[str, float], most: int) -> list[int]:
    """The places of a section's best sentences, in order; where no sentence and no title has a word of the query, of one only."""
    scores = _by_weight(said, rarity)
    if wanted:
        asked = _by_query(said, wanted, rarity)
        if wanted.isdisjoint(_words(said.section.title)):
            most, scores = (most, asked) if any(asked) else (min(most, 1), scores)
        else:
            top = max(scores, default=0.0) or 1.0
            scores = [score + 0.1 * weight / top for score, weight in zip(asked, scores, strict=True)]
    best = sorted((place for place, score in enumerate(scores) if score > 0), key=lambda place: (-scores[place], place))
    return sorted(best[:most])


def _told(said: _Said, places: list[int]) -> Iterator[str]:
    """The sentences of these places, and dots where others stand before, between or after them."""
    after = 0
    for place in places:
        if place > after:
            yield DOTS
        yield said.texts[place]
        after = place + 1
    if after < len(said.texts):
        yield DOTS


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
            found.append(_TWICE.sub(r"\1", _ENDING.sub("", word))[:_STEM])
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
