"""Case: one annotated page with all that the measures need of it, made once for all systems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

from rubricate.types import TITLE, Segments

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example
    from rubricate.learn.truth import Truth

__all__ = ["Case", "blank_case", "open_case"]

BOLD = 0.5


@dataclass
class Case:
    """An example, its segments, and how long reading them took (part of what every engine needs)."""

    example: Example
    segments: Segments
    seconds: float

    @cached_property
    def truth(self) -> Truth:
        """The gold laid over the segments."""
        from rubricate.learn.truth import truth

        return truth(self.example, self.segments)

    @cached_property
    def titles(self) -> list[str]:
        """The gold titles, in order."""
        return [line.text for line in self.example.gold if line.label == TITLE]

    @cached_property
    def segment_of(self) -> dict[int, int]:
        """For every gold line that was found: the first segment it stands in."""
        first: dict[int, int] = {}
        for segment, line in enumerate(self.truth.gold_index):
            if line >= 0:
                first.setdefault(line, segment)
        return first

    @cached_property
    def markups(self) -> list[str]:
        """How each gold title is marked up: 'h-tag', 'bold line' or 'plain'; from its segment, or from the gold's own tag where none was found."""
        return [self._markup(index, line.tag) for index, line in enumerate(self.example.gold) if line.label == TITLE]

    def _markup(self, line: int, tag: str) -> str:
        segment = self.segment_of.get(line)
        if segment is None:
            return "h-tag" if tag in {"h1", "h2", "h3", "h4", "h5", "h6"} else "bold line" if tag in {"b", "strong"} else "plain"
        if self.segments.state[segment].heading:
            return "h-tag"
        characters = sum(not character.isspace() for character in self.segments.text[segment])
        return "bold line" if self.segments.bold[segment] >= BOLD * characters else "plain"


def open_case(example: Example) -> Case:
    """Read the page with its style sheets and find its segments."""
    from rubricate import segments

    start = perf_counter()
    found = segments.of(example.page())
    return Case(example, found, perf_counter() - start)


def blank_case(example: Example) -> Case:
    """The case of a page that could not be read: no segments, so every gold line is missed."""
    from rubricate import page, segments

    return Case(example, segments.of(page.read("")), 0.0)
