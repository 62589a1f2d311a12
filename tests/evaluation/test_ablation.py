from __future__ import annotations

from pathlib import Path
from typing import Any

from rubricate.evaluation.ablation import ablation, table
from rubricate.learn.corpora import load
from rubricate.types import PROSE, TITLE, Labels, Segments


class Lines:
    """h-tags, and bold lines if the options say so."""

    name = "lines.v1"

    def __init__(self, bold: bool) -> None:
        self.bold = bold

    def label(self, segments: Segments) -> Labels:
        names = [TITLE if state.heading or (self.bold and segments.bold[i]) else PROSE for i, state in enumerate(segments.state)]
        return Labels(self.name, names, [1.0] * len(names), [""] * len(names))


def test_each_variant_is_trained_on_the_same_pages_and_scored_on_others(corpus: Path) -> None:
    seen: list[tuple[bool, list[str]]] = []

    def train(examples: list[Any], options: Any, seed: int) -> Lines:
        seen.append((options, [example.id for example in examples]))
        return Lines(options)

    made = ablation(load("stapi", corpus), train, {"everything": True, "no bold": False}, jobs=1)
    learnt = ["PP/doc1", "PP/doc3", "TOS/doc0", "TOS/doc2"]
    assert seen == [(True, learnt), (False, learnt)]
    assert made["everything"]["titles"]["micro"]["recall"] == 1.0
    assert made["no bold"]["titles"]["micro"]["recall"] == 2 / 3
    written = table(made)
    assert written is not None
    assert [row[0] for row in written.rows] == ["everything", "no bold"]
