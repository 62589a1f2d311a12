"""The JSON Schema of the json and jsonl formats. A change that a reader of the old form would notice makes a new version."""

from __future__ import annotations

from typing import Any

__all__ = ["VERSION", "schema"]

VERSION = "rubricate.document.v1"
"""What every document says in its field `schema`."""


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a document."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{VERSION.replace('.', ':')}",
        "title": "A page's document as Rubricate prints it",
        **_object(
            {
                "schema": {"const": VERSION},
                "source": _text("What the caller calls the page"),
                "engine": _text("Which engine labelled the segments, with its version"),
                "title": _text("The first title of the top level, or the page's <title>"),
                "page": {"$ref": "#/$defs/page"},
                "counts": {"$ref": "#/$defs/counts"},
                "lead": _object({"blocks": _blocks("The text before the first title")}),
                "sections": _list("#/$defs/section", "The sections of the top level"),
            },
            optional=("source",),
        ),
        "$defs": {"page": _page(), "counts": _counts(), "section": _section(), "block": {"oneOf": _block_kinds()}, "item": _item(), "cell": _cell()},
    }


def _page() -> dict[str, Any]:
    names = {
        "url": "Where the page came from",
        "title": "Its <title>",
        "language": "What it says its language is",
        "description": "Its description",
        "encoding": "What it was decoded from",
        "encoding_source": "How that was known: bom, transport, meta, detected, given",
    }
    nullable = ("url", "language", "description")
    types = {name: ["string", "null"] if name in nullable else "string" for name in names}
    fields: dict[str, Any] = {name: {"type": types[name], "description": what} for name, what in names.items()}
    return _object({**fields, "bytes": _count("How many bytes were read")})


def _counts() -> dict[str, Any]:
    what = {
        "segments": "Visible lines of the page",
        "kept": "Lines that belong to the document",
        "removed": "Lines that do not",
        "titles": "Section titles",
        "words": "Words kept (a Chinese or Japanese character counts as a word)",
    }
    return _object({name: _count(text) for name, text in what.items()})


def _section() -> dict[str, Any]:
    return _object(
        {
            "title": _text("The section's title"),
            "level": {"type": "integer", "minimum": 1, "description": "Depth in the document's own tree, without gaps"},
            "path": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Titles from the top to this one; longer ones than 300 characters cut",
            },
            "segment": _count("Index of the title's segment"),
            "further": {**_indices(), "description": "Indices of the title's further segments, where <br> breaks it"},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1, "description": "How sure the engine is that this is a title"},
            "reason": _text("Why the engine took it for a title"),
            "source_tag": _text("What the page wrote for the title: h2, p, b, ..."),
            "xpath": _text("Where the title stands in the page"),
            "blocks": _blocks("The text directly under the title"),
            "sections": _list("#/$defs/section", "The sections inside this one"),
        },
        optional=("further",),
    )


def _block_kinds() -> list[dict[str, Any]]:
    lines = {"text": _text("Lines parted by line ends"), "segments": _indices()}
    rows = {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/cell"}}}
    part = _object({"role": {"enum": ["term", "definition"]}, "blocks": _blocks("What it says")})
    listed = {
        "ordered": {"type": "boolean"},
        "start": _count("Number of the first item, where the list is ordered"),
        "items": _list("#/$defs/item", ""),
    }
    return [
        _object({"type": {"enum": ["paragraph", "caption"]}, **lines}),
        _object({"type": {"const": "code"}, "language": {"type": ["string", "null"]}, **lines}),
        _object({"type": {"const": "list"}, **listed}, optional=("start",)),
        _object({"type": {"const": "table"}, "headed": {"type": "boolean", "description": "The first row names the columns"}, "rows": rows}),
        _object({"type": {"const": "quote"}, "blocks": _blocks("What is quoted")}),
        _object({"type": {"const": "definitions"}, "items": {"type": "array", "items": part}}),
    ]


def _item() -> dict[str, Any]:
    return _object(
        {"text": _text("The item's first paragraph"), "segments": _indices(), "blocks": _blocks("What follows it: nested lists, further paragraphs")}
    )


def _cell() -> dict[str, Any]:
    return _object({"text": _text("Lines parted by line ends; '' for an empty cell"), "segments": _indices(), "header": {"type": "boolean"}})


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with these fields; others may come with a later version, so they are not forbidden."""
    return {"type": "object", "properties": properties, "required": [name for name in properties if name not in optional]}


def _text(what: str) -> dict[str, Any]:
    return {"type": "string", "description": what}


def _count(what: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "description": what}


def _list(of: str, what: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": of}, **({"description": what} if what else {})}


def _blocks(what: str) -> dict[str, Any]:
    return _list("#/$defs/block", what)


def _indices() -> dict[str, Any]:
    return {"type": "array", "items": {"type": "integer", "minimum": 0}, "description": "Indices of the page's segments"}
