from __future__ import annotations

import json

from rubricate.writers import write

FIELDS = ["index", "text", "label", "level", "confidence", "reason", "xpath", "source_tag", "continues", "hidden"]


def test_the_contract(make):
    document = make("<p class=noise>Menu</p><h2>T</h2><p>a<br>b<p class=noise style='display:none'>gone")
    printed = write(document, "segments", source="dir/a.html")
    assert printed.count("\n") == 1
    found = json.loads(printed)
    assert list(found) == ["source", "engine", "segments"]
    assert (found["source"], found["engine"]) == ("dir/a.html", "hand.v1")
    assert all(list(row)[: len(FIELDS)] == FIELDS for row in found["segments"])
    assert [(row["index"], row["text"], row["label"], row["level"], row["continues"]) for row in found["segments"]] == [
        (0, "Menu", "boilerplate", 0, False),
        (1, "T", "title", 1, False),
        (2, "a", "prose", 0, False),
        (3, "b", "prose", 0, True),
        (4, "gone", "boilerplate", 0, False),
    ]
    assert found["segments"][1]["source_tag"] == "h2"
    assert found["segments"][1]["xpath"] == document.segments[1].xpath
    assert [bool(row["hidden"]) for row in found["segments"]] == [False, False, False, False, True]
