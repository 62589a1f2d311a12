"""The compiled twins of the walk, the cascade and the sheets give the same lines, the same states, shared alike, and the same rules as the Python."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hostile import GROWING, ODD, mutated
from rubricate import segments, types
from rubricate.compiled import twin
from rubricate.errors import PageError
from rubricate.page import read, rows
from rubricate.segments import cascade, declarations, sheets, states, vocabulary
from rubricate.segments.selectors import Compound, Matcher, Selector
from rubricate.types import Attributes, Page, Segments, State, Tree

walk: Any = import_module("rubricate.segments.walk")
MODULES = (walk, rows, cascade, sheets, vocabulary)
FIELDS = [name for name in State.__slots__ if name != "next"]
PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
MANY = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

pytestmark = pytest.mark.skipif(
    any(twin(name) is None for name in ("segments._declarations", "segments._look", "segments._walk", "segments._selectors", "segments._sheets")),
    reason="the twins are not built: python setup.py build_ext --inplace",
)

TAGS = (
    "p div span b a sub sup h1 h3 ul ol li table td th dl dt dd pre code blockquote nav form label font option br img noscript svg template x-y"
    " html math mi"
)
ATTRIBUTES = (
    "|hidden|hidden=until-found|class=a|class='a b'|class=' b\tc '|class|id=i|id='i j'|href=/x|href=/x class=a|role=tooltip|role=heading aria-level=3"
    "|role=navigation|aria-hidden=TRUE|align=center|lang=de|lang|size=5 color=red|data-x=abc|style='display:none'|style='display:block;color:#123'"
    "|style='white-space:pre'|style='white-space:pre-line'|style='font:italic bold 2em/3 x'|style='margin:1em 2px;text-indent:3px!important'"
    "|style='visibility:visible'|style='VISIBILITY : Hidden'|style='position:absolute;left:-9999px'|style='font-size:calc(1px);font-size:var(--s)'"
    "|style=';;:;a;color:;color:blue ! important'|shadowrootmode=open|style='opacity:0;left:3px'|aria-hidden=true"
)
SELECTORS = (
    "p|.a|.b|#i|*|html|:root|.a.b|p.a|div p|ul > li|.a .b|#i .a|div > .a > b|p + p|b ~ i|p:first-child|:root .a|.a:not(.b)|p:not([lang])|[lang]"
    "|[class]|[class^=a]|[class*='b ']|[id=i]|[data-x|=abc]|[data-x$=c]|a[href]|a:link|.none|.a .none|#none p|p:hover|p::before|.a\\:b|.É|td,.a|,p"
    "|[title] .a|[ALT=x] p|.a[data-x].b|div:not(.a)b|.a>.b|p:LAST-CHILD|.|. a|p.|p\x0b.a|h1#i.a[lang]:first-child|x-y *|[lang][data-x]|:not(p)"
)
BLOCKS = (
    "color:red|display:none|display:block|visibility:hidden|visibility:visible|font-size:2em|FONT-SIZE:50%!IMPORTANT|font:bold 12px/1 x"
    "|margin-left:1em|margin:0|white-space:pre|text-align:center|text-transform:uppercase|opacity:0|left:1px|left:-999px;position:fixed"
    "|--s:3em;--t:var(--s)|font-size:var(--s)|background:url(x)|clip:rect(0,0,0,0);position:absolute|color:red;color:blue;color:#ABCDEF!important|text-decoration:underline"
    "||;|:|colour:red|content:'é';float:left|text-indent:-9999px|font-weight:900;font-style:italic|border-color:red;opacity:1"
)
WORDS = st.sampled_from(
    [
        "Word", "X", "12", "word", "two words", " ", "\n", "a\n\nb", " x ", "é中",
        "\xa0", "a\xa0b", "\u3000x", "\u200b", "😀 ", "", "x\n y\n z\t", "\x1c",
    ]
)  # fmt: skip
AROUND = (
    "@media print{{{}}}|@media screen and (min-width:1px){{{}}}|@supports (x){{{}}}|/* {} */|<!-- {} -->|@import 'x';{}|}}{}|{}{{|p{{color:red;{}}}"
    "|@font-face{{{}}}|é{}|😀{}|/*{}"
)


@st.composite
def a_rule(draw: st.DrawFn) -> str:
    chosen = draw(st.lists(st.sampled_from(SELECTORS.split("|")), min_size=1, max_size=3))
    block = ";".join(draw(st.lists(st.sampled_from(BLOCKS.split("|")), max_size=3)))
    between, brace = draw(st.sampled_from([",", ", ", " "])), draw(st.sampled_from(["{", " {", "\n{"]))
    close = draw(st.sampled_from(["}", "}", "}\n", ""]))
    return draw(st.sampled_from(["{}"] * 6 + AROUND.split("|"))).format(between.join(chosen) + brace + block + close)


@st.composite
def nested(draw: st.DrawFn, children: st.SearchStrategy[list[str]]) -> str:
    tag, attributes = draw(st.sampled_from(TAGS.split())), draw(st.sampled_from(ATTRIBUTES.split("|")))
    return f"<{tag} {attributes}>{''.join(draw(children))}" + (f"</{tag}>" if draw(st.integers(0, 5)) else "")


SHEETS = st.lists(a_rule(), max_size=12).map("".join)
BODIES = st.lists(st.recursive(WORDS, lambda inner: nested(st.lists(inner, max_size=5)), max_leaves=40), max_size=6).map("".join)


@contextmanager
def pure() -> Iterator[None]:
    """Without the twins."""
    with ExitStack() as stack:
        for module in MODULES:
            stack.enter_context(mock.patch.object(module, "_fast", None))
        stack.enter_context(mock.patch.object(sheets, "_faster", None))
        stack.enter_context(mock.patch.object(walk, "_applied", declarations.apply))
        sheets._compiled.cache_clear()  # what a twin made is remembered there
        yield
    sheets._compiled.cache_clear()


def facts(found: Segments) -> tuple[object, ...]:
    """All columns; of states, their fields and which lines share one."""
    first: dict[int, int] = {}
    shared = [first.setdefault(id(state), index) for index, state in enumerate(found.state)]
    looks = [tuple([getattr(state, name) for name in FIELDS]) for state in found.state]
    return found.text, found.block, found.runs, found.begins, found.bold, found.linked, found.italic, found.images, shared, looks


def same(data: bytes | str) -> None:
    try:
        page = read(data)
    except PageError:
        return
    found = facts(segments.of(page)), facts(walk.walk(page, noscript=True))
    with pure():
        assert (facts(segments.of(page)), facts(walk.walk(page, noscript=True))) == found


@pytest.mark.parametrize("end", ["\n", "\n\n"])
@pytest.mark.parametrize("tag", ["pre", "div"])
def test_very_many_lines(tag: str, end: str) -> None:
    same(f"<{tag} style='white-space:pre-wrap'>" + end.join(map(str, range(20_000))) + "<b>x</b>\n\ny")
    same(f"<{tag} style='white-space:pre-wrap'>" + end.join(map(str, range(200_000))) + "<b>x</b>\n\ny<img>")


def test_constants_are_the_same() -> None:
    for name, value in {**twin("segments._look").AS_C, **twin("segments._walk").AS_C}.items():
        assert getattr(states if hasattr(states, name) else types, name) == value, name


def test_fields_stand_where_the_twin_reads_them() -> None:
    for made in (sheets.Rule, sheets._Asker, Selector, Compound):
        for fast in (twin("segments._look"), twin("segments._sheets")):
            for name, place in fast.PLACES.get(made.__name__, {}).items():
                assert made._fields.index(name) == place, (made, name)


def test_any_property_may_be_read() -> None:
    """Whatever it begins with: what the twin knows of properties comes from their list."""
    fast = twin("segments._sheets")
    made = fast.Properties(frozenset({"zoom", "-moz-x", "left"}), re.compile("zoom|moz").search)
    block = "Zoom:1;-moz-X:2;-moz-y:3;color:red;--c:4;left:5;z:6;-:7"
    assert [(name, value) for name, value, _ in fast.declarations(block, made)] == [("zoom", "1"), ("-moz-x", "2"), ("--c", "4"), ("left", "5")]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_our_pages(path: Path) -> None:
    data = path.read_bytes()
    same(data)
    for seed in range(5):
        same(mutated(data, seed))


@pytest.mark.parametrize("name", GROWING)
def test_hostile_pages(name: str) -> None:
    for size in (300, 5_000, 40_000):
        same(GROWING[name](size))


@pytest.mark.parametrize("name", ["same rules", "descendants", "many matches", "rules and elements"])
def test_pages_that_use_up_their_share(name: str) -> None:
    same(GROWING[name](400_000))


@pytest.mark.parametrize("name", ODD)
def test_odd_pages(name: str) -> None:
    same(ODD[name])


@MANY
@given(SHEETS, BODIES)
@example("*{visibility:hidden}.a{visibility:visible}", "<p>x<b class=a>y</b>z")
@example("[lang] *{color:red}", "<html lang=de><p lang>x")
def test_made_pages(css: str, body: str) -> None:
    same(f"<style>{css}</style>{body}")
    same(body)


@pytest.mark.parametrize("looks", [0, 1, 5, 20, 60, 150, 400])
@pytest.mark.parametrize("steps", [0, 1, 7, 40, 200])
def test_every_look_and_step_is_counted_alike(looks: int, steps: int) -> None:
    """Where a page has used up its share is where it ends to look as it says: both ways end at the same element."""
    rules = (
        ".a{color:red}.b p{font-size:2em}#i>p{margin:1em}[lang]{display:block}p+p{font-weight:bold}"
        "[class*=c] b{color:blue}.a .b .c{float:left}*{padding:1px}"
    )
    piece = "<div class='a c{n}' id=i{m}><p lang=x>one<b>two</b><p class='b c'>three<p id=i>four <i class=c>five</i></div>"
    body = "".join(piece.replace("{n}", str(n)).replace("{m}", str(n % 3)) for n in range(12))

    def matcher(tree: Tree) -> Matcher:
        made = Matcher(tree)
        made.budget = steps
        return made

    with mock.patch.multiple(cascade, LOOKS=looks, LOOKS_A_ROW=0, Matcher=matcher):
        same(f"<style>{rules}</style><body class=b id=i>{body}")


class Borrowed:
    """A look that is not the cascade's own, as a browser's is not."""

    def __init__(self, page: Page) -> None:
        self._look = cascade.cascade(page)
        self.root, self.plain = self._look.root, self._look.plain

    def enter(self, state: State, row: int, tag: str, attributes: Attributes) -> Any:
        return self._look.enter(state, row, tag, attributes)


@MANY
@given(SHEETS, BODIES)
def test_a_look_of_somebody_else(css: str, body: str) -> None:
    page = read(f"<style>{css}</style>{body}")
    found = facts(walk.walk(page, look=Borrowed(page)))
    assert found == facts(walk.walk(page))
    with pure():
        assert found == facts(walk.walk(page, look=Borrowed(page)))


@MANY
@given(SHEETS, BODIES)
def test_rules(css: str, body: str) -> None:
    tree = read(body).tree
    words = vocabulary.vocabulary(tree)
    found = sheets.rules(css, words, 3)
    asked = list(sheets._asked(css, words))
    with pure():
        plain = vocabulary.vocabulary(tree)
        assert plain == words._replace(scanner=None)
        assert list(sheets._asked(css, plain)) == asked
        assert sheets.rules(css, plain, 3) == found


SIGNS = st.text(alphabet="ab.#:>+~ ,*[]()\\-_=\"'\t\n\r\x0b\x1c@{};/!<éſK1", max_size=24)


MARKS = st.sampled_from([".a", "#i", ":not", ":Root", "[style", "[ href ", "p", "=x]", ")", "{color:red}", "::", ":first-child"])


@MANY
@given(st.lists(st.one_of(SIGNS, MARKS)).map("".join))
def test_signs_in_any_order(css: str) -> None:
    words = vocabulary.kept({".a", ".b", "#a", "#i", ".aa", ".-a"}, frozenset({"a", "p", "b"}), set(), {})
    asked = list(sheets._asked(css, words))
    with pure():
        assert list(sheets._asked(css, words)) == asked


@MANY
@given(st.lists(st.one_of(SIGNS, st.sampled_from(BLOCKS.split("|"))), max_size=8).map(";".join))
def test_declarations(block: str) -> None:
    words = vocabulary.kept({".a"}, frozenset({"p"}), set(), {})
    found = list(sheets.declarations(block)), list(sheets._asked(f"p{{{block}}}", words))
    with pure():
        assert (list(sheets.declarations(block)), list(sheets._asked(f"p{{{block}}}", words))) == found


PARTS = st.sampled_from(["p", "Div", "*", ".a", "#i", ".b-c_1", " ", "  ", ">", " > ", "+", "~", ".", "#", "", "html", "body", "9", "-"])


@MANY
@given(st.one_of(st.lists(PARTS, max_size=30).map("".join), SIGNS, st.sampled_from(SELECTORS.split("|"))))
@example("a" + " a" * 11)
@example("a" + " a" * 12)
@example("#i#j.a.a")
@example("*.a>B~#i")
def test_selectors(text: str) -> None:
    """What the twin says of a selector is the same in all its fields; it is asked of what stands between white space, as all selectors are."""
    text = text.strip()
    found = twin("segments._selectors").asker(text, sheets._Asker)
    if found is not NotImplemented:
        plain = sheets._read(text)
        assert found == plain
        assert list(map(type, found or ())) == list(map(type, plain or ()))


VALUES = st.one_of(
    st.sampled_from(
        "none|hidden|collapse|visible|absolute|inherit|unset|initial|bold|bolder|900|9999|12345|italic 12px x|oblique|uppercase|start|-webkit-center"
        "|pre|nowrap|underline|#abc|#abcd|#12345|#abcdef|#abcdef0|#ggg|#abc\n|red|rgb(1,2,3)|currentcolor|larger|smaller|xx-large|var(--a)"
        "|var(--b, 2em)|1px var(--a)|rect(0,0)|-9999px|1px 2px 3px 4em|0|٣px".split("|")
    ),
    st.from_regex(r"[+-]?[0-9]{0,10}(\.[0-9]{0,10})?(px|em|rem|%|pt|cm|x|vw|\n| )?", fullmatch=True),
    st.text(alphabet="0123456789.+-#%aemprx \n", max_size=8),
)


@MANY
@given(st.dictionaries(st.sampled_from(sorted(sheets.PROPERTIES)), VALUES, max_size=6), st.sampled_from(["", "size", "indent"]))
def test_what_declarations_say(declared: dict[str, str], changed: str) -> None:
    state, said, slowly = states.top(), {changed: 7.3} if changed else {}, {changed: 7.3} if changed else {}
    state.size, state.rem, state.indent, state.underline, state.weight, state.color = 17.3, 15.1, 3.7, True, 300, "#123456"
    variables = {"--a": "3.3em", "--b": "var(--a)"}
    twin("segments._declarations").apply(state, said, declared, variables)
    declarations.apply(state, slowly, declared, variables)
    assert repr(said) == repr(slowly)


def test_braces_are_counted_alike() -> None:
    words = vocabulary.kept({".a"}, frozenset({"p"}), set(), {})
    css = "p{color:red}" * 10 + "}}}" + ".a{margin:0}" * 5 + "p{unclosed"
    for most in range(20):
        with mock.patch.object(sheets, "MOST_BRACES", most):
            asked = list(sheets._asked(css, words))
            with pure():
                assert list(sheets._asked(css, words)) == asked


@pytest.mark.parametrize("parents", [[-1, 5], [-1, 1], [-1, -2], [3, 0]])
def test_a_tree_that_is_none_is_refused(parents: list[int]) -> None:
    page = Page("", Tree(["p", "b"], [(), ()], parents))
    with pytest.raises(ValueError, match="which is not open"):
        walk.walk(page)


def test_deep_pages_are_let_go_on_a_small_stack() -> None:
    """Paths and states of elements in elements hold each other in long chains."""
    done: list[int] = []

    def work() -> None:
        pieces = ("<ul class=a>", "<div class=a style='margin-left:1px;font-size:101%'>")
        done.extend(len(segments.of(read(f"<style>.a .a{{padding-left:1px}}</style>{piece * 60_000}x"))) for piece in pieces)

    size = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=work)
        thread.start()
    finally:
        threading.stack_size(size)
    thread.join()
    assert done == [1, 1]
