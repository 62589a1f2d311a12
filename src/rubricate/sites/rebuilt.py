"""A View as a page again, so that engines can label its blocks: elements nested as their ways down say, with the look that engines read.

Made for pages that are only there as a browser's JSON. A page that was parsed here has its own Segments and needs none of this.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rubricate import segments as lines
from rubricate.page import read
from rubricate.sites.views import Block, Step, View
from rubricate.types import BOILERPLATE, Engine, Labels, Segments

__all__ = ["block_labels", "rebuild"]

_READ = ("color", "font-size", "font-style", "font-weight", "text-align", "text-decoration", "text-transform")
_INLINE = frozenset("a abbr b big cite code em font i label q s small span strong sub sup time tt u var iframe button".split())
_MARK = "data-block"


def rebuild(view: View) -> Segments:
    """The page's lines; `block_labels` knows which line belongs to which block."""
    title = view.titles[0] if view.titles else ""
    html = f"<!doctype html><title>{escape(title)}</title><body>{''.join(_elements(view))}</body>"
    return lines.of(read(html, url=view.url or None))


def block_labels(view: View, engine: Engine) -> list[tuple[str, float]]:
    """What an engine says of every block: label and confidence (of its first line, which speaks for the block)."""
    segments = rebuild(view)
    labels = engine.label(segments)
    said: dict[int, tuple[str, float]] = {}
    for index, place in _places(segments):
        said.setdefault(place, _said(labels, index))
    return [said.get(place, (BOILERPLATE, 0.5)) for place in range(len(view.blocks))]


def _said(labels: Labels, index: int) -> tuple[str, float]:
    return labels.names[index], float(labels.confidence[index])


def _places(segments: Segments) -> Iterator[tuple[int, int]]:
    """(line, block) for every line that can be traced."""
    tree = segments.page.tree
    for index, row in enumerate(segments.block):
        while row >= 0:
            mark = tree.attribute(row, _MARK) if tree.tags[row] else None
            if mark:
                yield index, int(mark)
                break
            row = tree.parents[row]


def _elements(view: View) -> Iterator[str]:
    """Open what the next block needs, close what it does not; a block's own element is always a new one."""
    open_: list[Step] = []
    for place, block in enumerate(view.blocks):
        shared = 0
        while shared < min(len(open_), len(block.steps) - 1) and open_[shared] == block.steps[shared]:
            shared += 1
        yield from (f"</{_tag(step)}>" for step in reversed(open_[shared:]))
        yield from (_opened(step) for step in block.steps[shared:-1])
        yield _own(place, block)
        open_ = list(block.steps)
    yield from (f"</{_tag(step)}>" for step in reversed(open_))


def _own(place: int, block: Block) -> str:
    step = block.steps[-1] if block.steps else Step("div")
    style = "; ".join(f"{name}: {value}" for name, value in block.look if name in _READ)
    text = escape(" ".join(block.pieces))
    inner = f'<a href="#">{text}</a>' if block.linked > 0.5 else text
    return f'{_opened(step)[:-1]} {_MARK}="{place}" style="{escape(style)}">{inner}'


def _opened(step: Step) -> str:
    return f'<{_tag(step)} id="{escape(step.id)}" class="{escape(" ".join(step.classes))}">'


def _tag(step: Step) -> str:
    return "div" if step.name in _INLINE or not step.name.isalnum() else step.name
