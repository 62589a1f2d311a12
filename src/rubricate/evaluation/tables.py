"""Plain tables: a heading, column names, rows of cells; as Markdown or for anyone who draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["FAMILIES", "Column", "Table", "by_domain", "by_site", "overview", "pick", "table_of"]

Column = tuple[str, str, str]
"""Name, path of the measure ('titles.micro.f1'), and how to write the figure: 'share' (.969), 'percent' (96.9), 'count' or 'seconds'."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells are strings, ready to print; the first column is text, the others figures ('' where there is none)."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """A Markdown table under a heading of the third level."""
        head = ["| " + " | ".join(self.columns) + " |", "|---|" + "---:|" * (len(self.columns) - 1)]
        body = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in self.rows]
        return "\n".join([f"### {self.heading}", "", *([self.note, ""] if self.note else []), *head, *body, ""])


def overview(tree: Mapping[str, Any]) -> list[Table]:
    """For every corpus one table for each family of measures that any of its systems has."""
    return [table for corpus, node in tree["corpora"].items() for table in _tables(corpus, node)]


def table_of(heading: str, systems: Mapping[str, Any], columns: Sequence[Column], note: str = "") -> Table | None:
    """One row a system; columns that no system has are left out; None if that leaves nothing."""
    filled = [column for column in columns if any(pick(node, column[1]) is not None for node in systems.values())]
    if not filled:
        return None
    rows = tuple(
        (name, *(_written(pick(node, path), style) for _, path, style in filled))
        for name, node in systems.items()
        if any(pick(node, path) is not None for _, path, _ in filled)
    )
    return Table(heading, ("system", *(title for title, _, _ in filled)), rows, note)


def pick(node: Any, path: str) -> Any:
    """The value at a dotted path, or None."""
    for step in path.split("."):
        if not isinstance(node, Mapping) or step not in node:
            return None
        node = node[step]
    return node


FAMILIES: tuple[tuple[str, tuple[Column, ...]], ...] = (
    (
        "titles, end to end",
        (
            ("P", "titles.micro.precision", "share"),
            ("R", "titles.micro.recall", "share"),
            ("F1", "titles.micro.f1", "share"),
            ("F1, mean over pages", "titles.macro.f1", "share"),
            ("R, h-tag", "titles.by_markup.h-tag.recall", "share"),
            ("R, bold line", "titles.by_markup.bold line.recall", "share"),
            ("R, plain", "titles.by_markup.plain.recall", "share"),
        ),
    ),
    (
        "labels of segments",
        (
            ("content/noise weighted F1", "stapi.filter.weighted.f1", "share"),
            ("macro F1", "stapi.filter.macro.f1", "share"),
            ("AUC", "stapi.filter_auc", "share"),
            ("4 labels weighted F1", "stapi.labels.weighted.f1", "share"),
            ("title/prose F1, perfect filter", "stapi.title_prose_behind_perfect_filter", "share"),
            ("title/prose F1, end to end", "stapi.title_prose_end_to_end", "share"),
            ("classifier weighted F1", "stapi.classifier.weighted.f1", "share"),
            ("classifier macro F1", "stapi.classifier.macro.f1", "share"),
            ("gold coverage %", "stapi.gold_coverage", "percent"),
            ("segments found %", "stapi.segments_found", "percent"),
            ("calibration error", "calibration.ece", "share"),
        ),
    ),
    (
        "outline",
        (
            ("parent acc., own titles", "pembe.parent_own", "share"),
            ("parent acc., given titles", "pembe.parent_given", "share"),
            ("depth acc., given titles", "pembe.depth_given", "share"),
            ("tree-edit similarity", "outline.tree_similarity", "share"),
        ),
    ),
    (
        "text",
        (
            ("token P", "tokens.precision", "share"),
            ("token R", "tokens.recall", "share"),
            ("token F1", "tokens.f1", "share"),
            ("snippets kept %", "tokens.with_snippets", "percent"),
            ("snippets removed %", "tokens.without_snippets", "percent"),
            ("word match", "spider.ratio", "share"),
        ),
    ),
    (
        "CleanEval",
        (
            ("5 labels %", "victor.labels", "percent"),
            ("content/noise %", "victor.content_noise", "percent"),
            ("text only %", "cleaneval.text_only", "percent"),
            ("markup only %", "cleaneval.markup_only", "percent"),
            ("total %", "cleaneval.total", "percent"),
        ),
    ),
    (
        "ASDUS",
        (
            ("P", "asdus.loose.precision", "share"),
            ("R", "asdus.loose.recall", "share"),
            ("F", "asdus.loose.f1", "share"),
            ("coverage %", "asdus.coverage", "percent"),
            ("strict P", "asdus.strict.precision", "share"),
            ("strict R", "asdus.strict.recall", "share"),
            ("strict F", "asdus.strict.f1", "share"),
        ),
    ),
    (
        "run",
        (
            ("pages", "run.pages", "count"),
            ("failed", "run.failed", "count"),
            ("ms a page, median", "run.milliseconds.median", "seconds"),
            ("ms a page, 99 %", "run.milliseconds.p99", "seconds"),
        ),
    ),
)


def _tables(corpus: str, node: Mapping[str, Any]) -> Iterator[Table]:
    systems = node["systems"]
    for family, columns in FAMILIES:
        table = table_of(f"{corpus}: {family}", systems, columns)
        if table is not None:
            yield table
    yield from by_domain(corpus, systems)
    yield from by_site(corpus, systems)


def by_domain(corpus: str, systems: Mapping[str, Any]) -> Iterator[Table]:
    """Title F1 and token F1 by kind of page, where a corpus has more than one kind."""
    for family, path, figure in (("title F1", "titles.by_domain", "f1"), ("token F1", "tokens.by_domain", "f1")):
        domains = list(dict.fromkeys(domain for node in systems.values() for domain in pick(node, path) or {}))
        if len(domains) > 1:
            rows = tuple(
                (name, *(_written(((pick(node, path) or {}).get(domain) or {}).get(figure), "share") for domain in domains))
                for name, node in systems.items()
                if pick(node, path)
            )
            yield Table(f"{corpus}: {family} by kind of page", ("system", *domains), rows)


def by_site(corpus: str, systems: Mapping[str, Any]) -> Iterator[Table]:
    """Word match by number of training pages, one table a site (corpus spider)."""
    names = list(dict.fromkeys(site for node in systems.values() for site in pick(node, "spider.by_site") or {}))
    for site in names:
        curves = {name: dict(((pick(node, "spider.by_site") or {}).get(site) or {}).get("curve") or ()) for name, node in systems.items()}
        sizes = sorted({size for curve in curves.values() for size in curve})
        rows = tuple((name, *(_written(curve.get(size), "percent") for size in sizes)) for name, curve in curves.items())
        yield Table(f"{corpus}: {site}, word match % by training pages", ("system", *map(str, sizes)), rows)


def _written(value: Any, style: str) -> str:
    if value is None:
        return ""
    if style == "share":
        return f"{value:.3f}".lstrip("0") if value < 1 else f"{value:.3f}"
    if style == "percent":
        return f"{100 * value:.1f}"
    return f"{value:.0f}" if style == "count" else f"{value:.1f}"
