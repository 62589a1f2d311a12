"""The compiled twins of the writers print what the Python modules print."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rubricate.compiled import twin

pytestmark = pytest.mark.skipif(
    any(twin(f"writers.{name}") is None for name in ("_blocks", "_escaping", "_inline", "_markdown")), reason="the twins of the writers are not built"
)

PAGES = Path(__file__).parent.parent / "pages"
SIGNS = "\\`*_[]<&~\r\n#;/!? \t-+=>|:%0123456789aBé_一.)"
PRINTER = """
import sys
from pathlib import Path
import rubricate
from rubricate.writers.escaping import Escaper

for path in sorted(Path(sys.argv[1]).rglob("page.html")):
    document = rubricate.extract(path.read_bytes(), url="https://example.com/a/b.html", engine="rules")
    print(document.to_markdown(), document.to_markdown(links=False, images=True, bold=True, italic=True), document.to_html(), document.to_text())
everything = Escaper(sys.argv[2].split("\\x01"))
for text in sys.argv[2].split("\\x01"):
    print(ascii((everything.inline(text), everything.line(text), everything.heading(text))))
"""


def printed(texts: list[str], pure: str) -> str:
    command = [sys.executable, "-c", PRINTER, str(PAGES), "\x01".join(texts)]
    environment = {**os.environ, "RUBRICATE_PURE": pure, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    return subprocess.run(command, env=environment, capture_output=True, check=True, encoding="utf-8").stdout


def test_twins_print_the_same() -> None:
    chance = random.Random(3)
    texts = ["".join(chance.choices(SIGNS, k=chance.randrange(1, 30))) for _ in range(2000)]
    texts += ["&" + "a" * count + ";" for count in (1, 39, 40, 41, 80)] + [
        "&#;",
        "&#1;",
        "&;",
        "<",
        "a<",
        "a&",
        "_",
        "a_b_",
        "1. one",
        "12) two",
        "1.x",
    ]
    assert printed(texts, "0") == printed(texts, "1")
