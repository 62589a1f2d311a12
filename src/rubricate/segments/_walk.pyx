# cython: binding=False
"""The walk over the rows of a tree, compiled: the twin of `walk`, and of what `cascade` does for every element.

What is asked of a state for every text is kept as C in a `Family`, which equal states share. A `Node` stands for one state: the State itself, an
object of Python, is made when a line has it, since most are never seen. What is done once a path or once a kind of element (matching rules, reading
declarations) is the cascade's own Python. Indices are checked, except into arrays made here, whose length is the number of rows.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, realloc

__all__ = ["Other", "Plain", "Ruled", "walk"]

cdef extern from "Python.h":
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    uint32_t PyUnicode_READ_CHAR(object text, Py_ssize_t index)
    uint32_t PyUnicode_MAX_CHAR_VALUE(object text)
    bint PyUnicode_IS_ASCII(object text)
    bint Py_UNICODE_ISSPACE(uint32_t letter)
    str PyUnicode_New(Py_ssize_t size, uint32_t largest)

cdef enum:
    INLINE, BLOCK, BREAK, IMAGE, SKIP, NOSCRIPT  # kinds of elements, as in states.py

cdef enum:
    BLOCK_START, AFTER_BR, IN_PRE  # how a line begins, as in types.py

cdef enum:
    FLOWS, PREFORMATTED, NOT_SHOWN  # what text does to the line around it

cdef enum:
    NOTHING, CLASS, ID, HREF, SAID  # what an attribute matters for

cdef frozenset _NOT_SHOWN = frozenset(("display:none", "hidden", "tooltip", "visibility:hidden"))
cdef str _INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"
cdef tuple _HREF = ("href", "")
cdef tuple _LINK = (_HREF,)


cdef class Family:
    """What the walk asks of equal states, and what they have in common: what they become under the same rules."""

    cdef object state  # one State that has these fields
    cdef bint given  # it already stands for a node
    cdef dict shared
    cdef int flow
    cdef bint code, bold, link, italic

    def __cinit__(self, state):
        self.state = state
        self.given = False
        self.shared = None
        self.flow = NOT_SHOWN if state.hidden in _NOT_SHOWN else PREFORMATTED if state.pre else FLOWS
        self.code = state.code
        self.bold = state.weight >= 600
        self.link = state.link
        self.italic = state.italic


cdef class Node:
    """One state: all text in the same circumstances has the same. Its number is its place in the look's list."""

    cdef Family family
    cdef object state  # None as long as no line has it
    cdef dict next  # what it becomes: inside an element that says nothing by itself,
    cdef dict linked  # inside a link that says nothing else,
    cdef dict others  # and inside all others
    cdef Py_ssize_t number, share

    def __cinit__(self, Family family, Py_ssize_t number):
        self.family = family
        self.number = number


cdef class Look:
    """Where nodes come from. What an element makes of a node is one number: that of the node inside it, times eight, and the element's kind."""

    cdef list nodes
    cdef object copy
    cdef str words, ident  # class and id of the element that is entered

    cdef Node added(self, Family family):
        cdef Node node = Node(family, len(self.nodes))
        self.nodes.append(node)
        return node

    cdef object state_of(self, Node node):
        """The State of a node: one of its own."""
        if node.state is None:
            if node.family.given:
                node.state = self.copy(node.family.state)
            else:
                node.family.given = True
                node.state = node.family.state
        return node.state

    cdef tuple said(self, tuple attributes):
        """What an element's attributes say by themselves; its class and id are noted."""
        cdef tuple said = (), pair
        cdef str name
        cdef object value
        cdef int matter
        cdef Py_ssize_t place
        self.words = self.ident = ""
        for place in range(len(attributes)):
            pair = <tuple?>attributes[place]
            name = <str?>pair[0]
            matter = _matter(name)
            if matter == NOTHING:
                continue
            value = pair[1]
            if matter == CLASS:
                self.words = <str?>(value or "")
            elif matter == ID:
                self.ident = <str?>(value or "")
            elif matter == SAID:
                said = (*said, (name, value or ""))
            else:
                said = (*said, _HREF) if said else _LINK
        return said

    cdef Py_ssize_t enter(self, Node node, Py_ssize_t row, Py_ssize_t parent, str tag, tuple attributes) except -1:
        raise NotImplementedError


cdef class Plain(Look):
    """A page without rules: an element's tag and attributes decide alone."""

    cdef object step

    def __init__(self, root, step, copy):
        self.nodes = []
        self.copy = copy
        self.step = step
        self.added(Family(root))

    cdef Py_ssize_t enter(self, Node node, Py_ssize_t row, Py_ssize_t parent, str tag, tuple attributes) except -1:
        cdef tuple said = self.said(attributes)
        cdef dict memory = _memory(node, said)
        cdef object key = tag if memory is not node.others else (tag, said)
        cdef object known = memory.get(key)
        cdef Py_ssize_t taken
        if known is not None:
            return known
        inner, kind = self.step(node.family.state, tag, dict(said), (), {})
        taken = (node if inner is node.family.state else self.added(Family(inner))).number * 8 + <Py_ssize_t>kind
        memory[key] = taken
        return taken


cdef class Path:
    """Elements whose names, and the names around them, are the same (`cascade._Path`)."""

    cdef object number
    cdef tuple matched, maybe
    cdef object set_number
    cdef frozenset needs
    cdef dict children

    def __cinit__(self, number, tuple matched, set_number, tuple maybe, frozenset needs):
        self.number = number
        self.matched = matched
        self.set_number = set_number
        self.maybe = maybe
        self.needs = needs
        self.children = {}


cdef class Ruled(Look):
    """A page with rules: elements are numbered by their paths; each path, and each set of rules on equal states, is worked out once."""

    cdef object step, cascade
    cdef dict asked, variables  # what of a class attribute some rule asks for; custom properties
    cdef frozenset idents
    cdef bint spelt
    cdef list paths  # of rows; the last entry is what stands above the root

    def __init__(self, cascade, Py_ssize_t count, step, copy):
        self.nodes = []
        self.copy = copy
        self.step = step
        self.cascade = cascade
        self.asked = cascade._words
        self.variables = cascade._variables
        self.idents = frozenset([name[1:] for name in cascade._names if name.startswith("#")])
        self.spelt = bool(cascade._spellings["id"])
        self.paths = [None] * count
        self.paths.append(Path(-1, (), 0, (), frozenset()))
        self.added(Family(cascade.root))

    cdef Py_ssize_t enter(self, Node node, Py_ssize_t row, Py_ssize_t parent, str tag, tuple attributes) except -1:
        cdef tuple said = self.said(attributes)
        cdef Path path = self.path(row, parent, tag, self.ident, self.words)
        cdef tuple more = ()
        cdef dict memory
        cdef object key, known
        cdef Py_ssize_t taken
        if path.maybe and self.is_tried(path, attributes):
            more = self.cascade._tried(path.maybe, path.needs, row, attributes)
        if more:
            memory = _others(node)
            key = (path.number, said, tuple([rule[1] for rule in more]))
        else:
            memory = _memory(node, said)
            key = path.number if memory is not node.others else (path.number, said)
        known = memory.get(key)
        if known is not None:
            return known
        taken = self.stepped(node, tag, said, path, more)
        memory[key] = taken
        return taken

    cdef Path path(self, Py_ssize_t row, Py_ssize_t parent, str tag, str ident, str words):
        """The path of an element."""
        cdef Path above = <Path?>(self.paths[parent if parent >= 0 else len(self.paths) - 1])
        cdef Path path
        cdef object key
        if ident:
            ident = self.cascade._ident(ident) if self.spelt else ident if ident in self.idents else ""
        if words:
            known = self.asked.get(words)
            words = self.cascade._asked(words) if known is None else known
        key = (tag, ident, words) if ident or words else tag
        found = above.children.get(key)
        if found is None:
            path = above.children[key] = Path(*self.cascade._path((above.number, tag, ident, words), row))
        else:
            path = <Path>found
        self.paths[row] = path
        return path

    cdef bint is_tried(self, Path path, tuple attributes) except -1:
        """Whether an element may pass one of the rules that are tried on each."""
        if "" in path.needs:
            return True
        for pair in attributes:
            if (<tuple>pair)[0] in path.needs:
                return True
        return False

    cdef Py_ssize_t stepped(self, Node node, str tag, tuple said, Path path, tuple more) except -1:
        """What a node becomes on a path: a node of its own, but worked out only where no equal one has met the same rules on another path."""
        cdef Family family = node.family
        cdef tuple matched = path.matched
        cdef tuple key = (tag, said, path.set_number, tuple([rule[1] for rule in more]) if more else ())
        if family.shared is None:
            family.shared = {}
        known = family.shared.get(key)
        if known is None:
            if matched or more:
                matched = self.cascade._joined(matched, more)
            inner, kind = self.step(family.state, tag, dict(said), matched, self.variables)
            known = family.shared[key] = (None if inner is family.state else Family(inner), kind)
        inner, kind = known
        return (node if inner is None else self.added(<Family?>inner)).number * 8 + <Py_ssize_t>kind


cdef class Other(Look):
    """A look that is Python's own: a browser's."""

    cdef object look
    cdef dict known  # by the identity of the State, which a node keeps alive

    def __init__(self, look):
        self.nodes = []
        self.known = {}
        self.look = look
        self.node_of(look.root)

    cdef Node node_of(self, state):
        cdef object key = <size_t><void *>state
        cdef object found = self.known.get(key)
        cdef Node node
        if found is not None:
            return <Node>found
        node = self.known[key] = self.added(Family(state))
        self.state_of(node)
        return node

    cdef Py_ssize_t enter(self, Node node, Py_ssize_t row, Py_ssize_t parent, str tag, tuple attributes) except -1:
        step = node.state.next.get(tag) if not attributes and self.look.plain else None
        inner, kind = step or self.look.enter(node.state, row, tag, attributes)
        return self.node_of(inner).number * 8 + <Py_ssize_t>kind


cdef inline dict _others(Node node):
    if node.others is None:
        node.others = {}
    return node.others


cdef inline dict _memory(Node node, tuple said):
    """Where a node remembers what it became inside elements that say this by themselves."""
    if not said:
        if node.next is None:
            node.next = {}
        return node.next
    if said is _LINK:
        if node.linked is None:
            node.linked = {}
        return node.linked
    return _others(node)


cdef inline int _matter(str name) except -1:
    """What an attribute matters for: by its length first, since nearly all matter for nothing."""
    cdef Py_ssize_t size = len(name)
    if size == 5:
        return CLASS if name == "class" else SAID if name == "style" or name == "align" or name == "color" else NOTHING
    if size == 2:
        return ID if name == "id" else NOTHING
    if size == 4:
        return HREF if name == "href" else SAID if name == "role" or name == "size" else NOTHING
    if size == 6:
        return SAID if name == "hidden" else NOTHING
    if size == 10:
        return SAID if name == "aria-level" else NOTHING
    if size == 11:
        return SAID if name == "aria-hidden" else NOTHING
    if size == 14:
        return SAID if name == "shadowrootshow" else NOTHING
    return NOTHING


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
    cdef bint space = True, folded = True, wide = False
    cdef uint32_t letter
    for place in range(size):
        letter = text[place]
        if Py_UNICODE_ISSPACE(letter):
            spaces += 1
            if space or letter != 32:
                folded = False
                if letter > 127:
                    wide = True
            space = True
        elif space:
            words += 1
            space = False
    scan.words, scan.letters, scan.folded, scan.wide = words, size - spaces, folded and not space, wide


cdef inline void _write_folded(const Letters *text, Py_ssize_t size, Letters *target, Py_ssize_t room) noexcept:
    """The words of a text with a blank between them; `room` is how many characters that makes."""
    cdef Py_ssize_t place, written = 0
    cdef bint space = False
    cdef uint32_t letter
    for place in range(size):
        letter = text[place]
        if Py_UNICODE_ISSPACE(letter):
            space = written > 0
            continue
        if space and written < room:
            target[written] = 32
            written += 1
            space = False
        if written < room:
            target[written] = <Letters>letter
            written += 1


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
        _write_folded(<const uint8_t *>PyUnicode_DATA(text), len(text), <uint8_t *>PyUnicode_DATA(folded), room)
    elif kind == 2:
        _write_folded(<const uint16_t *>PyUnicode_DATA(text), len(text), <uint16_t *>PyUnicode_DATA(folded), room)
    else:
        _write_folded(<const uint32_t *>PyUnicode_DATA(text), len(text), <uint32_t *>PyUnicode_DATA(folded), room)
    return folded


cdef class Lines:
    """The columns as they grow, and the line that is being put together (`walk._Lines`)."""

    cdef Look look
    cdef list nodes
    cdef list text, block, state, runs, begins, bold, linked, italic, images
    cdef list parts, hidden  # of the current line; texts that wait for its end
    cdef bint space, blank, listing
    cdef int begin
    cdef Py_ssize_t last_block
    cdef Pieces pieces, hidden_pieces

    def __cinit__(self, Look look):
        self.look = look
        self.nodes = look.nodes
        self.text, self.block, self.state, self.runs, self.begins = [], [], [], [], []
        self.bold, self.linked, self.italic, self.images = [], [], [], []
        self.parts, self.hidden = [], []
        self.space, self.blank, self.listing = False, True, False
        self.begin = BLOCK_START
        self.last_block = -1

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
            if self.space and self.parts:
                self.parts.append(" ")
            self.space = False
        else:
            if self.parts and (self.space or Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(text, 0))):
                self.parts.append(" ")
            self.space = Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(text, size - 1))
        self.parts.append(folded)
        return _add(&self.pieces, row, node.number, scan.letters)

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
        cdef bint code = node.family.code, first = True
        cdef str line
        for line in text.split("\n"):
            if not first:
                if code and not self.blank:
                    self.parts.append("\n")
                    self.blank = True
                else:
                    self.end(block)
                    self.begin = IN_PRE
            first = False
            if code:
                self.add_code(row, line, node)
            else:
                self.add(row, line, node)
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
            self.runs.append((piece.row,))
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
            self.runs.append(tuple(rows))
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


def walk(list tags not None, list data not None, list parents not None, Look look not None, bint noscript):
    """The columns of the visible lines of a page, in the order of the fields of Segments."""
    cdef Py_ssize_t count = len(tags), row, parent, top = -1, number, taken
    cdef Rows kept = Rows(count)
    cdef Row *rows = kept.items
    cdef Row *around
    cdef Lines lines = Lines(look)
    cdef Node node
    cdef str tag
    cdef int kind, flow
    if len(data) != count or len(parents) != count:
        raise ValueError("the columns of a tree are of one length")
    for row in range(count):
        tag = <str?>tags[row]
        parent = <Py_ssize_t?>parents[row]
        while top != parent:  # elements that end here
            if top < 0:
                raise ValueError(f"row {row} stands in {parent}, which is not open")
            if rows[top].is_block:
                if lines.parts or lines.hidden:
                    lines.end(rows[top].block)
                lines.begin = BLOCK_START
            top = rows[top].parent
        around = &rows[parent if parent >= 0 else count]  # open, so it is a row before this one
        number = around.node
        if not tag:
            if number < 0:
                continue
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
        taken = look.enter(<Node>look.nodes[number], row, parent, tag, <tuple?>data[row])
        kind = taken & 7
        if kind == INLINE:
            rows[row].node = taken >> 3
            rows[row].block = around.block
        elif kind == BLOCK:
            if lines.parts or lines.hidden:
                lines.end(around.block)
            lines.begin = BLOCK_START
            rows[row].node = taken >> 3
            rows[row].block = row
            rows[row].is_block = True
        elif kind == BREAK:
            if lines.parts or lines.hidden:
                lines.end(around.block)
            lines.begin = AFTER_BR
        elif kind == IMAGE:
            lines.images.append((row, len(lines.text)))
        elif kind == NOSCRIPT and noscript:
            rows[row].node = number
            rows[row].block = around.block
    lines.end(rows[top].block if top >= 0 else 0)
    return lines.text, lines.block, lines.state, lines.runs, lines.begins, lines.bold, lines.linked, lines.italic, lines.images
