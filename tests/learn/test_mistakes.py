"""The kinds of mistakes: every wrong line has one, and the telling ones get theirs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rubricate import page, segments
from rubricate.engines.default import MODEL
from rubricate.learn.mistakes import KINDS, Wrong, mistakes

HTML = """<h2>Related pages</h2><p>Who we are</p><p><b>What we do</b></p><p>Last updated in 2020</p><p>Back to top</p>
<p style='display:none'>Sign in</p><p>A paragraph of the text that is long enough not to be called short by anybody who reads it.</p>"""


@pytest.mark.parametrize(
    ("text", "gold", "said", "kind"),
    [
        ("Related pages", "boilerplate", "title", "heading of the page's furniture called a title"),
        ("Related pages", "title", "boilerplate", "h-tag title lost"),
        ("Who we are", "title", "prose", "plain title lost"),
        ("What we do", "title", "prose", "bold title lost"),
        ("What we do", "prose", "title", "line of the text called a title"),
        ("Last updated in 2020", "misc", "prose", "date or version line"),
        ("Back to top", "misc", "boilerplate", "'back to top', 'print' and the like"),
        ("Who we are", "misc", "boilerplate", "other line of no section (by-line, note, comment)"),
        ("Sign in", "boilerplate", "prose", "hidden text kept"),
        ("Sign in", "prose", "boilerplate", "hidden text lost"),
        ("Who we are", "prose", "boilerplate", "short line of the text lost (address, list of links)"),
        ("A paragraph", "prose", "boilerplate", "text lost"),
        ("A paragraph", "boilerplate", "prose", "text beside the document kept"),
    ],
)
def test_kind(text: str, gold: str, said: str, kind: str) -> None:
    lines = segments.of(page.read(HTML))
    index = next(at for at, line in enumerate(lines.text) if line.startswith(text))
    assert next(name for name, fits in KINDS.items() if fits(Wrong(lines, index, gold, said))) == kind


def test_all_mistakes_are_counted(document: Callable[..., Path], tmp_path: Path) -> None:
    for number in range(10):
        rows = [{"label": "title", "text": f"Name {number}"}, {"label": "prose", "text": "We keep what you tell us, and we tell nobody of it."}]
        html = "<main>" + "".join(f"<p>{row['text']}</p>" for row in rows) + "</main>"
        part = "vali" if number < 2 else "train"
        document(f"stapi/PP/doc{number}", html, rows, meta={"stapi_part": part, "url": f"https://owner{number}.example/"})
    found = mistakes(tmp_path, MODEL)
    assert found["pages"] == 2
    assert found["lines"] == 4
    assert set(found["kinds"]) == set(KINDS)
    assert 0 <= sum(kind["lines"] for kind in found["kinds"].values()) <= 4
