from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import rubricate.page
import rubricate.segments
from rubricate.engines.rules import Options, Rules, engine
from rubricate.types import Segments

TEXT = "We keep what you give us and nothing else, for as long as we need it to do what you asked us to do, and then we delete it."


def lines(html: str) -> Segments:
    return rubricate.segments.of(rubricate.page.read(html))


def told(html: str) -> dict[str, tuple[str, str]]:
    """text -> (label, reason)"""
    segments = lines(html)
    labels = engine().label(segments)
    return {text: (name, reason) for text, name, reason in zip(segments.text, labels.names, labels.reasons, strict=True)}


def page(body: str) -> str:
    menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("Home", "Shop", "News", "About", "Help", "Jobs"))
    return f"<body><nav><ul>{menu}</ul></nav><div><ul>{menu.replace('>', ' class=x>')}</ul></div><main>{body}</main><footer><p>{TEXT[:90]}</footer>"


def sections(mark: str, *names: str) -> str:
    return "".join(f"{mark.format(name)}<p>{TEXT} {name}</p>" for name in names)


def test_heading_tags_above_text_are_titles() -> None:
    answer = told(page("<h1>Privacy</h1>" + sections("<h2>{}</h2>", "Data", "Rights", "Contact")))
    assert [text for text, (name, _) in answer.items() if name == "title"] == ["Privacy", "Data", "Rights", "Contact"]
    assert answer["Data"][1] == "heading tag above text"
    assert answer[TEXT + " Data"][0] == "prose"


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        ("<p><b>{}</b></p>", "bold line above text"),
        ("<p style='font-weight:bold'>{}</p>", "bold line above text"),
        ("<p><u>{}</u></p>", "underlined line above text"),
        ("<p style='font-size:24px'>{}</p>", "large line above text"),
    ],
)
def test_lines_that_look_like_titles_are(mark: str, reason: str) -> None:
    answer = told(page("<h1>Privacy</h1>" + sections(mark, "Your data", "Your rights", "How to write to us")))
    assert all(answer[name] == ("title", reason) for name in ("Your data", "Your rights", "How to write to us"))


def test_capitals_and_numbers_above_text() -> None:
    answer = told(page("<h1>Terms</h1>" + sections("<p>{}</p>", "YOUR DATA", "YOUR RIGHTS", "CONTACT")))
    assert answer["YOUR DATA"] == ("title", "line in capitals above text")
    answer = told(page("<h1>Terms</h1>" + sections("<p>{}</p>", "1. Your data", "2. Your rights", "3. Contact")))
    assert answer["2. Your rights"] == ("title", "numbered line above text")


def test_a_bold_address_is_not_a_row_of_titles() -> None:
    answer = told(page("<h1>Terms</h1>" + sections("<h2>{}</h2>", "Data", "Rights") + "<p><b>Acme Ltd<br>1 Road<br>Town</b></p>" + f"<p>{TEXT}</p>"))
    assert answer["Acme Ltd"][0] != "title"
    assert answer["1 Road"][0] != "title"


def test_numbered_items_without_text_below_are_not_titles() -> None:
    items = "".join(f"<p>{number}. short point</p>" for number in range(1, 7))
    answer = told(page(f"<h1>Terms</h1><p>{TEXT}</p>{items}<p>{TEXT} end</p><p>{TEXT} more</p>"))
    assert answer["2. short point"][0] == "prose"


def test_regions_and_menus_are_boilerplate_with_a_reason() -> None:
    answer = told(page("<h1>Privacy</h1>" + sections("<h2>{}</h2>", "Data", "Rights")) + f"<button>Accept</button><p hidden>{TEXT} secret</p>")
    assert answer["Accept"] == ("boilerplate", "form control")
    assert answer[TEXT + " secret"] == ("boilerplate", "hidden")
    assert answer[TEXT[:90].strip()] == ("boilerplate", "footer")
    assert answer["Home"][0] == "boilerplate"


def test_a_page_inside_one_form_is_not_lost() -> None:
    answer = told("<form><h1>Privacy</h1>" + sections("<h2>{}</h2>", "Data", "Rights") + "<select><option>Deutsch</select></form>")
    assert answer["Data"][0] == "title"
    assert answer[TEXT + " Rights"][0] == "prose"
    assert answer["Deutsch"][0] == "boilerplate"


def test_folded_text_is_kept_where_it_is_the_page() -> None:
    answer = told("<h1>Help</h1>" + sections("<h2>{}</h2><div style='display:none'>", "Data", "Rights"))
    assert answer[TEXT + " Data"][0] == "prose"


def test_items_and_misc() -> None:
    body = f"<p>Last updated: 1 May 2024</p><p>{TEXT}</p><ul><li>one thing<li>another thing</ul><p>{TEXT} end</p><p>Back to top</p><p>{TEXT} z</p>"
    answer = told(page(f"<h1>Privacy</h1>{body}"))
    assert answer["one thing"][0] == "item"
    assert answer["Last updated: 1 May 2024"][0] == "misc"
    assert answer["Back to top"][0] == "misc"


def test_a_page_of_scraps_keeps_what_is_no_noise() -> None:
    answer = told("<nav><a href=/>Home</a></nav><p>Hello</p><p>there</p>")
    assert answer["Hello"][0] == "prose"
    assert answer["Home"] == ("boilerplate", "navigation")


def test_options_are_one_frozen_dataclass() -> None:
    assert engine(long=10).options == Options(long=10)
    with pytest.raises(AttributeError):
        engine().options.long = 3  # type: ignore[misc]


@pytest.mark.alone
def test_it_is_fast() -> None:
    segments = lines(page("<h1>Privacy</h1>" + sections("<h2>{}</h2>", *(f"Part {number}" for number in range(190)))))
    assert 380 <= len(segments) <= 420
    rules, best = Rules(Options()), 9.0
    for _ in range(50):
        start = time.perf_counter()
        rules.label(segments)
        best = min(best, time.perf_counter() - start)
    assert best < 0.004, f"{best * 1000:.2f} ms for {len(segments)} segments"


@pytest.mark.data
def test_titles_of_real_pages(stapi_pages: list[Path]) -> None:
    """A floor on the first 40 pages: titles found by their letters, title F1 above .80."""
    right = told_titles = gold_titles = 0
    for path in stapi_pages[:40]:
        gold = [json.loads(line) for line in (path.parent / "gold.jsonl").read_text("utf-8").splitlines()]
        wanted = [_letters(line["text"]) for line in gold if line["label"] == "title"]
        segments = rubricate.segments.of(rubricate.page.read(path.read_bytes()))
        labels = engine().label(segments)
        found = [_letters(text) for text, name in zip(segments.text, labels.names, strict=True) if name == "title"]
        gold_titles, told_titles = gold_titles + len(wanted), told_titles + len(found)
        for text in wanted:
            if text in found:
                found.remove(text)
                right += 1
    assert 2 * right / (told_titles + gold_titles) > 0.80


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))


@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.parent.name)
def test_the_titles_alone_are_those_of_the_labels(path: Path) -> None:
    segments = rubricate.segments.of(rubricate.page.read(path.read_bytes()))
    names = engine().label(segments).names
    assert sorted(engine().titles(segments)) == [index for index, name in enumerate(names) if name == "title"]
