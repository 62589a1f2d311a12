from __future__ import annotations

import pytest

from rubricate import page, segments
from rubricate.engines.labels import no_titles

CODE = "<pre><code>builder = make_one()</code></pre>"


@pytest.mark.parametrize(
    ("html", "doubtful", "found"),
    [
        (f"<p>php</p>{CODE}", True, True),
        (f"<p>Filename: src/lib.rs</p>{CODE}", True, True),
        (f"<p>Create a label</p>{CODE}", True, False),
        (f"<p>php</p>{CODE}", False, False),
        ("<p>php</p><p>Text", True, False),
        ("<p>php</p>", True, False),
        (f"{CODE}<p>Text", False, True),
        ("<p><math><mi>E</mi><mo>=</mo><mi>m</mi></math></p>", False, True),
        ("<p>Of <math><mi>E</mi></math></p>", False, False),
        ("<div class=admonition><p class=admonition-title>Note</p><p>Text</div>", False, True),
        ("<div class='box box-warning'><strong>Warning:</strong><ul><li>Text</ul></div>", False, True),
        ("<div class='box box-warning'><strong>What may go wrong</strong><ul><li>Text</ul></div>", False, False),
        ("<div class='notebook'><b>Prices</b><p>Text</div>", False, False),
        ("<div><b>Note</b><p>Text</div>", False, False),
        ("<div class=note><div><div><div><div><b>Note</b></div></div></div></div></div>", False, False),
        ("<div class='alert note'><h4>Note:</h4><p>Text</div>", False, True),
        ("<div class='alert note'><h4>Approach</h4><p>Text</div>", False, False),
        ("<div><h4>Note:</h4><p>Text</div>", False, False),
        ("<table><tr><th>Battery life</th><td>Six hours</td></tr></table>", False, True),
        ("<table><tr><th><h3>Battery life</h3></th><td>Six hours</td></tr></table>", False, False),
        ("<p><b>Du</b></p><p>Text", False, True),
        ("<h2>Go</h2><p>Text", False, False),
        ("<p><b>安装</b></p><p>Text", False, False),
    ],
)
def test_lines_that_are_no_titles(html: str, doubtful: bool, found: bool) -> None:
    assert no_titles(segments.of(page.read(html)), [0], [doubtful]) == [0] * found


@pytest.mark.parametrize(
    ("html", "titles", "found"),
    [
        ("<p>Solutions</p><h2>What we do</h2><p>Text", [0, 1], [0]),
        ("<p><b>Solutions</b></p><h2>What we do</h2><p>Text", [0, 1], [0]),
        ("<p>Solutions</p><h2>What we do</h2><p>Text", [0], []),  # what follows is no title
        ("<p>Solutions</p><p>Text</p><h2>What we do</h2><p>Text", [0, 2], []),
        ("<p><b style='font-size:40px'>Solutions</b></p><h2>What we do</h2><p>Text", [0, 1], []),
        ("<h4>Solutions</h4><h2>What we do</h2><p>Text", [0, 1], []),
        ("<p>Solutions</p><p><b>What we do</b></p><p>Text", [0, 1], []),
    ],
)
def test_a_line_right_above_a_larger_heading_is_its_label(html: str, titles: list[int], found: list[int]) -> None:
    assert no_titles(segments.of(page.read(html)), titles, [False] * len(titles)) == found
