"""A site of HTML pages, from learning to labels, to a template that changed."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from rubricate import engines, page, segments
from rubricate.cli.program import program
from rubricate.errors import DataError
from rubricate.outline import nest
from rubricate.sites.apply import RulesEngine, fit
from rubricate.sites.learning import learn, pick_pages
from rubricate.sites.rules import Rule, Rules, load, save
from rubricate.sites.selectors import parse, write
from rubricate.sites.site import decide
from rubricate.sites.views import Block, View, of_segments
from rubricate.types import BOILERPLATE, PROSE, TITLE, Segments

TOPICS = (
    "volcano eruption island ash lava",
    "election senate ballot vote party",
    "harvest vineyard grape cellar barrel",
    "glacier arctic ice melting seal",
)


def html(number: int, story: str = "story", host: str = "paper.example") -> str:
    words = TOPICS[number % 4].split()
    prose = "".join(
        f"<p class='text css-{number}a{i}x9'>The {words[i]} of day {number} was near the {words[i + 1]}, said those who came to watch it all.</p>"
        + (f"<h2>More about the {words[i]}</h2>" if i % 2 else "")
        for i in range(4)
    )
    menu = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("Home", "World", "Sport", "Weather"))
    return (
        f"<!doctype html><title>The {words[0]} and the {words[1]}</title><meta name=description content='About {' '.join(words)}'>"
        f"<meta property=og:url content='http://{host}/{number}'><body><ul class=menu>{menu}</ul>"
        f"<div id=story-{number} class={story}><h1>The {words[0]} and the {words[1]}</h1>{prose}</div>"
        "<div class=footer><p>All rights reserved by the Paper, which is a paper for readers of papers.</p></div>"
    )


def lines(number: int, **given: str) -> Segments:
    return segments.of(page.read(html(number, **given)))


@pytest.fixture(scope="module")
def rules() -> Rules:
    pages = [lines(number) for number in range(4)]
    views = [of_segments(one) for one in pages]
    engine = engines.get("rules")
    labels = [engine.label(one) for one in pages]
    said = [[(one.names[b.lines[0]], 1.0) for b in view.blocks] for view, one in zip(views, labels, strict=True)]
    return learn(views, said, engine.name)


def test_selectors_are_consolidated_and_last(rules: Rules) -> None:
    prose = [write(rule.selector) for rule in rules.rules if rule.label == PROSE]
    assert prose == ["div.story > p.text"]
    assert write(rules.container) == "div.story"
    assert [rule.label for rule in rules.rules if write(rule.selector) == "ul.menu > li"] == [BOILERPLATE]
    assert rules.coverage > 0.9
    assert next(rule.support for rule in rules.rules if rule.label == PROSE) == 4


def test_a_new_page_is_labelled_by_the_rules(rules: Rules) -> None:
    new = lines(6)
    labels = RulesEngine(rules, engines.get("rules")).label(new)
    document = nest(new, labels)
    kept = [new.text[index] for index in document.kept]
    assert sum(text.startswith("The ") and text.endswith("it all.") for text in kept) == 4
    assert not any("rights reserved" in text or text == "Sport" for text in kept)
    assert {why for why, name in zip(labels.reasons, labels.names, strict=True) if name == PROSE} == {"site rule"}
    assert labels.names[[text.startswith("More about") for text in new.text].index(True)] == TITLE


def test_a_vanished_class_is_matched_loosely(rules: Rules) -> None:
    new = segments.of(page.read(html(6).replace("class='text ", "class='")))
    labels = RulesEngine(rules, engines.get("rules")).label(new)
    assert "site rule (loosely)" in labels.reasons


def test_a_changed_template_falls_back_and_says_so(rules: Rules) -> None:
    new = segments.of(page.read(html(6).replace("<div id=story", "<main><section id=story").replace("<p ", "<div ").replace("</p>", "</div>")))
    assert fit(rules, of_segments(new)).changed
    labels = RulesEngine(rules, engines.get("rules")).label(new)
    plain = engines.get("rules").label(new)
    assert list(labels.names) == list(plain.names)
    assert "the template changed" in labels.reasons[0]
    assert not fit(rules, of_segments(lines(6))).changed


def test_rules_are_faster_than_clustering(rules: Rules) -> None:
    views = [of_segments(lines(number)) for number in range(12)]
    said = [[("prose", 1.0) for _ in view.blocks] for view in views]
    new = views[0]

    def spent(work: object) -> float:
        start = time.process_time()
        for _ in range(5):
            work()  # type: ignore[operator]
        return time.process_time() - start

    assert 10 * spent(lambda: fit(rules, new)) < spent(lambda: learn(views, said))


def test_saved_and_read_back(rules: Rules, tmp_path: Path) -> None:
    save(rules, tmp_path / "rules.json")
    again = load(tmp_path / "rules.json")
    assert [(rule.selector, rule.label, rule.level) for rule in again.rules] == [(rule.selector, rule.label, rule.level) for rule in rules.rules]
    assert again.container == rules.container
    assert json.loads((tmp_path / "rules.json").read_text())["version"] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", "no site rules"),
        ('{"format": "rubricate-site-rules", "version": 9}', "version 9"),
        ('{"format": "rubricate-site-rules", "version": 1}', "malformed"),
        ('{"format": "rubricate-site-rules", "version": 1, "rules": [{"selector": "p", "label": "text"}]}', "none of title"),
        ('{"format": "rubricate-site-rules", "version": 1, "rules": [{"selector": "p[x]", "label": "prose"}]}', "such as div#main"),
    ],
)
def test_damaged_files(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "rules.json").write_text(text)
    with pytest.raises(DataError, match=said):
        load(tmp_path / "rules.json")


def test_the_more_a_rule_names_the_earlier_it_is_tried() -> None:
    rules = Rules("", (Rule(parse("div > p"), PROSE), Rule(parse("div > p.ad"), BOILERPLATE)))
    assert rules.rule(parse("div > p.ad.wide")).label == BOILERPLATE  # type: ignore[union-attr]
    assert rules.rule(parse("div > p.text")).label == PROSE  # type: ignore[union-attr]


def test_pages_that_do_not_belong() -> None:
    views = [of_segments(lines(number)) for number in range(4)]
    wall = of_segments(segments.of(page.read("<p>Log in", url="http://paper.example/9")))
    other = of_segments(lines(1, host="other.example"))
    kept, left = pick_pages([*views, wall, other, View("http://paper.example/8", (), (), ())])
    assert kept == [0, 1, 2, 3]
    assert ["login wall" in left[0], "another site (other.example" in left[1], "no text" in left[2]] == [True] * 3


def unknown(text: str) -> View:
    return of_segments(segments.of(page.read(text)))


def test_pages_of_two_sites_that_do_not_say_where_they_are_from() -> None:
    """Saved files without a URL: the template tells them apart."""
    mark = "<meta property=og:url content='http://paper.example/{}'>"
    own = [unknown(html(number).replace(mark.format(number), "")) for number in range(3)]
    offer = "<div class=wrap><div class=entry><span class=line>Shop offer {}: many words about a thing to buy, at a price.</span></div></div>"
    other = [unknown(offer.format(number) * 4) for number in range(2)]
    assert {view.url for view in own + other} == {""}
    kept, left = pick_pages([own[0], other[0], own[1], own[2], other[1]])
    assert kept == [0, 2, 3]
    assert ["of another site, or of another template" in line for line in left] == [True, True]
    assert left[0].startswith("page 2: less than 10%")
    assert pick_pages(own) == ([0, 1, 2], [])
    assert pick_pages([own[0], other[0]])[0] == [0, 1]


def test_a_canonical_link_says_where_a_saved_page_is_from() -> None:
    assert unknown("<link rel=Canonical href=' http://paper.example/7 '><p>x").url == "http://paper.example/7"


def test_of_rules_that_cannot_be_told_apart_the_one_with_more_text_wins() -> None:
    """Text and advertisements under hashed names only: without these both are 'div.a > p', and the lost share is missing from the confidence."""
    views = [
        View(f"http://a.example/{number}", ("t",), (), tuple(
            Block(parse(f"div.a > p.css-{name}x9z"), text, (text,), (("color", name),)) for name, text in (("1a", "word " * 60), ("2b", "ad " * 20))
        ))
        for number in range(2)
    ]  # fmt: skip
    made = learn(views, [[(PROSE, 0.9), (BOILERPLATE, 0.9)]] * 2)
    assert [(write(rule.selector), rule.label) for rule in made.rules] == [("div.a > p", PROSE)]
    assert made.rules[0].confidence == pytest.approx(300 / 360, abs=0.02)


def test_the_own_text_of_the_container_is_in_it() -> None:
    rules = Rules("", (), parse("div.post"))
    assert rules.within(parse("div.post"))
    assert rules.within(parse("div.post.wide > p"))
    assert not rules.within(parse("div.side"))


def test_a_captions_rule_says_nothing_of_an_article() -> None:
    """In the container, a place that held short boilerplate when learnt and holds a long text now is the engine's to judge."""
    rules = Rules("", (Rule(parse("div.post > p"), PROSE), Rule(parse("div.post > div"), BOILERPLATE, longest=60)), parse("div.post"))
    texts = {"div.post > p": "word " * 90, "div.post > div": "word " * 90}
    view = View("", (), (), tuple(Block(parse(way), text, (text,), ()) for way, text in texts.items()))
    decisions, _ = decide(view, rules, lambda: [(PROSE, 0.9)] * 2)
    assert [one.label for one in decisions] == [PROSE, PROSE]
    assert "as the engine says" in decisions[1].reason
    short = View("", (), (), (view.blocks[0], Block(parse("div.post > div"), "a caption", ("a caption",), ())))
    assert [one.label for one in decide(short, rules, lambda: [(PROSE, 0.9)] * 2)[0]] == [PROSE, BOILERPLATE]


@pytest.mark.parametrize(("chance", "label"), [(0.9, TITLE), (0.4, PROSE)])
def test_a_doubtful_title_among_text_stays_text(chance: float, label: str) -> None:
    rules = Rules("", (Rule(parse("div.post > p"), PROSE, titles=True),), parse("div.post"))
    view = View("", (), (), tuple(Block(parse("div.post > p"), text, (text,), ()) for text in ("word " * 90, "Contributing: somebody")))
    decisions, _ = decide(view, rules, lambda: [(PROSE, 0.9), (TITLE, chance)])
    assert [one.label for one in decisions] == [PROSE, label]


def test_no_text_at_all() -> None:
    with pytest.raises(DataError, match="none of 2 pages"):
        learn([View("", (), (), ())] * 2, [[], []])


def test_the_commands(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.html").write_text(html(number))
    (tmp_path / "changed.html").write_text(
        "<main><section><h1>Other</h1><div>Some other words in another template altogether.</div></section></main>"
    )
    run = CliRunner()
    pages = [str(tmp_path / f"{number}.html") for number in range(3)]
    target = str(tmp_path / "rules.json")
    made = run.invoke(program, ["site", "learn", *pages, str(tmp_path / "none.html"), "--engine", "rules", "-o", target], standalone_mode=False)
    assert made.return_value == 0
    assert "from 3 pages" in made.output
    shown = run.invoke(program, ["site", "show", target], standalone_mode=False)
    assert "div.story > p.text" in shown.output
    read = run.invoke(program, ["extract", str(tmp_path / "3.html"), "--rules", target], standalone_mode=False)
    assert "# The glacier and the arctic" in read.output
    assert "rights reserved" not in read.output
    checked = run.invoke(program, ["site", "check", target, str(tmp_path / "3.html"), str(tmp_path / "changed.html")], standalone_mode=False)
    assert checked.return_value == 1
    assert "3.html: the rules fit" in checked.output
    assert "changed.html: the template changed" in checked.output


def test_one_page_only(tmp_path: Path) -> None:
    (tmp_path / "0.html").write_text(html(0))
    made = CliRunner().invoke(program, ["site", "learn", str(tmp_path / "0.html"), "-o", str(tmp_path / "r.json")], standalone_mode=False)
    assert made.return_value == 0
    assert "from 1 page" in made.output
