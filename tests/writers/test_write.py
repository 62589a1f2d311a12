from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rubricate.errors import UsageError
from rubricate.writers import FORMATS, write

PAGE = (
    "<p>lead<h1>A</h1><p>First of all. Then <a href=/x>more</a>.<h2>B</h2><ul><li>i</ul><table><tr><td>a<td>b<tr><td>c<td>d</table><p class=noise>no"
)


def test_all_formats_are_there():
    assert list(FORMATS) == ["markdown", "json", "jsonl", "segments", "html", "text", "outline", "chunks", "summary", "cleaneval"]


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_prints_any_document(make, format_):
    for page in ("", "<p>x", "<h1>t", PAGE):
        printed = write(make(page), format_)
        assert not printed or printed.endswith("\n")
        assert write(make(page), format_) == printed
    assert ("no" in printed.split()) is False or format_ == "segments"


def test_an_unknown_format_names_the_formats(make):
    with pytest.raises(UsageError, match=r"no format 'pdf': there are markdown, json"):
        write(make(""), "pdf")


def test_an_unknown_option_names_the_options(make):
    with pytest.raises(UsageError, match=r"format markdown has no option 'lnks': there are links, images, code, bold, italic"):
        write(make(""), "markdown", lnks=True)
    with pytest.raises(UsageError, match=r"format text has no option 'links': there are none"):
        write(make(""), "text", links=True)


def test_the_hash_seed_does_not_matter():
    program = (
        "import rubricate\nfrom rubricate.writers import FORMATS, write\n"
        + f"d = rubricate.extract({PAGE * 3!r})\nprint([write(d, f) for f in FORMATS])"
    )
    printed = {
        subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
