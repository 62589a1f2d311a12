"""The least that anyone could do: keep all visible text; call the h1-h6 titles, or those and the bold lines."""

from __future__ import annotations

from rubricate.evaluation.answers import Answer, of_document
from rubricate.evaluation.cases import Case
from rubricate.evaluation.peers.readers import from_html
from rubricate.types import BOILERPLATE, PROSE, TITLE, Labels

__all__ = ["all_h_tags", "h_tags_and_bold_lines"]


def all_h_tags(case: Case) -> Answer:
    """Every h1-h6 of the page is a title."""
    return from_html(case.segments.page.html)


def h_tags_and_bold_lines(case: Case) -> Answer:
    """A line in h1-h6 is a title, and so is a line whose every character is bold."""
    from rubricate.outline import nest

    segments = case.segments
    names = []
    for index, state in enumerate(segments.state):
        characters = sum(not character.isspace() for character in segments.text[index])
        title = state.heading or segments.bold[index] >= characters
        names.append(BOILERPLATE if state.hidden else TITLE if title else PROSE)
    count = len(names)
    return of_document(nest(segments, Labels("h-tags+bold", names, [0.5] * count, [""] * count)))
