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

from rubricate.learn.align import Alignment, alignment
from rubricate.learn.chain import Run
from rubricate.learn.corpora import Example, GoldLine
from rubricate.learn.words import words
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
    gold = example.gold or [GoldLine("", line.strip()) for line in example.gold_text.split("\n") if _lettered(line)]
    trust = _TEXT_ONLY if example.text_only else _TRUST.get(example.corpus, _BY_HAND)
    found = _Found(gold, segments, repeat=trust is not _BY_HAND)
    names, sure = _labels(found, segments, trust)
    _doubt(names, sure, found, segments, example)
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


class _Found:
    """Where the gold is on the page: for every segment the share of its words that is gold, the gold line that has most of them, and the round."""

    def __init__(self, gold: list[GoldLine], segments: Segments, repeat: bool) -> None:
        self.gold = gold
        self.coverage = [0.0] * len(segments)
        self.line = [-1] * len(segments)
        self.only = [False] * len(segments)  # the segment is one whole gold line and nothing else
        self.round = [0] * len(segments)
        self.share = [0.0] * len(gold)
        self.sizes: list[int] = []
        golds, lines = list(range(len(gold))), list(range(len(segments)))
        for number in range(_ROUNDS if repeat else 1):
            found = self._align(golds, lines, segments)
            if not number:
                self.sizes = found.line_sizes
            if not self._take(found, golds, lines, number):
                break
            golds = [index for index in golds if self.share[index] < 0.5]
            lines = [index for index in lines if self.coverage[index] == 0.0]

    def _align(self, golds: list[int], lines: list[int], segments: Segments) -> Alignment:
        def prior(first: int, second: int) -> float:
            state = segments.state[lines[second]]
            heading = 0.8 if state.heading and self.gold[golds[first]].label in (TITLE, "") else 0.0
            return heading - (0.5 if state.hidden else 0.0) - (0.2 if state.region in _AROUND else 0.0)

        return alignment([self.gold[index].text for index in golds], [segments.text[index] for index in lines], prior)

    def _take(self, found: Alignment, golds: list[int], lines: list[int], number: int) -> bool:
        """Note what an alignment found; in later rounds only whole lines and long runs, since the order no longer supports them."""
        counts: dict[int, dict[int, int]] = {}
        runs = _supported(found, golds, lines) if number else found.runs
        for run in runs:
            length = run.page_end - run.page_start
            whole = _is_whole(found, run)
            segment, gold = lines[run.page_line], golds[run.gold_line]
            self.share[gold] += (run.gold_end - run.gold_start) / max(1, found.gold_sizes[run.gold_line])
            self.coverage[segment] += length / max(1, found.line_sizes[run.page_line])
            self.only[segment] = self.only[segment] or whole
            self.round[segment] = number
            counts.setdefault(segment, {}).setdefault(gold, 0)
            counts[segment][gold] += length
        for segment, tally in counts.items():
            self.line[segment] = max(tally, key=lambda gold: (tally[gold], -gold))
        return bool(runs)


def _supported(found: Alignment, golds: list[int], lines: list[int]) -> list[Run]:
    """Of runs that are out of order, those that stand on their own: long ones, whole lines, or short whole lines that follow each other."""
    kept: list[Run] = []
    group: list[Run] = []
    for run in [*found.runs, None]:
        near = run and group and golds[run.gold_line] - golds[group[-1].gold_line] <= 2 and lines[run.page_line] - lines[group[-1].page_line] <= _NEAR
        if not near:
            together = len(group) > 1 and sum(member.page_end - member.page_start for member in group) >= _OUT_OF_ORDER_GROUP
            kept.extend(member for member in group if _stands(found, member, together))
            group = []
        if run:
            group.append(run)
    return kept


def _stands(found: Alignment, run: Run, together: bool) -> bool:
    least = (1 if together else _OUT_OF_ORDER_LINE) if _is_whole(found, run) else _OUT_OF_ORDER_RUN
    return run.page_end - run.page_start >= least


def _is_whole(found: Alignment, run: Run) -> bool:
    """The run is a whole line on both sides."""
    return run.page_end - run.page_start == found.line_sizes[run.page_line] and run.gold_end - run.gold_start == found.gold_sizes[run.gold_line]


_ROUNDS = 4
_OUT_OF_ORDER_GROUP = 4  # words of short whole lines that follow each other out of order
_OUT_OF_ORDER_LINE = 3  # words of a whole line that is found out of order
_OUT_OF_ORDER_RUN = 6  # words of any run that is found out of order
_AROUND = frozenset(("nav", "header", "footer", "aside"))


def _labels(found: _Found, segments: Segments, trust: _Trust) -> tuple[list[str], list[float]]:
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


def _kept(found: _Found, segments: Segments, index: int, trust: _Trust) -> tuple[str, float]:
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
        return TITLE, trust.title if found.only[index] else trust.title - 0.2
    return body, (0.4 if _like_a_title(segments, index) else trust.kept)


_TITLE_WORDS = 30


def _like_a_title(segments: Segments, index: int) -> bool:
    """A short line that is bold from end to end and does not end like a sentence: it may be a title, whatever its tag."""
    text = segments.text[index]
    letters = len(text) - text.count(" ")
    return len(text) <= 100 and segments.bold[index] >= 0.9 * letters and text[-1] not in ".,;"


def _doubt(names: list[str], sure: list[float], found: _Found, segments: Segments, example: Example) -> None:
    """Take back what is kept without support, and lower the certainty of what the gold may have meant otherwise."""
    said = {"".join(words(line.text)) for line in found.gold if _lettered(line.text)}
    ignored = {"".join(words(str(text))) for text in example.meta.get("ignore_headings") or ()}
    _between(names, sure, segments)
    kept = [name != BOILERPLATE for name in names]
    places = {line: index for index, line in enumerate(found.line) if kept[index]}
    for index, name in enumerate(names):
        alone = not any(kept[max(0, index - _NEAR) : index]) and not any(kept[index + 1 : index + 1 + _NEAR])
        alone = alone and not any(abs(places.get(found.line[index] + step, index + _FAR) - index) < _FAR for step in (-1, 1))
        if name != BOILERPLATE:
            if alone and example.text_only and found.sizes[index] <= _FEW and not (found.only[index] and segments.state[index].heading):
                names[index], sure[index], found.line[index] = BOILERPLATE, 0.5, -1
            elif alone:
                sure[index] *= 0.8
            continue
        key = "".join(words(segments.text[index]))
        if key in ignored:
            sure[index] = 0.0
        elif example.corpus != "stapi" and found.sizes[index] > _FEW and key in said:
            sure[index] = min(sure[index], 0.3)  # a second copy of what is kept elsewhere
    _lost(sure, found)


def _between(names: list[str], sure: list[float], segments: Segments) -> None:
    """Lines without a letter or digit that no gold line is ('|', '...'): nobody knows; they go with the lines around them."""
    last = BOILERPLATE
    for index, text in enumerate(segments.text):
        if _lettered(text):
            last = names[index]
        elif names[index] == BOILERPLATE and last != BOILERPLATE:
            sure[index] = min(sure[index], 0.2)


def _lost(sure: list[float], found: _Found) -> None:
    """Where nearly nothing of the gold is on the page (a captcha, a page that is all script), gold and page do not belong together."""
    if not found.gold:
        return
    sizes = [len(line.text) for line in found.gold]
    reach = sum(min(1.0, share) * size for share, size in zip(found.share, sizes, strict=True)) / max(1, sum(sizes))
    if reach < _LOST:
        sure[:] = [certainty * reach / _LOST for certainty in sure]


def _lettered(text: str) -> bool:
    return any(character.isalnum() for character in text)


_LOST = 0.3
_NEAR = 3  # segments on either side in which a kept line gives support
_FAR = 15  # segments within which the gold line before or after it gives support
_FEW = 3  # words of a line that needs support
