"""The evidence of the default engine: every feature belongs to a fact, and facts are told in words that hold on the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rubricate import page, segments
from rubricate.engines import default
from rubricate.engines.wording import _SAID, OWN, Line, fact_of, shared_out
from rubricate.features import columns
from rubricate.features.second import second_columns
from rubricate.types import LABELS

TEXT = "<p>We keep what you tell us for as long as the law wants it, and no longer than that, unless you ask us to keep it for you.</p>"
HTML = (
    "<title>Our rules</title><nav><ul>" + "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "Shop", "Help", "Jobs")) + "</ul></nav>"
    f"<main><h1>Our rules</h1>{TEXT}" + "".join(f"<p><b>{name}</b></p>{TEXT * 2}" for name in ("What we keep", "What we share", "Whom to ask"))
)


def test_every_feature_belongs_to_a_fact_with_words() -> None:
    engine = default.engine()
    found = columns(segments.of(page.read(HTML)), engine.evidence)
    first = np.full((len(found.values["chars"]), len(LABELS)), 0.2, np.float32)
    names = [*found.values, *second_columns(first, found.groups, found.values["chars"], found.spans, found.elements)]
    assert len(names) > 350
    assert {fact_of(name) for name in names} - {OWN} <= set(_SAID)


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("chars", "length"),
        ("bold", "look"),
        ("bold-1", "lines before"),
        ("chars+2", "lines after"),
        ("prose_after3", "lines after"),
        ("look_linked", "look-alikes"),
        ("class_kept", "names"),
        ("class_linked", "look-alikes"),
        ("class_misc", "names"),
        ("class_inward", "look-alikes"),
        ("goes", "where it goes"),
        ("goes+1", "lines after"),
        ("best_off", "best element"),
        ("stretch_through", "best element"),
        ("points_near", "votes"),
        ("c2_kin", "elements"),
        ("p_title", OWN),
        ("p_title-1", "what is beside it"),
        ("look_p_title", "what its look-alikes are"),
        ("e4_p_mass", "what is around it"),
        ("veil_p_kept", "panel"),
        ("page_legal", "page"),
        ("main60", "text"),
    ],
)
def test_fact_of(name: str, fact: str) -> None:
    assert fact_of(name) == fact


def test_what_the_first_answer_moved_is_shared_out_among_what_had_moved_it() -> None:
    first = np.array([[3.0, -1.0]], np.float32)
    second = np.array([[0.5, 2.0]], np.float32)
    facts, moved = shared_out((["bold", "chars"], ["bold", "p_title"]), first, second)
    assert facts == ["length", "look"]
    assert moved.tolist() == [[-0.5, 2.0]], "the look: .5 by itself and three quarters of 2; the length: a quarter of 2, against it"


def told(most: int = 4) -> dict[str, str]:
    lines = segments.of(page.read(HTML))
    engine = default.engine()
    return dict(zip(lines.text, engine.explain(lines, engine.label(lines), most=most), strict=True))


def test_facts_hold_on_the_page() -> None:
    said = told()
    assert "lines look alike" in said["Shop"]
    assert "furniture" in said["Shop"]
    assert "bold" in told(12)["What we share"]
    assert "the page's running text" in said["What we share"]
    assert not any("linked" in words for text, words in said.items() if text.startswith("We keep"))
    assert all(words.count(";") <= 3 for words in said.values())


@pytest.mark.parametrize(
    ("text", "label", "fact", "said"),
    [
        ("Shop", "boilerplate", "elements", "100% of the text around it is linked"),
        ("Shop", "boilerplate", "where it goes", "a link to another page of the site"),
        ("Shop", "boilerplate", "votes", "stands outside the element that most paragraphs are in"),
        ("Shop", "title", "votes", ""),  # what would speak for another label is not told
        ("What we share", "title", "votes", "stands in the element that most paragraphs are in"),
        ("What we share", "title", "best element", "stands in the element that is the document, as far as one is"),
        ("What we share", "title", "where it goes", ""),
    ],
)
def test_what_is_said_of_a_fact(text: str, label: str, fact: str, said: str) -> None:
    lines = segments.of(page.read(HTML))
    engine = default.engine()
    values = engine._second_values(columns(lines, engine.evidence))
    assert _SAID[fact](Line(lines.text.index(text), values, label, lines, engine.evidence)) == said


def test_what_the_page_decided_is_told() -> None:
    sample = Path(__file__).resolve().parent.parent.parent / "samples" / "privacy-policy.html"
    lines = segments.of(page.read(sample.read_bytes()))
    engine = default.engine()
    labels = engine.label(lines)
    said = engine.explain(lines, labels)
    chances = engine.probabilities(columns(lines, engine.evidence))
    for index, name in enumerate(labels.names):
        alone = LABELS[int(chances[index].argmax())]
        assert said[index].startswith("decided with the lines around it (by itself") == (alone != name)
