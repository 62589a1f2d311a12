from __future__ import annotations

from pathlib import Path

import pytest

from rubricate.errors import UsageError
from rubricate.evaluation import peers
from rubricate.evaluation.cases import open_case
from rubricate.learn.corpora import load


def test_baselines_are_always_there(corpus: Path) -> None:
    case = open_case(load("stapi", corpus)[0])
    assert peers.get("all-h-tags")(case).titles == ("Terms of use 1", "Contact 1")
    assert peers.get("h-tags+bold")(case).titles == ("Terms of use 1", "Payment", "Contact 1")
    assert {"all-h-tags", "h-tags+bold", "turbohtml"} <= set(peers.installed())


@pytest.mark.parametrize("name", [name for name in peers.names() if name not in ("all-h-tags", "h-tags+bold")])
def test_every_installed_tool_answers(name: str, corpus: Path) -> None:
    if name not in peers.installed():
        pytest.skip(f"{name} is not installed (extra 'peers')")
    page = corpus / "stapi" / "PP" / "doc1" / "page.html"
    page.write_text(page.read_text().replace("as you like.", "as you like. " + "We keep the money in a safe, and we count it, every day. " * 30))
    answer = peers.get(name)(open_case(load("stapi", corpus)[0]))
    assert "count it, every day" in answer.text
    assert "Payment" not in answer.titles
    assert peers.package_version(name)


def test_an_unknown_peer_is_named() -> None:
    with pytest.raises(UsageError, match="no peer 'nobody'; there are 16"):
        peers.get("nobody")
