from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("simplemma")
pytest.importorskip("stopwordsiso")
pytest.importorskip("sentencex")

import rubricate.page
import rubricate.segments
from rubricate import engines
from rubricate.engines import asdus_di
from rubricate.errors import UsageError
from rubricate.types import LABELS, Segments

LONG = "This text goes on for longer than any title would, as it has to be told apart from one, and so it has more words than needed. "


def lines(body: str, language: str = "en") -> Segments:
    return rubricate.segments.of(rubricate.page.read(f"<html lang={language}><body>{body}</body></html>"))


def names(body: str, **options: object) -> dict[str, str]:
    segments = lines(body)
    return dict(zip(segments.text, asdus_di.engine(**options).label(segments).names, strict=True))  # type: ignore[arg-type]


PAGE = f"""
<p>Acme Ltd, since 1901</p><p><a href=/>Home page</a></p>
<div><b>Cookies we use</b><p>We use cookies of many kinds. {LONG * 2}</p>
<b>Our promise</b><p>Nothing of the kind. {LONG * 3}</p>
<b>Your payments</b><p>Card payments are made by card. {LONG * 2}</p><ul><li>payments by card, if you have one</li></ul>
<p>Payments by card are free. {LONG}</p></div>
<p>Copyright 2018, all rights reserved</p>
"""


def test_tested_titles_give_the_others_by_their_path() -> None:
    segments = lines(PAGE)
    labels = asdus_di.engine().label(segments)
    found = {text: (name, reason) for text, name, reason in zip(segments.text, labels.names, labels.reasons, strict=True)}
    assert found["Cookies we use"] == ("title", "title test")
    assert found["Our promise"] == ("title", "tag path of a tested title")  # its words are not in the text under it
    assert [text for text, (name, _) in found.items() if name == "title"] == ["Cookies we use", "Our promise", "Your payments"]


def test_lead_items_and_the_end_of_the_last_section() -> None:
    found = names(PAGE)
    assert found["Acme Ltd, since 1901"] == "prose"
    assert found["Home page"] == "boilerplate"
    assert found["payments by card, if you have one"] == "item"
    assert found[f"Payments by card are free. {LONG}".strip()] == "prose"
    assert found["Copyright 2018, all rights reserved"] == "boilerplate"


def test_short_lead_is_dropped() -> None:
    assert names(f"<p>Menu here</p>{PAGE}")["Menu here"] == "boilerplate"


def test_lemmas_count_not_forms() -> None:
    found = names(f"<b>Collecting cookies</b><p>A cookie is collected. {LONG * 2}</p><b>Other</b><p>{LONG * 4}</p>")
    assert found["Collecting cookies"] == "title"


def test_overlap_threshold() -> None:
    body = f"<b>Zebra lion cookies</b><p>Of cookies and a lion. {LONG * 2}</p><i>Short</i><p>{LONG * 4}</p>"
    assert names(body, untested=False)["Zebra lion cookies"] == "prose"
    assert names(body, untested=False, overlap=0.6)["Zebra lion cookies"] == "title"


def test_published_variant_spreads_over_everything_that_the_path_selects() -> None:
    body = f"""<p>Cookies and more</p><div>We have cookies and more. {LONG * 2}</div>
    <article><p>{LONG * 5}</p></article><div>{LONG * 2}</div>"""
    text = (LONG * 5).strip()
    assert names(body)[text] == "prose"
    assert names(body, variant="code")[text] == "title"


def test_path_and_descendant_differ_by_the_elements_between() -> None:
    body = f"<div><p>Cookies and more</p><div>We have cookies and more. {LONG * 2}</div><section><p>Another one</p></section></div>"
    body += f"<div>{LONG * 6}</div>"
    assert names(body)["Another one"] != "title"
    assert names(body, match="descendant")["Another one"] == "title"


def test_no_title_leaves_the_text() -> None:
    body = f"<p>Zebras are animals</p><p>{LONG * 3}</p>"
    assert names(body, untested=False) == {"Zebras are animals": "prose", (LONG * 3).strip(): "prose"}
    assert names(body) == {"Zebras are animals": "title", (LONG * 3).strip(): "prose"}  # nothing passed the test: the cluster and the length decide


def test_a_path_that_prose_has_too_makes_a_title_only_before_a_longer_text() -> None:
    body = f"""<p>Cookies we use</p><p>We use cookies here. {LONG * 3}</p><p>Our promise</p><p>{LONG * 3}</p>
    <p>A short text that is as long as the one below it.</p><p>Another short text that is as long as it is.</p><p>{LONG * 4}</p>"""
    found = names(body)
    assert found["Our promise"] == "title"
    assert found["A short text that is as long as the one below it."] == "prose"
    assert names(body, pure=0.0)["A short text that is as long as the one below it."] == "title"


def test_a_head_in_a_line_is_a_title_of_the_simple_version_and_no_label() -> None:
    body = f"<p><b>Cookies.</b> We have cookies of many kinds. {LONG * 2}</p><p><b>Our promise.</b> {LONG * 3}</p>"
    segments = lines(body)
    engine = asdus_di.engine()
    assert list(engine.label(segments).names) == ["prose", "prose"]
    assert [title for title, _ in engine.simple(segments)] == ["Cookies.", "Our promise."]
    assert engine.simple(segments)[1][1] == (LONG * 3).strip()
    assert [title for title, _ in asdus_di.engine(leads=False, untested=False).simple(segments)] == [""]


def test_chinese_titles_are_found() -> None:
    text = "我们非常重视您的个人信息和隐私保护，隐私政策说明我们如何收集和使用这些信息。" * 4
    segments = lines(f"<h2>隐私政策</h2><p>{text}</p><h2>联系方式</h2><p>{text * 2}</p>", "zh")
    assert list(asdus_di.engine().label(segments).names) == ["title", "prose", "title", "prose"]


def test_probabilities_agree_with_names() -> None:
    segments = lines(PAGE)
    labels = asdus_di.engine().label(segments)
    assert labels.probabilities.shape == (len(segments), len(LABELS))
    assert [LABELS[row.argmax()] for row in labels.probabilities] == list(labels.names)
    assert labels.probabilities.sum(axis=1) == pytest.approx(1.0)


def test_the_steps_can_be_left_out() -> None:
    found = names(PAGE, steps=False)
    assert found["Acme Ltd, since 1901"] == "title"


@pytest.mark.parametrize("options", [{"variant": "other"}, {"overlap": 0}, {"match": "x"}, {"counts": "x"}, {"scale": "x"}, {"ner": "x"}])
def test_options_that_make_no_sense(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        asdus_di.engine(**options)  # type: ignore[arg-type]


def test_by_name_with_an_unknown_option() -> None:
    assert engines.get("asdus-di").name == "asdus-di.v1"
    with pytest.raises(UsageError, match="colour"):
        engines.get("asdus-di", colour=1)


@pytest.mark.parametrize("body", ["", "<p>word</p>", PAGE])
def test_plot(tmp_path: Path, body: str) -> None:
    asdus_di.plot(lines(body), tmp_path / "figure.svg")
    drawn = (tmp_path / "figure.svg").read_text()
    assert drawn.count('class="median"') == {"": 0, "<p>word</p>": 1}.get(body, 2)
