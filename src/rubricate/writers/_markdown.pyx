# cython: binding=False
"""Lines, leaves and lists as Markdown, compiled: what `markdown.Basics` does for every line. The Python module says why."""

from rubricate.writers.blocks import Group, Layout, Leaf
from rubricate.writers.escaping import Escaper, destination, span
from rubricate.writers.inline import BOLD, CODE, ITALIC, Inline

__all__ = ["Basics"]

cdef int _BOLD = BOLD, _CODE = CODE, _ITALIC = ITALIC


cdef class Basics:
    """Prints lines, leaves and lists; what other groups look like is up to `other`."""

    cdef readonly object document, layout, escape, inline
    cdef readonly list texts
    cdef object escape_line, escape_inline, pieces

    def __init__(self, document, options):
        self.document = document
        self.layout = Layout(document, images=options.images)
        self.texts = document.segments.text
        self.escape = Escaper(self.texts)
        self.inline = Inline(document, options.links, _CODE * options.code | _BOLD * options.bold | _ITALIC * options.italic)
        self.escape_line, self.escape_inline, self.pieces = self.escape.line, self.escape.inline, self.inline.pieces

    def blocks(self, list blocks not None, bint tight=False):
        """Blocks under each other; in a `tight` place (an item) a list stands right under its line."""
        cdef list parts = []
        cdef str before = "", kind, text
        cdef bint other = False  # the other kind of bullet
        for block in blocks:
            kind = block.kind
            if isinstance(block, Leaf):
                text = self.leaf(block)
            elif kind == "list":
                kind = "ordered" if self.layout.is_ordered(block) else "list"
                other = before == kind and not other
                text = self.print_list(block, other, kind == "ordered")
            else:
                text = self.other(block)
            if text:
                if parts:
                    parts.append("\n" if tight and before == "paragraph" and (kind == "list" or kind == "ordered") else "\n\n")
                parts.append(text)
                before = kind
        return "".join(parts)

    cpdef str leaf(self, leaf):
        cdef list lines = leaf.lines
        if len(lines) == 1:
            return self.line(lines[0])
        return "  \n".join([self.line(index) for index in lines]) if lines else self.image(leaf.row)

    cdef str line(self, index):
        cdef list pieces = self.pieces(index)
        return self.escape_line(self.texts[index]) if pieces is None else self.dressed(pieces, self.escape_line)

    cpdef str dressed(self, list pieces, first):
        cdef list parts = []
        cdef str text, href, inner, last
        cdef int style
        escape = self.escape_inline if len(pieces) == 1 and pieces[0][1] and not pieces[0][2] else first
        for text, href, style in pieces:
            if href and parts:
                last = parts[-1]
                if last.endswith("!"):
                    parts[-1] = last[:-1] + "\\!"
            inner = span(text) if style & _CODE else escape(text)
            escape = self.escape_inline
            if href and not style & _CODE and "]" in inner:
                inner = inner.replace("]", "\\]")
            if style & _BOLD:
                inner = f"**{inner}**"
            if style & _ITALIC:
                inner = f"*{inner}*"
            if href:
                inner = f"[{inner}]({destination(href) if ';' in href else href})"
            parts.append(inner)
        return "".join(parts)

    cdef str print_list(self, group, bint other, bint ordered):
        cdef list items = [], children
        cdef str marker, text, bullet = "* " if other else "- "
        number = 0
        for item in group.children:
            marker = bullet
            if isinstance(item, Group):
                if ordered:
                    number = self.layout.number(item) if item.row >= 0 else number + 1
                    marker = f"{number}) " if other else f"{number}. "
                children = item.children
            else:
                children = [item]
            if len(children) == 1 and isinstance(children[0], Leaf):
                text = self.leaf(children[0])
            else:
                text = self.blocks(children, True)
            items.append(marker + (_indented(text, " " * len(marker)) if "\n" in text else text))
        return "\n".join(items)

    def image(self, row):
        image = self.inline.image(row)
        if image is None:
            return ""
        alternative = Escaper((image[0],)).inline(image[0]).replace("]", "\\]")
        return f"![{alternative}]({destination(image[1])})"


cdef str _indented(str text, str pad):
    """The text with its further lines moved in; blank lines stay blank."""
    return "\n".join([pad + line if line and place else line for place, line in enumerate(text.split("\n"))])
