from __future__ import annotations

import json

import pytest

from rubricate.writers import schema, write

PAGE = """<html lang=en><title>Queues | Site</title><meta name=description content="On queues">
<p>lead<h1>Queues</h1><p>One<br>two.</p>
<h2>Lists</h2><ol start=3><li>a<ul><li>b</ul><li>c<p>d</ol><h3>Tables</h3><table><tr><th>k<th>v</tr><tr><td>x<td></tr><tr><td>y<td>z</tr></table>
<pre class=language-c>int a;\n\nint b;</pre><blockquote>said<p>more</blockquote><dl><dt>t<dd>u</dl>
<figure><figcaption>cap</figcaption></figure><p class=noise>ad"""


def whole(document, **options):
    return json.loads(write(document, "json", **options))


def indices(value: object) -> list[int]:
    """All segment indices in a JSON value, in order."""
    if isinstance(value, list):
        return [index for one in value for index in indices(one)]
    if not isinstance(value, dict):
        return []
    own = [value["segment"], *value.get("further", ())] if "segment" in value else []
    return own + [index for key, one in value.items() for index in (one if key == "segments" and isinstance(one, list) else indices(one))]


def test_a_title_of_two_lines_names_both(make):
    section = whole(make("<h1>Our guide<br>to tea</h1><p>one two"))["sections"][0]
    assert (section["title"], section["segment"], section["further"], indices(section)) == ("Our guide to tea", 0, [1], [0, 1, 2])
    assert whole(make("<h1>Our guide<br>to tea</h1><p>one two"))["counts"]["titles"] == 1
    assert "further" not in whole(make("<h1>Tea</h1>"))["sections"][0]


def test_the_page_and_its_numbers(make):
    found = whole(make(PAGE, url="https://e.org/q"), source="q.html")
    assert (found["schema"], found["source"], found["engine"], found["title"]) == ("rubricate.document.v1", "q.html", "hand.v1", "Queues")
    assert found["page"]["url"] == "https://e.org/q"
    assert (found["page"]["title"], found["page"]["language"], found["page"]["description"]) == ("Queues | Site", "en", "On queues")
    assert found["counts"]["removed"] == 1
    assert found["counts"]["titles"] == 3


def test_sections_and_blocks(make):
    document = make(PAGE)
    found = whole(document)
    (queues,) = found["sections"]
    (lists,) = queues["sections"]
    (tables,) = lists["sections"]
    assert found["lead"]["blocks"] == [{"type": "paragraph", "text": "lead", "segments": [0]}]
    assert queues["blocks"] == [{"type": "paragraph", "text": "One\ntwo.", "segments": [2, 3]}]
    assert (tables["path"], tables["level"], tables["source_tag"], tables["confidence"]) == (["Queues", "Lists", "Tables"], 3, "h3", 0.9)
    assert (tables["reason"], tables["segment"], tables["xpath"]) == ("by hand: title", 9, document.segments[9].xpath)
    (listed,) = lists["blocks"]
    assert (listed["ordered"], listed["start"]) == (True, 3)
    inner = {"type": "list", "ordered": False, "items": [{"text": "b", "segments": [6], "blocks": []}]}
    assert listed["items"][0] == {"text": "a", "segments": [5], "blocks": [inner]}
    assert listed["items"][1] == {"text": "c", "segments": [7], "blocks": [{"type": "paragraph", "text": "d", "segments": [8]}]}
    table, code, quote, terms, caption = tables["blocks"]
    assert [[cell["text"] for cell in row] for row in table["rows"]] == [["k", "v"], ["x"], ["y", "z"]]
    assert (code["language"], code["text"]) == ("c", "int a;\n\nint b;")
    assert [block["text"] for block in quote["blocks"]] == ["said", "more"]
    assert [(item["role"], item["blocks"][0]["text"]) for item in terms["items"]] == [("term", "t"), ("definition", "u")]
    assert caption["type"] == "caption"


def test_every_kept_segment_stands_once(make):
    document = make(PAGE)
    assert indices(whole(document)) == document.kept


def test_it_keeps_its_schema(make):
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    validator = jsonschema.Draft202012Validator(schema())
    for page in (PAGE, "", "<p>x", "<h1>t"):
        validator.validate(whole(make(page)))
    broken = whole(make(PAGE))
    broken["sections"][0]["blocks"][0]["type"] = "other"
    assert not validator.is_valid(broken)


def test_one_line(make):
    document = make(PAGE)
    line = write(document, "jsonl", source="s")
    assert line.count("\n") == 1
    assert json.loads(line) == whole(document, source="s")


def test_deep_documents_nest_as_far_as_readers_can(make):
    page = "".join(f"<p class=title>t{n}</p>" for n in range(2000))
    document = make(page, levels=list(range(1, 2001)))
    assert indices(whole(document, indent=None)) == document.kept
    entries, seen = document.outline(), []
    while entries:
        seen.append(entries[0]["level"])
        entries = entries[0]["sections"] if entries[0]["sections"] else []
    assert seen[:3] == [1, 2, 3]
    assert len(seen) == 64
