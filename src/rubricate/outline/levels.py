"""Titles -> levels 1..n, from tag, look, numbering, list nesting and the order of first appearance.

Titles are taken in order, with the path of titles that are open. A title closes those that it does not belong below, and what is then open is its
parent. Whether it belongs below another is a sum of clues (`clues`), corrected by what a learned model says of the two (`model`); without the model's
file the clues decide alone. Where a page's h-tags already make a sound outline, they are the answer. Every title gets a level and no level has gaps,
whatever is said. Each title is opened and closed once, and compared with few others: linear time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from rubricate.outline.clues import WEIGHTS, speaks_for_below
from rubricate.outline.looks import Look, Looks, lone, looks, said_of_first, trusted_numbers
from rubricate.outline.model import LevelModel, packaged
from rubricate.outline.pairs import pairs
from rubricate.types import Segments

SHORT = 8  # titles
MANY = 1000  # titles; on a page with more, which is none that people write, pairs would take memory for nothing
BENEFIT = 0.5
DOUBTFUL, SURE = 0.65, 0.9
"""A title that is less sure than the first, and has no h-tag, holds none that has one or is as sure as the second."""
DEEPEST = 12
"""No real outline is deeper (the deepest of 232 hand-made ones has 6 levels); a page cannot make the tree a ladder."""


def levels(segments: Segments, titles: Sequence[int], names: Sequence[str], model: LevelModel | None = None) -> list[int]:
    """The level of every title (indices of segments, in order): 1 = top, at most one more than that of the title before it.

    The model is that of the package unless another is given.
    """
    tags = [segments.state[index].heading for index in titles]
    if sound(tags, [segments.state[index].size for index in titles]):
        return gapless(tags)
    model = packaged() if model is None else model
    if model is not None and model.nesting is not None:
        texts = [segments.text[index] for index in titles]
        first = said_of_first(texts[0], segments.page.title) if texts else (False, False)
        answer: list[int] = model.nesting.levels(segments, titles, names, trusted_numbers(texts), list(map(lone, texts)), *first)
        return answer
    page = looks(segments, titles, names)
    if model is None:
        return nested(page)
    if len(tags) > MANY:
        return nested(page, model.weights)
    return nested(page, model.weights, model.corrections(pairs(segments, titles, names, page)))


def nested(page: Looks, weights: Mapping[str, float] = WEIGHTS, corrections: Mapping[tuple[int, int], float] | None = None) -> list[int]:
    """The levels that the clues give with these weights; `corrections` are added for pairs of titles (orders of the lower and the upper one)."""
    more = corrections or {}
    path: list[Look] = []
    answer = []
    for title in page.titles:
        while path and (
            len(path) == DEEPEST
            or _holds_none(path[-1], title)
            or speaks_for_below(path[-1], title, path, page, weights) + more.get((title.order, path[-1].order), 0.0) + _doubt(path[-1]) <= 0
        ):
            path.pop()
        path.append(title)
        answer.append(len(path))
    return answer


def _doubt(upper: Look) -> float:
    """The benefit of the doubt: a first title that says what the page's <title> says holds the others."""
    return BENEFIT if upper.is_page_title and upper.names_document else 0.0


def _holds_none(upper: Look, title: Look) -> bool:
    """Whether a title cannot belong below another.

    No list of contents has parts; '3.' is beside '2.', whatever their tags (of 232 hand-made outlines none has it below); no h3 (but the page's first
    title) holds an h2, unless their numbers say so ('2.' and '2.1'). Where the page's
    only series of numbers begins, 'Important' or 'Contact us' holds none of it, nor does a title without a number that looks the same. (Of 232
    hand-made outlines 12 have such an 'Important', none with numbered parts; 15 have such a title beside the series, 5 above it, and of those the
    annotators were unsure.)
    """
    if title.number is not None and upper.number is not None and title.number.follows(upper.number):
        return True
    if 0 < title.heading < upper.heading and upper.order > 0:
        return title.number is None or upper.number is None or not title.number.inside(upper.number)
    return upper.lists_contents or _begins_beside(upper, title) or _is_of_one_kind(upper, title)


def _begins_beside(upper: Look, title: Look) -> bool:
    number = title.number
    if number is None or upper.number is not None or upper.order == 0:
        return False
    return title.counts_once and (upper.stands_alone or (number.value == 1 and upper.coarse == title.coarse))


def _is_of_one_kind(upper: Look, title: Look) -> bool:
    """Whether two headings of one tag, without numbers, stand in items of lists of one depth, or look the same but for 'NASA' being in capitals, or
    look the same, the first with text below it. (One without may be what the others are parts of: 'Common questions'.)

    They are on one level: of 989 that look the same and follow each other, on training pages of stapi, 5 are one below the other, by words alone; of
    4 without text 2 are.
    """
    if not upper.heading or upper.heading != title.heading or upper.order == 0 or upper.number is not None or title.number is not None:
        return False
    same = (upper.bold, upper.italic, round(upper.size)) == (title.bold, title.italic, round(title.size))
    listed = title.list_depth > 0 and upper.list_depth == title.list_depth
    return listed or (same and (upper.body > 0 or upper.capitals != title.capitals))


def sound(tags: Sequence[int], sizes: Sequence[float]) -> bool:
    """Whether the h-tags are an outline: one top title, first; no level left out; all titles of a tag of one size; on longer pages no lone title that
    would swallow the others."""
    counts = Counter(tags)
    top = min(tags, default=0)
    if not top or tags[0] != top or counts[top] != 1 or any(after > before + 1 for before, after in pairwise(tags)):
        return False
    if len({(tag, round(size)) for tag, size in zip(tags, sizes, strict=True)}) > len(counts):
        return False
    return len(tags) <= SHORT or all(count > 1 for tag, count in counts.items() if tag != top)


def lifted(depths: Sequence[int], tags: Sequence[int], sure: Sequence[float]) -> list[int]:
    """The levels, with no h-tag and no sure title below a doubtful one without an h-tag: a caption, or the name of who is quoted, taken for a title,
    swallows no sections. (Parents of own titles of stapi, cross-validated: .845 right without that, .850 with it.)

    `depths` are levels, `tags` h-tags (0: none), and `sure` how sure it is that each is a title.
    """
    path: list[int] = []
    answer = []
    for order, depth in enumerate(depths):
        while path and depths[path[-1]] >= depth:
            path.pop()
        swallowed = False
        while path and (tags[order] or sure[order] >= SURE) and not tags[path[-1]] and sure[path[-1]] < DOUBTFUL:
            path.pop()
            swallowed = True
        while swallowed and path and path[-1] > 0 and tags[path[-1]] >= tags[order] > 0:  # nor what it stood below, if that is no higher
            path.pop()
        path.append(order)
        answer.append(len(path))
    return answer


def gapless(ranks: Sequence[int]) -> list[int]:
    """Ranks (smaller = higher) -> levels 1..n: a title's parent is the nearest earlier one of a smaller rank, its level the parent's + 1."""
    path: list[int] = []
    answer = []
    for rank in ranks:
        while path and path[-1] >= rank:
            path.pop()
        path.append(rank)
        answer.append(len(path))
    return answer
