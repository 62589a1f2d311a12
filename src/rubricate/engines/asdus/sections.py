"""Classified lines -> titles and the text under each: the title test, the generalisation by tag path, the lead, the last section.

- Title test: a line that the classifier takes for a title, whose next text is long enough and holds 75 % of its lemmas (stop words left out).
- Generalisation: the tag path of a text that passed stands for all titles of the page; every text of that path that the classifier takes for a title
  is one. The published code takes every element that the path selects, whatever the classifier says (`spread='all'`), and reads the path as a
  descendant selector (`match='descendant'`), which selects more. A path that prose has too says little: where less than nine tenths of its texts
  (`pure`) are the classifier's titles, one of them is a title only if the text after it is twice as long.
- If no text passes, those that the classifier takes for titles and that a long text follows are the titles (`untested`).
- All text between two titles is prose. Text before the first title is kept without one ('Uncategorized' in the simple HTML).
- Last section: its first texts are kept; then it ends before the first text that shares too few words with what it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rubricate.engines.asdus.units import LEAD, SKIPPED_LISTS, Units
from rubricate.engines.asdus.words import Language, unbulleted
from rubricate.errors import UsageError
from rubricate.types import BOILERPLATE, ITEM, PROSE, TITLE, Segments, Tree

__all__ = ["SectionOptions", "Verdict", "sections", "simple"]

LONGER = 2
"""How many times as long as a title the text after it has to be, where the title's tag path does not tell it from prose."""

MOST_SELECTORS = 64
"""Descendant selectors of a page beyond this many are left out, so that time stays linear."""


@dataclass(frozen=True, slots=True)
class SectionOptions:
    """The steps after the classifier; the paper's values, where it gives them."""

    overlap: float = 0.75  # share of a title's lemmas that the next text must hold
    next_length: int = 100  # characters that the next text must exceed (published code)
    depth: int = 6  # tags of a path: its own and five above (published code)
    match: str = "path"  # or 'descendant' (published code)
    spread: str = "classified"  # or 'all' (published code)
    pure: float = 0.9  # share of a path's texts that must be the classifier's titles for the path alone to make titles; published code: 0
    untested: bool = True  # where no text passes the title test, the length of the next text decides; published code: no titles then
    lists: bool = True  # own text of li, ul, ol is looked at; published code: not
    list_titles: bool = False  # ... and can be a title
    leads: bool = True  # a line that begins in an element of its own ('<b>Cookies.</b> We use ...') is two texts, as each element's own text is
    hidden: bool = True  # text that style sheets hide is looked at, as by a parser that knows none
    lead: int = 10  # characters that a text before the first title must exceed (published code)
    last_free: int = 1  # texts of the last section that need no overlap; published code: 3
    last_shared: int = 2  # words that further ones must share with it (published code)
    steps: bool = True  # off: the classifier's answer as it is, as the authors of STAPI measured it

    def __post_init__(self) -> None:
        if self.match not in ("path", "descendant") or self.spread not in ("classified", "all"):
            raise UsageError(f"match must be path or descendant, spread classified or all; got {self.match!r}, {self.spread!r}")
        if not 0 < self.overlap <= 1 or self.depth < 1:
            raise UsageError(f"need 0 < overlap <= 1 and depth >= 1; got {self.overlap:g}, {self.depth}")


@dataclass(slots=True)
class Verdict:
    """Columns over the segments: label and reason; `heads` has the titles that a line begins with (number of the segment -> title)."""

    names: list[str]
    reasons: list[str]
    heads: dict[int, str] = field(default_factory=dict)


def sections(
    segments: Segments, units: Units, candidate: Sequence[bool], language: Language, options: SectionOptions, unrelated: Sequence[bool] | None = None
) -> Verdict:
    """Label every segment, given which units the classifier takes for titles, and which (if it knows such a class) for unrelated."""
    strange = unrelated or [False] * len(units)
    verdict = Verdict([BOILERPLATE] * len(segments), ["skipped element"] * len(segments))
    if not options.steps:
        for place, index in enumerate(units.index):  # of a line in two parts the rest has the last word
            verdict.names[index] = TITLE if candidate[place] else BOILERPLATE if strange[place] else _text_name(segments, index)
            verdict.reasons[index] = "classifier"
        return verdict
    if not options.list_titles:
        candidate = [bool(may) and path[0] not in SKIPPED_LISTS for may, path in zip(candidate, units.path, strict=True)]
    tested = [bool(passed) for passed in _tested(units, candidate, language, options)]
    chosen = _generalise(segments.page.tree, units, tested, candidate, options)
    titles = [place for place, is_title in enumerate(chosen) if is_title]
    for place in titles:
        _entitle(units, place, "title test" if tested[place] else "tag path of a tested title", verdict)
    _fill(segments, units, titles, verdict, options, strange)
    if titles:
        _end(segments, units, titles[-1], language, verdict, options)
    return verdict


def simple(segments: Segments, verdict: Verdict) -> list[tuple[str, str]]:
    """The paper's simple version: every title with the text under it; '' for the text before the first. A head is a title, its line goes on below."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for index, (name, text) in enumerate(zip(verdict.names, segments.text, strict=True)):
        head = verdict.heads.get(index, "")
        if name == TITLE or head:
            found.append((head or text, []))
            text = text[len(head) :].strip() if head else ""
        if text and name != BOILERPLATE:
            found[-1][1].append(text)
    return [(title, "\n".join(lines)) for title, lines in found if title or lines]


def _entitle(units: Units, place: int, reason: str, verdict: Verdict) -> None:
    """A title is a label of its line; one that the line only begins with is a head, unless the rest is a title too."""
    index = units.index[place]
    if units.part[place] == LEAD:
        verdict.heads[index] = units.text[place]
        return
    verdict.heads.pop(index, None)
    verdict.names[index], verdict.reasons[index] = TITLE, reason


def _tested(units: Units, candidate: Sequence[bool], language: Language, options: SectionOptions) -> Iterator[bool]:
    for place in range(len(units)):
        following = units.text[place + 1] if place + 1 < len(units) else ""
        if not candidate[place] or len(following) <= options.next_length:
            yield False
            continue
        wanted = language.content(unbulleted(units.text[place]))
        given = set(language.content(following))
        yield bool(wanted) and sum(word in given for word in wanted) >= options.overlap * len(wanted)


def _generalise(tree: Tree, units: Units, tested: Sequence[bool], candidate: Sequence[bool], options: SectionOptions) -> list[bool]:
    paths = dict.fromkeys(path for path, passed in zip(units.path, tested, strict=True) if passed)
    following = [len(text) for text in units.text[1:]] + [0]
    if not paths and options.untested:
        return [bool(may) and length > options.next_length for may, length in zip(candidate, following, strict=False)]
    allowed = candidate if options.spread == "classified" else [True] * len(units)
    if options.match == "descendant":
        selected = _selected(tree, list(paths)[:MOST_SELECTORS])
        return [passed or (bool(may) and row in selected) for passed, may, row in zip(tested, allowed, units.row, strict=True)]
    pure = _pure(units.path, candidate, options.pure)
    chosen = []
    for place, (path, passed) in enumerate(zip(units.path, tested, strict=True)):
        short = candidate[place] and following[place] > LONGER * len(units.text[place])
        chosen.append(passed or (path in paths and bool(allowed[place] if path in pure else short)))
    return chosen


def _pure(paths: Sequence[tuple[str, ...]], candidate: Sequence[bool], least: float) -> set[tuple[str, ...]]:
    """The paths of which at least that share of the texts are candidates."""
    every, likely = Counter(paths), Counter(path for path, may in zip(paths, candidate, strict=True) if may)
    return {path for path, count in every.items() if likely[path] >= least * count}


def _selected(tree: Tree, paths: Sequence[tuple[str, ...]]) -> set[int]:
    """The rows that any path selects as a descendant selector: its upper tags stand above the row in this order, with others between.

    One walk from the top: what matters of the elements above a row is how many tags of each path they have matched; equal states are one object.
    """
    above = [path[:0:-1] for path in paths]
    start = (0,) * len(paths)
    steps: dict[tuple[tuple[int, ...], str], tuple[int, ...]] = {}
    states: list[tuple[int, ...]] = [start] * len(tree)
    owns: dict[str, list[int]] = {}
    for number, path in enumerate(paths):
        owns.setdefault(path[0], []).append(number)
    selected = set()
    for row, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        if not tag:
            continue
        before = states[parent] if parent >= 0 else start
        if any(before[number] == len(above[number]) for number in owns.get(tag, ())):
            selected.add(row)
        after = steps.get((before, tag))
        if after is None:
            after = tuple(done + (done < len(tags) and tags[done] == tag) for done, tags in zip(before, above, strict=True))
            steps[before, tag] = after
        states[row] = after
    return selected


def _fill(segments: Segments, units: Units, titles: Sequence[int], verdict: Verdict, options: SectionOptions, strange: Sequence[bool]) -> None:
    """Text before the first title, where it is not unrelated, and all text after it."""
    first = titles[0] if titles else len(units)
    chosen = set(titles)
    for place, index in enumerate(units.index):
        if place in chosen or verdict.names[index] == TITLE:
            continue
        if place >= first:
            verdict.names[index] = _text_name(segments, index)
            verdict.reasons[index] = "begins with a title" if index in verdict.heads else "between titles"
        elif strange[place]:
            verdict.reasons[index] = "unrelated, before the first title"
        elif len(units.text[place]) > options.lead:
            verdict.names[index], verdict.reasons[index] = _text_name(segments, index), "before the first title"
        else:
            verdict.reasons[index] = "short, before the first title"


def _end(segments: Segments, units: Units, last: int, language: Language, verdict: Verdict, options: SectionOptions) -> None:
    """Where the last section ends: what follows is unrelated."""
    collected = set(language.content(units.text[last]))
    ended = False
    for place in range(last + 1, len(units)):
        fresh = language.content(units.text[place]) if not ended else []
        if place > last + options.last_free and len({word for word in fresh if word in collected}) < options.last_shared:
            ended = True
        if ended:
            index = units.index[place]
            verdict.names[index], verdict.reasons[index] = BOILERPLATE, "after the last section"
        collected.update(fresh)


def _text_name(segments: Segments, index: int) -> str:
    return ITEM if segments.state[index].list_depth else PROSE
