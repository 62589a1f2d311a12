"""rules.v1: a baseline of plain rules over tags, look, links and position. It needs no model and is the fallback where there is none.

Four steps, each a few operations over whole columns:

1. *Regions*: what stands in navigation, footers, dialogs, controls or hidden parts is noise, unless most of the page's text stands there.
2. *Stretch*: the document is the densest stretch of the page. Every line has a worth (long unlinked text is worth much, links and short lines cost a
   little, noise costs more), and the stretch is the run of lines with the greatest sum. It is then widened to the title above it.
3. *Groups*: lines of the same circumstances (tag, style, emphasis) form a group. A group of short lines that stand above text and do not end like
   sentences is a group of titles; a group that does neither is not, whatever its tag.
4. *Labels*: inside the stretch, titles by group, items by list, misc by pattern, link runs out; prose is the rest. Outside all is boilerplate.

The reason of a label is the name of the rule. The numbers were chosen on the train pages of the stapi set and on wcxb-dev.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE, Labels, Segments, State

DESCRIPTION = "Plain rules over tags, look, links and position; needs no model."

Column = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True, slots=True)
class Options:
    """The thresholds, in characters and shares."""

    long: int = 80  # from here on a line is text
    short: int = 120  # a title is at most so long
    linked: float = 0.6  # from this share on a line is a link
    cost_short: float = 0.15
    cost_item: float = 0.1  # of a short line in a list
    cost_link: float = 0.3
    cost_noise: float = 1.0
    cost_hidden: float = 0.1  # a reader does not see what parts the text
    most: float = 6.0  # worth of the longest lines
    region: float = 0.4  # a region that holds more than this share of the page's text is not noise
    unseen: float = 0.8  # hidden text counts where it is more than this share of the page's text
    main: float = 0.2  # short lines and links cost so much of it in <main> and <article>
    reach: int = 10  # how many lines above the stretch its title may stand
    reach_h1: int = 45  # ... if it is an <h1>: a table of contents may stand between
    links: int = 30  # so many links in a row are a menu


class Rules:
    """The engine; it has no state but its options."""

    name = "rules.v1"

    def __init__(self, options: Options) -> None:
        self.options = options

    def label(self, segments: Segments) -> Labels:
        """One label for every segment, with the rule's name as the reason."""
        if not len(segments):
            return Labels(self.name, [], [], [])
        lines = _Lines(segments, self.options)
        first, last = _stretch(lines, self.options)
        return _decide(lines, first, last, self.options, self.name)

    def titles(self, segments: Segments) -> list[int]:
        """The lines that it labels as titles, for those who ask for nothing else."""
        if not len(segments):
            return []
        lines = _Lines(segments, self.options)
        titles, menus = _titles(lines, *_stretch(lines, self.options), self.options), _menus(lines, self.options)
        return [index for index in titles if index not in menus and not _is_misc(segments.text[index])]


def engine(**options: Any) -> Rules:
    """The engine; options as in `Options`."""
    return Rules(Options(**options))


# The bits of what a State says.
CONTROL, NAV, FOOTER, DIALOG, ASIDE, HIDDEN, FORM = (1 << bit for bit in range(7))  # the lowest that holds is the reason
_REGIONS = {"nav": NAV, "footer": FOOTER, "aside": ASIDE, "form": FORM, "dialog": DIALOG}
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_MISC = re.compile(
    r"(?:back to )?(?:the )?top\b.{0,12}$|(?:share|print|tweet|e-?mail) (?:this|page|article)|read next|(?:by|von|par|por) (?-i:[A-Z])"
    r"|(?:last |date )?(?:updated?|revised|modified|effective|published|posted)\b|effective date|(?:version|revision) [0-9]|(?:©|\(c\)|copyright) "
    r"|(?:https?://|www\.)\S+$|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}$"
    rf"|{_MONTH} [0-9]{{1,2}},? [0-9]{{4}}$|[0-9]{{1,2}} {_MONTH} [0-9]{{4}}$",
    re.IGNORECASE,
)
_MISC_STARTS = (
    *("back to", "to ", "top", "the top", "share ", "print ", "tweet ", "email ", "e-mail ", "read next", "by ", "von ", "par ", "por ", "last "),
    *("date ", "update", "revis", "modified", "effective", "published", "posted", "version ", "©", "(c)", "copyright", "http", "www."),
    *("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", *"0123456789"),
)  # a cheap look before the expression
_NUMBERED = re.compile(  # each group is one form of number
    r"([0-9]{1,2}\.\s?(?![0-9]))|([0-9]{1,2}\.[0-9])|([(\[][0-9]{1,2}[)\]])|([0-9]{1,2}[):\s])|([(\[][A-Za-z][)\]])|([A-Z][.)]\s)|([a-z][.)]\s)"
    r"|([IVXivx]{2,5}[.)]\s)|((?:Article|ARTICLE|Section|SECTION|Part|PART|Chapter|CHAPTER|Step|STEP)\s)|(§)|(第)|([一二三四五六七八九十]{1,3}[、.．])"
)
_WHY = {CONTROL: "form control", NAV: "navigation", FOOTER: "footer", DIALOG: "dialog", ASIDE: "aside", HIDDEN: "hidden", FORM: "form"}
_SENTENCE_ENDS = ".;,!。；，।"


class _Lines:
    """The columns that the rules look at. What a State says is worked out once a State, not once a line."""

    def __init__(self, segments: Segments, options: Options) -> None:
        self.segments = segments
        count = len(segments)
        kinds = {state: kind for kind, state in enumerate(dict.fromkeys(segments.state))}
        states = list(kinds)
        self.kind = kind = np.fromiter(map(kinds.__getitem__, segments.state), np.intp, count)
        self.length = np.fromiter(map(len, segments.text), np.float64, count)
        ink = np.maximum(self.length * 0.86, 1.0)  # of a line's characters, so many are not white space
        self.link = np.array(segments.linked) / ink
        self.bold = np.array(segments.bold) / ink
        self.text = (self.length >= options.long) & (self.link < 0.4)
        mass = np.bincount(kind, self.text * self.length, len(states)).tolist()
        flags = [_flags(state) for state in states]
        bad = _bad_flags(flags, mass, options)
        rows = [(flag & bad, state.heading, state.list_depth, state.region in ("main", "article")) for flag, state in zip(flags, states, strict=True)]
        self.noise, self.heading, self.listed, self.main = np.array(rows).T[:, kind]
        self.body_size = _body_size(states, flags, mass, bad)


def _flags(state: State) -> int:
    return _REGIONS.get(state.region, 0) | (CONTROL if state.control else 0) | (HIDDEN if state.hidden else 0)


def _bad_flags(flags: list[int], mass: list[float], options: Options) -> int:
    """The flags that make a line noise: those of regions which hold little of the page's text."""
    total, bad = sum(mass), 0
    for flag in _WHY:
        held = sum(weight for has, weight in zip(flags, mass, strict=True) if has & flag)
        if held <= (options.unseen if flag == HIDDEN else options.region) * total:
            bad |= flag
    return bad


def _body_size(states: list[State], flags: list[int], mass: list[float], bad: int) -> float:
    """The font size of most of the text."""
    sizes: dict[float, float] = {}
    for state, has, weight in zip(states, flags, mass, strict=True):
        sizes[state.size] = sizes.get(state.size, 0.0) + (0.0 if has & bad else weight)
    return max(sizes, key=lambda size: (sizes[size], size))


def _stretch(lines: _Lines, options: Options) -> tuple[int, int]:
    """First and last line of the document: the run with the greatest worth, widened to its title."""
    worth = np.where(lines.text, np.minimum(lines.length / 80.0, options.most), np.where(lines.listed > 0, -options.cost_item, -options.cost_short))
    worth = np.where(lines.link > options.linked, -options.cost_link, worth)
    worth = np.where((lines.main > 0) & (worth < 0), worth * options.main, worth)
    worth = np.where(lines.heading > 0, np.maximum(worth, 0.1), worth)
    worth = np.where(lines.noise > 0, np.where((lines.noise & HIDDEN) > 0, -options.cost_hidden, -options.cost_noise), worth)
    total = np.concatenate(([0.0], np.cumsum(worth)))
    lowest = np.minimum.accumulate(total)
    last = int(np.argmax(total - lowest))
    first = int(np.argmin(total[: last + 1]))
    if last == 0:  # nothing is worth anything: all that is not noise
        calm = np.flatnonzero(lines.noise == 0)
        return (int(calm[0]), int(calm[-1])) if len(calm) else (0, -1)
    return _title_above(lines, _widen(lines, first, -1), options), _widen(lines, last - 1, 1)


def _widen(lines: _Lines, edge: int, step: int) -> int:
    """The stretch goes on over unlinked lines that have the same parent element: addresses, signatures, notes."""
    block, parents = lines.segments.block, lines.segments.page.tree.parents
    home, after = parents[block[edge]], edge + step
    while 0 <= after < len(block) and parents[block[after]] == home and not lines.noise[after] and lines.link[after] < 0.6:
        edge, after = after, after + step
    return edge


def _title_above(lines: _Lines, first: int, options: Options) -> int:
    """The line of the strongest heading just above the stretch, or the stretch's own first line."""
    for reach, weakest in ((options.reach, 6), (options.reach_h1, 1)):
        start = max(0, first - reach)
        heading = lines.heading[start:first]
        above = np.flatnonzero((heading > 0) & (heading <= weakest) & (lines.noise[start:first] == 0))
        if len(above):
            return start + int(above[np.argmin(heading[above])])
    return first


def _decide(lines: _Lines, first: int, last: int, options: Options, name: str) -> Labels:
    """Labels for all lines: the rules inside the stretch, boilerplate with its reason outside."""
    text, noise, listed = lines.segments.text, lines.noise.tolist(), lines.listed.tolist()
    names, confidence, reasons = [BOILERPLATE] * len(text), [0.8] * len(text), ["outside the densest text"] * len(text)
    for index in np.flatnonzero(lines.noise).tolist():
        reasons[index] = _WHY[noise[index] & -noise[index]]
    titles = _titles(lines, first, last, options)
    menus = _menus(lines, options)
    for index in range(first, last + 1):
        if noise[index]:
            continue
        if index in menus:
            reasons[index] = "run of links"
        elif _is_misc(text[index]):
            names[index], reasons[index], confidence[index] = MISC, "date, by-line or page furniture", 0.5
        elif index in titles:
            names[index], reasons[index], confidence[index] = TITLE, *titles[index]
        elif listed[index]:
            names[index], reasons[index], confidence[index] = ITEM, "list item in the text", 0.7
        else:
            names[index], reasons[index], confidence[index] = PROSE, "text in the densest stretch", 0.85
    return Labels(name, names, confidence, reasons)


def _is_misc(text: str) -> bool:
    return len(text) < 60 and text.lower().startswith(_MISC_STARTS) and _MISC.match(text) is not None


def _menus(lines: _Lines, options: Options) -> set[int]:
    """Lines in long runs that are nothing but links."""
    link = lines.link > 0.8
    edges = np.flatnonzero(np.diff(np.concatenate(([0], link.view(np.int8), [0])))).tolist()
    found: set[int] = set()
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if end - start >= options.links:
            found.update(range(start, end))
    return found


def _titles(lines: _Lines, first: int, last: int, options: Options) -> dict[int, tuple[str, float]]:
    """The titles of the stretch: index -> (reason, confidence)."""
    groups: dict[tuple[int, str, str], list[int]] = {}
    kind = lines.kind.tolist()
    emphasis = _emphases(lines, first, last, options)
    for index, (why, form) in emphasis.items():
        groups.setdefault((kind[index], why, form), []).append(index)
    answer: dict[int, tuple[str, float]] = {}
    for (_, why, _), members in groups.items():
        reason, sure = _TITLE_REASONS[why]
        for index in _accepted(lines, why, members, emphasis, last, options):
            answer[index] = (reason, sure)
    return answer


_TITLE_REASONS = {
    "h": ("heading tag above text", 0.9),
    "bold": ("bold line above text", 0.8),
    "underline": ("underlined line above text", 0.7),
    "capitals": ("line in capitals above text", 0.7),
    "large": ("large line above text", 0.7),
    "summary": ("summary of a fold", 0.7),
    "numbered": ("numbered line above text", 0.6),
}


def _emphases(lines: _Lines, first: int, last: int, options: Options) -> dict[int, tuple[str, str]]:
    """The lines of the stretch that stand out, and how: (emphasis, form of number)."""
    text, states = lines.segments.text, lines.segments.state
    bold, link, noise = lines.bold.tolist(), lines.link.tolist(), lines.noise.tolist()
    large = lines.body_size * 1.12
    found: dict[int, tuple[str, str]] = {}
    for index in range(first, last + 1):
        line, state = text[index], states[index]
        if len(line) > 2 * options.short or noise[index]:
            continue
        if state.heading:
            found[index] = ("h", "")
        elif state.cell or link[index] > 0.5:
            continue
        elif bold[index] > 0.85:
            found[index] = ("bold", "")
        elif state.underline:
            found[index] = ("underline", "")
        elif state.summary:
            found[index] = ("summary", "")
        elif state.size > large:
            found[index] = ("large", "")
        elif len(line) > 3 and line.isupper():
            found[index] = ("capitals", "")
        elif len(line) < 80 and (number := _NUMBERED.match(line)):
            found[index] = ("numbered", str(number.lastindex))
    return found


def _accepted(lines: _Lines, why: str, members: list[int], emphasis: dict[int, tuple[str, str]], last: int, options: Options) -> list[int]:
    """The members of a group that are titles: all that fit, if the group behaves like titles; none, if it does not."""
    text, block = lines.segments.text, lines.segments.block
    fits, shorts, plain, above = [], 0, 0, 0
    for index in members:
        line, after = text[index], index + 1
        short = len(line) <= options.short
        ends = line[-1] in _SENTENCE_ENDS and len(line) > 45
        follows = after <= last and (after not in emphasis or len(text[after]) > len(line) or emphasis[after][0] != why)
        same_block = after <= last and after in emphasis and block[after] == block[index] and emphasis[after] == emphasis[index]
        shorts, plain, above = shorts + short, plain + (not ends), above + follows
        fits.append(short and not ends and not same_block)
    size = len(members)
    if why == "h":
        return [index for index, fit in zip(members, fits, strict=True) if fit or len(text[index]) <= options.short]
    if shorts < 0.7 * size or above < 0.5 * size or plain < 0.5 * size or (why in _WEAK and not _many_above_text(lines, members, last)):
        return []
    return [index for index, fit in zip(members, fits, strict=True) if fit]


_WEAK = frozenset({"numbered", "capitals", "large"})


def _many_above_text(lines: _Lines, members: list[int], last: int) -> bool:
    """Whether most of a weakly marked group stand right above longer text (and are not a list of their own)."""
    text = lines.segments.text
    longer = sum(index < last and len(text[index + 1]) > max(60, len(text[index])) for index in members)
    return longer >= 0.6 * len(members)
