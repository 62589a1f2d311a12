from __future__ import annotations

import pytest

from rubricate import page, segments
from rubricate.engines.labels import is_site_name, no_titles

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
        ("<p><b>Write to privacy@example.org</b></p><p>Text", False, True),
        ("<p><b>Portland, OR 97217</b></p><p>Text", False, True),
        ("<h3>privacy@example.org</h3><p>Text", False, False),
        ("<p><b>Meet us @ noon</b></p><p>Text", False, False),
        ("<p><b>安装</b></p><p>Text", False, False),
        ("<figure><img src=a><figcaption>A. Photographer</figcaption></figure><p>Text", False, True),
        ("<figure><img src=a><figcaption><h3>How it works</h3></figcaption></figure><p>Text", False, False),
        ("<p><b>Figure 9. A tree</b></p><p>Text", False, True),
        ("<p>Photo: A. Name/B</p><p>Text", False, True),
        ("<p><b>Table manners</b></p><p>Text", False, False),
        ("<p><b>図1：桟橋の平面図</b></p><p>Text", False, True),
        ("<p><b>表1 费用明细</b></p><p>Text", False, True),
        ("<p><b>Рис. 2 Схема</b></p><p>Text", False, True),
        ("<p><b>Photo 2024</b></p><p>Text", False, False),
        ("<p>The watch starts at $150. (Photo: Pebble)</p><p>Text", False, True),
        ("<p><b>How it works (with photos)</b></p><p>Text", False, False),
        ("<p><b>Source 1: A letter to the mayor</b></p><p>Text", False, False),
        ("<p><b>Photo credit: A. Name</b></p><p>Text", False, True),
        (f"<figure><img src=a><figcaption><b>The Heron</b><p>{'It stands in the water. ' * 9}</p></figcaption></figure>", False, False),
        (f"<figure><img src=a><figcaption><b>The Heron</b><p>A bird.</p></figcaption></figure><p>{'It stands in the water. ' * 9}</p>", False, True),
        ("<p><b>Source code</b></p><p>Text", False, False),
        ("<p><a href=/a>Read more: the whole test</a></p><p>Text", True, True),
        ("<p><a href=/a>Read more: the whole test</a></p><p>Text", False, False),
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


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<ul><li><a href=#a>1) Scope:</a></ul><p><b>1) SCOPE</b></p>", [0]),
        ("<ul><li><a href=#a>1) Scope:</a></ul><p><b>2) Terms</b></p>", []),
        ("<ul><li>1) Scope:</ul><p><b>1) SCOPE</b></p>", []),  # no link
        ("<p><a href=#a>1) Scope:</a></p><p><b>1) SCOPE</b></p>", []),  # no list
        ("<ul><li><h3><a href=#a>1) Scope:</a></h3></ul><p><b>1) SCOPE</b></p>", []),
        ("<ul><li><h3><a href=#a>Scope</a></h3><li><h3><a href=#b>Terms</a></h3></ul><h2>Scope</h2><h2>Terms</h2>", [0, 1]),
        ("<ul><li><h3><a href=#a>Scope</a></h3>Text<li><h3><a href=#b>Terms</a></h3></ul><h2>Scope</h2><h2>Terms</h2>", []),
    ],
)
def test_an_entry_of_a_list_of_contents_is_no_title(html: str, found: list[int]) -> None:
    lines = segments.of(page.read(html))
    titles = [index for index, text in enumerate(lines.text) if text != "Text"]
    assert no_titles(lines, titles, [False] * len(titles)) == found


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<h1><a href=/>The Daily Harbour</a></h1>", True),
        ("<h1><a href=https://harbour.example/>The Daily Harbour</a></h1>", True),
        ("<h1><a href=index.html><img src=a.png>The Daily Harbour</a></h1>", True),
        ("<h1><a href=https://other.example/>A fancy tool</a></h1>", False),
        ("<title>The Daily Harbour</title><h1><a href=/>The Daily Harbour</a></h1>", False),  # the first page itself
        ("<title>The Daily Harbour: the fish</title><h1><a href=/>The Daily Harbour</a></h1>", True),
        ("<h1><a href=/2026/fish>The fish are back</a></h1>", False),
        ("<h1>The <a href=/>Daily Harbour</a></h1>", False),
        ("<h2><a href=/>The Daily Harbour</a></h2>", False),
        ("<h1>The Daily Harbour</h1>", False),
        ("<h1><a>The Daily Harbour</a></h1>", False),
    ],
)
def test_a_first_heading_that_links_to_the_first_page_is_the_name_of_the_site(html: str, name: bool) -> None:
    assert is_site_name(segments.of(page.read(html, url="https://harbour.example/2026/fish")), 0) is name
