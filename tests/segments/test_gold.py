"""The bars on real pages: at least 99.75 % of the hand-made segments are lines of ours, and 99.9 % of the titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricate.learn.corpora import load
from segments_found import Found, letters, listed, measure

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def with_css(data_dir: Path) -> Found:
    return measure(load("stapi", data_dir), css=True)


def test_letters() -> None:
    assert letters(" Été 2.0 – 中文! ") == "été20中文"


def test_the_gold_is_all_there(with_css: Found) -> None:
    assert (with_css.segments, with_css.titles) == (21_286, 4_664)


def test_segments_found_exactly(with_css: Found) -> None:
    assert with_css.share() >= 0.9975, f"{with_css.share():.4%} found; the misses:\n{listed(with_css.misses or [])}"


def test_titles_found_exactly(with_css: Found) -> None:
    missed = [miss for miss in with_css.misses or [] if miss.label == "title"]
    assert with_css.title_share() >= 0.999, f"{with_css.title_share():.4%} found; the misses:\n{listed(missed)}"
