"""A data folder -> the examples of one corpus; where the folder is, and what to say when it is not there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rubricate.errors import DataError, UsageError
from rubricate.learn.corpora import files
from rubricate.learn.corpora.example import Example
from rubricate.learn.corpora.owners import owner_of

__all__ = ["CORPORA", "SPIDER", "available", "corpus_folder", "data_dir", "load"]

CORPORA = (
    "stapi",
    "asdus",
    "cleaneval-en-dev",
    "cleanportaleval",
    "wcxb-dev",
    "readability",
    "magichtml-forum",
    "htmltotext",
    "webmainbench-sample",
)
"""The corpora of annotated pages that are known by name. Rendered pages without HTML are read by `sites`."""

SPIDER = "spider"

_DEPTH = 4  # how deep below a corpus a document's folder may lie
_FOLDERS = {"asdus": ("stapi", "asdus_only")}
_GOLD = ("gold.jsonl", "gold.txt", "asdus.jsonl")


def data_dir(given: str | Path | None = None) -> Path:
    """The folder with the corpora: the given one, or the one that the environment variable RUBRICATE_DATA names."""
    name = str(given or os.environ.get("RUBRICATE_DATA") or "")
    if not name:
        raise DataError("no data folder: give one with --data DIR or in the environment variable RUBRICATE_DATA")
    path = Path(name).expanduser()
    if not path.is_dir():
        source = "--data" if given else "RUBRICATE_DATA"
        raise DataError(f"{path}: no such folder (given by {source}); it should hold the corpora, one folder each, as in {path / 'stapi'}")
    return path


def available(data: str | Path) -> list[str]:
    """The known corpora that a data folder holds, in the order of CORPORA."""
    root = Path(data).expanduser()
    return [name for name in CORPORA if any((root / part).is_dir() for part in _FOLDERS.get(name, (name,)))]


def load(name: str, data: str | Path) -> list[Example]:
    """The examples of a corpus, sorted by id. `name` is one of CORPORA or a folder of annotated pages; see docs/corpora.md for the layouts."""
    if name == SPIDER:
        raise UsageError("spider holds rendered pages, not HTML: read them with rubricate.learn.corpora.sites(data)")
    root = Path(data).expanduser()
    examples: list[Example] = []
    for folder in _parts(name, root):
        found = [_example(name, folder, document) for document in _documents(folder)]
        examples.extend(example for example in found if name != "asdus" or example.asdus is not None)
    if not examples:
        raise DataError(f"no annotated page of the corpus {name!r} below {root}: a page is a folder with page.html and one of {', '.join(_GOLD)}")
    return sorted(examples, key=lambda example: example.id)


def corpus_folder(name: str, root: Path) -> Path:
    """The folder of a corpus: below the data folder, or the data folder itself where that is the corpus."""
    if (root / name).is_dir():
        return root / name
    if root.is_dir() and (root.name == name or not any((root / other).is_dir() for other in (*CORPORA, "asdus_only", SPIDER))):
        return root
    held = ", ".join(sorted(path.name for path in root.iterdir() if path.is_dir())[:20]) if root.is_dir() else "nothing"
    raise DataError(f"corpus {name!r} is missing: no folder {root / name} (there is: {held}); give the data folder with --data DIR or RUBRICATE_DATA")


def _parts(name: str, root: Path) -> list[Path]:
    """The folders that make up a corpus: one, but for asdus, whose pages lie in stapi and in asdus_only."""
    parts = [root / part for part in _FOLDERS.get(name, ()) if (root / part).is_dir()]
    return parts or [corpus_folder(name, root)]


def _documents(root: Path) -> list[Path]:
    """The folders with a page and any gold, sorted; nothing is looked for inside a document's folder."""
    found, pending = [], [(root, 0)]
    while pending:
        folder, depth = pending.pop()
        if (folder / "page.html").is_file():
            if any((folder / gold).is_file() for gold in _GOLD):
                found.append(folder)
        elif depth < _DEPTH:
            pending.extend((Path(entry.path), depth + 1) for entry in os.scandir(folder) if entry.is_dir() and not entry.name.startswith("."))
    return sorted(found)


def _example(corpus: str, root: Path, folder: Path) -> Example:
    path = folder / "meta.json"
    meta = files.read_json(path) if path.is_file() else {}
    name = folder.relative_to(root).as_posix() if folder != root else folder.name
    return Example(
        corpus=corpus,
        id=name,
        folder=folder,
        domain=_domain(corpus, name, meta),
        owner=owner_of(meta.get("url"), name),
        part=str(meta.get("stapi_part") or meta.get("part") or ""),
        meta=meta,
    )


def _domain(corpus: str, name: str, meta: dict[str, Any]) -> str:
    """What kind of page it is: the page type that meta.json states, or the folder around the document's, or the corpus."""
    return str(meta.get("page_type") or (name.split("/")[0] if "/" in name else corpus))
