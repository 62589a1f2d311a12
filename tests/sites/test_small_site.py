"""Four small pages of a site whose titles are <div>s with classes: rules must not make outlines worse than the engine alone makes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricate import engines, page, segments
from rubricate.learn.corpora import RenderedPage
from rubricate.outline import nest
from rubricate.sites.apply import RulesEngine, fit
from rubricate.sites.learning import learn
from rubricate.sites.rules import Rule, Rules
from rubricate.sites.selectors import parse, write
from rubricate.sites.views import Block, Box, View, of_rendered, of_segments
from rubricate.types import BOILERPLATE, PROSE, TITLE, Segments

PLACES = ("Castle of Aldermoor", "Brewery of Stanwick", "Gardens of Pellham", "Windmill of Orrisdale", "Museum of Clocks in Tarn")
KINDS = ("stone walls", "copper kettles", "rose beds", "oak sails", "brass wheels")
SAME = ("Opening hours", "Prices", "How to find us")
OTHER = (
    ("The great hall", "The kitchens below", "The siege of the east tower"),
    ("How the malt is made", "The cooper's workshop", "A tasting in the cellar"),
    ("Spring borders", "The glass house", "A walk along the lake"),
    ("Milling today", "The miller's family", "Repairs to the cap"),
    ("The tower clock", "Watches of the railway", "The winding room"),
)
SHEET = "<style>.ttl{font-size:28px;font-weight:bold}.hd2{font-size:20px;font-weight:bold}</style>"


def html(number: int, heads: tuple[str, ...], style: str = SHEET) -> str:
    place, kind = PLACES[number], KINDS[number]
    texts = (
        f"You can see the {kind} from ten in the morning until {4 + number} in the afternoon, on every day of the week but Monday.",
        f"A ticket with a guide who knows the {kind} well costs {6 + number} crowns, and children who are under twelve pay half of that.",
        f"From the railway station it is a walk of {5 + 3 * number} minutes along the river; follow the signs with the {kind} on them.",
    )
    sections = "".join(f"<div class=hd2>{head}</div><p>{text}</p><p>{more(number, head)}</p>" for head, text in zip(heads, texts, strict=True))
    menu = "".join(f"<li><a href=/{name}>{name.title()}</a></li>" for name in ("home", "places", "events", "contact"))
    return (
        f"<!doctype html><html><head><title>{place} - Day Trips</title>{style}</head><body><nav><ul>{menu}</ul></nav>"
        f"<div id=main><div class=ttl>{place}</div><p>The {place} has been open to visitors for {40 + number} years, and its {kind} are "
        f"known far beyond the valley in which it lies.</p>{sections}</div>"
        "<footer><p>Copyright 2024 Day Trips. All rights reserved.</p>"
        "<p><a href=/imprint>Imprint</a> <a href=/privacy>Privacy</a></p></footer></body></html>"
    )


def more(number: int, head: str) -> str:
    return f"What the keepers of the {PLACES[number]} say of it is best heard there, and {head.lower()} may change in the winter of day {number}."


def lines(number: int, heads: tuple[str, ...], style: str = SHEET) -> Segments:
    return segments.of(page.read(html(number, heads, style)))


def learnt(pages: list[Segments], drawn: bool = False) -> Rules:
    engine = engines.get("default")
    views = [
        of_segments(one, [Box(8.0, 30.0 * i, min(600.0, 8.0 * len(text)), 20.0) for i, text in enumerate(one.text)] if drawn else None)
        for one in pages
    ]
    labels = [engine.label(one) for one in pages]
    said = [[(one.names[b.lines[0]], float(one.confidence[b.lines[0]])) for b in view.blocks] for view, one in zip(views, labels, strict=True)]
    return learn(views, said, engine.name)


def outline(new: Segments, engine: object) -> list[tuple[int, str]]:
    document = nest(new, engine.label(new))  # type: ignore[attr-defined]
    found, open_ = [], list(reversed(document.sections))
    while open_:
        section = open_.pop()
        if section.heading is not None:
            found.append((section.level, section.title))
        open_ += reversed(section.sections)
    return found


def wanted(number: int, heads: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(1, PLACES[number]), *((2, head) for head in heads)]


@pytest.mark.parametrize("style", [SHEET, ""])
@pytest.mark.parametrize("heads", [(SAME,) * 5, OTHER], ids=["same", "other"])
def test_the_outline_of_a_new_page(heads: tuple[tuple[str, ...], ...], style: str) -> None:
    rules = learnt([lines(number, heads[number], style) for number in range(4)])
    new = lines(4, heads[4], style)
    alone = outline(new, engines.get("default"))
    by_rules = outline(new, RulesEngine(rules, engines.get("default")))
    assert by_rules == alone if style else {text for _, text in by_rules} >= {text for _, text in alone}
    if style:
        assert by_rules == wanted(4, heads[4])


@pytest.mark.parametrize("drawn", [False, True], ids=["static", "drawn"])
@pytest.mark.parametrize("heads", [(SAME,) * 5, OTHER], ids=["same", "other"])
def test_titles_of_two_classes_are_two_rules(heads: tuple[tuple[str, ...], ...], drawn: bool) -> None:
    """A browser's boxes are as wide as the words: a short title is no inset."""
    rules = learnt([lines(number, heads[number]) for number in range(4)], drawn)
    titles = {write(rule.selector): rule.level for rule in rules.rules if rule.label == TITLE}
    assert titles == {"div#main > div.ttl": 1, "div#main > div.hd2": 2}
    assert write(rules.container) == "div#main"


def handbook(number: int) -> Segments:
    """A page whose headings link to their own places, and whose menu names every page."""
    made = html(number, OTHER[number]).replace("<div id=main><div class=ttl>", "<div id=top><h1>", 1)
    made = made.replace("</div><p>The", "</h1></div><div id=main><p>The", 1)
    for head in OTHER[number]:
        made = made.replace(f"<div class=hd2>{head}</div>", f"<h2><a href='#{head}'>{head}</a></h2>")
    menu = "".join(f"<li><a href=/{at}>{place}</a></li>" for at, place in enumerate(PLACES))
    return segments.of(page.read(made.replace("<nav><ul>", f"<nav><ul>{menu}")))


def test_headings_that_link_to_themselves_or_stand_in_the_menu_are_titles() -> None:
    rules = learnt([handbook(number) for number in range(4)])
    titles = {write(rule.selector): rule.level for rule in rules.rules if rule.label == TITLE}
    assert titles == {"div#top > h1": 1, "div#main > h2": 2}
    assert outline(handbook(4), RulesEngine(rules, engines.get("default"))) == wanted(4, OTHER[4])


def test_a_line_that_repeats_in_its_place_is_no_title(site: list[View]) -> None:
    """Though the engine takes it for one."""
    said = [[(TITLE if block.path[-1] == "h1" or "footer" in str(block.steps) else PROSE, 0.7) for block in view.blocks] for view in site]
    rules = {write(rule.selector): rule.label for rule in learn(site, said).rules}
    assert rules["div.footer > p"] == BOILERPLATE
    assert rules["div.story > h1"] == TITLE


@pytest.mark.parametrize(
    ("html", "linked"),
    [
        ("<h2><a href='#a'>Use</a></h2>", 0.0),
        ("<h2><a href = ' #a'><b>Use</b></a></h2>", 0.0),
        ("<h2><a href=b#a>Use</a></h2>", 1.0),
        ("<h2><a href=/b>Use</a></h2>", 1.0),
        ("<h2><a href=#a style='display:block'>Use</a></h2>", 0.0),
    ],
)
def test_a_link_to_its_own_place_is_none_of_a_heading(html: str, linked: float, tmp_path: Path) -> None:
    own = of_segments(segments.of(page.read(f"<body>{html}</body>"))).blocks[0]
    assert own.linked == linked
    item = of_segments(segments.of(page.read(f"<body>{html.replace('h2', 'li')}</body>"))).blocks[0]
    assert item.linked == 1.0, "a list of contents is made of links"
    for tag, share in (("h2", linked), ("li", 1.0)):
        look = {"bound": {}, "computed": {}}
        text = {"element": {"name": tag}, "path": [tag], "selector": [{"name": tag}], "text": ["Use"], "html": html.replace("h2", tag), **look}
        (tmp_path / "1.json").write_text(json.dumps({"texts": [text]}), encoding="utf-8")
        assert of_rendered(RenderedPage("site", "1", tmp_path / "1.json")).blocks[0].linked == share


def test_a_heading_with_two_links_is_made_of_the_one_that_leads_away() -> None:
    blocks = of_segments(segments.of(page.read("<body><h2><a href=#a>#</a> <a href=/elsewhere>A teaser elsewhere</a></h2>"))).blocks
    assert blocks[0].linked > 0.9


def test_what_repeats_outside_of_the_container_is_boilerplate() -> None:
    rules = learnt([lines(number, SAME) for number in range(4)])
    new = lines(4, SAME)
    names = RulesEngine(rules, engines.get("default")).label(new).names
    menu = [name for name, text in zip(names, new.text, strict=True) if text in ("Home", "Places") or "Copyright" in text or "Imprint" in text]
    assert menu
    assert set(menu) == {BOILERPLATE}


UNRELATED = (
    "<!doctype html><title>Notes on sourdough</title><body><div><h1>Notes on sourdough</h1>"
    "<p>Flour and water ferment for a day, and then for another.</p>"
    "<p>The dough is folded four times, half an hour apart, until it holds its shape.</p></div><div>Written in my kitchen.</div>"
)


def test_rules_know_nothing_of_an_unrelated_site() -> None:
    rules = learnt([lines(number, OTHER[number]) for number in range(4)])
    assert all(rule.specific for rule in rules.rules)
    told = fit(rules, of_segments(segments.of(page.read(UNRELATED))))
    assert told.share < 0.05
    assert told.changed
    assert not fit(rules, of_segments(lines(4, OTHER[4]))).changed


def test_check_counts_specific_rules_only() -> None:
    """A file that a person wrote, or that was learnt before, may hold rules that fit every site."""
    rules = Rules("", (Rule(parse("div"), BOILERPLATE), Rule(parse("div > p"), PROSE), Rule(parse("div#main > p"), PROSE)), coverage=0.9)
    assert fit(rules, of_segments(segments.of(page.read(UNRELATED)))).share == 0
    assert fit(rules, of_segments(segments.of(page.read("<div id=main><p>Some words.</div>")))).share == 1


@pytest.mark.parametrize("pages", [2, 4])
def test_titles_that_no_selector_tells_from_text(pages: int) -> None:
    """<p><b>Title</b></p> among <p>s: a rule for text that took them all would lose titles that the engine is sure of."""
    bold = [segments.of(page.read(_bold(number))) for number in range(5)]
    rules = learnt(bold[:pages])
    engine = engines.get("default")
    alone = outline(bold[4], engine)
    assert {text for _, text in alone} >= set(OTHER[4])
    assert outline(bold[4], RulesEngine(rules, engine)) == alone


@pytest.mark.parametrize("end", ["</p><p>", "</b></p><p>"], ids=["all in one", "one for each section"])
def test_titles_that_have_no_element_of_their_own(end: str) -> None:
    """Title<br>text in one element: a rule for the element says nothing of its lines."""
    broken = [segments.of(page.read(_bold(number).replace(end, end.replace("</p><p>", "<br>")))) for number in range(5)]
    engine = engines.get("default")
    alone = outline(broken[4], engine)
    assert len(alone) > 1
    assert outline(broken[4], RulesEngine(learnt(broken[:4]), engine)) == alone


@pytest.mark.parametrize("style", [SHEET, ""], ids=["styled", "plain"])
def test_a_page_without_sections_among_them(style: str) -> None:
    """Classes that not every page has tell blocks apart, too."""
    pages = [lines(0, OTHER[0], style).page.html.partition("<div class=hd2>")[0], *(html(number, OTHER[number], style) for number in range(1, 4))]
    notes = [text.replace("<p>A ticket", "<div class=note>Dogs are not let in, not even small ones.</div><p>A ticket") for text in pages]
    rules = learnt([segments.of(page.read(text)) for text in notes])
    ours = {write(rule.selector) for rule in rules.rules}
    assert "div#main > div" not in ours
    new = lines(4, OTHER[4], style)
    assert {text for _, text in outline(new, RulesEngine(rules, engines.get("default")))} >= {
        text for _, text in outline(new, engines.get("default"))
    }


def _bold(number: int) -> str:
    made = html(number, OTHER[number], "").replace("<div class=ttl>", "<h1>").replace(f"{PLACES[number]}</div>", f"{PLACES[number]}</h1>", 1)
    for head in OTHER[number]:
        made = made.replace(f"<div class=hd2>{head}</div>", f"<p><b>{head}</b></p>")
    return made


def test_cells_are_as_narrow_as_their_columns() -> None:
    """A table of the text is no inset, though its cells are narrow and the engine is not sure of them."""
    ways = ("div.story > p", "div.story > table > tbody > tr > td")
    words = [[" ".join(f"{way[-1]}{number}w{i}" for i in range(20)) for way in ways] for number in range(3)]
    views = [
        View(
            "",
            (),
            (),
            tuple(Block(parse(way), text, (text,), (), Box(10.0, 50.0, wide, 40.0)) for way, text, wide in zip(ways, own, (600, 90), strict=True)),
        )
        for own in words
    ]
    made = learn(views, [[(PROSE, 0.9), (PROSE, 0.6)]] * 3)
    assert [(write(rule.selector), rule.label) for rule in made.rules] == [(way, PROSE) for way in ways]


def test_a_headline_that_links_to_its_own_page_and_an_introduction_beside_the_text() -> None:
    """As blogs have it: the container is the element that holds most of the text, not all that belongs to the post."""
    ways = ("div.blog > div.post > h3", "div.blog > div.post > p", "div.blog > div.post > div.more > p", "div.blog > div.post > h4")
    names = (TITLE, PROSE, PROSE, TITLE)
    views = []
    for number in range(3):
        texts = (f"Headline {number}", f"An introduction of day {number}, in a few words.", f"words{number} " * 80, f"Elsewhere {number}")
        views.append(View("", (f"Headline {number} - Blog",), (), tuple(
            Block(parse(way), text, (text,), (), linked=float(name == TITLE)) for way, text, name in zip(ways, texts, names, strict=True)
        )))  # fmt: skip
    made = learn(views, [[(name, 0.9) for name in names]] * 3)
    assert write(made.container) == "div.blog > div.post > div.more"
    assert {write(rule.selector): rule.label for rule in made.rules} == dict(zip(ways, (TITLE, PROSE, PROSE, BOILERPLATE), strict=True))
