"""Document -> JSON: page, counts, and the sections nested as in the document, each with its blocks (the schema is in `schema`).

Every kept segment's index stands in exactly one `segments` list, or is a section's `segment`. Sections deeper than 64 stand beside each other there;
`level` stays true.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rubricate.errors import UsageError
from rubricate.segments.places import source_tag, xpath
from rubricate.types import Document, Section
from rubricate.writers.blocks import Block, Group, Layout, Leaf, leaves
from rubricate.writers.chunks import path_of
from rubricate.writers.code import code_text, language
from rubricate.writers.outline import MOST_NESTED
from rubricate.writers.schema import VERSION
from rubricate.writers.sentences import count_words
from rubricate.writers.tables import grid

__all__ = ["JsonOptions", "as_dict", "json_line", "json_text"]


@dataclass(frozen=True, slots=True)
class JsonOptions:
    """How it is printed, and what the page is called."""

    indent: int | None = 2
    source: str | None = None

    def __post_init__(self) -> None:
        if self.indent is not None and not 0 <= self.indent <= 8:
            raise UsageError(f"indent must be 0 to 8, or None for a single line, not {self.indent}")


@dataclass(frozen=True, slots=True)
class JsonlOptions:
    """What the page is called."""

    source: str | None = None


def json_text(document: Document, options: JsonOptions) -> str:
    """The document as JSON text."""
    return json.dumps(as_dict(document, options.source), ensure_ascii=False, indent=options.indent) + "\n"


def json_line(document: Document, options: JsonlOptions) -> str:
    """The document as one line of JSON."""
    return json.dumps(as_dict(document, options.source), ensure_ascii=False) + "\n"


def as_dict(document: Document, source: str | None = None) -> dict[str, Any]:
    """The document as dicts and lists."""
    page = document.page
    whole: dict[str, Any] = {"schema": VERSION}
    if source is not None:
        whole["source"] = source
    blocks = _Blocks(document)
    whole["engine"] = document.labels.engine
    whole["title"] = document.title
    whole["page"] = {
        "url": page.url,
        "title": page.title,
        "language": page.language,
        "description": page.description,
        "encoding": page.encoding,
        "encoding_source": page.encoding_source,
        "bytes": page.size,
    }
    whole["counts"] = _counts(document)
    whole["lead"] = {"blocks": blocks.of(document.lead)}
    whole["sections"] = _sections(document, blocks)
    return whole


def _counts(document: Document) -> dict[str, int]:
    texts, kept = document.segments.text, document.kept
    return {
        "segments": len(texts),
        "kept": len(kept),
        "removed": len(texts) - len(kept),
        "titles": sum(section.heading is not None for section in document.walk()),
        "words": sum(count_words(texts[index]) for index in kept),
    }


def _sections(document: Document, blocks: _Blocks) -> list[dict[str, Any]]:
    top: list[dict[str, Any]] = []
    places = [top]
    for section in document.walk():
        if section.heading is None:
            continue
        entry = _section(document, section, section.heading, blocks)
        del places[min(section.level, MOST_NESTED) :]
        places[-1].append(entry)
        places.append(entry["sections"])
    return top


def _section(document: Document, section: Section, heading: int, blocks: _Blocks) -> dict[str, Any]:
    return {
        "title": section.title,
        "level": section.level,
        "path": path_of(section),
        "segment": heading,
        **({"further": section.further} if section.further else {}),
        "confidence": round(section.confidence, 4),
        "reason": document.labels.reasons[heading],
        "source_tag": source_tag(document.segments, heading),
        "xpath": xpath(document.segments, heading),
        "blocks": blocks.of(section),
        "sections": [],
    }


class _Blocks:
    """Blocks as dicts."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._layout = Layout(document)

    def of(self, section: Section) -> list[dict[str, Any]]:
        """The blocks of the text directly in a section."""
        return self._all(self._layout.blocks(section))

    def _all(self, blocks: list[Block]) -> list[dict[str, Any]]:
        found = []
        for block in blocks:
            if isinstance(block, Leaf):
                found.append({"type": block.kind, **self._text(block)})
            elif block.kind in _PRINTERS:
                found.append(_PRINTERS[block.kind](self, block))
            else:
                found.extend(self._all(block.children))
        return found

    def _text(self, *parts: Leaf) -> dict[str, Any]:
        texts = self._document.segments.text
        lines = [index for leaf in parts for index in leaf.lines]
        return {"text": "\n".join(texts[index] for index in lines), "segments": lines}

    def _list(self, group: Group) -> dict[str, Any]:
        layout = self._layout
        ordered = layout.is_ordered(group)
        first = group.children[0] if group.children else None
        start = layout.number(first) if ordered and isinstance(first, Group) else 1
        return {"type": "list", "ordered": ordered, **({"start": start} if ordered else {}), "items": [self._item(item) for item in group.children]}

    def _item(self, item: Block) -> dict[str, Any]:
        """An item: its first paragraph as text, what follows as blocks."""
        if isinstance(item, Leaf):
            return {**self._text(item), "blocks": []}
        children = item.children
        first = children[0] if children else None
        if isinstance(first, Leaf) and first.kind == "paragraph":
            return {**self._text(first), "blocks": self._all(children[1:])}
        return {"text": "", "segments": [], "blocks": self._all(children)}

    def _quote(self, group: Group) -> dict[str, Any]:
        return {"type": "quote", "blocks": self._all(group.children)}

    def _code(self, group: Group) -> dict[str, Any]:
        lines = [index for leaf in leaves(group) for index in leaf.lines]
        name = language(self._document.page.tree, group)
        return {"type": "code", "language": name or None, "text": code_text(self._document, group), "segments": lines}

    def _table(self, group: Group) -> dict[str, Any]:
        tree = self._document.page.tree
        lines, headed = grid(tree, group)
        rows = []
        for line in lines:
            cells = []
            for cell in line:
                header = cell is not None and tree.tags[cell.row] == "th"
                cells.append({**self._text(*(leaves(cell) if cell is not None else ())), "header": header})
            rows.append(cells)
        return {"type": "table", "headed": headed, "rows": rows}

    def _definitions(self, group: Group) -> dict[str, Any]:
        items = []
        for child in group.children:
            inner: list[Block] = child.children if isinstance(child, Group) else [child]
            items.append({"role": "term" if child.kind == "term" else "definition", "blocks": self._all(inner)})
        return {"type": "definitions", "items": items}


_PRINTERS = {"list": _Blocks._list, "quote": _Blocks._quote, "code": _Blocks._code, "table": _Blocks._table, "definitions": _Blocks._definitions}
