"""The 46 features of chapter 4, one function for each family, each a column of small whole numbers over the blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from rubricate.engines.victor.blocks import CONTAINERS, SPLITS, Blocks
from rubricate.engines.victor.config import FEATURES, Config

__all__ = ["columns"]

Columns = dict[str, Any]


def columns(found: Blocks, config: Config) -> dict[str, Any]:
    """Feature -> its value for every block, as an array of small integers."""
    table: Columns = {}
    for family in (_containers, _splits, _characters, _tokens, _duplicates, _expressions):
        table |= family(found, config)
    sentences = _sentences(found, config)
    words = [len(text.split()) for text in found.text]
    table |= sentences[0]
    table |= _groups(found, words, config)
    table |= _document(found, words, sentences[1], config)
    return {name: np.asarray(table[name], dtype=np.int16) for name in FEATURES}


def _containers(found: Blocks, _: Config) -> Columns:
    return {f"container.{name}": [bits >> place & 1 for bits in found.containers] for place, name in enumerate(CONTAINERS)}


def _splits(found: Blocks, config: Config) -> Columns:
    return {f"split.{name}": config.bins(f"split.{name}", [counts[place] for counts in found.splits]) for place, name in enumerate(SPLITS)}


class _Classes(dict[int, str]):
    """Character -> its class: a letter, n digit, p punctuation, w white space, o other. Made for `str.translate`."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character.isalpha():
            return "a"
        if character.isnumeric():
            return "n"
        if character.isspace():
            return "w"
        return "p" if character in _PUNCTUATION else "o"


_PUNCTUATION = frozenset("!\"#%&'()*,-./:;?@[\\]_{}¡§«¶·»¿‐–—―‘’‚“”„…‹›、。〈〉《》「」『』【】〔〕！，．：；？（）।॥،؛؟")
_ASCII = {code: _Classes().__missing__(code) for code in range(128)}
_KINDS = (("alpha", "a"), ("num", "n"), ("punct", "p"), ("white", "w"), ("other", "o"))


def _characters(found: Blocks, config: Config) -> Columns:
    classes = _Classes(_ASCII)
    translated = [text.translate(classes) for text in found.text]
    sizes = [max(1, len(text)) for text in translated]
    shares = {name: [text.count(mark) / size for text, size in zip(translated, sizes, strict=True)] for name, mark in _KINDS}
    return {f"char.{name}-rel": config.scaled(f"char.{name}-rel", share) for name, share in shares.items()}


def _tokens(found: Blocks, config: Config) -> Columns:
    """Words, numbers, mixtures of letters and digits, and the rest, among what white space separates."""
    classes = _Classes(_ASCII)
    rows = [_kinds(text.translate(classes)) for text in found.text]
    totals = [max(1, sum(row)) for row in rows]
    table: Columns = {}
    for place, name in enumerate(("alpha", "num", "mix", "other")):
        counts = [row[place] for row in rows]
        table[f"token.{name}-abs"] = config.bins(f"token.{name}-abs", counts)
        table[f"token.{name}-rel"] = config.scaled(f"token.{name}-rel", [count / total for count, total in zip(counts, totals, strict=True)])
    return table


def _kinds(text: str) -> list[int]:
    """How many tokens of a translated text are words, numbers, mixtures, others."""
    counts = [0, 0, 0, 0]
    for token in text.split("w"):
        if token:
            letters, digits = "a" in token, "n" in token
            counts[2 if letters and digits else 0 if letters else 1 if digits else 3] += 1
    return counts


_STOPS = ".!?。！？।؟…"
_STOP = re.compile(rf"[{_STOPS}]+(?=\s|$|[\"'”’)\]])|[。！？।]+")
_CLOSING = "\"'”’)]»」』 "


def _sentences(found: Blocks, config: Config) -> tuple[Columns, list[int]]:
    """The paper's naive count of full stops, exclamation and question marks; and the counts themselves, for the document's features."""
    counts = [len(_STOP.findall(text)) for text in found.text]
    lengths = [len(text.split()) / max(1, count) for text, count in zip(found.text, counts, strict=True)]
    begin = [int(_begins(text)) for text in found.text]
    end = [int(text.rstrip(_CLOSING)[-1:] in tuple(_STOPS)) for text in found.text]
    table: Columns = {
        "sentence.count": config.bins("sentence.count", counts),
        "sentence.avg-length": config.bins("sentence.avg-length", lengths),
        "sentence-begin": begin,
        "sentence-end": end,
    }
    return table, counts


def _begins(text: str) -> bool:
    """Whether the first letter or digit is not a small letter, and only quotes and brackets stand before it."""
    first = text.lstrip("\"'“‘([«「『¿¡ ")[:1]
    return first.isalnum() and not first.islower()


def _duplicates(found: Blocks, config: Config) -> Columns:
    keys = ["".join(filter(str.isalpha, text.casefold())) for text in found.text]
    counts: dict[str, int] = {}
    first: list[int] = []
    for key in keys:
        first.append(int(bool(key) and key not in counts))
        counts[key] = counts.get(key, 0) + 1
    counts[""] = 1
    repeated = [int(is_first and counts[key] > 1) for is_first, key in zip(first, keys, strict=True)]
    return {"first-duplicate": repeated, "duplicate-count": config.bins("duplicate-count", [counts[key] for key in keys])}


_MOST = 400
"""Expressions are tried on this many characters of a block: what marks a date or a bullet stands at its beginning, or the block is a paragraph."""


def _expressions(found: Blocks, config: Config) -> Columns:
    heads = [text[:_MOST] for text in found.text]
    table: dict[str, list[int]] = {}
    for name in ("url", "date", "time"):
        tried = config.expressions[name]
        table[f"regexp.{name}"] = [next((place for place, one in enumerate(tried, start=1) if one.search(text)), 0) for text in heads]
    bullets = config.expressions["bullet"]
    table["bullet"] = [sum(1 << place for place, one in enumerate(bullets) if one.match(text)) for text in heads]
    return dict(table)


def _groups(found: Blocks, words: Sequence[int], config: Config) -> Columns:
    """The share of the document's words outside links that stand in the same <div> (or cell), and the largest such share."""
    free = [0 if found.linked(index) else count for index, count in enumerate(words)]
    total = max(1, sum(free))
    table: Columns = {}
    for name, rows in (("div", found.div), ("td", found.cell)):
        sizes: dict[int, int] = {}
        for row, count in zip(rows, free, strict=True):
            sizes[row] = sizes.get(row, 0) + (count if row >= 0 else 0)
        largest = max(sizes.values(), default=0) / total
        table[f"{name}-group.word-ratio"] = config.scaled(f"{name}-group.word-ratio", [sizes[row] / total for row in rows])
        table[f"document.max-{name}-group"] = config.scaled(f"document.max-{name}-group", [largest] * len(rows))
    return table


def _document(found: Blocks, words: Sequence[int], sentences: Sequence[int], config: Config) -> Columns:
    count = len(found)
    totals = {"word-count": sum(words), "sentence-count": sum(sentences), "block-count": count}
    table: Columns = {f"document.{name}": config.bins(f"document.{name}", [total] * count) for name, total in totals.items()}
    return table | {"position": config.scaled("position", [place / max(1, count) for place in range(count)])}
