"""asdus-di.v1: the domain-independent model of ASDUS, on our lines.

Paper: Mysore Gopinath, Wilson, Sadeh: Supervised and Unsupervised Methods for Robust Separation of Section Titles and Prose Text in Web
Documents, EMNLP 2018, section 3.1. Nothing is learnt: the lines of a page fall into two clusters, short ones near the origin and long ones away
from it.

As published: the eight features, collapsed into text length and a linear combination of the rest; k-means with two clusters; the cluster of the
origin holds the titles; a title is sure if 75 % of its lemmas are in the next text; the tag paths of sure titles give the others; all text
between two titles is prose; the last section ends where the words of its text do; text before the first title is kept ('Uncategorized' in
`--format html --flat`).

Departures, and what each does to P / R by the paper's scorer. Choices were made on the train pages, and the effects are measured there (175
pages, 3,646 gold titles; all choices as they are: .753 / .919); see the end for the pages that no choice has seen.
- A unit is a visible line, not the own text of an element; but a line that begins in an element of its own ('<b>Cookies.</b> We use ...') is two
  units, its lead and its rest, as in the paper: 11 % of the gold titles are such leads. A label is for a line, so a lead that is a title does not
  show in the labels; it does in the paper's simple version (`AsdusDI.simple`), which its scorer judges. With whole lines (`leads=False`) and
  without the next two choices: .695 / .863; with leads: .654 / .929.
- A tag path that prose has too (less than nine tenths of its texts are in the title cluster) makes a title only of a text that is followed by one
  twice as long: .755 / .912. The paper does not say this; without it one title in a <p> makes titles of all short paragraphs.
- Where no text passes the title test, texts of the title cluster with a long text after them are titles: .753 / .919.
- The paper gives no weights: plain counts are added, as in the published code. They grow with the length, so that leaving out any one feature
  moves F1 little: table 3 (drops of .04 to .18) is not reproduced. The next length, which the code leaves out, has the weight -0.05.
  `scale='log'` (not in the paper) makes the clusters tighter: .783 / .896.
- Own text of <li> is text but no title. The code drops it; with it as a title (`list_titles=True`): .726 / .921.
- Generalisation takes texts of the same path (six tags) that are in the title cluster. The published code takes all elements that the path selects
  as a descendant selector; all texts of the path (`spread='all', pure=0, untested=False`): .614 / .952.
- Text hidden by style sheets is looked at, as the paper's parser knew none.
- Named entities by capital letters: spaCy's model (`ner='spacy'`) gives the same F1 to .001 on 60 pages and takes 40 times as long. Coreference
  chains by rule, as no coreference system works offline. Stop words from stopwordsiso, not Weka's; lemmas from simplemma; sentences from
  sentencex.
- A text of the last section has to share two words with it (the code's number; the paper gives none); its first text is free (the code: three).
- `variant='code'` is all of this as in the published code, on our lines, with lemmas where the code has stems.

Measured on the 57 vali pages, which no choice has seen, by the paper's scorer (paper in brackets): P .765 (.82), R .966 (.98), F1 .854 (.89),
coverage 98.2 % (97.2). By STAPI's measure (title and prose behind a perfect filter; STAPI's authors measured .773): .935. What recall still lacks
is on few pages: gold titles that are whole clauses of a contract, and pages where titles and prose share their tags. Precision: short paragraphs,
and sub-headings that the gold leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from rubricate.engines.asdus.chances import chances
from rubricate.engines.asdus.clusters import Clusters, cluster
from rubricate.engines.asdus.counts import Weights, collapse, counts, published_counts
from rubricate.engines.asdus.entities import recogniser
from rubricate.engines.asdus.sections import SectionOptions, Verdict, sections, simple
from rubricate.engines.asdus.units import Units, units
from rubricate.engines.asdus.words import Language, language
from rubricate.errors import UsageError
from rubricate.types import Labels, Segments

__all__ = ["DESCRIPTION", "PUBLISHED", "AsdusDI", "Options", "engine", "plot"]

DESCRIPTION = "ASDUS, domain-independent (EMNLP 2018): k-means over eight counts, word overlap, tag paths; nothing is learnt."


@dataclass(frozen=True, slots=True)
class Options:
    """The model; the paper's values where it gives them."""

    ner: str = "capitals"  # or 'spacy'
    counts: str = "paper"  # or 'code': what the published code counts
    weights: Weights = field(default_factory=Weights)
    scale: str = "plain"  # or 'log': logarithms of the counts, each divided by its deviation (not in the paper)
    drop: tuple[str, ...] = ()  # features left out (table 3)
    sections: SectionOptions = field(default_factory=SectionOptions)

    def __post_init__(self) -> None:
        if self.counts not in ("paper", "code") or self.scale not in ("plain", "log"):
            raise UsageError(f"counts must be paper or code, scale plain or log; got {self.counts!r}, {self.scale!r}")


PUBLISHED = Options(counts="code", sections=SectionOptions(match="descendant", spread="all", pure=0.0, untested=False, lists=False, last_free=3))
"""The variant 'code': as in the published code."""


class AsdusDI:
    """The engine; it keeps nothing from page to page."""

    name = "asdus-di.v1"

    def __init__(self, options: Options) -> None:
        self.options = options
        self._recognise = recogniser(options.ner)
        language(None)  # what is missing is said now, not at the first page

    def label(self, segments: Segments) -> Labels:
        """Cluster the lines, find the titles, label what is between them."""
        found, clusters, verdict = self._answer(segments)
        table = chances(found, _classes(clusters), verdict.names, [state.list_depth > 0 for state in segments.state])
        return Labels(self.name, verdict.names, table.max(axis=1, initial=0.0).tolist(), verdict.reasons, probabilities=table)

    def simple(self, segments: Segments) -> list[tuple[str, str]]:
        """The paper's simple version: titles, also those that a line only begins with, and the text under each."""
        return simple(segments, self._answer(segments)[2])

    def _answer(self, segments: Segments) -> tuple[Units, Clusters, Verdict]:
        found, points = self.points(segments)
        clusters = cluster(points)
        return found, clusters, sections(segments, found, clusters.title.tolist(), language(segments.page.language), self.options.sections)

    def points(self, segments: Segments) -> tuple[Units, Any]:
        """The lines that are looked at and their two dimensions."""
        steps = self.options.sections
        found = units(segments, steps.depth, steps.lists, steps.hidden, steps.leads)
        return found, self._points(found, language(segments.page.language))

    def _points(self, found: Units, tools: Language) -> Any:
        count = counts if self.options.counts == "paper" else published_counts
        return collapse(count(found.text, tools, self._recognise), self.options.weights, self.options.drop, self.options.scale)


def engine(variant: str = "paper", **options: Any) -> AsdusDI:
    """The engine: `variant` is 'paper' or 'code' (as in the published code); other options are fields of Options or of SectionOptions."""
    if variant not in ("paper", "code"):
        raise UsageError(f"variant must be paper or code, not {variant!r}")
    base = Options() if variant == "paper" else PUBLISHED
    steps = {name: options.pop(name) for name in list(options) if name in SectionOptions.__dataclass_fields__}
    return AsdusDI(replace(base, sections=replace(base.sections, **steps), **options) if steps or options else base)


def plot(segments: Segments, path: str | Path, options: Options | None = None) -> None:
    """Draw figure 3 of the paper for a page: the clusters with their medians, as SVG."""
    from rubricate.engines.asdus.figure import figure

    _, points = AsdusDI(options or Options()).points(segments)
    Path(path).write_text(figure(points, cluster(points)), encoding="utf-8")


def _classes(clusters: Clusters) -> Any:
    """Chances of title and prose by the distances from the two means; the model knows no third class."""
    title = np.where(clusters.title, clusters.sure, 1.0 - clusters.sure)
    return np.column_stack([title, 1.0 - title, np.zeros(len(title))])
