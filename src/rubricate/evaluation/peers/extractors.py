"""Tools that look for the main content. Each function states the settings it uses."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from rubricate import page
from rubricate.evaluation.answers import Answer, of_text
from rubricate.evaluation.cases import Case
from rubricate.evaluation.peers.readers import HEADINGS, from_html, from_markdown, texts_of

__all__ = ["boilerpy", "goose", "justext", "newspaper", "readability", "resiliparse", "trafilatura", "turbohtml_article"]


def trafilatura(case: Case) -> Answer:
    """Markdown output with formatting (without it, trafilatura writes no heading marks); the rest as it comes."""
    tool: Any = import_module("trafilatura")
    made = tool.extract(case.segments.page.html, url=case.example.url, output_format="markdown", include_formatting=True)
    return from_markdown(made or "")


def readability(case: Case) -> Answer:
    """The cleaned HTML of the summary, as it comes."""
    tool: Any = import_module("readability")
    return from_html(tool.Document(_without_declaration(case.segments.page.html)).summary(html_partial=True))


def resiliparse(case: Case) -> Answer:
    """Main content as minimal HTML, which keeps h1-h6; alternative texts of pictures left out."""
    tool: Any = import_module("resiliparse.extract.html2text")
    html = case.segments.page.html
    return from_html(tool.extract_plain_text(html, preserve_formatting="minimal_html", main_content=True, alt_texts=False))


def justext(case: Case) -> Answer:
    """Good paragraphs with the English stop list; its own `is_heading` says what is a title."""
    tool: Any = import_module("justext")
    paragraphs = tool.justext(case.segments.page.html.encode("utf-8", "replace"), tool.get_stoplist("English"), encoding="utf-8")
    good = [one for one in paragraphs if not one.is_boilerplate]
    return of_text("\n".join(one.text for one in good), [one.text for one in good if one.is_heading])


def newspaper(case: Case) -> Answer:
    """The article's HTML; the text alone where it gives none."""
    tool: Any = import_module("newspaper")
    article = tool.Article(case.example.url or "http://localhost/", fetch_images=False, language="en")
    article.download(input_html=case.segments.page.html)
    article.parse()
    made: str = article.article_html or ""
    return from_html(made) if made else of_text(str(article.text or ""), ())


def goose(case: Case) -> Answer:
    """The cleaned text, and the h1-h6 of the element that it chose."""
    tool: Any = import_module("goose3")
    article = tool.Goose({"enable_image_fetching": False}).extract(raw_html=_without_declaration(case.segments.page.html))
    return of_text(str(article.cleaned_text or ""), _headings_of(article.top_node))


def boilerpy(case: Case) -> Answer:
    """The text of ArticleExtractor; titles are the h1-h6 of the page that its marked HTML marks as content."""
    tool: Any = import_module("boilerpy3.extractors").ArticleExtractor(raise_on_failure=False)
    made = page.read(tool.get_marked_html(case.segments.page.html))
    tree = made.tree
    heads = [row for row, tag in enumerate(tree.tags) if tag in HEADINGS and tree.attribute(row, "x-boilerpipe-marker") is not None]
    return of_text(tool.get_content(case.segments.page.html), [text for text in texts_of(tree, heads) if text])


def turbohtml_article(case: Case) -> Answer:
    """`Document.article()` of the parser that we use ourselves."""
    import turbohtml

    element: Any = turbohtml.parse(case.segments.page.html).article().element
    return of_text("", ()) if element is None else from_html(str(element.html))


def _headings_of(element: Any) -> list[str]:
    if element is None:
        return []
    found = [" ".join("".join(node.itertext()).split()) for node in element.iter("h1", "h2", "h3", "h4", "h5", "h6")]
    return [text for text in found if text]


def _without_declaration(html: str) -> str:
    """lxml refuses text that begins with an XML declaration of its encoding."""
    return re.sub(r"^\s*<\?xml[^>]{0,200}\?>", "", html)
