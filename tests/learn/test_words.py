from __future__ import annotations

import pytest

from rubricate.learn.words import words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“Don’t” — stop…", '"Don\'t" -- STOP ...'),
        ("Tom&nbsp;&amp;&#32;Jerry", "tom & jerry"),
        ("Ｆｕｌｌ ｗｉｄｔｈ", "full width"),
        ("co\u00adop\u200beration", "cooperation"),
        ("1.Introduction", "1. Introduction"),
        ("Straße", "STRASSE"),
        ("cafe\u0301", "café"),
    ],
)
def test_what_does_not_count(one: str, other: str) -> None:
    assert words(one) == words(other)


def test_scripts_without_spaces_count_character_by_character() -> None:
    assert words("隐私政策 v2") == ["隐", "私", "政", "策", "v2"]
    assert words("গোপনীয়তা নীতি") != []


def test_a_line_without_letters_is_itself() -> None:
    assert words("* * *") == ["***"]
    assert words("* * *") != words("---")
