"""Hand-made pages for the tests of segments."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubricate import segments
from rubricate.page import read
from rubricate.types import Segments, State


@pytest.fixture(scope="session")
def lines() -> Callable[..., list[str]]:
    """The texts of a page's segments."""

    def texts(html: str, **options: object) -> list[str]:
        return segments.of(read(html, **options)).text  # type: ignore[arg-type]

    return texts


@pytest.fixture(scope="session")
def cut() -> Callable[..., Segments]:
    """A page's segments."""

    def all_of(html: str | bytes, **options: object) -> Segments:
        return segments.of(read(html, **options))  # type: ignore[arg-type]

    return all_of


@pytest.fixture(scope="session")
def state(cut: Callable[..., Segments]) -> Callable[..., State]:
    """The state of the one segment whose text is 'x'."""

    def state_of(html: str, **options: object) -> State:
        found = cut(html, **options)
        return found.state[found.text.index("x")]

    return state_of
