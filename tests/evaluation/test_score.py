from __future__ import annotations

from rubricate.evaluation.score import _behind, _content_score, summarise
from rubricate.types import Labels


def test_behind_takes_the_best_label_but_boilerplate() -> None:
    rows = [[0.1, 0.2, 0.05, 0.05, 0.6], [0.5, 0.2, 0.1, 0.1, 0.1]]
    labels = Labels("e", ["boilerplate", "title"], [0.6, 0.5], ["", ""], probabilities=rows)
    assert _behind(labels) == ["prose", "title"]
    assert [round(value, 6) for value in _content_score(labels)] == [0.4, 0.9]


def test_without_probabilities_the_confidence_is_turned() -> None:
    labels = Labels("e", ["boilerplate", "title"], [0.6, 0.75], ["", ""])
    assert _behind(labels) == ["boilerplate", "title"]
    assert _content_score(labels) == [0.4, 0.75]


def test_families_that_no_page_has_are_not_there() -> None:
    assert summarise([{}, {"spider": 0.5}, {"spider": None}], ["a", "a", "b"]) == {"spider": {"ratio": 0.5}}
