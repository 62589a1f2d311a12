from __future__ import annotations

import html as escaping

import pytest
import turbohtml
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricate.writers import write
from rubricate.writers.html import ATTRIBUTES, ELEMENTS


def check(printed: str) -> None:
    """Only allowed elements with allowed attributes, and no target that runs something."""
    for element in turbohtml.parse(printed).find_all("*"):
        assert element.tag in ELEMENTS | {"tbody"}, element.tag
        for name, value in element.attrs.items():
            assert name in ATTRIBUTES.get(element.tag, ()), (element.tag, name)
            if name in ("href", "src"):
                assert str(value).startswith(("https://", "http://", "mailto:", "tel:")), value


def test_sections_nest_as_the_document_does(make):
    page = (
        "<title>x</title><html lang=en-GB><p>lead</p><h1>A & B</h1><p>a<br>b</p><h2>A1</h2><ul><li>i<ul><li>j</ul></ul>"
        "<h2>A2</h2><h1>C</h1><p>c &lt;x&gt;</p>"
    )
    assert write(make(page), "html", fragment=True) == (
        "<article>\n<p>lead</p>\n<section>\n<h1>A &amp; B</h1>\n<p>a<br>\nb</p>\n"
        "<section>\n<h2>A1</h2>\n<ul>\n<li>i\n<ul>\n<li>j</li>\n</ul>\n</li>\n</ul>\n</section>\n"
        "<section>\n<h2>A2</h2>\n</section>\n</section>\n"
        "<section>\n<h1>C</h1>\n<p>c &lt;x&gt;</p>\n</section>\n</article>\n"
    )
    assert write(make(page), "html").startswith('<!DOCTYPE html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">\n<title>A &amp; B</title>\n')


def test_flat_is_the_form_of_asdus(make):
    page = "<p>lead</p><h1>A</h1><ul><li>i<li>j</ul><h3>B</h3><p>b</p>"
    assert write(make(page), "html", flat=True, fragment=True) == (
        "<h2>Uncategorized</h2>\n<p>lead</p>\n<h2>A</h2>\n<p>i</p>\n<p>j</p>\n<h2>B</h2>\n<p>b</p>\n"
    )


def test_tables_code_quotes_and_numbers(make):
    page = """<h1>T</h1><table><tr><th>a<th>b</tr><tr><td>c<td>d & e</tr></table><pre class="lang-c++">if (a < b)\n\n  c();</pre>
    <blockquote>q</blockquote><ol start=4><li>x<li value=9>y</ol><dl><dt>k<dd>v</dl>"""
    assert write(make(page), "html", fragment=True) == (
        "<article>\n<section>\n<h1>T</h1>\n<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td>d &amp; e</td></tr>\n</table>\n"
        '<pre><code class="language-c++">if (a &lt; b)\n\n  c();</code></pre>\n<blockquote>\n<p>q</p>\n</blockquote>\n'
        '<ol start="4">\n<li>x</li>\n<li value="9">y</li>\n</ol>\n<dl>\n<dt>k</dt>\n<dd>v</dd>\n</dl>\n</section>\n</article>\n'
    )


def test_levels_are_capped(make):
    page = "".join(f"<p class=title>t{n}</p>" for n in range(300))
    printed = write(make(page, levels=list(range(1, 301))), "html")
    check(printed)
    assert printed.count("<h6>") == 295
    assert printed.count("<section>") == printed.count("</section>") == 300


HOSTILE = st.one_of(
    st.sampled_from(
        [
            "</p><script>alert(1)</script>",
            '" onclick="x',
            "javascript:alert(1)",
            "<img src=x onerror=y>",
            "--><svg onload=x>",
            "&lt;script&gt;",
            "</title><b>",
        ]
    ),
    st.text(alphabet="<>&\"'/=ab ;:#", min_size=1, max_size=20),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["p", "h1", "h3", "li", "pre", "td", "a", "title", "code"]), HOSTILE, HOSTILE), max_size=6), st.booleans())
def test_only_allowed_elements_come_out(make, parts, flat):
    quoted = [(tag, escaping.escape(text), escaping.escape(value)) for tag, text, value in parts]
    page = "".join(
        f'<{tag} class="{value}" href="{value}" lang="{value}">{text}<img src="{value}" alt="{text}"></{tag}>' for tag, text, value in quoted
    )
    document = make(page, url="https://e.org/")
    printed = write(document, "html", images=True, bold=True, italic=True, flat=flat)
    check(printed)
    said = "".join(" ".join(document.segments.text[index] for index in document.kept).split())
    shown = turbohtml.parse(printed).select_one("body").text
    assert said in "".join(shown.replace("Uncategorized", "").split()) or "code" in str(parts)


@pytest.mark.parametrize("value", ['"><script>', "en onload=x", "x" * 200])
def test_a_lying_language_is_left_out(make, value):
    assert "<html>" in write(make(f'<html lang="{escaping.escape(value)}"><p>x'), "html")


def test_an_image_after_a_title_of_two_lines(make):
    page = "<h1>One<br>two</h1><img src=/i.png alt=pic width=300 height=300><h2>Next</h2><p>Body"
    assert "pic" in write(make(page), "html", images=True)
