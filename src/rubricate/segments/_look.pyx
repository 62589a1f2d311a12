# cython: binding=False, wraparound=False
"""What elements make of states, compiled: the twin of what `cascade`, `steps` and `selectors` do for every element of a page.

What is asked of a state for every text is kept as C in a `Family`, which equal states share. A `Node` stands for one state: the State itself, an
object of Python, is made when a line has it, since most are never seen. What is done once a path or once a kind of element (matching rules, reading
declarations) is the cascade's own Python. Indices are checked. The fields of the first three classes are in `_look.pxd`, where the walk finds them.
"""

cimport cython
from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.string cimport memcmp

from rubricate._arrays cimport room
from rubricate._cycles cimport apart, tuple_apart

cdef frozenset _MATTER, _NOT_SHOWN
cdef str _CLIPPED
cdef tuple _HREF, _ROOT
from rubricate.segments.cascade import _HREF, _MATTER, _ROOT
from rubricate.segments.walk import _CLIPPED, _NOT_SHOWN

__all__ = ["AS_C", "PLACES", "Matcher", "Other", "Plain", "Ruled", "Steps"]

cdef extern from "Python.h":
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)

cdef enum:
    NOTHING, CLASS, ID, HREF, SAID  # what an attribute matters for

cdef enum:
    SPECIFICITY, ORDER, SELECTOR, DECLARED, VARIABLES, BY_PATH, IS_PLAIN, NEEDS, ASKS  # places in a `sheets.Rule`

cdef enum:
    COMPOUNDS, COMBINATORS  # places in a `selectors.Selector`

cdef enum:
    TAG, IDENT, CLASSES, ATTRIBUTES, PSEUDOS  # places in a `selectors.Compound`

AS_C = {"INLINE": INLINE, "BLOCK": BLOCK, "BREAK": BREAK, "IMAGE": IMAGE, "SKIP": SKIP, "NOSCRIPT": NOSCRIPT}
"""Constants of `states` that are written once more here; the tests compare them, and the places of fields."""
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

    def __cinit__(self, state):
        self.state = state
        self.given = False
        self.shared = None
        self.flow = NOT_SHOWN if state.hidden in _NOT_SHOWN else PREFORMATTED if state.pre else FLOWS
        self.code = state.code
        self.clipped = state.hidden == _CLIPPED
        self.bold = state.weight >= 600
        self.link = state.link
        self.italic = state.italic


@cython.no_gc
cdef class Node:
    """One state: all text in the same circumstances has the same. Its number is its place in the look's list."""

    def __cinit__(self, Family family, Py_ssize_t number):
        self.family = family
        self.number = number


cdef class Look:
    """Where nodes come from. What an element makes of a node is one number: that of the node inside it, times eight, and the element's kind."""

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
        self.nodes = apart([])
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
        self.nodes = apart([])
        self.copy = steps.copy
        self.steps = steps
        self.cascade = cascade
        self.by_strength = by_strength
        self.matcher = matcher
        self.index, self.names, self.variables = cascade._index, cascade._names, cascade._variables
        self.words_asked, self.own, self.sets = {}, {}, {(): nothing}
        self.spelt_ids, self.spelt_classes = bool(cascade._spellings["id"]), bool(cascade._spellings["class"])
        self.work, self.most_around, self.number = cascade._work, most_around, 0
        self.paths = apart([None] * count)
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
        key = tuple_apart((tag, ident, words)) if ident or words else tag
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
        cdef tuple names = tuple_apart((tag, ident, words)), depends, maybe = ()
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
    return tuple_apart(tuple([(<tuple>rule)[ORDER] for rule in rules])) if rules else ()


cdef class Matcher:
    """`selectors.Matcher`: matches selectors against one tree, on the same budget of steps."""

    cdef list tags, data, parents
    cdef list classes  # of rows, each a set, where somebody has asked
    cdef bytearray siblings  # of rows: the element before each, then the element after each; None as long as nobody asks
    cdef object slow, passes
    cdef Py_ssize_t budget, long_value, many

    def __init__(self, tree, slow, passes, Py_ssize_t long_value, Py_ssize_t many):
        self.tags, self.data, self.parents = tree.tags, tree.data, tree.parents
        self.classes = apart([None] * len(self.tags))
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
        row = self.neighbour(row, False)
        while row >= 0 and self.budget > 0:
            if self.passes_all(compound, row) and self.rest(compounds, combinators, index + 1, row):
                return True
            if combinator == "+":
                return False
            row = self.neighbour(row, False)
        return False

    cdef bint passes_all(self, tuple compound, Py_ssize_t row) except -1:
        """Whether a row passes all tests of a compound."""
        cdef str tag = compound[TAG], ident = compound[IDENT]
        self.budget -= 1
        if tag and tag != <str?>self.tags[row]:
            return False
        if ident and self.value(row, "id") != ident:
            return False
        if compound[CLASSES] and not self.has_classes(row, <tuple>compound[CLASSES]):
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
            return self.neighbour(row, False) < 0
        if name == "last-child":
            return self.neighbour(row, True) < 0
        if name == "root":
            return self.parents[row] < 0
        if inside is not None:
            return not self.passes_all(<tuple>inside, row)
        return self.tags[row] == "a" and self.value(row, "href") is not None

    cdef bint has_classes(self, Py_ssize_t row, tuple wanted) except -1:
        """Whether a row has all of these classes."""
        cdef set own = <set>self.classes[row]
        if own is None:
            words = self.value(row, "class")
            own = self.classes[row] = set((<str?>words).split()) if words else set()
        for name in wanted:
            if name not in own:
                return False
        return True

    cdef Py_ssize_t neighbour(self, Py_ssize_t row, bint after) except -2:
        """The row of the element before or after one, in the same parent; -1 where there is none."""
        cdef Py_ssize_t count = len(self.classes)
        if self.siblings is None:
            self.siblings = _siblings(self.tags, self.parents, count)
        if not 0 <= row < count:
            raise IndexError(row)
        return (<Py_ssize_t *>PyByteArray_AS_STRING(self.siblings))[row + count * after]

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


cdef bytearray _siblings(list tags, list parents, Py_ssize_t count):
    """For every row, the element before it in its parent, then, for every row, the one after it; -1 where there is none."""
    cdef bytearray found = room(2 * count, sizeof(Py_ssize_t)), kept = room(count + 1, sizeof(Py_ssize_t))
    cdef Py_ssize_t *before = <Py_ssize_t *>PyByteArray_AS_STRING(found)
    cdef Py_ssize_t *after = before + count
    cdef Py_ssize_t *last = <Py_ssize_t *>PyByteArray_AS_STRING(kept)  # plus one, of what stands in each row; the first serves the root
    cdef Py_ssize_t row, parent
    for row in range(count):
        before[row] = after[row] = -1
        parent = parents[row]
        if not -1 <= parent < row:
            raise ValueError(f"row {row} stands in {parent}, which is not before it")
        if <str?>tags[row]:
            before[row] = last[parent + 1] - 1
            if before[row] >= 0:
                after[before[row]] = row
            last[parent + 1] = row + 1
    return found


cdef class Other(Look):
    """A look that is Python's own: a browser's."""

    cdef object look
    cdef dict known  # by the identity of the State, which a node keeps alive

    def __init__(self, look):
        self.nodes = apart([])
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
