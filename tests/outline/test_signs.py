from __future__ import annotations

import pytest

import rubricate.page
import rubricate.segments
from rubricate.outline import nest
from rubricate.outline.signs import name_of
from rubricate.types import Labels


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<h2>Install <a href="#install">¶</a></h2>', "Install"),
        ('<h2>Install<a class=anchor href="#install"><span>#</span></a></h2>', "Install"),
        ('<h2><a href="#install">§</a> Install</h2>', "Install"),
        ('<h2>Install <a href="/page#install">¶</a></h2>', "Install ¶"),
        ("<h2>About C#</h2>", "About C#"),
        ('<h2><a href="#c">About C#</a></h2>', "About C#"),
        ('<h2><a href="#c">#</a></h2>', "#"),
        ('<h2><a href="#c">#</a> Install <a href="#c">¶</a></h2>', "Install"),
        ('<h2>Install <a href="#c">🔗\ufe0f</a></h2>', "Install"),
        ('<pre><h2>  <a href="#c">¶</a></h2></pre>', "  ¶"),
        ('<h2>Install<br><a href="#c">¶</a></h2>', "Install"),
        ("<h2><span>Use</span><span class=mw-editsection><span>[</span><a href=/e>edit</a><span>]</span></span></h2>", "Use"),
        ("<h2>Use [<a href=/e>edit</a>]</h2>", "Use [edit]"),
        ('<h2>Install<br>it <a href="#c">¶</a></h2>', "Install it"),
        ("<h2>Paragraphs (¶</h2>", "Paragraphs (¶"),
    ],
)
def test_only_a_sign_that_links_to_itself_is_left_out(html: str, expected: str) -> None:
    lines = rubricate.segments.of(rubricate.page.read(html))
    assert name_of(lines, range(len(lines))) == expected


def test_the_section_is_called_without_it_and_the_line_keeps_it() -> None:
    lines = rubricate.segments.of(rubricate.page.read('<h2>Install <a href="#install">¶</a></h2><p>Do it.'))
    document = nest(lines, Labels("test.v1", ["title", "prose"], [1.0, 1.0], ["", ""]))
    assert [section.title for section in document.walk()] == ["Install"]
    assert document.segments.text[0] == "Install ¶"
