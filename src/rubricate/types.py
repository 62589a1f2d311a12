"""The nouns of the house: Page, Tree, State, Segments, Segment, Labels, Section, Document. There is no work in them.

    bytes --page.read--> Page --segments.of--> Segments --engine.label--> Labels --outline.nest--> Document --writers--> text

What flows is columns: a Tree is three parallel lists over the rows of the parsed page, Segments are parallel lists over the visible lines, Labels are
parallel lists over the same lines. `Segment` and `Section` are views for people, made when somebody asks. Nothing is changed once it is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

__all__ = [
    "BOILERPLATE",
    "ITEM",
    "LABELS",
    "MISC",
    "PROSE",
    "TITLE",
    "Attributes",
    "Document",
    "Engine",
    "Labels",
    "Page",
    "Section",
    "Segment",
    "Segments",
    "State",
    "Tree",
]

TITLE = "title"
PROSE = "prose"
ITEM = "item"
MISC = "misc"
BOILERPLATE = "boilerplate"
LABELS = (TITLE, PROSE, ITEM, MISC, BOILERPLATE)
"""All labels, in the order of the columns of every probability table."""

Attributes = tuple[tuple[str, str | None], ...]
"""An element's attributes as the parser hands them over: names in lower case, the first of a repeated name."""

BLOCK_START, AFTER_BR, IN_PRE = 0, 1, 2
"""How a segment's line begins (`Segments.begins`): at a block boundary, after a <br> within one block, as a further line of preformatted text."""


class Tree:
    """The parsed page as columns, one row for every element and every text node, in document order.

    `tags[i]` is the element's name, or '' for a text node; `data[i]` its attributes, or the text; `parents[i]` the row of its parent (-1: none).
    """

    __slots__ = ("data", "memory", "parents", "tags")

    def __init__(self, tags: list[str], data: list[Any], parents: list[int]) -> None:
        self.tags = tags
        self.data = data
        self.parents = parents
        self.memory: dict[str, Any] = {}  # what was worked out about the rows once (segments.places); never changes an answer

    def __len__(self) -> int:
        return len(self.tags)

    def attribute(self, row: int, name: str) -> str | None:
        """The value of an element's attribute ('' where it has none), or None where the attribute is not there."""
        for key, value in self.data[row]:
            if key == name:
                return value or ""
        return None

    def ancestors(self, row: int) -> Iterator[int]:
        """The rows above a row, nearest first, up to <html>."""
        parents = self.parents
        row = parents[row]
        while row >= 0:
            yield row
            row = parents[row]

    def nearest(self, row: int, tags: frozenset[str] | tuple[str, ...] | set[str]) -> int:
        """The row itself or its nearest ancestor whose tag is one of `tags`, or -1."""
        names, parents = self.tags, self.parents
        while row >= 0 and names[row] not in tags:
            row = parents[row]
        return row


class State:
    """The circumstances that a piece of text inherits from the elements and style rules around it.

    States are shared: all text in the same circumstances has the same State object, so `is` compares them. Never change one.
    """

    __slots__ = (
        "align",
        "caption",
        "cell",
        "code",
        "color",
        "control",
        "heading",
        "hidden",
        "indent",
        "italic",
        "link",
        "list_depth",
        "next",
        "ordered",
        "pre",
        "quote",
        "region",
        "rem",
        "size",
        "summary",
        "term",
        "transform",
        "underline",
        "weight",
    )

    heading: int  # 1..6 inside <h1>..<h6> (or role=heading with aria-level), else 0
    list_depth: int  # how many lists are around it
    ordered: bool  # the innermost list is an <ol>
    cell: int  # 0: not in a table, 1: in a <td>, 2: in a <th>
    pre: bool  # white space counts
    code: bool  # inside <code>, <kbd>, <samp>, <tt> or <pre>
    quote: int  # how many <blockquote>s are around it
    caption: bool  # inside <figcaption> or <caption>
    region: str  # innermost of nav, header, footer, aside, main, article, form, dialog (tag or ARIA role), or ''
    link: bool  # inside <a href>
    control: bool  # inside <button>, <select>, <textarea>, <label>, <option>
    hidden: str  # why it is not visible ('display:none', 'hidden', 'aria-hidden', ...), or ''
    term: str  # 'dt' or 'dd' inside a definition list, else ''
    summary: bool  # inside <summary>
    size: float  # font size in CSS pixels
    rem: float  # the root element's font size in CSS pixels
    weight: int  # 100..900
    italic: bool
    underline: bool
    color: str  # as resolved: '#rrggbb', or '' for the page's default
    transform: str  # text-transform: 'uppercase', 'capitalize', 'lowercase' or ''
    align: str  # text-align: 'left', 'center', 'right', 'justify' or ''
    indent: float  # sum of left margins and paddings, in CSS pixels
    next: dict[Any, State]  # what it becomes inside a tag with given declarations (the cascade's memory, not for others)


def _cut(text: str, most: int = 80) -> str:
    """A text that is short enough to be shown at a prompt."""
    return text if len(text) <= most else text[: most - 3] + "..."


@dataclass(frozen=True, slots=True, repr=False)
class Page:
    """A decoded and parsed page."""

    html: str
    tree: Tree
    encoding: str = "utf-8"
    encoding_source: str = "given"  # bom, transport, meta, detected, given (it came as text)
    size: int = 0  # in bytes, as received
    url: str | None = None
    base: str | None = None  # what relative links are relative to: <base href> joined with url, or else with what the page says
    title: str = ""
    language: str | None = None
    description: str | None = None
    meta: Mapping[str, str] = field(default_factory=dict)  # <meta name|property|http-equiv>, names in lower case, first one wins
    stylesheets: Mapping[str, str] = field(default_factory=dict)  # href as written in the page -> CSS text, handed over by the caller

    def __repr__(self) -> str:
        return f"Page({_cut(self.title)!r}, {self.size} bytes, {self.encoding}, {len(self.tree)} elements and texts)"


class Segments:
    """The visible lines of a page, in document order, as parallel columns; `segments[i]` is a view of one line."""

    __slots__ = ("begins", "block", "bold", "images", "italic", "linked", "page", "runs", "state", "text")

    def __init__(
        self,
        page: Page,
        text: list[str],
        block: list[int],
        state: list[State],
        runs: list[tuple[int, ...]],
        begins: list[int],
        bold: list[int],
        linked: list[int],
        italic: list[int],
        images: list[tuple[int, int]],
    ) -> None:
        self.page = page
        self.text = text  # white space folded as a browser does; never empty
        self.block = block  # row of the nearest block-level element around the line
        self.state = state  # circumstances of most of the line's characters
        self.runs = runs  # rows of the line's text nodes
        self.begins = begins  # BLOCK_START, AFTER_BR or IN_PRE
        self.bold = bold  # how many of the line's characters are bold (white space between words not counted)
        self.linked = linked  # ... lie in links
        self.italic = italic  # ... are italic
        self.images = images  # (row of an <img>, index of the first segment that ends after it)

    def __len__(self) -> int:
        return len(self.text)

    def __getitem__(self, index: int) -> Segment:
        count = len(self.text)
        if not -count <= index < count:
            raise IndexError(f"no segment {index}: the page has {count}")
        return Segment(self, index % count)

    def __iter__(self) -> Iterator[Segment]:
        return (Segment(self, index) for index in range(len(self.text)))


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One visible line of a page: a view into the columns. Label fields live in `Labels`."""

    segments: Segments
    index: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Segment) and other.segments is self.segments and other.index == self.index

    def __hash__(self) -> int:
        return hash((id(self.segments), self.index))

    def __repr__(self) -> str:
        return f"Segment({self.index}, {self.tag!r}, {self.text!r})"

    @property
    def text(self) -> str:
        """The line's text, white space folded."""
        return self.segments.text[self.index]

    @property
    def state(self) -> State:
        """The circumstances of most of its characters."""
        return self.segments.state[self.index]

    @property
    def block(self) -> int:
        """The row of the nearest block-level element around it."""
        return self.segments.block[self.index]

    @property
    def runs(self) -> tuple[int, ...]:
        """The rows of its text nodes."""
        return self.segments.runs[self.index]

    @property
    def tag(self) -> str:
        """What the page wrote: h1..h6 inside one, else the tag of the innermost element around the whole line."""
        from rubricate.segments.places import source_tag

        return source_tag(self.segments, self.index)

    @property
    def xpath(self) -> str:
        """An XPath that finds the line again: its element where the line is all of it, else its first text node."""
        from rubricate.segments.places import xpath

        return xpath(self.segments, self.index)

    @property
    def span(self) -> tuple[int, int] | None:
        """Start and end, in `page.html`, of the innermost element around the whole line, where the parser knows them."""
        from rubricate.segments.places import span

        return span(self.segments, self.index)

    @property
    def hidden(self) -> str:
        """Why a reader does not see it, or ''."""
        return self.state.hidden

    @property
    def link_share(self) -> float:
        """The share of its characters that lie in links."""
        return min(1.0, self.segments.linked[self.index] / max(1, len(self.text) - self.text.count(" ")))


@dataclass(frozen=True, slots=True, repr=False)
class Labels:
    """What an engine says of every segment: parallel columns, as long as the segments."""

    engine: str
    names: Sequence[str]
    confidence: Sequence[float]  # how sure the engine is of the name, 0..1
    reasons: Sequence[str]  # in a few words: why this label
    levels: Sequence[int] | None = None  # for titles: an engine's own levels (1 = top; 0 for other segments); None: outline.levels decides
    continues: Sequence[bool] | None = None  # the segment continues the one before it; None: outline decides
    probabilities: Any = None  # optional array, one row a segment, one column a label in the order of LABELS

    def __repr__(self) -> str:
        return f"Labels({self.engine}: {', '.join(f'{count} {name}' for name, count in Counter(self.names).most_common())})"


@runtime_checkable
class Engine(Protocol):
    """Anything that labels segments."""

    name: str

    def label(self, segments: Segments) -> Labels:
        """One label for every segment, in order; the same for the same segments; nothing is changed."""
        ...


@dataclass(eq=False)
class Section:
    """A titled part of the document, with what stands under the title before the first section inside it."""

    document: Document
    heading: int | None  # index of the title's (first) segment; None for text before the first title
    level: int  # 1..n, no gaps
    body: list[int]  # indices of the kept segments directly in this section, in order
    sections: list[Section] = field(default_factory=list)
    parent: Section | None = None
    further: list[int] = field(default_factory=list)  # indices of the title's further lines: <br> breaks an h-tag, or the engine says so
    name: str | None = None  # what the section is called: all lines of its title, without a sign that links to itself; None: its first line

    def __repr__(self) -> str:
        return f"Section({self.level}, {_cut(self.title)!r}, {len(self.body)} segments, {len(self.sections)} sections)"

    @property
    def title(self) -> str:
        """The title's text ('' for text before the first title)."""
        if self.heading is None:
            return ""
        return self.name if self.name is not None else self.document.segments.text[self.heading]

    @property
    def path(self) -> tuple[str, ...]:
        """The titles from the top down to this section's own."""
        above = self.parent.path if self.parent is not None else ()
        return above if self.heading is None else (*above, self.title)

    @property
    def text(self) -> str:
        """The text directly under the title, one segment a line."""
        return "\n".join(self.document.segments.text[index] for index in self.body)

    @property
    def confidence(self) -> float:
        """How sure the engine is that the title is one (1.0 where there is none)."""
        return 1.0 if self.heading is None else float(self.document.labels.confidence[self.heading])

    @property
    def source_tag(self) -> str | None:
        """What the page wrote for the title (h2, p, b, div, ...)."""
        return None if self.heading is None else self.document.segments[self.heading].tag

    @property
    def segments(self) -> list[Segment]:
        """Views of the kept segments directly in this section."""
        return [Segment(self.document.segments, index) for index in self.body]

    def walk(self) -> Iterator[Section]:
        """This section and all below it, in document order."""
        pending = [self]
        while pending:
            section = pending.pop()
            yield section
            pending.extend(reversed(section.sections))


@dataclass(eq=False, repr=False)
class Document:
    """A page's own outline with the text of every section; `lead` is the kept text before the first title."""

    page: Page
    segments: Segments
    labels: Labels
    levels: list[int]  # for every segment: its level if it is a title, else 0
    continues: list[bool]  # for every segment: it continues the one before it
    lead: Section
    sections: list[Section]

    def __repr__(self) -> str:
        kept = f"{len(self.kept)} of {len(self.segments)} segments"
        return f"Document({_cut(self.title)!r}, {len(self.sections)} sections, {kept}, {self.labels.engine})"

    @property
    def title(self) -> str:
        """The first title of the top level, or the page's <title>."""
        return self.sections[0].title if self.sections else self.page.title

    @cached_property
    def kept(self) -> list[int]:
        """Indices of the segments that belong to the document."""
        return [index for index, name in enumerate(self.labels.names) if name != BOILERPLATE]

    def walk(self) -> Iterator[Section]:
        """All sections in document order; the lead first, if it holds anything."""
        if self.lead.body:
            yield self.lead
        for section in self.sections:
            yield from section.walk()

    def outline(self) -> list[dict[str, Any]]:
        """The table of contents: nested dicts with title, level, confidence, source_tag and sections."""
        from rubricate.writers.outline import contents

        return contents(self)

    def to_markdown(self, **options: Any) -> str:
        """The document as Markdown; options as in `rubricate.writers.markdown.MarkdownOptions`."""
        from rubricate.writers import write

        return write(self, "markdown", **options)

    def to_json(self, **options: Any) -> str:
        """The document as JSON (see `rubricate schema`)."""
        from rubricate.writers import write

        return write(self, "json", **options)

    def to_html(self, **options: Any) -> str:
        """The document as clean, nested HTML."""
        from rubricate.writers import write

        return write(self, "html", **options)

    def to_text(self, **options: Any) -> str:
        """The document as plain text."""
        from rubricate.writers import write

        return write(self, "text", **options)

    def chunks(self, max_words: int = 300, **options: Any) -> list[dict[str, Any]]:
        """The document in pieces of at most `max_words` words, each with its heading path."""
        from rubricate.writers.chunks import chunks

        return chunks(self, max_words=max_words, **options)

    def summary(self, query: str | None = None, **options: Any) -> str:
        """Headings and the best sentences of each section, for a query if one is given."""
        from rubricate.writers import write

        return write(self, "summary", query=query, **options)
