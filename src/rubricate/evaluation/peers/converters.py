"""Tools that turn a whole page into Markdown, elements or chunks. They keep what they are given; none looks for the main content unless said so."""

from __future__ import annotations

from rubricate.evaluation.answers import Answer, of_text
from rubricate.evaluation.cases import Case
from rubricate.evaluation.peers.readers import from_markdown

__all__ = ["html2text", "html_to_markdown", "inscriptis", "langchain", "markdownify", "unstructured"]


def unstructured(case: Case) -> Answer:
    """`partition_html`, headers and footers skipped; Title elements are titles."""
    from unstructured.partition.html import partition_html  # type: ignore[import-not-found,unused-ignore]

    elements = partition_html(text=case.segments.page.html, skip_headers_and_footers=True)
    return of_text("\n".join(element.text for element in elements), [element.text for element in elements if element.category == "Title"])


def langchain(case: Case) -> Answer:
    """`HTMLHeaderTextSplitter` on h1-h6: titles are the headers in the metadata, each time that they change."""
    from langchain_text_splitters import HTMLHeaderTextSplitter  # type: ignore[import-not-found,unused-ignore]

    marks = [(f"h{level}", f"h{level}") for level in range(1, 7)]
    chunks = HTMLHeaderTextSplitter(headers_to_split_on=marks).split_text(case.segments.page.html)
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
    from html_to_markdown import ConversionOptions, PreprocessingOptions, convert  # type: ignore[import-not-found,unused-ignore]

    made = convert(case.segments.page.html, ConversionOptions(preprocessing=PreprocessingOptions(enabled=True)))
    return from_markdown(made.content or "")


def markdownify(case: Case) -> Answer:
    """`markdownify` with '#' headings, scripts and styles stripped."""
    from markdownify import markdownify as tool  # type: ignore[import-not-found,unused-ignore]

    return from_markdown(tool(case.segments.page.html, heading_style="ATX", strip=["script", "style", "img"]))


def html2text(case: Case) -> Answer:
    """`HTML2Text` without line wrapping, links and pictures."""
    import html2text as tool  # type: ignore[import-not-found,unused-ignore]

    writer = tool.HTML2Text(bodywidth=0)
    writer.ignore_links = writer.ignore_images = True
    return from_markdown(writer.handle(case.segments.page.html))


def inscriptis(case: Case) -> Answer:
    """Annotated text: its annotation rules mark h1-h6."""
    from inscriptis import get_annotated_text  # type: ignore[import-not-found,unused-ignore]
    from inscriptis.model.config import ParserConfig  # type: ignore[import-not-found,unused-ignore]

    made = get_annotated_text(case.segments.page.html, ParserConfig(annotation_rules={f"h{level}": ["heading"] for level in range(1, 7)}))
    titles = [" ".join(made["text"][start:end].split()) for start, end, _ in made["label"]]
    return of_text(made["text"], [title for title in titles if title])
