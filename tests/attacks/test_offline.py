"""Nothing is downloaded at import or run time: the whole way works where every socket is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import socket, sys

def refused(*_, **__):
    raise AssertionError("a socket was opened")

socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = socket.create_connection = refused
import rubricate
from rubricate import engines

page = open(sys.argv[1], "rb").read()
for one in engines.describe():
    if one.ready:
        document = rubricate.extract(page, engine=one.name)
        document.to_markdown(), document.to_json(), document.chunks(), document.summary()
print("fine")
"""


def test_every_ready_engine_works_without_network(sample: Path) -> None:
    told = subprocess.run([sys.executable, "-c", SCRIPT, str(sample)], capture_output=True, text=True, timeout=280, check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout.strip() == "fine"


def test_import_is_light() -> None:
    """Neither the parser nor numpy, click or rich is loaded by `import rubricate`."""
    script = "import sys, rubricate; print(sorted({'turbohtml', 'numpy', 'click', 'rich', 'lxml', 'torch'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "[]"
