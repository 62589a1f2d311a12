"""Tools that turn a whole page into Markdown, elements or chunks. They keep what they are given; none looks for the main content unless said so."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rubricate.evaluation.answers import Answer, of_text
from rubricate.evaluation.cases import Case
from rubricate.evaluation.peers.readers import from_markdown

__all__ = ["html2text", "html_to_markdown", "inscriptis", "langchain", "markdownify", "unstructured"]


def unstructured(case: Case) -> Answer:
    """`partition_html`, headers and footers skipped; Title elements are titles.

    It needs spaCy's small English model and would fetch it where that is not installed: so it is only asked where the model is there.
    """
    tool: Any = import_module("unstructured.partition.html")
    elements = tool.partition_html(text=case.segments.page.html, skip_headers_and_footers=True)
    return of_text("\n".join(element.text for element in elements), [element.text for element in elements if element.category == "Title"])


def langchain(case: Case) -> Answer:
    """`HTMLHeaderTextSplitter` on h1-h6: titles are the headers in the metadata, each time that they change."""
    tool: Any = import_module("langchain_text_splitters")
    marks = [(f"h{level}", f"h{level}") for level in range(1, 7)]
    chunks = tool.HTMLHeaderTextSplitter(headers_to_split_on=marks).split_text(case.segments.page.html)
    titles: list[str] = []
    before: list[tuple[str, str]] = []
    for chunk in chunks:
        now = list(chunk.metadata.items())
        same = next((place for place, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), min(len(before), len(now)))
        titles += [text for _, text in now[same:]]
        before = now
    return of_text("\n".join(chunk.page_content for chunk in chunks), titles)


def html_to_markdown(case: Case) -> Answer:
    """`convert` with its preprocessing (navigation and forms removed) at the standard strength."""
    tool: Any = import_module("html_to_markdown")
    options = tool.ConversionOptions(preprocessing=tool.PreprocessingOptions(enabled=True))
    made = tool.convert(case.segments.page.html, options)
    return from_markdown(made.content or "")


def markdownify(case: Case) -> Answer:
    """`markdownify` with '#' headings, pictures left out."""
    tool: Any = import_module("markdownify")
    return from_markdown(tool.markdownify(case.segments.page.html, heading_style="ATX", strip=["img"]))


def html2text(case: Case) -> Answer:
    """`HTML2Text` without line wrapping, links and pictures."""
    tool: Any = import_module("html2text")
    writer = tool.HTML2Text(bodywidth=0)
    writer.ignore_links = writer.ignore_images = True
    return from_markdown(writer.handle(case.segments.page.html))


def inscriptis(case: Case) -> Answer:
    """Annotated text: its annotation rules mark h1-h6."""
    tool: Any = import_module("inscriptis")
    config: Any = import_module("inscriptis.model.config")
    marks = {f"h{level}": ["heading"] for level in range(1, 7)}
    made = tool.get_annotated_text(case.segments.page.html, config.ParserConfig(annotation_rules=marks))
    titles = [" ".join(made["text"][start:end].split()) for start, end, _ in made["label"]]
    return of_text(made["text"], [title for title in titles if title])
