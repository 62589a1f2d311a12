"""From chances to labels: what stands beside the document, what was not understood, and what rules say of titles."""

from __future__ import annotations

import numpy as np
import pytest

from rubricate import engines, extract, page, segments
from rubricate.engines import default, verdict
from rubricate.features import Columns, columns
from rubricate.types import LABELS


def _columns(**values: list[float]) -> Columns:
    none = np.zeros(0, np.intp)
    return Columns({name: np.array(column, np.float32) for name, column in values.items()}, [], [], (none, none), (none, none), none)


def test_a_doubtful_heading_above_a_sure_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(title: float, rest: float) -> list[float]:
        return [title if name == "title" else rest if name == "boilerplate" else (1 - title - rest) / 3 for name in LABELS]

    rows = [given(0.5, 0.4), given(0.0, 1.0), given(0.9, 0.0), given(0.0, 0.0), given(0.5, 0.4), given(0.0, 1.0)]
    monkeypatch.setattr(default.DefaultEngine, "probabilities", lambda self, found: np.array(rows, np.float32))
    monkeypatch.setattr(verdict, "_agreed", lambda lines, found, chances, ask: np.zeros(len(chances), np.bool_))
    lines = segments.of(page.read("<h2>Model A</h2><p>Buy</p><h3>Pros</h3><p>It is fast.</p><h2>Model B</h2><p>Buy</p>"))
    assert [name == "title" for name in engines.get("default").label(lines).names] == [True, False, True, False, False, False]


def test_the_headline_heads_the_page_whatever_stands_below_it() -> None:
    def headline(*headings: float, kept: float = 0.4) -> list[int]:
        chances = np.full((len(headings), len(LABELS)), 1 - kept, np.float32)
        return verdict._headline(_columns(heading=list(headings), hidden=[0.0] * len(headings)), chances)

    assert headline(0, 1, 0, 2) == [1]
    assert headline(0, 1, 0, 2, kept=0.3) == []
    assert headline(1, 0, 1) == [], "there is no telling which"


def test_the_only_h1_is_a_title_if_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [0.02, 0.4, 0.02, 0.98, 0.98]
    said = [{"title" if at == 1 else "prose": own, "boilerplate": 1 - own} for at, own in enumerate(kept)]
    rows = [[own.get(name, 0.0) for name in LABELS] for own in said]
    monkeypatch.setattr(default.DefaultEngine, "probabilities", lambda self, found: np.array(rows, np.float32))
    text = "This is a paragraph that is long enough to be running text, because it says one thing, and then goes on to say another."
    head = "<title>News</title><header><p>By a writer</p><h1>What happened in the city</h1><p>Share</p></header>"
    lines = segments.of(page.read(f"{head}<p>{text}</p><p>{text * 20}</p>"))
    labels = engines.get("default").label(lines)
    assert labels.names == ["boilerplate", "title", "boilerplate", "prose", "prose"]
    assert labels.reasons[1] == verdict._HEADLINE


@pytest.mark.parametrize(("prose", "expected"), [(100.0, "title"), (9000.0, "prose")])
def test_on_a_page_that_is_not_sure_a_title_without_an_h_tag_has_two_chances_in_five(prose: float, expected: str) -> None:
    lines = segments.of(page.read("<p>Dominic P. 5</p><h2>Most read</h2><p>Text</p>"))
    chances = np.array([[{"title": 0.35, "prose": 0.2, "boilerplate": 0.45}.get(name, 0.0) for name in LABELS]] * 3, np.float32)
    found = columns(lines)
    found.values["prose"] = np.array([0, 0, prose], np.float32)
    best = verdict._chosen(lines, found, chances, np.zeros(3, np.bool_))
    assert [LABELS[at] for at in best[:2]] == [expected, "title"]


def test_what_stays_for_what_stands_around_it_is_a_title_only_if_it_can_be_nothing_else() -> None:
    lines = segments.of(page.read("<div><p>Text that is kept</p><p>Rose</p><h3>Iris</h3><p>More of the text</p></div>"))
    text = {"prose": 0.95, "boilerplate": 0.05}
    for title, expected, tagged in ((0.2, "prose", "prose"), (0.27, "prose", "title"), (0.42, "title", "title")):
        doubtful = {"title": title, "prose": 0.44 - title, "boilerplate": 0.56}
        chances = np.array([[own.get(name, 0.0) for name in LABELS] for own in (text, doubtful, doubtful, text)], np.float32)
        best = verdict._chosen(lines, columns(lines), chances, np.zeros(4, np.bool_))
        assert [LABELS[at] for at in best] == ["prose", expected, tagged, "prose"]


def test_lines_that_repeat_are_no_titles_for_their_look() -> None:
    texts = ("One", "Two", "Three", "Four", "Five", "More", "Six", "More", "Seven", "Eight")
    lines = segments.of(page.read("".join(f"<p>{text}</p>" for text in texts)))
    chances = np.full((10, len(LABELS)), 0.1, np.float32)
    best = np.zeros(10, np.intp)
    best[[1, 5]] = LABELS.index("prose")
    assert np.flatnonzero(verdict._alike(lines, columns(lines), chances, best)).tolist() == [1]


def test_links_are_doubtful_together() -> None:
    found = _columns(heading=[0, 0, 0])
    found.groups = [np.array([0, 0, 1])]
    chances = np.zeros((3, len(LABELS)), np.float32)
    chances[:, LABELS.index("title")] = [0.75, 0.55, 0.55]
    assert verdict._with_alike(found, chances) == pytest.approx([0.75, 0.65, 0.55])


def test_a_page_that_was_not_understood_keeps_its_likeliest_text() -> None:
    rest = np.array([0.9, 0.6, 0.6, 0.95, 0.1], np.float32)
    chances = np.zeros((5, len(LABELS)), np.float32)
    chances[:, LABELS.index("prose")], chances[:, LABELS.index("boilerplate")] = 1 - rest, rest
    found = _columns(prose=[1500, 1500, 1500, 0, 0], hidden=[0, 0, 6, 0, 0])
    best = chances.argmax(axis=1)
    assert verdict._starved(best, found.values["prose"])
    assert not verdict._starved(best, found.values["prose"] / 10), "a page that shows little text has nothing to lose"
    more = verdict._more(best, chances, found.values["prose"], found.values["hidden"] < 3)
    assert [LABELS[index] for index in more] == ["boilerplate", "prose", "boilerplate", "boilerplate", "prose"]


def test_text_behind_a_pop_up_counts_little() -> None:
    chances = np.full((3, len(LABELS)), 0.2, np.float32)
    found = _columns(veil_word=[-1, 1, 0], veil_brother=[0, 0, 0], hidden=[6, 6, 0], prose=[0, 0, 100])
    lower = verdict._lowered(chances, verdict._veiled(found))
    assert lower[0, LABELS.index("boilerplate")] == pytest.approx(0.92)
    assert np.allclose(lower[1:], 0.2)
    assert np.allclose(lower.sum(axis=1), 1)


def test_of_tabs_the_hidden_ones_stand_apart() -> None:
    found = _columns(veil_word=[1, 1, 0, 1], veil_brother=[0.9, 0.9, 0.0, 0.1], hidden=[6, 1, 0, 6], prose=[0, 0, 3000, 0])
    assert verdict._veiled(found).tolist() == [True, True, False, False]
    found.values["prose"] /= 10
    assert not verdict._veiled(found).any(), "beside a few words nothing is another document"


def test_a_page_behind_a_notice_is_no_hidden_tab() -> None:
    text = "<p>This paragraph is long enough to be running text, because it says one thing and then goes on to say another one.</p>"
    html = f"<div id=app aria-hidden=true>{text * 60}</div><div role=dialog class=cookie>{text * 15}</div>"
    lines = segments.of(page.read(html))
    assert not verdict._veiled(columns(lines)).any()
    assert verdict._veiled(columns(segments.of(page.read(html.replace("role=dialog class=cookie", "class=panel"))))).sum() == 60


def test_a_title_that_a_rule_made_says_so() -> None:
    answer = "<p>Yes, you can, and it takes no more than a few minutes of your time, as all of it is done here.</p>"
    asked = "".join(f"<p>Can I {word} it?</p>{answer}" for word in ("pay", "send", "keep", "sell", "lend"))
    labels = default.engine().label(segments.of(page.read(f"<h1>Help</h1>{asked}")))
    assert labels.names[1::2] == ["title"] * 5
    assert set(labels.reasons[1::2]) <= {verdict._ASKED, verdict._AGREED, verdict._ALIKE, verdict._WHY["title"]}
    assert all(sure >= 0.5 for sure, reason in zip(labels.confidence, labels.reasons, strict=True) if reason == verdict._ASKED)


def test_the_rules_make_no_titles_of_a_dialog() -> None:
    text = "<p>This text is short, but it is all there is on this page, and it says what it has to say in one sentence.</p>"
    html = f"<main><h1>On ink</h1>{text}</main><div role=dialog><h2>We value your privacy</h2><p>We and our partners use cookies.</p></div>"
    lines = segments.of(page.read(html))
    labels = default.engine().label(lines)
    at = lines.text.index("We value your privacy")
    assert lines.state[at].region == "dialog"
    assert labels.names[at] != "title" or labels.reasons[at] != verdict._AGREED


def test_what_stands_in_a_dialog_is_beside_the_page() -> None:
    text = "<p>" + "We keep the data of our guests for as long as the law asks us to keep it. " * 3 + "</p>"
    story = "<p>" + "The harbour was closed for a week, and nobody in town was told the reason. " * 5 + "</p>"
    html = f"<title>The harbour</title><main><h1>The harbour</h1>{story * 4}</main><div role=dialog><h2>Privacy</h2>{text * 8}</div>"
    assert "guests" not in extract(html).to_markdown()
    assert "guests" in extract(f"<div role=dialog><h2>Privacy</h2>{text * 8}</div>").to_markdown(), "where there is nothing else, it is the page"


def test_the_chances_say_what_the_labels_say_of_titles() -> None:
    chances = np.array([[0.6, 0.2, 0.05, 0.05, 0.1], [0.1, 0.5, 0.1, 0.2, 0.1], [0.9, 0.05, 0, 0, 0.05], [0.2, 0.7, 0, 0, 0.1]], np.float32)
    title, prose = LABELS.index("title"), LABELS.index("prose")
    best, by_rule = np.array([prose, title, title, prose]), np.array([False, True, False, False])
    found = verdict._overruled(chances, best, by_rule)
    assert np.allclose(found.sum(axis=1), 1)
    assert np.allclose(found[0, [title, prose]], (0.06, 0.74))
    assert np.allclose(found[1, [title, prose]], (0.5, 0.5 / 0.9 * 0.5))
    assert (found[2:] == chances[2:]).all()
