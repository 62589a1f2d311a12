"""The features of the default engine in words, for people who ask why a line has its label."""

from __future__ import annotations

__all__ = ["wording"]

_PLAIN = {
    "chars": "length {v:.0f} characters",
    "words": "{v:.0f} words",
    "ending": "how it ends",
    "sentences": "{v:.0f} sentences",
    "commas": "{v:.0f} commas",
    "capitals": "{p} capitals",
    "first": "its first character",
    "digits": "{p} digits",
    "numbered": "a number in front",
    "date": "a date in it",
    "money": "a price in it",
    "stress": "heavier than the body text",
    "signs": "signs such as | or ©",
    "repeats": "stands {v:.0f} times on the page",
    "in_title": "words of the page's <title>",
    "heading": "inside h{v:.0f}",
    "list_depth": "inside {v:.0f} lists",
    "cell": "in a table cell",
    "region": "the region it stands in",
    "hidden": "whether it is shown",
    "size": "{v:.2f} times the size of the body text",
    "weight": "weight {v:+.0f} against the body text",
    "bold": "{p} bold",
    "linked": "{p} linked",
    "italics": "{p} italic",
    "begins": "how the line begins",
    "coloured": "its colour",
    "indent": "indented {v:+.0f} px",
    "position": "{p} down the page",
    "depth": "depth in the tree",
    "tag": "the tag of its block",
    "inner_tag": "the tag around the line",
    "parent_tag": "the tag around its block",
    "c0_count": "{v:.0f} lines in its block",
    "c0_position": "{v:.0f} lines of its block before it",
    "main60": "inside the element with most of the prose",
    "main90": "inside the element with nearly all prose",
    "before_prose": "{p} of the prose stands before it",
    "rise": "steps from the line before",
    "fall": "steps from the line before",
    "target": "a link of the page points at it",
    "contents": "stands in the page's list of contents",
    "series_form": "the form of its number",
    "series_before": "the number before it stands {v:.0f} lines back",
    "series_after": "the number after it stands {v:.0f} lines on",
    "series_length": "a series of {v:.0f} numbers",
    "to_prose": "{v:.0f} lines to the next prose",
    "from_prose": "{v:.0f} lines from the last prose",
    "to_heading": "{v:.0f} lines to the next h-tag",
    "from_heading": "{v:.0f} lines from the last h-tag",
    "words_kept": "its words",
    "words_title": "its words",
    "under_kept": "the words of the heading above it",
    "under_kept_least": "a word of the heading above it",
    "under_title": "the words of the heading above it",
    "class_kept": "the classes of its block",
    "classes_kept": "the classes around it",
    "classes_kept_least": "a class around it",
    "run_length": "{v:.0f} lines of the same look in a row",
    "after_run_chars": "length of what follows",
    "chars_ratio": "length against the next line",
    "prose": "running text",
    "comments": "whether it is among comments",
    "comments_before": "{p} of the running text stands before it and outside comments",
    "page_comments": "{p} of the page's running text is comments",
    "veil_lines": "the panel it is folded into has {v:.0f} lines",
    "veil_prose": "the panel it is folded into holds {p} of the running text",
    "veil_beside": "{p} of the shown text stands beside its panel",
    "veil_kin": "{v:.0f} panels like its own",
    "veil_opened": "whether a link opens its panel",
    "veil_word": "the names of its panel",
    "veil_lead": "the line before its panel",
    "veil_echo": "whether its panel says the line before it again",
    "veil_depth": "depth in its panel",
    "veil_through": "{p} through its panel",
    "opens": "{v:.0f} folded lines follow",
    "page_legal": "whether the page calls itself a policy or terms",
    "page_kind": "what the page says it is (og:type)",
    "page_hidden_prose": "{p} of the page's text is prose that is not shown",
}
_GROUPS = {"look_": "lines that look like it: ", "class_": "lines of its class: ", "loose_": "lines of its size: "}


_AROUND = {
    "e1": "the element around its block",
    "e2": "the element two up",
    "e4": "the element four up",
    "e6": "the element six up",
    "veil": "the panel it is folded into",
}


def wording(name: str, value: float) -> str:
    """One feature and its value, in words; a feature without words of its own is given by its name."""
    if name in _PLAIN:
        return _PLAIN[name].format(v=value, p=f"{value:.0%}")
    around, _, what = name.partition("_p_")
    if around in _AROUND and what:
        return f"first look at {_AROUND[around]}: {what} {value:.2f}"
    if name.startswith("p_"):
        return f"first look: {name[2:].replace('_', ' ')} {value:.2f}"
    for prefix, words in _GROUPS.items():
        if name.startswith(prefix):
            return words + wording(name.removeprefix(prefix), value)
    if name[-2:] in ("+1", "+2", "-1", "-2") and name[:-2]:
        side = {"+1": "next line", "+2": "second line after", "-1": "line before", "-2": "second line before"}[name[-2:]]
        return f"{side}: {wording(name[:-2], value)}"
    if name.startswith("page_"):
        return f"the page: {name[5:].replace('_', ' ')} {value:.3g}"
    if name.startswith("c") and name[1:2].isdigit():
        steps, _, what = name[1:].partition("_")
        if what == "order":
            return f"{value:.0f} elements built like the one {steps} up stand before it"
        if what == "kin":
            return f"{value:.0f} elements built like the one {steps} up"
        return f"element {steps} up: {what} {value:.3g}"
    return f"{name.replace('_', ' ')} {value:.3g}"
