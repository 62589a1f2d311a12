from __future__ import annotations

import pytest

from rubricate.errors import UsageError
from rubricate.writers import write
from rubricate.writers.sentences import count_words, cut, sentences

PAGE = """<h1>Privacy</h1><p>We care. This notice says what we do with data.</p><h2>Retention</h2>
<p>There is a lot to say here.
We retain account data for two years after the account is closed. The weather is fine. Backups are retained for thirty days.</p>
<h2>Contact</h2><p>Write to the desk.</p>"""


def test_headings_and_hits_with_dots_between(make):
    assert write(make(PAGE), "summary", query="data retention") == (
        "Privacy\n\n...\nThis notice says what we do with data.\n\n...\nRetention\n\n...\n"
        "We retain account data for two years after the account is closed.\n\n...\nContact\n"
    )
    assert (
        write(make(PAGE), "summary", query="backups") == "Privacy\n\n...\nRetention\n\n...\nBackups are retained for thirty days.\n\n...\nContact\n"
    )


def test_without_a_query_every_section_says_something(make):
    found = write(make(PAGE), "summary", sentences=1).split("\n\n...\n")
    assert [found[0], found[2], found[4]] == ["Privacy", "Retention", "Contact"]
    assert found[1] == "This notice says what we do with data."
    assert found[3] == "We retain account data for two years after the account is closed."
    assert found[5] == "Write to the desk.\n"


def test_other_scripts(make):
    page = "<h1>隐私</h1><p>今天天气很好。我们保存数据两年。请联系我们。</p>"
    assert write(make(page), "summary", query="保存数据") == "隐私\n\n...\n我们保存数据两年。\n"


def test_how_many_sentences(make):
    assert write(make(PAGE), "summary", sentences=0) == "Privacy\n\n...\nRetention\n\n...\nContact\n"
    with pytest.raises(UsageError, match="-1"):
        write(make(PAGE), "summary", sentences=-1)


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("one two  three", 3), ("naïve café", 2), ("我们收集", 4), ("iPhone 手机 x", 4), ("カタカナ", 4), ("สวัสดีครับ", 3), ("한국어 문장", 2)],
)
def test_words_of_any_script(text, count):
    assert count_words(text) == count


def test_where_sentences_end():
    text = 'It costs 3.50 today. "Why?" she asked. See e.g. Mr. Smith, No. 5 (a). End…  Fine'
    assert sentences(text) == ["It costs 3.50 today.", '"Why?"', "she asked.", "See e.g. Mr. Smith, No. 5 (a).", "End…", "Fine"]
    assert sentences("一。二！三") == ["一。", "二！", "三"]


def test_cut_loses_nothing():
    text = "aa bb cc. dd ee ff gg hh. ii"
    assert [text[start:end].strip() for start, end in cut(text, 3)] == ["aa bb cc.", "dd ee ff", "gg hh. ii"]
    assert [text[start:end].strip() for start, end in cut(text, 3, 1)] == ["aa", "bb cc.", "dd ee ff", "gg hh. ii"]
