"""Second thoughts about the labels of an alignment: what is kept without support, what the gold may have meant otherwise, what nobody knows."""

from __future__ import annotations

from rubricate.learn.corpora import Example
from rubricate.learn.found import AROUND, Found, lettered
from rubricate.learn.words import words
from rubricate.types import BOILERPLATE, Segments

__all__ = ["doubt"]

_LOST = 0.3
_NEAR = 3  # segments on either side in which a kept line gives support
_FAR = 15  # segments within which the gold line before or after it gives support
_FEW = 3  # words of a line that needs support


def doubt(names: list[str], sure: list[float], found: Found, segments: Segments, example: Example, by_hand: bool) -> None:
    """Take back what is kept without support, and lower the certainty of what the gold may have meant otherwise."""
    _between(names, sure, segments)
    kept = [name != BOILERPLATE for name in names]
    _alone(names, sure, kept, found, segments, example.text_only)
    ignored = {"".join(words(str(text))) for text in example.meta.get("ignore_headings") or ()}
    for index, name in enumerate(names):
        if name == BOILERPLATE and ignored and "".join(words(segments.text[index])) in ignored:
            sure[index] = 0.0
    if not by_hand:
        _copies(names, sure, found, segments)
    if example.text_only or example.corpus == "readability":
        _own_title(names, sure, kept, segments, str(example.meta.get("title") or ""))
    _lost(sure, found)


def _alone(names: list[str], sure: list[float], kept: list[bool], found: Found, segments: Segments, text_only: bool) -> None:
    """A kept line with no other kept line near it, and no neighbour in the gold near it either, is less sure; a short one is not kept at all."""
    places = {line: index for index, line in enumerate(found.line) if kept[index]}
    for index in range(len(names)):
        if not kept[index] or any(kept[max(0, index - _NEAR) : index]) or any(kept[index + 1 : index + 1 + _NEAR]):
            continue
        if any(abs(places.get(found.line[index] + step, index + _FAR) - index) < _FAR for step in (-1, 1)):
            continue
        if text_only and found.sizes[index] <= _FEW and not (found.only[index] and segments.state[index].heading):
            names[index], sure[index], found.line[index] = BOILERPLATE, 0.5, -1
        else:
            sure[index] *= 0.8


def _copies(names: list[str], sure: list[float], found: Found, segments: Segments) -> None:
    """A second copy of what is kept elsewhere: which of the two the gold meant is not sure; in a menu it is surely none."""
    said = {"".join(words(line.text)) for line in found.gold if lettered(line.text)}
    for index, name in enumerate(names):
        if name == BOILERPLATE and found.sizes[index] > _FEW and "".join(words(segments.text[index])) in said:
            sure[index] = min(sure[index], 0.7 if segments.state[index].region in AROUND else 0.3)


def _own_title(names: list[str], sure: list[float], kept: list[bool], segments: Segments, title: str) -> None:
    """Such gold often leaves out the page's own title, and here and there another heading before text that is kept: no reason to learn that."""
    titles = {"".join(words(text)) for text in (title, segments.page.title) if text}
    for index, name in enumerate(names):
        level = segments.state[index].heading
        if name == BOILERPLATE and level and (level == 1 or _leads(kept, index) or "".join(words(segments.text[index])) in titles):
            sure[index] = min(sure[index], 0.2)


def _leads(kept: list[bool], index: int) -> bool:
    return index + 1 < len(kept) and kept[index + 1]


def _between(names: list[str], sure: list[float], segments: Segments) -> None:
    """Lines without a letter or digit that no gold line is ('|', '...'): nobody knows; they go with the lines around them."""
    last = BOILERPLATE
    for index, text in enumerate(segments.text):
        if lettered(text):
            last = names[index]
        elif names[index] == BOILERPLATE and last != BOILERPLATE:
            sure[index] = min(sure[index], 0.2)


def _lost(sure: list[float], found: Found) -> None:
    """Where nearly nothing of the gold is on the page (a captcha, a page that is all script), gold and page do not belong together."""
    if not found.gold:
        return
    sizes = [len(line.text) for line in found.gold]
    reach = sum(min(1.0, share) * size for share, size in zip(found.share, sizes, strict=True)) / max(1, sum(sizes))
    if reach < _LOST:
        sure[:] = [certainty * reach / _LOST for certainty in sure]
