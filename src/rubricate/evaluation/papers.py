"""The documentation page 'The papers, reproduced': every table of results of the four papers, with our figures beside the published ones.

    measure(data, slow)             everything that the page needs, measured: the JSON-able figures
    gathered(vali, cv, ablations)   the same from results that are there already, with the scores on the models' cards
    page(figures)                   the Markdown text
    python -m rubricate.evaluation.papers measure DATA FIGURES.json [slow]
    python -m rubricate.evaluation.papers page FIGURES.json PAGE.md

The published figures and why ours differ are the table in `papers_said`; ours come out of the JSON, never typed. A figure that was not measured
is shown as '-'.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rubricate.evaluation.papers_said import PAPERS, SHARE, Comparison, Row

__all__ = ["SYSTEMS", "ablations", "gathered", "measure", "page", "read"]

SYSTEMS = ("asdus-di.v1", "asdus-dd.v1", "stapi.v1", "pembe.v1", "victor.v1")

INTRODUCTION = """# The papers, reproduced

Four systems of the literature are engines of Rubricate. This page sets what their papers report beside what our implementations reach. It is made
by `rubricate.evaluation.papers` from [figures/papers.json](figures/papers.json): no figure of ours in a table is typed by hand. Figures inside the
explanations are quoted from the docstrings of the engines; they were measured when the engines were written.

- **vali** is the validation part of the STAPI corpus ({pages} pages), which no choice was made on; learning engines had learnt from the part `train`
  only. Where a row says so, the figure is from the card of a packaged model, which tells how it was measured.
{folded}- The papers' own test pages are kept for independent measurement, so no row compares the same pages. A difference of .01 says little.
- '-' was not measured here. Differences are ours (vali) less the paper's.
- Tables of a paper that describe its data or its features, not a result, are left out, but for the counts of labels.

What each implementation does as published, and what each departure is worth, is in the docstring of its module in `rubricate.engines`.
"""

FOLDED = """- **all, cross-validated** is every open page of that corpus ({pages}), in folds by owner; an engine that does not
  learn is simply run on them.
"""


def measure(data: Path, slow: bool = False, seed: int = 0) -> dict[str, Any]:
    """Run the engines on the stapi corpus below `data`; `slow` also trains STAPI again for each row of its tables 4 and 5."""
    from rubricate.engines.registry import MODELS
    from rubricate.evaluation.options import EvaluateOptions
    from rubricate.evaluation.run import run

    shipped = (f"stapi={MODELS / 'stapi.v1.gz'}", f"victor={MODELS / 'victor.v1.npz'}")  # stapi's has learnt from `train`, victor's from other pages
    options = EvaluateOptions(engines=("asdus-di", "asdus-dd", "pembe", *shipped), data=data, seed=seed)
    folded = replace(options, engines=("asdus-di", "asdus-dd", "pembe"), split="cv")
    return gathered(run(options).figures(), run(folded).figures(), ablations(data, slow, seed))


def gathered(vali: Mapping[str, Any], cv: Mapping[str, Any] | None = None, ablated: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The figures of the page: those of two runs of evaluate on stapi, of the cards, and of the ablations."""
    from rubricate.engines.registry import MODELS

    cards = {name: json.loads(path.read_text(encoding="utf-8")) for name in SYSTEMS if (path := MODELS / f"{name}.json").is_file()}
    kept = ("engine", "scores", "labels", "lines", "pages", "blocks", "seed", "sha256")
    return {
        "about": {**vali["about"], "peers": {}},
        "vali": _of_ours(vali),
        "cv": _of_ours(cv) if cv else {},
        "cards": {name: {key: card[key] for key in kept if key in card} for name, card in cards.items()},
        "ablations": dict(ablated or {}),
    }


def ablations(data: Path, slow: bool = False, seed: int = 0) -> dict[str, Any]:
    """Table 3 of ASDUS on vali; if `slow`, tables 4 and 5 of STAPI too, which train it some thirty times."""
    from rubricate.engines import stapi
    from rubricate.learn.corpora import load

    examples = load("stapi", data)
    train, test = ([one for one in examples if one.part == part] for part in ("train", "vali"))
    found: dict[str, Any] = {"asdus-di": _without_features(test)}
    if slow:
        encode = stapi.encoder(stapi.SHIPPED.encoder)
        known, asked = (stapi.samples(part, stapi.SHIPPED, encode) for part in (train, test))
        found["stapi"] = {row.dropped: asdict(row) for row in stapi.figures.ablation_of(known, asked, seed=seed)}
        found["stapi-title-prose"] = stapi.title_prose(known, asked, seed=seed)
    return found


def page(figures: Mapping[str, Any]) -> str:
    """The page, in Markdown."""
    folded = FOLDED.format(pages=figures["cv"]["pages"]) if figures["cv"] else ""
    head = INTRODUCTION.format(pages=figures["vali"]["pages"], folded=folded)
    about = figures["about"]
    models = [f"{name} `{card['sha256'][:12]}`" for name, card in figures["cards"].items() if "sha256" in card]
    note = f"Measured with rubricate {about['rubricate']}, Python {about['python']}, seed {about['seed']}; models: {', '.join(models) or 'none'}.\n"
    parts = [head, note]
    for paper in PAPERS:
        parts += [f"## {paper.name}\n", f"{paper.text}\n", *(_table(one, figures) for one in paper.tables)]
    return "\n".join(parts)


def read(figures: Mapping[str, Any], path: str) -> float | None:
    """The figure at a path of keys ('vali/asdus-di.v1/asdus/coverage'); None where there is none."""
    node: Any = figures
    for step in path.split("/"):
        if not isinstance(node, Mapping) or step not in node:
            return None
        node = node[step]
    return float(node) if isinstance(node, int | float) else None


def _of_ours(tree: Mapping[str, Any]) -> dict[str, Any]:
    """One corpus's node, the systems beside its own keys, so that a path is short."""
    node = tree["corpora"]["stapi"]
    return {"pages": node["pages"], "sha256": node["sha256"], **{name: node["systems"][name] for name in SYSTEMS if name in node["systems"]}}


def _without_features(examples: Sequence[Any]) -> dict[str, Any]:
    """The scores of asdus-di with each feature dropped, and with none."""
    from rubricate.engines import get
    from rubricate.engines.asdus.counts import FEATURES
    from rubricate.evaluation.pool import Work, perform
    from rubricate.evaluation.score import summarise
    from rubricate.evaluation.systems import EngineSystem

    systems = [EngineSystem(name, get("asdus-di", drop=() if name == "none" else (name,))) for name in (*FEATURES, "none")]
    done = perform(Work(examples, systems), 1, lambda: None)
    domains = [example.domain for example in examples]
    return {system.name: summarise([one.records[system.name] for one in done], domains)["asdus"]["loose"] for system in systems}


def _table(one: Comparison, figures: Mapping[str, Any]) -> str:
    folded = any(_folded(row, figures) is not None for row in one.rows)
    columns = ["", "paper", "ours", "difference", *(["all, cross-validated"] if folded else [])]
    lines = ["| " + " | ".join(columns) + " |", "|---|" + "---:|" * (len(columns) - 1)]
    for row in one.rows:
        ours = read(figures, row.path)
        gap = "-" if ours is None or row.published is None or row.style == "count" else _gap(ours - row.published, row.style)
        cells = [row.what, _shown(row.published, row.style), _shown(ours, row.style), gap]
        lines.append("| " + " | ".join([*cells, *([_shown(_folded(row, figures), row.style)] if folded else [])]) + " |")
    return "\n".join([f"### {one.heading}\n", *lines, "", f"{one.why}\n"])


def _folded(row: Row, figures: Mapping[str, Any]) -> float | None:
    return read(figures, "cv" + row.path.removeprefix("vali")) if row.path.startswith("vali/") else None


def _shown(value: float | None, style: str) -> str:
    if value is None:
        return "-"
    if style == "count":
        return f"{value:,.0f}"
    return f"{value:.3f}".lstrip("0") if style == SHARE else f"{value * (100 if style == 'percent' else 1):.1f}"


def _gap(value: float, style: str) -> str:
    sign = "+" if value >= 0 else "−"
    return sign + _shown(abs(value), style)


def _main(arguments: Sequence[str]) -> None:
    what, source, target, *more = arguments
    if what == "measure":
        text = json.dumps(measure(Path(source), "slow" in more), ensure_ascii=False, indent=1) + "\n"
    else:
        text = page(json.loads(Path(source).read_text(encoding="utf-8")))
    Path(target).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _main(sys.argv[1:])
