"""Rules against the engine that they were learnt with: rules must not make of a page what is worse than the engine alone makes of it.

Rules are compared with the engine's labels on the pages that they were made from and on pages that were held back. What repeats, what is made of
links and what lies outside of the container is the rules' own to judge: knowing many pages tells more there than an engine sees on one. Elsewhere:
- a rule of which a fair share of the text is what the engine is sure to be something else is dropped: there the engine decides
- a rule for text that hides titles which the engine is sure of (<p><b>Prices</b></p>) asks the engine for them
- a rule for boilerplate that hides such titles is dropped
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rubricate.outline.levels import levels
from rubricate.sites.rules import Rule, Rules
from rubricate.sites.selectors import Selector
from rubricate.sites.views import HEADINGS, Block, View
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE

__all__ = ["Levels", "Said", "doubts", "levels_said"]

Said = Sequence[Sequence[tuple[str, float]]]
"""For every page and block: what an engine says of it, and how sure it is."""
Levels = Sequence[Sequence[int]]
"""For every page and block: the level of a title, 0 where it is none or nobody knows."""
Checked = tuple[Rules, View, Sequence[tuple[str, float]]]
"""Rules, a page, and what the engine says of its blocks."""

SURE = 0.8
AGAINST = 0.25
"""The share of a rule's text that the engine may be sure to be something else."""
LOST = 0.1
"""The share of the blocks of a rule for boilerplate that may be titles."""


@dataclass(slots=True)
class _Tally:
    """What the engine says of the blocks under one rule."""

    letters: int = 0
    against: int = 0
    blocks: int = 0
    titles: int = 0


def doubts(checked: Sequence[Checked]) -> Rules:
    """The first rules without those that the engine speaks against, on all pages."""
    rules = checked[0][0]
    seen = Counter(text for view in {id(view): view for _, view, _ in checked}.values() for text in sorted({block.text for block in view.blocks}))
    tallies: dict[tuple[Selector, str], _Tally] = {}
    for made, view, said in checked:
        for block, (label, sure) in zip(view.blocks, said, strict=True):
            rule = made.rule(block.steps)
            if rule is not None and made.within(block.steps):
                _count(tallies.setdefault((rule.selector, rule.label), _Tally()), rule, block, label if sure >= SURE else "", seen[block.text] > 1)
    return replace(rules, rules=tuple(_believed(rules.rules, tallies)))


def levels_said(views: Sequence[View], said: Said) -> Levels:
    """The levels that the outline gives to the blocks that an engine calls titles; of pages that were not parsed here, what their tags say."""
    return [_levels(view, own) for view, own in zip(views, said, strict=True)]


def _levels(view: View, said: Sequence[tuple[str, float]]) -> list[int]:
    titles = [place for place, (label, _) in enumerate(said) if label == TITLE]
    found = [0] * len(said)
    if view.segments is None:
        for place in titles:
            found[place] = HEADINGS.get(view.blocks[place].path[-1], 0)
        return found
    names = [BOILERPLATE] * len(view.segments)
    for block, (label, _) in zip(view.blocks, said, strict=True):
        for line in block.lines:
            names[line] = PROSE if label == TITLE and line != block.lines[0] else label
    lines = sorted((view.blocks[place].lines[0], place) for place in titles)
    for (_, place), level in zip(lines, levels(view.segments, [line for line, _ in lines], names), strict=True):
        found[place] = level
    return found


def _count(tally: _Tally, rule: Rule, block: Block, label: str, repeats: bool) -> None:
    size = len(block.text)
    tally.letters += size
    tally.blocks += 1
    if not label or block.linked > 0.5 or (repeats and rule.label == BOILERPLATE):
        return
    if label == TITLE != rule.label:
        tally.titles += 1
    elif (label == BOILERPLATE) != (rule.label == BOILERPLATE) or rule.label == TITLE != label:
        tally.against += size


def _believed(rules: Iterable[Rule], tallies: dict[tuple[Selector, str], _Tally]) -> Iterable[Rule]:
    for rule in rules:
        tally = tallies.get((rule.selector, rule.label), _Tally())
        if tally.against > AGAINST * tally.letters or (rule.label == BOILERPLATE and tally.titles > LOST * tally.blocks):
            continue
        yield replace(rule, titles=True) if tally.titles and rule.label in (PROSE, ITEM, MISC) else rule
