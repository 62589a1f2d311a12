"""One element: what its tag, its attributes and the declarations of matching rules together make of the state around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rubricate.page.parse import SHADOW
from rubricate.segments.declarations import apply, display_kind
from rubricate.segments.sheets import Rule, declarations
from rubricate.segments.states import BLOCK, BREAK, INLINE, KINDS, SKIP, TAGS, changed, tag_changes, top
from rubricate.types import State

__all__ = ["INDENTED", "Step", "attribute_changes", "element_kind", "step"]

Step = tuple[State, int]
"""The state inside an element, and the element's kind."""
_ROLES = {"navigation": "nav", "banner": "header", "contentinfo": "footer", "complementary": "aside", "main": "main", "article": "article"}
_ROLES.update(form="form", search="form", dialog="dialog", alertdialog="dialog")
_FONT_SIZES = {"1": 10.0, "2": 13.0, "3": 16.0, "4": 18.0, "5": 24.0, "6": 32.0, "7": 48.0}
_NOTHING: frozenset[str] = frozenset()
INDENTED = dict.fromkeys(("ul", "ol", "dir", "menu"), frozenset(("padding", "padding-left", "padding-inline-start")))
INDENTED.update(dict.fromkeys(("blockquote", "dd", "figure"), frozenset(("margin", "margin-left", "margin-inline-start"))))
"""Tags that a browser indents, and the properties of a sheet that do away with that."""


def step(state: State, tag: str, said: Mapping[str, str], matched: tuple[Rule, ...], variables: Mapping[str, str]) -> Step:
    """The state inside an element of this tag that says this and that these rules match (the strongest last), and its kind."""
    kind = KINDS.get(tag, INLINE)
    if not (matched or said) and (kind >= SKIP or tag not in TAGS):
        return state, kind
    changes = tag_changes(state, tag)
    attribute_changes(tag, said, changes)
    declared = _declared(matched, said.get("style", ""))
    if declared:
        if not INDENTED.get(tag, _NOTHING).isdisjoint(declared):
            changes["indent"] = state.indent
        if "display" in declared and changes.get("hidden") == "hidden":  # a browser's own rule for [hidden], which any rule of the page beats
            del changes["hidden"]
        apply(state, changes, declared, variables)
        kind = element_kind(kind, declared.get("display", ""))
    if state.hidden and (state.hidden != "visibility:hidden" or declared.get("visibility") != "visible"):
        changes["hidden"] = state.hidden
    elif state.hidden:
        changes.setdefault("hidden", "")
    if tag == "html" and "size" in changes:
        changes["rem"] = changes["size"]
    if SHADOW in said:
        kind = INLINE
    if kind >= SKIP:
        return state, kind
    return changed(state, changes), kind


def element_kind(kind: int, display: str) -> int:
    """The kind of an element whose tag says one thing and whose `display` another. A block stays one: a menu's items are lines even side by side."""
    if kind == BREAK and display == "none":
        return INLINE
    shown = display_kind(display)
    return kind if shown is None or kind not in (INLINE, BLOCK) else max(kind, shown)


def _declared(matched: tuple[Rule, ...], style: str) -> dict[str, str]:
    """The winning declarations: rules by specificity and order, then the style attribute; important ones after all others."""
    if not matched and not style:
        return {}
    every = [declaration for rule in matched for declaration in rule.declared]
    if style:
        every += declarations(style)
    winning: dict[str, str] = {}
    last: list[tuple[str, str]] = []
    for name, value, important in every:
        if important:
            last.append((name, value))
        else:
            winning.pop(name, None)  # a later shorthand stands after an earlier longhand
            winning[name] = value
    for name, value in last:
        winning.pop(name, None)
        winning[name] = value
    return winning


def attribute_changes(tag: str, said: Mapping[str, str], changes: dict[str, Any]) -> None:
    """What attributes say by themselves."""
    if not said:
        return
    if "href" in said and tag == "a":
        changes["link"] = True
        if len(said) == 1:
            return
    if "hidden" in said and said["hidden"].lower() != "until-found":
        changes["hidden"] = "hidden"
    elif said.get("aria-hidden", "").lower() == "true":
        changes["hidden"] = "aria-hidden"
    role = said.get("role", "").strip().lower()
    if role in _ROLES:
        changes["region"] = _ROLES[role]
    elif role == "heading":
        level = said.get("aria-level", "2")
        changes["heading"] = int(level) if level in ("1", "2", "3", "4", "5", "6") else 2
    elif role == "button":
        changes["control"] = True
    elif role == "tooltip":
        changes["hidden"] = "tooltip"
    if said.get("align", "").lower() in ("left", "center", "right", "justify"):
        changes["align"] = said["align"].lower()
    if tag == "font":
        if said.get("size", "").strip() in _FONT_SIZES:
            changes["size"] = _FONT_SIZES[said["size"].strip()]
        if said.get("color"):
            apply_color: dict[str, str] = {"color": said["color"].strip().lower()}
            apply(top(), changes, apply_color, {})
