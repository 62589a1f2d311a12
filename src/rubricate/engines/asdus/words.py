"""Words, stop words, lemmas and sentences of a text, by the language that the page states (English where it states none that the tools know).

The paper uses Weka's stop words and Stanford CoreNLP; here they are stopwordsiso, simplemma (lemmas by dictionary) and sentencex, which work offline.
Chinese and Japanese characters are words of their own, as nothing stands between words there. The published code stems; the paper lemmatises, and so
do we.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rubricate.errors import MissingExtra

__all__ = ["Language", "language", "require", "unbulleted", "words"]

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+(?:['’][^\W_]+)*")
_BULLET = re.compile(r"[^.]{0,4}\.\s*")
DEFAULT = "en"


class Language:
    """The word tools of one language; what it looked up it remembers, which changes no answer."""

    def __init__(self, code: str, stopwords: frozenset[str], lemmatize: Callable[[str], str], segment: Callable[[str], Any]) -> None:
        self.code = code
        self.stopwords = stopwords
        self._lemmatize = lemmatize
        self._segment = segment
        self._lemmas: dict[str, str] = {}

    def lemma(self, word: str) -> str:
        """The lemma of a word in lower case."""
        known = self._lemmas.get(word)
        if known is None:
            known = self._lemmas[word] = self._lemmatize(word).lower()
        return known

    def content(self, text: str) -> list[str]:
        """The lemmas of a text's words that are no stop words, in order."""
        return [self.lemma(word) for word in words(text.lower()) if word not in self.stopwords]

    def sentences(self, text: str) -> int:
        """How many sentences a text has (1 for one without an end)."""
        return max(1, sum(1 for part in self._segment(text) if part.strip())) if text.strip() else 0


def words(text: str) -> list[str]:
    """The words of a text: letters and digits with inner apostrophes; every Chinese or Japanese character."""
    return _WORD.findall(text)


def unbulleted(text: str) -> str:
    """A title without its bullet: what stands before the first full stop, if that is among the first five characters."""
    found = _BULLET.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text


def language(code: str | None) -> Language:
    """The tools for a page's language ('en-GB' means 'en'); English where the tools do not know it. A new one for every page: nothing is shared."""
    simplemma = require("simplemma")
    stopwordsiso = require("stopwordsiso")
    sentencex = require("sentencex")
    wanted = (code or DEFAULT).split("-")[0].split("_")[0].lower()
    stop = stopwordsiso.stopwords(wanted if stopwordsiso.has_lang(wanted) else DEFAULT)
    lemmatizer = _lemmatizer(simplemma, wanted)
    return Language(wanted, frozenset(stop), lemmatizer, lambda text: sentencex.segment(wanted, text))


def _lemmatizer(simplemma: Any, wanted: str) -> Callable[[str], str]:
    try:
        simplemma.lemmatize("a", lang=wanted)
    except ValueError:  # a language that simplemma has no dictionary of: words stay as they are
        return lambda word: word
    return lambda word: str(simplemma.lemmatize(word, lang=wanted))


def require(package: str) -> Any:
    """Import a package of the extra, or say which one is missing."""
    from importlib import import_module

    try:
        return import_module(package)
    except ImportError as error:
        raise MissingExtra("ASDUS", "papers", package) from error
