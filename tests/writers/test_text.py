from __future__ import annotations

from rubricate.writers import write


def test_plain_text(make):
    page = """<p>lead<h1>A</h1><p>a<br>b</p><ul><li>c<ol><li>d</ol><li>e<p>f</ul><h2>B</h2><pre>x\n\n  y</pre>
    <table><tr><td>g<td>h</tr><tr><td>i<td></tr><tr><td>j<td>k</tr></table><dl><dt>l<dd>m</dl><p class=noise>n"""
    assert write(make(page), "text") == ("lead\n\nA\n\na\nb\n\n- c\n  1. d\n- e\n\n  f\n\nB\n\nx\n\n  y\n\ng | h\ni\nj | k\n\nl\nm\n")


def test_cleaneval(make):
    page = "<p>lead<h1>A</h1><p>a<br>b</p><ul><li>c<p>d</ul><p class=item>e<p class=noise>n"
    assert write(make(page), "cleaneval") == "<p>lead\n<h>A\n<p>a b\n<l>c\n<l>d\n<l>e\n"


def test_outline(make):
    document = make("<h1>A</h1><h2>A1</h2><h3>A11</h3><h2>A2</h2><h1>B</h1><h3>B1</h3>")
    assert write(document, "outline") == (
        "A  (1, 0.90, <h1>)\n├── A1  (2, 0.90, <h2>)\n"
        "│   └── A11  (3, 0.90, <h3>)\n└── A2  (2, 0.90, <h2>)\nB  (1, 0.90, <h1>)\n└── B1  (2, 0.90, <h3>)\n"
    )
    assert write(document, "outline", confidence=False, source_tag=False).splitlines()[0] == "A  (1)"
    assert document.outline()[1] == {
        "title": "B",
        "level": 1,
        "confidence": 0.9,
        "source_tag": "h1",
        "sections": [{"title": "B1", "level": 2, "confidence": 0.9, "source_tag": "h3", "sections": []}],
    }
