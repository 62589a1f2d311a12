"""Document -> clean HTML: nested <section>s with h1..h6, paragraphs, lists, tables, code, quotes, and nothing else.

- Only the elements of ELEMENTS are printed, with the attributes of ATTRIBUTES; all text is escaped; targets of links are those of `links`.
- Levels deeper than 6 print as <h6>, sections nest at most 64 deep; the true level is in `outline` and `json`.
- `flat` gives the simple version of ASDUS: titles as <h2>, prose as <p>, text before the first title under 'Uncategorized'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from rubricate.types import Document
from rubricate.writers.blocks import Block, Group, Layout, Leaf, leaves
from rubricate.writers.code import code_text, language
from rubricate.writers.inline import BOLD, CODE, ITALIC, Inline
from rubricate.writers.outline import MOST_NESTED
from rubricate.writers.tables import grid

__all__ = ["ATTRIBUTES", "ELEMENTS", "HtmlOptions", "html"]

_STRUCTURE = ("html", "head", "meta", "title", "body", "article", "section", "h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = ("p", "ul", "ol", "li", "blockquote", "pre", "table", "tr", "th", "td", "dl", "dt", "dd")
_INLINES = ("a", "br", "code", "em", "img", "strong")

ELEMENTS = frozenset({*_STRUCTURE, *_BLOCKS, *_INLINES})
"""All elements that the output may hold."""

ATTRIBUTES = {
    "html": {"lang"},
    "meta": {"charset"},
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "li": {"value"},
    "code": {"class"},
    "p": {"class"},
}
"""All attributes that they may have (class: language-... on <code>, caption on <p>)."""

UNCATEGORIZED = "Uncategorized"
_LANGUAGE = re.compile(r"[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_TAGS = {"quote": "blockquote", "item": "li", "definitions": "dl", "term": "dt", "definition": "dd"}


@dataclass(frozen=True, slots=True)
class HtmlOptions:
    """The form, and what of a line's dress is kept."""

    flat: bool = False
    links: bool = True
    images: bool = False
    code: bool = True
    bold: bool = False
    italic: bool = False
    fragment: bool = False  # without <html>, <head> and <body>


def html(document: Document, options: HtmlOptions) -> str:
    """The document as HTML."""
    body = _flat(document, options) if options.flat else _nested(document, options)
    if options.fragment:
        return body
    language_ = document.page.language or ""
    lang = f' lang="{language_}"' if _LANGUAGE.fullmatch(language_) else ""
    title = escape(" ".join(document.title.split()))
    return f'<!DOCTYPE html>\n<html{lang}>\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n</head>\n<body>\n{body}</body>\n</html>\n'


def _nested(document: Document, options: HtmlOptions) -> str:
    pen = _Pen(document, options)
    parts = ["<article>\n"]
    open_ = 0
    for section in document.walk():
        if section.heading is not None:
            depth = min(section.level, MOST_NESTED)
            parts.append("</section>\n" * (open_ - depth + 1))
            open_ = depth
            level = min(section.level, 6)
            parts.append(f"<section>\n<h{level}>{escape(section.title)}</h{level}>\n")
        parts.extend(map(pen.block, pen.layout.blocks(section)))
    parts.append("</section>\n" * open_ + "</article>\n")
    return "".join(parts)


def _flat(document: Document, options: HtmlOptions) -> str:
    pen = _Pen(document, options)
    parts = []
    for section in document.walk():
        title = section.title if section.heading is not None else UNCATEGORIZED
        parts.append(f"<h2>{escape(title)}</h2>\n")
        parts.extend(pen.paragraph(leaf) for block in pen.layout.blocks(section) for leaf in leaves(block))
    return "".join(parts)


class _Pen:
    """Prints blocks of one document."""

    def __init__(self, document: Document, options: HtmlOptions) -> None:
        self.layout = Layout(document, images=options.images)
        self._inline = Inline(document, options.links, CODE * options.code | BOLD * options.bold | ITALIC * options.italic)
        self._document = document
        self._texts = document.segments.text

    def block(self, block: Block) -> str:
        """One block, with a line end behind it."""
        if isinstance(block, Leaf):
            return self.paragraph(block)
        return _PRINTERS.get(block.kind, _Pen._group)(self, block)

    def paragraph(self, leaf: Leaf) -> str:
        """A paragraph, a caption or an image."""
        inner = self._leaf(leaf)
        if not inner:
            return ""
        return f'<p class="caption">{inner}</p>\n' if leaf.kind == "caption" else f"<p>{inner}</p>\n"

    def _leaf(self, leaf: Leaf) -> str:
        return "<br>\n".join(map(self._line, leaf.lines)) if leaf.lines else self._image(leaf.row)

    def _line(self, index: int) -> str:
        pieces = self._inline.pieces(index)
        if pieces is None:
            return escape(self._texts[index])
        parts = []
        for text, href, style in pieces:
            inner = escape(text)
            for mark, tag in ((CODE, "code"), (BOLD, "strong"), (ITALIC, "em")):
                if style & mark:
                    inner = f"<{tag}>{inner}</{tag}>"
            parts.append(f'<a href="{escape(href)}">{inner}</a>' if href else inner)
        return "".join(parts)

    def _image(self, row: int) -> str:
        image = self._inline.image(row)
        return f'<img src="{escape(image[1])}" alt="{escape(image[0])}">' if image is not None else ""

    def _group(self, group: Group) -> str:
        tag = _TAGS.get(group.kind)
        inner = self._inner(group)
        return f"<{tag}>{inner}</{tag}>\n" if tag else inner

    def _inner(self, group: Group) -> str:
        """What stands in an item, a cell or the like: a single paragraph without <p>."""
        children = group.children
        first = children[0] if children else None
        if isinstance(first, Leaf) and all(child.kind == "list" for child in children[1:]) and group.kind != "quote":
            return self._leaf(first) + ("\n" if children[1:] else "") + "".join(map(self.block, children[1:]))
        return "\n" + "".join(map(self.block, children))

    def _list(self, group: Group) -> str:
        if not self.layout.is_ordered(group):
            return f"<ul>\n{''.join(map(self.block, group.children))}</ul>\n"
        items = []
        number = first = None
        for item in group.children:
            own = self.layout.number(item) if isinstance(item, Group) and item.row >= 0 else (number or 0) + 1
            value = f' value="{own}"' if number is not None and own != number + 1 else ""
            first = own if first is None else first
            items.append(f"<li{value}>{self._inner(item) if isinstance(item, Group) else self._leaf(item)}</li>\n")
            number = own
        start = f' start="{first}"' if first not in (None, 1) else ""
        return f"<ol{start}>\n{''.join(items)}</ol>\n"

    def _code(self, group: Group) -> str:
        name = language(self._document.page.tree, group)
        dress = f' class="language-{escape(name)}"' if name else ""
        return f"<pre><code{dress}>{escape(code_text(self._document, group))}</code></pre>\n"

    def _table(self, group: Group) -> str:
        lines, headed = grid(self._document.page.tree, group)
        tags = self._document.page.tree.tags
        rows = []
        for place, line in enumerate(lines):
            cells = []
            for cell in line:
                tag = "th" if (headed and not place) or (cell is not None and tags[cell.row] == "th") else "td"
                cells.append(f"<{tag}>{'' if cell is None else self._inner(cell)}</{tag}>")
            rows.append(f"<tr>{''.join(cells)}</tr>\n")
        return f"<table>\n{''.join(rows)}</table>\n"


_PRINTERS = {"list": _Pen._list, "code": _Pen._code, "table": _Pen._table}
