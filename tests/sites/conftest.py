"""A small news site made by hand: a menu, an article of which every page has another, and a footer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rubricate.sites.views import Block, Box, Step, View

TOPICS = (
    "volcano eruption island ash",
    "election senate ballot vote",
    "harvest vineyard grape cellar",
    "glacier melting arctic ice",
    "orchestra violin concert hall",
)

Maker = Callable[..., Block]


def block(text: str, *steps: str, width: float = 600.0, top: float = 0.0, size: str = "16px", linked: float = 0.0) -> Block:
    """A block by its way down: 'div#a.b' steps."""
    from rubricate.sites.selectors import parse

    way: tuple[Step, ...] = parse(" > ".join(steps))
    return Block(way, text, (text,), (("font-size", size),), Box(0.0, top, width, 20.0), linked)


def story(number: int) -> View:
    words = TOPICS[number % len(TOPICS)].split()
    main = (f"div#story-{number}.story.s{number}", "p.text")
    texts = [
        f"The {words[i]} and the {words[(i + 1) % 4]} were in the news of day {number}, where the {words[(i + 2) % 4]} was seen." for i in range(4)
    ]
    blocks = [block(name, "ul.menu", "li", size="12px", width=80, linked=1.0) for name in ("Home", "World", "Sport")]
    blocks.append(block(f"The {words[0]} and the {words[1]}", f"div#story-{number}.story.s{number}", "h1", size="30px", top=100))
    blocks += [block(text, *main, top=150.0 + 50 * i) for i, text in enumerate(texts)]
    blocks.append(block("All rights reserved", "div.footer", "p", size="10px", top=900))
    return View(f"http://paper.example/{number}", (f"The {words[0]} and the {words[1]} - Paper",), (f"News of {' '.join(words)}.",), tuple(blocks))


@pytest.fixture
def make() -> Maker:
    return block


@pytest.fixture
def site() -> list[View]:
    return [story(number) for number in range(5)]
