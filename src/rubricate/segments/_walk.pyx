# cython: binding=False, wraparound=False
"""The walk over the rows of a tree, compiled: the twin of `walk`. What elements make of states is asked of a look (`_look.pyx`).

Indices are checked, except into arrays made here, whose length is the number of rows.
"""

cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, realloc

from rubricate._cycles cimport apart, tuple_apart
from rubricate.segments._look cimport BLOCK, BREAK, FLOWS, IMAGE, INLINE, NOSCRIPT, PREFORMATTED, Family, Look, Node

cdef frozenset _OFF_LINE
cdef str _OPENING, _INVISIBLE, _KEY
cdef tuple _DRAWN
cdef Py_ssize_t _BROKEN
from rubricate.segments._look import Matcher, Other, Plain, Ruled, Steps
from rubricate.segments.walk import _BROKEN as BROKEN, _OPENING, _DRAWN, _INVISIBLE, _KEY, _OFF_LINE

_BROKEN = BROKEN
__all__ = ["AS_C", "Matcher", "Other", "Plain", "Ruled", "Steps", "walk"]

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    uint32_t PyUnicode_READ_CHAR(object text, Py_ssize_t index)
    uint32_t PyUnicode_MAX_CHAR_VALUE(object text)
    bint PyUnicode_IS_ASCII(object text)
    uint32_t Py_UNICODE_ISSPACE(uint32_t letter)  # 0 or 1
    bint Py_UNICODE_ISUPPER(uint32_t letter)
    bint Py_UNICODE_ISDIGIT(uint32_t letter)
    bint Py_UNICODE_ISALNUM(uint32_t letter)
    str PyUnicode_New(Py_ssize_t size, uint32_t largest)

cdef enum:
    BLOCK_START, AFTER_BR, IN_PRE  # how a line begins, as in types.py

AS_C = {"BLOCK_START": BLOCK_START, "AFTER_BR": AFTER_BR, "IN_PRE": IN_PRE}
"""Constants of `types` that are written once more here; the tests compare them."""


cdef struct Piece:  # a text node in a line: its row, its node, and how many characters of it are no white space
    Py_ssize_t row
    Py_ssize_t node
    Py_ssize_t letters


cdef struct Pieces:
    Piece *items
    Py_ssize_t count
    Py_ssize_t room


cdef int _add(Pieces *pieces, Py_ssize_t row, Py_ssize_t node, Py_ssize_t letters) except -1:
    cdef Piece *more
    cdef Py_ssize_t room
    if pieces.count == pieces.room:
        room = 16 + 2 * pieces.room
        more = <Piece *>realloc(pieces.items, room * sizeof(Piece))
        if more == NULL:
            raise MemoryError
        pieces.items, pieces.room = more, room
    pieces.items[pieces.count] = Piece(row, node, letters)
    pieces.count += 1
    return 0


ctypedef fused Letters:
    uint8_t
    uint16_t
    uint32_t


cdef struct Scan:  # white space and words of a text
    Py_ssize_t words
    Py_ssize_t letters  # characters that are no white space
    bint folded  # one blank between words, and nothing before and after them
    bint wide  # white space that is not ASCII


cdef inline void _scan(const Letters *text, Py_ssize_t size, Scan *scan) noexcept:
    cdef Py_ssize_t place, words = 0, spaces = 0
    cdef uint32_t letter, space, before = 1, unfolded = 0, wide = 0
    for place in range(size):  # without a branch that depends on where words end
        letter = text[place]
        space = Py_UNICODE_ISSPACE(letter)
        spaces += space
        words += before & (space ^ 1)
        unfolded |= space & (before | (letter != 32))
        wide |= space & (letter > 127)
        before = space
    scan.words, scan.letters, scan.folded, scan.wide = words, size - spaces, not (unfolded | before), wide


cdef inline void _write_folded(const Letters *text, Py_ssize_t size, Letters *target) noexcept:
    """The words of a text with a blank between them. The last character of the last word is written last: so nothing is written behind it."""
    cdef Py_ssize_t place, written = 0
    cdef uint32_t letter, space, before = 1
    while size and Py_UNICODE_ISSPACE(text[size - 1]):
        size -= 1
    for place in range(size):
        letter = text[place]
        space = Py_UNICODE_ISSPACE(letter)
        target[written] = <Letters>(32 if space else letter)
        written += 1 ^ (space & before)
        before = space


cdef void _look_at(str text, Scan *scan) noexcept:
    cdef void *data = PyUnicode_DATA(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef Py_ssize_t size = len(text)
    if kind == 1:
        _scan(<const uint8_t *>data, size, scan)
    elif kind == 2:
        _scan(<const uint16_t *>data, size, scan)
    else:
        _scan(<const uint32_t *>data, size, scan)


cdef str _folded(str text, Scan *scan):
    """`" ".join(text.split())` of a text that has words."""
    cdef str folded
    cdef Py_ssize_t room = scan.letters + scan.words - 1
    cdef int kind
    if scan.folded:
        return text
    if scan.wide:  # without it, the text may be one of smaller characters
        return " ".join(text.split())
    folded = PyUnicode_New(room, PyUnicode_MAX_CHAR_VALUE(text))
    kind = PyUnicode_KIND(text)
    if kind == 1:
        _write_folded(<const uint8_t *>PyUnicode_DATA(text), len(text), <uint8_t *>PyUnicode_DATA(folded))
    elif kind == 2:
        _write_folded(<const uint16_t *>PyUnicode_DATA(text), len(text), <uint16_t *>PyUnicode_DATA(folded))
    else:
        _write_folded(<const uint32_t *>PyUnicode_DATA(text), len(text), <uint32_t *>PyUnicode_DATA(folded))
    return folded


cdef class Lines:
    """The columns as they grow, and the line that is being put together (`walk._Lines`)."""

    cdef Look look
    cdef list nodes, tags, parents
    cdef list text, block, state, runs, begins, bold, linked, italic, images
    cdef list parts, hidden  # of the current line; texts that wait for its end
    cdef bint space, blank, listing
    cdef int begin
    cdef Py_ssize_t last_block, most
    cdef Pieces pieces, hidden_pieces

    def __cinit__(self, Look look, list tags, list parents, Py_ssize_t most):
        self.look = look
        self.nodes = look.nodes
        self.tags, self.parents = tags, parents
        self.text, self.block, self.state, self.runs, self.begins = apart([]), apart([]), [], apart([]), apart([])
        self.bold, self.linked, self.italic, self.images = apart([]), apart([]), apart([]), apart([])
        self.parts, self.hidden = [], []
        self.space, self.blank, self.listing = False, True, False
        self.begin = BLOCK_START
        self.last_block, self.most = -1, most

    def __dealloc__(self):
        free(self.pieces.items)
        free(self.hidden_pieces.items)

    cdef int add(self, Py_ssize_t row, str text, Node node) except -1:
        """Text that flows along in the current line."""
        cdef Scan scan
        cdef Py_ssize_t size = len(text)
        cdef str folded
        _look_at(text, &scan)
        if not scan.words:
            self.space = True
            return 0
        folded = _folded(text, &scan)
        if len(folded) == size:  # no white space at its ends
            if self.parts and (self.space or self.is_apart(row, PyUnicode_READ_CHAR(text, 0), node)):
                self.parts.append(" ")
            self.space = False
        else:
            if self.parts and (
                self.space or Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(text, 0)) or self.is_apart(row, PyUnicode_READ_CHAR(text, 0), node)
            ):
                self.parts.append(" ")
            self.space = Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(text, size - 1))
        self.parts.append(folded)
        return _add(&self.pieces, row, node.number, scan.letters)

    cdef bint is_apart(self, Py_ssize_t row, uint32_t first, Node node) except -1:
        """Whether a text that begins with this letter is set apart from the one before it, though there is no white space between them."""
        cdef Py_ssize_t last, own, before, size
        cdef str part
        cdef uint32_t letter
        cdef Family other
        if not self.pieces.count:
            return False
        other = (<Node>self.nodes[self.pieces.items[self.pieces.count - 1].node]).family
        if node.family.clipped != other.clipped:
            part = <str>self.parts[len(self.parts) - 1]
            if not Py_UNICODE_ISALNUM(first) and (first > 127 or chr(first) not in _OPENING):
                return False
            return Py_UNICODE_ISALNUM(PyUnicode_READ_CHAR(part, len(part) - 1))
        if not (Py_UNICODE_ISUPPER(first) or Py_UNICODE_ISDIGIT(first)):
            return False
        last = self.pieces.items[self.pieces.count - 1].row
        own = <Py_ssize_t?>self.parents[row]
        if own < last:
            return False
        part = <str>self.parts[len(self.parts) - 1]
        size = len(part)
        letter = PyUnicode_READ_CHAR(part, size - 1)
        if not Py_UNICODE_ISALNUM(letter):
            return False
        if node.family.code or other.code:
            return self.tags[own] == _KEY and self.tags[<Py_ssize_t?>self.parents[last]] == _KEY
        if Py_UNICODE_ISUPPER(letter) and not (size > 1 and Py_UNICODE_ISALNUM(PyUnicode_READ_CHAR(part, size - 2))):  # an initial, set large
            return False
        while own > last:  # elements that began after the last text: each is passed once
            if self.tags[own] in _OFF_LINE:
                return False
            own = <Py_ssize_t?>self.parents[own]
        before = <Py_ssize_t?>self.parents[last]
        if own == before:
            return False
        while before != own:  # and those that ended before this one
            if before < 0:
                raise ValueError(f"row {row} is in nothing that is open")
            if self.tags[before] in _OFF_LINE:
                return False
            before = <Py_ssize_t?>self.parents[before]
        return True

    cdef int add_hidden(self, Py_ssize_t row, str text, Node node) except -1:
        """Text that is not shown waits for the end of the line around it."""
        cdef Scan scan
        _look_at(text, &scan)
        if not scan.words:
            return 0
        self.hidden.append(_folded(text, &scan))
        return _add(&self.hidden_pieces, row, node.number, scan.letters)

    cdef int add_pre(self, Py_ssize_t row, str text, Node node, Py_ssize_t block) except -1:
        """Preformatted text: line breaks in it end a line; in <pre>, blank lines do, so that a listing is not torn to pieces."""
        cdef bint code = node.family.code, last = False
        cdef list lines = text.split("\n", _BROKEN * self.most)
        cdef Py_ssize_t number
        cdef str line
        for number in range(len(lines)):
            line = <str>lines[number]
            last = number > 0 and len(self.text) >= self.most
            if last:
                line = "\n".join(["", *lines[number:]])
            elif number and code and not self.blank:
                self.parts.append("\n")
                self.blank = True
            elif number:
                self.end(block)
                self.begin = IN_PRE
            if code:
                self.add_code(row, line, node)
            else:
                self.add(row, line, node)
            if last:
                break
        return 0

    cdef int add_code(self, Py_ssize_t row, str line, Node node) except -1:
        """A piece of a line in which white space is meaning."""
        cdef Scan scan
        if not line:
            return 0
        _look_at(line, &scan)
        if scan.letters:
            self.blank = False
        if self.space and self.parts:  # of text before the listing, in the same line
            self.parts.append(" ")
        self.space = False
        self.listing = True
        self.parts.append(line)
        return _add(&self.pieces, row, node.number, scan.letters)

    cdef int end(self, Py_ssize_t block) except -1:
        """The current line, if there is one, ends here, and what is hidden in it makes one more. How the next begins is the caller's word."""
        cdef str text
        if self.parts:
            text = <str>self.parts[0] if len(self.parts) == 1 else "".join(self.parts)
            if self.listing:
                text = text.strip("\n").rstrip()
                self.listing = False
            if text and (PyUnicode_IS_ASCII(text) or text.strip(_INVISIBLE)):
                self.keep(text, block, &self.pieces)
            self.parts.clear()
            self.pieces.count = 0
            self.blank = True
        if self.hidden:
            self.begin = BLOCK_START
            self.keep(" ".join(self.hidden), block, &self.hidden_pieces)
            self.hidden.clear()
            self.hidden_pieces.count = 0
        return 0

    cdef int keep(self, str text, Py_ssize_t block, Pieces *pieces) except -1:
        """One more line. Its state is that of most of it; how much of it is bold, linked and italic is counted."""
        cdef Py_ssize_t place, bold = 0, linked = 0, italic = 0, most = 0
        cdef Node node, most_node
        cdef Piece piece
        cdef list rows
        if not pieces.count:
            raise ValueError("a line without a text node")
        self.text.append(text)
        self.begins.append(self.begin if self.last_block == block else BLOCK_START)
        self.block.append(block)
        self.last_block = block
        piece = pieces.items[0]
        most_node = <Node>self.nodes[piece.node]
        if pieces.count == 1:
            self.runs.append(tuple_apart((piece.row,)))
            bold = piece.letters if most_node.family.bold else 0
            linked = piece.letters if most_node.family.link else 0
            italic = piece.letters if most_node.family.italic else 0
        else:
            rows = []
            for place in range(pieces.count):
                piece = pieces.items[place]
                rows.append(piece.row)
                node = <Node>self.nodes[piece.node]
                if node.family.bold:
                    bold += piece.letters
                if node.family.link:
                    linked += piece.letters
                if node.family.italic:
                    italic += piece.letters
                node.share += piece.letters
                if node.share > most:
                    most, most_node = node.share, node
            for place in range(pieces.count):
                (<Node>self.nodes[pieces.items[place].node]).share = 0
            self.runs.append(tuple_apart(tuple(rows)))
        self.state.append(self.look.state_of(most_node))
        self.bold.append(bold)
        self.linked.append(linked)
        self.italic.append(italic)
        return 0


cdef struct Row:  # what the walk knows of an element
    Py_ssize_t parent
    Py_ssize_t node  # -1: not text, its descendants neither
    Py_ssize_t block  # row of the nearest one
    bint is_block


cdef class Rows:
    """An array of rows; the last stands for what has no parent."""

    cdef Row *items

    def __cinit__(self, Py_ssize_t count):
        self.items = <Row *>calloc(count + 1, sizeof(Row))
        if self.items == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.items)


cdef bint _is_hidden(Look look, Py_ssize_t number) except -1:
    cdef int flow = (<Node>look.nodes[number]).family.flow
    return flow != FLOWS and flow != PREFORMATTED


@cython.boundscheck(False)  # of the columns, at every row it is seen that they still have it; nodes are only ever added
def walk(list tags not None, list data not None, list parents not None, Look look not None, bint noscript, Py_ssize_t most):
    """The columns of the visible lines of a page, in the order of the fields of Segments."""
    cdef Py_ssize_t count = len(tags), row, parent, top = -1, number, taken, beside = -2
    cdef Rows kept = Rows(count)
    cdef Row *rows = kept.items
    cdef Row *around
    cdef Lines lines = Lines(look, tags, parents, most)
    cdef Node node
    cdef str tag
    cdef int kind, flow
    for row in range(count):
        if len(tags) != count or len(data) != count or len(parents) != count:
            raise ValueError("the columns of a tree are of one length, and stay so")
        tag = <str?>tags[row]
        parent = <Py_ssize_t?>parents[row]
        while top != parent:  # elements that end here
            if top < 0:
                raise ValueError(f"row {row} stands in {parent}, which is not open")
            if rows[top].is_block:
                if len(lines.parts) or len(lines.hidden):
                    lines.end(rows[top].block)
                lines.begin = BLOCK_START
            top = rows[top].parent
        around = &rows[parent if parent >= 0 else count]  # open, so it is a row before this one
        number = around.node
        if PyUnicode_GET_LENGTH(tag) == 0:
            if number < 0:
                continue
            if parent == beside and not (<str?>data[row]).isspace():
                beside = -2
            node = <Node>look.nodes[number]
            flow = node.family.flow
            if flow == FLOWS:
                lines.add(row, <str?>data[row], node)
            elif flow == PREFORMATTED:
                lines.add_pre(row, <str?>data[row], node, around.block)
            else:
                lines.add_hidden(row, <str?>data[row], node)
            continue
        top = row
        rows[row].parent = parent
        rows[row].node = -1
        if number < 0:
            continue
        if parent == beside:
            beside = -2
            if _DRAWN in <tuple?>data[row]:
                continue
        taken = look.enter(<Node>look.nodes[number], row, parent, tag, <tuple?>data[row])
        kind = taken & 7
        if tag == "math" and parent >= 0 and parent == row - 1:
            beside = around.parent
            if kind == INLINE and _is_hidden(look, number) and not around.is_block:
                number = rows[beside if beside >= 0 else count].node
                if number >= 0 and not _is_hidden(look, number):  # what is shown in its place is a picture of it
                    taken = number << 3 | INLINE
        if kind == INLINE:
            rows[row].node = taken >> 3
            rows[row].block = around.block
        elif kind == BLOCK:
            if len(lines.parts) or len(lines.hidden):
                lines.end(around.block)
            lines.begin = BLOCK_START
            rows[row].node = taken >> 3
            rows[row].block = row
            rows[row].is_block = True
        elif kind == BREAK:
            if len(lines.parts) or len(lines.hidden):
                lines.end(around.block)
            lines.begin = AFTER_BR
        elif kind == IMAGE:
            lines.images.append(tuple_apart((row, len(lines.text))))
        elif kind == NOSCRIPT and noscript:
            rows[row].node = number
            rows[row].block = around.block
    while top >= 0 and rows[top].node < 0:  # an image or a script, which stands in no block of its own
        top = rows[top].parent
    lines.end(rows[top].block if top >= 0 else 0)
    return lines.text, lines.block, lines.state, lines.runs, lines.begins, lines.bold, lines.linked, lines.italic, lines.images
