"""Lines that are built alike from the root down are all kept or all removed."""

from __future__ import annotations

import numpy as np
import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.kin import whole_kin
from rubricate.features import columns
from rubricate.types import LABELS

PROSE, REST = LABELS.index("prose"), LABELS.index("boilerplate")
CARD = "<div class=card><p>{}</p></div>"


def voted(html: str, *chances_kept: float) -> list[bool]:
    """Which lines are kept after the vote, of lines with these chances of being kept."""
    lines = rubricate.segments.of(rubricate.page.read(html))
    kept = np.array(chances_kept, np.float32)
    assert len(lines) == len(kept)
    chances = np.zeros((len(kept), len(LABELS)), np.float32)
    chances[:, PROSE], chances[:, REST] = kept, 1 - kept
    return [label != REST for label in whole_kin(chances.argmax(axis=1), chances, columns(lines), lines.begins).tolist()]


def cards(*texts: str) -> str:
    return "".join(CARD.format(text) for text in texts)


def test_the_one_that_was_dropped_comes_back() -> None:
    assert voted(cards("One is here", "Two is here", "Three too"), 0.9, 0.3, 0.9) == [True] * 3


def test_the_one_that_was_kept_goes() -> None:
    assert voted(cards("One is here", "Two is here", "Three too"), 0.3, 0.3, 0.9) == [False] * 3


def test_they_vote_with_their_characters() -> None:
    assert voted(cards("A long one, with all that there is to say", "Two", "Three"), 0.9, 0.3, 0.3) == [True] * 3


def test_two_are_no_kin() -> None:
    assert voted(cards("One is here", "Two"), 0.9, 0.3) == [True, False]


def test_what_is_ruled_out_stays_out() -> None:
    assert voted(cards("One is here", "Two is here", "Buy"), 0.9, 0.9, 0.04) == [True, True, False]


@pytest.mark.parametrize(
    "html",
    [
        cards("One is here", "Two is here") + "<div class=teaser><p>Three</p></div>",  # another class
        cards("One is here", "Two is here") + "<section>" + cards("Three") + "</section>",  # another place
        cards("One is here", "Two is here", "<a href=/three>Three</a>"),  # a link
        cards("One is here", "Two is here") + "<div class=card><p style='display:none'>Three</p></div>",
        "<table><tr><td>One is here</td></tr><tr><td>Two is here</td></tr><tr><td>Three</td></tr></table>",
        "One is here<br>Two is here<br>Three",
    ],
)
def test_what_is_built_otherwise_has_no_part_in_it(html: str) -> None:
    assert voted(html, 0.9, 0.9, 0.3) == [True, True, False]


def test_a_page_that_is_of_one_mind_is_left_alone() -> None:
    assert voted(cards("One is here", "Two is here", "Three too"), 0.9, 0.9, 0.9) == [True] * 3
    assert voted(cards("One is here", "Two is here", "Three too"), 0.1, 0.1, 0.1) == [False] * 3
