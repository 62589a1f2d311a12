"""Cheap word evidence: what the words of a line, and the class and id words of the elements around it, usually mean.

The tables are learned from labelled pages: for a word, how much more often lines with it belong to the document (`kept`), and how much more often
they are titles (`title`), as log odds, shrunk towards nought for rare words. Words seen on few sites are left out, so that no site is
learned by heart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

from rubricate.features.lexicon import Lexicon
from rubricate.features.place import Named
from rubricate.features.text import Texts
from rubricate.types import Segments, Tree

__all__ = ["Evidence", "class_odds", "class_words", "evidence_columns", "line_words", "lines_words", "named_columns", "under_columns", "words_odds"]

Column = NDArray[np.float32]
Pair = tuple[float, float]
Words = frozenset[int]  # by their numbers in a lexicon
Odds = tuple[float, float, float, float, float, float]
_WORD = re.compile(r"[^\W\d_]+")
_SPACED = {code: " " for code in range(128) if not chr(code).isalpha()}
"""Makes blanks of all that is no letter, in ASCII: faster than the pattern, with the same words."""
_CLASS = re.compile(r"[a-z]{3,}")
_CAMEL = re.compile(r"([a-z])([A-Z])")
MOST_WORDS = 16
MOST_AROUND = 48


@dataclass(frozen=True, slots=True)
class Evidence:
    """Word -> (log odds of being kept, log odds of being a title), for words of lines and for words of classes and ids."""

    words: Mapping[str, Pair]
    classes: Mapping[str, Pair]
    of_words: Lexicon = field(init=False, repr=False, compare=False)
    of_classes: Lexicon = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "of_words", Lexicon.of(self.words))
        object.__setattr__(self, "of_classes", Lexicon.of(self.classes))


def line_words(text: str) -> list[str]:
    """The first words of a line, in lower case."""
    return lines_words([text])[0]


def lines_words(texts: Sequence[str]) -> list[list[str]]:
    """The first words of every line; those in ASCII are cut out of one text, in which a letter keeps its place."""
    heads = [text[:140] for text in texts]
    letters = "".join([head for head in heads if head.isascii()]).lower().translate(_SPACED)
    found, end = [], 0
    for head in heads:
        if head.isascii():
            start, end = end, end + len(head)
            found.append(letters[start:end].split(None, MOST_WORDS)[:MOST_WORDS])
        else:
            found.append(_WORD.findall(head.lower())[:MOST_WORDS])
    return found


def class_words(tree: Tree, row: int) -> list[str]:
    """The words in an element's class and id."""
    return sorted({word for name, value in tree.data[row] if value and name in ("class", "id") for word in _class_words(value[:200])})


def _class_words(text: str) -> list[str]:
    return _CLASS.findall(text if text.islower() else _CAMEL.sub(r"\1 \2", text).lower())


def evidence_columns(segments: Segments, texts: Texts, named: Named, evidence: Evidence) -> dict[str, Column]:
    """Means and extremes of the odds of a line's words, and of the classes around it: `words_odds` and `class_odds` of all lines together."""
    words = lines_words(texts.different)
    lengths = np.array([len(line) for line in words], np.intp)
    numbers = np.fromiter(map(evidence.of_words.numbers.get, chain.from_iterable(words), repeat(0)), np.intp, lengths.sum())
    known, kept, least, most, title, first = evidence.of_words.said(numbers, lengths)
    among = np.maximum(1, known)
    of_words = np.array((kept / among, least, most, title / among, first, known / np.maximum(1, lengths)), np.float32)
    of_classes = np.array(_around(segments, named, evidence.of_classes), np.float32)
    return dict(zip((*_WORD_NAMES, *_CLASS_NAMES), (*of_words.take(texts.which, axis=1), *of_classes), strict=True))


def named_columns(words: list[Odds], classes: list[Odds]) -> dict[str, Column]:
    """The columns under their names, from what was worked out for every line."""
    table = np.array(words, np.float32).reshape(len(words), len(_WORD_NAMES))
    found = {name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_WORD_NAMES)}
    table = np.array(classes, np.float32).reshape(len(classes), len(_CLASS_NAMES))
    found.update({name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_CLASS_NAMES)})
    return found


_WORD_NAMES = ("words_kept", "words_kept_least", "words_kept_most", "words_title", "words_title_first", "words_known")
_CLASS_NAMES = ("class_kept", "class_title", "classes_kept", "classes_kept_least", "classes_kept_most", "classes_title")


def under_columns(found: Mapping[str, Column]) -> dict[str, Column]:
    """What the words of the heading above a line say: what stands under 'Related stories' is as little kept as that line itself."""
    heading = (found["heading"] > 0) | ((found["bold"] > 0.9) & (found["chars"] < 80) & (found["linked"] < 0.5))
    last = np.maximum.accumulate(np.where(heading, np.arange(len(heading)), -1))
    before = np.concatenate(([-1], last[:-1]))[: len(heading)]
    return {
        f"under_{name}": np.where(before >= 0, found[f"words_{name}"][before], 0).astype(np.float32) if len(heading) else found[f"words_{name}"]
        for name in ("kept", "kept_least", "title")
    }


def words_odds(words: list[str], table: Mapping[str, Pair]) -> Odds:
    """What the words of one line say."""
    odds = [pair for pair in map(table.get, words) if pair is not None]
    if not odds:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    kept, title = zip(*odds, strict=True)
    return (sum(kept) / len(kept), min(kept), max(kept), sum(title) / len(title), title[0], len(odds) / len(words))


def class_odds(own: Iterable[str], around: Iterable[str], table: Mapping[str, Pair]) -> Odds:
    """What the classes of a line's block, and those of all elements around the block, say."""
    mine = [table[word] for word in own if word in table]
    theirs = [table[word] for word in around if word in table]
    kept = [pair[0] for pair in theirs]
    return (
        sum([pair[0] for pair in mine]),
        sum([pair[1] for pair in mine]),
        sum(kept),
        min(kept, default=0.0),
        max(kept, default=0.0),
        sum([pair[1] for pair in theirs]),
    )


def _around(segments: Segments, named: Named, lexicon: Lexicon) -> tuple[NDArray[np.float64], ...]:
    """What the class words of each line's block say, and those of the elements around it."""
    parents, blocks = segments.page.tree.parents, segments.block
    sets, own = _known_words(named, lexicon.numbers)
    inside = {-1: 0}  # row -> the words of the elements that text inside it is in
    entered: dict[tuple[int, int], int] = {}
    for row, mine in own.items():
        outer = inside[parents[row]]
        inner = entered.get((outer, mine)) if mine else outer
        if inner is None:
            words = sets[outer].union(sets[mine]) if len(sets[outer]) < MOST_AROUND else sets[outer]
            inner = entered[outer, mine] = len(sets) if len(words) > len(sets[outer]) else outer
            if inner != outer:
                sets.append(words)
        inside[row] = inner
    both = [own[block] for block in blocks] + [inside[parents[block]] for block in blocks]
    numbers = {found: number for number, found in enumerate(dict.fromkeys(both))}  # many lines have the same words: they are judged once
    lists = [sorted(sets[found]) for found in numbers]
    said = lexicon.said(np.array([*chain.from_iterable(lists)], np.intp), np.array([len(words) for words in lists], np.intp))
    _, kept, least, most, title, _ = said.take(np.array([numbers[found] for found in both], np.intp).reshape(2, -1), axis=1)
    return kept[0], title[0], kept[1], least[1], most[1], title[1]


def _known_words(named: Named, numbers: Mapping[str, int]) -> tuple[list[Words], dict[int, int]]:
    """The different known words that elements have in class and id, none first; and which of them each element has."""
    known: dict[Words, int] = {frozenset(): 0}
    spelt: dict[tuple[str | None, str | None], int] = {(None, None): 0}  # class and id -> which known words
    found = {}
    for row, names in named.items():
        which = spelt.get(names)
        if which is None:
            written = " ".join([name[:200] for name in names if name])
            words = frozenset(filter(None, map(numbers.get, _class_words(written))))
            which = spelt[names] = known.setdefault(words, len(known))
        found[row] = which
    return list(known), found
