from __future__ import annotations

from rubricate.sites.words import any_language, english


def test_english_as_published() -> None:
    assert english()("The vaccines, given at high doses (2013), are OK") == ["vaccin", "given", "high", "dose"]


def test_words_of_any_language() -> None:
    assert any_language("It's late, says Mr Lee") == ["it's", "late", "says", "mr", "lee"]
    assert any_language("Frau Müller (Köln)") == ["frau", "müller", "köln"]
    assert any_language("দারিদ্র্য মুক্তির উদ্যোগ।") == ["দারিদ্র্য", "মুক্তির", "উদ্যোগ"]


def test_pairs_of_characters_where_words_are_not_separated() -> None:
    assert any_language("新华社北京") == ["新华", "华社", "社北", "北京"]
    assert any_language("据CNN报道") == ["cnn", "据", "报道"]
