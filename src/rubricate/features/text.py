"""What a line's own text looks like: length, case, punctuation, numbering, dates, links. No words of any language but a few signs of the trade."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rubricate.features.series import MAYBE

__all__ = ["Texts", "text_columns"]

Column = NDArray[np.float32]

_NUMBERED = re.compile(
    r"\s*(?:[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.):\]]|§|第|\d{1,3}(?:\.\d{1,3}){1,4}\s"
    r"|(?:[Aa]rticle|[Ss]ection|[Pp]art|[Cc]hapter|ARTICLE|SECTION|PART|CHAPTER)\s+[\dIVXLC]+)"
)
_DATE = re.compile(r"\d(?:(?<!\d\d)(?:(?<=1)9|(?<=2)0)\d\d(?!\d)|[/.:]\d\d(?!\d))")
"""A year, or the last part of a date or a time; written so that it begins with a digit, to which a search can jump."""
_ADDRESS = re.compile(r"@|https?://|www\.")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_UPPER, _LOWER, _DIGIT, _SPACE, _AT, _SIGN, _BRACKET, _MONEY = 1, 2, 4, 8, 16, 32, 64, 128
_LAST = 0x2200
"""Characters from here on (mostly without case) are all of no kind."""
_HEAD = 300

_KINDS_OF_ENDING = {1: ".。", 2: "!！", 3: "?？", 4: ":：", 5: ";；", 6: ",，、", 7: "…", 8: ")]", 9: '"”’'}
_ENDINGS = {sign: kind for kind, signs in _KINDS_OF_ENDING.items() for sign in signs}


def _shapes(of_page: Texts) -> dict[str, Column]:
    """What is quickest to see line by line; the costly things are looked for in the first 300 characters only."""
    texts = of_page.different
    firsts, lasts = [text[0] for text in texts], [text[-1] for text in texts]
    first = {sign: _first(sign) for sign in set(firsts)}
    ending = {sign: _ENDINGS.get(sign, 10 if sign.isalnum() else 11) for sign in set(lasts)}
    found: dict[str, list[int]] = {
        "chars": [len(text) for text in texts],
        "words": [count + 1 for count in of_page.blanks],
        "ending": [ending[sign] for sign in lasts],
        "sentences": [
            (text.count(". ") if ". " in text else 0) + (text.count("? ") if "?" in text else 0) + (sign in ".!?。")
            for text, sign in zip(texts, lasts, strict=True)
        ],  # most have none, and asking for that is quicker than counting
        "commas": [text.count(",") if "," in text else 0 for text in texts],
        "first": [first[sign] for sign in firsts],
        "numbered": [maybe and _NUMBERED.match(text, 0, _HEAD) is not None for text, maybe in zip(texts, of_page.maybe_numbered, strict=True)],
        "early_colon": [": " in text[:60] for text in texts],
    }
    for index, text in enumerate(texts):
        if not text.isascii():
            found["sentences"][index] += text.count("。")
            found["commas"][index] += text.count("，") + text.count("、")
            head = text[:_HEAD]
            if _CJK.search(head):  # words are not separated: two characters count as one
                found["words"][index] += len(_CJK.findall(head)) * len(text) // (2 * len(head))
    return {name: np.array(values, np.float32) for name, values in found.items()}


def _first(sign: str) -> int:
    return 1 if sign.isupper() else 2 if sign.islower() else 3 if sign.isdigit() else 4 if sign.isalpha() else 0


_NAMES = "chars words ending sentences commas first numbered early_colon capitals digits date address signs brackets money repeats in_title".split()


def _letters(texts: Sequence[str]) -> dict[str, Column]:
    """What kinds of letters the lines are made of: one look at all of them together."""
    heads = [text[:_HEAD] for text in texts]
    every = "\n".join(heads) + "\n"
    codes = np.frombuffer(every.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = np.take(_kinds(), codes, mode="clip")
    lengths = np.array([len(head) for head in heads], np.intp)
    bounds = np.concatenate(([0], np.cumsum(lengths + 1)))
    space = (kinds & _SPACE) != 0
    begins = ~space
    begins[1:] &= space[:-1]
    has = np.bitwise_or.reduceat(kinds, bounds[:-1])
    digits = _counts((kinds & _DIGIT) != 0, bounds)
    capitals = _counts(begins & ((kinds & _UPPER) != 0), bounds) * 0.99 / np.maximum(1, _counts(begins, bounds))
    capitals[(has & (_UPPER | _LOWER)) == _UPPER] = 1.0
    capitals[(has & (_UPPER | _LOWER)) == _LOWER] = 0.0
    found = {
        "capitals": capitals,
        "digits": digits / np.maximum(1, lengths),
        "date": np.zeros(len(heads)),
        "address": np.array(["www." in head for head in heads] if "www." in every else np.zeros(len(heads))),
        "signs": (has & _SIGN) != 0,
        "brackets": (has & _BRACKET) != 0,
        "money": ((has & _MONEY) != 0) & (digits > 0),
    }
    for name, pattern, bit in (("date", _DATE, _DIGIT), ("address", _ADDRESS, _AT)):
        for index in np.flatnonzero(has & bit).tolist():
            found[name][index] = pattern.search(heads[index]) is not None
    return {name: column.astype(np.float32) for name, column in found.items()}


def _counts(marks: NDArray[np.bool_], bounds: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many of the marks lie between each bound and the next."""
    return np.diff(np.searchsorted(np.flatnonzero(marks), bounds))


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


class Texts:
    """The different texts of a page, and which of them each line has: what depends on the text alone is worked out once a text."""

    __slots__ = ("blanks", "different", "maybe_numbered", "which")

    def __init__(self, texts: Sequence[str]) -> None:
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        self.different = list(numbers)
        self.blanks = [text.count(" ") for text in numbers]
        self.maybe_numbered = [MAYBE.match(text) is not None for text in numbers]
        self.which: NDArray[np.intp] = np.array([numbers[text] for text in texts], np.intp)


def text_columns(texts: Texts, title: str) -> dict[str, Column]:
    """One column a measure; `title` is the page's."""
    if not texts.different:
        return {name: np.zeros(0, np.float32) for name in _NAMES}
    found = _shapes(texts)
    found.update(_letters(texts.different))
    found["repeats"] = np.bincount(texts.which).astype(np.float32)
    found["in_title"] = _in_title(texts.different, title)
    return dict(zip(found, np.take(np.array([*found.values()], np.float32), texts.which, axis=1), strict=True))


def _in_title(texts: Sequence[str], title: str) -> Column:
    """The share of a short line's words that are in the page's <title>; 2 where the line is (the start of) the title."""
    title = " ".join(title.lower().split())
    words = set(title.split())
    found = np.zeros(len(texts), np.float32)
    for index, text in enumerate(texts if words else ()):
        if len(text) <= 150:
            lower = text.lower()
            if len(lower) > 3 and title.startswith(lower):
                found[index] = 2.0
            elif not words.isdisjoint(own := lower.split()):
                found[index] = sum([word in words for word in own]) / len(own)
    return found
