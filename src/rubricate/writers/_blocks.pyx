# cython: binding=False
"""Sections -> blocks, compiled: the blocks themselves, and what `blocks.Layout` does for every line. The Python module says why."""

from rubricate.types import ITEM
from rubricate.writers.blocks import _INSIDE, _ITEMS, _KINDS, MOST_NESTED

__all__ = ["Group", "Leaf", "Layers", "leaves"]

cdef dict KINDS = _KINDS
cdef dict INSIDE = _INSIDE
cdef Py_ssize_t NESTED = MOST_NESTED
cdef str _ITEM = ITEM
cdef tuple UNWRITTEN = (_ITEMS,)


cdef class Leaf:
    """Lines that belong together: a paragraph, a caption, or an image (then `row` is its <img> and there are no lines)."""

    cdef public str kind
    cdef public list lines
    cdef public object row

    def __init__(self, str kind, list lines, row=-1):
        self.kind = kind
        self.lines = lines
        self.row = row


cdef class Group:
    """Blocks inside one element."""

    cdef public str kind
    cdef public list children
    cdef public object row

    def __init__(self, str kind, row):
        self.kind = kind
        self.row = row
        self.children = []


cdef Leaf _leaf(str kind, list lines, row):
    cdef Leaf leaf = Leaf.__new__(Leaf)
    leaf.kind, leaf.lines, leaf.row = kind, lines, row
    return leaf


cdef Group _group(str kind, row):
    cdef Group group = Group.__new__(Group)
    group.kind, group.children, group.row = kind, [], row
    return group


def leaves(block):
    """All leaves of a block, in order."""
    cdef list found = [], pending = [block]
    while pending:
        one = pending.pop()
        if type(one) is Leaf:
            found.append(one)
        else:
            pending.extend(reversed((<Group?>one).children))
    return found


cdef class Layers:
    """The blocks of one document's sections, before tables are settled."""

    cdef list names, continues, state, block, parents, tags
    cdef dict plain, chains, before, after
    cdef bint illustrated

    def __init__(self, document, dict before not None, dict after not None):
        segments, tree, names = document.segments, document.page.tree, document.labels.names
        self.state, self.block, self.parents, self.tags = segments.state, segments.block, tree.parents, tree.tags
        self.names = names if type(names) is list else list(names)
        self.continues = document.continues
        self.plain, self.chains = {}, {-1: ()}
        self.before, self.after = before, after
        self.illustrated = bool(before) or bool(after)

    def blocks(self, heading, list body not None):
        """The blocks of the lines of a section, and its tables, each with the list that it stands in."""
        cdef list found = [], place
        cdef tuple above = () if heading is None else self.chain(self.block[heading]), chain = (), wanted
        cdef _Nest nest = _Nest(self, found)
        cdef Leaf leaf = None
        cdef bint is_item
        if self.illustrated and heading is not None:
            _add_images(found, self.after, heading)
        for index in body:
            state = self.state[index]
            is_item = self.names[index] == _ITEM  # an engine's names may be a kind of str of its own
            if self._is_plain(state):
                wanted = UNWRITTEN if is_item else ()
            else:
                wanted = self.chain(self.block[index])
                if above or is_item:
                    wanted = self._below(wanted, above, is_item)
            if leaf is not None and self.continues[index] and wanted == chain:
                leaf.lines.append(index)
                continue
            chain = wanted
            leaf = _leaf("caption" if state.caption else "paragraph", [index], -1)
            place = nest.enter(wanted)
            if self.illustrated:
                _add_images(place, self.before, index)
            place.append(leaf)
            if self.illustrated:
                _add_images(place, self.after, index)
        return found, nest.tables

    cdef bint _is_plain(self, state) except -1:
        known = self.plain.get(state)
        if known is None:
            known = self.plain[state] = not (state.list_depth or state.cell or state.quote or state.pre or state.term)
        return known is True

    cpdef tuple chain(self, row):
        """The rows of the grouping elements around a row, outermost first."""
        cdef dict chains = self.chains
        cdef list climbed, parents = self.parents
        known = chains.get(row)
        if known is not None:
            return <tuple>known
        climbed = [row]
        row = parents[row]
        known = chains.get(row)
        while known is None:
            climbed.append(row)
            row = parents[row]
            known = chains.get(row)
        for row in reversed(climbed):
            kind = KINDS.get(self.tags[row])
            if kind is not None:
                known = self._extended(<tuple>known, row, <str>kind)
            chains[row] = known
        return <tuple>known

    cdef str _kind(self, row):
        """What an entry of a chain groups."""
        return KINDS[self.tags[row]] if row >= 0 else "list"

    cdef tuple _extended(self, tuple chain, row, str kind):
        cdef str last = self._kind(chain[-1]) if chain else ""
        if last == "code":
            return chain
        if len(chain) >= NESTED:
            if kind == "item" and last == "item":
                return (*chain[:-1], row)
            return (*chain, row) if kind == "code" or (kind == "item" and last == "list") else chain
        if kind == "item":
            return (*chain, row) if last == "list" else (*chain, ~self.parents[row], row)
        if INSIDE.get(kind, last) != last:
            return chain
        return (*chain, row)

    cdef tuple _below(self, tuple chain, tuple above, bint is_item):
        """The part of a chain that is inside the section: what is also around its title is not."""
        cdef Py_ssize_t same
        cdef str kind
        cdef bint unlisted = is_item
        if is_item:
            for row in chain:
                if self._kind(row) == "item":
                    unlisted = False
                    break
        if above:
            same = _shared(chain, above)
            if same and same < len(chain):
                kind = self._kind(chain[same])
                same += -1 if kind == "item" or kind == "row" else 1 if kind == "cell" or kind == "term" or kind == "definition" else 0
            if same:
                chain = chain[same:]
        if unlisted:
            for row in chain:
                if self._kind(row) != "quote":
                    return chain
            return (*chain, _ITEMS)
        return chain


cdef class _Nest:
    """The groups that are open while a section is laid out."""

    cdef Layers layers
    cdef list top, groups, tables
    cdef tuple rows

    def __cinit__(self, Layers layers, list top):
        self.layers = layers
        self.top, self.groups, self.tables, self.rows = top, [], [], ()

    cdef list enter(self, tuple wanted):
        """Where a leaf goes that stands in these elements; one that is in none ends them all."""
        cdef Py_ssize_t same, place
        cdef Group group, item
        if not wanted:
            if self.rows:
                self.rows, self.groups = (), []
            return self.top
        if wanted is not self.rows and wanted != self.rows:
            same = _shared(wanted, self.rows)
            del self.groups[same:]
            for place in range(same, len(wanted)):
                self.open(wanted[place])
            self.rows = wanted
        group = self.groups[-1]
        if group.kind != "list":
            return group.children
        item = _group("item", -1)
        group.children.append(item)
        return item.children

    cdef int open(self, row) except -1:
        cdef str kind = self.layers._kind(row)
        cdef list place = self.top
        cdef Group outer, group
        if self.groups:
            outer = self.groups[-1]
            place = outer.children
            if outer.kind == "list" and kind != "item":  # <ul> in <ul>: it belongs to the item before it
                if not place:
                    place.append(_group("item", -1))
                item = place[-1]
                if type(item) is Group:
                    place = (<Group>item).children
        group = _group(kind, row)
        place.append(group)
        self.groups.append(group)
        if kind == "table":
            self.tables.append((group, place))
        return 0


cdef int _add_images(list place, dict images, index) except -1:
    for row in images.get(index, ()):
        place.append(_leaf("image", [], row))
    return 0


cdef Py_ssize_t _shared(tuple one, tuple other) except -1:
    """How many entries two chains have in common, from the outermost on."""
    cdef Py_ssize_t same = 0, most = min(len(one), len(other))
    while same < most and (one[same] is other[same] or one[same] == other[same]):
        same += 1
    return same
