"""Rules -> labels: an engine like any other, made from a file of rules; and whether the rules still fit their site.

Where the rules do not fit a page, or do not know a block within the container, the engine that they were learnt with decides, and the reasons say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rubricate.sites.rules import Rules, load
from rubricate.sites.site import CHANGED, Decision, decide
from rubricate.sites.views import View, of_segments
from rubricate.types import BOILERPLATE, ITEM, PROSE, TITLE, Engine, Labels, Segments

_KEPT = (PROSE, ITEM, TITLE)

__all__ = ["Fit", "RulesEngine", "engine_of", "fit"]


@dataclass(frozen=True, slots=True)
class Fit:
    """How well rules fit a page: the share of its text that rules made for this site know, against what it was when they were learnt."""

    share: float
    expected: float
    kept: int  # characters that rules keep

    @property
    def changed(self) -> bool:
        """Whether the page has another template than the rules."""
        return self.share < CHANGED * self.expected or not self.kept

    def __str__(self) -> str:
        verdict = "the template changed: learn the site anew" if self.changed else "the rules fit"
        return f"{verdict} ({self.share:.0%} of the text is known, {self.expected:.0%} when learnt; {self.kept} characters kept by rules)"


class RulesEngine:
    """Labels by a site's rules; `fallback` labels what they do not know."""

    def __init__(self, rules: Rules, fallback: Engine) -> None:
        self.name = f"rules of {rules.site}" if rules.site else "site rules"
        self.rules = rules
        self.fallback = fallback

    def label(self, segments: Segments) -> Labels:
        """A label for every line, by its block's rule."""
        view = of_segments(segments)
        asked: list[Labels] = []

        def ask() -> list[tuple[str, float]]:
            asked.append(self.fallback.label(segments))
            return [(asked[0].names[block.lines[0]], float(asked[0].confidence[block.lines[0]])) for block in view.blocks]

        decisions, _ = decide(view, self.rules, ask)
        if not asked and any(len(block.lines) > 1 and one.label in _KEPT for block, one in zip(view.blocks, decisions, strict=True)):
            ask()  # a title before a <br> has no element of its own, and so no rule
        return _spread(segments, view, decisions, asked[0] if asked else None, self.name)


def engine_of(path: str | Path, engine: str = "default") -> RulesEngine:
    """The engine that a file of rules makes."""
    from rubricate import engines

    return RulesEngine(load(path), engines.get(engine))


def fit(rules: Rules, view: View) -> Fit:
    """How well rules fit a page; no engine is asked."""
    found = [rules.rule(block.steps) for block in view.blocks]
    pairs = [(len(block.text), rule) for block, rule in zip(view.blocks, found, strict=True) if rule is not None and rule.specific]
    letters = sum(len(block.text) for block in view.blocks)
    return Fit(sum(size for size, _ in pairs) / max(1, letters), rules.coverage, sum(size for size, rule in pairs if rule.label != BOILERPLATE))


def _spread(segments: Segments, view: View, decisions: Sequence[Decision], said: Labels | None, name: str) -> Labels:
    """From blocks to lines. Lines of blocks that the engine labelled keep their own labels; hidden lines are boilerplate."""
    count = len(segments)
    names, sure, why = [BOILERPLATE] * count, [1.0] * count, ["hidden"] * count
    levels = [0] * count
    for block, decision in zip(view.blocks, decisions, strict=True):
        for line in block.lines:
            between = len(block.lines) > 1 and decision.label in _KEPT and said is not None and TITLE in (said.names[line], decision.label)
            own = said is not None and (between or "engine" in decision.reason)
            names[line] = said.names[line] if own and said is not None else decision.label
            sure[line] = float(said.confidence[line]) if own and said is not None else decision.confidence
            why[line] = decision.reason + ("; which lines are titles, the engine says" if between and "engine" not in decision.reason else "")
            levels[line] = decision.level if names[line] == TITLE and not between else 0
    named = all(level for label, level in zip(names, levels, strict=True) if label == TITLE)
    return Labels(name, names, sure, why, levels=levels if named and any(levels) else None)
