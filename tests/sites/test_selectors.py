from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricate.errors import DataError
from rubricate.sites.selectors import consolidate, fits, is_hashed, lasting, parse, write
from rubricate.sites.views import Step


def test_the_example_of_the_paper() -> None:
    pair = [parse("div#a-386.article > div.p1 > p.p1.paragraph"), parse("div#a-2383.article > div.p9 > p.p9.paragraph")]
    assert [write(one) for one in consolidate(pair)] == ["div.article > div > p.paragraph"]


def test_other_paths_stay_apart() -> None:
    assert len(consolidate([parse("div > p"), parse("div > div > p"), parse("div > p")])) == 2


def test_fits_needs_the_path_the_id_and_the_classes() -> None:
    rule = parse("div#main > p.text")
    assert fits(rule, parse("div#main.wide > p.text.first"))
    assert not fits(rule, parse("div#other > p.text"))
    assert not fits(rule, parse("div#main > p"))
    assert not fits(rule, parse("div#main > div > p.text"))


@pytest.mark.parametrize("name", ["css-1x2y3z", "sc-bdVaJa", "jsx-2871293847", "Article_body__2xK9f", "post-482913", "svelte-1tky8bj", "a8f3c91b"])
def test_hashed_names(name: str) -> None:
    assert is_hashed(name)


@pytest.mark.parametrize(
    "name",
    ["article", "story-body", "col-md-8", "h2", "mt-4", "entry__title", "paragraph2", "section-1", "text", "byline", "styled-list", "clearfix"],
)
def test_names_that_people_gave(name: str) -> None:
    assert not is_hashed(name)


def test_lasting_drops_what_will_change() -> None:
    assert write(lasting(parse("div#story-12.css-1x2y3z.story > p"))) == "div.story > p"


names = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="\\"), min_size=1, max_size=8)
steps = st.builds(
    Step,
    st.sampled_from(["p", "div", "h2"]),
    st.one_of(st.just(""), names),
    st.lists(names, max_size=3, unique=True).map(lambda some: tuple(sorted(some))),
)


@given(st.lists(steps, min_size=1, max_size=4).map(tuple))
def test_what_is_written_is_read_back(selector: tuple[Step, ...]) -> None:
    assert parse(write(selector)) == selector


def test_a_selector_that_we_do_not_read() -> None:
    with pytest.raises(DataError, match="nth-child"):
        parse("div > p:nth-child(2)")
