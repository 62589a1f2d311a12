from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rubricate.page
import rubricate.segments
from rubricate.outline.levels import DEEPEST, _begins_beside, _is_of_one_kind, levels, lifted, sound
from rubricate.outline.looks import Look, looks, names_a_document
from rubricate.types import Segments

TEXT = "Some sentences that stand below a title and are long enough to be the text of its section. " * 2


def lines(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


def outline(*titles: str, title: str = "") -> list[int]:
    """Levels of titles given as HTML, each with a paragraph below it."""
    segments = lines(f"<title>{title}</title>" + "".join(f"{line}<p>{TEXT}</p>" for line in titles))
    names = ["prose" if text == TEXT.strip() else "title" for text in segments.text]
    found = [index for index, name in enumerate(names) if name == "title"]
    assert len(found) == len(titles)
    return levels(segments, found, names)


def test_sound_tags_are_the_outline() -> None:
    assert outline("<h1>A</h1>", "<h2>B</h2>", "<h3>C</h3>", "<h2>D</h2>") == [1, 2, 3, 2]
    assert outline("<h2>A</h2>", "<h3>B</h3>", "<h3>C</h3>") == [1, 2, 2]


def test_gaps_in_the_tags_are_closed() -> None:
    assert outline("<h1>Terms of use</h1>", "<h4>One</h4>", "<h4>Two</h4>", "<h4>Three</h4>") == [1, 2, 2, 2]


def test_bold_lines_stand_below_the_heading() -> None:
    assert outline("<h1>Privacy policy</h1>", "<b>Who we are</b>", "<b>What we keep</b>", "<b>Your rights</b>") == [1, 2, 2, 2]


def test_the_first_title_holds_the_others_even_if_it_looks_like_them() -> None:
    titles = ["<b>Privacy policy</b>", *(f"<b>{word} it is about</b>" for word in ("Who", "What", "Where", "When", "Why"))]
    assert outline(*titles, title="Privacy policy of Acme") == [1, 2, 2, 2, 2, 2]


def test_a_list_of_contents_holds_no_titles() -> None:
    assert outline("<h2>Privacy policy</h2>", "<h3>Table of contents</h3>", *[f"<h5>Part {word}</h5>" for word in "one two three four".split()]) == [
        1, 2, 2, 2, 2, 2,
    ]  # fmt: skip


def test_a_notice_and_a_title_of_the_same_look_hold_nothing_of_the_only_series() -> None:
    series = [f"{number}. {word}" for number, word in enumerate("Who What Where When Why Which How Whose Whom".split(), 1)]
    for tag, first in (("h3", "IMPORTANT"), ("h2", "Read these first")):
        assert outline("<h1>Terms of use</h1>", f"<h2>{first}</h2>", *[f"<{tag}>{name}</{tag}>" for name in series]) == [1, *[2] * 10]


def test_a_heading_in_capitals_stands_beside_those_of_its_tag() -> None:
    names = ["Ada", "ALGOL", "Basic", "COBOL", "FORTRAN", "Pascal"]
    assert outline("<h1>Languages</h1>", "<h2>Old ones</h2>", *[f"<h4>{name}</h4>" for name in names], "<h2>New ones</h2>") == [1, 2, *[3] * 6, 2]


def test_the_next_number_stands_beside_the_one_before_it_whatever_their_tags() -> None:
    later = [f"<h4>{number}. {name}</h4>" for number, name in enumerate("Plans Health Staff Costs".split(), 3)]
    found = outline("<h1>Cleaning</h1>", "<h2>The latest</h2>", "<h3>1. Soap</h3>", "<h3>2. Robots</h3>", *later, "<h4>The future</h4>")
    assert found[2:8] == [3] * 6


def test_a_doubtful_title_without_an_h_tag_holds_no_sure_ones() -> None:
    depths, tags, sure = [1, 2, 3, 4, 3, 2, 3], [1, 0, 2, 3, 2, 0, 0], [0.9, 0.45, 0.95, 0.9, 0.9, 0.5, 0.5]
    assert lifted(depths, tags, sure) == [1, 2, 2, 3, 2, 2, 3]
    assert lifted(depths, tags, [0.9] * 7) == depths
    assert lifted(depths, [0] * 7, sure) == [1, 2, 2, 3, 2, 2, 3]
    assert lifted(depths, [0] * 7, [0.6] * 7) == depths
    assert lifted([1, 2, 3, 4, 5], [1, 2, 3, 0, 2], [0.9, 0.9, 0.9, 0.5, 0.9]) == [1, 2, 3, 4, 2], "an h2 is not below the h3, either"
    assert lifted([1, 2, 3, 4, 5], [1, 2, 3, 0, 4], [0.9, 0.9, 0.9, 0.5, 0.9]) == [1, 2, 3, 4, 4]


def test_an_overview_holds_steps_that_are_counted_elsewhere_too() -> None:
    titles = [
        "<h2>Installation</h2>",
        "<h3>1. Get</h3>",
        "<h3>2. Run</h3>",
        "<h2>Overview</h2>",
        "<h3>1. Open</h3>",
        "<h3>2. Click</h3>",
        "<h3>3. Close</h3>",
    ]
    assert outline("<h1>Guide</h1>", *titles, "<h2>Support</h2>", "<h4>By post</h4>") == [1, 2, 3, 3, 2, 3, 3, 3, 2, 3]


def test_titles_that_cannot_hold_others() -> None:
    def look(html: str) -> list[Look]:
        segments = lines("".join(f"{line}<p>{TEXT}</p>" for line in ["<h1>Terms</h1>", html, "<h2>1. A</h2>", "<h2>2. B</h2>", "<h2>3. C</h2>"]))
        names = ["prose" if text == TEXT.strip() else "title" for text in segments.text]
        return looks(segments, [index for index, name in enumerate(names) if name == "title"], names).titles

    _, same, one, two, _ = look("<h2>Read these first</h2>")
    assert _begins_beside(same, one)
    assert not _begins_beside(same, two), "only the first of a series begins"
    assert not _begins_beside(look("<h2 style='font-size:40px'>Read these first</h2>")[1], one)
    assert not _is_of_one_kind(same, one)
    _, small, *_ = look("<h2>Nasa</h2>")
    _, capitals, *_ = look("<h2>NASA</h2>")
    assert _is_of_one_kind(small, capitals)
    assert _is_of_one_kind(small, look("<h2>Esa</h2>")[1])
    assert not _is_of_one_kind(look("<h2 style='font-size:40px'>Nasa</h2>")[1], capitals)
    assert not _is_of_one_kind(look("<h3>Nasa</h3>")[1], small)
    assert not _is_of_one_kind(look("<h2><i>Nasa</i></h2>")[1], small)
    assert not _is_of_one_kind(replace(small, body=0), look("<h2>Esa</h2>")[1]), "it may be what the other is a part of"
    assert _is_of_one_kind(replace(small, body=0), capitals)
    assert _is_of_one_kind(look("<ul><li><h2><i>Nasa</i></h2></ul>")[1], look("<ul><li><h2>Nasa</h2></ul>")[1]), "items of one kind of list"


def test_titles_of_one_tag_and_two_sizes_are_no_sound_outline() -> None:
    assert sound([2, 3, 3, 3], [30, 20, 20, 20])
    assert not sound([2, 3, 3, 3], [30, 20, 16, 20])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Acme Terms of Service", True),
        ("What this policy covers", False),
        ("Changes to our terms", False),
        ("WhatsApp Privacy Policy", True),
        ("Docker Terms of Service", True),
        ("Cancellation policy", True),
    ],
)
def test_a_title_about_the_document_does_not_name_it(text: str, names: bool) -> None:
    assert names_a_document(text) is names


def test_a_higher_tag_is_never_below_a_lower_one() -> None:
    assert outline("<h4>One</h4>", "<h4>Two</h4>", "<h3>Trust us</h3>", "<h1>In depth</h1>", "<h2>Three</h2>", "<h2>Four</h2>")[3] == 1


def test_numbers_nest() -> None:
    titles = ("<b>Terms</b>", "<p>1. A</p>", "<p>1.1 B</p>", "<p>1.2 C</p>", "<p>2. D</p>", "<p>2.1 E</p>", "<p>2.2 F</p>", "<p>3. G</p>")
    assert outline(*titles) == [1, 2, 3, 3, 2, 3, 3, 2]


def test_letters_inside_numbers() -> None:
    numbers = ("1. A", "(a) B", "(b) C", "2. D", "(a) E", "(b) F", "3. G")
    assert outline("<h2>Terms of service</h2>", *(f"<p><b>{number}</b></p>" for number in numbers)) == [1, 2, 3, 3, 2, 3, 3, 2]


def test_capitals_right_above_bold_lines() -> None:
    parts = ("WHAT WE COLLECT</b><p><b>Names", "Addresses", "HOW WE USE IT</b><p><b>Mail", "Parcels")
    segments = lines("<h1>Privacy Policy</h1>" + "".join(f"<p><b>{part}</b></p><p>{TEXT}</p>" for part in parts))
    names = ["prose" if text == TEXT.strip() else "title" for text in segments.text]
    assert levels(segments, [index for index, name in enumerate(names) if name == "title"], names) == [1, 2, 3, 3, 2, 3, 3]


def test_nothing_and_one() -> None:
    assert outline() == []
    assert outline("<p>Only</p>") == [1]


LOOKS = ["<h1>{}</h1>", "<h2>{}</h2>", "<h4>{}</h4>", "<b>{}</b>", "<p><i>{}</i></p>", "<li>{}</li>", "<p>1. {}</p>", "<p>1.1 {}</p>", "(a) {}"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LOOKS), max_size=25))
def test_any_titles_get_gapless_levels(looks: list[str]) -> None:
    answer = outline(*(look.format(f"Title {index}") for index, look in enumerate(looks)))
    assert len(answer) == len(looks)
    assert all(1 <= after <= before + 1 for before, after in zip([0, *answer], answer, strict=False))
    assert max(answer, default=1) <= DEEPEST


@pytest.mark.alone
def test_time_is_linear() -> None:
    def seconds(count: int) -> float:
        segments = lines("".join(LOOKS[index * 7 % len(LOOKS)].format(f"Title {index}") for index in range(count)))
        names = ["title"] * len(segments)
        best = 9e9
        for _ in range(5):
            start = time.process_time()
            levels(segments, range(len(segments)), names)
            best = min(best, time.process_time() - start)
        return best

    assert seconds(16000) / seconds(4000) <= 6


@pytest.mark.data
def test_parents_on_real_pages(stapi_pages: list[Path]) -> None:
    """Given the gold titles, the parent is right for most of the titles of the validation pages (found by text, without style sheets)."""
    import json

    right = count = 0
    for path in stapi_pages:
        meta = json.loads((path.parent / "meta.json").read_text())
        if meta.get("stapi_part") != "vali":
            continue
        gold = [json.loads(line) for line in (path.parent / "gold.jsonl").read_text("utf-8").splitlines()]
        wanted = json.loads((path.parent / "outline.json").read_text())["levels"]
        segments = rubricate.segments.of(rubricate.page.read(path.read_bytes()))
        found, truth, names = _found(segments, gold, wanted)
        answer = levels(segments, found, names)
        pairs = zip(_parents(answer), _parents(truth), strict=True)
        right += sum(ours == theirs for ours, theirs in pairs)
        count += len(truth)
    assert count > 700
    assert right / count > 0.84, f"{right} of {count}"


def _found(segments: Segments, gold: list[dict[str, str]], wanted: list[int]) -> tuple[list[int], list[int], list[str]]:
    """The gold titles found in order by their letters; with them their levels and the labels of all segments."""
    places: dict[str, list[int]] = {}
    for index, text in enumerate(segments.text):
        places.setdefault(_letters(text), []).append(index)
    found, truth, names, at, depths = [], [], ["boilerplate"] * len(segments), -1, iter(wanted)
    for line in gold:
        depth = next(depths) if line["label"] == "title" else 0
        index = next((place for place in places.get(_letters(line["text"]), []) if place > at), None)
        if index is None:
            continue
        at = index
        names[at] = line["label"]
        if depth:
            found.append(at)
            truth.append(depth)
    return found, truth, names


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _parents(depths: list[int]) -> list[int]:
    path: list[tuple[int, int]] = []
    answer = []
    for index, depth in enumerate(depths):
        while path and path[-1][0] >= depth:
            path.pop()
        answer.append(path[-1][1] if path else -1)
        path.append((depth, index))
    return answer
