"""How many of the hand-made segments of the stapi pages are found exactly, and why the others are not.

    python benchmarks/segments_found.py DATA [--write]

DATA is the folder of the corpora (it holds stapi/). A gold segment is found if a line of its page has the same letters and digits; every line is used
once. --write puts the tables into docs/segments.md, between <!-- found --> and <!-- /found -->. tests/segments/test_gold.py holds the bars.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from rubricate import segments
from rubricate.learn.corpora import Example, load
from rubricate.page import read
from rubricate.types import Segments

DOCS = Path(__file__).resolve().parent.parent / "docs" / "segments.md"
CAUSES = {
    "not in the page": "the page, as stored, does not hold this text (at least not in one piece)",
    "several of our lines": "the gold joins what a block boundary, a `<br>` or a line break in a listing parts",
    "part of our line": "the gold parts what nothing but layout parts: inline-block, float, or a script",
    "used already": "the text is in the page, less often than in the gold",
}


@dataclass(frozen=True)
class Miss:
    """A gold segment that no line equals."""

    page: str
    label: str
    text: str
    cause: str


@dataclass
class Found:
    """Counts over a set of pages."""

    segments: int = 0
    found: int = 0
    titles: int = 0
    titles_found: int = 0
    misses: list[Miss] | None = None

    def share(self) -> float:
        return self.found / max(1, self.segments)

    def title_share(self) -> float:
        return self.titles_found / max(1, self.titles)


def letters(text: str) -> str:
    """What is compared: letters and digits, in lower case."""
    return "".join(filter(str.isalnum, text.lower()))


def measure(examples: list[Example], *, css: bool) -> Found:
    """Every gold segment of every page against the page's lines."""
    counts = Found(misses=[])
    assert counts.misses is not None
    for example in examples:
        page = read(example.page_bytes(), stylesheets=example.stylesheets() if css else None)  # from the bytes: the encoding is ours to find
        lines = segments.of(page)
        free = Counter(map(letters, lines.text))
        for gold in example.gold:
            wanted = letters(gold.text)
            if not wanted:
                continue
            title = gold.label == "title"
            hit = free[wanted] > 0
            free[wanted] -= hit
            counts.segments += 1
            counts.found += hit
            counts.titles += title
            counts.titles_found += title and hit
            if not hit:
                counts.misses.append(Miss(example.id, gold.label, gold.text, cause(wanted, lines)))
    return counts


def cause(wanted: str, lines: Segments) -> str:
    """Why no line equals it."""
    have = list(map(letters, lines.text))
    if wanted in have:
        return "used already"
    if any(wanted in line for line in have):
        return "part of our line"
    return "several of our lines" if wanted in "".join(have) else "not in the page"


def tables(with_css: Found, without: Found) -> str:
    """Both tables, as Markdown."""
    rows = ["| | gold segments | found | titles | found |", "|---|---|---|---|---|"]
    for name, counts in (("with the pages' style sheets", with_css), ("without", without)):
        titles = f"{counts.titles:,} | {counts.titles_found:,} ({counts.title_share():.3%})"
        rows.append(f"| {name} | {counts.segments:,} | {counts.found:,} ({counts.share():.3%}) | {titles} |")
    misses = with_css.misses or []
    by_cause = Counter(miss.cause for miss in misses)
    rows += ["", "| misses, with style sheets | | pages | why |", "|---|---|---|---|"]
    for name in sorted(CAUSES, key=lambda name: -by_cause[name]):
        rows.append(f"| {name} | {by_cause[name]} | {len({miss.page for miss in misses if miss.cause == name})} | {CAUSES[name]} |")
    rows.append(f"| all | {len(misses)} | {len({miss.page for miss in misses})} | |")
    return "\n".join(rows) + "\n"


def listed(misses: list[Miss]) -> str:
    """All misses, by cause."""
    misses = sorted(misses, key=lambda miss: (miss.cause, miss.page))
    return "\n".join(f"{miss.cause:22} {miss.page:30} {miss.label:6} {miss.text[:80]!r}" for miss in misses)


def main() -> int:
    named = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    if len(named) != 1:
        print(__doc__)
        return 2
    examples = load("stapi", named[0])
    with_css, without = measure(examples, css=True), measure(examples, css=False)
    made = tables(with_css, without)
    print(made)
    print(listed(with_css.misses or []))
    if "--write" in sys.argv:
        text = DOCS.read_text(encoding="utf-8")
        fresh, count = re.subn(r"(<!-- found -->\n).*?(<!-- /found -->)", lambda match: f"{match[1]}{made}{match[2]}", text, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"{DOCS}: {count} places for the tables, not one")
        DOCS.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
