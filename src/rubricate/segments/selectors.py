"""CSS selectors: compiled once, matched against rows of the tree from right to left.

What is understood: type, class, id, attribute tests, the combinators ' ' > + ~, :first-child, :last-child, :not(...) of one compound, :root, :link.
A selector with anything else (hover, nth-child, pseudo-elements, ...) is not compiled: as if its rule were not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rubricate.types import Tree

__all__ = ["PASSED_OVER", "PSEUDOS", "Compound", "Matcher", "Selector", "compile_selector", "last_key", "passes"]

_NAME = r"(?:[a-zA-Z0-9_\-]|[^\x00-\x7f]|\\.)+"  # no two branches share a character, so there is nothing to try twice
_PART = re.compile(
    rf"(?P<tag>{_NAME}|\*)|\#(?P<id>{_NAME})|\.(?P<class>{_NAME})"
    rf"|\[\s*(?P<attr>{_NAME})\s*(?:(?P<op>[~|^$*]?=)\s*(?:\"(?P<dq>[^\"]*)\"|'(?P<sq>[^']*)'|(?P<bare>[^\]\s]+))\s*[is]?\s*)?\]"
    rf"|:(?P<pseudo>[\w-]+)(?:\((?P<inside>[^()]*)\))?"
)
_KEY = re.compile(rf"(?:[a-zA-Z][\w-]*|\*)?(?:([.#])({_NAME}))?")
_ENDS = str.maketrans(">+~\t\n\r\f", "       ")
_PLAIN = re.compile(r"[\w\-.#* >+~]+", re.ASCII)
_SIMPLE = re.compile(r"([a-zA-Z0-9_\-]+|\*)?((?:[.#][a-zA-Z0-9_\-]+)*)")
_SIGNED = re.compile(r"([.#])([a-zA-Z0-9_\-]+)")
_COMBINED = re.compile(r" *([>+~]) *| +")
_ESCAPE = re.compile(r"\\(.)")
PSEUDOS = frozenset({"first-child", "last-child", "root", "link", "any-link", "not"})
_PASSED_OVER = frozenset(["href", "src", "style", "title", "alt", "onclick", "width", "height", "data-src"])
PASSED_OVER = re.compile(rf"\[\s*(?:{'|'.join(sorted(_PASSED_OVER))})\s*[\]~|^$*=]", re.IGNORECASE)
"""Attributes whose tests are not understood: only the lists of advertisement blockers, saved with many a page, make much of them."""
MOST_COMPOUNDS = 12
MOST_CHARACTERS = 1000
LONG = 256  # characters of an attribute's value
MANY = 32  # attributes of an element


class Compound(NamedTuple):
    """The tests that one element must pass."""

    tag: str
    ident: str
    classes: tuple[str, ...]
    attributes: tuple[tuple[str, str, str], ...]  # name, operator ('' = is there), value
    pseudos: tuple[tuple[str, Compound | None], ...]

    @property
    def simple(self) -> bool:
        """Tag, id and classes decide alone."""
        return not self.attributes and not self.pseudos


_ROOT = Compound("", "", (), (), (("root", None),))


class Selector(NamedTuple):
    """Compounds from right to left; `combinators[i]` stands between compound i and i + 1."""

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: tuple[int, int, int]

    @property
    def simple(self) -> bool:
        """One compound of tag, id and classes."""
        return len(self.compounds) == 1 and self.compounds[0].simple

    @property
    def by_path(self) -> bool:
        """The names, ids and classes of an element and of those around it decide: siblings and other attributes do not."""
        if "+" in self.combinators or "~" in self.combinators:
            return False
        return all(not (attributes or pseudos) or _by_name(attributes, pseudos) for _, _, _, attributes, pseudos in self.compounds)


def _by_name(attributes: tuple[tuple[str, str, str], ...], pseudos: tuple[tuple[str, Compound | None], ...]) -> bool:
    return all(name in ("class", "id") for name, _, _ in attributes) and all(name == "root" for name, _ in pseudos)


def last_key(text: str) -> tuple[str, str]:
    """A cheap look at the end of a selector: ('.', class), ('#', id), ('', tag), or ('', '*') where it is not so plain."""
    if "(" in text or "[" in text:
        return "", "*"
    tail = text.translate(_ENDS).rpartition(" ")[2]
    found = _KEY.match(tail)
    if found is None or not found.end():
        return "", "*"
    return (found[1], found[2]) if found[1] else ("", found[0])


def compile_selector(text: str) -> Selector | None:
    """A compiled selector, or None where it holds something that is not understood."""
    if _PLAIN.fullmatch(text):
        return _plain_selector(text)
    compounds: list[Compound] = []
    combinators: list[str] = []
    position, end = 0, len(text)
    if end > MOST_CHARACTERS:
        return None
    while True:
        compound, after = _compound(text, position)
        if compound is None or after == position or len(compounds) >= MOST_COMPOUNDS:
            return None
        compounds.append(compound)
        if after == end:
            break
        position, combinator = _combinator(text, after)
        combinators.append(combinator)
    specificity = _specificity(compounds)
    if len(compounds) > 1 and compounds[0] == _ROOT and combinators[0] == " ":  # every element but the root stands in it
        del compounds[0], combinators[0]
    compounds.reverse()
    combinators.reverse()
    return Selector(tuple(compounds), tuple(combinators), specificity)


def _plain_selector(text: str) -> Selector | None:
    """A selector of tags, classes and ids alone, as most are: split and looked up, not read character by character."""
    pieces = _COMBINED.split(text)
    compounds = tuple([compound for compound in map(_plain_compound, pieces[::-2]) if compound is not None])
    if len(compounds) <= len(pieces) // 2 or len(compounds) > MOST_COMPOUNDS or len(text) > MOST_CHARACTERS:
        return None
    combinators = tuple([sign or " " for sign in pieces[-2::-2]])
    tags, ids = [compound.tag for compound in compounds], [compound.ident for compound in compounds]
    return Selector(compounds, combinators, (len(ids) - ids.count(""), text.count("."), len(tags) - tags.count("")))


@lru_cache(maxsize=4096)
def _plain_compound(text: str) -> Compound | None:
    found = _SIMPLE.fullmatch(text)
    if not text or found is None:
        return None
    names = _SIGNED.findall(found[2])
    ids = [name for sign, name in names if sign == "#"]
    tag = "" if found[1] in (None, "*") else found[1].lower()
    return Compound(tag, ids[-1] if ids else "", tuple([name for sign, name in names if sign == "."]), (), ())


def _combinator(text: str, position: int) -> tuple[int, str]:
    """The combinator that stands here; a second one is left, so that no compound begins there and the selector is not understood."""
    found, end = " ", len(text)
    while position < end and text[position] in " >+~\t\n\r\f":
        if text[position] in ">+~":
            if found != " ":
                break
            found = text[position]
        position += 1
    return position, found


def _compound(text: str, position: int) -> tuple[Compound | None, int]:
    tag = ident = ""
    classes: list[str] = []
    attributes: list[tuple[str, str, str]] = []
    pseudos: list[tuple[str, Compound | None]] = []
    start, end = position, len(text)
    while position < end and text[position] not in " >+~\t\n\r\f":
        found = _PART.match(text, position)
        if found is None or found.end() == position:
            return None, position
        kind = found.lastgroup
        if found["tag"]:
            if position != start:
                return None, position
            tag = "" if found["tag"] == "*" else found["tag"].lower()
        elif found["id"]:
            ident = _plain(found["id"])
        elif found["class"]:
            classes.append(_plain(found["class"]))
        elif found["attr"]:
            if found["attr"].lower() in _PASSED_OVER:
                return None, position
            value = found["dq"] or found["sq"] or found["bare"] or ""
            attributes.append((found["attr"].lower(), found["op"] or "", value))
        elif kind:
            pseudo = _pseudo(found["pseudo"].lower(), found["inside"])
            if pseudo is None:
                return None, position
            pseudos.append(pseudo)
        position = found.end()
    return Compound(tag, ident, tuple(classes), tuple(attributes), tuple(pseudos)), position


def _pseudo(name: str, inside: str | None) -> tuple[str, Compound | None] | None:
    if name not in PSEUDOS:
        return None
    if name != "not":
        return name, None
    inside = (inside or "").strip()
    compound, end = _compound(inside, 0)
    return None if compound is None or not inside or end != len(inside) else ("not", compound)


def _plain(name: str) -> str:
    return _ESCAPE.sub(r"\1", name) if "\\" in name else name


def _specificity(compounds: list[Compound]) -> tuple[int, int, int]:
    """Ids, classes (with attributes and pseudo-classes), tags; what stands in :not() counts as if it stood outside."""
    ids = classes = tags = 0
    negated = [inside for compound in compounds for _, inside in compound.pseudos if inside is not None]
    for compound in compounds + negated:
        ids += bool(compound.ident)
        classes += len(compound.classes) + len(compound.attributes) + sum(inside is None for _, inside in compound.pseudos)
        tags += bool(compound.tag)
    return ids, classes, tags


_TESTS: dict[str, Callable[[str, str], bool]] = {
    "=": lambda have, want: have == want,
    "~=": lambda have, want: want in have.split(),
    "|=": lambda have, want: have == want or have.startswith(want + "-"),
    "^=": lambda have, want: bool(want) and have.startswith(want),
    "$=": lambda have, want: bool(want) and have.endswith(want),
    "*=": lambda have, want: bool(want) and want in have,
}


def passes(operator: str, have: str, want: str) -> bool:
    """Whether an attribute's value passes a test ('' = it only has to be there)."""
    return not operator or _TESTS[operator](have, want)


class Matcher:
    """Matches selectors against one tree.

    A budget of steps bounds the work: a page that nests deep under thousands of descendant selectors cannot make it quadratic. Where the budget is
    used up, rules with combinators no longer match.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._classes: dict[int, frozenset[str]] = {}
        self._values: dict[int, dict[str, str]] = {}
        self._siblings: tuple[list[int], list[int]] | None = None
        self.budget = 400_000 + 30 * len(tree)  # the most that one of 58 real pages took was 178,000, with 2,436 rows

    def matches(self, selector: Selector, row: int) -> bool:
        """Whether a row passes all of a selector."""
        return self._passes(selector.compounds[0], row) and self._rest(selector, 0, row)

    def _rest(self, selector: Selector, index: int, row: int) -> bool:
        if index == len(selector.combinators):
            return True
        combinator, compound = selector.combinators[index], selector.compounds[index + 1]
        parents = self._tree.parents
        if combinator == ">":
            row = parents[row]
            return row >= 0 and self._passes(compound, row) and self._rest(selector, index + 1, row)
        if combinator == " ":
            row = parents[row]
            while row >= 0 and self.budget > 0:
                if self._passes(compound, row) and self._rest(selector, index + 1, row):
                    return True
                row = parents[row]
            return False
        row = self._before(row)
        while row >= 0 and self.budget > 0:
            if self._passes(compound, row) and self._rest(selector, index + 1, row):
                return True
            if combinator == "+":
                return False
            row = self._before(row)
        return False

    def _passes(self, compound: Compound, row: int) -> bool:
        self.budget -= 1
        if compound.tag and compound.tag != self._tree.tags[row]:
            return False
        if compound.ident and self._value(row, "id") != compound.ident:
            return False
        if compound.classes and not self._classes_of(row).issuperset(compound.classes):
            return False
        for name, operator, value in compound.attributes:
            have = self._value(row, name)
            if have is None:
                return False
            if len(have) > LONG:  # a test that reads so much costs more than a step
                self.budget -= len(have) // 16
                if self.budget <= 0:
                    return False
            if operator and not _TESTS[operator](have, value):
                return False
        return not compound.pseudos or all(self._pseudo(name, inside, row) for name, inside in compound.pseudos)

    def _pseudo(self, name: str, inside: Compound | None, row: int) -> bool:
        if name == "first-child":
            return self._before(row) < 0
        if name == "last-child":
            return self._after(row) < 0
        if name == "root":
            return self._tree.parents[row] < 0
        if inside is not None:
            return not self._passes(inside, row)
        return self._tree.tags[row] == "a" and self._value(row, "href") is not None

    def _value(self, row: int, name: str) -> str | None:
        """An attribute's value; elements with many attributes are read once."""
        attributes = self._tree.data[row]
        if len(attributes) < MANY:
            return self._tree.attribute(row, name)
        known = self._values.get(row)
        if known is None:
            known = self._values[row] = {key: value or "" for key, value in attributes}
        return known.get(name)

    def _classes_of(self, row: int) -> frozenset[str]:
        known = self._classes.get(row)
        if known is None:
            known = self._classes[row] = frozenset((self._tree.attribute(row, "class") or "").split())
        return known

    def _before(self, row: int) -> int:
        return self._neighbours()[0][row]

    def _after(self, row: int) -> int:
        return self._neighbours()[1][row]

    def _neighbours(self) -> tuple[list[int], list[int]]:
        if self._siblings is None:
            count = len(self._tree)
            before, after, last = [-1] * count, [-1] * count, [-1] * (count + 1)
            for row, (tag, parent) in enumerate(zip(self._tree.tags, self._tree.parents, strict=True)):
                if tag:
                    previous = last[parent]
                    before[row] = previous
                    if previous >= 0:
                        after[previous] = row
                    last[parent] = row
            self._siblings = before, after
        return self._siblings
