"""Reading the corpora's files; whatever is wrong with one becomes a DataError that names it."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from typing import Any

from rubricate.errors import DataError

__all__ = ["DataError", "encoding_name", "read_any_json", "read_bytes", "read_json", "read_json_lines", "read_stylesheets", "read_text"]


def read_bytes(path: Path) -> bytes:
    """A file's bytes."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error


def read_text(path: Path) -> str:
    """A gold file's text: UTF-8, with or without a byte order mark."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 at byte {error.start}") from error


def read_any_json(path: Path) -> Any:
    """A JSON file."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(f"{path}, line {error.lineno}: not JSON ({error.msg})") from error


def read_json(path: Path) -> dict[str, Any]:
    """A JSON file that holds an object."""
    data = read_any_json(path)
    if not isinstance(data, dict):
        raise DataError(f"{path}: a JSON object is expected, there is a {type(data).__name__}")
    return data


def read_json_lines(path: Path) -> list[dict[str, Any]]:
    """A file with one JSON object a line; empty lines are skipped."""
    rows = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(f"{path}, line {number}: not JSON ({error.msg})") from error
        if not isinstance(row, dict):
            raise DataError(f"{path}, line {number}: a JSON object is expected, there is a {type(row).__name__}")
        rows.append(row)
    return rows


def read_stylesheets(folder: Path) -> dict[str, str]:
    """A page's style sheets after its assets.json: href as written -> CSS text. A sheet that is not there is left out, as a browser would."""
    path = folder / "assets.json"
    if not path.is_file():
        return {}
    sheets = {}
    for href, name in (read_json(path).get("map") or {}).items():
        sheet = folder / "assets" / str(name)
        if sheet.is_file():
            sheets[str(href)] = read_bytes(sheet).decode("utf-8", "replace")
    return sheets


def encoding_name(stated: object) -> str | None:
    """The codec that a corpus' note about an encoding means, or None where it means none ('unset', '', 'unknown')."""
    name = str(stated or "").strip().lower().removesuffix("-replace")
    try:
        found = codecs.lookup(name).name if name else None
    except LookupError:
        return None
    return _ON_THE_WEB.get(found, found) if found else None


_ON_THE_WEB = {"cp1252": "windows-1252", "iso8859-1": "windows-1252", "latin-1": "windows-1252", "ascii": "windows-1252"}
"""What browsers mean by these names."""
