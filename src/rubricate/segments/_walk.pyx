# cython: binding=False, wraparound=False
"""The walk over the rows of a tree, compiled: the twin of `walk`, and of what `cascade` does for every element.

What is asked of a state for every text is kept as C in a `Family`, which equal states share. A `Node` stands for one state: the State itself, an
object of Python, is made when a line has it, since most are never seen. What is done once a path or once a kind of element (matching rules, reading
declarations) is the cascade's own Python. Indices are checked, except into arrays made here, whose length is the number of rows.
"""

cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp

cdef frozenset _MATTER, _NOT_SHOWN, _OFF_LINE
cdef str _INVISIBLE
cdef tuple _HREF, _ROOT
from rubricate.segments.cascade import _HREF, _MATTER, _ROOT
from rubricate.segments.walk import _INVISIBLE, _NOT_SHOWN, _OFF_LINE

__all__ = ["AS_C", "PLACES", "Matcher", "Other", "Plain", "Ruled", "Steps", "walk"]

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
    INLINE, BLOCK, BREAK, IMAGE, SKIP, NOSCRIPT  # kinds of elements, as in states.py

cdef enum:
    BLOCK_START, AFTER_BR, IN_PRE  # how a line begins, as in types.py

cdef enum:
    FLOWS, PREFORMATTED, NOT_SHOWN  # what text does to the line around it

cdef enum:
    NOTHING, CLASS, ID, HREF, SAID  # what an attribute matters for

cdef enum:
    SPECIFICITY, ORDER, SELECTOR, DECLARED, VARIABLES, BY_PATH, IS_PLAIN, NEEDS, ASKS  # places in a `sheets.Rule`

cdef enum:
    COMPOUNDS, COMBINATORS  # places in a `selectors.Selector`

cdef enum:
    TAG, IDENT, CLASSES, ATTRIBUTES, PSEUDOS  # places in a `selectors.Compound`

AS_C = {
    "INLINE": INLINE, "BLOCK": BLOCK, "BREAK": BREAK, "IMAGE": IMAGE, "SKIP": SKIP, "NOSCRIPT": NOSCRIPT,
    "BLOCK_START": BLOCK_START, "AFTER_BR": AFTER_BR, "IN_PRE": IN_PRE,
}
"""Constants of `states` and `types` that are written once more here; the tests compare them, and the places of fields."""
PLACES = {
    "Rule": {"order": ORDER, "selector": SELECTOR, "declared": DECLARED, "by_path": BY_PATH, "plain": IS_PLAIN, "needs": NEEDS, "asks": ASKS},
    "Selector": {"compounds": COMPOUNDS, "combinators": COMBINATORS},
    "Compound": {"tag": TAG, "ident": IDENT, "classes": CLASSES, "attributes": ATTRIBUTES, "pseudos": PSEUDOS},
}

cdef tuple _LINK = (_HREF,)
cdef frozenset _NO_NAMES = frozenset()
cdef list _NOTHING_ASKED = []


@cython.no_gc  # none of them is part of a circle
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


@cython.no_gc
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

    @cython.boundscheck(False)  # tuples do not change, and a pair is looked at before it is read
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
            if len(pair) != 2:
                raise ValueError("an attribute is a name and a value")
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


cdef class Steps:
    """`steps.step`, which says what an element makes of a state; what declarations say is still read by their own Python."""

    cdef object copy, apply, attribute_changes, element_kind, declarations
    cdef dict kinds, tags, indented
    cdef str shadow
    cdef double largest

    def __init__(self, dict kinds, dict tags, dict indented, str shadow, double largest, copy, apply, attribute_changes, element_kind, declarations):
        self.kinds, self.tags, self.indented, self.shadow, self.largest = kinds, tags, indented, shadow, largest
        self.copy, self.apply, self.attribute_changes, self.element_kind = copy, apply, attribute_changes, element_kind
        self.declarations = declarations

    cdef object step(self, state, str tag, tuple said, tuple matched, dict declared, dict variables, int *kind):
        """The state inside an element of this tag that says this and that these rules match, and its kind. `declared`: what wins among the rules."""
        cdef dict changes, spoken = None
        cdef object hidden
        kind[0] = self.kinds.get(tag, INLINE)
        if not matched and not said and (kind[0] >= SKIP or tag not in self.tags):
            return state
        changes = self.tag_changes(state, tag)
        if said is _LINK:
            if tag == "a":
                changes["link"] = True
        elif said:
            spoken = dict(said)
            if len(spoken) > ("style" in spoken):
                self.attribute_changes(tag, spoken, changes)
            if spoken.get("style"):
                declared = self.declared(matched, spoken["style"])
        if declared:
            self.declare(state, tag, changes, declared, variables)
            kind[0] = self.element_kind(kind[0], declared.get("display", ""))
        hidden = state.hidden
        if hidden:
            if hidden != "visibility:hidden" or not declared or declared.get("visibility") != "visible":
                changes["hidden"] = hidden
            else:
                changes.setdefault("hidden", "")
        if tag == "html" and "size" in changes:
            changes["rem"] = changes["size"]
        if spoken is not None and self.shadow in spoken:
            kind[0] = INLINE
        return state if kind[0] >= SKIP else self.changed(state, changes)

    cdef int declare(self, state, str tag, dict changes, dict declared, dict variables) except -1:
        """What declarations say of an element of this tag."""
        indented = self.indented.get(tag)
        if indented is not None and not indented.isdisjoint(declared):
            changes["indent"] = state.indent
        if "display" in declared and changes.get("hidden") == "hidden":  # a browser's own rule for [hidden], which any rule of the page beats
            del changes["hidden"]
        self.apply(state, changes, declared, variables)
        return 0

    cdef dict tag_changes(self, state, str tag):
        """`states.tag_changes`."""
        cdef dict changes
        said = self.tags.get(tag)
        if said is None:
            return {}
        changes = (<dict?>said).copy()
        if "size" in changes:
            changes["size"] = min(self.largest, <double>state.size * <double>changes["size"])
        if "indent" in changes:
            changes["indent"] += state.indent
            if "list_depth" in changes:
                changes["list_depth"] += state.list_depth
            elif "quote" in changes:
                changes["quote"] += state.quote
        return changes

    cdef object changed(self, state, dict changes):
        """`states.changed`."""
        fresh = state
        for name, value in changes.items():
            if getattr(state, name) != value:
                if fresh is state:
                    fresh = self.copy(state)
                setattr(fresh, name, value)
        return fresh

    cdef dict declared(self, tuple matched, str style):
        """The winning declarations (`steps._declared`): important ones after all others."""
        cdef dict winning = {}
        cdef list last = []
        for rule in matched:
            _put((<tuple>rule)[DECLARED], winning, last)
        if style:
            _put(self.declarations(style), winning, last)
        for name, value in last:
            winning.pop(name, None)
            winning[name] = value
        return winning


cdef int _put(declarations, dict winning, list last) except -1:
    for name, value, important in declarations:
        if important:
            last.append((name, value))
        else:
            winning.pop(name, None)  # a later shorthand stands after an earlier longhand
            winning[name] = value
    return 0


cdef class Plain(Look):
    """A page without rules: an element's tag and attributes decide alone."""

    cdef Steps steps

    def __init__(self, root, Steps steps not None):
        self.nodes = []
        self.copy = steps.copy
        self.steps = steps
        self.added(Family(root))

    cdef Py_ssize_t enter(self, Node node, Py_ssize_t row, Py_ssize_t parent, str tag, tuple attributes) except -1:
        cdef tuple said = self.said(attributes)
        cdef dict memory = _memory(node, said)
        cdef object key = tag if memory is not node.others else (tag, said)
        cdef object known = memory.get(key)
        cdef Py_ssize_t taken
        cdef int kind = 0
        if known is not None:
            return known
        inner = self.steps.step(node.family.state, tag, said, (), None, {}, &kind)
        taken = (node if inner is node.family.state else self.added(Family(inner))).number * 8 + kind
        memory[key] = taken
        return taken


@cython.no_gc
cdef class Set:
    """A set of rules, kept once however many paths have it, and what wins among their declarations."""

    cdef tuple rules
    cdef object number
    cdef dict declared  # None as long as nobody asks

    def __cinit__(self, tuple rules, number):
        self.rules = rules
        self.number = number


@cython.no_gc
cdef class Own:
    """What an element's own tag, id and classes say (`cascade._Own`)."""

    cdef Set matched
    cdef tuple depends
    cdef list asks  # for each of these: one of the names that must stand around the element, or None
    cdef tuple names  # each once

    def __cinit__(self, Set matched, tuple depends, tuple names):
        self.matched = matched
        self.depends = depends
        self.asks = [next(iter((<tuple>rule)[ASKS]), None) for rule in depends] if depends else _NOTHING_ASKED
        self.names = names


@cython.no_gc
cdef class Path:
    """Elements whose names, and the names around them, are the same (`cascade._Path`)."""

    cdef object number
    cdef Set matched
    cdef tuple maybe
    cdef frozenset needs
    cdef frozenset around  # the names in it that some rule asks for; None: too many to keep
    cdef dict children

    def __cinit__(self, number, Set matched, tuple maybe, frozenset needs, frozenset around):
        self.number = number
        self.matched = matched
        self.maybe = maybe
        self.needs = needs
        self.around = around


cdef class Ruled(Look):
    """A page with rules (`cascade.Ruled`, whose work and budget are counted here instead, look by look as there)."""

    cdef Steps steps
    cdef object cascade, by_strength
    cdef Matcher matcher
    cdef dict index, words_asked, own, sets, variables
    cdef set names
    cdef bint spelt_ids, spelt_classes
    cdef Py_ssize_t work, most_around, number
    cdef list paths  # of rows; the last entry is what stands above the root

    def __init__(self, cascade, Py_ssize_t count, Steps steps not None, Matcher matcher not None, by_strength, Py_ssize_t most_around):
        cdef Set nothing = Set((), 0)
        self.nodes = []
        self.copy = steps.copy
        self.steps = steps
        self.cascade = cascade
        self.by_strength = by_strength
        self.matcher = matcher
        self.index, self.names, self.variables = cascade._index, cascade._names, cascade._variables
        self.words_asked, self.own, self.sets = {}, {}, {(): nothing}
        self.spelt_ids, self.spelt_classes = bool(cascade._spellings["id"]), bool(cascade._spellings["class"])
        self.work, self.most_around, self.number = cascade._work, most_around, 0
        self.paths = [None] * count
        self.paths.append(Path(-1, nothing, (), frozenset(), frozenset()))
        self.added(Family(cascade.root))

    cdef Py_ssize_t enter(self, Node node, Py_ssize_t row, Py_ssize_t parent, str tag, tuple attributes) except -1:
        cdef tuple said = self.said(attributes)
        cdef Path path = self.path_of(row, parent, tag, self.ident, self.words)
        cdef tuple more = self.tried(path, row, attributes) if path.maybe else ()
        cdef dict memory
        cdef object key, known
        cdef Py_ssize_t taken
        if more:
            memory = _others(node)
            key = (path.number, said, _orders(more))
        else:
            memory = _memory(node, said)
            key = path.number if memory is not node.others else (path.number, said)
        known = memory.get(key)
        if known is not None:
            return known
        taken = self.stepped(node, tag, said, path, more)
        memory[key] = taken
        return taken

    cdef Py_ssize_t stepped(self, Node node, str tag, tuple said, Path path, tuple more) except -1:
        """What a node becomes on a path: a node of its own, but worked out only where no equal one has met the same rules on another path."""
        cdef Family family = node.family
        cdef tuple key = (tag, said, path.matched.number, _orders(more))
        cdef Set matched = path.matched
        cdef int kind = 0
        if family.shared is None:
            family.shared = {}
        known = family.shared.get(key)
        if known is None:
            if matched.rules or more:
                matched = self.joined(matched, more)
            if matched.declared is None:
                matched.declared = self.steps.declared(matched.rules, "")
            inner = self.steps.step(family.state, tag, said, matched.rules, matched.declared, self.variables, &kind)
            known = family.shared[key] = (None if inner is family.state else Family(inner), kind)
        inner, kind_known = known
        return (node if inner is None else self.added(<Family?>inner)).number * 8 + <Py_ssize_t>kind_known

    cdef Path path_of(self, Py_ssize_t row, Py_ssize_t parent, str tag, str ident, str words):
        """The path of an element."""
        cdef Path above = <Path?>(self.paths[parent if parent >= 0 else len(self.paths) - 1])
        cdef Path path
        cdef object key, known
        if ident:
            ident = self.asked_ident(ident)
        if words:
            known = self.words_asked.get(words)
            words = self.asked(words) if known is None else <str>known
        key = (tag, ident, words) if ident or words else tag
        if above.children is None:
            above.children = {}
        known = above.children.get(key)
        if known is None:
            path = above.children[key] = self.new_path(above, row, tag, ident, words)
        else:
            path = <Path>known
        self.paths[row] = path
        return path

    cdef str asked_ident(self, str ident):
        """What of an id some rule asks for."""
        cdef str asked = ident if "#" + ident in self.names else ""
        return asked + self.spelt("id", ident) if self.spelt_ids else asked

    cdef str asked(self, str words):
        """What of a class attribute some rule asks for."""
        cdef set names = None
        cdef str known = "", word
        for word in words.split():
            if word in self.names:
                if names is None:
                    names = set()
                names.add(word)
        if names is not None:
            known = " ".join(sorted(names))
        if self.spelt_classes:
            known += self.spelt("class", words)
        self.words_asked[words] = known
        return known

    cdef str spelt(self, str name, str value):
        """Which tests of the spelling of an attribute it passes; the cascade's own Python says it, on this budget."""
        self.cascade._work = self.work
        cdef str spelt = self.cascade._spelt(name, value)
        self.work = self.cascade._work
        return spelt

    cdef Path new_path(self, Path above, Py_ssize_t row, str tag, str ident, str words):
        """A path that is met for the first time."""
        cdef tuple names = (tag, ident, words), depends, maybe = ()
        cdef Own own
        cdef Set matched
        cdef list sure
        cdef frozenset around
        known = self.own.get(names)
        if known is None:
            known = self.own[names] = self.own_rules(tag, ident, words)
        own = <Own>known
        matched = own.matched
        if own.depends or above.number == -1:
            sure = []
            maybe = self.candidates(own, row, above, sure)
            self.work -= len(matched.rules) if sure else 0
            if sure and self.work > 0:
                matched = self.set_of(sorted([*matched.rules, *sure], key=self.by_strength))
        needs = frozenset([(<tuple>rule)[NEEDS] for rule in maybe]) if maybe else _NO_NAMES
        around = above.around
        if around is not None and not around.issuperset(own.names):
            around = around.union(own.names) if len(around) < self.most_around else None
        path = Path(self.number, matched, maybe, needs, around)
        self.number += 1
        return path

    cdef Set set_of(self, list matched):
        cdef tuple orders = _orders(matched)
        known = self.sets.get(orders)
        if known is None:
            known = self.sets[orders] = Set(tuple(matched), len(self.sets))
        return <Set>known

    cdef Own own_rules(self, str tag, str ident, str words):
        """The rules that an element's own names let through: those that match, and those that also ask for what is around it, or for attributes."""
        cdef frozenset classes = frozenset(words.split())
        cdef list plain = [], depends = [], keys
        cdef tuple compound
        ident = ident.partition(" ")[0]
        keys = [("", ""), ("", tag)] + ([("#", ident)] if ident else []) + [(".", word) for word in sorted(classes)]
        for key in keys:
            rules = self.index.get(key)
            if rules is None:
                continue
            self.work -= len(rules)
            if self.work <= 0:
                continue
            for rule in <list?>rules:
                compound = <tuple>(<tuple>(<tuple>(<tuple>rule)[SELECTOR])[COMPOUNDS])[0]
                if (compound[TAG] and compound[TAG] != tag) or (compound[IDENT] and compound[IDENT] != ident) or not classes.issuperset(compound[CLASSES]):
                    continue
                (plain if (<tuple>rule)[IS_PLAIN] else depends).append(rule)
        return Own(self.set_of(sorted(plain, key=self.by_strength)), tuple(depends), tuple(self.names.intersection([*classes, "#" + ident])))

    cdef tuple candidates(self, Own own, Py_ssize_t row, Path above, list sure):
        """Of rules that depend on more than an element's own names: into `sure` those that match its whole path; the others are to be tried on each."""
        cdef list maybe = [], asks = own.asks
        cdef tuple depends = own.depends, rule
        cdef Py_ssize_t place
        cdef object ask
        if above.number == -1:
            depends = (*depends, *self.index.get(_ROOT, ()))
            asks = [None] * len(depends)  # nothing stands around the root, and a look at all that is asked for comes below
        if not depends:
            return ()
        self.work -= len(depends)
        if self.work <= 0:
            return ()
        for place in range(len(depends)):
            rule = <tuple>depends[place]
            if above.around is not None:
                ask = asks[place]
                if (ask is not None and ask not in above.around) or not above.around.issuperset(rule[ASKS]):
                    continue
            if not rule[BY_PATH]:
                maybe.append(rule)
            elif self.matcher.matches(<tuple>rule[SELECTOR], row):
                sure.append(rule)
        return tuple(maybe)

    cdef tuple tried(self, Path path, Py_ssize_t row, tuple attributes):
        """Those rules that match this very element."""
        cdef set names
        cdef list found
        cdef tuple rule
        if "" not in path.needs:
            for pair in attributes:
                if (<tuple?>pair)[0] in path.needs:
                    break
            else:
                return ()
        self.work -= len(path.maybe)
        if self.work <= 0 or self.matcher.budget <= 0:
            return ()
        names = {(<tuple?>pair)[0] for pair in attributes}
        found = []
        for one in path.maybe:
            rule = <tuple>one
            if (not rule[NEEDS] or rule[NEEDS] in names) and self.matcher.matches(<tuple>rule[SELECTOR], row):
                found.append(rule)
        return tuple(found)

    cdef Set joined(self, Set matched, tuple more):
        """All rules of an element, the strongest last."""
        self.work -= len(matched.rules) + len(more)
        if self.work <= 0:
            return Set((), 0)
        return Set(tuple(sorted([*matched.rules, *more], key=self.by_strength)), None) if more else matched


cdef tuple _orders(rules):
    return tuple([(<tuple>rule)[ORDER] for rule in rules]) if rules else ()


cdef class Matcher:
    """`selectors.Matcher`: matches selectors against one tree, on the same budget of steps."""

    cdef list tags, data, parents
    cdef object slow, passes
    cdef Py_ssize_t budget, long_value, many

    def __init__(self, tree, slow, passes, Py_ssize_t long_value, Py_ssize_t many):
        self.tags, self.data, self.parents = tree.tags, tree.data, tree.parents
        self.slow = slow
        self.passes = passes
        self.budget, self.long_value, self.many = slow.budget, long_value, many

    cdef bint matches(self, tuple selector, Py_ssize_t row) except -1:
        """Whether a row passes all of a selector."""
        cdef tuple compounds = <tuple>selector[COMPOUNDS]
        return self.passes_all(<tuple>compounds[0], row) and self.rest(compounds, <tuple>selector[COMBINATORS], 0, row)

    cdef bint rest(self, tuple compounds, tuple combinators, Py_ssize_t index, Py_ssize_t row) except -1:
        """Whether what stands around a row passes the rest; no deeper than a selector has compounds."""
        cdef str combinator
        cdef tuple compound
        if index == len(combinators):
            return True
        combinator, compound = combinators[index], <tuple>compounds[index + 1]
        if combinator == ">":
            row = self.parents[row]
            return row >= 0 and self.passes_all(compound, row) and self.rest(compounds, combinators, index + 1, row)
        if combinator == " ":
            row = self.parents[row]
            while row >= 0 and self.budget > 0:
                if self.passes_all(compound, row) and self.rest(compounds, combinators, index + 1, row):
                    return True
                row = self.parents[row]
            return False
        before = self.slow._neighbours()[0]
        row = before[row]
        while row >= 0 and self.budget > 0:
            if self.passes_all(compound, row) and self.rest(compounds, combinators, index + 1, row):
                return True
            if combinator == "+":
                return False
            row = before[row]
        return False

    cdef bint passes_all(self, tuple compound, Py_ssize_t row) except -1:
        """Whether a row passes all tests of a compound."""
        cdef str tag = compound[TAG], ident = compound[IDENT]
        self.budget -= 1
        if tag and tag != <str?>self.tags[row]:
            return False
        if ident and self.value(row, "id") != ident:
            return False
        if compound[CLASSES] and not self.slow._classes_of(row).issuperset(compound[CLASSES]):
            return False
        for name, operator, value in compound[ATTRIBUTES]:
            have = self.value(row, name)
            if have is None:
                return False
            if len(have) > self.long_value:  # a test that reads so much costs more than a step
                self.budget -= len(have) // 16
                if self.budget <= 0:
                    return False
            if operator and not self.passes(operator, have, value):
                return False
        for name, inside in compound[PSEUDOS]:
            if not self.pseudo(name, inside, row):
                return False
        return True

    cdef bint pseudo(self, str name, inside, Py_ssize_t row) except -1:
        if name == "first-child":
            return self.slow._neighbours()[0][row] < 0
        if name == "last-child":
            return self.slow._neighbours()[1][row] < 0
        if name == "root":
            return self.parents[row] < 0
        if inside is not None:
            return not self.passes_all(<tuple>inside, row)
        return self.tags[row] == "a" and self.value(row, "href") is not None

    cdef object value(self, Py_ssize_t row, str name):
        """An attribute's value ('' where it has none), or None where the attribute is not there."""
        cdef tuple attributes = <tuple?>self.data[row], pair
        cdef Py_ssize_t place
        if len(attributes) >= self.many:
            return self.slow._value(row, name)
        for place in range(len(attributes)):
            pair = <tuple?>attributes[place]
            if <str?>pair[0] == name:
                return pair[1] or ""
        return None


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


cdef enum:
    LONGEST = 24  # letters of a name that matters
    MOST_NAMES = 32


cdef struct Name:  # of an attribute that matters
    const char *letters
    int matter


cdef list _LETTERS = sorted([name.encode("ascii") for name in _MATTER], key=lambda name: (len(name), name != b"class", name))
cdef Name[MOST_NAMES] _names  # those of one length stand together, the most frequent first
cdef int[LONGEST + 2] _first  # for every length, the place of the first of them
assert len(_LETTERS) <= MOST_NAMES and 0 < len(_LETTERS[0]) and len(_LETTERS[len(_LETTERS) - 1]) <= LONGEST
for _place, _name in enumerate(_LETTERS):
    _names[_place] = Name(<const char *><bytes>_name, {b"class": CLASS, b"id": ID, b"href": HREF}.get(_name, SAID))
for _place in range(LONGEST + 2):
    _first[_place] = sum([len(_name) < _place for _name in _LETTERS])


cdef inline int _matter(str name) noexcept:
    """What an attribute matters for (`cascade._MATTER`): by its length first, since nearly all matter for nothing."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(name)
    cdef const char *letters
    cdef int place
    if size > LONGEST or _first[size] == _first[size + 1] or PyUnicode_KIND(name) != 1:
        return NOTHING
    letters = <const char *>PyUnicode_DATA(name)
    for place in range(_first[size], _first[size + 1]):
        if _names[place].letters[0] == letters[0] and memcmp(_names[place].letters, letters, size) == 0:
            return _names[place].matter
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
    cdef Py_ssize_t last_block
    cdef Pieces pieces, hidden_pieces

    def __cinit__(self, Look look, list tags, list parents):
        self.look = look
        self.nodes = look.nodes
        self.tags, self.parents = tags, parents
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
        if not (Py_UNICODE_ISUPPER(first) or Py_UNICODE_ISDIGIT(first)) or not self.pieces.count:
            return False
        last = self.pieces.items[self.pieces.count - 1].row
        own = <Py_ssize_t?>self.parents[row]
        if own < last:
            return False
        part = <str>self.parts[len(self.parts) - 1]
        size = len(part)
        letter = PyUnicode_READ_CHAR(part, size - 1)
        if not Py_UNICODE_ISALNUM(letter) or node.family.code:
            return False
        if (<Node>self.nodes[self.pieces.items[self.pieces.count - 1].node]).family.code:
            return False
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


@cython.boundscheck(False)  # of the columns, at every row it is seen that they still have it; nodes are only ever added
def walk(list tags not None, list data not None, list parents not None, Look look not None, bint noscript):
    """The columns of the visible lines of a page, in the order of the fields of Segments."""
    cdef Py_ssize_t count = len(tags), row, parent, top = -1, number, taken
    cdef Rows kept = Rows(count)
    cdef Row *rows = kept.items
    cdef Row *around
    cdef Lines lines = Lines(look, tags, parents)
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
            lines.images.append((row, len(lines.text)))
        elif kind == NOSCRIPT and noscript:
            rows[row].node = number
            rows[row].block = around.block
    lines.end(rows[top].block if top >= 0 else 0)
    return lines.text, lines.block, lines.state, lines.runs, lines.begins, lines.bold, lines.linked, lines.italic, lines.images
