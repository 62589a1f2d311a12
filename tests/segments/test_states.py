"""States: what changes, and that nothing else does."""

from __future__ import annotations

from rubricate.segments.states import changed, tag_changes, top
from rubricate.types import State


def test_a_changed_state_keeps_every_other_field() -> None:
    odd = top()
    for number, name in enumerate(State.__slots__):
        if name != "next":
            setattr(odd, name, number)  # a value of its own in every field
    fresh = changed(odd, {"weight": 700})
    assert fresh is not odd
    assert fresh.weight == 700
    assert [getattr(fresh, name) for name in State.__slots__ if name not in ("next", "weight")] == [
        getattr(odd, name) for name in State.__slots__ if name not in ("next", "weight")
    ]
    assert fresh.next == {}
    assert fresh.next is not odd.next


def test_no_change_is_the_same_state() -> None:
    state = top()
    assert changed(state, {"weight": 400, "region": ""}) is state


def test_what_tags_add_up() -> None:
    state = changed(top(), tag_changes(top(), "ul"))
    inner = changed(state, tag_changes(state, "ol"))
    assert (state.list_depth, state.indent, state.ordered) == (1, 40.0, False)
    assert (inner.list_depth, inner.indent, inner.ordered) == (2, 80.0, True)
    assert changed(inner, tag_changes(inner, "h1")).size == 32.0
