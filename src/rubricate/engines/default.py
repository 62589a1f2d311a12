"""default.v1: boosted trees over text, look, place, look-alikes and neighbours, in two passes. The engine that `rubricate page.html` uses.

- First pass: every line by itself, with what its group and its neighbours look like. Second pass: the same, and what the first pass thought of its
  look-alikes and neighbours. So one doubtful title among ten sure ones of the same look is a title.
- A second opinion on short pages, and where the model sees no title: a line that rules.v1 calls a title, and to which the model gives some chance, is
  a title. The model has seen few pages with short sections; there the rules see more. (Title F1 on tests/pages .741 without it, .824 with it; asked
  on every page it takes teasers for titles: on the CleanEval pages .789 instead of .852.)
- What is kept is chosen for the page as a whole (`engines.choice`).
- Kin stand or fall together (`engines.kin`), tables and blocks as a whole; so do lines of which nearly all of one look are titles; the page's own
  <h1> is a title, lines in a row are none, nor is a doubtful one of which nothing is kept (`engines.whole`). Questions head their answers
  (`engines.questions`); code, formulas and labels of listings and boxes are no titles (`engines.labels`); doubtful buttons are not kept
  (`engines.controls`).
- Readers' comments below an article are no part of it (`engines.comments`), nor are boxes of teasers of other pages (`engines.teasers`).
- No network, no words of one language alone: word evidence is a small learned table that other languages simply do not touch.
- The model is an .npz of plain arrays (no code is loaded from it) with a card beside it; the evaluator is `engines.trees`.
- Confidence is the probability of the label, scaled so that it is right as often as it says (see docs/how-good.md).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.engines import rules
from rubricate.engines.choice import LIKELY, choose
from rubricate.engines.comments import REASON as COMMENT
from rubricate.engines.comments import below_article
from rubricate.engines.controls import sure_controls
from rubricate.engines.kin import whole_kin
from rubricate.engines.labels import no_titles
from rubricate.engines.questions import panel_heads, questions
from rubricate.engines.teasers import REASON as TEASER
from rubricate.engines.teasers import teasers
from rubricate.engines.trees import Trees, from_file, softmax
from rubricate.engines.whole import (
    DOUBTFUL,
    heads_nothing,
    heads_removed,
    heads_titles,
    like_titles,
    own_title,
    whole_blocks,
    whole_tables,
    with_listings,
)
from rubricate.engines.wording import Line, sentences, shared_out
from rubricate.errors import BadModel
from rubricate.features import Columns, columns, table
from rubricate.features.evidence import Evidence
from rubricate.features.place import WHOLE
from rubricate.features.second import second_columns
from rubricate.types import BOILERPLATE, ITEM, LABELS, MISC, PROSE, TITLE, Labels, Segments

__all__ = ["DESCRIPTION", "KINDS", "MODEL", "DefaultEngine", "by_label", "engine", "load"]

DESCRIPTION = "boosted trees over text, look, place and look-alikes, in two passes; the default"
NAME = "default.v1"
FORMAT = 3
KINDS = (TITLE, PROSE, MISC, BOILERPLATE)
"""What the trees tell apart; prose in a list is an item, which needs no learning."""
_fast, _faster = twin("engines._trees"), twin("engines._whole")
_PLACES = tuple(LABELS.index(name) for name in (TITLE, PROSE, ITEM, MISC, BOILERPLATE))
_REST = LABELS.index(BOILERPLATE)
_TITLE = LABELS.index(TITLE)
AGREED = 0.15
"""A line that rules.v1 calls a title is one if the model gives it at least this chance; chosen on the pages of tests/pages."""
_BESIDE, _DIALOG = (4.0, 5.0, 6.0, 8.0), 8.0
"""Codes of regions (`features.look`): aside, nav, footer and dialog."""
SHORT = 2000
"""Characters of running text: on a page with less, rules.v1 is asked."""
SHOWN = 2000
"""Characters of shown running text on a page that need not be hidden text."""
BROTHER, TAB = 0.25, 1000
"""The share of the shown running text, and its characters, that a shown tab has at least."""
LEAST = 0.05
"""A page of which less than this share of the shown running text is kept was not understood."""
MODEL = Path(__file__).parent.parent / "models" / "default.v1.npz"
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
_OWN_TITLE = "the h1 with whose words the page's <title> begins"


class DefaultEngine:
    """Labels by a trained model; stateless once made."""

    name = NAME

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        facts = json.loads(str(arrays["facts"]))
        if facts.get("format") != FORMAT:
            raise BadModel(f"the model has format {facts.get('format')}; {NAME} reads format {FORMAT}")
        self.names: tuple[list[str], list[str]] = (facts["first"], facts["second"])
        self.wanted = frozenset(facts["first"]) | frozenset(facts["second"])
        self.temperature = float(facts["temperature"])
        self.evidence = Evidence(_odds(facts["words"]), _odds(facts["classes"]))
        self._rules = rules.engine()
        self.passes = tuple(Trees({key[3:]: value for key, value in arrays.items() if key.startswith(prefix)}) for prefix in ("p1_", "p2_"))

    def label(self, segments: Segments) -> Labels:
        """One label a segment, with probabilities."""
        if not len(segments):
            return Labels(NAME, [], [], [], probabilities=np.zeros((0, len(LABELS)), np.float32))
        found = columns(segments, self.evidence, self.wanted)
        comments = below_article(found.values["comments"], found.values["prose"], segments.page)
        boxes = teasers(segments.text, found)
        beside = comments if boxes is None else comments | boxes
        is_beside = bool(np.count_nonzero(beside))
        chances = _lowered(self.probabilities(found), beside | _veiled(found) | (found.values["region"] == _DIALOG))
        shown = found.values["hidden"] < 3
        likely = LIKELY if float(found.values["prose"].sum()) >= SHORT else 0.0
        best = choose(chances, found.values["chars"] * shown, segments.text, found.values["heading"], likely)
        agreed = self._agreed(segments, found, chances)
        own = own_title(segments, found.values["heading"], shown, chances)
        prose = np.where(beside, np.float32(0), found.values["prose"]) if is_beside else found.values["prose"]
        some, named, starved = _survey(best, prose, found.values["cell"])
        if not some:
            best = _something(chances, shown)
        elif starved:
            best = _more(best, chances, prose, shown & ~beside & (_apart(found) == 0))
        best = whole_kin(best, chances, found, segments.begins)
        if named:
            best = whole_tables(segments, chances, best)
        best = with_listings(segments, chances, whole_blocks(segments, chances, best))
        row = heads_nothing(best == _TITLE, found.values["heading"], found.groups[0])
        if np.count_nonzero(row):
            best[row] = _untitled(chances[row])
        if _has_doubtful(best, chances):
            vain = heads_removed(best, chances[:, _TITLE], found.groups[0], _apart(found))
            best[vain & ~heads_titles(best == _TITLE, vain, found.values["heading"], chances[:, _TITLE])] = _REST
        kept = best != _REST
        alike = ~row & like_titles(best == _TITLE, kept, chances[:, _TITLE], segments.text, found.groups[0])
        asked = questions(segments.text, kept, found.values["linked"], found.groups[0])
        panels = panel_heads(segments, kept)
        forced = {_AGREED: agreed, _ALIKE: alike, _ASKED: asked, _PANEL: panels, _OWN_TITLE: own}
        by_rule = agreed | alike | asked | panels | own
        controls = (found.values["control"] > 0) & (found.values["heading"] == 0) & ~by_rule
        best = sure_controls(best, chances, controls, segments.text)
        by_rule &= best != _TITLE
        best[by_rule] = _TITLE
        titles = np.flatnonzero(best == _TITLE)
        if none := no_titles(segments, titles.tolist(), (chances[titles, _TITLE] < DOUBTFUL).tolist()):
            best[none], by_rule[none] = _untitled(chances[none]), False
        names, sure, reasons = _said(best, chances, by_rule)
        told = {COMMENT: comments & (best == _REST), TEASER: beside & ~comments & (best == _REST)} if is_beside else {}
        if np.count_nonzero(by_rule):
            told.update({reason: lines & by_rule for reason, lines in forced.items()})
        for reason, lines in told.items():
            for index in np.flatnonzero(lines).tolist():
                reasons[index] = reason
        return Labels(NAME, names, sure, reasons, probabilities=chances)

    def _agreed(self, segments: Segments, found: Columns, chances: NDArray[np.float32]) -> NDArray[np.bool_]:
        """The lines that are titles because rules.v1 says so and the model does not rule it out for them and their look-alikes."""
        titles = chances[:, _TITLE]
        if found.values["prose"].sum() >= SHORT and np.count_nonzero(titles >= 0.5):
            return np.zeros(len(titles), np.bool_)
        alike = found.groups[0]
        mean = np.bincount(alike, weights=titles) / np.bincount(alike)
        likely: NDArray[np.bool_] = (np.maximum(titles, mean[alike]) > AGREED) & (found.values["region"] != _DIALOG)
        if likely.any():
            by_rules = np.zeros(len(likely), np.bool_)
            by_rules[self._rules.titles(segments)] = True
            likely &= by_rules
        return likely

    def explain(self, segments: Segments, labels: Labels, most: int = 3) -> list[str]:
        """For every segment, in words: the facts that spoke most for its label (see `engines.wording`), or for what it would be by itself."""
        if not len(segments):
            return []
        values = self._second_values(columns(segments, self.evidence))
        alone = [LABELS[at] for at in np.asarray(labels.probabilities).argmax(axis=1).tolist()] if labels.probabilities is not None else labels.names
        chosen = np.array([KINDS.index(PROSE if name == ITEM else name) for name in alone])
        first, second = (_margins(trees, table(values, names), chosen) for trees, names in zip(self.passes, self.names, strict=True))
        facts, moved = shared_out(self.names, first, second)
        said = [sentences(facts, moved, Line(index, values, name, segments, self.evidence), most) for index, name in enumerate(alone)]
        both = zip(said, alone, labels.names, strict=True)
        return [words if one == other else f"decided with the lines around it (by itself it would be {one}: {words})" for words, one, other in both]

    def probabilities(self, found: Columns) -> NDArray[np.float32]:
        """One row a line, one column a label."""
        return by_label(softmax(self.scores(found) / self.temperature), found.values["list_depth"])

    def scores(self, found: Columns) -> NDArray[np.float32]:
        """Raw scores of the second pass."""
        return self._pass(1, self._second_values(found))

    def _second_values(self, found: Columns) -> dict[str, NDArray[np.float32]]:
        first = by_label(softmax(self._pass(0, found.values)), found.values["list_depth"])
        return {**found.values, **second_columns(first, found.groups, found.values["chars"], found.spans, found.elements)}

    def _pass(self, number: int, values: dict[str, NDArray[np.float32]]) -> NDArray[np.float32]:
        return self.passes[number].scores_of([*map(values.__getitem__, self.names[number])], len(values["chars"]))


def _untitled(chances: NDArray[np.float32]) -> NDArray[np.intp]:
    """What kept lines are, if they are no titles."""
    found: NDArray[np.intp] = _TITLE + 1 + chances[:, _TITLE + 1 : _REST].argmax(axis=1)
    return found


def _said(best: NDArray[np.intp], chances: NDArray[np.float32], by_rule: NDArray[np.bool_]) -> tuple[list[str], list[float], list[str]]:
    """The names of labels, how sure they are, and why; what a rule made a title is as likely as not at least."""
    if _faster is not None and chances.dtype == np.float32:
        said: tuple[list[str], list[float], list[str]] = _faster.said(best, np.ascontiguousarray(chances), by_rule, LABELS, _REASONS)
        return said
    names = [*map(LABELS.__getitem__, best.tolist())]
    sure = chances[np.arange(len(best)), best]
    sure[by_rule] = np.maximum(sure[by_rule], 0.5)
    return names, sure.round(4).tolist(), [*map(_WHY.__getitem__, names)]


def _margins(trees: Trees, rows: NDArray[np.float32], chosen: NDArray[np.intp]) -> NDArray[np.float32]:
    """How much each column moved the chosen kind of each row, against the mean of the others."""
    every = np.stack([trees.contributions(rows, output) for output in range(len(KINDS))])
    own: NDArray[np.float32] = every[chosen, np.arange(len(rows))]
    others: NDArray[np.float32] = (every.sum(axis=0) - own) / (len(KINDS) - 1)
    return own - others


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


def by_label(kinds: NDArray[np.float32], list_depth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of KINDS -> of LABELS."""
    if _fast is not None and kinds.dtype == np.float32:
        found = np.empty((len(kinds), len(LABELS)), np.float32)
        _fast.by_label(np.ascontiguousarray(kinds), np.ascontiguousarray(list_depth, np.float32), _PLACES, found)
        return found
    title, body, misc, rest = kinds.T
    inside = list_depth > 0
    parts = {TITLE: title, PROSE: np.where(inside, 0, body), ITEM: np.where(inside, body, 0), MISC: misc, BOILERPLATE: rest}
    found = np.empty((len(kinds), len(LABELS)), kinds.dtype)
    for index, name in enumerate(LABELS):
        found[:, index] = parts[name]
    return found


def _apart(found: Columns) -> NDArray[np.float32]:
    """0 for lines of the page itself; else a number for what stands beside it: asides, menus, the foot of the page, dialogs, and what is hidden."""
    region = found.values["region"]
    beside = reduce(or_, [region == code for code in _BESIDE])
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


def engine(**options: Any) -> DefaultEngine:
    """The packaged engine, or the one of the model file that `model` names."""
    path = Path(options.pop("model", None) or MODEL)
    if options:
        raise TypeError(f"{NAME} has no option {sorted(options)[0]!r}; it has: model")
    return load(path)


@lru_cache(maxsize=4)
def load(path: Path) -> DefaultEngine:
    """The engine of a model file."""
    return from_file(path, DefaultEngine, NAME, "default")


def _odds(rows: Sequence[tuple[str, float, float, float]]) -> dict[str, tuple[float, float, float]]:
    return {word: (kept, title, misc) for word, kept, title, misc in rows}
