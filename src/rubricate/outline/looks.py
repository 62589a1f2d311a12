"""What is known of every title before its level is decided: its look, its number, and how titles of the same look behave on the page.

All counts are made in two passes over the titles (one forwards, one backwards), so that a later comparison of two titles costs a fixed time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rubricate.outline.numbering import Number, numbers
from rubricate.types import BOILERPLATE, TITLE, Segments

Coarse = tuple[int, int, bool, bool, bool]
BARE = "d "
"""The form of a number with nothing but a space after it."""
_WORD = re.compile(r"\w+")
_DOCUMENT_WORDS = ("polic", "terms", "agreement", "notice", "statement", "conditions", "rules", "guidelines")
_DOCUMENT = re.compile("|".join(_DOCUMENT_WORDS), re.IGNORECASE)
_ABOUT_IT = re.compile(
    r"\b(?:this|these)\b|^\W*(?:(?:what|how|who|why|when|where|which|do|does|is|are|can|may|about|acceptance|accepting|agreement to|application)\b"
    r"|chang|modif|amend|updat|revis|scope|purpose)",
    re.IGNORECASE,
)
"""'What this policy covers' and 'Changes to these terms' are parts of a document, not its name."""
_LONE = re.compile(
    r"\W*(?:(?P<list>(?:table of |page )?contents?|on this page|inhalt(?:sverzeichnis|sübersicht)?|sommaire|table des matières|índice|contenido"
    r"|indice|inhoud|目次|目录|目錄)|introduction|overview|(?:executive )?summary|in brief|at a glance|highlights|key (?:points|facts)"
    r"|abstract|preface|foreword|preamble|important(?: notice| note| information)?|please (?:read|note)|conclusions?|references|see also"
    r"|further reading|contact(?: us| information| details)?|contacting us|how to (?:contact|reach) us|questions|browse more|related \w+|last updated"
    r"|einleitung|einführung|überblick|zusammenfassung|vorwort|fazit|kontakt|wichtig"
    r"|résumé|avant-propos|préambule|conclusion|nous contacter"
    r"|introducción|introdução|resumen|resumo|prólogo|contacto|contato|introduzione|sommario|contatti|inleiding"
    r"|概要|はじめに|まとめ|お問い合わせ|简介|簡介|引言|摘要|前言|联系我们|聯絡我們)\W*",
    re.IGNORECASE,
)
"""Titles of parts that have no parts of their own, in some languages."""


@dataclass(slots=True)
class Look:
    """One title. `key` is its whole look, `coarse` the look without number, colour, alignment and place."""

    order: int  # 0 for the page's first title
    heading: int
    size: float
    bold: bool
    capitals: bool
    italic: bool
    underline: bool
    centred: bool
    indent: float
    list_depth: int
    linked: bool
    begins: int
    words: int
    number: Number | None
    key: tuple[object, ...]
    coarse: Coarse
    is_page_title: bool = False  # it is what the page's <title> says, or a part of it
    names_document: bool = False  # it speaks of the whole page: like its <title>, or 'Terms', 'Policy'
    stands_alone: bool = False  # by its words it has no parts: contents, introduction, contact
    lists_contents: bool = False
    body: int = 0  # characters of kept text before the next title
    alike: int = 1  # how many titles share the key
    coarsely_alike: int = 1
    first_alike: int = 0  # order of the first and the last of them
    last_alike: int = 0
    goes_on: bool = False  # a later title has the next number of its series
    counts_once: bool = False  # its numbers run through the page without starting again
    counts_again: bool = False  # they start again: they count inside something


@dataclass(frozen=True, slots=True)
class Looks:
    """All titles of a page, and how often one coarse look stands right above another, with no text between them."""

    titles: list[Look]
    stands_above: Counter[tuple[Coarse, Coarse]]


def looks(segments: Segments, titles: Sequence[int], names: Sequence[str]) -> Looks:
    """The looks of the titles (indices of segments, in order)."""
    texts = [segments.text[index] for index in titles]
    found = [_look(segments, index, order, number) for order, (index, number) in enumerate(zip(titles, trusted_numbers(texts), strict=True))]
    _measure_bodies(segments, titles, names, found)
    _count_alike(found)
    _follow_numbers(found)
    if found:
        found[0].names_document, found[0].is_page_title = said_of_first(texts[0], segments.page.title)
    above = Counter((upper.coarse, lower.coarse) for upper, lower in pairwise(found) if not upper.body and upper.coarse != lower.coarse)
    return Looks(found, above)


def _look(segments: Segments, index: int, order: int, number: Number | None) -> Look:
    state, text = segments.state[index], segments.text[index]
    most = 0.6 * (len(text) - text.count(" "))
    bold, italic = segments.bold[index] >= most, segments.italic[index] > most
    capitals = state.transform == "uppercase" or (text.isupper() and sum(map(str.isalpha, text[:8])) > 3)
    centred = state.align == "center"
    coarse = (state.heading, round(state.size), bold, capitals, italic)
    key = (*coarse, state.underline, centred, state.color, state.list_depth, number.form if number else "")
    alone = lone(text)
    return Look(
        order, state.heading, state.size, bold, capitals, italic, state.underline, centred, state.indent, state.list_depth,
        segments.linked[index] > most, segments.begins[index], len(text.split()), number, key, coarse,
        stands_alone=alone is not None, lists_contents=alone is True,
    )  # fmt: skip


def trusted_numbers(texts: Sequence[str]) -> list[Number | None]:
    """The numbers of a page's titles, as far as they count something."""
    readings = numbers(texts)
    if not any(readings):
        return readings
    forms = Counter(number.form for number in readings if number is not None)
    bare = {number.value for number in readings if number is not None and number.form == BARE}
    return [_trusted(number, forms, bare) for number in readings]


def _trusted(number: Number | None, forms: Counter[str], bare: set[int]) -> Number | None:
    """A single number that does not begin a series counts nothing ('24. Dezember'), nor does a bare one without a neighbour ('10 ways to ...')."""
    if number is None or len(number.values) > 1 or number.value == 1:
        return number
    if number.form == BARE:
        return number if number.value - 1 in bare or number.value + 1 in bare else None
    return number if forms[number.form] > 1 else None


def _measure_bodies(segments: Segments, titles: Sequence[int], names: Sequence[str], found: list[Look]) -> None:
    for look, start, end in zip(found, titles, [*titles[1:], len(names)], strict=False):
        look.body = sum(len(segments.text[index]) for index in range(start + 1, end) if names[index] not in (BOILERPLATE, TITLE))


def _count_alike(found: list[Look]) -> None:
    keys, coarse = Counter(look.key for look in found), Counter(look.coarse for look in found)
    first: dict[tuple[object, ...], int] = {}
    last = {look.key: look.order for look in found}
    for look in found:
        look.alike, look.coarsely_alike = keys[look.key], coarse[look.coarse]
        look.first_alike = first.setdefault(look.key, look.order)
        look.last_alike = last[look.key]


def _follow_numbers(found: list[Look]) -> None:
    forms = Counter(look.number.form for look in found if look.number)
    starts = Counter(look.number.form for look in found if look.number and look.number.value == 1)
    later: set[tuple[str, tuple[int, ...], int]] = set()
    for look in reversed(found):
        number = look.number
        if number is None:
            continue
        look.goes_on = (number.form, number.values[:-1], number.value + 1) in later
        later.add((number.form, number.values[:-1], number.value))
        look.counts_once = starts[number.form] == 1 and forms[number.form] >= 3 and len(number.values) == 1
        look.counts_again = starts[number.form] > 1


def lone(text: str) -> bool | None:
    """Whether a title that has, by its words, no parts is one of a list of contents; None for any other title."""
    match = _LONE.fullmatch(text) if len(text) < 60 else None
    return None if match is None else match["list"] is not None


def names_a_document(text: str) -> bool:
    """Whether a title says, by its words, that it is a whole document's: 'Terms of Service', but not 'Changes to these terms'."""
    if text.isascii():  # few titles do, and looking for a word is cheaper than matching at every letter
        lowered = text.lower()
        for word in _DOCUMENT_WORDS:
            if word in lowered:
                break
        else:
            return False
    return _DOCUMENT.search(text) is not None and _ABOUT_IT.search(text) is None


def said_of_first(text: str, page_title: str) -> tuple[bool, bool]:
    """Whether the page's first title names the whole document, and whether it is what the page's <title> says, or a part of it."""
    words, others = _WORD.findall(text[:300].lower()), _WORD.findall(page_title[:1000].lower())
    different = set(words)
    names = len(different.intersection(others)) > len(different) / 2 or names_a_document(text[:300])
    joined = " ".join(words)
    return names, len(joined) > 3 and f" {joined} " in f" {' '.join(others)} "
