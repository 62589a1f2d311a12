"""pembe.v1: headings and the hierarchy over them, by rules.

Paper: F. C. Pembe and T. Güngör, 'Heading-Based Sectional Hierarchy Identification for HTML Documents'. `rules` has the eleven
heuristics of section IV.B, `formats` the features of table I, `hierarchy` the algorithm RestructureTree of section IV.C. Labels and levels both come
from it; there is nothing to train.

As published: container tags make the tree, all other tags are features of the text in them; the eleven heuristics, each of which can be switched off
(`Options.without`); a heading's format is what tags and attributes say of it; RestructureTree with one list of formats a block, inner blocks first.
No thresholds, tag lists or phrases are in the paper. Ours were chosen on the 175 stapi pages marked `train`; nothing was chosen on `vali`.

Departures and readings, each with its effect on `train` (micro F1 of headings; share of right parents with own headings, with given headings; as it
is: F .785, .645, .818):
- A leaf is a visible line, not a sentence: a heading is a whole line by the paper's own rule, so no heading is lost by it.
- 'Heading-like' (section V: 'with distinct formatting than the surrounding text') is made exact: a line that looks like most of the page's text is
  none. Without that, a plain line before italics or capitals would be one.
- Weight, size and colour of style sheets count like tags: they say today what <b> and <font> said then. With tags alone (`styles=False`):
  F .794, parents .620 and .807.
- A block that is one heading with all the rest under it stands in the block around it as that heading (`hierarchy`), as a container with one node
  does; many pages of today keep their title in a container of its own, beside the text. Without it, by tags alone, parents are .531 and .720
  instead of .590 and .807.
- 'No following content': fewer than four linked lines are no menu but a list of contents or 'Print'; a date under a title ('Last updated ...') is
  not its text in the same format. Without both, by tags alone: F .803, parents .590 with own headings instead of .794 and .620.
- Two lines are 'in the same format' by tags and capitals; size, colour, face, links, lists, id and class do not count there: hardly any two lines of
  today's pages have the same class.
- id and class are left out of a heading's format: an id is unique, so every heading would open a level of its own.
- All capitals needs more letters than other characters, so that part numbers in tables are not headings.
- Labels that the paper has not: menus at both ends and text in <select> are boilerplate, lines in lists are items, the rest is prose. It has no idea
  of boilerplate beyond that. The confidence of a label is the share of `train` lines with it that were right.

Measured on stapi `vali` (paper: 50 other pages, R .90 P .72 F .80, parents .78; its authors' later learned system: .58 own, .75 given):
R .887 P .816 F .850, parents .716 with own and .848 with given headings. With own headings a relation counts only if both its ends were found: on
`train` 405 of 3,430 headings are lost, and 255 more have a parent that is; titles of legal pages that end in a full stop or begin with '(5)' are
struck by the paper's rule of punctuation, two headings of one format in a row by its rule of same format. They stay because the paper has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rubricate.engines.pembe.formats import FEATURES, LEVEL, LOOK, formats, signature
from rubricate.engines.pembe.hierarchy import depths
from rubricate.engines.pembe.rules import NAMES, RULES, Lines, Thresholds, strike
from rubricate.errors import UsageError
from rubricate.types import BOILERPLATE, ITEM, PROSE, TITLE, Labels, Segments

__all__ = ["DESCRIPTION", "FEATURES", "NAMES", "RULES", "Options", "Pembe", "Thresholds", "engine"]

DESCRIPTION = "Headings and their hierarchy by eleven rules over formats (Pembe and Güngör); needs no model."

_HEADING_TAG = "h"
_SURE = {TITLE + _HEADING_TAG: 0.78, TITLE: 0.73, PROSE: 0.56, ITEM: 0.59, BOILERPLATE: 0.98}
"""The share of the train pages' lines with a label that were right; titles apart by whether they are in h1-h6."""


@dataclass(frozen=True, slots=True)
class Options:
    """`without` names rules that are switched off; `features` are the rows of table I that make a heading's format, `look` those that make two lines
    look the same; with `styles` weight, size and colour of style sheets count like tags; `thresholds` are what the paper leaves open."""

    without: tuple[str, ...] = ()
    features: tuple[str, ...] = LEVEL
    look: tuple[str, ...] = LOOK
    styles: bool = True
    thresholds: Thresholds = field(default_factory=Thresholds)

    def __post_init__(self) -> None:
        for given, known, what in ((self.without, NAMES, "rule"), (self.features, FEATURES, "feature"), (self.look, FEATURES, "feature")):
            unknown = [name for name in given if name not in known]
            if unknown:
                raise UsageError(f"pembe.v1 has no {what} {unknown[0]!r}; there are {', '.join(known)}")


class Pembe:
    """The engine; it has no state but its options."""

    name = "pembe.v1"

    def __init__(self, options: Options) -> None:
        self.options = options

    def label(self, segments: Segments) -> Labels:
        """Titles with their levels; other lines are prose or items; menus and choices are boilerplate. The reason of a label is a rule's name."""
        lines = self._lines(segments)
        struck = strike(lines, self.options.without)
        names = [_name(segments, index, rule) for index, rule in enumerate(struck)]
        titles = [name == TITLE for name in names]
        levels = self._depths(lines, titles)
        return Labels(
            engine=self.name,
            names=names,
            confidence=[_sure(segments, index, name) for index, name in enumerate(names)],
            reasons=[rule or "heading" for rule in struck],
            levels=[level if title else 0 for level, title in zip(levels, titles, strict=True)],
        )

    def levels(self, segments: Segments, titles: Sequence[int]) -> list[int]:
        """The levels of given titles (indices of segments, rising): RestructureTree alone, without the heuristics."""
        given = set(titles)
        column = self._depths(self._lines(segments), [index in given for index in range(len(segments))])
        return [column[index] for index in titles]

    def _lines(self, segments: Segments) -> Lines:
        return Lines(segments, formats(segments, self.options.styles), replace(self.options.thresholds, look=self.options.look))

    def _depths(self, lines: Lines, titles: Sequence[bool]) -> list[int]:
        features = self.options.features
        signatures = [signature(form, features) if title else () for form, title in zip(lines.formats.line, titles, strict=True)]
        return depths(lines.segments, titles, signatures)


def engine(**options: Any) -> Pembe:
    """The engine; options as in `Options`."""
    return Pembe(Options(**options))


def _name(segments: Segments, index: int, rule: str) -> str:
    if not rule:
        return TITLE
    if rule in ("select", "menu"):
        return BOILERPLATE
    return ITEM if segments.state[index].list_depth else PROSE


def _sure(segments: Segments, index: int, name: str) -> float:
    return _SURE[TITLE + _HEADING_TAG if name == TITLE and segments.state[index].heading else name]
