from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from rubricate.evaluation import plots
from rubricate.evaluation.gate import Check, Verdict
from rubricate.evaluation.report import report


def test_report_stands_alone_and_escapes(tree: dict[str, Any]) -> None:
    made = report(tree, Verdict((Check("stapi", "rules.v1", "titles.micro.f1", 0.95, 0.9),)))
    assert "http://" not in made
    assert "https://" not in made
    assert "<script" not in made
    assert "PP/&lt;a&gt;" in made
    assert "<a>" not in made
    assert "pages/x.html" in made
    assert "is 0.9000, floor 0.9500" in made
    assert made.count("<svg") == 6  # ROC, reliability, two matrices, two bar charts


def test_plots_are_well_formed() -> None:
    drawings = [
        plots.confusion([[3, 1], [0, 6]], ["a<b", "c"], "x & y"),
        plots.curves([("one", [(0, 0), (1, 1)])], "c", "x", "y", dots=True),
        plots.bars([("g", [("P", 0.5), ("R", 1.5)])], "b"),
    ]
    for drawing in drawings:
        ElementTree.fromstring(drawing)
    assert ">6<" in drawings[0]
    assert "100.0 %" in drawings[0]


def test_confusion_leaves_out_labels_that_never_occur() -> None:
    assert "never" not in plots.confusion([[1, 0], [0, 0]], ["seen", "never"], "m")
