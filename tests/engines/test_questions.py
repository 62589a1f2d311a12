from __future__ import annotations

import numpy as np
import pytest

from rubricate import page, segments
from rubricate.engines import default
from rubricate.engines.questions import panel_heads, questions

ANSWER = "We keep what you tell us for as long as the law wants it, and then we delete it."
ASKED = ("Who are you?", "What do you keep?", "How long do you keep it?", "Whom do I ask?", "What is this page for?")


def asked(texts: list[str], kept: list[bool] | None = None, linked: float = 0.0, alike: list[int] | None = None) -> list[str]:
    count = len(texts)
    found = questions(
        texts, np.array(kept or [True] * count, np.bool_), np.full(count, linked, np.float32), np.array(alike or [0] * count, np.intp)
    )
    return [text for text, one in zip(texts, found.tolist(), strict=True) if one]


def paired(questions: tuple[str, ...], answer: str = ANSWER) -> list[str]:
    return [text for question in questions for text in (question, answer)]


def test_questions_head_their_answers() -> None:
    assert asked(paired(ASKED)) == list(ASKED)
    assert asked(paired(("¿Quién es?", "為什麼？", "لماذا؟", "Warum?"))) == ["¿Quién es?", "為什麼？", "لماذا؟", "Warum?"]


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(paired(ASKED[:3]), id="too few"),
        pytest.param(list(ASKED), id="no answers"),
        pytest.param(paired(ASKED, "No."), id="answers shorter than the questions"),
        pytest.param(paired(tuple(f"“{text}”" for text in ASKED)), id="what people say"),
        pytest.param(paired(ASKED) + [ANSWER] * 40, id="few among many lines of their look"),
        pytest.param(paired(tuple(f"We know. {text}" for text in ASKED)), id="not a question alone"),
        pytest.param([], id="nothing"),
    ],
)
def test_other_questions_stay_what_they_are(texts: list[str]) -> None:
    assert asked(texts) == []


def test_only_kept_lines_that_look_alike_and_are_no_links() -> None:
    texts = paired(ASKED)
    assert asked(texts, kept=[False, False] * 5) == []
    assert asked(texts, linked=1.0) == []
    assert asked(texts, alike=[0, 9, 1, 9, 2, 9, 3, 9, 4, 9]) == []


def test_plain_questions_in_a_list_are_titles_of_the_page() -> None:
    items = "".join(f"<li>{question}<p>{ANSWER * 2}</p></li>" for question in ASKED)
    html = f"<title>Privacy</title><nav><a href=/>Home</a></nav><main><h1>Privacy policy</h1><p>{ANSWER * 3}</p><ul>{items}</ul></main>"
    lines = segments.of(page.read(html))
    labels = default.engine().label(lines)
    assert [text for text, name in zip(lines.text, labels.names, strict=True) if name == "title"] == ["Privacy policy", *ASKED]
    assert all(sure >= 0.5 for name, sure in zip(labels.names, labels.confidence, strict=True) if name == "title")


def test_what_opens_a_panel_heads_it() -> None:
    html = "<details><summary>Delivery</summary><p>It takes a week.</p></details><details><summary>Return</summary></details><p>Text"
    lines = segments.of(page.read(html))
    assert lines.text == ["Delivery", "It takes a week.", "Return", "Text"]
    kept = np.ones(4, np.bool_)
    assert panel_heads(lines, kept).tolist() == [True, False, False, False], "the second panel is empty"
    kept[1] = False
    assert not panel_heads(lines, kept).any()
    assert panel_heads(lines, np.zeros(4, np.bool_)).tolist() == [False] * 4


def test_a_number_before_a_question_is_no_sentence() -> None:
    asked = [f"{letter}. What do you know of me?" for letter in "ABCD"]
    texts = [text for question in asked for text in (question, "We know what you told us when you came in.")]
    count = len(texts)
    found = questions(texts, np.ones(count, np.bool_), np.zeros(count, np.float32), np.zeros(count, np.intp))
    assert np.flatnonzero(found).tolist() == [0, 2, 4, 6]
