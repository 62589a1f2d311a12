"""Text -> the tokens that similarity counts: English stems as published, or words and character n-grams of any language.

The published tokens are runs of a-z, 3 to 25 characters, Porter stems, without stop words: they see nothing of a Chinese or Bengali page. Ours are
the words of any script that separates them, and pairs of characters where words are not separated (Chinese, Japanese, Thai, Lao, Khmer, Burmese).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rubricate.errors import MissingExtra

__all__ = ["Tokens", "any_language", "english"]

Tokens = Callable[[str], list[str]]

_STOP = """
a about above after again against all also am an and any are as at be because been before being below between both but by can cannot could did do does
doing down during each even ever few for from further get got had has have having he her here hers herself him himself his how however i if in into is
it its itself just know least less let like made make many may me might more most much must my myself near need never no nor not now of off often on
once one only onto or other our ours out over own per perhaps put quite rather really said same say says see seem seen several shall she should since
so some still such take than that the their theirs them themselves then there these they thing things this those though through thus to together too
toward two under until up upon us use used very via was way we well went were what when where whether which while who whom whose why will with within
without would yes yet you your yours yourself
"""
_ENGLISH = re.compile(r"[a-z]+")
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_UNSEPARATED = re.compile(r"([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)")


def english() -> Tokens:
    """The published tokens. Stems are asked for once a word; the stop list is ours (the published one, SMART's, is longer; both stem it)."""
    try:
        from snowballstemmer import stemmer
    except ImportError as error:
        raise MissingExtra("spider.v1", "sites", "snowballstemmer") from error
    porter = stemmer("porter")
    known: dict[str, str] = {}

    def stem(word: str) -> str:
        if word not in known:
            known[word] = porter.stemWord(word)
        return known[word]

    stop = {stem(word) for word in _STOP.split()}

    def tokens(text: str) -> list[str]:
        stems = (stem(word) for word in _ENGLISH.findall(text.lower()) if len(word) <= 25)
        return [one for one in stems if len(one) >= 3 and one not in stop]

    return tokens


def any_language(text: str) -> list[str]:
    """Words in lower case; of runs without word boundaries, every pair of neighbouring characters."""
    found: list[str] = []
    for word in _words(text.lower()):
        parts = _UNSEPARATED.split(word)
        found += [part for part in parts[::2] if len(part) > 1]
        found += [part[at : at + 2] for part in parts[1::2] for at in range(max(1, len(part) - 1))]
    return found


def _words(text: str) -> Iterable[str]:
    # Bengali and other Indic vowel signs are marks, which \w leaves out: a word is what white space and punctuation leave together.
    return (
        _WORDS.findall(text) if text.isascii() else re.findall(r"[^\s!-/:-@\[-`{-~\u2000-\u206f\u3000-\u303f\uff00-\uff0f\u0964\u0965“”‘’«»…]+", text)
    )
