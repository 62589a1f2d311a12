"""The eleven heading heuristics of section IV.B, each a named rule that strikes candidates off.

A rule reads the lines of a page and which of them are still candidates, and says for every line whether it strikes it off. Rules are asked in the
order of the table, so that what a rule calls 'a heading' is a line that no rule before it struck off. All are one pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from rubricate.engines.pembe.formats import Format, Formats, signature
from rubricate.types import Segments

__all__ = ["NAMES", "RULES", "Lines", "Rule", "Thresholds", "strike"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the paper leaves open; chosen on the stapi pages marked `train`."""

    longest: int = 120  # characters of a heading
    endings: str = ".!;,。！；，؛،।…"
    openings: str = "([{（［【<*"
    menu_text: int = 250  # characters of an unlinked line that ends the menus at the top and begins those at the bottom
    linked: float = 0.5  # share of a line's characters in links from which on it is a menu's
    menu_lines: int = 4  # lines of menus or forms in a row that end what is under a heading; fewer are a list of contents, or 'Print'
    look: tuple[str, ...] = ()  # features that make two formats the same; filled in by the engine's options


@dataclass(frozen=True)
class Lines:
    """What the rules read: the segments, their formats, and the thresholds."""

    segments: Segments
    formats: Formats
    thresholds: Thresholds = field(default_factory=Thresholds)

    def __len__(self) -> int:
        return len(self.segments)

    def form(self, index: int) -> Format:
        """The format of a line."""
        return self.formats.line[index]

    def look(self, index: int) -> tuple[object, ...]:
        """What two lines must share to look the same."""
        return signature(self.form(index), self.thresholds.look)

    def bold(self, index: int) -> bool:
        """Whether a reader sees the line in bold."""
        return bool(self.form(index).flags & _BOLD)

    def size(self, index: int) -> float:
        """The font size of a line in pixels, from <font>, or from its heading tag."""
        form = self.form(index)
        return form.size or next((size for tag, size in _HEADING_SIZES if tag in form.flags), 16.0)

    def linked(self, index: int) -> bool:
        """Whether most of the line is a hyperlink."""
        text = self.segments.text[index]
        return self.segments.linked[index] >= self.thresholds.linked * (len(text) - text.count(" "))


_BOLD = frozenset(("b", "strong", "h1", "h2", "h3", "h4", "h5", "h6"))
_HEADING_SIZES = (("h1", 32.0), ("h2", 24.0), ("h3", 18.7), ("h4", 16.0), ("h5", 13.3), ("h6", 10.7))

PLAIN = "plain"
"""The reason of a line that no rule struck off, but that looks like the text of the page."""

Strikes = Callable[[Lines, Sequence[bool]], list[bool]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A name for the options and the reasons, the paper's sentence, and the function."""

    name: str
    says: str
    strikes: Strikes


def strike(lines: Lines, without: Sequence[str] = ()) -> list[str]:
    """For every line the name of the rule that struck it off, or '' for a heading."""
    candidates = heading_like(lines)
    reasons = ["" if likely else PLAIN for likely in candidates]
    for rule in RULES:
        if rule.name in without:
            continue
        for index, struck in enumerate(rule.strikes(lines, candidates)):
            if struck and reasons[index] in ("", PLAIN):
                candidates[index] = False
                reasons[index] = rule.name
    return reasons


def heading_like(lines: Lines) -> list[bool]:
    """Whether a line looks other than the text of the page, that is, than the look that most of its characters have."""
    looks = [lines.look(index) for index in range(len(lines))]
    counts: dict[tuple[object, ...], int] = {}
    for look, text in zip(looks, lines.segments.text, strict=True):
        counts[look] = counts.get(look, 0) + len(text)
    body = max(counts, key=lambda look: counts[look], default=())
    return [look != body for look in looks]


def _in_select(lines: Lines, _: Sequence[bool]) -> list[bool]:
    tags = lines.segments.page.tree.tags
    return [tags[block] in _CHOICES for block in lines.segments.block]


_CHOICES = frozenset(("select", "option", "optgroup"))  # the parser lets nothing else stand in a <select>


def _menu(lines: Lines, _: Sequence[bool]) -> list[bool]:
    """Linked lines (and lines of a <nav>) before the first and after the last long line that is no link."""
    count, long = len(lines), lines.thresholds.menu_text
    linked = [lines.linked(index) for index in range(count)]
    texts = [index for index in range(count) if not linked[index] and len(lines.segments.text[index]) >= long]
    first, last = (texts[0], texts[-1]) if texts else (count, -1)
    state = lines.segments.state
    return [state[index].region == "nav" or (linked[index] and not first <= index <= last) for index in range(count)]


def _phrase(lines: Lines, _: Sequence[bool]) -> list[bool]:
    folded = (text.casefold() for text in lines.segments.text)
    return [len(text) <= 200 and any(phrase in text for phrase in _PHRASES) for text in folded]


_PHRASES = (
    "click here", "skip navigation", "skip to content", "skip to main", "read more", "learn more", "back to top", "return to top", "top of page", "©",
    "(c) ", "all rights reserved", "print this", "email this", "e-mail this", "send to a friend", "add to favorites", "bookmark this page",
    "share this", "last updated", "last modified", "posted by", "powered by", "advertisement",
)  # fmt: skip


def _punctuation(lines: Lines, _: Sequence[bool]) -> list[bool]:
    endings, openings = lines.thresholds.endings, lines.thresholds.openings
    return [text[-1] in endings or text[0] in openings or not any(map(str.isalpha, text)) for text in lines.segments.text]


def _length(lines: Lines, _: Sequence[bool]) -> list[bool]:
    return [len(text) > lines.thresholds.longest for text in lines.segments.text]


def _alignment(lines: Lines, _: Sequence[bool]) -> list[bool]:
    return [state.align == "right" for state in lines.segments.state]


def _own_line(lines: Lines, _: Sequence[bool]) -> list[bool]:
    """A line that begins with a format which ends within it: the formatted text stands in the middle of a paragraph."""
    pairs = zip(lines.formats.lead, lines.formats.line, strict=True)
    return [bool(lead.flags - line.flags - {"a"}) for lead, line in pairs]


def _same_format(lines: Lines, _: Sequence[bool]) -> list[bool]:
    """The next line counts that has none of the phrases ('Last updated ...' under a title is not its text)."""
    phrases = _phrase(lines, ())
    struck = [False] * len(lines)
    after: tuple[object, ...] | None = None
    for index in range(len(lines) - 1, -1, -1):
        look = lines.look(index)
        struck[index] = look == after
        if not phrases[index]:
            after = look
    return struck


def _bold_after(lines: Lines, _: Sequence[bool]) -> list[bool]:
    bold = [lines.bold(index) for index in range(len(lines))]
    return [not own and after for own, after in zip_longest(bold, bold[1:], fillvalue=False)]


def _larger_after(lines: Lines, candidates: Sequence[bool]) -> list[bool]:
    count = len(lines)
    return [index + 1 < count and candidates[index] and candidates[index + 1] and lines.size(index) < lines.size(index + 1) for index in range(count)]


def _no_content(lines: Lines, candidates: Sequence[bool]) -> list[bool]:
    """Nothing after it, or only headings of which the same is true, and then the end of the page or a menu or form of some lines."""
    idle = [select or menu for select, menu in zip(_in_select(lines, ()), _menu(lines, ()), strict=True)]
    struck = [False] * len(lines)
    content, menu = False, 0  # whether content follows; lines of the menu before it
    for index in range(len(lines) - 1, -1, -1):
        struck[index] = not content
        if candidates[index]:
            continue
        menu = menu + 1 if idle[index] else 0
        content = content and menu < lines.thresholds.menu_lines if idle[index] else True
    return struck


RULES = (
    Rule("select", "Text fragments in <select> tags are not headings.", _in_select),
    Rule("menu", "Menus (usually hyperlinks) at the beginning and end of the document are not headings.", _menu),
    Rule("phrase", "Text fragments containing certain phrases are not headings.", _phrase),
    Rule("punctuation", "Headings do not end with '.', '!', ';', etc. Headings do not start with '(', etc.", _punctuation),
    Rule("length", "A heading is limited in length (i.e., the number of characters).", _length),
    Rule("alignment", "Headings are not aligned to the right.", _alignment),
    Rule("own-line", "Headings start and end with new line. That is, headings are not in the middle of a paragraph.", _own_line),
    Rule("same-format", "A heading is not followed with text in the same format.", _same_format),
    Rule("bold-after", "A heading which is not bold is not followed by bold text.", _bold_after),
    Rule("larger-after", "A heading which has smaller font is not followed by a heading with larger font.", _larger_after),
    Rule("no-content", "Heading-like text with no following content is eliminated.", _no_content),
)
"""The eleven, first those that look at the line alone, then those that look at the next line, then those that look at the next heading."""

NAMES = tuple(rule.name for rule in RULES)
