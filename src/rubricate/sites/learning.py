"""Pages of a site -> its rules, without labels made by hand.

The clusters are spider's, told apart also by ids and classes that every page has. What is ours is what happens to them:
- the best cluster is the one with most text that an engine keeps and the titles speak of; the container is the element around it that holds most
  of what the engine keeps; blocks below it are judged one cluster at a time
- a cluster whose texts repeat from page to page, that is made of links, or that an engine calls boilerplate, is boilerplate
- one that an engine keeps, that says something about its pages, and that lies within the box around the best cluster, is text: titles, items, quotes
- what was seen on one page of many only gets no rule: there the engine decides, page by page
Clusters of the same tag path that were judged alike become one selector; hashed names and numbered ids are dropped from it, unless two selectors that
were judged differently would then be the same: the one with more text wins, and the lost share is missing from its confidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from urllib.parse import urlsplit

from rubricate.errors import DataError
from rubricate.sites.clusters import Cluster, cluster
from rubricate.sites.relevance import Vocabulary
from rubricate.sites.rules import Rule, Rules
from rubricate.sites.selectors import Selector, consolidate, fits, lasting
from rubricate.sites.views import Block, Step, View
from rubricate.sites.words import any_language
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE

__all__ = ["Said", "is_caption", "learn", "pick_pages"]

Said = Sequence[Sequence[tuple[str, float]]]
"""For every page and block: what an engine says of it, and how sure it is."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
SURE = 0.8
"""Of text in the container that the engine is so sure of, the place on the screen is not asked."""
ALIKE = 0.1
"""The share of its text that a page must have in the same places as the others of its site, where no URL says which site that is."""
_CAPTION = ("caption", "credit", "photo-", "byline", "figcaption")


@dataclass(frozen=True, slots=True)
class _Judged:
    """A cluster with its label."""

    label: str
    level: int
    pages: frozenset[int]
    letters: int
    ways: tuple[Selector, ...]
    longest: int
    sure: float = 1.0


def learn(views: Sequence[View], said: Said, engine: str = "") -> Rules:
    """The rules of the site that these pages are from. `said` is parallel to the pages' blocks."""
    if not any(view.blocks for view in views):
        raise DataError(f"nothing to learn from: none of {len(views)} pages has any text")
    rules = _rules(views, said, engine)
    if len(views) < 3:
        return replace(rules, kept=median(_shares(rules, view)[1] for view in views))
    held = [_shares(_rules(*_without(views, said, page), engine), views[page]) for page in _spread(len(views))]
    return replace(rules, coverage=median(known for known, _ in held), kept=median(kept for _, kept in held))


def pick_pages(views: Sequence[View]) -> tuple[list[int], list[str]]:
    """Which of the pages to learn from, and why the others were left out: pages without text, of other sites, walls and errors."""
    hosts = Counter(_host(view.url) for view in views if view.blocks)
    site = hosts.most_common(1)[0][0] if hosts else ""
    strange = set() if site else _strangers(views)
    kept, left = [], []
    sizes = [sum(len(block.text) for block in view.blocks if block.linked < 0.5) for view in views]
    usual = median(sizes) if sizes else 0
    for number, view in enumerate(views):
        name = view.url or f"page {number + 1}"
        if not view.blocks:
            left.append(f"{name}: no text")
        elif _host(view.url) != site:
            left.append(f"{name}: of another site ({_host(view.url) or 'unknown'}; most pages are of {site or 'unknown'})")
        elif len(views) > 2 and sizes[number] * 8 < usual:
            left.append(f"{name}: only {sizes[number]} characters of text where pages of this site have {usual:.0f}: a login wall or an error page?")
        elif number in strange:
            left.append(f"{name}: less than {ALIKE:.0%} of its text stands where other pages have theirs: of another site, or of another template?")
        else:
            kept.append(number)
    return kept, left


def _strangers(views: Sequence[View]) -> set[int]:
    """Of pages that do not say where they are from: those outside of the largest group that shares a template. Two pages alone are believed."""
    seen = Counter(name for view in views for name in sorted({name for block in view.blocks for step in block.steps for name in step.classes}))
    groups: list[tuple[set[Selector], list[int]]] = []
    for number, view in enumerate(views):
        sizes: Counter[Selector] = Counter()
        for block in view.blocks:
            sizes[tuple(Step(step.name, "", tuple(one for one in step.classes if seen[one] > 1)) for step in block.steps)] += len(block.text)
        letters = sum(sizes.values())
        shares = [sum(size for way, size in sizes.items() if way in ways) for ways, _ in groups]
        best = max(range(len(groups)), key=lambda place: shares[place], default=-1)
        if best < 0 or shares[best] < ALIKE * letters:
            groups.append((set(), []))
            best = len(groups) - 1
        groups[best][0].update(sizes)
        groups[best][1].append(number)
    home = max((pages for _, pages in groups), key=len, default=[])
    return set(range(len(views))) - set(home) if len(home) > 1 else set()


def is_caption(block: Block, below: int) -> bool:
    """Whether a name on the way from the container down says that this is a picture's caption or credit."""
    return any(mark in name.lower() for step in block.steps[below:] for name in (step.name, *step.classes) for mark in _CAPTION)


def _rules(views: Sequence[View], said: Said, engine: str) -> Rules:
    vocabulary = Vocabulary(views, any_language)
    clusters = cluster(views, names=_everywhere(views))
    scores = [_weighed(vocabulary, one, views, said) for one in clusters]
    best = max(range(len(clusters)), key=lambda number: (scores[number], -number))
    prose = consolidate(lasting(block.steps) for block in clusters[best].blocks(views))
    container = _container(views, said, prose[0])
    repeated = _repeated(views)
    judged = [
        _Judged(PROSE, 0, *_size(one, views)) if number == best else _judge(one, views, said, container, repeated, clusters[best], vocabulary)
        for number, one in enumerate(clusters)
    ]
    enough = 2 if len(views) > 1 else 1
    clear = [one for number, one in enumerate(judged) if number != best or _kept(clusters[best], views, said) >= 0.75]
    rules = _consolidated([one for one in clear if one.label == BOILERPLATE or len(one.pages) >= enough or one is judged[best]])
    site = Counter(_host(view.url) for view in views).most_common(1)[0][0]
    return Rules(site, tuple(rules), container, pages=len(views), engine=engine)


def _weighed(vocabulary: Vocabulary, one: Cluster, views: Sequence[View], said: Said) -> float:
    """Text that an engine keeps and that is not links, more where the page's titles speak of it, too.

    Spider's own score is 0 for a cluster with one block a page, which is what a blog's text often is; so it only adds.
    """
    kept = sum(
        len(block.text) * (1 - block.linked)
        for page, place in one.members
        if said[page][place][0] in (PROSE, ITEM)
        for block in (views[page].blocks[place],)
    )
    about = {page for page, place in one.members if vocabulary.relevance(page, place) > 0}
    score = vocabulary.score(one)
    return (kept + 1e-6 * score.value) * (0.2 + len(about) / len(views)) * (0.5 + score.confidence)


def _kept(one: Cluster, views: Sequence[View], said: Said) -> float:
    """The share of a cluster's text that the engine keeps: text and comments that look alike are not told apart by any rule."""
    sizes = [(len(views[page].blocks[place].text), said[page][place][0]) for page, place in one.members]
    return sum(size for size, label in sizes if label != BOILERPLATE) / max(1, sum(size for size, _ in sizes))


def _sure(one: Cluster, views: Sequence[View], said: Said) -> float:
    """How sure the engine is that a cluster's text is text, by letters."""
    sizes = [(len(views[page].blocks[place].text), *said[page][place]) for page, place in one.members]
    return sum(size * sure for size, label, sure in sizes if label in (PROSE, ITEM)) / max(1, sum(size for size, _, _ in sizes))


def _container(views: Sequence[View], said: Said, way: Selector) -> Selector:
    """The lowest element around the best cluster that holds four fifths of the text that the engine keeps."""
    kept = [b for view, labels in zip(views, said, strict=True) for b, (label, _) in zip(view.blocks, labels, strict=True) if label in (PROSE, ITEM)]
    letters = sum(len(block.text) for block in kept)
    for depth in range(len(way) - 1, 0, -1):
        if 5 * sum(len(block.text) for block in kept if _below(way[:depth], block)) >= 4 * letters:
            return way[:depth]
    return ()


def _judge(
    one: Cluster, views: Sequence[View], said: Said, container: Selector, repeated: frozenset[str], best: Cluster, vocabulary: Vocabulary
) -> _Judged:
    """The label of all blocks of a cluster."""
    blocks = one.blocks(views)
    size = _size(one, views)
    inside = sum(_below(container, block) for block in blocks) * 2 > len(blocks)
    votes: Counter[str] = Counter()
    for (page, place), block in zip(one.members, blocks, strict=True):
        votes[said[page][place][0]] += len(block.text)
    same = sum(block.text in repeated for block in blocks)
    linked = sum(block.linked * len(block.text) for block in blocks) / max(1, sum(len(block.text) for block in blocks))
    label = votes.most_common(1)[0][0]
    if same * 2 > len(blocks) or linked > 0.5 or not inside or not (_sure(one, views, said) >= SURE or _in_box(one, best, views)):
        return _Judged(
            label if label == TITLE and not inside and same * 2 <= len(blocks) and linked <= 0.5 else BOILERPLATE, 1 if label == TITLE else 0, *size
        )
    if any(
        mark in name.lower()
        for block in blocks[:1]
        for step in block.steps[len(container) :]
        for name in (step.name, *step.classes)
        for mark in _CAPTION
    ):
        return _Judged(MISC if label != BOILERPLATE else label, 0, *size)
    if label == TITLE:
        return _Judged(label, _HEADINGS.get(blocks[0].path[-1], 2), *size)
    return _Judged(label, 0, *size, sure=vocabulary.score(one).confidence if "blockquote" in blocks[0].path and label != BOILERPLATE else 1.0)


def _in_box(one: Cluster, best: Cluster, views: Sequence[View]) -> bool:
    """Whether most of its blocks lie within the box around the best cluster's on the same page; true where nothing was drawn."""
    frame = {page: _frame(blocks) for page, blocks in best.by_page(views).items()}
    hits, seen = 0, 0
    for page, blocks in one.by_page(views).items():
        around = frame.get(page)
        for block in blocks:
            if block.box is None or around is None:
                continue
            left, top, right, bottom = around
            seen += 1
            wide = min(block.box.left + block.box.width, right) - max(block.box.left, left)
            hits += top - 200 <= block.box.top <= bottom + 200 and wide >= 0.5 * min(block.box.width, right - left) and wide >= 0.3 * (right - left)
    return hits * 2 >= seen


def _frame(blocks: Iterable[Block]) -> tuple[float, float, float, float] | None:
    boxes = [block.box for block in blocks if block.box is not None]
    if not boxes:
        return None
    right, bottom = max(box.left + box.width for box in boxes), max(box.top + box.height for box in boxes)
    return min(box.left for box in boxes), min(box.top for box in boxes), right, bottom


def _consolidated(judged: Sequence[_Judged]) -> list[Rule]:
    """One rule for each tag path and label; of rules that cannot be told apart, the one with more text."""
    ways: dict[tuple[tuple[str, ...], str, int], list[_Judged]] = {}
    for one in judged:
        ways.setdefault((tuple(step.name for step in one.ways[0]), one.label, one.level), []).append(one)
    found: dict[Selector, list[tuple[int, int, Rule]]] = {}
    for (_, label, level), same in ways.items():
        pages = frozenset().union(*(one.pages for one in same))
        letters = sum(one.letters for one in same)
        sure = sum(one.sure * one.letters for one in same) / max(1, letters)
        longest = max(one.longest for one in same)
        for selector in consolidate(lasting(way) for one in same for way in one.ways):
            found.setdefault(selector, []).append((letters, len(pages), Rule(selector, label, level, len(pages), sure, longest)))
    return [_winner(rivals) for rivals in found.values()]


def _winner(rivals: Sequence[tuple[int, int, Rule]]) -> Rule:
    letters, _, rule = max(rivals, key=lambda rival: rival[:2])
    return replace(rule, confidence=rule.confidence * letters / max(1, sum(rival[0] for rival in rivals)))


def _shares(rules: Rules, view: View) -> tuple[float, float]:
    """The share of a page's text that the rules know, and the share that they keep."""
    letters = sum(len(block.text) for block in view.blocks) or 1
    found = [(len(block.text), rules.rule(block.steps)) for block in view.blocks]
    kept = sum(size for size, rule in found if rule is not None and rule.label != BOILERPLATE)
    return sum(size for size, rule in found if rule is not None) / letters, kept / letters


def _without(views: Sequence[View], said: Said, page: int) -> tuple[list[View], Said]:
    return [*views[:page], *views[page + 1 :]], [*said[:page], *said[page + 1 :]]


def _spread(count: int, wanted: int = 3) -> list[int]:
    """A few pages to hold back, spread evenly: checking all would make learning quadratic."""
    return sorted({round(step * (count - 1) / (wanted - 1)) for step in range(wanted)})


def _everywhere(views: Sequence[View]) -> frozenset[str]:
    """Ids and classes that (nearly) every page has: the template's own names, which tell text from comments that look alike."""
    pages = [view for view in views if view.blocks]
    seen = Counter(
        name for view in pages for name in sorted({name for b in view.blocks for step in b.steps for name in (step.id, *step.classes) if name})
    )
    return frozenset(name for name, count in seen.items() if count * 10 >= 9 * len(pages))


def _repeated(views: Sequence[View]) -> frozenset[str]:
    """Texts that stand on half of the pages, and on at least two."""
    seen = Counter(text for view in views for text in sorted({block.text for block in view.blocks}))
    return frozenset(text for text, count in seen.items() if count >= 2 and count * 2 >= len(views))


def _size(one: Cluster, views: Sequence[View]) -> tuple[frozenset[int], int, tuple[Selector, ...], int]:
    blocks = one.blocks(views)
    sizes = [len(block.text) for block in blocks]
    return frozenset(page for page, _ in one.members), sum(sizes), tuple(block.steps for block in blocks), max(sizes)


def _below(container: Selector, block: Block) -> bool:
    return len(block.steps) >= len(container) and fits(container, block.steps[: len(container)])


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.") if "://" in url else ""
