"""Results -> one HTML file with tables, plots and the worst pages; it needs no network and no script."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from rubricate.evaluation import plots
from rubricate.evaluation.gate import Verdict
from rubricate.evaluation.tables import FAMILIES, Table, by_domain, by_site, pick, table_of

__all__ = ["report"]

STYLE = """:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:76em;padding:0 1em}
h1{color:#b3261e}h2{border-bottom:2px solid #b3261e;padding-bottom:.2em;margin-top:2em}
table{border-collapse:collapse;margin:.6em 0 1.4em;display:block;overflow-x:auto}
td,th{padding:.25em .7em;border-bottom:1px solid #8884;text-align:right}td:first-child,th:first-child{text-align:left}
.plots{display:flex;flex-wrap:wrap;gap:1.5em}figure{margin:0}figcaption{font-size:14px;opacity:.8}.bad{color:#b3261e;font-weight:600}.good{color:#2e7d32}
small{opacity:.75}"""


def report(tree: Mapping[str, Any], verdict: Verdict | None = None) -> str:
    """The whole report as HTML."""
    about = tree["about"]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>Rubricate: evaluation</title>",
        f"<style>{STYLE}</style><h1>Rubricate: evaluation</h1><p>rubricate {escape(about['rubricate'])}, Python {escape(about['python'])}, ",
        f"split <b>{escape(about['split'])}</b>, seed {about['seed']}.</p>",
        _verdict(verdict),
    ]
    parts += [_corpus(name, node) for name, node in tree["corpora"].items()]
    return "".join([*parts, "</html>"])


def _verdict(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    kind = "good" if verdict.ok else "bad"
    return f"<h2>Gate</h2><ul class={kind}>{''.join(f'<li>{escape(line)}' for line in verdict.lines())}</ul>"


def _corpus(name: str, node: Mapping[str, Any]) -> str:
    systems = node["systems"]
    tables = [table_of(family, systems, columns) for family, columns in FAMILIES]
    models = "".join(f"<li>{escape(system)}: {escape(measures['run'].get('model', ''))}" for system, measures in systems.items())
    return (
        f"<h2>{escape(name)}</h2><p>{node['pages']} pages <small>sha256 {node['sha256']}</small></p>"
        f"{''.join(_table(table) for table in [*tables, *by_domain('', systems), *by_site('', systems)] if table is not None)}"
        f"<details><summary>What the models had learnt from</summary><ul>{models}</ul></details>"
        f"<div class=plots>{''.join(_plots(systems))}</div>{''.join(_worst(system, measures) for system, measures in systems.items())}"
    )


def _plots(systems: Mapping[str, Any]) -> list[str]:
    made = []
    rocs = [(f"{name} ({m['stapi']['filter_auc']:.3f})", m["stapi"]["filter_roc"]) for name, m in systems.items() if pick(m, "stapi.filter_roc")]
    if rocs:
        made.append(plots.curves(rocs, "ROC: content against noise (area in brackets)", "false positive rate", "true positive rate"))
    sure = [(name, [(one["confidence"], one["accuracy"]) for one in curve]) for name, m in systems.items() if (curve := pick(m, "calibration.curve"))]
    if sure:
        made.append(plots.curves(sure, "Reliability: below the line is too sure of itself", "confidence", "share that is right", dots=True))
    for name, measures in systems.items():
        lines = [(site, node["curve"]) for site, node in (pick(measures, "spider.by_site") or {}).items() if len(node["curve"]) > 1]
        if lines:
            made.append(plots.learning(lines, f"{name}: word match in % by training pages (spider, figure 1)"))
    made += [made_ for name, measures in systems.items() if (made_ := _classes(name, measures))]
    for name, measures in systems.items():
        matrix = pick(measures, "stapi.labels")
        if matrix:
            made.append(plots.confusion(matrix["confusion"], matrix["names"], f"{name}: labels of segments"))
    domains = list(dict.fromkeys(domain for m in systems.values() for domain in pick(m, "titles.by_domain") or {}))
    if domains:
        made += [plots.bars(_bars(measures), f"{name}: titles by kind of page") for name, measures in systems.items() if pick(measures, "titles")]
    return made


def _classes(name: str, measures: Mapping[str, Any]) -> str:
    """Figure 3 of STAPI: a curve for each class of content."""
    areas, curves = pick(measures, "stapi.classifier_auc") or {}, pick(measures, "stapi.classifier_roc") or {}
    drawn = [(f"{label} ({areas[label]:.3f})", curve) for label, curve in curves.items() if curve]
    return plots.curves(drawn, f"ROC of {name}: kinds of content (area in brackets)", "false positive rate", "true positive rate") if drawn else ""


def _bars(measures: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, float]]]]:
    kinds = measures["titles"]["by_domain"]
    return [(domain, [("P", scores["precision"]), ("R", scores["recall"]), ("F1", scores["f1"])]) for domain, scores in kinds.items()]


def _worst(system: str, measures: Mapping[str, Any]) -> str:
    rows = measures.get("worst") or []
    if not rows:
        return ""
    lines = []
    for page in rows:
        link = f"<a href='pages/{escape(page['file'])}'>{escape(page['id'])}</a>" if "file" in page else escape(page["id"])
        titles = page.get("titles")
        counts = f"{titles['right']} right, {titles['predicted']} given, {titles['gold']} gold" if titles else ""
        lines.append(f"<tr><td>{link}<td>{page['score']:.3f}<td>{counts}<td>{escape(page.get('error', ''))}</tr>")
    head = "<tr><th>page<th>score<th>titles<th>error</tr>"
    return f"<details><summary>{escape(system)}: the worst pages</summary><table>{head}{''.join(lines)}</table></details>"


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}" for column in table.columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) + "</tr>" for row in table.rows)
    return f"<h3>{escape(table.heading.removeprefix(': '))}</h3><table><tr>{head}</tr>{body}</table>"
