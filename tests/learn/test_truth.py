from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rubricate import segments
from rubricate.learn.align import EXACT, align
from rubricate.learn.corpora import Example, load
from rubricate.learn.truth import Truth, truth
from rubricate.learn.words import words
from rubricate.types import Segments

Writer = Callable[..., Path]

PAGE = """<title>Terms</title><nav><ul><li><a href=/>Home</a><li><a href=#c>Cookies</a></ul></nav>
<h1>Terms of Service</h1><p>Updated in May</p>
<p><b>Cookies</b></p><p>We use cookies wherever your home is, for these three reasons:</p>
<ul><li>to know you when you come back</li><li>to count</li></ul>
<h2>Contact us today</h2><p>Write to us at any time of the day or of the night.</p>
<footer><a href=/>Home</a> <p>All rights reserved by the company</p></footer>"""
LABELLED = [
    {"label": "title", "text": "Terms of Service"},
    {"label": "misc", "text": "Updated in May"},
    {"label": "title", "text": "Cookies"},
    {"label": "prose", "text": "We use cookies wherever your home is, for these three reasons:"},
    {"label": "prose", "text": "to know you when you come back"},
    {"label": "prose", "text": "to count"},
    {"label": "title", "text": "Contact us today"},
    {"label": "prose", "text": "Write to us at any time of the day or of the night."},
    {"label": "prose", "text": "This sentence is nowhere"},
]


def answer(example: Example) -> tuple[Segments, Truth, dict[str, tuple[str, float]]]:
    lines = segments.of(example.page())
    found = truth(example, lines)
    named = {text: (name, sure) for text, name, sure in zip(lines.text, found.names, found.sure, strict=True)}
    return lines, found, named


def test_labelled_lines(document: Writer, tmp_path: Path) -> None:
    document("stapi/PP/x", PAGE, LABELLED, outline={"levels": [1, 2, 2], "sure": 1})
    lines, found, _ = answer(load("stapi", tmp_path)[0])
    kept = [(lines.text[at], name, found.levels[at], found.gold_names[at]) for at, name in enumerate(found.names) if name != "boilerplate"]
    assert kept == [
        ("Terms of Service", "title", 1, "title"),
        ("Updated in May", "misc", 0, "misc"),
        ("Cookies", "title", 2, "title"),
        ("We use cookies wherever your home is, for these three reasons:", "prose", 0, "prose"),
        ("to know you when you come back", "item", 0, "prose"),
        ("to count", "item", 0, "prose"),
        ("Contact us today", "title", 2, "title"),
        ("Write to us at any time of the day or of the night.", "prose", 0, "prose"),
    ]
    assert found.missed == [8]
    assert min(found.sure) == 1.0
    assert [found.gold_index[at] for at, name in enumerate(found.names) if name != "boilerplate"] == list(range(8))


def test_text_only_gold_gives_kept_and_weak_titles(document: Writer, tmp_path: Path) -> None:
    document("mine/x", PAGE, "\n".join(str(row["text"]) for row in LABELLED[2:8]))
    _, found, named = answer(load("mine", tmp_path)[0])
    assert named["Home"][0] == "boilerplate"
    assert named["All rights reserved by the company"][0] == "boilerplate"
    assert named["to count"][0] == "item"
    assert named["Contact us today"] == ("title", 0.7)
    assert named["Cookies"] == ("prose", 0.4), "bold and short: it may be a title"
    assert named["Terms of Service"] == ("boilerplate", 0.2), "such gold often leaves out the page's own title"
    assert named["Write to us at any time of the day or of the night."] == ("prose", 0.9)
    assert found.missed == []


def test_a_word_of_the_text_does_not_keep_a_menu(document: Writer, tmp_path: Path) -> None:
    page = (
        "<p>Home</p><p>News</p><p>Weather</p><p>Sport</p><p>Login</p><p>A long walk home in any weather is a sport for all of us here.</p><p>Home</p>"
    )
    document("mine/x", page, "A long walk home in any weather is a sport for all of us here.")
    _, found, _ = answer(load("mine", tmp_path)[0])
    assert found.names == ["boilerplate"] * 5 + ["prose", "boilerplate"]


def test_gold_in_another_order_is_found_less_surely(document: Writer, tmp_path: Path) -> None:
    page = "".join(
        f"<p>{text}</p>" for text in ("the first answer has seven words here", "noise", "the second one is quite a bit longer than that one")
    )
    document("mine/x", page, "the second one is quite a bit longer than that one\nthe first answer has seven words here")
    _, found, _ = answer(load("mine", tmp_path)[0])
    assert found.names == ["prose", "boilerplate", "prose"]
    assert found.sure[0] < found.sure[2]


def test_a_page_that_is_not_the_golds_page_teaches_nothing(document: Writer, tmp_path: Path) -> None:
    document("mine/x", "<h1>Prove that you are human</h1><p>Type the letters</p>", "An article about something else altogether.\n" * 3)
    _, found, _ = answer(load("mine", tmp_path)[0])
    assert set(found.names) == {"boilerplate"}
    assert max(found.sure) == 0.0


def test_empty_gold_removes_all(document: Writer, tmp_path: Path) -> None:
    document("cleanportaleval/x", "<p>Links, links, links</p>", [{"label": "prose", "text": "<!-- no article -->"}])
    _, found, _ = answer(load("cleanportaleval", tmp_path)[0])
    assert (found.names, found.sure, found.missed) == (["boilerplate"], [0.9], [])


@pytest.mark.data
def test_real_gold_lines_are_segments(data_dir: Path) -> None:
    kinds: Counter[str] = Counter()
    for example in load("stapi", data_dir)[::8]:
        lines = segments.of(example.page())
        kinds.update(match.kind for match in align([line.text for line in example.gold], lines.text))
    assert kinds[EXACT] >= 0.985 * kinds.total()


@pytest.mark.data
def test_real_text_is_covered_by_the_labels(data_dir: Path) -> None:
    if not (data_dir / "wcxb-dev").is_dir():
        pytest.skip("no wcxb-dev in RUBRICATE_DATA")
    scores = []
    for example in load("wcxb-dev", data_dir)[::30]:
        lines = segments.of(example.page())
        names = truth(example, lines).names
        kept = Counter(word for text, name in zip(lines.text, names, strict=True) if name != "boilerplate" for word in words(text))
        gold = Counter(words(example.gold_text))
        scores.append(2 * (kept & gold).total() / max(1, kept.total() + gold.total()))
    assert sum(scores) / len(scores) > 0.96
