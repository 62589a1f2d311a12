# cython: binding=False
"""The pieces of lines, compiled: what `inline.Inline` does for every line. The Python module says why."""

from rubricate.writers.inline import _MARKS, CODE
from rubricate.writers.links import Targets

__all__ = ["Inline"]

cdef dict MARKS = _MARKS
cdef int _CODE = CODE
cdef tuple NONE = ("", 0)


cdef class Inline:
    """The pieces of a document's lines, as far as the options ask for them."""

    cdef list text, runs, linked, state, tags, data, parents
    cdef dict marks
    cdef object targets
    cdef bint links, bare
    cdef int styles

    def __init__(self, document, bint links=True, int styles=_CODE):
        segments, tree = document.segments, document.page.tree
        self.text, self.runs, self.linked, self.state = segments.text, segments.runs, segments.linked, segments.state
        self.tags, self.data, self.parents = tree.tags, tree.data, tree.parents
        self.targets = Targets(document.page.base or document.page.url)
        self.links = links
        self.styles = styles
        self.bare = not styles & ~_CODE
        self.marks = {-1: NONE}

    def pieces(self, Py_ssize_t index):
        """The pieces of a line, or None where it is plain."""
        cdef tuple runs = self.runs[index], first, mark
        cdef bint same = True
        cdef list found
        if len(runs) == 1:
            if self.bare and not self.linked[index] and not self.state[index].code:
                return None
            first = self.mark(self.parents[runs[0]])
        else:
            found = []
            for row in runs:
                mark = self.mark(self.parents[row])
                found.append(mark)
                same = same and (mark is found[0] or mark == found[0])
            first = found[0]
            if not same:
                return self.aligned(index, runs, found)
        return None if first == NONE else [(self.text[index], first[0], first[1])]

    def image(self, row):
        """An image's alternative text and address, or None where it has no address that may be printed."""
        for name in ("src", "data-src", "data-original"):
            source = self.targets.image(self.attribute(row, name) or "")
            if source:
                return " ".join((self.attribute(row, "alt") or "").split()), source
        return None

    cdef object attribute(self, row, str name):
        for key, value in self.data[row]:
            if <str?>key == name:
                return value or ""
        return None

    cdef tuple mark(self, row):
        """The link around a row and what it looks like; elements are climbed from once."""
        cdef dict marks = self.marks
        cdef list climbed
        cdef tuple mark
        known = marks.get(row)
        if known is not None:
            return <tuple>known
        climbed = []
        while known is None:
            climbed.append(row)
            row = self.parents[row]
            known = marks.get(row)
        mark = <tuple>known
        for row in reversed(climbed):
            tag = <str>self.tags[row]
            if tag == "a" and self.links:
                href = self.attribute(row, "href")
                if href is not None:
                    mark = (self.targets.link(href) or "", mark[1])
            elif tag in MARKS:
                mark = (mark[0], mark[1] | (MARKS[tag] & self.styles))
            marks[row] = mark
        return mark

    cdef list aligned(self, Py_ssize_t index, tuple runs, list found):
        cdef str text = self.text[index], own
        cdef list pieces = []
        cdef Py_ssize_t start = 0, end = 0, at, edge, place
        cdef tuple open_ = NONE, mark
        for place in range(len(runs)):
            mark = found[place]
            own = (<str?>self.data[runs[place]]).strip()
            at = text.find(own, end)
            if at < 0:
                own = " ".join(own.split())
                at = text.find(own, end)
                if at < 0:
                    return None
            if mark is not open_ and mark != open_:
                edge = at if open_ == NONE else end  # white space between two dresses is plain
                if edge > start:
                    pieces.append((text[start:edge], open_[0], open_[1]))
                if at > edge:
                    pieces.append((text[edge:at], "", 0))
                start, open_ = at, mark
            end = at + len(own)
        pieces.append((text[start:end], open_[0], open_[1]))
        if end < len(text):
            pieces.append((text[end:], "", 0))
        return pieces
