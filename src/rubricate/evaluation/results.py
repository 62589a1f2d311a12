"""Results: the JSON-able tree of everything measured, and what can be made of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rubricate.errors import DataError
from rubricate.evaluation.gate import Verdict
from rubricate.evaluation.tables import Table, overview

__all__ = ["Results"]


@dataclass(slots=True)
class Results:
    """What a run found.

    `tree` is JSON-able: {"about": {...}, "corpora": {corpus: {"pages", "sha256", "systems": {name: measures}}}}. The measures of a system are
    nested dicts whose leaves are numbers; the names are those of the documentation page 'How good is it'.
    """

    tree: dict[str, Any]
    explained: dict[str, str] = field(default_factory=dict)  # file name -> HTML of an explained page
    verdict: Verdict | None = None  # what the gate says; None: no gate was asked for
    files: list[Path] = field(default_factory=list)  # what was written

    @property
    def ok(self) -> bool:
        """No floor is broken (True where no gate was asked for)."""
        return self.verdict is None or self.verdict.ok

    def tables(self) -> list[Table]:
        """The tables that a terminal prints, in order."""
        return overview(self.tree)

    def markdown(self) -> str:
        """The same tables in Markdown."""
        return "\n".join(table.markdown() for table in self.tables())

    def json(self) -> str:
        """The tree as JSON, keys in their order of insertion."""
        return json.dumps(self.tree, ensure_ascii=False, indent=1)

    def figures(self) -> dict[str, Any]:
        """The tree without lists of single pages and without curves: what the documentation is made from, small enough to keep beside it."""
        corpora = {
            corpus: {**node, "systems": {name: _without_lists(measures) for name, measures in node["systems"].items()}}
            for corpus, node in self.tree["corpora"].items()
        }
        return {"about": self.tree["about"], "corpora": corpora}

    def save(self, folder: Path) -> list[Path]:
        """Write results.json, report.html, figures.json and pages/*.html below a folder; gives their paths."""
        from rubricate.evaluation.report import report

        folder.mkdir(parents=True, exist_ok=True)
        figures = json.dumps(self.figures(), ensure_ascii=False, indent=1)
        written = {folder / "results.json": self.json(), folder / "report.html": report(self.tree, self.verdict), folder / "figures.json": figures}
        if self.explained:
            (folder / "pages").mkdir(exist_ok=True)
        written |= {folder / "pages" / name: html for name, html in self.explained.items()}
        for path, text in written.items():
            path.write_text(text, encoding="utf-8")
        self.files.extend(written)
        return list(written)

    @classmethod
    def load(cls, path: Path) -> Results:
        """Read a results.json again."""
        try:
            tree = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as problem:
            raise DataError(f"{path} cannot be read as results: {problem}") from problem
        if not isinstance(tree, dict) or "corpora" not in tree:
            raise DataError(f"{path} holds no results: it has no 'corpora'")
        return cls(tree)


def _without_lists(measures: dict[str, Any]) -> dict[str, Any]:
    """Figures rounded to six places; no list but the points of a site's curve."""
    made: dict[str, Any] = {}
    for key, value in measures.items():
        if isinstance(value, dict):
            made[key] = _without_lists(value)
        elif not isinstance(value, list) or (key == "curve" and value and not isinstance(value[0], dict)):
            made[key] = round(value, 6) if isinstance(value, float) else value
    return made
