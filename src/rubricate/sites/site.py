"""site.v1: spider's clusters, an engine's labels and what repeats across pages -> rules; new pages are read by the rules.

A block that no rule knows and that lies in the container is the engine's to label; outside of the container it is boilerplate. Where the rules fit a
page by less than half of what they should, the site has changed its template: then the engine labels the whole page, and the reasons say so.
Of blocks that a rule calls text although titles stand among them, the engine says which are the titles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubricate.sites.learning import is_caption, learn
from rubricate.sites.rebuilt import block_labels
from rubricate.sites.rules import Rules
from rubricate.sites.views import View, of_rendered
from rubricate.sites.words import any_language
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE, Engine

if TYPE_CHECKING:
    from rubricate.learn.corpora import RenderedPage

__all__ = ["Decision", "EngineAlone", "Site", "decide"]

LIKELY = 0.5
"""Where a rule knows text and titles, the engine must give a title at least this chance: what is less likely than not stays text."""
CHANGED = 0.5
"""Rules that fit less than this share of what they fitted when learnt are rules for another template."""

Said = Sequence[tuple[str, float]]
_TEXT = (PROSE, ITEM, TITLE)


@dataclass(frozen=True, slots=True)
class Decision:
    """The label of one block, how sure it is, and why."""

    label: str
    level: int
    confidence: float
    reason: str


class Site:
    """Learns rules, and reads pages by them."""

    name = "site.v1"

    def __init__(self, engine: Engine | None = None) -> None:
        self.engine = engine if engine is not None else _default()

    def texts(self, training: Sequence[RenderedPage], scored: Sequence[RenderedPage]) -> list[str]:
        """The main text of each scored page."""
        views = [of_rendered(page) for page in training]
        rules = learn(views, [block_labels(view, self.engine) for view in views], self.engine.name)
        return [_text(view, rules, self.engine) for view in map(of_rendered, scored)]


class EngineAlone:
    """The engine without any site, as a measure of what knowing the site adds."""

    name = "engine"

    def texts(self, training: Sequence[RenderedPage], scored: Sequence[RenderedPage]) -> list[str]:
        """Everything that the engine keeps as prose or items."""
        engine = _default()
        views = [of_rendered(page) for page in scored]
        return [_joined(view, [label for label, _ in block_labels(view, engine)]) for view in views]


def decide(view: View, rules: Rules, ask: Callable[[], Said]) -> tuple[list[Decision], float]:
    """A decision for every block, and the share of the page's text that the rules fit. `ask` runs the engine; it is called only if needed."""
    found = [rules.rule(block.steps) for block in view.blocks]
    letters = [len(block.text) for block in view.blocks]
    loose = not any(rule is not None and rule.label == PROSE for rule in found)
    if loose:
        found = [rule or rules.rule(block.steps, loose=True) for rule, block in zip(found, view.blocks, strict=True)]
    share = sum(size for size, rule in zip(letters, found, strict=True) if rule is not None) / max(1, sum(letters))
    if share < CHANGED * rules.coverage or not any(rule is not None and rule.label == PROSE for rule in found):
        why = f"rules fit {share:.0%} of the text where they fitted {rules.coverage:.0%}: the template changed; engine alone"
        return [Decision(label, 0, sure, why) for label, sure in ask()], share
    inside = [rules.within(block.steps, loose) for block in view.blocks]
    found = [rule if rule is None or not within or rule.speaks_of(size) else None for rule, within, size in zip(found, inside, letters, strict=True)]
    unknown = [rule is None and within for rule, within in zip(found, inside, strict=True)]
    kept = sum(size for size, rule in zip(letters, found, strict=True) if rule is not None and rule.label != BOILERPLATE)
    little = loose or kept < CHANGED * rules.kept * sum(letters)
    doubted = [rule is not None and rule.titles and within for rule, within in zip(found, inside, strict=True)]
    said: Said = ask() if little or any(unknown) or any(doubted) else ()
    more = sum(size for size, (label, _) in zip(letters, said, strict=False) if label != BOILERPLATE)
    if little and 2 * kept < more:
        why = f"rules keep {kept} characters, the engine {more}: not a page that the rules were learnt from; engine alone"
        return [Decision(label, 0, sure, why) for label, sure in said], 0.0
    made: list[Decision] = []
    for place, rule in enumerate(found):
        if doubted[place] and said[place][0] == TITLE and said[place][1] >= LIKELY:
            made.append(Decision(TITLE, 0, said[place][1], "site rule for text and titles: a title, as the engine says"))
        elif rule is not None:
            made.append(Decision(rule.label, rule.level, rule.confidence, "site rule" + (" (loosely)" if loose else "")))
        elif unknown[place]:
            made.append(Decision(said[place][0], 0, said[place][1], "no site rule, in the container: as the engine says"))
        else:
            made.append(Decision(BOILERPLATE, 0, rules.coverage, "no site rule, outside of the container"))
    return made, share


def _text(view: View, rules: Rules, engine: Engine) -> str:
    """What the rules are sure of: a cluster with one short block a page says nothing about its page (the paper drops clusters that score 0).

    Blocks that no rule knows are taken where they lie in the container and speak of what the title speaks of. Headlines outside of it belong
    to the document, not to its text.
    """
    decisions, share = decide(view, rules, lambda: block_labels(view, engine))
    if share < CHANGED * rules.coverage:
        return _joined(view, [one.label for one in decisions])
    hints = _topics(" ".join((*view.titles, *view.descriptions)))
    loose = any(one.reason.endswith("(loosely)") for one in decisions)
    labels = []
    for one, block in zip(decisions, view.blocks, strict=True):
        known = one.reason.startswith("site rule")
        inside = one.label == PROSE or rules.within(block.steps, loose)
        about = one.label in _TEXT or len(_topics(block.text) & hints) >= 2
        fine = one.confidence >= 0.5 if known else about and block.linked < 0.3 and not is_caption(block, len(rules.container))
        labels.append(MISC if not (inside and fine) else one.label if known else PROSE)
    return _joined(view, labels)


def _topics(text: str) -> set[str]:
    return {token for token in any_language(text) if len(token) >= 4 or not token.isascii()}


def _joined(view: View, labels: Sequence[str]) -> str:
    return "\n".join(" ".join(block.pieces) for block, label in zip(view.blocks, labels, strict=True) if label in _TEXT)


def _default() -> Engine:
    from rubricate import engines

    return engines.get("default")
