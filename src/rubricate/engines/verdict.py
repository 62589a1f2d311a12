"""From the chances of every line to the labels of the page: what belongs together is decided together. The rules of default.v1, in their order.

- A second opinion on short pages, and where the model sees no title: a line that rules.v1 calls a title, and to which the model gives some chance, is
  a title. The model has seen few pages with short sections; there the rules see more. (Title F1 on tests/pages .741 without it, .824 with it; asked
  on every page it takes teasers for titles: on the CleanEval pages .789 instead of .852.)
- What is kept is chosen for the page as a whole (`engines.choice`), and doubtful lines are on the side of what they stand in (`engines.sides`).
- Kin stand or fall together (`engines.kin`), tables and blocks as a whole; so do lines of which nearly all of one look are titles, unless they
  repeat; the page's own <h1> is a title, lines in a row are none, nor is a doubtful one of which nothing is kept (`engines.whole`). Questions head
  their answers (`engines.questions`); code, formulas, captions, entries of contents, doubtful links and labels of listings and boxes are no titles
  (`engines.labels`); doubtful buttons are not kept (`engines.controls`).
- Readers' comments below an article are no part of it (`engines.comments`), nor are boxes of teasers of other pages (`engines.teasers`), nor copies
  of its text (`engines.copies`), nor what stands in menus, footers and dialogs, nor most of what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.engines import comments, copies, teasers
from rubricate.engines.choice import LIKELY, UNSURE, choose, keeping_bar
from rubricate.engines.controls import sure_controls
from rubricate.engines.kin import whole_kin
from rubricate.engines.labels import is_site_name, no_titles
from rubricate.engines.questions import panel_heads, questions
from rubricate.engines.sides import sides
from rubricate.engines.whole import (
    DOUBTFUL,
    heads_nothing,
    heads_removed,
    heads_titles,
    like_titles,
    own_title,
    untitled,
    whole_blocks,
    whole_tables,
    with_listings,
)
from rubricate.features import Columns
from rubricate.features.place import WHOLE
from rubricate.types import BOILERPLATE, LABELS, TITLE, Segments

__all__ = ["verdict"]

_faster = twin("engines._whole")
_REST = LABELS.index(BOILERPLATE)
_TITLE = LABELS.index(TITLE)
Chances = NDArray[np.float32]
Lines = NDArray[np.bool_]
Numbers = NDArray[np.intp]
AGREED = 0.15
"""A line that rules.v1 calls a title is one if the model gives it at least this chance; chosen on the pages of tests/pages."""
_ASIDE, _NAV, _FOOTER, _DIALOG = 4.0, 5.0, 6.0, 8.0
"""Codes of regions (`features.look`)."""
SHORT = 2000
"""Characters of running text: on a page with less, rules.v1 is asked."""
SHOWN = 2000
"""Characters of shown running text on a page that need not be hidden text."""
BROTHER, TAB = 0.25, 1000
"""The share of the shown running text, and its characters, that a shown tab has at least."""
HEADLINE = 0.35
"""The chance of being kept from which the only <h1> of a page is its title."""
SURELY, HARDLY = 0.75, 0.25
"""Where a line is kept for what stands around it: the share of its chance of being kept that it is a title with, if it has no h-tag; and the chance
of being one, if it has."""
SURE = 0.9
"""A line that is as likely as this to be furniture needs no second look."""
LEAST = 0.05
"""A page of which less than this share of the shown running text is kept was not understood."""
_WHY = {
    "title": "looks and stands like the page's other titles",
    "prose": "running text of the document",
    "item": "a list item of the document",
    "misc": "belongs to the document, but to no section",
    "boilerplate": "furniture of the page: stands, links and looks like it",
}
_REASONS = tuple(_WHY[name] for name in LABELS)
_AGREED = "the rules call it a title, and the model does not rule that out"
_ALIKE = "nearly all lines of its look are titles"
_ASKED = "a question that heads its answer"
_PANEL = "opens the panel that follows, and says what it is about"
_HEADLINE = "the only h1 of the page"
_OWN_TITLE = "the h1 with whose words the page's <title> begins"


def verdict(
    segments: Segments, found: Columns, likely: Chances, titles_by_rules: Callable[[Segments], list[int]]
) -> tuple[list[str], list[float], list[str], Chances]:
    """Names of labels, how sure they are, the reasons, and the chances as far as the page as a whole changed them.

    `likely`: the chances that the trees give each line; `titles_by_rules`: what rules.v1 would call titles, if it is asked.
    """
    beside = _beside(segments, found)
    away = reduce(or_, beside.values(), np.zeros(len(segments), np.bool_))
    chances = _lowered(likely, away | _veiled(found) | _outside(segments, found, likely))
    best = _chosen(segments, found, chances, away)
    again = copies.copies(segments, best)
    if again:
        beside[copies.REASON] = _marked(again, len(best))
        best[again] = _REST
    headline = _headline(found, chances)
    row = _sobered(found, chances, best, headline)
    made = {
        _AGREED: _agreed(segments, found, chances, titles_by_rules),
        _ALIKE: ~row & _alike(segments, found, chances, best),
        _ASKED: questions(segments.text, best != _REST, found.values["linked"], found.groups[0]),
        _PANEL: panel_heads(segments, best != _REST),
        _OWN_TITLE: own_title(segments, found.values["heading"], found.values["hidden"] < 3, chances),
        _HEADLINE: _marked(headline, len(best)),
    }
    best, by_rule = _titled(segments, found, chances, best, reduce(or_, made.values()))
    chances = _overruled(chances, best, by_rule)
    told = {reason: lines & (best == _REST) for reason, lines in beside.items()}
    if np.count_nonzero(by_rule):
        told.update({reason: lines & by_rule for reason, lines in made.items()})
    return (*_with_reasons(_said(best, chances), told), chances)


def _beside(segments: Segments, found: Columns) -> dict[str, Lines]:
    """What stands beside the document, by reason."""
    below = comments.below_article(found.values["comments"], found.values["prose"], segments.page)
    boxes = teasers.teasers(segments.text, found)
    every = {comments.REASON: below if np.count_nonzero(below) else None, teasers.REASON: boxes}
    return {reason: lines for reason, lines in every.items() if lines is not None}


def _chosen(segments: Segments, found: Columns, chances: Chances, away: Lines) -> Numbers:
    """The labels that are best for the page, with kin, tables, blocks and listings whole."""
    values, shown = found.values, found.values["hidden"] < 3
    kept, chars = 1.0 - chances[:, _REST], values["chars"] * shown
    bar = keeping_bar(kept, chars)
    possible = LIKELY if bar < UNSURE and float(values["prose"].sum()) >= SHORT else 0.0
    best = choose(chances, sides(kept, bar, chars, found, segments.text), segments.text, values["heading"], possible)
    drawn = (best == _TITLE) & (kept <= bar) & (chances[:, _TITLE] < np.where(values["heading"] == 0, SURELY * kept, HARDLY))
    best[drawn] = untitled(chances[drawn])
    prose = np.where(away, np.float32(0), values["prose"])
    some, named, starved = _survey(best, prose, values["cell"])
    if not some:
        best = _something(chances, shown)
    elif starved:
        best = _more(best, chances, prose, shown & ~away & (_apart(found) == 0))
    best = whole_kin(best, chances, found, segments.begins)
    if named:
        best = whole_tables(segments, chances, best)
    return with_listings(segments, chances, whole_blocks(segments, chances, best))


def _sobered(found: Columns, chances: Chances, best: Numbers, headline: list[int]) -> Lines:
    """Takes their label from titles that stand in a row, and from doubtful ones (not the headline) that head nothing; which lines stood in a row."""
    row = heads_nothing(best == _TITLE, found.values["heading"], found.groups[0])
    if np.count_nonzero(row):
        best[row] = untitled(chances[row])
    if _has_doubtful(best, chances):
        vain = heads_removed(best, chances[:, _TITLE], found.groups[0], _apart(found))
        vain[headline] = False
        best[vain & ~heads_titles(best == _TITLE, vain, found.values["heading"], chances[:, _TITLE])] = _REST
    return row


def _headline(found: Columns, chances: Chances) -> list[int]:
    """The only shown <h1> of the page, if it may well be kept: it heads the page, whatever stands between it and the text. Of 11 that were doubtful
    on training pages, 9 are headlines and the others the name of the site (which `_titled` tells), whatever the gold keeps."""
    every: list[int] = np.flatnonzero((found.values["heading"] == 1) & (found.values["hidden"] < 3)).tolist()
    return every if len(every) == 1 and chances[every[0], _REST] <= 1 - HEADLINE else []


def _titled(segments: Segments, found: Columns, chances: Chances, best: Numbers, by_rule: Lines) -> tuple[Numbers, Lines]:
    """The labels with the titles that rules make and without those that are none, and without idle controls; which titles only a rule made."""
    controls = (found.values["control"] > 0) & (found.values["heading"] == 0) & ~by_rule
    best = sure_controls(best, chances, controls, segments)
    made = by_rule & (best != _TITLE)
    best[made] = _TITLE
    titles = np.flatnonzero(best == _TITLE)
    if none := no_titles(segments, titles.tolist(), (_with_alike(found, chances)[titles] < DOUBTFUL).tolist()):
        best[none], made[none] = untitled(chances[none]), False
    if len(titles) > 1 and is_site_name(segments, int(titles[0])):
        best[titles[0]], made[titles[0]] = _REST, False
    return best, made


def _overruled(chances: Chances, best: Numbers, by_rule: Lines) -> Chances:
    """The chances, with those of being a title as the rules have it: a tenth of what they were for kept lines that are none after all, and one half
    at least for titles that a rule made."""
    lines = np.arange(len(best))
    title, own = chances[:, _TITLE], chances[lines, best]
    none = (best != _TITLE) & (best != _REST) & (title > own)
    made = by_rule & (title < 0.5)
    if not np.count_nonzero(none) and not np.count_nonzero(made):
        return chances
    answer = chances.copy()
    lost = np.float32(0.9) * title[none]
    answer[none, _TITLE] -= lost
    answer[lines[none], best[none]] += lost
    answer[made] *= (np.float32(0.5) / (1 - title[made]))[:, None]
    answer[made, _TITLE] = 0.5
    return answer


def _alike(segments: Segments, found: Columns, chances: Chances, best: Numbers) -> Lines:
    """The lines that are titles because nearly all of their look are. Without an h-tag, they say something that no other line does: of 33 on training
    pages that do not ('Scott Says:', 'Chicago'), none is a title."""
    like = like_titles(best == _TITLE, best != _REST, chances[:, _TITLE], segments.text, found.groups[0])
    if np.count_nonzero(like):
        times = Counter(segments.text)
        for index in np.flatnonzero(like & (found.values["heading"] == 0)).tolist():
            like[index] = times[segments.text[index]] == 1
    return like


def _agreed(segments: Segments, found: Columns, chances: Chances, titles_by_rules: Callable[[Segments], list[int]]) -> Lines:
    """The lines that are titles because rules.v1 says so and the model does not rule it out for them and their look-alikes."""
    titles = chances[:, _TITLE]
    if found.values["prose"].sum() >= SHORT and np.count_nonzero(titles >= 0.5):
        return np.zeros(len(titles), np.bool_)
    likely: Lines = (_with_alike(found, chances) > AGREED) & (found.values["region"] != _DIALOG)
    return likely & _marked(titles_by_rules(segments), len(likely)) if likely.any() else likely


def _with_alike(found: Columns, chances: Chances) -> NDArray[np.float64]:
    """The chance of being a title of each line, or that of all lines of its look, if they are likelier."""
    titles, alike = chances[:, _TITLE], found.groups[0]
    mean = np.bincount(alike, weights=titles) / np.bincount(alike)
    return np.maximum(titles, mean[alike])


def _with_reasons(said: tuple[list[str], list[float], list[str]], told: Mapping[str, Lines]) -> tuple[list[str], list[float], list[str]]:
    """The same, with these reasons for some of the lines."""
    for reason, lines in told.items():
        for index in np.flatnonzero(lines).tolist():
            said[2][index] = reason
    return said


def _marked(lines: list[int], count: int) -> NDArray[np.bool_]:
    marked = np.zeros(count, np.bool_)
    marked[lines] = True
    return marked


def _said(best: NDArray[np.intp], chances: NDArray[np.float32]) -> tuple[list[str], list[float], list[str]]:
    """The names of labels, how sure they are, and why."""
    if _faster is not None and chances.dtype == np.float32:
        said: tuple[list[str], list[float], list[str]] = _faster.said(best, np.ascontiguousarray(chances), LABELS, _REASONS)
        return said
    names = [*map(LABELS.__getitem__, best.tolist())]
    sure = chances[np.arange(len(best)), best]
    return names, sure.round(4).tolist(), [*map(_WHY.__getitem__, names)]


def _veiled(found: Columns) -> NDArray[np.bool_]:
    """The lines of hidden text, unless the names of what hides it speak of panels, or the page shows little else.

    Few pages of the corpora keep hidden text, so the trees learn those by heart. On the training pages 2 % of the lines hidden by what is named like
    a pop-up or a menu are kept; of those hidden by what has no telling name, on pages that show text, few more. And where one of several tabs is
    shown, and has a good part of the page's text, the others are other documents: 3 of 38 training pages keep them.
    """
    word, hidden, prose, brother = (found.values[name] for name in ("veil_word", "hidden", "prose", "veil_brother"))
    if _faster is not None:
        marked = np.empty(len(hidden), np.bool_)
        if _faster.veiled((word, hidden, prose, brother), (SHOWN, BROTHER, TAB, WHOLE), marked):
            return marked
    tab = (brother >= BROTHER) & (brother * float(prose[hidden == 0].sum()) >= TAB)
    apart: NDArray[np.bool_] = ((hidden >= 3) & ((word < 0) | ((word == 0) & (float(prose.sum()) >= SHOWN)))) | tab
    return apart


def _lowered(chances: NDArray[np.float32], apart: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The probabilities, with lines that stand apart from the document a tenth as likely to be kept."""
    if _faster is not None and chances.dtype == np.float32:
        found = np.empty(chances.shape, np.float32)
        _faster.lowered(np.ascontiguousarray(chances), apart, _REST, found)
        return found
    lower = np.where(apart[:, None], np.float32(0.1), np.float32(1.0)) * chances if apart.any() else chances.copy()
    lower[:, _REST] += 1.0 - lower.sum(axis=1)
    return lower


def _outside(segments: Segments, found: Columns, likely: Chances) -> Lines:
    """The lines in menus, dialogs and the footer of the page. What the trees keep of these is the small print of long footers, and policies in
    dialogs: of 682 such lines on training pages, kept by models that had not seen them, 6 are kept in the gold (text of WCXB +.004). The footer of an
    article or section is a part of it, as likely as not."""
    region = found.values["region"]
    outside: Lines = (region == _NAV) | (region == _FOOTER) | (region == _DIALOG)
    tree, own = segments.page.tree, {}
    for index in np.flatnonzero((region == _FOOTER) & (likely[:, _REST] < SURE)).tolist():
        footer = tree.nearest(segments.block[index], ("footer",))
        if footer not in own:
            own[footer] = footer >= 0 and tree.nearest(tree.parents[footer], ("article", "section", "main")) >= 0
        outside[index] = not own[footer]
    return outside


def _apart(found: Columns) -> NDArray[np.float32]:
    """0 for lines of the page itself; else a number for what stands beside it: asides, menus, the foot of the page, dialogs, and what is hidden."""
    region = found.values["region"]
    beside = reduce(or_, [region == code for code in (_ASIDE, _NAV, _FOOTER, _DIALOG)])
    return np.where(beside, region, 0) + np.where(found.values["hidden"] >= 3, np.float32(10), np.float32(0))


def _something(chances: NDArray[np.float32], shown: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Labels for a page of which the model would keep nothing: the shown lines that come nearest to being kept, with their low confidence."""
    kept = 1.0 - chances[:, _REST]
    near = shown & (kept >= 0.5 * float((kept * shown).max()))
    return np.where(near, chances[:, :_REST].argmax(axis=1), _REST)


def _survey(best: NDArray[np.intp], prose: NDArray[np.float32], cells: NDArray[np.float32]) -> tuple[bool, bool, bool]:
    """Whether any line is kept; whether there is a table that names its columns or rows; and whether next to none of the running text is kept."""
    if _faster is not None:
        some, shown, kept, named = _faster.survey(best, (prose, cells), _REST)
        return some, named, _is_little(shown, kept) if shown < WHOLE else _starved(best, prose)
    return bool((best != _REST).any()), bool((cells == 2).any()), _starved(best, prose)


def _has_doubtful(best: NDArray[np.intp], chances: NDArray[np.float32]) -> bool:
    """Whether there are titles that are less likely than DOUBTFUL."""
    if _faster is not None and chances.dtype == np.float32:
        return bool(_faster.has_doubtful(best, np.ascontiguousarray(chances), (_TITLE, _REST), DOUBTFUL))
    return bool((chances[best == _TITLE, _TITLE] < DOUBTFUL).any())


def _starved(best: NDArray[np.intp], prose: NDArray[np.float32]) -> bool:
    """Whether the page shows running text, and the labels keep next to none of it."""
    return _is_little(float(prose.sum()), float(prose[best != _REST].sum()))


def _is_little(shown: float, kept: float) -> bool:
    return shown >= SHOWN and kept < LEAST * shown


def _more(best: NDArray[np.intp], chances: NDArray[np.float32], prose: NDArray[np.float32], shown: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Labels for such a page: also the running text that is shown and as likely to be kept as it is on the whole, and what is as likely as not."""
    kept = 1.0 - chances[:, _REST]
    usual = float(np.average(kept, weights=prose))
    near = shown & (kept >= usual) & ((prose > 0) | (kept >= 0.5))
    return np.where(near & (best == _REST), chances[:, :_REST].argmax(axis=1), best)
