"""The cascade: what tags, attributes and style sheets together make of the state that an element inherits.

Elements in the same circumstances are common on a page, so every state remembers what it became inside a tag with given attributes and matching rules
(`State.next`): most elements cost one look-up. Sheets come from <style> and from the caller; nothing is ever fetched.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from rubricate.compiled import twin
from rubricate.page.parse import SHADOW
from rubricate.page.rows import rows_of
from rubricate.segments.selectors import Compound, Matcher, passes
from rubricate.segments.sheets import Rule, media_applies, rules
from rubricate.segments.states import copy, top
from rubricate.segments.steps import Step, step
from rubricate.segments.vocabulary import vocabulary
from rubricate.types import Attributes, Page, State, Tree

__all__ = ["Look", "Plain", "Ruled", "cascade"]


class Look(Protocol):
    """Where states come from: the cascade below, or a browser (rubricate.render)."""

    root: State
    plain: bool  # an element without attributes is decided by its tag

    def enter(self, state: State, row: int, tag: str, attributes: Attributes) -> Step:
        """What text inside this element is in, and the element's kind."""
        ...


def cascade(page: Page) -> Look:
    """The look that tags, attributes and style sheets give to one page."""
    found = _sheet_rules(page)
    return Ruled(page.tree, found) if found else Plain()


_SAID = frozenset(("style", "hidden", "aria-hidden", "role", "align", "color", "size", "href", "aria-level", SHADOW))
_MATTER = _SAID | {"class", "id"}
_NO_RULES: tuple[Rule, ...] = ()
_NONE: list[Rule] = []
LOOKS, LOOKS_A_ROW = 300_000, 30
"""How many looks at rules a page may cost; the most that one of 58 real pages took, with all its sheets, was 51,000."""
MOST_AROUND = 100
MOST_LOOSE = 60
"""With more selectors than this that name no tag, class or id, they are a blocker's list."""
_ROOT = (":", "root")
_HREF = ("href", "")
_SHARED = "="
"""Where, in a state's memory, stands what it has in common with equal states: what they become under the same rules."""
_NOTHING: frozenset[str] = frozenset()
_fast = twin("segments._sheets")


_Path = tuple[int, tuple[Rule, ...], int, tuple[Rule, ...], frozenset[str]]
"""Elements whose names, and the names around them, are the same: a number; rules that match them all, and the number of their set; rules to try on
each, and the attributes that these ask for ('' where one asks for none). No class, since there are so many."""


class _Own(NamedTuple):
    """What an element's own tag, id and classes say."""

    matched: tuple[Rule, ...]  # rules that ask for nothing else
    number: int  # of the set of these
    depends: tuple[Rule, ...]  # rules that also ask for what is around the element, or for other attributes
    names: set[str]  # those of its classes and (with '#') id that some rule asks for


class Plain:
    """A page without rules: an element's tag and attributes decide alone."""

    plain = True

    def __init__(self) -> None:
        self.root = top()

    def enter(self, state: State, row: int, tag: str, attributes: Attributes) -> Step:
        """What text inside this element is in, and the element's kind."""
        said: tuple[tuple[str, str], ...] = ()
        for name, value in attributes:
            if name in _SAID:
                said = (*said, _HREF if name == "href" else (name, value or ""))
        memory: dict[Any, Any] = state.next
        key = (tag, said) if said else tag
        known = memory.get(key)
        if known is None:
            known = memory[key] = step(state, tag, dict(said), (), {})
        return known


class Ruled:
    """A page with rules.

    Rules whose selectors name only tags, ids and classes match the same elements wherever the path of those names is the same; so paths are numbered,
    and each is matched once. Rules that look at siblings or attributes are matched element by element.

    The work is bounded: every look at a rule is counted, and where a page has used up its share, the rest of it is read as if the rules were not
    there. The share is many times what real pages need, so only sheets that are made to hurt lose anything.
    """

    plain = False

    def __init__(self, tree: Tree, found: list[Rule]) -> None:
        self.root = top()
        self._parents = tree.parents
        self._variables: dict[str, str] = {}
        self._index: dict[tuple[str, str], list[Rule]] = {}
        self._names: set[str] = set()  # classes and (with '#') ids that some rule asks for
        self._words: dict[str, str] = {}  # class attribute -> what of it some rule asks for
        self._own: dict[tuple[str, str, str], _Own] = {}  # what an element's own names say, for every tag, id and classes
        self._paths: dict[tuple[int, str, str, str], _Path] = {}
        self._path_of = [-1] * (len(tree) + 1)  # of rows; the last entry serves the root's parent
        self._around: list[frozenset[str] | None] = []  # for every path: the names in it that some rule asks for; None: too many to keep
        self._sets: dict[tuple[int, ...], tuple[tuple[Rule, ...], int]] = {(): ((), 0)}  # sets of rules and their numbers, by the orders of the rules
        self._spellings: dict[str, list[tuple[str, str]]] = {"class": [], "id": []}  # tests of how these attributes are spelt
        self.matcher = Matcher(tree)
        self._work = LOOKS + LOOKS_A_ROW * len(tree)
        self._add(found)

    def enter(self, state: State, row: int, tag: str, attributes: Attributes) -> Step:
        """What text inside this element is in, and the element's kind."""
        said: tuple[tuple[str, str], ...] = ()
        words = ident = ""
        for name, value in attributes:
            if name in _MATTER:
                if name == "class":
                    words = value or ""
                elif name == "id":
                    ident = value or ""
                else:
                    said = (*said, _HREF if name == "href" else (name, value or ""))
        if ident:
            ident = self._ident(ident)
        if words:
            known = self._words.get(words)
            words = self._asked(words) if known is None else known
        path_of = self._path_of
        place = (path_of[self._parents[row]], tag, ident, words)
        found = self._paths.get(place) or self._path(place, row)
        path, _, _, maybe, needs = found
        path_of[row] = path
        memory: dict[Any, Any] = state.next
        key: Any = (path, said) if said else path
        more = _NO_RULES
        if maybe and (more := self._tried(maybe, needs, row, attributes)):
            key = (path, said, tuple(map(itemgetter(1), more)))
        taken = memory.get(key)
        if taken is None:
            taken = memory[key] = self._stepped(state, tag, said, found, more)
        return taken

    def _stepped(self, state: State, tag: str, said: tuple[tuple[str, str], ...], path: _Path, more: tuple[Rule, ...]) -> Step:
        """What a state becomes on a path: a state of its own, but worked out only where no equal state has met the same rules on another path."""
        memory: dict[Any, Any] = state.next
        shared = memory.setdefault(_SHARED, {})
        key = (tag, said, path[2], tuple(map(itemgetter(1), more)) if more else ())
        known = shared.get(key)
        if known is None:
            matched = path[1]
            joined = self._joined(matched, more) if matched or more else matched
            inner, kind = step(state, tag, dict(said), joined, self._variables)
            shared[key] = (None if inner is state else inner, kind)
            return inner, kind
        inner, kind = known
        if inner is None:
            return state, kind
        fresh = copy(inner)
        fresh.next[_SHARED] = inner.next.setdefault(_SHARED, {})
        return fresh, kind

    def _add(self, found: list[Rule]) -> None:
        if _fast is None:
            self._add_one_by_one(found)
        else:
            _fast.add(found, self._index, self._names, self._spellings, _key)
        for rule in sorted([rule for rule in found if rule.variables], key=itemgetter(0, 1)):
            self._variables.update(rule.variables)

    def _add_one_by_one(self, found: list[Rule]) -> None:
        for rule in found:
            self._index.setdefault(_key(rule.selector.compounds[0]), []).append(rule)
            for part in rule.selector.compounds:
                for name, operator, value in part.attributes if rule.by_path else ():
                    if (operator, value) not in self._spellings[name]:
                        self._spellings[name].append((operator, value))
                self._names.update(part.classes)
                if part.ident:
                    self._names.add("#" + part.ident)

    def _ident(self, ident: str) -> str:
        """What of an id some rule asks for."""
        asked = ident if "#" + ident in self._names else ""
        return asked + self._spelt("id", ident) if self._spellings["id"] else asked

    def _asked(self, words: str) -> str:
        """What of a class attribute some rule asks for."""
        names = self._names.intersection(words.split())
        known = " ".join(sorted(names)) if names else ""
        if self._spellings["class"]:
            known += self._spelt("class", words)
        self._words[words] = known
        return known

    def _spelt(self, name: str, value: str) -> str:
        """Which tests of the spelling of an attribute it passes, as words that no page has: paths differ where such a rule tells them apart."""
        spellings = self._spellings[name]
        self._work -= len(spellings)
        if self._work <= 0:
            return ""
        return "".join([f" \0{operator}{want}" for operator, want in spellings if passes(operator, value, want)])

    def _path(self, place: tuple[int, str, str, str], row: int) -> _Path:
        """A path that is met for the first time: its number, the rules that match on it, the number of their set, and rules to try on the element."""
        above = self._around[place[0]] if place[0] >= 0 else _NOTHING
        names = place[1:]
        own = self._own.get(names)
        if own is None:
            own = self._own[names] = self._own_rules(*names)
        matched, number, maybe = own.matched, own.number, _NO_RULES
        depends = own.depends if place[0] >= 0 else (*own.depends, *self._index.get(_ROOT, ()))
        if depends:
            sure, maybe = self._candidates(depends, row, above)
            self._work -= len(matched) if sure else 0
            if sure and self._work > 0:
                matched, number = self._set(sorted((*matched, *sure), key=itemgetter(0, 1)))
        needs = frozenset([rule.needs for rule in maybe]) if maybe else _NOTHING
        path = self._paths[place] = (len(self._around), matched, number, maybe, needs)
        self._around.append(_with_own(above, own.names))
        return path

    def _set(self, matched: list[Rule]) -> tuple[tuple[Rule, ...], int]:
        """A set of rules, kept once however many paths have it, and its number."""
        return self._sets.setdefault(tuple(map(itemgetter(1), matched)), (tuple(matched), len(self._sets)))

    def _own_rules(self, tag: str, ident: str, words: str) -> _Own:
        """The rules that an element's own names let through: those that match, and those that also ask for what is around it, or for attributes."""
        classes = frozenset(words.split())
        ident = ident.partition(" ")[0]
        keys = [("", ""), ("", tag)] + ([("#", ident)] if ident else []) + [(".", word) for word in sorted(classes)]
        plain: list[Rule] = []
        depends: list[Rule] = []
        for key in keys:
            rules = self._index.get(key, _NONE)
            self._work -= len(rules)
            for rule in rules if self._work > 0 else _NONE:
                compound = rule.selector.compounds[0]
                if (compound.tag and compound.tag != tag) or (compound.ident and compound.ident != ident) or not classes.issuperset(compound.classes):
                    continue
                (plain if rule.plain else depends).append(rule)
        matched, number = self._set(sorted(plain, key=itemgetter(0, 1)))
        return _Own(matched, number, tuple(depends), self._names.intersection([*classes, "#" + ident]))

    def _candidates(self, depends: tuple[Rule, ...], row: int, above: frozenset[str] | None) -> tuple[list[Rule], tuple[Rule, ...]]:
        """Of rules that depend on more than an element's own names: those that match every element of its path, and those to try on each."""
        sure, maybe = [], []
        matches = self.matcher.matches
        self._work -= len(depends)
        for rule in depends if self._work > 0 else _NONE:
            if above is not None and not above.issuperset(rule.asks):
                continue
            if not rule.by_path:
                maybe.append(rule)
            elif matches(rule.selector, row):
                sure.append(rule)
        return sure, tuple(maybe)

    def _tried(self, maybe: tuple[Rule, ...], needs: frozenset[str], row: int, attributes: Attributes) -> tuple[Rule, ...]:
        """Those rules that match this very element."""
        if "" not in needs:
            for name, _ in attributes:
                if name in needs:
                    break
            else:
                return _NO_RULES
        self._work -= len(maybe)
        if self._work <= 0 or self.matcher.budget <= 0:
            return _NO_RULES
        names = {name for name, _ in attributes}
        matches = self.matcher.matches
        return tuple([rule for rule in maybe if (not rule.needs or rule.needs in names) and matches(rule.selector, row)])

    def _joined(self, matched: tuple[Rule, ...], more: tuple[Rule, ...]) -> tuple[Rule, ...]:
        """All rules of an element, the strongest last."""
        self._work -= len(matched) + len(more)
        if self._work <= 0:
            return _NO_RULES
        return tuple(sorted((*matched, *more), key=itemgetter(0, 1))) if more else matched


def _key(compound: Compound) -> tuple[str, str]:
    """Under what name a rule is found that asks this of the element itself; :root, which every page's variables stand in, is asked of one element."""
    if compound.pseudos and ("root", None) in compound.pseudos:
        return _ROOT
    return ("#", compound.ident) if compound.ident else (".", compound.classes[0]) if compound.classes else ("", compound.tag)


def _with_own(above: frozenset[str] | None, own: set[str]) -> frozenset[str] | None:
    """The names of a path and of one more element; the same object where that adds none, so that long paths cost little."""
    if above is None or above.issuperset(own):
        return above
    return above | own if len(above) < MOST_AROUND else None


def _sheet_rules(page: Page) -> list[Rule]:
    texts = list(_sheet_texts(page.tree, page.stylesheets))
    if not texts:
        return []
    words = vocabulary(page.tree)
    found: list[Rule] = []
    for text in texts:
        found += rules(text, words, len(found))
    return _without_blockers(found)


def _without_blockers(found: list[Rule]) -> list[Rule]:
    """Without the lists of advertisement blockers saved with many a page: hundreds of selectors of nothing but [class^=...] and [id*=...]."""
    loose = [rule for rule in found if not any(rule.selector.compounds[0][:3]) and rule.selector.compounds[0].attributes]
    if len(loose) <= MOST_LOOSE:
        return found
    orders = {rule.order for rule in loose}
    return [rule for rule in found if rule.order not in orders]


def _sheet_texts(tree: Tree, handed_over: Mapping[str, str]) -> list[str]:
    """The page's sheets in document order: <style> elements, and those <link>s whose CSS the caller handed over."""
    found: list[tuple[int, str]] = []
    tags, parents = tree.tags, tree.parents
    for row in rows_of(tags, "style")[0]:
        inside = row + 1
        if inside == len(tags) or parents[inside] != row or tags[inside]:  # empty, or with elements in it, as an <svg>'s may be
            continue
        if tags[parents[row]] not in ("noscript", "template") and _is_css(tree, row):
            found.append((row, tree.data[inside]))
    last: dict[str, int] = {}  # a sheet that is linked to again and again is read once
    for row in rows_of(tags, "link")[0] if handed_over else ():
        href = tree.attribute(row, "href") or ""
        if handed_over.get(href) and "alternate" not in (tree.attribute(row, "rel") or "").lower() and _is_css(tree, row):
            last[href] = row
    found += [(row, handed_over[href]) for href, row in last.items()]
    return [css for _, css in sorted(found)]


def _is_css(tree: Tree, row: int) -> bool:
    return (tree.attribute(row, "type") or "text/css").strip().lower() == "text/css" and media_applies(tree.attribute(row, "media") or "")
