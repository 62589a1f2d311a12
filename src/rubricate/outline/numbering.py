"""The numbers that titles carry: '1.', '1.1', '(a)', 'iv.', 'Article 5', 'Part III', '§ 3', '第一章', '一、'.

A number has a form (what it looks like apart from its value: 'd.', '(a)', 'article d') and a value, for '1.2.3' a path of values. One text may
have several readings ('i.' is the ninth letter and the first roman number, 'C.' the third letter and a hundred): `numbers` reads a page's titles
in order and takes the reading that goes on with a series, else one that starts a series. All patterns look at a text's first characters only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_HEAD = 48  # no numbering is longer than that

_WORDS = (
    "article|art|section|sec|part|chapter|appendix|annex|annexe|schedule|exhibit|attachment|clause|paragraph|rule|step|question|principle|title|volume|book|"
    "artikel|abschnitt|kapitel|teil|anhang|anlage|artículo|articulo|sección|seccion|capítulo|capitulo|parte|anexo|artigo|seção|"
    "chapitre|partie|titre|articolo|sezione|capitolo|allegato|hoofdstuk|раздел|глава|статья|часть|приложение"
)
_WORD = re.compile(
    rf"(?P<word>{_WORDS}|§{{1,2}}|№|#)(?:\.|\s|\s?n[o°º]\.?\s|:)?\s?(?P<value>[0-9]{{1,4}}(?:\.[0-9]{{1,3}}){{0,5}}|[ivxlcdm]{{1,8}}|[a-z])(?![\w])",
    re.IGNORECASE,
)
_WORD_STARTS = frozenset(word[:3] for word in _WORDS.split("|"))
_PATH = re.compile(
    r"(?P<open>[(\[]?)(?P<value>\d{1,3}(?:\.\d{1,3}){0,6})"
    r"(?P<close>\.?\)|(?=[(（])|\]|[.:、．)）]|\s?[-–—](?=\s)|(?=\s)|(?=[^\W\d_]))"
)
_LETTER = re.compile(r"(?P<open>[(\[]?)(?P<value>[a-z]|[ivxlcdm]{2,8})(?P<close>\.?\)|\]|[.:)]|\s[-–—](?=\s))(?=\s|$|(?-i:[A-Z(\"“]))", re.IGNORECASE)
_HAN = "零〇一二三四五六七八九十百千两兩"
_HAN_UNIT = re.compile(rf"第\s?(?P<value>[{_HAN}]{{1,7}}|[0-9０-９]{{1,4}})\s?(?P<unit>[编編部篇卷章节節条條款项項讲講回])")
_HAN_LIST = re.compile(rf"(?P<open>[(（]?)(?P<value>[{_HAN}]{{1,5}})(?P<close>[)）]?[、.．:：)）]|[)）])")
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_HAN_DIGITS = {char: value for value, chars in enumerate(["零〇", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九"]) for char in chars}
_HAN_TENS = {"十": 10, "百": 100, "千": 1000}


class Number(NamedTuple):
    """One reading of a title's numbering: its form, its path of values, and how many characters it takes."""

    form: str
    values: tuple[int, ...]
    end: int

    @property
    def value(self) -> int:
        """The last value of the path: what is counted."""
        return self.values[-1]

    def follows(self, other: Number) -> bool:
        """Whether it is the next of the same series: (b) after (a), 1.3 after 1.2."""
        return self.form == other.form and self.values[:-1] == other.values[:-1] and self.value == other.value + 1

    def inside(self, other: Number) -> bool:
        """Whether its path goes on from the other's: 2.1 inside 2., 3.1.2 inside Section 3."""
        depth = len(other.values)
        return len(self.values) > depth and self.values[:depth] == other.values


def parse(text: str) -> tuple[Number, ...]:
    """All readings of the number at the start of a title; () if there is none."""
    head = text[:_HEAD].lstrip()
    if not head:
        return ()
    first = head[0]
    if first.isdigit() or (first in "([" and head[1:2].isdigit()):
        return _paths(head)
    if "\u3007" <= first <= "\u9fff" or first == "（":
        return _han(head)
    start = head[:3]
    if not start.isascii() or start.lower() in _WORD_STARTS or first == "#":  # most titles begin with no such word
        word = _WORD.match(head)
        if word is not None:
            return tuple(_worded(word))
    letter = _LETTER.match(head)
    return tuple(_lettered(letter)) if letter is not None else ()


def numbers(texts: Iterable[str]) -> list[Number | None]:
    """One reading for every text of a page, in order, or None: the one that follows the last of its form, else a first one, else the plainest."""
    last: dict[str, Number] = {}
    answer: list[Number | None] = []
    earlier: tuple[Number, ...] = ()
    for text in texts:
        readings = parse(text)
        chosen = readings[0] if len(readings) == 1 else _choose(readings, last)
        if chosen is not None:
            first = _first_of(chosen, earlier, last)
            if first is not None:  # '(h) (i) (ii)': only the third shows that the second was roman
                answer[-1] = first
            last[chosen.form] = chosen
        answer.append(chosen)
        earlier = readings
    return answer


def _first_of(chosen: Number, earlier: tuple[Number, ...], last: dict[str, Number]) -> Number | None:
    """The other reading of the text before, where a second number shows that it began a series."""
    if chosen.value != 2 or len(earlier) < 2 or (chosen.form in last and chosen.follows(last[chosen.form])):
        return None
    first = next((reading for reading in earlier if chosen.follows(reading)), None)
    if first is not None:
        for reading in earlier:
            if last.get(reading.form) == reading and reading.value > 1:  # the letters go on where they stopped
                last[reading.form] = reading._replace(values=(reading.value - 1,))
    return first


def _choose(readings: tuple[Number, ...], last: dict[str, Number]) -> Number | None:
    for reading in readings:
        before = last.get(reading.form)
        if before is not None and reading.follows(before):
            return reading
    for reading in readings:
        if reading.value == 1:
            return reading
    return readings[0] if readings else None


def _paths(head: str) -> tuple[Number, ...]:
    match = _PATH.match(head)
    if match is None:
        return ()
    values = tuple(int(part) for part in match["value"].split("."))
    close = match["close"].strip()
    if not match["open"] and not close and len(values) == 1 and not _bare(head, match.end()):
        return ()
    style = "." if close in ("", ".") and (close or len(values) > 1) else close or " "
    depth = ".".join("d" * len(values))
    return (Number(f"{match['open']}{depth}{style}", values, match.end()),)


def _bare(head: str, end: int) -> bool:
    """Whether a number without any mark may still be a numbering: '3 Your rights', not '3rd', '90 days', '2 of 5'."""
    rest = head[end:].lstrip()
    return bool(rest) and head[end].isspace() and (rest[0].isupper() or not rest[0].isascii())


def _worded(match: re.Match[str]) -> Iterable[Number]:
    word, value = match["word"].lower(), match["value"].lower()
    if value[0].isdigit():
        values = tuple(int(part) for part in value.split("."))
        yield Number(f"{word} {'.'.join('d' * len(values))}", values, match.end())
        return
    if match["value"].islower() and len(value) == 1:  # 'Part a', but not 'part i play'
        return
    yield from (Number(f"{word} {kind}", (count,), match.end()) for kind, count in _counts(value))


def _lettered(match: re.Match[str]) -> Iterable[Number]:
    case = "A" if match["value"][0].isupper() else "a"
    for kind, count in _counts(match["value"].lower()):
        form = {"roman": "i", "letter": "a"}[kind]
        yield Number(f"{match['open']}{form.upper() if case == 'A' else form}{match['close'].strip()}", (count,), match.end())


def _counts(value: str) -> Iterable[tuple[str, int]]:
    """What a run of letters counts to, as a letter and as a roman number."""
    if len(value) == 1 and value not in "ivx":
        yield "letter", ord(value) - 96
    if _ROMAN.fullmatch(value):
        yield "roman", _roman(value)
    if len(value) == 1 and value in "ivx":
        yield "letter", ord(value) - 96


def _roman(value: str) -> int:
    total = 0
    for char, after in zip(value, [*value[1:], ""], strict=True):
        count = _ROMAN_VALUES[char]
        total += -count if count < _ROMAN_VALUES.get(after, 0) else count
    return total


def _han(head: str) -> tuple[Number, ...]:
    unit = _HAN_UNIT.match(head)
    if unit is not None:
        return (Number(f"第{unit['unit']}", (_han_count(unit["value"]),), unit.end()),)
    listed = _HAN_LIST.match(head)
    if listed is not None:
        return (Number(f"{listed['open']}一{listed['close']}", (_han_count(listed["value"]),), listed.end()),)
    return ()


def _han_count(value: str) -> int:
    if value[0].isdigit():
        return int(value)
    total = digit = 0
    for char in value:
        if char in _HAN_TENS:
            total += (digit or 1) * _HAN_TENS[char]
            digit = 0
        else:
            digit = _HAN_DIGITS[char]
    return total + digit
