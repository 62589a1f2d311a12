"""The spider system's pages: <data>/spider/<site>/<nnn>.json, rendered, with reference texts for some sites."""

from __future__ import annotations

from pathlib import Path

from rubricate.learn.corpora.example import RenderedPage, RenderedSite
from rubricate.learn.corpora.folder import SPIDER, corpus_folder

__all__ = ["sites"]


def sites(data: str | Path) -> list[RenderedSite]:
    """The sites below the data folder (or below a folder of sites itself), sorted by name."""
    root = corpus_folder(SPIDER, Path(data).expanduser())
    return [_site(folder) for folder in sorted(root.iterdir()) if folder.is_dir()]


def _site(folder: Path) -> RenderedSite:
    pages = [RenderedPage(folder.name, path.stem, path) for path in sorted(folder.glob("*.json")) if path.stem.isdigit()]
    return RenderedSite(folder.name, folder, pages)
