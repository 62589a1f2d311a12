from __future__ import annotations

from typing import Any

from rubricate.evaluation.tables import Table, overview, pick, table_of


def test_overview_holds_the_families_that_are_there(tree: dict[str, Any]) -> None:
    headings = [table.heading for table in overview(tree)]
    assert headings == ["stapi: titles, end to end", "stapi: labels of segments", "stapi: run", "stapi: title F1 by kind of page"]
    titles = overview(tree)[0]
    assert titles.columns == ("system", "P", "R", "F1", "F1, mean over pages", "R, h-tag")
    assert titles.rows[1] == ("other", ".612", ".612", ".612", ".612", "1.000")


def test_markdown_escapes_pipes() -> None:
    assert "| a\\|b | 1 |" in Table("t", ("system", "x"), (("a|b", "1"),)).markdown()


def test_pick_and_empty() -> None:
    assert pick({"a": {"b": 0.0}}, "a.b") == 0.0
    assert pick({"a": 1}, "a.b") is None
    assert table_of("t", {"s": {}}, (("P", "p", "share"),)) is None


def test_a_system_without_figures_has_no_row() -> None:
    table = table_of("t", {"s": {}, "r": {"p": 0.5}}, (("P", "p", "percent"),))
    assert table is not None
    assert table.rows == (("r", "50.0"),)
