"""What hides a line: panels and pop-ups."""

from rubricate import page, segments
from rubricate.features import columns

_PROSE = "This paragraph is long enough to be running text, because it says one thing and then goes on to say another one."


def _of(html: str) -> tuple[list[str], dict[str, list[float]]]:
    lines = segments.of(page.read(html))
    found = columns(lines).values
    return lines.text, {name: found[name].tolist() for name in found}


def test_shown_lines_have_no_veil() -> None:
    _, found = _of(f"<p>{_PROSE}</p><p>{_PROSE}</p>")
    assert found["veil_lines"] == [0.0, 0.0]
    assert found["opens"] == [0.0, 0.0]


def test_the_panels_of_an_accordion_are_of_one_kind_and_repeat_the_line_that_opens_them() -> None:
    panels = "".join(f"<h3>Part {n}</h3><div class='panel' style='display:none'><b>Part {n}</b><p>{_PROSE}</p></div>" for n in "ABC")
    text, found = _of(f"<main><p>{_PROSE}</p>{panels}</main>")
    at = text.index(_PROSE, 1)
    assert found["veil_kin"][at] == 3
    assert found["veil_word"][at] == 1
    assert found["veil_echo"][at] == 1
    assert found["veil_beside"][at] == 1.0  # all shown prose stands in the same element
    assert found["opens"][text.index("Part B")] == 2


def test_a_dialog_is_told_by_its_name() -> None:
    text, found = _of(f"<p>{_PROSE}</p><div class='modal' style='display:none'><h1>Sign in</h1><p>Give your name.</p></div>")
    assert found["veil_word"][text.index("Sign in")] == -1
    assert found["veil_lines"][text.index("Sign in")] == 2


def test_a_panel_that_a_link_points_at_is_opened_by_it() -> None:
    text, found = _of(f"<a href='#more'>More</a><p>{_PROSE}</p><div id='more' style='display:none'><p>{_PROSE}</p></div>")
    assert found["veil_opened"][-1] == 1.0
    assert found["veil_opened"][0] == 0.0
    assert len(text) == 3


def test_what_is_hidden_from_some_readers_has_a_veil() -> None:
    text, found = _of(f"<p>{_PROSE}</p><div class='tab' aria-hidden='true'><p>One</p><p>Two</p></div>")
    assert found["veil_lines"][text.index("One")] == 2


def test_the_tab_that_is_shown_is_the_brother_of_those_that_are_not() -> None:
    tabs = f"<div><p>{_PROSE}</p><p>{_PROSE}</p></div><div style='display:none'><p>Other</p></div><section hidden><p>Third</p></section>"
    text, found = _of(f"<main>{tabs}</main><div><p>{_PROSE}</p></div>")
    assert abs(found["veil_brother"][text.index("Other")] - 2 / 3) < 1e-6
    assert found["veil_brother"][text.index("Third")] == 0.0, "no other section"
    assert found["veil_brother"][0] == 0.0, "a shown line"


def test_one_brother_counts_the_fullest() -> None:
    text, found = _of(f"<div><p>{_PROSE}</p></div><div><p>{_PROSE}</p><p>{_PROSE}</p></div><div hidden><p>Other</p></div>")
    assert abs(found["veil_brother"][text.index("Other")] - 2 / 3) < 1e-6


def test_kin_are_children_of_one_element_that_are_built_alike() -> None:
    text, found = _of("<div>" + "".join(f"<div class='card'><p>Card {n}</p></div>" for n in range(5)) + "</div><div><p>Alone</p></div>")
    assert found["c1_kin"][text.index("Card 3")] == 5
    assert found["c1_kin"][text.index("Alone")] == 1
