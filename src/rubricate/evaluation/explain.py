"""The worst pages, explained: every line of the page with its gold label, the given one, and the errors marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from rubricate.evaluation.cases import Case, open_case
from rubricate.evaluation.measures.labels import prf
from rubricate.evaluation.measures.stapi import four
from rubricate.evaluation.measures.titles import match
from rubricate.evaluation.systems import EngineSystem, System
from rubricate.types import BOILERPLATE, TITLE

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["explain", "explain_worst", "worst_pages"]

STYLE = """body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em;color:#222;background:#fff}
table{border-collapse:collapse;width:100%}td,th{padding:.2em .6em;vertical-align:top;text-align:left;border-bottom:1px solid #eee}
td.label{white-space:nowrap;font-size:13px;color:#555}tr.wrong{background:#fde8e6}tr.wrong td.label{color:#a11;font-weight:600}
tr.boilerplate td.text{color:#999}tr.title td.text{font-weight:600}.legend{color:#555}
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}td,th{border-color:#333}
tr.wrong{background:#4a1f1c}tr.wrong td.label{color:#f99}}"""


def worst_pages(pages: Sequence[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """The pages with the lowest title F1 (token F1 where there are no gold titles), worst first; perfect ones are left out."""
    scored = [(score, page) for page in pages if (score := _score(page)) is not None and score < 1]
    return [{**page, "score": round(score, 4)} for score, page in sorted(scored, key=lambda pair: pair[0])[:count]]


def explain_worst(
    corpus: str, node: dict[str, Any], examples: Sequence[Example], plan: Sequence[tuple[list[int], list[System]]], count: int
) -> dict[str, str]:
    """Add `worst` to every system of a corpus; gives the explained pages of the engines, by file name."""
    place = {examples[index].id: (examples[index], systems) for indices, systems in plan for index in indices}
    made: dict[str, str] = {}
    for name, measures in node["systems"].items() if count else ():
        measures["worst"] = worst_pages(measures["pages"], count)
        for page in measures["worst"]:
            example, systems = place[page["id"]]
            system = next(one for one in systems if one.name == name)
            if isinstance(system, EngineSystem) and "error" not in page:
                page["file"] = re.sub(r"[^A-Za-z0-9.-]+", "_", f"{corpus}-{name}-{page['id']}") + ".html"
                made[page["file"]] = explain(open_case(example), system)
    return made


def explain(case: Case, system: System) -> str:
    """One page as HTML: a row a line, wrong ones marked, then what is missing."""
    answer = system.answer(case)
    example = case.example
    rows = [] if answer.document is None else _rows(case, answer.document.labels)
    found = {index for index, _ in match(case.titles, answer.titles)}
    missing = [text for index, text in enumerate(case.titles) if index not in found]
    lost = [line.text for index, line in enumerate(example.gold) if index in set(case.truth.missed)]
    head = f"{escape(system.name)} on {escape(example.corpus)}/{escape(example.id)}"
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{head}</title><style>{STYLE}</style><h1>{head}</h1>"
        f"<p class=legend>Marked lines have another label than the gold gives them. Gold lines not found on the page: {len(lost)}.</p>"
        f"{_list('Titles that were not found', missing)}{_list('Gold lines that are nowhere on the page', lost)}"
        f"<table><tr><th>gold<th>given<th>sure<th>why<th>text</tr>{''.join(rows)}</table></html>"
    )


def _rows(case: Case, labels: Any) -> list[str]:
    rows = []
    pairs = zip(four(case.truth.names), four(labels.names), strict=True)
    for index, (gold, given) in enumerate(pairs):
        wrong = gold != given and not (case.example.text_only and TITLE in (gold, given) and BOILERPLATE not in (gold, given))
        kind = f"{given} wrong" if wrong else given
        rows.append(
            f"<tr class='{kind}'><td class=label>{gold}<td class=label>{given}<td class=label>{float(labels.confidence[index]):.2f}"
            f"<td class=label>{escape(str(labels.reasons[index]))}<td class=text>{escape(case.segments.text[index][:500])}</tr>"
        )
    return rows


def _list(heading: str, lines: Sequence[str]) -> str:
    return f"<h2>{heading} ({len(lines)})</h2><ul>{''.join(f'<li>{escape(line[:300])}' for line in lines)}</ul>" if lines else ""


def _score(page: dict[str, Any]) -> float | None:
    counts = page.get("titles")
    if counts and (counts["gold"] or counts["predicted"]):
        return prf(counts["right"], counts["predicted"], counts["gold"])["f1"]
    score: float | None = page.get("token_f1")
    return score
