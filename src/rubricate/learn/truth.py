"""Example + Segments -> what a perfect engine would say of every segment, and how sure that is.

    truth(example, segments).names[i]     title, prose, item, misc or boilerplate
    truth(example, segments).sure[i]      0..1: weight it in training, leave low ones out of figures

What it keeps:
- A segment gets the label of the gold line that most of its words belong to; a segment with most of its words in no gold line is boilerplate.
- A prose line of the gold inside a list is an `item` in `names`; `gold_names` keeps what the gold said (and measures that know no items use that).
- Text-only gold says what is kept. Which kept lines are titles is then weak knowledge: a kept h1-h6 that is a line of its own in the gold is a
  title, less surely; a kept short bold line may be one, so that its label `prose` is not sure either.
- Some gold is not in the order of the page (grids, answers sorted by votes). For text-only gold, what the alignment left over is aligned again, as
  often as whole lines or long runs are found; such labels are less sure.
- A short line far from any other kept line is not kept on the strength of a word or two.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rubricate.learn.corpora import Example, GoldLine
from rubricate.learn.doubt import doubt
from rubricate.learn.found import Found, lettered
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE, Segments

__all__ = ["Truth", "truth"]


@dataclass(frozen=True)
class Truth:
    """The labels that the gold means, as columns over the segments."""

    names: list[str]
    sure: list[float]
    levels: list[int]  # of titles, where the gold says it; else 0
    gold_index: list[int]  # the gold line (or the line of the gold text) that most of the segment's words belong to, or -1
    missed: list[int]  # gold lines that are nowhere on the page
    gold_names: list[str] = field(default_factory=list)  # the gold's own label, or boilerplate
    coverage: list[float] = field(default_factory=list)  # the share of the segment's words that are in the gold


@dataclass(frozen=True, slots=True)
class _Trust:
    """How far the labels of a kind of gold can be trusted, and whether its `misc` means ours."""

    title: float
    kept: float
    removed: float
    misc: bool = True


_BY_HAND = _Trust(1.0, 1.0, 1.0)
_TRUST = {
    "asdus": _Trust(0.9, 0.9, 0.7),  # its annotators left out what is in no section
    "cleaneval-en-dev": _Trust(0.8, 0.9, 0.9),
    "cleanportaleval": _Trust(0.9, 0.9, 0.9),
    "readability": _Trust(0.8, 0.8, 0.7, misc=False),  # a tool's output, reviewed; its misc is tables, captions and code
    "webmainbench-sample": _Trust(0.9, 0.9, 0.9, misc=False),
}
_TEXT_ONLY = _Trust(0.7, 0.9, 0.9)


def truth(example: Example, segments: Segments) -> Truth:
    """The label of every segment after the example's gold."""
    gold = example.gold or [GoldLine("", line.strip()) for line in example.gold_text.split("\n") if lettered(line)]
    trust = _TEXT_ONLY if example.text_only else _TRUST.get(example.corpus, _BY_HAND)
    found = Found(gold, segments, repeat=trust is not _BY_HAND)
    names, sure = _labels(found, segments, trust)
    doubt(names, sure, found, segments, example, by_hand=trust is _BY_HAND)
    levels = _levels(example, gold)
    return Truth(
        names=names,
        sure=sure,
        levels=[levels.get(index, 0) if name == TITLE else 0 for index, name in zip(found.line, names, strict=True)],
        gold_index=[index if name != BOILERPLATE else -1 for index, name in zip(found.line, names, strict=True)],
        missed=[index for index, share in enumerate(found.share) if share < 0.3],
        gold_names=[(gold[index].label or name) if name != BOILERPLATE else BOILERPLATE for index, name in zip(found.line, names, strict=True)],
        coverage=found.coverage,
    )


def _levels(example: Example, gold: list[GoldLine]) -> dict[int, int]:
    """Index of a title's gold line -> its level, where there is an outline or the line has one."""
    titles = [index for index, line in enumerate(gold) if line.label == TITLE]
    if example.outline is not None:
        return dict(zip(titles, example.outline.levels, strict=True))
    return {index: gold[index].level for index in titles}


def _labels(found: Found, segments: Segments, trust: _Trust) -> tuple[list[str], list[float]]:
    names: list[str] = []
    sure: list[float] = []
    for index, coverage in enumerate(found.coverage):
        if coverage < (_HALF if coverage * found.sizes[index] < _MANY else _ABRIDGED):
            names.append(BOILERPLATE)
            sure.append(trust.removed * (1.0 - coverage))
            continue
        name, certainty = _kept(found, segments, index, trust)
        names.append(name)
        sure.append(certainty * min(1.0, coverage) * (0.8 if found.round[index] else 1.0))
    return names, sure


_HALF = 0.5
_ABRIDGED = 0.3  # of a long line whose gold was shortened by the annotators
_MANY = 15  # words of a line that cannot be there by chance


def _kept(found: Found, segments: Segments, index: int, trust: _Trust) -> tuple[str, float]:
    """The label of a kept segment and how sure it is, the coverage aside."""
    gold, state = found.gold[found.line[index]], segments.state[index]
    body = ITEM if state.list_depth else PROSE
    if gold.label == TITLE:
        return TITLE, trust.title
    if gold.label == MISC and trust.misc:
        return MISC, trust.kept
    if gold.label:
        return (ITEM if gold.label == ITEM else body), trust.kept
    if state.heading and found.sizes[index] <= _TITLE_WORDS:
        return TITLE, _heading_trust(found, segments, index, trust)
    return body, (0.4 if _may_be_title(found, segments, index) else trust.kept)


_TITLE_WORDS = 30


def _heading_trust(found: Found, segments: Segments, index: int, trust: _Trust) -> float:
    """How sure it is that a kept h1-h6 is a title: less so beside the text (names of authors and users) or within a longer line of the gold."""
    if segments.state[index].region in ("aside", "footer", "nav"):
        return 0.3
    return trust.title if found.only[index] else trust.title - 0.2


def _may_be_title(found: Found, segments: Segments, index: int) -> bool:
    """A short line of its own that does not end like a sentence: bold from end to end, or with longer text after it."""
    text, state = segments.text[index], segments.state[index]
    if len(text) > 100 or text[-1] in ".,;" or state.cell or state.code:
        return False
    if segments.bold[index] >= 0.9 * (len(text) - text.count(" ")):
        return True
    after = index + 1
    followed = after < len(segments) and found.coverage[after] >= 0.5 and found.sizes[after] >= 2 * found.sizes[index]
    return followed and found.only[index] and not state.list_depth and text[-1] not in ":!"
