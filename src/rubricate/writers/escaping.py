"""Markdown escaping: text of a page becomes text in Markdown, never structure, HTML or an entity.

Most lines need none: which of the characters that mean something occur in the document at all is found out once, and a line is rewritten only if it
holds one of them. '<' and '&' become entities, since not every reader of Markdown knows them behind a backslash; the rest gets a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rubricate.compiled import twin

__all__ = ["Escaper", "destination", "fence", "span"]

_SPECIAL = "\\`*_[<&~\r\n"
_INLINE = re.compile(r"[\\`*\[~\r\n]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w{1,40};)")
_REPLACED = {"<": "&lt;", "&": "&amp;", "\r": " ", "\n": " "}
_LEADING = frozenset("-+=#>|:%0123456789 \t")
_BLOCK = re.compile(r"[-+=#>|:%]|[0-9]{1,9}[.)](?=\s|\Z)")
_TICKS = re.compile(r"`+")
_ENTITY = re.compile(r"&(?=#?\w{1,40};)")


class Escaper:
    """Escapes the lines of one document."""

    def __init__(self, texts: Iterable[str]) -> None:
        everything = "".join(texts)
        self._present = [char for char in _SPECIAL if char in everything]

    def inline(self, text: str) -> str:
        """Text in the middle of a line, in a heading or in a cell."""
        for char in self._present:
            if char in text:
                return _INLINE.sub(_replace, text)
        return text

    def line(self, text: str) -> str:
        """Text at the beginning of a line: it must not begin a list, a heading, a quote, a rule, a table, a definition or front matter."""
        if text[0] in _LEADING:
            text = self.inline(text.lstrip(" \t"))
            match = _BLOCK.match(text)
            if match is not None:
                end = match.end() - 1
                return f"{text[:end]}\\{text[end:]}"
            return text
        return self.inline(text)

    def heading(self, text: str) -> str:
        """Text of a heading: number signs at its end would be taken for decoration."""
        text = self.inline(text).strip(" \t")
        return f"{text[:-1]}\\#" if text.endswith("#") else text


def span(text: str) -> str:
    """Text as a code span, its delimiters longer than any backticks inside."""
    text = text.replace("\r", " ").replace("\n", " ")
    if "`" not in text:
        return f"`{text}`" if text.strip() else text
    longest = {len(run) for run in _TICKS.findall(text)}
    ticks = "`" * next(count for count in range(1, len(text) + 2) if count not in longest)
    return f"{ticks} {text} {ticks}"


def fence(text: str) -> str:
    """Backticks for a code block, more than stand together anywhere in it."""
    if "```" not in text:
        return "```"
    return "`" * (max(map(len, _TICKS.findall(text))) + 1)


def destination(href: str) -> str:
    """A link's target, so that no entity in it is read a second time."""
    return _ENTITY.sub("&amp;", href) if ";" in href else href


def _replace(match: re.Match[str]) -> str:
    char = match[0]
    return _REPLACED.get(char) or "\\" + char


_fast = twin("writers._escaping")
if _fast is not None and not TYPE_CHECKING:
    Escaper = _fast.Escaper
