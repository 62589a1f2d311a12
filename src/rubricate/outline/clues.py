"""Does a title belong below another one? A sum of clues, each with a weight.

A clue is a plain statement about two titles: `upper`, which is open, and `title`, which comes now. The weights were fitted by logistic regression on
the hand-made outlines of 175 pages (the train part of the stapi set, 3,426 titles) and rounded to one decimal; a positive weight speaks for 'below',
a negative one for 'beside or above'. Every clue is true, false or a small number, and costs a fixed time: of the open titles further up, only the
nearest are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log, log1p

from rubricate.outline.looks import Look, Looks

NEAREST = 8
WEIGHTS = {
    "always": 0.4,
    "deeper h-tag": 2.4,
    "same h-tag": -0.9,
    "higher h-tag": -1.3,
    "higher h-tag than a title that is not the first": -1.7,
    "h-tag above, none here": 2.1,
    "h-tag here, none above": -1.1,
    "indented more": 2.7,
    "indented less": -2.7,
    "smaller": 0.9,
    "now italic": 2.5,
    "now underlined": 1.8,
    "now centred": 1.5,
    "no longer centred": -1.4,
    "now a link": 1.3,
    "now after a line break": 1.0,
    "more words": -0.5,
    "numbered above, not here": 1.5,
    "inside a series that goes on": 1.8,
    "numbered here, not above": 3.0,
    "first of the page's only series": -2.1,
    "first of a series that starts again and again": 0.7,
    "a title further up has its form of number": -2.9,
    "a title further up has the number before it": -2.1,
    "same form of number": -3.1,
    "another form of number": 2.7,
    "number inside the one above": 0.6,
    "same look": -3.7,
    "a title further up has its look": -0.7,
    "a title further up nearly has its look": -1.6,
    "first of its look, not the last": -1.9,
    "its look came before the one above": -0.6,
    "only one of its look": -4.0,
    "look above comes again": 0.8,
    "no text between them": 2.6,
    "such titles stand above such": 3.2,
    "rare and stronger above many": 1.1,
    "more of its look": -1.0,
    "page's first title above": 2.5,
    "page's second title": -1.1,
    "first title names the document": 2.5,
    "first title looks the same": -0.3,
    "first title looks the same but names the document": 0.6,
    "first title is weaker": 2.4,
}


def speaks_for_below(upper: Look, title: Look, path: list[Look], page: Looks) -> float:
    """The sum of the weights of all clues that hold; above 0: `title` belongs below `upper`, the last of the open `path`."""
    further = path[-1 - NEAREST : -1]
    clues = [*_look_clues(upper, title), *_number_clues(upper, title, further), *_group_clues(upper, title, further, page)]
    if upper.order == 0:
        clues += _root_clues(upper, title)
    return WEIGHTS["always"] + sum(WEIGHTS[name] * value for name, value in clues if value)


Clue = tuple[str, float]


def _look_clues(upper: Look, title: Look) -> Iterator[Clue]:
    high, low = upper.heading, title.heading
    if high and low:
        yield "deeper h-tag", low > high
        yield "same h-tag", low == high
        yield "higher h-tag", low < high
        yield "higher h-tag than a title that is not the first", low < high and upper.order > 0
    else:
        yield "h-tag above, none here", high > 0
        yield "h-tag here, none above", low > 0
        yield "indented more", title.indent > upper.indent + 5 and upper.order > 0
        yield "indented less", title.indent < upper.indent - 5 and upper.order > 0
    yield "smaller", upper.size > title.size * 1.05
    yield "now italic", title.italic and not upper.italic
    yield "now underlined", title.underline and not upper.underline
    yield "now centred", title.centred and not upper.centred
    yield "no longer centred", upper.centred and not title.centred
    yield "now a link", title.linked - upper.linked
    yield "now after a line break", title.begins > upper.begins
    yield "more words", max(-1.0, min(1.0, log((title.words + 1) / (upper.words + 1)) / 2))


def _number_clues(upper: Look, title: Look, further: list[Look]) -> Iterator[Clue]:
    high, low = upper.number, title.number
    if low is None:
        yield "numbered above, not here", high is not None
        yield "inside a series that goes on", upper.goes_on
        return
    yield "numbered here, not above", high is None
    yield "first of the page's only series", high is None and title.counts_once and low.value == 1 and upper.order > 0
    yield "first of a series that starts again and again", title.counts_again and low.value == 1 and (high is None or high.form != low.form)
    yield "a title further up has its form of number", any(other.number is not None and other.number.form == low.form for other in further)
    yield "a title further up has the number before it", any(other.number is not None and low.follows(other.number) for other in further)
    if high is not None:
        yield "same form of number", high.form == low.form
        yield "another form of number", high.form != low.form
        yield "number inside the one above", low.inside(high)


def _group_clues(upper: Look, title: Look, further: list[Look], page: Looks) -> Iterator[Clue]:
    rare = upper.order > 0 and upper.alike <= 2 and title.alike >= 4
    yield "same look", upper.key == title.key
    yield "a title further up has its look", any(other.key == title.key for other in further)
    yield "a title further up nearly has its look", any(other.coarse == title.coarse and other.order > 0 for other in further)
    yield "first of its look, not the last", title.first_alike == title.order < title.last_alike
    yield "its look came before the one above", title.first_alike < upper.order
    yield "only one of its look", title.coarsely_alike == 1
    yield "look above comes again", upper.last_alike > title.order and upper.order > 0
    yield "no text between them", not upper.body and upper.order == title.order - 1 and upper.order > 0
    above, below = page.stands_above[upper.coarse, title.coarse], page.stands_above[title.coarse, upper.coarse]
    yield "such titles stand above such", log1p(above) - log1p(below)
    yield "rare and stronger above many", rare and (0 < upper.heading < title.heading or upper.size > title.size * 1.1)
    if upper.order > 0:
        yield "more of its look", max(-1.0, min(1.0, log(title.coarsely_alike / upper.coarsely_alike) / 2))


def _root_clues(root: Look, title: Look) -> Iterator[Clue]:
    alike = root.coarse == title.coarse
    yield "page's first title above", 1.0
    yield "page's second title", title.order == 1
    yield "first title names the document", root.names_document
    yield "first title looks the same", alike
    yield "first title looks the same but names the document", alike and root.names_document
    yield "first title is weaker", 0 < title.heading < root.heading or title.size > root.size * 1.1
