"""Preformatted text: its lines with the blank ones between them, and the language that the page names for it."""

from __future__ import annotations

import re

from rubricate.types import Document, Tree
from rubricate.writers.blocks import Group, leaves

__all__ = ["code_text", "language"]

_OWN = re.compile(r"(?:^|\s)(?:language-|lang-|highlight-source-|sourceCode\s+|brush:\s*)([A-Za-z0-9+#._-]{1,24})")
_AROUND = re.compile(r"(?:^|\s)(?:language-|highlight-source-)([A-Za-z0-9+#._-]{1,24})")  # lang-en around a text is its human language
_LONGEST_CLASS = 500


def code_text(document: Document, group: Group) -> str:
    """The text of a <pre> as the page wrote it where all of it is kept, else its kept lines; line ends are '\\n'."""
    indices = [index for leaf in leaves(group) for index in leaf.lines]
    if not indices:
        return ""
    segments, tree = document.segments, document.page.tree
    kept = "\n".join(segments.text[index] for index in indices)
    first, last = segments.runs[indices[0]][:1], segments.runs[indices[-1]][-1:]
    if first and last:
        written = _written(tree, first[0], last[0])
        # what shows every line as a block writes no line breaks: those of the lines are better than none
        if "".join(written.split()) == "".join(kept.split()) and written.count("\n") >= kept.count("\n"):
            kept = written
    return kept.replace("\r\n", "\n").replace("\r", "\n")


def language(tree: Tree, group: Group) -> str:
    """The language of the code as classes name it (language-x, lang-x, highlight-source-x, brush: x), or ''."""
    row = group.row
    if row < 0:
        return ""
    tags, parents = tree.tags, tree.parents
    inner = row + 1 if row + 1 < len(tree) and tags[row + 1] == "code" else row
    around = [parent for parent in (parents[row], parents[parents[row]]) if parent >= 0 and tags[parent] in ("div", "figure")]
    for pattern, rows in ((_OWN, (row, inner)), (_AROUND, around)):
        for one in rows:
            match = pattern.search((tree.attribute(one, "class") or "")[:_LONGEST_CLASS])
            if match is not None:
                return match[1]
    return ""


def _written(tree: Tree, first: int, last: int) -> str:
    """The text of the nodes from one row to another, without blank lines at its ends."""
    parts = []
    for row in range(first, last + 1):
        tag = tree.tags[row]
        if not tag:
            parts.append(tree.data[row])
        elif tag == "br":
            parts.append("\n")
    lines = [line.rstrip() for line in "".join(parts).split("\n")]
    full = [place for place, line in enumerate(lines) if line]
    return "\n".join(lines[full[0] : full[-1] + 1]) if full else ""
