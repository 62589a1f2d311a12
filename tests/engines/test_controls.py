"""Buttons are kept where they are likely, and several that say the same are no titles."""

from __future__ import annotations

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.controls import sure_controls
from rubricate.types import LABELS

TITLE, PROSE, MISC, REST = (LABELS.index(name) for name in ("title", "prose", "misc", "boilerplate"))


def labelled(label: int, kept: float, texts: list[str], controls: list[bool] | None = None, attributes: str = "") -> list[int]:
    """The labels of lines that all have this label and this chance of being kept."""
    chances = np.full((len(texts), len(LABELS)), kept / (len(LABELS) - 1), np.float32)
    chances[:, REST] = 1 - kept
    marked = np.array([True] * len(texts) if controls is None else controls, np.bool_)
    lines = rubricate.segments.of(rubricate.page.read("".join(f"<p><button{attributes}>{text}</button></p>" for text in texts)))
    return sure_controls(np.full(len(texts), label), chances, marked, lines).tolist()


@pytest.mark.parametrize(("kept", "stays"), [(0.4, False), (0.6, True)])
def test_a_control_is_likelier_than_not(kept: float, stays: bool) -> None:
    assert labelled(PROSE, kept, ["Terms", "Prices"]) == [PROSE if stays else REST] * 2


def test_several_that_say_the_same_are_sure_or_go() -> None:
    assert labelled(PROSE, 0.6, ["Quick view", "Quick view", "Prices"]) == [REST, REST, PROSE]
    assert labelled(PROSE, 0.95, ["Quick view", "Quick view"]) == [PROSE, PROSE]


def test_several_that_say_the_same_are_no_titles() -> None:
    assert labelled(TITLE, 0.95, ["More", "More", "Prices"]) == [MISC, MISC, TITLE]


def test_lines_of_no_section_may_say_the_same() -> None:
    assert labelled(MISC, 0.6, ["Back to top", "Back to top"]) == [MISC, MISC]


def test_what_is_no_control_stays() -> None:
    assert labelled(PROSE, 0.4, ["Quick view", "Quick view"], [False, False]) == [PROSE, PROSE]
    assert labelled(PROSE, 0.4, []) == []


def test_what_opens_a_panel_stays() -> None:
    texts, controls = ["What is covered", "All of it.", "What is covered", "Nothing."], [True, False, True, False]
    assert labelled(TITLE, 0.4, texts, controls, " aria-expanded=true") == [TITLE] * 4
    assert labelled(TITLE, 0.4, texts, controls) == [REST, TITLE, REST, TITLE]
    assert labelled(TITLE, 0.4, texts[::2], [True, True], " aria-expanded=true") == [REST] * 2, "one that no text follows"
