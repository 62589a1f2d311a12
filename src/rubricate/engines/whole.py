"""What stands or falls as a whole: a table of data, a paragraph or listing, lines in a row, lines of one look, and the page's own title.

A model that looks at lines keeps some cells of a table and drops others; half a table is worth less than none. So the cells vote, each with its
characters: in a table of offers the paragraphs say what it is, not the dates beside them. And the one <h1> of a page with whose words its <title>
begins is a title unless the model rules that out. Neither moves the measured figures (titles on stapi's vali part and text on a fifth of WCXB
stay within .001); both are what a reader expects. And lines of one look that follow each other with nothing between them are an address or a list,
not titles (of 16 such lines on the training pages that the model took for titles, one was). Where nearly all lines of one look are titles, the others
are, too (title F1 on 67 training pages that two models had not seen: .963 without that, .966 with it). A doubtful title of which nothing is kept
heads what was removed, unless there are several of its look, as on cards (on the same pages 0 of 4 were titles; on training pages of six other
corpora titles get a little better, and the text stays as good); with an h-tag it heads the sure titles of a lower level that follow.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features.text import begins_title
from rubricate.types import BLOCK_START, BOILERPLATE, LABELS, TITLE, Segments, Tree

__all__ = [
    "DOUBTFUL",
    "heads_nothing",
    "heads_removed",
    "heads_titles",
    "like_titles",
    "own_title",
    "untitled",
    "whole_blocks",
    "whole_tables",
    "with_listings",
]

_fast = twin("engines._whole")
_TITLE = LABELS.index(TITLE)
_REST = LABELS.index(BOILERPLATE)
_UNITS = frozenset(("p", "li", "dd", "blockquote"))
FEWEST, LONGEST = 4, 400
"""Lines that a table must have at least, and characters that each of them may have at most: larger tables arrange the page."""
MOST, SOME = 0.5, 0.2
"""The mean chance of being kept from which a table is kept: anywhere, and between lines that are kept."""
CHANCE = 0.03
ROW = 4
"""Lines in a row, without h-tags, of one look, that are no titles."""
DOUBTFUL, FEW, NEAR = 0.6, 4, 4
"""A title that is less likely than this is doubtful; so many doubtful ones of one look are cards; a title is under another within so many lines."""
SAME, ALL_BUT, POSSIBLE, LENGTH = 4, 0.8, 0.05, 200
"""Kept lines of one look, the share of them that are titles, the chance that one more is, and its length, from (up to) which it is one."""


def untitled(chances: NDArray[np.float32]) -> NDArray[np.intp]:
    """What kept lines are, if they are no titles."""
    found: NDArray[np.intp] = _TITLE + 1 + chances[:, _TITLE + 1 : _REST].argmax(axis=1)
    return found


def whole_tables(segments: Segments, chances: NDArray[np.float32], best: NDArray[np.intp]) -> NDArray[np.intp]:
    """The labels with every table that has header cells kept whole or dropped whole (titles in it stay)."""
    answer = best.copy()
    for lines in _tables(segments):
        kept = best[lines] != _REST
        if kept.all() or (not kept.any() and not _is_framed(best, lines)):
            continue
        chance = float(1.0 - np.average(chances[lines, _REST], weights=[len(segments.text[line]) for line in lines.tolist()]))
        if chance >= (SOME if _is_framed(best, lines) else MOST):
            dropped = lines[~kept]
            answer[dropped] = chances[dropped, :_REST].argmax(axis=1)
        else:
            answer[lines[best[lines] != _TITLE]] = _REST
    return answer


def whole_blocks(segments: Segments, chances: NDArray[np.float32], best: NDArray[np.intp]) -> NDArray[np.intp]:
    """The labels with every paragraph, item, listing and heading that is kept in part (its lines end at <br>, or at blank lines of <pre>) kept whole.

    Of 361 blocks of training pages that models which had not seen them kept in part, 318 are of one kind in the gold; 84 of 100 listings and items
    are kept there.
    """
    begins = np.array(segments.begins, np.int8) == BLOCK_START
    if begins.all():
        return best
    starts, kept = np.flatnonzero(begins), best != _REST
    some = np.add.reduceat(kept, starts, dtype=np.intp)
    ends = np.append(starts[1:], len(best))
    answer = best.copy()
    for start, end in zip(*(sides[(some > 0) & (some < ends - starts)].tolist() for sides in (starts, ends)), strict=True):
        state = segments.state[start]
        if state.code or state.heading or segments.page.tree.tags[segments.block[start]] in _UNITS:
            lost = start + np.flatnonzero(~kept[start:end])
            is_title = state.heading > 0 and bool((best[start:end] == _TITLE).any())
            answer[lost] = _TITLE if is_title else untitled(chances[lost])
    return answer


def with_listings(segments: Segments, chances: NDArray[np.float32], best: NDArray[np.intp]) -> NDArray[np.intp]:
    """The labels with every listing kept that follows a kept line at once, or after a button ('Copy'): the text before it speaks of it.

    Of 131 such listings on training pages that models which had not seen them removed, 128 are kept in the gold.
    """
    states, blocks, answer = segments.state, segments.block, best
    for index in (1 + np.flatnonzero((best[:-1] != _REST) & (best[1:] == _REST))).tolist():
        index += states[index].control and not states[index].code
        while index < len(best) and states[index].code and states[index].pre and answer[index] == _REST and blocks[index] != blocks[index - 1]:
            end = index + 1
            while end < len(best) and blocks[end] == blocks[index]:
                end += 1
            answer = best.copy() if answer is best else answer
            answer[index:end] = untitled(chances[index:end])
            index = end
    return answer


def heads_nothing(titles: NDArray[np.bool_], headings: NDArray[np.float32], alike: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which of the titles stand in such a row; `alike` has one number for all lines of one look."""
    if _fast is not None:
        marked = np.empty(len(titles), np.bool_)
        _fast.heads_nothing(titles, headings, alike, ROW, marked)
        return marked
    plain = titles & (headings == 0)
    if np.count_nonzero(plain) < ROW:
        return np.zeros(len(plain), np.bool_)
    joined = plain[1:] & plain[:-1] & (alike[1:] == alike[:-1])  # a line goes on the row of the one before it
    row = np.concatenate(([0], np.cumsum(~joined)))[: len(plain)]
    found: NDArray[np.bool_] = plain & (np.bincount(row, weights=plain, minlength=1)[row] >= ROW)
    return found


def heads_removed(best: NDArray[np.intp], chances: NDArray[np.float32], alike: NDArray[np.intp], apart: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which titles are doubtful, and are followed by what is removed, and by a title or nothing after that. A title of what stands beside the text
    (`apart` is 0 for the text) is followed by no more than what stands there, too. `chances` are of being a title."""
    if _fast is not None:
        marked = np.empty(len(best), np.bool_)
        _fast.heads_removed(best, np.ascontiguousarray(chances), alike, apart, (_TITLE, _REST), DOUBTFUL, FEW, marked)
        return marked
    titles, removed = best == _TITLE, best == _REST
    ends = titles.copy()
    ends[1:] |= (apart[1:] != apart[:-1]) & (apart[:-1] != 0)  # the text goes on behind what stands beside it
    text, end = _next(~titles & ~removed), _next(ends)
    found: NDArray[np.bool_] = titles & (chances < DOUBTFUL)
    found[:-1] &= (removed[1:] | ((apart[:-1] != 0) & ends[1:] & ~titles[1:])) & (text[1:] >= end[1:])
    found[-1:] = False
    return found & (np.bincount(alike, weights=found, minlength=1)[alike] < FEW)


def heads_titles(
    titles: NDArray[np.bool_], marked: NDArray[np.bool_], headings: NDArray[np.float32], chances: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which of the marked titles (`heads_removed`) have an h-tag and head something after all: the next title that stays is of a lower level, sure,
    and a few lines on."""
    found = np.zeros(len(marked), np.bool_)
    if not np.count_nonzero(marked):
        return found
    stays = len(marked) + NEAR
    for index in reversed(np.flatnonzero(titles).tolist()):
        if marked[index]:
            near = headings[index] > 0 and stays <= index + NEAR
            found[index] = near and headings[stays] > headings[index] and chances[stays] >= DOUBTFUL
        if found[index] or not marked[index]:
            stays = index
    return found


def _next(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """For every line the number of the next marked one, itself or after it."""
    found: NDArray[np.intp] = np.minimum.accumulate(np.where(marks, np.arange(len(marks)), len(marks))[::-1])[::-1]
    return found


def like_titles(
    titles: NDArray[np.bool_], kept: NDArray[np.bool_], chances: NDArray[np.float32], texts: Sequence[str], alike: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Which kept lines are titles because nearly all lines of their look are, and nothing rules it out; `chances` are of being a title."""
    if _fast is not None:
        marked = np.empty(len(titles), np.bool_)
        _fast.like_titles(titles, kept, np.ascontiguousarray(chances), texts, alike, (SAME, ALL_BUT, POSSIBLE, LENGTH), marked)
        return marked
    count, all_of_them = (np.bincount(alike, weights=lines, minlength=1) for lines in (titles & kept, kept))
    found: NDArray[np.bool_] = ((all_of_them >= SAME) & (count >= ALL_BUT * all_of_them))[alike] & kept & ~titles & (chances >= POSSIBLE)
    for index in np.flatnonzero(found).tolist():
        found[index] = len(texts[index]) < LENGTH and any(sign.isalpha() for sign in texts[index])
    return found


def own_title(segments: Segments, headings: NDArray[np.float32], shown: NDArray[np.bool_], chances: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The line (none, or one) that is the page's only <h1> with which its <title> begins."""
    found = np.zeros(len(headings), np.bool_)
    own = [index for index in np.flatnonzero((headings == 1) & shown).tolist() if begins_title(segments.text[index], segments.page.title)]
    if len(own) == 1:
        found[own] = chances[own, _TITLE] > CHANCE
    return found


def _is_framed(best: NDArray[np.intp], lines: NDArray[np.intp]) -> bool:
    """Whether the lines right before and after a table are kept."""
    low, high = int(lines[0]) - 1, int(lines[-1]) + 1
    return low >= 0 and high < len(best) and bool(best[low] != _REST) and bool(best[high] != _REST)


def _tables(segments: Segments) -> list[NDArray[np.intp]]:
    """The lines of every table of data: it names its columns or rows, has a few cells at least, and no long ones."""
    tree, states = segments.page.tree, segments.state
    known: dict[int, int] = {-1: -1}
    found: dict[int, list[int]] = {}
    for index in [index for index, state in enumerate(states) if state.cell]:
        found.setdefault(_table_of(tree, segments.block[index], known), []).append(index)
    return [
        np.array(lines, np.intp)
        for lines in found.values()
        if len(lines) >= FEWEST and any(states[index].cell == 2 for index in lines) and all(len(segments.text[index]) <= LONGEST for index in lines)
    ]


def _table_of(tree: Tree, row: int, known: dict[int, int]) -> int:
    """The nearest table around a row; every element is climbed from once."""
    climbed = []
    while (table := known.get(row)) is None:
        climbed.append(row)
        if tree.tags[row] == "table":
            table = row
            break
        row = tree.parents[row]
    known.update(dict.fromkeys(climbed, table))
    return table
