"""The names that a page uses: its classes, ids, tags and attributes, and whether a selector could match anything among them.

Most rules of a style sheet are about other pages. A rule is asked about in the order of cost: first its selector as text (`has`), then, where that
passes, what the compiled selector asks for, with the tests of its attributes (`has_all`). Neither ever says no to a selector that matches something.
"""

from __future__ import annotations

import re
from itertools import chain, compress
from typing import Any, NamedTuple

from rubricate.compiled import twin
from rubricate.segments.selectors import PASSED_OVER, PSEUDOS, Selector, last_key
from rubricate.types import Tree

__all__ = ["Tests", "Vocabulary", "kept", "vocabulary", "wanted"]

Tests = tuple[tuple[str, str, str], ...]
"""Tests of attributes: name, operator, value."""

_NAMES = re.compile(r"[.#][^\s.#:>+~,*]+")
_INSIDE = re.compile(r"\[[^\]]*\]?|\([^)]*\)?")
_UNREAD = re.compile(rf":(?!{'|'.join(sorted(PSEUDOS))})", re.IGNORECASE)
_WITHIN = {"=": "\n{}\n", "~=": "{}", "|=": "\n{}", "^=": "\n{}", "$=": "{}\n", "*=": "{}"}
"""How a test of an attribute looks in the list of all values, a line each: a value that passes the test holds this."""
_fast = twin("segments._sheets")


class Vocabulary(NamedTuple):
    """The classes ('.a'), ids ('#i'), tags and names of attributes of a page, and all values of class and id, a line each; made by `kept`."""

    names: set[str]
    tags: frozenset[str]
    attributes: set[str]
    values: dict[str, str]
    scanner: Any  # the same names and tags as the compiled twin of `has` keeps them; None where there is no twin

    def has(self, text: str) -> bool:
        """A cheap look: whether a selector, still as text, could match anything here."""
        if "[" in text or "(" in text:
            if PASSED_OVER.search(text):
                return False
            if "\\" not in text:
                text = _INSIDE.sub("", text)
        if "\\" in text:
            return True
        if ":" in text and _UNREAD.search(text):
            return False
        first = _NAMES.search(text)
        if first:  # most rules fail by their first name
            return first[0] in self.names and self.names.issuperset(_NAMES.findall(text, first.end()))
        sign, name = last_key(text.strip())
        return bool(sign) or name == "*" or name.lower() in self.tags

    def has_all(self, names: tuple[str, ...], tags: tuple[str, ...], tests: Tests) -> bool:
        """Whether the page has all of these names, tags and attributes (`wanted`)."""
        return self.names.issuperset(names) and self.tags.issuperset(tags) and (not tests or all(self._has_value(*test) for test in tests))

    def _has_value(self, name: str, operator: str, value: str) -> bool:
        if name not in self.attributes:
            return False
        values = self.values.get(name)
        return values is None or not operator or "\n" in value or _WITHIN[operator].format(value) in values


def wanted(selector: Selector) -> tuple[tuple[str, ...], tuple[str, ...], Tests]:
    """The classes ('.a') and ids ('#i'), the tags and the tests of attributes that a selector asks for."""
    names = ["." + name for compound in selector.compounds for name in compound.classes]
    names += ["#" + compound.ident for compound in selector.compounds if compound.ident]
    tags = tuple([compound.tag for compound in selector.compounds if compound.tag])
    return tuple(names), tags, tuple([test for compound in selector.compounds for test in compound.attributes])


def vocabulary(tree: Tree) -> Vocabulary:
    """The names that a page uses."""
    classes, ids, attributes, tags = _words_of(tree.tags, tree.data) if _fast is None else _fast.words_of(tree.tags, tree.data)
    values = {"class": classes, "id": ids}
    attributes.update(name for name, found in values.items() if found)
    names = {"." + name for name in set(" ".join(classes).split())}
    names.update(["#" + name for name in ids if name])
    lines = {name: "\n".join(["", *found, ""]) for name, found in values.items()}
    return kept(names, tags, attributes, lines)


def kept(names: set[str], tags: frozenset[str], attributes: set[str], values: dict[str, str]) -> Vocabulary:
    """A vocabulary of these names, with what its compiled twin makes of them."""
    return Vocabulary(names, tags, attributes, values, _fast.Scanner(names, tags) if _fast is not None else None)


def _words_of(tags: list[str], data: list[Any]) -> tuple[dict[str, None], dict[str, None], set[str], frozenset[str]]:
    """The different values of class and id, in order, the names of the other attributes of all elements, and all tags."""
    classes: dict[str, None] = {}
    ids: dict[str, None] = {}
    attributes: set[str] = set()
    for name, value in chain.from_iterable(compress(data, tags)):
        if name == "class":
            classes[value or ""] = None
        elif name == "id":
            ids[value or ""] = None
        else:
            attributes.add(name)
    return classes, ids, attributes, frozenset(tags)
