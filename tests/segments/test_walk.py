"""Which nodes make one line: hand-made pages, known answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubricate.segments.walk import most_lines
from rubricate.types import AFTER_BR, BLOCK_START, IN_PRE, Segments

Lines = Callable[..., list[str]]
Cut = Callable[..., Segments]
CLIPPED = "style='position:absolute;clip:rect(0,0,0,0)'"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", []),
        ("<p>", []),
        (" \n\t ", []),
        ("bare", ["bare"]),
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<p>one<p>two", ["one", "two"]),
        ("before<p>in</p>after", ["before", "in", "after"]),
        ("<div>a<div>b</div>c</div>d", ["a", "b", "c", "d"]),
        ("<h1>t</h1>text<h2>u</h2>", ["t", "text", "u"]),
        ("<p>one<br>two<br/>three</p>", ["one", "two", "three"]),
        ("<p>one<br><br><br>two</p>", ["one", "two"]),
        ("<p>one<hr>two", ["one", "two"]),
        ("a<wbr>b", ["ab"]),
        ("a<!-- c -->b", ["ab"]),
    ],
)
def test_blocks_and_breaks_end_a_line(lines: Lines, html: str, expected: list[str]) -> None:
    assert lines(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one <b>two</b> three</p>", "one two three"),
        ("<p>one<b>two</b>three</p>", "onetwothree"),
        ("<p>one<b> two </b>three</p>", "one two three"),
        ("<p>one <b> two </b> three</p>", "one two three"),
        ("<p>one<b> </b>two</p>", "one two"),
        ("<p>one<b></b>two</p>", "onetwo"),
        ("<p>  one\n\t two  </p>", "one two"),
        ("<p><i>  </i>one<i>  </i></p>", "one"),
        ("<p>a <!-- x --> b</p>", "a b"),
        ("<p>a&nbsp;b&#160; c</p>", "a b c"),
        ("<p>(<a href=x>link</a>), <em>so</em>!</p>", "(link), so!"),
        ("<p>H<sub>2</sub>O</p>", "H2O"),
        ("<p>x&lt;y &amp; &eacute;&#x4e2d;</p>", "x<y & é中"),
        ("<p>a<img alt=pic>b</p>", "ab"),
        ("<p>a <img alt=pic> b</p>", "a b"),
        ("<p>a<input value=v>b</p>", "ab"),
        ("<p><font size=7><center>c</center></font>", "c"),
    ],
)
def test_inline_runs_join_with_the_right_spaces(lines: Lines, html: str, expected: str) -> None:
    assert lines(html) == [expected]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=a>Help</a><a href=b>Contact</a>", "Help Contact"),
        ("<button>Accept all</button><button>Reject</button>", "Accept all Reject"),
        ("<span>Publisher</span><span><b>Houghton</b></span>", "Publisher Houghton"),
        ("<i><span>4.5</span></i><i>12</i>", "4.5 12"),
        ("<span>EUR</span><span>86</span>", "EUR 86"),
        ("<span>Help</span><span>contact</span>", "Helpcontact"),  # the rest of a word, as likely as not
        ("<span>Net<b>Works</b></span>", "NetWorks"),  # one is inside the other
        ("<b>Net</b>Works", "NetWorks"),
        ("<span>T</span><span>HE first words</span>", "THE first words"),  # an initial
        ("<b>10</b><sup>6</sup>", "106"),
        ("<span>x</span><sub>Max</sub>", "xMax"),
        ("<em>word</em><sup><a href=n>1</a></sup>", "word1"),
        ("<b>CO</b><sub><span>2</span></sub>", "CO2"),
        ("<b>H</b><sub><i>2</i></sub><b>O</b>", "H2O"),
        ("<code><span>std</span><span>Vector</span></code>", "stdVector"),
        ("<span>Help,</span><span>Contact</span>", "Help,Contact"),
        ("<span>中文</span><span>中文</span>", "中文中文"),
        ("<kbd>F</kbd><kbd>TAB</kbd>", "F TAB"),
        ("<kbd>Ctrl</kbd>+<kbd>C</kbd>", "Ctrl+C"),
        (f"EUR 5<span {CLIPPED}>price</span>", "EUR 5 price"),  # for screen readers alone
        (f"<b>EUR 5<span {CLIPPED}>EUR 5</span></b>", "EUR 5 EUR 5"),
        (f"<span {CLIPPED}>Price</span>euros", "Price euros"),
        (f"EUR 5<span {CLIPPED}>(old <b>price</b>)</span>.", "EUR 5 (old price)."),
        (f"$19<span {CLIPPED}>.</span><sup>99</sup>", "$19.99"),
        (f"Acme<span {CLIPPED}>(external)</span>’s", "Acme (external)’s"),
    ],
)
def test_elements_side_by_side_whose_words_a_reader_sees_apart(lines: Lines, html: str, expected: str) -> None:
    assert lines(f"<p>{html}</p>") == [expected]


def test_display_of_style_sheets_and_attributes(lines: Lines) -> None:
    assert lines("<style>.b{display:block}</style><p><span class=b>one</span><span class=b>two</span>three</p>") == ["one", "two", "three"]
    assert lines("<p>one<span style='display:block'>two</span></p>") == ["one", "two"]
    assert lines("<p>one<span style='display: FLEX'>two</span></p>") == ["one", "two"]
    assert lines("<p>one <span style='display:inline-block'>two</span></p>") == ["one two"]
    assert lines("<ul><li style='display:inline'>one</li><li style='display:inline'>two</li></ul>") == ["one", "two"]  # a block stays one
    assert lines("<style>br{display:none}</style><p>one <br>two</p>") == ["one two"]


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("<p hidden>x</p>", "hidden"),
        ("<p hidden=until-found>x</p>", ""),
        ("<p style='display:none'>x</p>", "display:none"),
        ("<p style='display:none !important; color:red'>x</p>", "display:none"),
        ("<div style='display:none'><p><b>x</b></p></div>", "display:none"),
        ("<div style='display:none'><p style='display:block'>x</p></div>", "display:none"),
        ("<p aria-hidden=true>x</p>", "aria-hidden"),
        ("<p aria-hidden=false>x</p>", ""),
        ("<p style='visibility:hidden'>x</p>", "visibility:hidden"),
        ("<p style='visibility:collapse'>x</p>", "visibility:hidden"),
        ("<div style='visibility:hidden'><p style='visibility:visible'>x</p></div>", ""),
        ("<div style='display:none'><p style='visibility:visible'>x</p></div>", "display:none"),
        ("<p role=tooltip>x</p>", "tooltip"),
        ("<p style='position:absolute;clip:rect(0,0,0,0)'>x</p>", "clipped"),
        ("<p style='position:absolute; clip: rect(1px, 1px, 1px, 1px)'>x</p>", "clipped"),
        ("<p style='position:absolute;clip-path:inset(50%)'>x</p>", "clipped"),
        ("<p style='position:absolute;left:-9999px'>x</p>", "clipped"),
        ("<p style='position:absolute;left:-5px'>x</p>", ""),
        ("<p style='left:-9999px'>x</p>", ""),
        ("<style>[hidden]{display:none!important}.f{display:flex}</style><p class=f hidden>x</p>", "display:none"),
        ("<style>.f{display:flex}</style><p class=f hidden>x</p>", ""),
    ],
)
def test_hidden_text_says_why(cut: Cut, html: str, why: str) -> None:
    found = cut(html)
    assert found.text == ["x"]
    assert found[0].hidden == why


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>If <span><span style='display:none'><math><mi>A</mi></math></span><img alt=A></span> is square, so</p>", ["If A is square, so"]),
        ("<p>If <math style='display:none'><mi>A</mi></math> is square, so</p>", ["If is square, so", "A"]),
        ("<p>If <span hidden>so <math><mi>A</mi></math></span> is</p>", ["If is", "so A"]),
        ("<div style='display:none'><p>If <span><math><mi>A</mi></math></span> is</p></div>", ["If A is"]),
        ("<div style='display:none'><p>If <span style='display:none'><math><mi>A</mi></math></span> is</p></div>", ["If A is"]),
        ("<div style='display:none'><math><mi>A</mi></math></div><p>If", ["A", "If"]),
        ("<p>If <i><b><math><mi>A</mi></math></b><b aria-hidden=true><b>A</b></b></i> is <b aria-hidden=true>B</b>", ["If A is B"]),
        ("<math><mi>A</mi></math><b aria-hidden=true>B</b>", ["AB"]),
        ("<p>If <span><math style='display:none'><mi>A</mi></math></span> is", ["If is", "A"]),
        ("<p><b><math><mi>A</mi></math></b> is <i aria-hidden=true>not a drawing</i> end", ["A is not a drawing end"]),
        ("<p><b><math><mi>A</mi></math></b><u>is</u> <i aria-hidden=true>none</i> end", ["Ais none end"]),
        ("<div><b><math><mi>A</mi></math></b><p>para</p><div aria-hidden=true>A panel.</div></div>", ["A", "para", "A panel."]),
    ],
)
def test_a_formula_that_a_picture_stands_for(html: str, texts: list[str], lines: Lines) -> None:
    assert lines(html) == texts


def test_hidden_inline_text_leaves_the_visible_line(cut: Cut) -> None:
    found = cut("<p>one <span style='display:none'>secret</span> two <i hidden>also</i>three</p><p>next</p>")
    assert found.text == ["one two three", "secret also", "next"]
    assert [segment.hidden for segment in found] == ["", "display:none", ""]
    assert found.block[0] == found.block[1]


def test_text_for_screen_readers_only_stays_in_its_line(cut: Cut) -> None:
    found = cut("<p>one <span aria-hidden=true>icon</span> two</p>")
    assert found.text == ["one icon two"]
    assert found[0].hidden == ""  # most of it is to be seen


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<pre>a\nb</pre>", ["a\nb"]),
        ("<pre>\na\n\nb\n</pre>", ["a", "b"]),
        ("<pre>a\n   \nb</pre>", ["a", "b"]),
        ("<pre>a\n\t\nb</pre>", ["a", "b"]),
        ("<pre>  a\n    b  \n</pre>", ["  a\n    b"]),
        ("<pre>a <b>b</b>\n<i>c</i></pre>", ["a b\nc"]),
        ("<pre><code>a\n  b</code></pre>", ["a\n  b"]),
        ("<pre>a<br>b</pre>", ["a", "b"]),
        ("<pre>\n\n\n</pre>x", ["x"]),
        ("<p>see <code style='white-space:pre'>f( x )</code>now</p>", ["see f( x )now"]),
        ("<p>see <code style='white-space:pre'>f</code> now</p>", ["see f now"]),
        ("<p>see<code style='white-space:pre'> f</code></p>", ["see f"]),
        ("<pre style='white-space:normal'>a\nb</pre>", ["a b"]),
        ("<xmp><b>a</b></xmp>", ["<b>a</b>"]),
    ],
)
def test_listings(lines: Lines, html: str, expected: list[str]) -> None:
    assert lines(html) == expected


@pytest.mark.parametrize("value", ["pre", "pre-wrap", "pre-line", "break-spaces"])
def test_line_breaks_that_css_keeps_end_a_line(cut: Cut, value: str) -> None:
    found = cut(f"<div style='white-space:{value}'>one  two\n<b>three</b> four\n\nfive</div>")
    assert found.text == ["one two", "three four", "five"]
    assert found.begins == [BLOCK_START, IN_PRE, IN_PRE]
    assert cut(f"<div style='white-space:{value}'><p style='white-space:nowrap'>one\ntwo</p></div>").text == ["one two"]


@pytest.mark.parametrize(("before", "end"), [("<div style='white-space:pre-line'>", "\n"), ("<pre>", "\n\n")])
def test_after_very_many_lines_line_breaks_end_none(cut: Cut, before: str, end: str) -> None:
    words = [f"w{number}" for number in range(20_000)]
    found = cut(before + end.join(words) + "<p>last</p>")
    most = most_lines(found.page)
    assert most <= len(found.text) <= most + 2 < 20_000
    assert " ".join(found.text).split() == [*words, "last"]  # nothing is lost
    assert found.text[:2] == words[:2]
    assert found.text[-1] == "last"


def test_line_breaks_of_a_listing_are_no_lines(cut: Cut) -> None:
    found = cut("<pre>" + "\n\n".join("one\ntwo\nthree" for _ in range(10_000)))
    assert len(found.text) == 10_000


@pytest.mark.parametrize("end", ["<img src=x>", "<script>1</script>", "<svg></svg>", "<br>", "<i></i>"])
def test_the_last_line_stands_in_its_block(cut: Cut, end: str) -> None:
    found = cut(f"<article><p>a</p><p>b{end}</article>")
    assert [found.page.tree.tags[block] for block in found.block] == ["p", "p"]


def test_how_lines_begin(cut: Cut) -> None:
    found = cut("<p>one<br>two</p><p>three</p>four<br><p>five</p><pre>a\n\nb</pre>")
    assert list(zip(found.text, found.begins, strict=True)) == [
        ("one", BLOCK_START),
        ("two", AFTER_BR),
        ("three", BLOCK_START),
        ("four", BLOCK_START),
        ("five", BLOCK_START),
        ("a", BLOCK_START),
        ("b", IN_PRE),
    ]


def test_lists(cut: Cut) -> None:
    found = cut("<ol><li>one<ul><li>two</ul><li><p>three</p><p>four</p></ol>five")
    assert found.text == ["one", "two", "three", "four", "five"]
    assert [state.list_depth for state in found.state] == [1, 2, 1, 1, 0]
    assert [state.ordered for state in found.state] == [True, False, True, True, False]


def test_tables(cut: Cut) -> None:
    found = cut("<table><caption>c</caption><tr><th>h<th>i<tr><td>a<td><b>b</b> c<p>d</table>e")
    assert found.text == ["c", "h", "i", "a", "b c", "d", "e"]
    assert [state.cell for state in found.state] == [0, 2, 2, 1, 1, 1, 0]
    assert [state.caption for state in found.state] == [True] + [False] * 6


def test_definitions(cut: Cut) -> None:
    found = cut("<dl><dt>term<dd>meaning<dt>other</dl>x")
    assert [(text, state.term) for text, state in zip(found.text, found.state, strict=True)] == [
        ("term", "dt"),
        ("meaning", "dd"),
        ("other", "dt"),
        ("x", ""),
    ]


def test_details_are_shown_open_or_not(cut: Cut) -> None:
    found = cut("<details><summary>Question</summary>Answer<p>more</p></details>")
    assert found.text == ["Question", "Answer", "more"]
    assert [state.summary for state in found.state] == [True, False, False]
    assert {state.hidden for state in found.state} == {""}


def test_forms(cut: Cut) -> None:
    found = cut(
        "<form>Name <input value=no> <label>Mail</label><select><option>one<option>two</select><textarea>text\nmore</textarea><button>Go</button>"
    )
    assert found.text == ["Name Mail", "one", "two", "text more", "Go"]
    assert [state.control for state in found.state][1:] == [True] * 4
    assert {state.region for state in found.state} == {"form"}
    assert cut("<p>Press <button>Go</button> now</p>").text == ["Press Go now"]


@pytest.mark.parametrize(
    "html",
    [
        "<script>no</script>",
        "<style>no{}</style>",
        "<template><p>no</p></template>",
        "<svg><title>no</title><text>no</text><foreignObject><p>no</p></foreignObject></svg>",
        "<iframe>no</iframe>",
        "<canvas>no</canvas>",
        "<video>no</video>",
        "<audio>no</audio>",
        "<noscript><b>no</b></noscript>",
        "<math><annotation>no</annotation></math>",
        "<datalist><option>no</datalist>",
        "<!-- no -->",
        "<ruby><rp>no</rp></ruby>",
    ],
)
def test_what_is_not_text(lines: Lines, html: str) -> None:
    long = "word " * 60
    assert lines(f"<title>no</title><p>{long}a{html}b</p>") == [f"{long}ab"]


def test_svg_in_a_line_does_not_break_it(lines: Lines) -> None:
    assert lines("<p>one <svg><path d=x></svg> two</p>") == ["one two"]


def test_object_and_map_hold_text(lines: Lines) -> None:
    assert lines("<object>fallback</object><map><p>areas</p></map>")[-1] == "areas"


def test_noscript_is_read_only_where_the_page_shows_next_to_nothing(lines: Lines) -> None:
    assert lines("<noscript><h1>Title</h1><p>one <b>two</b></p></noscript><p>x") == ["Title", "one two", "x"]
    assert lines("<body><noscript><p>no</p></noscript><p>" + "x" * 200) == ["x" * 200]
    assert lines("<p>a <noscript>b</noscript> c") == ["a b c"]


def test_shadow_roots_are_shown(lines: Lines) -> None:
    html = "<my-card><template shadowrootmode=open><h2>Card</h2><slot></slot></template><p>light</p></my-card><template><p>no</template>"
    assert lines(html) == ["Card", "light"]
    assert lines(html.replace("shadowrootmode", "SHADOWROOTMODE")) == ["Card", "light"]
    assert lines("<p>about shadowrootmode</p>") == ["about shadowrootmode"]


def test_images_know_where_they_stand(cut: Cut) -> None:
    found = cut("<img id=a><p>one<img id=b></p><img id=c><p>two</p><svg><image /></svg>")
    tree = found.page.tree
    assert [(tree.attribute(row, "id"), index) for row, index in found.images] == [("a", 0), ("b", 0), ("c", 1)]


def test_counts_of_characters(cut: Cut) -> None:
    found = cut("<p>ab <b>cd <a href=x>ef</a></b> <i>gh</i> <a>ij</a></p>")
    assert found.text == ["ab cd ef gh ij"]
    assert (found.bold, found.linked, found.italic) == ([4], [2], [2])
    assert found[0].link_share == pytest.approx(0.2)
    assert cut("<a href=x>all of it</a>")[0].link_share == 1.0


def test_the_state_is_that_of_most_characters(cut: Cut) -> None:
    assert cut("<p>a<b>bcd</b></p>").state[0].weight == 700
    assert cut("<p>abcd<b>e</b></p>").state[0].weight == 400


def test_same_circumstances_same_state(cut: Cut) -> None:
    found = cut("<p>a</p><p>b</p><p class=x>c</p><p><b>d</b></p>")
    assert found.state[0] is found.state[1] is found.state[2]
    assert found.state[3] is not found.state[0]


def test_blocks_and_runs(cut: Cut) -> None:
    found = cut("<div>a<p>b <b>c</b></p>d</div>")
    tree = found.page.tree
    assert [tree.tags[row] for row in found.block] == ["div", "p", "div"]
    assert [[tree.data[row] for row in runs] for runs in found.runs] == [["a"], ["b ", "c"], ["d"]]


def test_lines_of_invisible_characters_are_none(lines: Lines) -> None:
    assert lines("<p>\u200b</p><p>&shy;&zwj;</p><p>a\u200bb</p>") == ["a\u200bb"]


def test_broken_pages(lines: Lines) -> None:
    assert lines("<b><p>one</b>two</p>") == ["onetwo"]
    assert lines("<table>x<tr><td>y</table>") == ["x", "y"]
    assert lines("<p>a</body></html>b") == ["ab"]
    assert lines("<select><option>a</p><option>b") == ["a", "b"]
    assert lines("<a href=1>x<a href=2>y</a>") == ["xy"]
    assert lines("<p>a\0b") == ["ab"]


def test_deep_pages(lines: Lines) -> None:
    assert lines("<div>" * 5000 + "x") == ["x"]
    assert lines("<b>" * 400 + "x</b>y") == ["xy"]
    assert lines("".join(f"<div>{n}" for n in range(500))) == [str(n) for n in range(500)]
