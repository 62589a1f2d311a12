"""rules.v1: a baseline of plain rules (first form: h-tags)."""

from __future__ import annotations

from rubricate.types import BOILERPLATE, ITEM, PROSE, TITLE, Labels, Segments, State

DESCRIPTION = "Plain rules over tags, look, links and position; needs no model."


class Rules:
    """The engine; it has no state."""

    name = "rules.v1"

    def label(self, segments: Segments) -> Labels:
        """One label for every segment."""
        names = [_name(state) for state in segments.state]
        return Labels(self.name, names, [0.5] * len(names), ["tag"] * len(names))


def engine() -> Rules:
    """The engine."""
    return Rules()


def _name(state: State) -> str:
    if state.hidden or state.control or state.region in ("nav", "footer", "aside", "form"):
        return BOILERPLATE
    return TITLE if state.heading else ITEM if state.list_depth else PROSE
