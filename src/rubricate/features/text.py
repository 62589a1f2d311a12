"""What a line's own text looks like: length, case, punctuation, numbering, dates, links. No words of any language but a few signs of the trade."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.series import MAYBE
from rubricate.features.wanted import EVERYTHING, Wanted

__all__ = ["Texts", "begins_title", "text_columns"]

_fast = twin("features._words")
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
_DIGITS = 3
"""Digits that a date or a time has at least."""

_KINDS_OF_ENDING = {1: ".。", 2: "!！", 3: "?？", 4: ":：", 5: ";；", 6: ",，、", 7: "…", 8: ")]", 9: '"”’'}
_ENDINGS = {sign: kind for kind, signs in _KINDS_OF_ENDING.items() for sign in signs}


def _shapes(of_page: Texts, wanted: Wanted) -> dict[str, NDArray[Any]]:
    """What is quickest to see line by line; the costly things are looked for in the first 300 characters only."""
    texts = of_page.different
    lasts = [text[-1] for text in texts]
    found: dict[str, list[int]] = {"chars": [*map(len, texts)], "sentences": _sentences(texts, lasts)}
    if "words" in wanted:
        found["words"] = [count + 1 for count in of_page.blanks.tolist()]
    if "ending" in wanted:
        ending = {sign: _ENDINGS.get(sign, 10 if sign.isalnum() else 11) for sign in set(lasts)}
        found["ending"] = [ending[sign] for sign in lasts]
    if "commas" in wanted:
        found["commas"] = [text.count(",") if "," in text else 0 for text in texts]
    if "first" in wanted:
        first = {sign: _first(sign) for sign in {text[0] for text in texts}}
        found["first"] = [first[text[0]] for text in texts]
    if "numbered" in wanted:
        found["numbered"] = [0] * len(texts)
        for index in np.flatnonzero(of_page.maybe_numbered).tolist():
            found["numbered"][index] = _NUMBERED.match(texts[index], 0, _HEAD) is not None
    if "early_colon" in wanted:
        found["early_colon"] = [": " in text[:60] for text in texts]
    _add_foreign(found, texts)
    return {name: np.fromiter(values, np.float32, len(values)) for name, values in found.items()}


def _sentences(texts: Sequence[str], lasts: Sequence[str]) -> list[int]:
    """Most lines have none, and asking for that is quicker than counting."""
    return [
        (text.count(". ") if ". " in text else 0) + (text.count("? ") if "?" in text else 0) + (sign in ".!?。")
        for text, sign in zip(texts, lasts, strict=True)
    ]


def _add_foreign(found: dict[str, list[int]], texts: Sequence[str]) -> None:
    """What other scripts write for full stops, commas and blanks."""
    for index in [index for index, text in enumerate(texts) if not text.isascii()]:
        text, head = texts[index], texts[index][:_HEAD]
        found["sentences"][index] += text.count("。")
        if "commas" in found:
            found["commas"][index] += text.count("，") + text.count("、")
        if "words" in found and _CJK.search(head):  # words are not separated: two characters count as one
            found["words"][index] += len(_CJK.findall(head)) * len(text) // (2 * len(head))


def _first(sign: str) -> int:
    return 1 if sign.isupper() else 2 if sign.islower() else 3 if sign.isdigit() else 4 if sign.isalpha() else 0


_NAMES = (
    "chars words ending sentences commas first numbered early_colon capitals digits date address signs brackets money repeats in_title described"
).split()
_LETTERS = "capitals digits date address signs brackets money".split()
_LONGEST = 150
"""Characters of a line that may be the page's title."""
_WORDS = re.compile(r"\w+")
_SAME, _DESCRIPTION = 30, 2000
"""Characters that are the same by no chance; characters of a description that are read."""


def _letters(texts: Sequence[str], wanted: Wanted) -> dict[str, NDArray[Any]]:
    """What kinds of letters the lines are made of: one look at all of them together."""
    heads = [text[:_HEAD] for text in texts]
    every = "\n".join(heads) + "\n"
    kinds = _kinds_of(every)
    lengths = np.fromiter(map(len, heads), np.intp, len(heads))
    bounds = np.zeros(len(heads) + 1, np.intp)
    np.cumsum(lengths + 1, out=bounds[1:])
    has = np.bitwise_or.reduceat(kinds, bounds[:-1])
    digits = _counts((kinds & _DIGIT) != 0, bounds)
    found: dict[str, NDArray[Any]] = {"digits": digits / np.maximum(1, lengths)}
    if "capitals" in wanted:
        found["capitals"] = _capitals(kinds, has, bounds)
    if "date" in wanted:
        found["date"] = _matching(_DATE, heads, digits >= (_DIGITS if every.isascii() else 1))
    if "address" in wanted:
        found["address"] = _matching(_ADDRESS, heads, (has & _AT) != 0)
        if "www." in every:
            found["address"] |= np.array(["www." in head for head in heads])
    if "signs" in wanted:
        found["signs"] = (has & _SIGN) != 0
    if "brackets" in wanted:
        found["brackets"] = (has & _BRACKET) != 0
    if "money" in wanted:
        found["money"] = ((has & _MONEY) != 0) & (digits > 0)
    return found


def _capitals(kinds: NDArray[np.uint8], has: NDArray[np.uint8], bounds: NDArray[np.intp]) -> NDArray[np.float64]:
    """The share of words that begin with a capital: 1 where there are only capitals, and less than 1 elsewhere."""
    space = (kinds & _SPACE) != 0
    begins = ~space
    begins[1:] &= space[:-1]
    capitals: NDArray[np.float64] = _counts(begins & ((kinds & _UPPER) != 0), bounds) * 0.99 / np.maximum(1, _counts(begins, bounds))
    cases = has & (_UPPER | _LOWER)
    capitals[cases == _UPPER] = 1.0
    capitals[cases == _LOWER] = 0.0
    return capitals


def _matching(pattern: re.Pattern[str], heads: Sequence[str], maybe: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which lines have a match of the pattern, among those that may have one."""
    found = np.zeros(len(heads), np.bool_)
    found[[index for index in np.flatnonzero(maybe).tolist() if pattern.search(heads[index])]] = True
    return found


def _kinds_of(text: str) -> NDArray[np.uint8]:
    """For every character the bits for what it is; text of single bytes, which most pages are, is turned in one go."""
    try:
        return np.frombuffer(text.encode("latin-1").translate(_kinds()[:256].tobytes()), np.uint8)
    except UnicodeEncodeError:
        return np.take(_kinds(), np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32), mode="clip")


def _counts(marks: NDArray[np.bool_], bounds: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many of the marks lie between each bound and the next."""
    before = marks.nonzero()[0].searchsorted(bounds)
    return before[1:] - before[:-1]


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
        self.different: list[str]
        self.which: NDArray[np.intp]
        self.blanks: NDArray[np.intp]  # of the different ones, how many there are in each
        self.maybe_numbered: NDArray[np.bool_]  # of the different ones, too
        if _fast is not None and texts:
            self.different, which, blanks, maybe = _fast.different(texts)
            self.which, self.blanks = np.frombuffer(which, np.intp), np.frombuffer(blanks, np.intp)
            self.maybe_numbered = np.frombuffer(maybe, np.bool_)
            return
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        self.different = list(numbers)
        self.blanks = np.array([text.count(" ") for text in numbers], np.intp)
        self.maybe_numbered = np.array([MAYBE.match(text) is not None for text in numbers], np.bool_)
        self.which = np.array([numbers[text] for text in texts], np.intp)

    def letters(self, chars: Column) -> Column:
        """The characters of each line but blanks, one at least."""
        if _fast is not None:
            found = np.empty(len(chars), np.float32)
            _fast.letters(self.blanks, self.which, chars, found)
            return found
        every: Column = np.maximum(1.0, chars - self.blanks.astype(np.float32)[self.which])
        return every


def text_columns(texts: Texts, title: str, description: str = "", wanted: Wanted = EVERYTHING) -> dict[str, Column]:
    """One column a measure: lengths and sentences, and what else is wanted; `title` and `description` are the page's."""
    if not texts.different:
        return {name: np.zeros(0, np.float32) for name in _NAMES}
    if _fast is not None:
        return _compiled(texts, title, description, wanted)
    found = _shapes(texts, wanted)
    if any(name in wanted for name in _LETTERS):
        found.update(_letters(texts.different, wanted))
    if "repeats" in wanted:
        found["repeats"] = np.bincount(texts.which)
    if "in_title" in wanted:
        found["in_title"] = _in_title(texts.different, title)
    if "described" in wanted:
        found["described"] = _described(texts.different, description)
    names = [name for name in _NAMES if name in found]
    return dict(zip(names, np.array([found[name] for name in names], np.float32).take(texts.which, axis=1), strict=True))


_SIGNS = "chars words ending sentences commas first early_colon capitals digits date address signs brackets money".split()
"""The rows that the compiled twin fills together."""
_FEW = 64
"""Words of a title that the twin looks up one after the other: a page could choose many that fall together."""


@lru_cache(maxsize=1)
def _compiled_kinds() -> Any:
    """What a character is, as the compiled twin looks it up."""
    return _fast.Kinds(_kinds())


def _compiled(texts: Texts, title: str, description: str, wanted: Wanted) -> dict[str, Column]:
    """The same columns, by the compiled twin."""
    others = [name for name in ("numbered", "repeats", "in_title", "described") if name in wanted]
    table = np.empty((len(_SIGNS) + len(others), len(texts.different)), np.float32)
    _fast.signs(texts.different, texts.blanks, _compiled_kinds(), _ENDINGS, table)
    rows = dict(zip(others, table[len(_SIGNS) :], strict=True))
    if "numbered" in rows:
        _fast.numbered_lines(texts.different, texts.maybe_numbered, _NUMBERED.match, _HEAD, rows["numbered"])
    if "repeats" in rows:
        rows["repeats"][:] = np.bincount(texts.which)
    if "in_title" in rows:
        folded = _folded(title)
        words = dict.fromkeys(folded.split(), 1)
        if len(words) <= _FEW:
            _fast.in_title(texts.different, folded, _fast.Words(words), rows["in_title"])
        else:
            rows["in_title"][:] = _in_title(texts.different, title)
    if "described" in rows:
        _fast.described(texts.different, _folded(description[:_DESCRIPTION]), rows["described"])
    of_lines = table.take(texts.which, axis=1)
    found = dict(zip((*_SIGNS, *others), of_lines, strict=True))
    return {name: found[name] for name in _NAMES if name in found}


def begins_title(text: str, title: str) -> bool:
    """Whether the page's <title> begins with the words of a line (or is it), whatever signs stand between them."""
    if not 3 < len(text) <= _LONGEST:
        return False
    words = _WORDS.findall(text.lower())
    return bool(words) and _WORDS.findall(title[: 4 * _LONGEST].lower())[: len(words)] == words


def _folded(title: str) -> str:
    return " ".join(title.lower().split())


def _described(texts: Sequence[str], description: str) -> Column:
    """Whether the page's description begins as a longer line does, or says the whole of it."""
    description = _folded(description[:_DESCRIPTION])
    head = description[:_SAME]
    found = np.zeros(len(texts), np.float32)
    if len(head) == _SAME:
        for index in [index for index, text in enumerate(texts) if len(text) >= _SAME]:
            lower = texts[index][:_DESCRIPTION].lower()
            found[index] = lower.startswith(head) or (len(texts[index]) <= _DESCRIPTION and lower in description)
    return found


def _in_title(texts: Sequence[str], title: str) -> Column:
    """The share of a short line's words that are in the page's <title>; 2 where the line is (the start of) the title."""
    title = _folded(title)
    words = set(title.split())
    found = np.zeros(len(texts), np.float32)
    for index, text in enumerate(texts if words else ()):
        if len(text) <= _LONGEST:
            lower = text.lower()
            if len(lower) > 3 and title.startswith(lower):
                found[index] = 2.0
            elif not words.isdisjoint(own := lower.split()):
                found[index] = sum([word in words for word in own]) / len(own)
    return found
