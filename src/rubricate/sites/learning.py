"""Pages of a site -> its rules, without labels made by hand.

The clusters are spider's, told apart also by ids and classes that every page has. What is ours is what happens to them:
- the best cluster is the one with most text that an engine keeps and the titles speak of; the container is the element around it that holds most
  of what the engine keeps; blocks below it are judged one cluster at a time
- a cluster whose texts repeat from page to page, that is made of links, or that an engine calls boilerplate, is boilerplate; but what repeats and
  stands in the container is not, where an engine is fairly sure of titles above text, or sure of text: 'Prices' is a title on every page. A title
  that a menu names on every page does not repeat, nor is a heading that links to its own place made of links
- one that an engine keeps, that says something about its pages, and that lies within the box around the best cluster, is text: titles, items, quotes
- what was seen on one page of many only gets no rule: there the engine decides, page by page
- selectors that would fit any site get no rule, nor those that disagree with what the engine is sure of (`doubts`)
Clusters of the same tag path and the same names of the template that were judged alike become one selector; hashed names and numbered ids are dropped
from it. Where two selectors that were judged differently are then the same, the one with more text wins, and the lost share is missing from its
confidence; where titles lost against text, the engine is asked for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TypeVar
from urllib.parse import urlsplit

from rubricate.errors import DataError
from rubricate.sites.clusters import Cluster, cluster
from rubricate.sites.doubts import Levels, Said, doubts, levels_said
from rubricate.sites.relevance import Vocabulary
from rubricate.sites.rules import Rule, Rules
from rubricate.sites.selectors import Selector, consolidate, fits, is_hashed, lasting
from rubricate.sites.views import Block, Step, View
from rubricate.sites.words import any_language
from rubricate.types import BOILERPLATE, ITEM, MISC, PROSE, TITLE

__all__ = ["Said", "is_caption", "learn", "pick_pages"]

SURE, FAIR = 0.8, 0.35
"""Of text in the container that the engine is so sure of, the place on the screen is not asked; of titles, that they repeat (one label of five)."""
ALIKE = 0.1
"""The share of its text that a page must have in the same places as the others of its site, where no URL says which site that is."""
_T = TypeVar("_T")
_APART = frozenset(("nav", "aside", "footer", "form", "dialog"))
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


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a site when its clusters are judged."""

    views: Sequence[View]
    said: Said
    levels: Levels
    container: Selector
    repeated: frozenset[str]
    best: Cluster
    vocabulary: Vocabulary


def learn(views: Sequence[View], said: Said, engine: str = "") -> Rules:
    """The rules of the site that these pages are from. `said` is parallel to the pages' blocks."""
    if not any(view.blocks for view in views):
        raise DataError(f"nothing to learn from: none of {len(views)} pages has any text")
    levels = levels_said(views, said)
    rules = _rules(views, said, levels, engine)
    pages = _spread(len(views)) if len(views) > 2 else []
    held = [(page, _rules(_without(views, page), _without(said, page), _without(levels, page), engine)) for page in pages]
    rules = doubts([(rules, view, own) for view, own in zip(views, said, strict=True)] + [(made, views[page], said[page]) for page, made in held])
    if not held:
        return replace(rules, kept=median(_shares(rules, view)[1] for view in views))
    shares = [_shares(_of(made, rules), views[page]) for page, made in held]
    return replace(rules, coverage=median(known for known, _ in shares), kept=median(kept for _, kept in shares))


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


def _rules(views: Sequence[View], said: Said, levels: Levels, engine: str) -> Rules:
    vocabulary = Vocabulary(views, any_language)
    names, own = _everywhere(views), _own(views)
    clusters = cluster(views, names=names, own=own)
    scores = [_weighed(vocabulary, one, views, said) for one in clusters]
    best = max(range(len(clusters)), key=lambda number: (scores[number], -number))
    prose = consolidate(lasting(block.steps) for block in clusters[best].blocks(views))
    container = _container(views, said, prose[0])
    repeated = _repeated(views)
    known = _Known(views, said, levels, container, repeated, clusters[best], vocabulary)
    judged = [_Judged(PROSE, 0, *_size(one, views)) if number == best else _judge(one, known) for number, one in enumerate(clusters)]
    enough = 2 if len(views) > 1 else 1
    clear = [one for number, one in enumerate(judged) if number != best or _kept(clusters[best], views, said) >= 0.75]
    rules = _consolidated([one for one in clear if one.label == BOILERPLATE or len(one.pages) >= enough or one is judged[best]], names, own)
    site = Counter(_host(view.url) for view in views).most_common(1)[0][0]
    return Rules(site, tuple(rule for rule in rules if rule.specific), container, pages=len(views), engine=engine)


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
    """How sure the engine is that a cluster's text is text or titles, by letters."""
    sizes = [(len(views[page].blocks[place].text), *said[page][place]) for page, place in one.members]
    return sum(size * sure for size, label, sure in sizes if label in (PROSE, ITEM, TITLE)) / max(1, sum(size for size, _, _ in sizes))


def _container(views: Sequence[View], said: Said, way: Selector) -> Selector:
    """The lowest element around the best cluster that holds four fifths of the text that the engine keeps."""
    kept = [b for view, labels in zip(views, said, strict=True) for b, (label, _) in zip(view.blocks, labels, strict=True) if label in (PROSE, ITEM)]
    letters = sum(len(block.text) for block in kept)
    for depth in range(len(way) - 1, 0, -1):
        if 5 * sum(len(block.text) for block in kept if _below(way[:depth], block)) >= 4 * letters:
            return way[:depth]
    return ()


def _judge(one: Cluster, site: _Known) -> _Judged:
    """The label of all blocks of a cluster."""
    blocks = one.blocks(site.views)
    size = _size(one, site.views)
    inside = sum(_below(site.container, block) for block in blocks) * 2 > len(blocks)
    # text that the engine is sure of may stand beside the container: an introduction
    beside = len(site.container) > 2 and sum(_below(site.container[:-1], block) for block in blocks) * 2 > len(blocks)
    inside = inside or (beside and _sure(one, site.views, site.said) >= SURE)
    votes: Counter[str] = Counter()
    for (page, place), block in zip(one.members, blocks, strict=True):
        votes[site.said[page][place][0]] += len(block.text)
    linked = sum(block.linked * len(block.text) for block in blocks) / max(1, sum(len(block.text) for block in blocks))
    label = votes.most_common(1)[0][0]
    if label == BOILERPLATE and inside and 2 * sum(site.said[page][place][0] == BOILERPLATE for page, place in one.members) < len(blocks):
        label = votes.most_common(2)[1][0]  # one long block that is removed says little of the others
    label = TITLE if label == BOILERPLATE and inside and _names_pages(one, site) else label
    level = _level(one, site) if label == TITLE else 0
    repeated = site.repeated & _repeated_here(one, blocks) if label == TITLE else site.repeated
    repeats = sum(block.text in repeated for block in blocks) * 2 > len(blocks)
    if (linked > 0.5 and not (label == TITLE and _says_titles(one, site))) or (repeats and not (inside and _stands(one, label, site))):
        return _Judged(BOILERPLATE, 0, *size)
    if not inside:
        return _Judged(label, level or 1, *size) if label == TITLE else _Judged(BOILERPLATE, 0, *size)
    narrow = label == TITLE or "td" in blocks[0].path[len(site.container) :]
    if not (_sure(one, site.views, site.said) >= SURE or _in_box(one, site.best, site.views, 0.0 if narrow else 0.3)):
        return _Judged(BOILERPLATE, 0, *size)
    if is_caption(blocks[0], len(site.container)):
        return _Judged(MISC if label != BOILERPLATE else label, 0, *size)
    quoted = "blockquote" in blocks[0].path and label not in (TITLE, BOILERPLATE)
    return _Judged(label, level, *size, sure=site.vocabulary.score(one).confidence if quoted else 1.0)


def _stands(one: Cluster, label: str, site: _Known) -> bool:
    """Whether blocks of the container stay though they repeat: titles that the engine is fairly sure of, above what it keeps; text it is sure of."""
    if any(name in _APART for block in one.blocks(site.views)[:1] for name in block.path[len(site.container) :]):
        return False
    if label != TITLE:
        return label in (PROSE, ITEM) and _sure(one, site.views, site.said) >= SURE
    said = [site.said[page][place][1] for page, place in one.members if site.said[page][place][0] == TITLE]
    above = sum(place + 1 < len(site.said[page]) and site.said[page][place + 1][0] != BOILERPLATE for page, place in one.members)
    return sum(said) >= FAIR * len(one.members) and above * 2 > len(one.members)


def _names_pages(one: Cluster, site: _Known) -> bool:
    """Whether a cluster that the engine does not know what to make of has one block on each page, and it says what the page's <title> begins with."""
    pages = {page for page, _ in one.members}
    if len(pages) < 2 or len(pages) < len(one.members) or sum(site.said[page][place][1] for page, place in one.members) >= SURE * len(pages):
        return False
    return _says_titles(one, site)


def _says_titles(one: Cluster, site: _Known) -> bool:
    """Whether all blocks of a cluster say a part of their page's <title>: a headline may link to its own page."""
    return all(any(site.views[page].blocks[place].text in title for title in site.views[page].titles) for page, place in one.members)


def _level(one: Cluster, site: _Known) -> int:
    """The level that the outline gives most of a cluster's titles; 0, which leaves it to the outline, where it gives them different ones."""
    levels = Counter(level for level in (site.levels[page][place] for page, place in one.members) if level)
    level, count = levels.most_common(1)[0] if levels else (0, 0)
    return level if 10 * count >= 9 * sum(levels.values()) else 0


def _in_box(one: Cluster, best: Cluster, views: Sequence[View], least: float) -> bool:
    """Whether most of its blocks lie within the box around the best cluster's on the same page; true where nothing was drawn.

    They must be as wide as a share of it, `least`: insets are narrow. Titles are as narrow as their words, cells as their columns.
    """
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
            hits += top - 200 <= block.box.top <= bottom + 200 and wide >= 0.5 * min(block.box.width, right - left) and wide >= least * (right - left)
    return hits * 2 >= seen


def _frame(blocks: Iterable[Block]) -> tuple[float, float, float, float] | None:
    boxes = [block.box for block in blocks if block.box is not None]
    if not boxes:
        return None
    right, bottom = max(box.left + box.width for box in boxes), max(box.top + box.height for box in boxes)
    return min(box.left for box in boxes), min(box.top for box in boxes), right, bottom


def _consolidated(judged: Sequence[_Judged], names: frozenset[str], own: frozenset[str]) -> list[Rule]:
    """One rule for each label and tag path with the same `names` (`own` at its end); of rules not to be told apart, the one with more text."""
    ways: dict[tuple[Selector, str, int], list[_Judged]] = {}
    for one in judged:
        ways.setdefault((_named(lasting(one.ways[0][:-1]), names) + _named(lasting(one.ways[0][-1:]), names | own), one.label, one.level), []).append(
            one
        )
    found: dict[Selector, list[tuple[int, int, Rule]]] = {}
    for (_, label, level), same in ways.items():
        pages = frozenset().union(*(one.pages for one in same))
        letters = sum(one.letters for one in same)
        sure = sum(one.sure * one.letters for one in same) / max(1, letters)
        longest = max(one.longest for one in same)
        for selector in consolidate(lasting(way) for one in same for way in one.ways):
            found.setdefault(selector, []).append((letters, len(pages), Rule(selector, label, level, len(pages), sure, longest)))
    return [_winner(rivals) for rivals in found.values()]


def _named(way: Selector, names: frozenset[str]) -> Selector:
    """A way down with the template's own names only."""
    return tuple(Step(step.name, step.id if step.id in names else "", tuple(one for one in step.classes if one in names)) for step in way)


def _winner(rivals: Sequence[tuple[int, int, Rule]]) -> Rule:
    letters, _, rule = max(rivals, key=lambda rival: rival[:2])
    titles = rule.label in (PROSE, ITEM, MISC) and any(rival.label == TITLE for _, _, rival in rivals)
    return replace(rule, confidence=rule.confidence * letters / max(1, sum(rival[0] for rival in rivals)), titles=titles)


def _shares(rules: Rules, view: View) -> tuple[float, float]:
    """The share of a page's text that the rules know, and the share that they keep."""
    letters = sum(len(block.text) for block in view.blocks) or 1
    found = [(len(block.text), rules.rule(block.steps)) for block in view.blocks]
    kept = sum(size for size, rule in found if rule is not None and rule.label != BOILERPLATE)
    return sum(size for size, rule in found if rule is not None) / letters, kept / letters


def _of(made: Rules, rules: Rules) -> Rules:
    """Those of the rules made without a page that are also among the final ones."""
    final = {rule.selector for rule in rules.rules}
    return replace(made, rules=tuple(rule for rule in made.rules if rule.selector in final))


def _without(pages: Sequence[_T], page: int) -> list[_T]:
    return [*pages[:page], *pages[page + 1 :]]


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


def _own(views: Sequence[View]) -> frozenset[str]:
    """Classes of blocks' own elements on half of the pages, and on at least two: not every page has sections, but what they are called lasts."""
    seen = Counter(name for view in views for name in sorted({name for b in view.blocks for step in b.steps[-1:] for name in step.classes}))
    return frozenset(name for name, count in seen.items() if count >= 2 and count * 2 >= len(views) and not is_hashed(name))


def _repeated(views: Sequence[View]) -> frozenset[str]:
    """Texts that stand on half of the pages, and on at least two."""
    seen = Counter(text for view in views for text in sorted({block.text for block in view.blocks}))
    return frozenset(text for text, count in seen.items() if count >= 2 and count * 2 >= len(views))


def _repeated_here(one: Cluster, blocks: Sequence[Block]) -> frozenset[str]:
    """Texts that stand on half of the pages of a cluster, and on at least two, in that cluster: a menu may name every page of the site."""
    pages = {page for page, _ in one.members}
    seen = Counter(text for text, _ in sorted({(block.text, page) for block, (page, _) in zip(blocks, one.members, strict=True)}))
    return frozenset(text for text, count in seen.items() if count >= 2 and count * 2 >= len(pages))


def _size(one: Cluster, views: Sequence[View]) -> tuple[frozenset[int], int, tuple[Selector, ...], int]:
    blocks = one.blocks(views)
    sizes = [len(block.text) for block in blocks]
    return frozenset(page for page, _ in one.members), sum(sizes), tuple(block.steps for block in blocks), max(sizes)


def _below(container: Selector, block: Block) -> bool:
    return len(block.steps) >= len(container) and fits(container, block.steps[: len(container)])


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.") if "://" in url else ""
