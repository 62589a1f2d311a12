"""The nouns of the corpora: Example (an annotated page), its gold lines, its outline, and a page as the spider system rendered it.

An Example knows where its files are and reads them when asked, so that a list of thousands is cheap; what it read it keeps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rubricate.learn.corpora import files

if TYPE_CHECKING:
    from rubricate.types import Page

__all__ = ["Example", "GoldLine", "Outline", "PaperSection", "RenderedPage", "RenderedSite", "RenderedText"]


@dataclass(frozen=True, slots=True)
class GoldLine:
    """One line that a person labelled: title, prose, item or misc."""

    label: str
    text: str
    level: int = 0  # of a title, where the gold says it; else 0
    tag: str = ""  # the element that the annotators' tool found it in, where the gold says it


@dataclass(frozen=True, slots=True)
class Outline:
    """The levels of a page's gold titles, in order (1 = top), and how sure the reader was."""

    levels: tuple[int, ...]
    sure: float = 1.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class PaperSection:
    """A section as the ASDUS annotators wrote it; `title` is '' for text that they put under no title."""

    title: str
    tag: str
    prose: tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """An annotated page."""

    corpus: str
    id: str  # its folder below the corpus, with '/'
    folder: Path
    domain: str  # PP, TOS, Misc for stapi; the page type for wcxb; the corpus' name otherwise
    owner: str  # whose page it is: pages of one owner are never split over folds
    part: str = ""  # train or vali where the corpus says so, else ''
    meta: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def url(self) -> str | None:
        """Where the page came from, where that is known and on the web."""
        url = self.meta.get("url")
        return url if isinstance(url, str) and url.startswith(("http://", "https://")) else None

    @property
    def encoding(self) -> str | None:
        """The encoding that the corpus states, or None: the page speaks for itself."""
        return files.encoding_name(self.meta.get("encoding")) or files.encoding_name(self.meta.get("wrapper_encoding"))

    @property
    def excluded(self) -> bool:
        """The STAPI paper left this page out of its figures."""
        return bool(self.meta.get("stapi_excluded"))

    @property
    def with_snippets(self) -> tuple[str, ...]:
        """Pieces of text that must appear in what is kept (wcxb)."""
        return tuple(str(snippet) for snippet in self.meta.get("with_snippets") or ())

    @property
    def without_snippets(self) -> tuple[str, ...]:
        """Pieces of text that must not appear in what is kept (wcxb)."""
        return tuple(str(snippet) for snippet in self.meta.get("without_snippets") or ())

    def page_bytes(self) -> bytes:
        """The page as stored."""
        return files.read_bytes(self.folder / "page.html")

    def stylesheets(self) -> dict[str, str]:
        """The page's style sheets: href as written in the page -> CSS text; those that are missing are left out."""
        return files.read_stylesheets(self.folder)

    def page(self, css: bool = True) -> Page:
        """The page, decoded and parsed, with its style sheets or without."""
        from rubricate.page import read

        return read(self.page_bytes(), url=self.url, encoding=self.encoding, stylesheets=self.stylesheets() if css else None)

    @cached_property
    def gold(self) -> list[GoldLine]:
        """The labelled lines in reading order; empty where the gold is only text (see `gold_text`)."""
        if self.corpus == "asdus" or not (self.folder / "gold.jsonl").is_file():
            return _lines_of(self.asdus or ())
        lines = [_gold_line(self.folder / "gold.jsonl", row) for row in files.read_json_lines(self.folder / "gold.jsonl")]
        return [line for line in lines if not _is_comment(line.text)]

    @cached_property
    def gold_text(self) -> str:
        """The text that belongs to the document: gold.txt, or the gold lines."""
        if self.corpus != "asdus" and (self.folder / "gold.txt").is_file():
            text = files.read_text(self.folder / "gold.txt")
            return "" if _is_comment(text) else text
        return "\n".join(line.text for line in self.gold)

    @property
    def text_only(self) -> bool:
        """The gold says what belongs to the document, not what each line is."""
        return not self.gold and not (self.folder / "gold.jsonl").is_file()

    @cached_property
    def outline(self) -> Outline | None:
        """The levels of the gold titles, where there is an outline.json that fits them or a gold.jsonl with levels."""
        titles = [line for line in self.gold if line.label == "title"]
        path = self.folder / "outline.json"
        if self.corpus != "asdus" and path.is_file():
            data = files.read_json(path)
            levels = tuple(int(level) for level in data.get("levels") or ())
            return Outline(levels, float(data.get("sure") or 0.0), str(data.get("note") or "")) if len(levels) == len(titles) else None
        levels = tuple(line.level for line in titles)
        return Outline(levels, 0.7) if levels and all(levels) else None

    @cached_property
    def asdus(self) -> list[PaperSection] | None:
        """The ASDUS annotators' version of the page, where there is one."""
        path = self.folder / "asdus.jsonl"
        return [_section(row) for row in files.read_json_lines(path)] if path.is_file() else None

    @property
    def cleaneval(self) -> str | None:
        """The gold text with CleanEval's <h> <p> <l> marks, where there is one."""
        path = self.folder / "gold.cleaneval.txt"
        return files.read_text(path) if path.is_file() else None


def _is_comment(text: str) -> bool:
    """CleanEval's annotators wrote <!-- this page contains no article --> where nothing is to be kept."""
    text = text.strip()
    return text.startswith("<!--") and text.endswith("-->") and text.count("<!--") == 1


_LABELS = {"title": "title", "heading": "title", "prose": "prose", "list": "item", "item": "item", "misc": "misc"}


def _gold_line(path: Path, row: dict[str, Any]) -> GoldLine:
    try:
        return GoldLine(_LABELS[row["label"]], str(row["text"]), int(row.get("level") or 0), str(row.get("tag") or ""))
    except (KeyError, TypeError, ValueError) as error:
        known = ", ".join(sorted(_LABELS))
        raise files.DataError(f'{path}: a line must have "label" (one of {known}) and "text"; this one has {str(row)[:200]}') from error


def _section(row: dict[str, Any]) -> PaperSection:
    title = str(row.get("title") or "")
    return PaperSection("" if title == "Uncategorized" else title, str(row.get("tag") or ""), tuple(str(line) for line in row.get("prose") or ()))


def _lines_of(sections: list[PaperSection] | tuple[()]) -> list[GoldLine]:
    lines = []
    for section in sections:
        if section.title:
            lines.append(GoldLine("title", section.title, 0, section.tag))
        lines.extend(GoldLine("prose", text) for text in section.prose)
    return lines


@dataclass(frozen=True, slots=True)
class RenderedText:
    """An element with text, as the spider system's browser saw it."""

    tag: str
    path: tuple[str, ...]  # tags from <body> down to the element
    selector: tuple[dict[str, Any], ...]  # the same with id and classes: {name, id, classes}
    text: tuple[str, ...]  # its own text nodes
    html: str
    bound: dict[str, float]  # left, top, width, height
    computed: dict[str, str]  # CSS properties whose value differs from <body>'s


@dataclass(frozen=True)
class RenderedPage:
    """A page as the spider system rendered it, read when asked."""

    site: str
    id: str
    path: Path

    @cached_property
    def _data(self) -> dict[str, Any]:
        return files.read_json(self.path)

    @property
    def url(self) -> str | None:
        """The page's address."""
        return self._data.get("url")

    @property
    def titles(self) -> list[str]:
        """Its titles, from <title> and meta elements."""
        return list(self._data.get("titles") or ())

    @property
    def descriptions(self) -> list[str]:
        """Its descriptions, from meta elements."""
        return list(self._data.get("descriptions") or ())

    @property
    def body(self) -> dict[str, Any]:
        """`bound` and `computed` of <body>."""
        return dict(self._data.get("body") or {})

    @cached_property
    def texts(self) -> list[RenderedText]:
        """Its elements with text, in document order."""
        return [_rendered_text(row) for row in self._data.get("texts") or ()]

    @cached_property
    def reference(self) -> str | None:
        """The main text that a person or the authors' own tool gave, where there is one."""
        path = self.path.with_suffix(".txt")
        return files.read_text(path) if path.is_file() else None


@dataclass(frozen=True)
class RenderedSite:
    """The rendered pages of one site, in the order in which the published system saw them."""

    name: str
    folder: Path
    pages: list[RenderedPage]

    @property
    def urls(self) -> list[str]:
        """The addresses that were fetched, in order."""
        path = self.folder / "urls"
        return files.read_text(path).split() if path.is_file() else []

    def clusters(self, pages: int) -> Any | None:
        """The published system's clusters from the first `pages` pages, where they are stored."""
        path = self.folder / f"clusters.{pages:03d}.json"
        return files.read_any_json(path) if path.is_file() else None

    def diffbot(self) -> Any | None:
        """A commercial service's answer for the same pages, where it is stored."""
        path = self.folder / "diffbot.json"
        return files.read_any_json(path) if path.is_file() else None


def _rendered_text(row: dict[str, Any]) -> RenderedText:
    return RenderedText(
        tag=str((row.get("element") or {}).get("name") or ""),
        path=tuple(row.get("path") or ()),
        selector=tuple(row.get("selector") or ()),
        text=tuple(row.get("text") or ()),
        html=str(row.get("html") or ""),
        bound=dict(row.get("bound") or {}),
        computed=dict(row.get("computed") or {}),
    )
