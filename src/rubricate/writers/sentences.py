"""Words and sentences of any script: how many words a text has, and where it may be cut.

- Scripts with spaces count by spaces. In Chinese and Japanese every character counts as a word (as word processors do); in Thai, Lao, Khmer and
  Burmese, four characters do.
- A sentence ends at . ! ? or an ellipsis before a space, and at the full stops of scripts that need no space. Nothing is lost: the sentences joined
  with what stood between them are the text.
"""

from __future__ import annotations

import re

__all__ = ["count_words", "cut", "sentences"]

_CHARACTER_WORDS = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_CHARACTER = re.compile(f"[{_CHARACTER_WORDS}]")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_WORD = re.compile(f"[{_CHARACTER_WORDS}]|[{_UNSPACED}]{{1,4}}|[^\\s{_CHARACTER_WORDS}{_UNSPACED}]+")
_END = re.compile(r"""[.!?…]["'”’»)\]]{0,3}(?=\s)|[。！？｡॥।۔؟]["'”’»）」』]{0,3}|\n""")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|etc|vs|cf|No|Nos|Art|Sec|Mr|Mrs|Ms|Dr|Prof|St|Inc|Ltd|Co|Corp|bzw|z\.B|[0-9]{1,3})\.\Z")
_LOOK_BACK = 8


def count_words(text: str) -> int:
    """How many words a text has."""
    if text.isascii():
        return len(text.split())
    if not _CHARACTER.search(text) and not _UNSPACED_RUN.search(text):
        return len(text.split())
    return sum(1 for _ in _WORD.finditer(text))


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order, without the white space between them."""
    return [text[start:end] for start, end in _spans(text)]


def cut(text: str, most: int, first: int | None = None) -> list[tuple[int, int]]:
    """Begin and end of a text's parts of at most `most` words (the first: `first`), cut between sentences, within one only if it is too long."""
    parts: list[tuple[int, int]] = []
    room = first if first is not None and first > 0 else most
    begin, words = -1, 0
    last = 0
    for start, end in _spans(text):
        size = count_words(text[start:end])
        if begin >= 0 and words + size > room:
            parts.append((begin, last))
            begin, words, room = -1, 0, most
        if size > room:
            *whole, start = _word_starts(text, start, end, room, most)
            parts.extend(zip(whole, [*whole[1:], start], strict=True))
            size, room = count_words(text[start:end]), most
        if begin < 0:
            begin = start
        words += size
        last = end
    if begin >= 0:
        parts.append((begin, last))
    return parts


def _spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences begin and end, the white space around them left out."""
    found = []
    start = 0
    ends = [match.end() for match in _END.finditer(text) if not _is_inside(text, match)]
    for end in [*ends, len(text)]:
        part = text[start:end]
        inner = part.lstrip()
        if inner:
            begin = start + len(part) - len(inner)
            found.append((begin, begin + len(inner.rstrip())))
        start = end
    return found


def _is_inside(text: str, match: re.Match[str]) -> bool:
    """Whether a full stop belongs to an abbreviation or a number."""
    end = match.end()
    return match[0] == "." and _ABBREVIATION.search(text[max(0, end - _LOOK_BACK) : end]) is not None


def _word_starts(text: str, start: int, end: int, room: int, most: int) -> list[int]:
    """Where the parts of a too long sentence begin."""
    starts = [start]
    count = 0
    for match in _WORD.finditer(text, start, end):
        if count == room:
            starts.append(match.start())
            count, room = 0, most
        count += 1
    return starts
