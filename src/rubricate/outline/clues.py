"""Does a title belong below another one? A sum of clues, each with a weight.

A clue is a plain statement about two titles: `upper`, which is open, and `title`, which comes now. The weights were fitted by logistic regression on
the hand-made outlines of 175 pages (the train part of the stapi set, 3,426 titles) and rounded to one decimal; a positive weight speaks for 'below',
a negative one for 'beside or above'. Every clue is true, false or a small number, and costs a fixed time: of the open titles further up, only the
nearest are looked at. The learned model (`model`) brings its own weights; those here stand in for it where its file is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    "first of a series, unnumbered above, nearly the same look": -1.5,
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
    "above by its words without parts": -2.0,
    "more of its look": -1.0,
    "page's first title above": 2.5,
    "page's second title": -1.1,
    "first title names the document": 2.5,
    "first title looks the same": -0.3,
    "first title looks the same but names the document": 0.6,
    "first title is weaker": 2.4,
}


def speaks_for_below(upper: Look, title: Look, path: list[Look], page: Looks, weights: Mapping[str, float] = WEIGHTS) -> float:
    """The sum of the weights of all clues that hold; above 0: `title` belongs below `upper`, the last of the open `path`."""
    further = path[-1 - NEAREST : -1]
    total = sum([weights[name] for name in clues(upper, title, further)])
    return total + sum([weights[name] * value for name, value in amounts(upper, title, page)])


def clues(upper: Look, title: Look, further: list[Look]) -> list[str]:
    """The clues that hold for two titles, by name; `further` are the nearest open titles above `upper`."""
    found = ["always"]
    _add_look_clues(upper, title, found)
    _add_number_clues(upper, title, further, found)
    _add_group_clues(upper, title, further, found)
    if upper.order == 0:
        _add_root_clues(upper, title, found)
    return found


def amounts(upper: Look, title: Look, page: Looks) -> list[tuple[str, float]]:
    """The clues that hold more or less: a name and a small number."""
    found = [("now a link", float(title.linked - upper.linked))]
    if title.words != upper.words:
        found.append(("more words", max(-1.0, min(1.0, log((title.words + 1) / (upper.words + 1)) / 2))))
    if upper.order > 0 and upper.coarsely_alike != title.coarsely_alike:
        found.append(("more of its look", max(-1.0, min(1.0, log(title.coarsely_alike / upper.coarsely_alike) / 2))))
    above, below = page.stands_above.get((upper.coarse, title.coarse), 0), page.stands_above.get((title.coarse, upper.coarse), 0)
    if above or below:
        found.append(("such titles stand above such", log1p(above) - log1p(below)))
    return found


def _add_look_clues(upper: Look, title: Look, found: list[str]) -> None:
    high, low = upper.heading, title.heading
    if high and low:
        if low > high:
            found.append("deeper h-tag")
        if low == high:
            found.append("same h-tag")
        if low < high:
            found.append("higher h-tag")
        if low < high and upper.order > 0:
            found.append("higher h-tag than a title that is not the first")
    else:
        if high > 0:
            found.append("h-tag above, none here")
        if low > 0:
            found.append("h-tag here, none above")
        if title.indent > upper.indent + 5 and upper.order > 0:
            found.append("indented more")
        if title.indent < upper.indent - 5 and upper.order > 0:
            found.append("indented less")
    if upper.size > title.size * 1.05:
        found.append("smaller")
    if title.italic and not upper.italic:
        found.append("now italic")
    if title.underline and not upper.underline:
        found.append("now underlined")
    if title.centred and not upper.centred:
        found.append("now centred")
    if upper.centred and not title.centred:
        found.append("no longer centred")
    if title.begins > upper.begins:
        found.append("now after a line break")


def _add_number_clues(upper: Look, title: Look, further: list[Look], found: list[str]) -> None:
    high, low = upper.number, title.number
    if low is None:
        if high is not None:
            found.append("numbered above, not here")
        if upper.goes_on:
            found.append("inside a series that goes on")
        return
    if high is None:
        found.append("numbered here, not above")
    if high is None and title.counts_once and low.value == 1 and upper.order > 0:
        found.append("first of the page's only series")
    if high is None and low.value == 1 and upper.order > 0 and upper.coarse == title.coarse:
        found.append("first of a series, unnumbered above, nearly the same look")
    if title.counts_again and low.value == 1 and (high is None or high.form != low.form):
        found.append("first of a series that starts again and again")
    if further and any(other.number is not None and other.number.form == low.form for other in further):
        found.append("a title further up has its form of number")
    if further and any(other.number is not None and low.follows(other.number) for other in further):
        found.append("a title further up has the number before it")
    if high is not None:
        if high.form == low.form:
            found.append("same form of number")
        if high.form != low.form:
            found.append("another form of number")
        if low.inside(high):
            found.append("number inside the one above")


def _add_group_clues(upper: Look, title: Look, further: list[Look], found: list[str]) -> None:
    rare = upper.order > 0 and upper.alike <= 2 and title.alike >= 4
    if upper.key == title.key:
        found.append("same look")
    if further and any(other.key == title.key for other in further):
        found.append("a title further up has its look")
    if further and any(other.coarse == title.coarse and other.order > 0 for other in further):
        found.append("a title further up nearly has its look")
    if title.first_alike == title.order < title.last_alike:
        found.append("first of its look, not the last")
    if title.first_alike < upper.order:
        found.append("its look came before the one above")
    if title.coarsely_alike == 1:
        found.append("only one of its look")
    if upper.last_alike > title.order and upper.order > 0:
        found.append("look above comes again")
    if not upper.body and upper.order == title.order - 1 and upper.order > 0:
        found.append("no text between them")
    if upper.stands_alone and upper.order > 0:
        found.append("above by its words without parts")
    if rare and (0 < upper.heading < title.heading or upper.size > title.size * 1.1):
        found.append("rare and stronger above many")


def _add_root_clues(root: Look, title: Look, found: list[str]) -> None:
    alike = root.coarse == title.coarse
    found.append("page's first title above")
    if title.order == 1:
        found.append("page's second title")
    if root.names_document:
        found.append("first title names the document")
    if alike:
        found.append("first title looks the same")
    if alike and root.names_document:
        found.append("first title looks the same but names the document")
    if 0 < title.heading < root.heading or title.size > root.size * 1.1:
        found.append("first title is weaker")
