"""Words that are looked for in any case, against the pattern of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricate.features import _LEGAL, _is_legal
from rubricate.features.mention import Mention

WORDS = "kit|is-|sis"
TEXTS = st.text(alphabet=st.sampled_from("kitsKITS- \u212a\u0130\u0131\u017fé"), max_size=12)


@given(st.lists(TEXTS, max_size=5))
def test_it_finds_what_the_pattern_finds(texts: list[str]) -> None:
    plain = [re.search(WORDS, text, re.IGNORECASE) is not None for text in texts]
    assert [Mention(WORDS)(text) for text in texts] == plain
    assert Mention(WORDS).among(texts).tolist() == plain


@pytest.mark.parametrize(
    "text", ["Privacy", "Our POLICIES", "policyholder", "cookies", "cookie", "Cookied", "AGB", "agbar", "Términos", "Mentions légales", "News", ""]
)
def test_the_quick_look_for_policies_misses_none(text: str) -> None:
    assert _is_legal(text) == (_LEGAL.search(text) is not None)
