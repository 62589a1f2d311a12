from __future__ import annotations

from rubricate.evaluation.peers.readers import from_html, from_markdown


def test_html_headings_with_levels_and_text() -> None:
    made = from_html("<h1>One <em>big</em></h1><p>Text.</p><h3>Two<br>lines</h3><h3>Next</h3><b>Bold</b>")
    assert made.titles == ("One big", "Two lines", "Next")
    assert made.levels == (1, 3, 3)
    assert made.text.splitlines() == ["One big", "Text.", "Two", "lines", "Next", "Bold"]
    assert made.blocks[:2] == (("h", "One big"), ("p", "Text."))


def test_markdown_headings() -> None:
    made = from_markdown("# One **big** #\n\ntext [link](http://x.example/a_b) #no\n\nTwo\n---\n\n```\n# code\n```\n#nospace\n## [Three](#three)\n")
    assert made.titles == ("One big", "Two", "Three")
    assert made.levels == (1, 2, 2)
    assert "x.example" not in made.text
    assert "# code" in made.text


def test_nothing() -> None:
    assert from_html("").titles == from_markdown("").titles == ()
