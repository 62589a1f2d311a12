from __future__ import annotations

import pytest

from rubricate.errors import UsageError
from rubricate.writers import write
from rubricate.writers.sentences import count_words, cut, sentences

PAGE = """<h1>Privacy</h1><p>We care. This notice says what we do with data.</p><h2>Retention</h2>
<p>There is a lot to say here.
We retain account data for two years after the account is closed. The weather is fine. Backups are retained for thirty days.</p>
<h2>Contact</h2><p>Write to the desk.</p>"""


def test_headings_and_hits_with_dots_where_something_is_left_out(make):
    assert write(make(PAGE), "summary", query="data retention") == (
        "# Privacy\n\n...\nThis notice says what we do with data.\n\n## Retention\n\nThere is a lot to say here.\n"
        "We retain account data for two years after the account is closed.\n...\n\n"
        "## Contact\n\nWrite to the desk.\n"
    )


def test_sentences_that_follow_each_other_have_no_dots_between(make):
    page = "<h1>One</h1><p>The first sentence is about apples. The second sentence is about apples, too. The weather is fine today.</p>"
    assert write(make(page), "summary", query="apple") == (
        "# One\n\nThe first sentence is about apples.\nThe second sentence is about apples, too.\n...\n"
    )


def test_a_section_without_a_hit_shows_its_best_sentence(make):
    found = write(make(PAGE), "summary", query="backups")
    assert "This notice says what we do with data." in found
    assert "Backups are retained for thirty days." in found
    assert write(make(PAGE), "summary", query="xyzzy").count("\n...") == write(make(PAGE), "summary", sentences=1).count("\n...")


def test_words_of_the_title_count_for_its_sentences(make):
    page = "<h1>Keeping</h1><p>Bookings stay here for six years in all. Letters stay here for two years in all.</p>"
    assert write(make(page), "summary", query="keeps").count("stay here") == 2, "the title has the word, so there may be two"
    assert write(make(page), "summary", query="selling").count("stay here") == 1


@pytest.mark.parametrize(
    ("asked", "said"), [("prices", "price"), ("policy", "policies"), ("stop", "stopped"), ("retain", "retaining"), ("uses", "use")]
)
def test_endings_do_not_matter(make, asked, said):
    from rubricate.writers.summary import unheard

    assert unheard(make(f"<h1>One</h1><p>There is one {said} more in this text.</p>"), asked) == []


def test_words_that_the_document_does_not_have(make):
    from rubricate.writers.summary import unheard

    assert unheard(make(PAGE), "Data xyzzy retention Plugh xyzzy") == ["xyzzy", "Plugh"]


def test_without_a_query_every_section_says_something(make):
    assert write(make(PAGE), "summary", sentences=1) == (
        "# Privacy\n\n...\nThis notice says what we do with data.\n\n"
        "## Retention\n\n...\nWe retain account data for two years after the account is closed.\n...\n\n"
        "## Contact\n\nWrite to the desk.\n"
    )


def test_other_scripts(make):
    page = "<h1>隐私</h1><p>今天天气很好。我们保存数据两年。请联系我们。</p>"
    assert write(make(page), "summary", query="保存数据") == "# 隐私\n\n...\n我们保存数据两年。\n...\n"


def test_what_a_page_says_is_text_in_markdown(make):
    page = "<h1>One #</h1><p># This line begins with a number sign *here*.</p>"
    assert write(make(page), "summary") == "# One \\#\n\n\\# This line begins with a number sign \\*here\\*.\n"


def test_how_many_sentences(make):
    assert write(make(PAGE), "summary", sentences=0) == "# Privacy\n\n...\n\n## Retention\n\n...\n\n## Contact\n\n...\n"
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
