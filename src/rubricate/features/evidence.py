"""Cheap word evidence: what the words of a line, and those of the names of the elements around it, usually mean.

The tables are learned from labelled pages: for a word, how much more often lines with it belong to the document (`kept`), how much more often those
are titles (`title`), and lines of no section (`misc`), as log odds, shrunk towards nought for rare words. Words seen on few sites are left out, so
that no site is learned by heart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from operator import or_

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.lexicon import Lexicon
from rubricate.features.names import Names, named
from rubricate.features.text import Texts
from rubricate.types import Segments, Tree

__all__ = ["Evidence", "class_odds", "class_words", "evidence_columns", "line_words", "named_columns", "under_columns", "words_odds"]

_fast, _faster = twin("features._words"), twin("features._columns")
Column = NDArray[np.float32]
Three = tuple[float, float, float]
Odds = tuple[float, ...]
_WORD = re.compile(r"[^\W\d_]+")
_SPACED = {code: " " for code in range(128) if not chr(code).isalpha() and chr(code) != "\n"}
"""Makes blanks of all that is no letter, in ASCII, but for the ends of lines: faster than a pattern, with the same words."""
_SIGNS = "’‘“”–—…•·»«›©®\u00a0"
"""Signs outside ASCII that stand in many lines that have else none; they are no letters."""
_SHORTEST = 3  # letters of a word in a class
_CLASS = re.compile(r"[a-z]{3,}")
_HUMPS = re.compile(r"[A-Z]*[a-z]+|[A-Z]+")
"""The words of classes in ASCII, in camel case or not."""
_CAMEL = re.compile(r"([a-z])([A-Z])")
_HEAD = 140
"""Characters of a line that are read."""
MOST_WORDS = 16
MOST_AROUND = 48
_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Evidence:
    """Word -> (log odds of being kept, of being a title, of being a line of no section), for words of lines and for words of classes and ids."""

    words: Mapping[str, Three]
    classes: Mapping[str, Three]
    of_words: Lexicon = field(init=False, repr=False, compare=False)
    of_classes: Lexicon = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "of_words", Lexicon.of(self.words))
        object.__setattr__(self, "of_classes", Lexicon.of({word: odds for word, odds in self.classes.items() if len(word) >= _SHORTEST}))


def line_words(text: str) -> list[str]:
    """The first words of a line, in lower case."""
    return _WORD.findall(text[:_HEAD].lower())[:MOST_WORDS]


def _lines_words(texts: Sequence[str]) -> str:
    """The words of lines with blanks between them, one line below the other."""
    lower = "\n".join([text[:_HEAD] for text in texts]).lower()
    if lower.count("\n") >= len(texts):
        lower = "\n".join([text[:_HEAD].replace("\n", " ") for text in texts]).lower()
    if not lower.isascii():
        for sign in _SIGNS:
            lower = lower.replace(sign, " ")
    if lower.isascii():
        return lower.translate(_SPACED)
    lines = lower.split("\n")
    plain = "\n".join([line if line.isascii() else "" for line in lines]).translate(_SPACED).split("\n")
    return "\n".join([words if line.isascii() else " ".join(_WORD.findall(line)) for line, words in zip(lines, plain, strict=True)])


def class_words(tree: Tree, row: int) -> list[str]:
    """The words in an element's names."""
    words = {word for text in named(tree.tags[row], tree.data[row]) if text for word in _class_words(text[:200]).split()}
    return sorted([word for word in words if len(word) >= _SHORTEST])


def _class_words(text: str) -> str:
    """The words in lower case, with blanks between them."""
    if text.isascii():
        return " ".join(_HUMPS.findall(text)).lower()
    return " ".join(_CLASS.findall(_CAMEL.sub(r"\1 \2", text).lower()))


def evidence_columns(segments: Segments, texts: Texts, names: Names, evidence: Evidence) -> dict[str, Column]:
    """Means and extremes of the odds of a line's words, and of the classes around it: `words_odds` and `class_odds` of all lines together."""
    of_words = _of_words(texts.different, evidence.of_words)
    of_classes = _around(segments, names, evidence.of_classes)
    return dict(zip((*_WORD_NAMES, *_CLASS_NAMES), (*of_words.take(texts.which, axis=1), *of_classes), strict=True))


def _of_words(texts: list[str], lexicon: Lexicon) -> NDArray[np.float32]:
    """What the words of texts say: one row a measure."""
    if _fast is not None and lexicon.compiled is not None:
        table = np.empty((len(_WORD_NAMES), len(texts)), np.float32)
        _fast.lines(texts, lexicon.compiled, lexicon.odds, MOST_WORDS, table)
        return table
    numbers, which, lengths = lexicon.read(_lines_words(texts), MOST_WORDS)
    known, kept, least, most, title, first, misc, most_misc = lexicon.said(numbers, which, len(lengths))
    among = np.maximum(1, known)
    return np.array((kept / among, least, most, title / among, first, known / np.maximum(1, lengths), misc / among, most_misc), np.float32)


def named_columns(words: list[Odds], classes: list[Odds]) -> dict[str, Column]:
    """The columns under their names, from what was worked out for every line."""
    table = np.array(words, np.float32).reshape(len(words), len(_WORD_NAMES))
    found = {name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_WORD_NAMES)}
    table = np.array(classes, np.float32).reshape(len(classes), len(_CLASS_NAMES))
    found.update({name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_CLASS_NAMES)})
    return found


_WORD_NAMES = tuple(f"words_{name}" for name in "kept kept_least kept_most title title_first known misc misc_most".split())
_CLASS_NAMES = ("class_kept", "class_title", "class_misc", *(f"classes_{name}" for name in "kept kept_least kept_most title misc misc_most".split()))


_UNDER = ("kept", "kept_least", "title")


def under_columns(found: Mapping[str, Column]) -> dict[str, Column]:
    """What the words of the heading above a line say: what stands under 'Related stories' is as little kept as that line itself."""
    if _faster is not None:
        table = np.empty((len(_UNDER), len(found["chars"])), np.float32)
        look = [np.ascontiguousarray(found[name], np.float32) for name in ("heading", "bold", "chars", "linked")]
        said = [np.ascontiguousarray(found[f"words_{name}"], np.float32) for name in _UNDER]
        _faster.under(tuple(look), said, table)
        return {f"under_{name}": column for name, column in zip(_UNDER, table, strict=True)}
    heading = (found["heading"] > 0) | ((found["bold"] > 0.9) & (found["chars"] < 80) & (found["linked"] < 0.5))
    last = np.maximum.accumulate(np.where(heading, np.arange(len(heading)), -1))
    before = np.concatenate(([-1], last[:-1]))[: len(heading)]
    return {
        f"under_{name}": np.where(before >= 0, found[f"words_{name}"][before], 0).astype(np.float32) if len(heading) else found[f"words_{name}"]
        for name in _UNDER
    }


def words_odds(words: list[str], table: Mapping[str, Three]) -> Odds:
    """What the words of one line say."""
    odds = [three for three in map(table.get, words) if three is not None]
    if not odds:
        return (0.0,) * len(_WORD_NAMES)
    kept, title, misc = zip(*odds, strict=True)
    known = len(odds)
    return (sum(kept) / known, min(kept), max(kept), sum(title) / known, title[0], known / len(words), sum(misc) / known, max(misc))


def class_odds(own: Iterable[str], around: Iterable[str], table: Mapping[str, Three]) -> Odds:
    """What the classes of a line's block, and those of all elements around the block, say."""
    mine = [table[word] for word in own if word in table]
    theirs = [table[word] for word in around if word in table]
    kept, title, misc = zip(*theirs, strict=True) if theirs else ((0.0,),) * 3
    return (*[sum([odds[at] for odds in mine]) for at in range(3)], sum(kept), min(kept), max(kept), sum(title), sum(misc), max(misc))


def _around(segments: Segments, names: Names, lexicon: Lexicon) -> NDArray[np.float32]:
    """What the class words of each line's block say, and those of the elements around it."""
    if _fast is not None and lexicon.compiled is not None:
        table = np.empty((len(_CLASS_NAMES), len(segments)), np.float32)
        named, parents = (names.rows, names.numbers), segments.page.tree.parents
        _fast.around(names.texts, named, parents, segments.block, lexicon.compiled, lexicon.odds, MOST_AROUND, _class_words, table)
        return table
    parents, blocks, of = segments.page.tree.parents, segments.block, names.of
    own, words = _known_words(names, lexicon)
    inside = {-1: 0}  # row -> the words of the elements that text inside it is in
    around = []
    for block in blocks:
        row = parents[block]
        climbed = []
        while (found := inside.get(row)) is None:
            climbed.append(row)
            row = parents[row]
        for row in reversed(climbed):
            found = inside[row] = found | own[of[row]] if found.bit_count() < MOST_AROUND else found
        around.append(found)
    wide = (len(words) + 7) // 8
    # many lines have the same words: they are judged once. Looked up as bytes: a page can make whole numbers whose hashes are all the same
    both = [found.to_bytes(wide, "little") for found in [own[of[block]] for block in blocks] + around]
    numbers = {found: number for number, found in enumerate(dict.fromkeys(both))}
    which, bits = _bits(list(numbers), wide)
    said = lexicon.said(words[bits], which, len(numbers))
    of_lines = np.fromiter(map(numbers.__getitem__, both), np.intp, len(both)).reshape(2, -1)
    _, kept, least, most, title, _, misc, most_misc = said.take(of_lines, axis=1)
    return np.array((kept[0], title[0], misc[0], kept[1], least[1], most[1], title[1], misc[1], most_misc[1]), np.float32)


def _known_words(names: Names, lexicon: Lexicon) -> tuple[list[int], NDArray[np.intp]]:
    """The known words that each spelling of names has, as the bits of a number; and the words that the bits stand for, in the order of the
    alphabet, so that they are added up in that order."""
    parts = [text.split() for text in names.texts]  # spellings are made of the same few classes
    different = dict.fromkeys(chain.from_iterable(parts))
    spaced = "\n".join([part if part.islower() and part.isascii() else _class_words(part) for part in different]).translate(_SPACED)
    numbers, which, _ = lexicon.read(spaced, len(spaced))
    words, bits = np.unique(numbers, return_inverse=True)
    powers = [1 << bit for bit in range(len(words))]
    known = [0] * len(different)
    for number, bit in zip(which.tolist(), bits.tolist(), strict=True):
        known[number] |= powers[bit]
    of_part = dict(zip(different, known, strict=True)).__getitem__
    return [reduce(or_, map(of_part, part), 0) for part in parts], words


def _bits(numbers: Sequence[bytes], wide: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The bits of numbers of so many bytes, from the lowest: of each bit the place of its number, and its own; some numbers at a time, so memory
    stays small."""
    data = np.frombuffer(b"".join(numbers), np.uint8).reshape(len(numbers), wide)
    which, bits = [], []
    for start in range(0, max(1, len(numbers)), _AT_ONCE):
        rows, places = np.nonzero(np.unpackbits(data[start : start + _AT_ONCE], axis=1, bitorder="little"))
        which.append(rows + start)
        bits.append(places)
    return np.concatenate(which), np.concatenate(bits)
