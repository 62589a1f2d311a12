"""Document -> chunks for retrieval: pieces of at most `max_words` words, each with the path of titles above it.

- A chunk never reaches over a section's end; its `path` ends with the section's own title.
- Every title of the document stands in exactly one chunk's text: before the first text of its section. A title without text of its own goes before
  the first text below it; titles with no text below them at all make a chunk of titles.
- Paragraphs, items and rows stay whole; one that has no room beside its title or by itself is cut between sentences, a sentence only where it is too
  long by itself. Titles are never cut: only they can make a chunk longer than `max_words`.
- Every kept segment is in some chunk's `segments`, in order. With `overlap`, the last units of a chunk (at most that many words) begin the next one
  of the same section; titles are never repeated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rubricate.errors import UsageError
from rubricate.types import Document, Section
from rubricate.writers.plain import Plain, Unit, joined
from rubricate.writers.sentences import count_words, cut

__all__ = ["ChunksOptions", "chunk_lines", "chunks"]

LONGEST_TITLE = 300
"""In a path a longer title is cut to this many characters: a path is repeated with every chunk."""

_DEEPEST_PATH = 64


@dataclass(frozen=True, slots=True)
class ChunksOptions:
    """How long chunks are, how much of one is said again in the next, and what the page is called."""

    max_words: int = 300
    overlap: int = 0
    source: str | None = None

    def __post_init__(self) -> None:
        if self.max_words < 1:
            raise UsageError(f"max_words must be at least 1, not {self.max_words}")
        if not 0 <= self.overlap < self.max_words:
            raise UsageError(f"overlap must be at least 0 and less than max_words ({self.max_words}), not {self.overlap}")


def chunks(document: Document, max_words: int = 300, overlap: int = 0, source: str | None = None) -> list[dict[str, Any]]:
    """The document in pieces: dicts with index, path, title, level, text, words and segments."""
    return list(_chunks(document, ChunksOptions(max_words, overlap, source)))


def chunk_lines(document: Document, options: ChunksOptions) -> str:
    """The chunks as JSON lines."""
    return "".join(json.dumps(chunk, ensure_ascii=False) + "\n" for chunk in _chunks(document, options))


def path_of(section: Section) -> list[str]:
    """The titles from the top down to a section's own, long ones cut, without recursion."""
    titles: list[str] = []
    above: Section | None = section
    while above is not None and len(titles) < _DEEPEST_PATH:
        if above.heading is not None:
            title = above.title
            titles.append(title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…")
        above = above.parent
    titles.reverse()
    return titles


def _chunks(document: Document, options: ChunksOptions) -> Iterator[dict[str, Any]]:
    plain, texts = Plain(document), document.segments.text
    index = 0
    bare: list[Section] = []  # titles that still wait for text
    for section in document.walk():
        if section.heading is not None:
            bare.append(section)
        if not section.body:
            continue
        left, carried = _parted(bare, section)
        bare = []
        if left:
            yield _chunk(index, _shared(left), left, [], options)
            index += 1
        for heads, units in _filled(texts, carried, plain.units(section), options):
            yield _chunk(index, section, heads, units, options)
            index += 1
    if bare:
        yield _chunk(index, _shared(bare), bare, [], options)


def _parted(bare: list[Section], section: Section) -> tuple[list[Section], list[Section]]:
    """Titles that wait, parted into those that cannot go with a section's text and those that lead down to it."""
    at = len(bare)
    line: Section | None = section
    while at and line is not None and bare[at - 1] is line:
        at -= 1
        line = line.parent
    return bare[:at], bare[at:]


def _shared(sections: list[Section]) -> Section:
    """The section that a chunk of titles is filed under: the first, if all others are inside it, else what is around it."""
    first = sections[0]
    beside = any(other.level <= first.level for other in sections[1:])
    return first.parent if beside and first.parent is not None else first


def _filled(texts: list[str], heads: list[Section], units: list[Unit], options: ChunksOptions) -> Iterator[tuple[list[Section], list[Unit]]]:
    """The units of one section in chunks; the titles go with the first."""
    most = options.max_words
    words = sum(count_words(head.title) for head in heads)
    if words >= most:
        yield heads, []
        heads, words = [], 0
    held: list[Unit] = []
    fresh = False  # `held` says something that no chunk before has said
    for unit in units:
        size = count_words(unit.text)
        if fresh and words + size > most:
            yield heads, held
            held, words = _tail(held, options.overlap, most - min(size, most))
            heads, fresh = [], False
        if words + size <= most:
            held.append(unit)
            words, fresh = words + size, True
            continue
        for part in _parts(texts, unit, most, most - words):
            if fresh:
                yield heads, held
                heads, held, words = [], [], 0
            held.append(part)
            words, fresh = words + count_words(part.text), True
    if fresh or heads:
        yield heads, held


def _parts(texts: list[str], unit: Unit, most: int, first: int) -> Iterator[Unit]:
    """A unit that is too long, in parts; each names the segments that it has text of."""
    ends = []
    end = 0
    for index in unit.lines:
        at = unit.text.find(texts[index], end)
        if at < 0:  # not as the page has it: the part that we are in is as good as any
            break
        end = at + len(texts[index])
        ends.append(end)
    ends.extend([end] * (len(unit.lines) - len(ends)))
    at = 0
    for start, stop in cut(unit.text, most, first):
        while at < len(ends) - 1 and ends[at] <= start:
            at += 1
        last = at
        while last < len(ends) - 1 and ends[last] < stop:
            last += 1
        yield Unit(unit.text[start:stop].rstrip(), unit.lines[at : last + 1], unit.close)
        at = last


def _tail(held: list[Unit], overlap: int, room: int) -> tuple[list[Unit], int]:
    """The last units of a chunk, as far as they fit into the overlap and leave room."""
    words = 0
    at = len(held)
    while at:
        size = count_words(held[at - 1].text)
        if words + size > min(overlap, room):
            break
        words += size
        at -= 1
    return held[at:], words


def _chunk(index: int, section: Section, heads: list[Section], units: list[Unit], options: ChunksOptions) -> dict[str, Any]:
    parts = [head.title for head in heads]
    if units:
        parts.append(joined(units))
    text = "\n\n".join(parts)
    own = {number: None for unit in units for number in unit.lines}
    chunk: dict[str, Any] = {"source": options.source} if options.source is not None else {}
    path = path_of(section)
    chunk.update(
        index=index,
        path=path,
        title=path[-1] if section.heading is not None else "",  # cut as there: a title as long as the page would stand in every chunk of it
        level=section.level,
        text=text,
        words=count_words(text),
        segments=[index for head in heads for index in (head.heading, *head.further)] + list(own),
    )
    return chunk
