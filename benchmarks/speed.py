"""How fast, beside others: every tool on the same pages, in one process, page by page in turn, CPU time, the best of N runs.

    python benchmarks/speed.py FOLDER... [--best-of 3] [--limit 300] [--engine rules,default] [--json out.json]

A folder is searched for *.html and *.htm; an assets.json beside a page brings its style sheets in for the run 'with sheets'; the run 'without style'
has the pages without their <style> elements and style attributes, so that one sees what style costs. Times are summed
over the pages and printed in units of a bare lxml parse of the same bytes, and as 'x faster than trafilatura'.
A tool that is not installed is left out (extra: peers); a page on which a tool fails counts with the time it took to fail.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import rubricate
from rubricate import engines, outline, page, segments, writers

UNIT, RIVAL = "lxml parse", "trafilatura (markdown)"
STAGES = ("read", "segments", "labels", "outline", "markdown")

STYLE = re.compile(rb"<style[\s>].*?</style\s*>|(?<=\s)style\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.IGNORECASE | re.DOTALL)

Tool = Callable[["Case"], object]


@dataclass(frozen=True)
class Case:
    """One page: its bytes, its text (for tools that do not take bytes), and its style sheets."""

    name: str
    data: bytes
    text: str
    sheets: dict[str, str]
    bare: bytes  # without <style> and style="..."


def main() -> int:
    given = arguments()
    cases = list(read(given.folders, given.limit))
    if not cases:
        print(f"no *.html below {', '.join(given.folders)}", file=sys.stderr)
        return 2
    names = given.engine.split(",")
    tools = dict(bare()) | dict(ours(names)) | dict(peers())
    times, failures = race(cases, tools, given.best_of)
    runs = [(name, sheets) for name in names for sheets in (False, True)]
    stages = {f"{name}{' with sheets' if sheets else ''}": staged(cases, name, sheets, given.best_of) for name, sheets in runs}
    result = {"best_of": given.best_of, **summary(cases, times, failures, stages)}
    show(result)
    if given.json:
        Path(given.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--best-of", type=int, default=3, metavar="N")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="at most N pages, spread evenly")
    parser.add_argument("--engine", default="rules", metavar="A,B")
    parser.add_argument("--json", metavar="FILE")
    return parser.parse_args()


def read(folders: list[str], limit: int) -> Iterator[Case]:
    paths = sorted({path for folder in folders for pattern in ("*.html", "*.htm") for path in Path(folder).rglob(pattern)})
    step = max(1, -(-len(paths) // limit)) if limit else 1
    for path in paths[::step]:
        data = path.read_bytes()
        try:
            text = page.read(data).html
        except rubricate.PageError:
            continue
        yield Case(str(path), data, text, sheets_of(path), STYLE.sub(b"", data))


def sheets_of(path: Path) -> dict[str, str]:
    listing = path.parent / "assets.json"
    if not listing.is_file():
        return {}
    named = json.loads(listing.read_text(encoding="utf-8"))["map"]
    files = {href: path.parent / "assets" / name for href, name in named.items()}
    return {href: file.read_text(encoding="utf-8", errors="replace") for href, file in files.items() if file.is_file()}


def bare() -> Iterator[tuple[str, Tool]]:
    """Parses and nothing else."""
    import turbohtml

    yield "turbohtml parse", lambda case: turbohtml.parse(case.text)
    try:
        from lxml import html

        yield UNIT, lambda case: html.fromstring(case.data)
    except ImportError:
        pass
    try:
        from selectolax.lexbor import LexborHTMLParser

        yield "selectolax (lexbor) parse", lambda case: LexborHTMLParser(case.data)
    except ImportError:
        pass


def ours(names: list[str]) -> Iterator[tuple[str, Tool]]:
    """The whole way from bytes to Markdown."""
    for name in names:
        engine = engines.get(name)
        yield f"rubricate {engine.name}", lambda case, engine=engine: rubricate.extract(case.data, engine=engine).to_markdown()
        yield f"rubricate {engine.name} without style", lambda case, engine=engine: rubricate.extract(case.bare, engine=engine).to_markdown()
        yield (
            f"rubricate {engine.name} with sheets",
            lambda case, engine=engine: rubricate.extract(case.data, engine=engine, stylesheets=case.sheets).to_markdown(),
        )


def peers() -> Iterator[tuple[str, Tool]]:
    """Other tools, each with the output that is nearest to ours."""
    for make in (_trafilatura, _readability, _resiliparse, _justext):
        try:
            yield make()
        except ImportError as error:
            print(f"left out: {error}", file=sys.stderr)


def _trafilatura() -> tuple[str, Tool]:
    import trafilatura

    return RIVAL, lambda case: trafilatura.extract(case.data, output_format="markdown")


def _readability() -> tuple[str, Tool]:
    import logging

    from readability import Document

    logging.getLogger("readability").setLevel(logging.CRITICAL)
    return "readability-lxml", lambda case: Document(case.text).summary()


def _resiliparse() -> tuple[str, Tool]:
    from resiliparse.extract.html2text import extract_plain_text

    return "resiliparse", lambda case: extract_plain_text(case.text, main_content=True)


def _justext() -> tuple[str, Tool]:
    import justext

    stoplist = justext.get_stoplist("English")
    return "jusText", lambda case: [one.text for one in justext.justext(case.data, stoplist)]


def race(cases: list[Case], tools: dict[str, Tool], best_of: int) -> tuple[dict[str, float], dict[str, int]]:
    """CPU seconds of every tool over all pages; the tools take turns on each page, so that a slow minute of the machine hits all of them."""
    total = dict.fromkeys(tools, 0.0)
    failures = dict.fromkeys(tools, 0)
    for tool in tools.values():  # what is loaded or compiled on the first call is not the page's
        clocked(tool, cases[0])
    for number, case in enumerate(cases):
        best = dict.fromkeys(tools, float("inf"))
        failed = dict.fromkeys(tools, False)
        for _ in range(best_of):
            for name, tool in tools.items():
                used, fine = clocked(tool, case)
                best[name] = min(best[name], used)
                failed[name] = not fine
        for name in tools:
            total[name] += best[name]
            failures[name] += failed[name]
        if sys.stderr.isatty():
            print(f"\r{number + 1}/{len(cases)}", end="", file=sys.stderr)
    return total, failures


def clocked(tool: Tool, case: Case) -> tuple[float, bool]:
    gc.collect(0)
    start = time.process_time()
    try:
        tool(case)
        fine = True
    except Exception:  # other people's tools fail in their own ways
        fine = False
    return time.process_time() - start, fine


def staged(cases: list[Case], name: str, with_sheets: bool, best_of: int) -> dict[str, float]:
    """CPU seconds of each of our own stages."""
    engine = engines.get(name)
    total = dict.fromkeys(STAGES, 0.0)
    for case in cases:
        best = [float("inf")] * len(STAGES)
        for _ in range(best_of):
            best = list(map(min, best, stages_of(case, engine, with_sheets)))
        for stage, used in zip(STAGES, best, strict=True):
            total[stage] += used
    return total


def stages_of(case: Case, engine: rubricate.Engine, with_sheets: bool) -> list[float]:
    clock = time.process_time
    marks = [clock()]
    try:
        seen = page.read(case.data, stylesheets=case.sheets if with_sheets else None)
        marks.append(clock())
        lines = segments.of(seen)
        marks.append(clock())
        labels = engine.label(lines)
        marks.append(clock())
        document = outline.nest(lines, labels)
        marks.append(clock())
        writers.write(document, "markdown")
        marks.append(clock())
    except rubricate.RubricateError:
        marks += [clock()] * (len(STAGES) + 1 - len(marks))
    return [after - before for before, after in pairwise(marks)]


def summary(cases: list[Case], times: dict[str, float], failures: dict[str, int], stages: dict[str, dict[str, float]]) -> dict[str, Any]:
    unit, rival = times.get(UNIT), times.get(RIVAL)
    tools = {
        name: {
            "seconds": round(used, 4),
            "ms_per_page": round(1000 * used / len(cases), 3),
            "lxml_parses": round(used / unit, 2) if unit else None,
            "x_faster_than_trafilatura": round(rival / used, 2) if rival else None,
            "failed": failures[name],
        }
        for name, used in sorted(times.items(), key=lambda item: item[1])
    }
    parts = {run: {stage: round(used / unit, 3) if unit else round(used, 4) for stage, used in row.items()} for run, row in stages.items()}
    size = sum(len(case.data) for case in cases)
    return {"pages": len(cases), "bytes": size, "with_sheets": sum(bool(case.sheets) for case in cases), "tools": tools, "stages": parts}


def show(result: dict[str, Any]) -> None:
    print(f"\n{result['pages']} pages, {result['bytes'] / 1e6:.1f} MB, {result['with_sheets']} with style sheets; CPU time\n")
    print(f"{'':38}{'ms a page':>11}{'lxml parses':>13}{'x trafilatura':>15}{'failed':>8}")
    for name, row in result["tools"].items():
        figures = (row["lxml_parses"], row["x_faster_than_trafilatura"])
        units, faster = ("-" if figure is None else f"{figure:.2f}" for figure in figures)
        print(f"{name:38}{row['ms_per_page']:>11.3f}{units:>13}{faster:>15}{row['failed']:>8}")
    print(f"\nour own stages, in lxml parses\n{'':38}" + "".join(f"{stage:>10}" for stage in (*STAGES, "all")))
    for run, row in result["stages"].items():
        print(f"{run:38}" + "".join(f"{row[stage]:>10.2f}" for stage in STAGES) + f"{sum(row.values()):>10.2f}")


if __name__ == "__main__":
    sys.exit(main())
