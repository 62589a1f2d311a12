"""CSS text -> the rules that can matter on one page.

Most of a style sheet says nothing about a given page, and most declarations say nothing about how a line of text looks. So a rule is looked at in the
order of cost: does its block name a property that we read? does its selector end in a class, id or tag that the page has? Only then is it compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast

from rubricate.compiled import twin
from rubricate.segments.selectors import MOST_CHARACTERS, Selector, compile_selector
from rubricate.segments.vocabulary import Tests, Vocabulary, wanted

__all__ = ["PROPERTIES", "Rule", "declarations", "media_applies", "rules"]

PROPERTIES = frozenset((
    "font-size", "font-weight", "font-style", "font", "text-decoration", "text-decoration-line", "color", "text-transform", "text-align", "margin",
    "margin-left", "margin-inline-start", "padding", "padding-left", "padding-inline-start", "text-indent", "display", "visibility", "white-space",
    "float", "position", "clip", "clip-path", "left", "opacity", "content-visibility",
))
_READ = re.compile(r"(?:font|text-(?:dec|tra|ali|ind)|color|margin|padding|display|visib|white-|float|position|clip|--)")
_SHOUTED = re.compile(_READ.pattern, re.IGNORECASE)
_STATEMENTS = re.compile(r"(?:\s*(?:@[^;]*;|<!--|-->))+\s*")
_WIDTH = re.compile(r"\(\s*(min|max)-(?:device-)?width\s*:\s*([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})(px|em|rem)?\s*\)")
_AT_NAME = re.compile(r"@[a-z-]*", re.IGNORECASE)
VIEWPORT = 1280.0
MOST_CSS = 8_000_000
MOST_RULES = 10_000
MOST_BRACES = 400_000

_Parted = tuple[tuple[tuple[str, str, bool], ...], tuple[tuple[str, str], ...]]
_NOTHING_SAID: _Parted = ((), ())
_NO_NAMES: frozenset[str] = frozenset()
_fast = twin("segments._sheets")
_faster = twin("segments._selectors")
_WANTED = _fast and _fast.Properties(PROPERTIES, _READ.search)


class Rule(NamedTuple):
    """One selector with its declarations; later `order` wins among equals."""

    specificity: tuple[int, int, int]
    order: int
    selector: Selector
    declared: tuple[tuple[str, str, bool], ...]  # property, value, important; every property once, or once more as important
    variables: tuple[tuple[str, str], ...] = ()  # custom properties, where the rule is about the whole page
    by_path: bool = True
    plain: bool = False  # nothing but the element's own tag, id and classes decides
    needs: str = ""  # an attribute that the element must have
    asks: frozenset[str] = _NO_NAMES  # classes and (with '#') ids that elements around it must have


def rules(css: str, words: Vocabulary, order: int) -> list[Rule]:
    """The rules of a sheet that can match on a page with these words and name a property that we read, numbered from `order`."""
    css = _uncommented(css[:MOST_CSS])
    if _fast is not None:
        return cast("list[Rule]", _scanned(css, words).rules(words.has_all, _compiled, Rule, order, MOST_RULES, MOST_CHARACTERS))
    found: list[Rule] = []
    has_all = words.has_all
    for texts, parted in _asked(css, words):
        selectors = [asker for asker in map(_asker, texts) if asker is not None and has_all(asker.names, asker.tags, asker.tests)]
        if selectors:
            found += [_rule(asker, order + len(found) + place, *parted) for place, asker in enumerate(selectors)]
            if len(found) > MOST_RULES:
                break
    return found


def _asked(css: str, words: Vocabulary) -> Iterable[tuple[list[str], _Parted]]:
    """Of every block that says something and has a selector that could match on a page: the texts of these selectors, and what it says."""
    return _asked_one_by_one(css, words.has) if _fast is None else cast("Iterable[tuple[list[str], _Parted]]", _scanned(css, words))


def _scanned(css: str, words: Vocabulary) -> Any:
    """The compiled twin of the same, which also makes the rules."""
    return _fast.Asked(css, words.scanner, _WANTED, words.has, _is_read, _without_statements, _at_rule_applies, MOST_BRACES)


def _asked_one_by_one(css: str, has: Callable[[str], bool]) -> Iterator[tuple[list[str], _Parted]]:
    for prelude, block in _blocks(css):
        if "," in prelude:
            texts = [text for text in prelude.split(",") if has(text)]
        elif has(prelude):
            texts = [prelude]
        else:
            continue
        if texts and _is_read(block) and (parted := _parted(block)) != _NOTHING_SAID:
            yield texts, parted


class _Asker(NamedTuple):
    """A selector, and what rules and pages want to know of it."""

    selector: Selector
    names: tuple[str, ...]  # classes ('.a') and ids ('#i'),
    tags: tuple[str, ...]  # tags,
    tests: Tests  # and tests of attributes that it asks for
    by_path: bool
    simple: bool
    needs: str
    asks: frozenset[str]
    whole_page: bool


def _asker(text: str) -> _Asker | None:
    text = text.strip()
    return _compiled(text) if 0 < len(text) <= MOST_CHARACTERS else None  # what is longer is not compiled, and must not be remembered


@lru_cache(maxsize=4096)  # the same frameworks come with page after page
def _compiled(text: str) -> _Asker | None:
    known = NotImplemented if _faster is None else _faster.asker(text, _Asker)
    return _read(text) if known is NotImplemented else known


def _read(text: str) -> _Asker | None:
    selector = compile_selector(text)
    if selector is None:
        return None
    compound = selector.compounds[0]
    needs = compound.attributes[0][0] if compound.attributes else ""
    whole_page = compound.tag in ("html", "body", "") and not (selector.combinators or compound.ident or compound.classes or compound.attributes)
    return _Asker(selector, *wanted(selector), selector.by_path, selector.simple, needs, _asks(selector), whole_page)


def _is_read(block: str) -> bool:
    """Whether a block names a property that we read, or may do so."""
    return bool(_READ.search(block)) or (not block.islower() and bool(_SHOUTED.search(block)))


def _rule(asker: _Asker, order: int, declared: tuple[tuple[str, str, bool], ...], variables: tuple[tuple[str, str], ...]) -> Rule:
    selector, _, _, _, by_path, simple, needs, asks, whole_page = asker
    return Rule(selector.specificity, order, selector, declared, variables if whole_page else (), by_path, simple, needs, asks)


def _asks(selector: Selector) -> frozenset[str]:
    """What must stand in the path of an element for the selector to match: a test that is cheaper than the match."""
    around = selector.compounds[1:]
    if not around or "+" in selector.combinators or "~" in selector.combinators:
        return _NO_NAMES
    return frozenset([name for part in around for name in part.classes] + ["#" + part.ident for part in around if part.ident])


def _parted(block: str) -> _Parted:
    """Properties and custom properties; of the same one, only the last can matter."""
    kept: dict[tuple[str, bool], str] = {}
    variables: dict[str, str] = {}
    for name, value, important in declarations(block):
        if name.startswith("--"):
            variables[name] = value
        else:
            kept.pop((name, important), None)  # it stands where it was said last
            kept[name, important] = value
    return tuple((name, value, important) for (name, important), value in kept.items()), tuple(variables.items())


def declarations(block: str) -> Iterable[tuple[str, str, bool]]:
    """The declarations of a block that we read: property, value in lower case, importance."""
    return _declarations(block) if _fast is None else cast("list[tuple[str, str, bool]]", _fast.declarations(block, _WANTED))


def _declarations(block: str) -> Iterator[tuple[str, str, bool]]:
    for piece in block.split(";"):
        name, colon, value = piece.partition(":")
        if not colon:
            continue
        name = name.strip().lower()
        if name in PROPERTIES or name.startswith("--"):
            value = value.strip().lower()
            important = value.endswith("important") and "!" in value
            if important:
                value = value[: value.rindex("!")].strip()
            if name == "font-size" and "(" in value and "var(" not in value:
                continue  # clamp() and the like often follow a plain size, which says more to us
            if value and len(value) < 500:
                yield name, value, important


def media_applies(query: str) -> bool:
    """Whether a media query list holds for a screen 1280 CSS pixels wide; what is not understood does not apply."""
    return any(_one_query(part.strip()) for part in query.lower().split(",")) if query.strip() else True


def _one_query(query: str) -> bool:
    if query.startswith("not "):
        return not _one_query(query[4:])
    query = query.removeprefix("only ")
    for bound, number, unit in _WIDTH.findall(query):
        pixels = float(number) * (16 if unit in ("em", "rem") else 1)
        if (bound == "min" and pixels > VIEWPORT) or (bound == "max" and pixels < VIEWPORT):
            return False
    rest = _WIDTH.sub("", query).replace("and", " ").split()
    return all(word in ("screen", "all", "(min-width:0)", "(min-width:0\\0)") for word in rest)


def _uncommented(css: str) -> str:
    if "/*" not in css:
        return css
    first, *others = css.split("/*")
    return first + "".join(piece.partition("*/")[2] for piece in others)


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """(selector list, declarations) of every style rule that applies, at-rules resolved; linear in the text."""
    live = [True]  # one entry for every open at-rule: whether rules inside apply
    *pieces, _ = css.split("}", MOST_BRACES)
    commented = "<" in css or "-->" in css
    for piece in pieces:
        prelude, brace, block = piece.partition("{")
        if not brace:
            if len(live) > 1:
                live.pop()
        elif "{" not in block and "@" not in prelude and not (commented and ("<" in prelude or "-->" in prelude)):
            if live[-1]:
                yield prelude, block
        else:
            yield from _nested(piece, live)


def _nested(piece: str, live: list[bool]) -> Iterator[tuple[str, str]]:
    """The rules of a piece of a sheet, up to its closing brace, that opens more than one block or an at-rule."""
    *heads, block = piece.split("{")
    prelude, inside = "", False  # a block inside a style rule: its own declarations count, what is nested does not
    for place, head in enumerate(heads):
        last = place == len(heads) - 1
        if inside:
            if live[-1]:
                yield prelude, head.rpartition(";")[0]
            live.append(False)
            inside = False
            if last:
                continue
        prelude = _without_statements(head.strip())
        if prelude.startswith("@"):
            if not last:
                live.append(live[-1] and _at_rule_applies(prelude))
        elif last:
            if live[-1]:
                yield prelude, block
        else:
            inside = True


def _without_statements(head: str) -> str:
    """@import, @charset, <!-- may stand before a rule."""
    if head[:1] in ("@", "<", "-") and (before := _STATEMENTS.match(head)):
        return head[before.end() :]
    return head


def _at_rule_applies(head: str) -> bool:
    return _known_to_apply(head) if len(head) < 200 else _applies(head)


@lru_cache(maxsize=1024)  # every sheet of a site has the same few
def _known_to_apply(head: str) -> bool:
    return _applies(head)


def _applies(head: str) -> bool:
    name = _AT_NAME.match(head)[0].lower()  # type: ignore[index]
    rest = head[len(name) :]
    if name == "@media":
        return media_applies(rest)
    return name in ("@supports", "@layer", "@document") and "not" not in rest.lower()
