"""The documentation page 'The papers, reproduced': every table of results of the four papers, with our figures beside the published ones.

    measure(data, slow)                 everything that the page needs, measured: the JSON-able figures
    gathered(vali, cv, ablated, folded) the same from results that are there already, with the scores on the models' cards
    page(figures)                       the Markdown text
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

__all__ = ["QUICK", "SYSTEMS", "ablations", "as_card", "crossed", "gathered", "measure", "page", "read"]

SYSTEMS = ("asdus-di.v1", "asdus-dd.v1", "stapi.v1", "pembe.v1", "victor.v1")

INTRODUCTION = """# The papers, reproduced

Four systems of the literature are engines of Rubricate. This page sets what their papers report beside what our implementations reach. It is made
by `rubricate.evaluation.papers` from [figures/papers.json](figures/papers.json): no figure of ours in a table is typed by hand. Figures inside the
explanations are quoted from the docstrings of the engines; they were measured when the engines were written.

- **vali** is the validation part of the STAPI corpus ({pages} pages), which no choice was made on; learning engines had learnt from the part `train`
  only. Where a row says so, the figure is from the card of a packaged model, which tells how it was measured.
{folded}- The papers' own test pages are kept for independent measurement, so no row compares the same pages. A difference of .01 says little.
- `python -m rubricate.evaluation.papers measure DATA FIGURES.json slow` measures all figures of this page anew from a folder of the corpora;
  without `slow` it leaves out what trains STAPI and Victor many times. `... page FIGURES.json PAGE.md` writes the page.
- '-' was not measured here. Differences are ours (vali) less the paper's.
- Tables of a paper that describe its data or its features, not a result, are left out, but for the counts of labels.

What each implementation does as published, and what each departure is worth, is in the docstring of its module in `rubricate.engines`.
"""

FOLDED = """- **all, cross-validated** is every open page of that corpus ({pages}), in three folds by owner and near-duplicates: an engine that learns
  was trained on two of them and scored on the third; one that does not learn is simply run on them, also
  on those of the part `train`, on which its thresholds were chosen.
"""

FOLDS = 3


def measure(data: Path, slow: bool = False, seed: int = 0) -> dict[str, Any]:
    """Run the engines on the stapi corpus below `data`; `slow` also trains STAPI for its folds and its table 5, and Victor for table 6.1."""
    from rubricate.engines.registry import MODELS
    from rubricate.evaluation.options import EvaluateOptions
    from rubricate.evaluation.run import run

    shipped = (f"stapi={MODELS / 'stapi.v1.gz'}", f"victor={MODELS / 'victor.v1.npz'}")  # stapi's has learnt from `train`, victor's from other pages
    options = EvaluateOptions(engines=("asdus-di", "asdus-dd", "pembe", *shipped), data=data, seed=seed)
    folded = replace(options, engines=("asdus-di", "asdus-dd", "pembe"), split="cv", folds=FOLDS)
    return gathered(run(options).figures(), run(folded).figures(), ablations(data, slow, seed), crossed(data, seed) if slow else None)


def gathered(
    vali: Mapping[str, Any], cv: Mapping[str, Any] | None = None, ablated: Mapping[str, Any] | None = None, folded: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The figures of the page: those of two runs of evaluate on stapi, of the cards, of the ablations, and of the systems' own cross-validation."""
    from rubricate.engines.registry import MODELS

    cards = {name: json.loads(path.read_text(encoding="utf-8")) for name in SYSTEMS if (path := MODELS / f"{name}.json").is_file()}
    kept = ("engine", "scores", "labels", "lines", "pages", "blocks", "seed", "sha256")
    return {
        "about": {**vali["about"], "peers": {}},
        "vali": _of_ours(vali),
        "cv": _of_ours(cv) if cv else {},
        "cards": {name: {key: card[key] for key in kept if key in card} for name, card in cards.items()},
        "ablations": dict(ablated or {}),
        "folds": dict(folded or {}),
    }


def crossed(data: Path, seed: int = 0) -> dict[str, Any]:
    """STAPI's own tables over all pages of stapi, Victor's experiments over those of CLEANEVAL, cross-validated."""
    from rubricate.engines import stapi
    from rubricate.engines.victor import figures as victor
    from rubricate.learn.corpora import load
    from rubricate.learn.folds import folds

    examples = load("stapi", data)
    encode = stapi.encoder(stapi.SHIPPED.encoder)
    pages = stapi.samples(examples, stapi.SHIPPED, encode)
    known = stapi.figures.crossed(pages, folds(examples, FOLDS, seed), stapi.SHIPPED, seed)
    return {"stapi.v1": as_card(known), "victor.v1": victor.experiments(load("cleaneval-en-dev", data), seed=seed)}


def as_card(measured: Mapping[str, Any]) -> dict[str, Any]:
    """STAPI's figures under the names that its card has, without curves."""
    report = {key: {name: measured[key][name] for name in ("weighted", "macro", "auc")} for key in ("filter", "classifier")}
    kept = {key: measured[key] for key in ("title_prose_of_three", "title_prose_by_domain", "gold_coverage", "gold_lines_kept", "pages", "lines")}
    return {"filter": report["filter"], "classifier behind a perfect filter": report["classifier"], **kept}


def ablations(data: Path, slow: bool = False, seed: int = 0) -> dict[str, Any]:
    """Table 3 of ASDUS on vali; if `slow`, table 5 of STAPI too, which trains it ten times."""
    from rubricate.engines import stapi
    from rubricate.learn.corpora import load

    examples = load("stapi", data)
    train, test = ([one for one in examples if one.part == part] for part in ("train", "vali"))
    found: dict[str, Any] = {"asdus-di": _without_features(test)}
    if slow:
        encode = stapi.encoder(stapi.SHIPPED.encoder)
        known, asked = (stapi.samples(part, stapi.SHIPPED, encode) for part in (train, test))
        features = tuple(dict.fromkeys((*stapi.PAPER.filter_features, *stapi.PAPER.classifier_features)))
        quick = replace(stapi.SHIPPED, **QUICK)  # type: ignore[arg-type]
        found["stapi"] = {row.dropped: asdict(row) for row in stapi.figures.ablation_of(known, asked, quick, seed, features)}
    return found


QUICK = {"rounds": 60, "filter_rate": 0.2, "classifier_rounds": 60, "classifier_rate": 0.3, "smote": False}
"""How STAPI is trained for the rows of its table 5: with fewer trees than the packaged model, as it is trained for every row."""


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
    """The figure of the row by cross-validation; a system's own one stands under the names of its card."""
    if row.path.startswith("cards/stapi.v1/scores/"):
        return read(figures, "folds/stapi.v1/" + row.path.removeprefix("cards/stapi.v1/scores/"))
    if row.path.startswith("vali/stapi.v1/stapi/"):
        domain = row.path.split("/")[-2]
        return read(figures, "folds/stapi.v1/title_prose_of_three" if domain == "stapi" else f"folds/stapi.v1/title_prose_by_domain/{domain}")
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
