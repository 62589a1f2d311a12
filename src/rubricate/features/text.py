"""What a line's own text looks like: length, case, punctuation, numbering, dates, links. No words of any language but a few signs of the trade."""

from __future__ import annotations

import re

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
_SIGNS = re.compile(r"[©®|»›→•·]")
_DIGIT = re.compile(r"\d")
_DIGITS = frozenset("0123456789")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_KINDS_OF_ENDING = {1: ".。", 2: "!！", 3: "?？", 4: ":：", 5: ";；", 6: ",，、", 7: "…", 8: ")]", 9: '"”’'}
_ENDINGS = {sign: kind for kind, signs in _KINDS_OF_ENDING.items() for sign in signs}


def _shape(text: str) -> tuple[float, ...]:
    """The measures of one text; the costly ones look at its first 300 characters only."""
    length = len(text)
    words = text.count(" ") + 1
    head = text if length <= 300 else text[:300]
    last, first = text[-1], text[0]
    sentences = text.count(". ") + text.count("? ") + (last in ".!?。")
    commas = text.count(",")
    if head.isascii():  # one look at the letters it is made of spares a search for each kind
        letters = set(head)
        digits = 0 if _DIGITS.isdisjoint(letters) else len(_DIGIT.findall(head))
        address = "@" in letters or ("/" in letters and bool(_ADDRESS.search(head))) or "www." in head
        sign = "|" in letters
        bracket = "(" in letters or "[" in letters
    else:
        sentences += text.count("。")
        commas += text.count("，") + text.count("、")
        if _CJK.search(head):  # words are not separated: two characters count as one
            words += len(_CJK.findall(head)) * length // (2 * len(head))
        digits = len(_DIGIT.findall(head))
        address, sign, bracket = bool(_ADDRESS.search(head)), bool(_SIGNS.search(head)), "(" in head or "[" in head
    return (
        length,
        words,
        _ENDINGS.get(last, 10 if last.isalnum() else 11),
        sentences,
        commas,
        _capitals(head),
        1.0 if first.isupper() else 2.0 if first.islower() else 3.0 if first.isdigit() else 4.0 if first.isalpha() else 0.0,
        digits / len(head),
        1.0 if _NUMBERED.match(head) else 0.0,
        1.0 if digits and _DATE.search(head) else 0.0,
        address,
        sign,
        bracket,
        1.0 if ": " in head[:60] else 0.0,
    )


def _capitals(head: str) -> float:
    """The share of words that begin with a capital; 1 where all letters are capitals."""
    if head.isupper():
        return 1.0
    if head.islower():
        return 0.0
    parts = head.split()
    return sum([part[0].isupper() for part in parts]) * 0.99 / len(parts) if parts else 0.0


_NAMES = (
    "chars words ending sentences commas capitals first digits numbered date address signs brackets early_colon"
).split()


def text_columns(segments: Segments) -> dict[str, Column]:
    """One column a measure."""
    texts = segments.text
    if not texts:
        return {name: np.zeros(0, np.float32) for name in (*_NAMES, "repeats", "in_title")}
    table = np.array([_shape(text) for text in texts], dtype=np.float32)
    columns = {name: np.ascontiguousarray(table[:, index]) for index, name in enumerate(_NAMES)}
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
