"""Why a line has its label, in words that a reader can check on the page.

Some two hundred features have a say in a label, and many say the same thing: a line's length counts in letters, in words, and beside the next line's.
So features are gathered into facts ("bold", "stands apart from the text"), what they moved the label by is added up, and the facts that moved it most
are told, with the value that they have on this line. Not told are facts that leave a reader none the wiser: what is not there (no price, no table),
what holds for the whole page, and what alone would rather speak for another label.

The second pass sees the first pass's answer for the line itself. What that answer moved is shared out among the facts that had moved it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from rubricate.features.evidence import Evidence, class_words, line_words
from rubricate.types import BOILERPLATE, LABELS, MISC, TITLE, Segments

__all__ = ["Line", "fact_of", "sentences", "shared_out"]

Moved = NDArray[np.float32]
"""Rows x columns: how much a feature, or a fact, moved the label of a line."""
OWN = "own"
_HALF = 0.5
_ODDS = 0.4  # a word is named if it says at least so much
_REGIONS = ("", "main", "article", "header", "aside", "nav", "footer", "form", "dialog")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number, the values of all features, and what it is called."""

    index: int
    values: Mapping[str, NDArray[np.float32]]
    label: str
    segments: Segments
    evidence: Evidence

    def __getitem__(self, name: str) -> float:
        return float(self.values[name][self.index])

    @property
    def kept(self) -> bool:
        """Whether it belongs to the document."""
        return self.label != BOILERPLATE

    def telling(self, words: Sequence[str], odds: Mapping[str, tuple[float, float, float]]) -> str:
        """The two words that say most for the label, in quotes; '' where none says much."""
        side = {TITLE: 1, MISC: 2}.get(self.label, 0)
        sign = -1.0 if self.label == BOILERPLATE else 1.0
        said = {word: sign * odds[word][side] for word in words if word in odds}
        best = sorted((word for word in said if said[word] >= _ODDS), key=lambda word: (-said[word], word))[:2]
        return ", ".join(f"'{word}'" for word in best)


def shared_out(names: tuple[Sequence[str], Sequence[str]], first: Moved, second: Moved) -> tuple[list[str], Moved]:
    """The facts, and how much each moved every line: of both passes, where the first counts by what its answer for the line moved in the second."""
    facts = sorted({fact_of(name) for group in names for name in group} - {OWN})
    earlier, later = (_gathered(group, moved, [*facts, OWN]) for group, moved in zip(names, (first, second), strict=True))
    weight = np.maximum(0.0, later[:, -1]) / np.maximum(1e-6, np.abs(earlier[:, :-1]).sum(axis=1))
    return facts, later[:, :-1] + earlier[:, :-1] * weight[:, None]


def _gathered(names: Sequence[str], moved: Moved, facts: Sequence[str]) -> Moved:
    place = {fact: number for number, fact in enumerate(facts)}
    found = np.zeros((len(moved), len(facts)), np.float32)
    for column, name in enumerate(names):
        found[:, place[fact_of(name)]] += moved[:, column]
    return found


def sentences(facts: Sequence[str], moved: Moved, line: Line, most: int) -> str:
    """The facts that spoke most for the label of a line, strongest first."""
    own = moved[line.index]
    said = (_SAID[facts[at]](line) for at in np.argsort(-own, kind="stable").tolist() if own[at] > 0)
    return "; ".join(islice(filter(None, said), most))


def fact_of(name: str) -> str:
    """The fact that a feature is a part of."""
    if name in _FACTS:
        return _FACTS[name]
    if name in {f"p_{label}" for label in LABELS}:
        return OWN
    if name.startswith(("look_p_", "class_p_", "loose_p_")):
        return "what its look-alikes are"
    if name.startswith("veil_"):
        return "panel"
    if "_p_" in name:
        return "what is around it"
    if name.startswith("p_"):
        return "what is beside it"
    if name[-2:-1] in ("+", "-") or name.startswith(("prose_", "linked_", "chars_")):
        return "lines before" if name[-2:-1] == "-" else "lines after"
    for beginning, fact in _BEGINNINGS.items():
        if name.startswith(beginning):
            return fact
    return "place"


def _facts(**groups: str) -> dict[str, str]:
    return {name: fact.replace("_", " ") for fact, names in groups.items() for name in names.split()}


_FACTS = _facts(
    length="chars words pieces",
    sentence="ending sentences commas full_stop prose early_colon brackets",
    heading_tag="heading",
    look="size absolute_size size_step weight bold italic italics underline coloured stress indent align state",
    capitals="capitals first transform",
    date="date",
    price="money",
    signs="signs digits",
    number="numbered series_form series_before series_after series_length series_value series_dots",
    links="linked link",
    where_it_goes="goes inward",
    list="list_depth ordered term",
    table="cell caption",
    code="code pre",
    control="control summary",
    region="region tag inner_tag parent_tag grandparent_tag quote address",
    hidden="hidden opens",
    repeats="repeats",
    page_title="in_title",
    description="described",
    contents="target contents",
    comments="comments comments_before",
    lines_after="next_chars after_run_chars after_run_sentences chars_ratio to_prose to_heading next_rise next_fall",
    lines_before="from_prose from_heading rise fall boundary begins",
    words="words_kept words_kept_least words_kept_most words_known words_title words_title_first words_misc words_misc_most",
    heading_above="under_kept under_kept_least under_title",
    names="class_kept class_title class_misc classes_kept classes_kept_least classes_kept_most classes_title classes_misc classes_misc_most",
    votes="winner winner_steps points points_near",
    what_is_beside_it="to_kept from_kept to_title from_title",
    run="run_length run_place",
)
_BEGINNINGS = {"look_": "look-alikes", "class_": "look-alikes", "loose_": "look-alikes", "page_": "page", "main": "text", "before_prose": "place"} | {
    **dict.fromkeys(("best_", "stretch_"), "best element"),
    **{f"c{steps}_": "elements" for steps in (0, 1, 2, 3, 4, 6, 8)},
}


def _length(line: Line) -> str:
    return f"{line['words']:.0f} word{'s' if line['words'] != 1 else ''} long"


def _sentence(line: Line) -> str:
    count = line["sentences"]
    if count:
        return f"{count:.0f} sentence{'s' if count > 1 else ''}"
    return "ends like a sentence" if line["full_stop"] else "no full sentence"


def _stands_out(line: Line) -> str:
    found = [f"{line['size']:.2g} times the size of the body text"] if abs(line["size"] - 1) > 0.04 else []
    found += ["bold"] if line["bold"] > 0.6 else []
    found += ["italic"] if line["italics"] > 0.6 else []
    found += ["in a colour of its own"] if line["coloured"] else []
    return ", ".join(found)


def _capitals(line: Line) -> str:
    return "in capitals" if line["capitals"] > 0.6 else ""


def _number(line: Line) -> str:
    if line["series_length"] > 1:
        return f"numbered, in a series of {line['series_length']:.0f}"
    return "a number in front" if line["numbered"] else ""


def _elements(line: Line) -> str:
    kin = max(line["c1_kin"], line["c2_kin"])
    if kin > 2:
        return f"stands in one of {kin:.0f} elements that are built alike"
    steps = next((steps for steps in (1, 2, 3, 4) if line[f"c{steps}_count"] > 1), 4)
    links = line[f"c{steps}_links"]
    if links > 0.3 and not line.kept:
        return f"{links:.0%} of the text around it is linked"
    share = line[f"c{steps}_prose"]
    return f"the element around it holds {share:.0%} of the page's running text" if (share > _HALF) == line.kept else ""


def _region(line: Line) -> str:
    region = _REGIONS[int(line["region"])]
    tag = line.segments.page.tree.tags[line.segments.block[line.index]]
    inside = f"stands in <{tag}>" if tag not in ("div", "span", "body") else ""
    return f"stands in the page's {region}" if region else inside


def _alike(line: Line) -> str:
    if line["look_count"] < 2:
        return "no other line looks like it"
    each, after, look = line["look_chars"], line["look_next_chars"], _stands_out(line)
    return f"{line['look_count']:.0f} lines look alike{look and f' ({look})'}, with {each:.0f} characters each and {after:.0f} in the line after"


def _after(line: Line) -> str:
    return f"{line['next_chars']:.0f} characters follow" if line["next_chars"] else "nothing follows"


def _words(line: Line) -> str:
    found = line.telling(line_words(line.segments.text[line.index]), line.evidence.words)
    return f"says {found}" if found else ""


def _names(line: Line) -> str:
    tree, block = line.segments.page.tree, line.segments.block[line.index]
    around = [word for row in [block, *tree.ancestors(block)] for word in class_words(tree, row)]
    found = line.telling(around, line.evidence.classes)
    return f"elements around it are named {found}" if found else ""


def _what_alike_are(line: Line) -> str:
    if line["look_count"] < 2:
        return ""
    shares = {label: line[f"look_p_{label}"] for label in LABELS}
    best = max(shares, key=lambda label: shares[label])
    return f"lines that look like it are {_MANY[best]} ({shares[best]:.0%})" if best == line.label else ""


def _beside(line: Line) -> str:
    kept = (line["p_kept_before3"] + line["p_kept_after3"]) / 2
    return f"{'most' if line.kept else 'few'} lines beside it belong to the document" if (kept > _HALF) == line.kept else ""


def _around(line: Line) -> str:
    share = line["e2_p_mass"]
    return f"{share:.0%} of the text around it belongs to the document" if (share > _HALF) == line.kept else ""


def _text(line: Line) -> str:
    inside = "stands where most of the text is" if line["main60"] else "stands apart from most of the text"
    return inside if bool(line["main60"]) == line.kept else ""


def _votes(line: Line) -> str:
    if (line["winner"] > 0) != line.kept:
        return ""
    where = "outside" if not line.kept else "in" if line["winner"] > 1 else "beside, and like,"
    return f"stands {where} the element that most paragraphs are in"


def _best(line: Line) -> str:
    inside = line["best_off"] == 0
    if inside != line.kept:
        return ""
    return "stands in the element that is the document, as far as one is" if inside else "stands outside the element that is the document"


def _hidden(line: Line) -> str:
    return f"hidden ({line.segments.state[line.index].hidden})" if line["hidden"] else "folded lines follow" if line["opens"] else ""


_GOES = (
    "", "a link to a place on the page", "a link to an address", "a link to another site", "a link to another page of the site", "a link to nowhere"
)  # fmt: skip
_MANY = {"title": "titles", "prose": "text", "item": "list items", "misc": "lines of no section", "boilerplate": "furniture"}
_SAID: dict[str, Callable[[Line], str]] = {
    "length": _length,
    "sentence": _sentence,
    "heading tag": lambda line: f"an h{line['heading']:.0f} tag" if line["heading"] else "no heading tag",
    "look": lambda line: _stands_out(line) or "looks like the body text",
    "capitals": _capitals,
    "date": lambda line: "a date in it" if line["date"] else "",
    "price": lambda line: "a price in it" if line["money"] else "",
    "signs": lambda line: "signs or digits in it" if line["signs"] or line["digits"] else "",
    "number": _number,
    "links": lambda line: f"{line['linked']:.0%} linked" if line["linked"] else "not linked",
    "where it goes": lambda line: _GOES[int(line["goes"])],
    "list": lambda line: "in a list" if line["list_depth"] else "",
    "table": lambda line: "in a table" if line["cell"] else "",
    "code": lambda line: "code" if line["code"] or line["pre"] else "",
    "control": lambda line: "a button or a field" if line["control"] else "",
    "region": _region,
    "hidden": _hidden,
    "repeats": lambda line: f"stands {line['repeats']:.0f} times on the page" if line["repeats"] > 1 else "",
    "page title": lambda line: "the page's <title> says it" if line["in_title"] > 0.5 else "",
    "description": lambda line: "the page's description says it" if line["described"] else "",
    "contents": lambda line: "a link of the page points at it" if line["target"] else "in the page's contents" if line["contents"] else "",
    "comments": lambda line: "among comments" if line["comments"] else "",
    "lines after": _after,
    "lines before": lambda line: f"{line['chars-1']:.0f} characters stand before it" if line.index else "first of the page",
    "words": _words,
    "heading above": lambda line: "the words of the heading above it" if abs(line["under_kept"]) > _ODDS else "",
    "names": _names,
    "votes": _votes,
    "best element": _best,
    "look-alikes": _alike,
    "what its look-alikes are": _what_alike_are,
    "what is beside it": _beside,
    "what is around it": _around,
    "panel": lambda line: "the panel that it is folded into" if line["veil_lines"] else "",
    "page": lambda line: "",
    "text": _text,
    "elements": _elements,
    "place": lambda line: f"{line['position']:.0%} down the page",
    "run": lambda line: f"one of {line['run_length']:.0f} such lines in a row" if line["run_length"] > 1 else "",
}
"""Fact -> what is said of it; '' where there is nothing to say."""
