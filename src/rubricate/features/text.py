"""What a line's own text looks like: length, case, punctuation, numbering, dates, links. No words of any language but a few signs of the trade."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rubricate.types import Segments

__all__ = ["text_columns"]

Column = NDArray[np.float32]

_NUMBERED = re.compile(
    r"\s*(?:[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.):\]]|§|第|\d{1,3}(?:\.\d{1,3}){1,4}\s"
    r"|(?:[Aa]rticle|[Ss]ection|[Pp]art|[Cc]hapter|ARTICLE|SECTION|PART|CHAPTER)\s+[\dIVXLC]+)"
)
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d[/.:]\d\d(?!\d)")
_ADDRESS = re.compile(r"@|https?://|www\.")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_UPPER, _LOWER, _DIGIT, _SPACE, _AT, _SIGN, _BRACKET, _MONEY = 1, 2, 4, 8, 16, 32, 64, 128
_LAST = 0x2200
"""Characters from here on (mostly without case) are all of no kind."""
_HEAD = 300

_KINDS_OF_ENDING = {1: ".。", 2: "!！", 3: "?？", 4: ":：", 5: ";；", 6: ",，、", 7: "…", 8: ")]", 9: '"”’'}
_ENDINGS = {sign: kind for kind, signs in _KINDS_OF_ENDING.items() for sign in signs}


def _shape(text: str) -> tuple[float, ...]:
    """What is quickest to see line by line; the costly things are looked for in the first 300 characters only."""
    last, first = text[-1], text[0]
    words, sentences, commas = text.count(" ") + 1, text.count(". ") + text.count("? ") + (last in ".!?。"), text.count(",")
    if not text.isascii():
        sentences += text.count("。")
        commas += text.count("，") + text.count("、")
        head = text[:_HEAD]
        if _CJK.search(head):  # words are not separated: two characters count as one
            words += len(_CJK.findall(head)) * len(text) // (2 * len(head))
    return (
        len(text),
        words,
        _ENDINGS.get(last, 10 if last.isalnum() else 11),
        sentences,
        commas,
        1.0 if first.isupper() else 2.0 if first.islower() else 3.0 if first.isdigit() else 4.0 if first.isalpha() else 0.0,
        1.0 if _NUMBERED.match(text, 0, _HEAD) else 0.0,
        1.0 if ": " in text[:60] else 0.0,
    )


_SHAPES = ("chars", "words", "ending", "sentences", "commas", "first", "numbered", "early_colon")
_NAMES = (*_SHAPES, "capitals", "digits", "date", "address", "signs", "brackets", "money", "repeats", "in_title")


def _letters(texts: Sequence[str]) -> dict[str, Column]:
    """What kinds of letters the lines are made of: one look at all of them together."""
    heads = [text[:_HEAD] for text in texts]
    every = "\n".join(heads) + "\n"
    if every.isascii():
        kinds = _kinds()[np.frombuffer(every.encode("ascii"), np.uint8)]
    else:
        kinds = _kinds()[np.minimum(np.frombuffer(every.encode("utf-32-le", "surrogatepass"), np.uint32), _LAST)]
    lengths = np.array([len(head) for head in heads], np.intp)
    starts = np.cumsum(lengths + 1) - lengths - 1
    space = (kinds & _SPACE) != 0
    begins = ~space
    begins[1:] &= space[:-1]
    has = np.bitwise_or.reduceat(kinds, starts)
    digits = np.add.reduceat((kinds & _DIGIT) != 0, starts, dtype=np.intp)
    words = np.add.reduceat(begins, starts, dtype=np.intp)
    capitals = np.add.reduceat(begins & ((kinds & _UPPER) != 0), starts, dtype=np.intp) * 0.99 / np.maximum(1, words)
    capitals[(has & (_UPPER | _LOWER)) == _UPPER] = 1.0
    capitals[(has & (_UPPER | _LOWER)) == _LOWER] = 0.0
    found = {
        "capitals": capitals,
        "digits": digits / np.maximum(1, lengths),
        "date": np.zeros(len(heads)),
        "address": np.array(["www." in head for head in heads], np.float32),
        "signs": (has & _SIGN) != 0,
        "brackets": (has & _BRACKET) != 0,
        "money": ((has & _MONEY) != 0) & (digits > 0),
    }
    for name, pattern, bit in (("date", _DATE, _DIGIT), ("address", _ADDRESS, _AT)):
        for index in np.flatnonzero(has & bit).tolist():
            found[name][index] = pattern.search(heads[index]) is not None
    return {name: column.astype(np.float32) for name, column in found.items()}


@lru_cache(maxsize=1)
def _kinds() -> NDArray[np.uint8]:
    """Code of a character -> bits for what it is."""
    table = np.zeros(_LAST + 1, np.uint8)
    for code in range(_LAST):
        sign = chr(code)
        table[code] = _UPPER * sign.isupper() | _LOWER * sign.islower() | _DIGIT * sign.isdecimal() | _SPACE * sign.isspace()
    for signs, bit in (("@/", _AT), ("©®|»›→•·", _SIGN), ("([", _BRACKET), ("$€£¥₹₩₽", _MONEY)):
        table[[ord(sign) for sign in signs]] |= bit
    return table


def text_columns(segments: Segments) -> dict[str, Column]:
    """One column a measure."""
    texts = segments.text
    if not texts:
        return {name: np.zeros(0, np.float32) for name in _NAMES}
    table = np.array([_shape(text) for text in texts], dtype=np.float32)
    columns = {name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_SHAPES)}
    columns.update(_letters(texts))
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    columns["repeats"] = np.array([counts[text] for text in texts], dtype=np.float32)
    columns["in_title"] = _title_overlap(segments)
    return columns


def _title_overlap(segments: Segments) -> Column:
    """The share of a short line's words that are in the page's <title>; 2 where the line is (the start of) the title."""
    title = " ".join(segments.page.title.lower().split())
    words = set(title.split())
    found = np.zeros(len(segments.text), np.float32)
    if not words:
        return found
    for index, text in enumerate(segments.text):
        if len(text) <= 150:
            lower = text.lower()
            if len(lower) > 3 and title.startswith(lower):
                found[index] = 2.0
            else:
                own = lower.split()
                found[index] = sum([word in words for word in own]) / len(own)
    return found
