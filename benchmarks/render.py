"""What a browser's view of the page buys: engines on the validation pages of stapi, with the static cascade and with Chromium's computed styles.

    python benchmarks/render.py --data DIR --model tests/models/default.held.npz -o docs/figures/render.json

The same pages, the same style sheets, the same model (learnt from lines that the static cascade dressed, and from none of these pages).
docs/generate.py makes the table of docs/render.md from the file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from rubricate import engines, segments
from rubricate.evaluation.cases import Case
from rubricate.evaluation.score import score, summarise
from rubricate.evaluation.systems import EngineSystem
from rubricate.learn.corpora import Example, load
from rubricate.learn.folds import validation
from rubricate.render import Browser
from rubricate.types import Segments

Look = Callable[[Example], Segments]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--model", required=True, help="of the default engine, which has not learnt from the validation pages")
    parser.add_argument("--limit", type=int, default=0)
    given = parser.parse_args()
    examples = load("stapi", given.data)
    scored = [examples[index] for index in sorted(validation(examples, 5, 0))][: given.limit or None]
    with Browser() as browser:
        browser.see(scored[0].page())  # its start is not part of a page's time
        static, shown = measured(scored, lambda example: segments.of(example.page())), measured(scored, rendered(browser))
    systems = (EngineSystem("default", engines.get("default", model=given.model)), EngineSystem("rules"))
    figures = {"corpus": "stapi, vali", "pages": len(scored), "lines": compared(static["cases"], shown["cases"])}
    for name, one in (("static", static), ("rendered", shown)):
        figures[name] = {"milliseconds": one["milliseconds"], **{engine.name: engine_figures(one["cases"], engine) for engine in systems}}
    given.output.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2))
    return 0


def rendered(browser: Browser) -> Look:
    def look(example: Example) -> Segments:
        seen = browser.see(example.page())
        return segments.of(seen.page, seen.look)

    return look


def measured(examples: list[Example], look: Look) -> dict[str, Any]:
    cases, times = [], []
    for number, example in enumerate(examples, start=1):
        start = perf_counter()
        lines = look(example)
        times.append(perf_counter() - start)
        cases.append(Case(example, lines, times[-1]))
        print(f"\r{number}/{len(examples)} pages", end="", file=sys.stderr)
    print(file=sys.stderr)
    return {"cases": cases, "milliseconds": round(1000 * median(times))}


def compared(static: list[Case], shown: list[Case]) -> dict[str, Any]:
    """How many lines are the same ones, and on how many lines each property of the look differs."""
    fields = ("size", "weight", "italic", "underline", "align", "transform", "hidden")
    counts = dict.fromkeys(("static", "rendered", "same", *fields), 0)
    for one, other in zip(static, shown, strict=True):
        ours = dict(zip(one.segments.runs, one.segments.state, strict=True))
        theirs = dict(zip(other.segments.runs, other.segments.state, strict=True))
        both = [runs for runs in ours if runs in theirs]
        counts["static"] += len(one.segments)
        counts["rendered"] += len(other.segments)
        counts["same"] += len(both)
        for name in fields:
            counts[name] += sum(_differs(getattr(ours[runs], name), getattr(theirs[runs], name)) for runs in both)
    return counts


def _differs(one: Any, other: Any) -> bool:
    return abs(one - other) > 0.5 if isinstance(one, float) else one != other and not {one, other} <= {"", "left"}


def engine_figures(cases: list[Case], system: EngineSystem) -> dict[str, float]:
    whole = summarise([score(case, system.answer(case)) for case in cases], [case.example.domain for case in cases])
    return {
        "title_f1": round(whole["titles"]["micro"]["f1"], 4),
        "content_noise_f1": round(whole["stapi"]["filter"]["weighted"]["f1"], 4),
        "segments_found": round(whole["stapi"]["segments_found"], 4),
    }


if __name__ == "__main__":
    sys.exit(main())
