"""A tool's output -> an Answer: one reader for HTML, one for Markdown, the same for every tool."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rubricate.evaluation.answers import Answer, of_text
from rubricate.types import Tree

__all__ = ["HEADINGS", "from_html", "from_markdown", "texts_of"]

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+([^\n]*)")
_LINK = re.compile(r"!?\[([^\[\]]{0,2000})\]\([^()\s]{0,2000}(?: \"[^\"]{0,500}\")?\)")
_UNDERLINED = re.compile(r" {0,3}(=+|-+)\s*")
_MARKS = str.maketrans("", "", "*_`\\")


def from_html(html: str) -> Answer:
    """Headings are the h1-h6, in order, with their levels; the text is what the lines of the output say, as our own segments read them."""
    from rubricate import page, segments

    found = segments.of(page.read(html or ""))
    titles: list[str] = []
    levels: list[int] = []
    last = -1
    for index, text in enumerate(found.text):
        row = found.page.tree.nearest(found.runs[index][0], HEADINGS)
        if row >= 0 and row == last:
            titles[-1] += f" {text}"  # two lines of one heading are one title
        elif row >= 0:
            titles.append(text)
            levels.append(int(found.page.tree.tags[row][1]))
        last = row
    return of_text("\n".join(found.text), titles, levels)


def from_markdown(markdown: str) -> Answer:
    """Headings are the '#' lines and the underlined ones; marks and link targets are taken out of titles and text."""
    titles: list[str] = []
    levels: list[int] = []
    text: list[str] = []
    fenced = False
    for line in _LINK.sub(r"\1", markdown or "").splitlines():
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        heading = None if fenced else _HEADING.match(line)
        if heading is not None:
            titles.append(heading[2].rstrip("# \t").translate(_MARKS).strip())
            levels.append(len(heading[1]))
            text.append(titles[-1])
        elif not fenced and text and text[-1].strip() and _UNDERLINED.fullmatch(line) and len(line.strip()) > 2:
            titles.append(text[-1].strip())
            levels.append(1 if "=" in line else 2)
        else:
            text.append(line.translate(_MARKS))
    kept = [(title, level) for title, level in zip(titles, levels, strict=True) if title]
    return of_text("\n".join(text), [title for title, _ in kept], [level for _, level in kept])


def texts_of(tree: Tree, rows: Sequence[int]) -> list[str]:
    """The text inside each of these elements (none inside another), white space folded."""
    inside: dict[int, list[str]] = {row: [] for row in rows}
    for row, tag in enumerate(tree.tags):
        if not tag:
            owner = next((above for above in tree.ancestors(row) if above in inside), None)
            if owner is not None:
                inside[owner].append(tree.data[row])
    return [" ".join("".join(parts).split()) for parts in inside.values()]
