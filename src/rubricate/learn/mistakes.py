"""The wrong lines of the default engine, sorted into kinds, so that the commonest are known and can be worked on.

    python -m rubricate.learn.mistakes DATA OUT.json MODEL

Scored are the validation pages of stapi; the model should not have learnt from them (`train default --without vali`). A wrong line is of the first
kind that fits; the kinds were made by reading wrong lines of cross-validated training pages. What each kind is, with an invented example, is told in
the docs.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rubricate import segments as segments_room
from rubricate.engines.default import engine
from rubricate.learn.corpora import load
from rubricate.learn.folds import validation
from rubricate.learn.truth import truth
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE, Segments

__all__ = ["KINDS", "Wrong", "mistakes"]


@dataclass(frozen=True, slots=True)
class Wrong:
    """One line with a wrong label."""

    segments: Segments
    index: int
    gold: str
    said: str

    @property
    def text(self) -> str:
        """The line."""
        return self.segments.text[self.index]

    @property
    def bold(self) -> bool:
        """Most of it is bold."""
        return self.segments.bold[self.index] >= 0.5 * (len(self.text) - self.text.count(" "))


_DATED = re.compile(r"(?:19|20)\d\d|updated|effective|revised|posted|version", re.IGNORECASE)
_BACK = re.compile(r"\W*(?:back to|return to|go to|to the)? ?(?:top|contents|print|close|share|expand all|collapse all|download)\b", re.IGNORECASE)
_SHORT = 60  # characters


KINDS: dict[str, Callable[[Wrong], bool]] = {
    "hidden text kept": lambda line: bool(line.segments.state[line.index].hidden) and line.gold == BOILERPLATE,
    "hidden text lost": lambda line: bool(line.segments.state[line.index].hidden) and line.said == BOILERPLATE,
    "date or version line": lambda line: MISC in (line.gold, line.said) and _DATED.search(line.text) is not None,
    "'back to top', 'print' and the like": lambda line: MISC in (line.gold, line.said) and _BACK.match(line.text) is not None,
    "other line of no section (by-line, note, comment)": lambda line: MISC in (line.gold, line.said),
    "plain title lost": lambda line: line.gold == TITLE and not line.bold and not line.segments.state[line.index].heading,
    "bold title lost": lambda line: line.gold == TITLE and not line.segments.state[line.index].heading,
    "h-tag title lost": lambda line: line.gold == TITLE,
    "heading of the page's furniture called a title": lambda line: line.said == TITLE and line.gold == BOILERPLATE,
    "line of the text called a title": lambda line: line.said == TITLE,
    "links and lists beside the text kept": lambda line: line.gold == BOILERPLATE and (len(line.text) < _SHORT or _linked(line)),
    "text beside the document kept": lambda line: line.gold == BOILERPLATE,
    "short line of the text lost (address, list of links)": lambda line: len(line.text) < _SHORT or _linked(line),
    "text lost": lambda line: True,
}
"""Kind -> whether a wrong line is of it; the first that fits counts."""


def _linked(line: Wrong) -> bool:
    return line.segments.linked[line.index] >= 0.5 * (len(line.text) - line.text.count(" "))


def mistakes(data: Path, model: Path) -> dict[str, Any]:
    """How many lines and pages there were, and for every kind how many wrong lines on how many pages; most lines first."""
    examples = list(load("stapi", data))
    label = engine(model=str(model)).label
    lines: dict[str, int] = dict.fromkeys(KINDS, 0)
    pages: dict[str, set[str]] = {name: set() for name in KINDS}
    total = 0
    held = sorted(validation(examples))
    for at in held:
        found = segments_room.of(examples[at].page())
        total += len(found)
        for index, (gold, said) in enumerate(zip(truth(examples[at], found).names, label(found).names, strict=True)):
            wrong = Wrong(found, index, PROSE if gold == ITEM else gold, PROSE if said == ITEM else said)
            if wrong.gold != wrong.said:
                kind = next(name for name, fits in KINDS.items() if fits(wrong))
                lines[kind] += 1
                pages[kind].add(examples[at].id)
    order = sorted(KINDS, key=lambda name: (-lines[name], name))
    return {"pages": len(held), "lines": total, "kinds": {name: {"lines": lines[name], "pages": len(pages[name])} for name in order}}


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    Path(sys.argv[2]).write_text(json.dumps(mistakes(Path(sys.argv[1]), Path(sys.argv[3])), indent=1) + "\n", encoding="utf-8")
