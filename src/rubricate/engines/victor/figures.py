"""Table 6.1 of the paper as data: pages cross-validated, labels of blocks and the CLEANEVAL scores of what is written out.

    crossed(examples, features)     percent, over all pages; every page is labelled by a model that has learnt from the other folds
    experiments(examples)           the same for exp-1, exp-2, exp-3, and for the features of markup and of content alone
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rubricate.engines.victor.blocks import Blocks, blocks
from rubricate.engines.victor.config import Config, load
from rubricate.engines.victor.crf import LABELS, Learning, decode, emissions, learn
from rubricate.engines.victor.features import columns
from rubricate.types import ITEM, TITLE

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["EXPERIMENTS", "FOLDS", "crossed", "experiments"]

FOLDS = 6
EXPERIMENTS = ("exp-1", "exp-2", "exp-3", "markup", "content")
_TAGS = {"header": "h", "list": "l", "paragraph": "p", TITLE: "h", ITEM: "l"}
Prepared = tuple[Blocks, Mapping[str, Any], list[str]]
"""The blocks of a page, their features, their gold labels."""


def experiments(examples: Sequence[Example], names: Sequence[str] = EXPERIMENTS, seed: int = 0) -> dict[str, dict[str, float]]:
    """Every experiment of chapter 6, cross-validated over the same folds."""
    config = load()
    pages = [_prepared(example, config) for example in examples]
    return {name: _crossed(examples, pages, name, config, seed) for name in names}


def crossed(examples: Sequence[Example], features: str = "", seed: int = 0) -> dict[str, float]:
    """One of them ('' is what the configuration says)."""
    config = load()
    return _crossed(examples, [_prepared(example, config) for example in examples], features, config, seed)


def _prepared(example: Example, config: Config) -> Prepared:
    from rubricate import segments
    from rubricate.engines.victor.gold import truth

    found = blocks(segments.of(example.page(css=False)), config)
    return found, columns(found, config), truth(example, found)


def _crossed(examples: Sequence[Example], pages: Sequence[Prepared], features: str, config: Config, seed: int) -> dict[str, float]:
    from rubricate.evaluation.measures.cleaneval import label_accuracy, scores, summary
    from rubricate.learn.folds import folds

    template = config.template(config.features(features))
    counts, texts = [], []
    for fold in folds(list(examples), FOLDS, seed):
        held = set(fold)
        weights = learn([(page[1], page[2]) for index, page in enumerate(pages) if index not in held], template, Learning())
        for index in fold:
            found, table, gold = pages[index]
            answer = [LABELS[label] for label in decode(emissions(weights, table), weights.transitions)]
            counts.append(label_accuracy(gold, answer))
            texts.append(scores(written(found, answer), [(_TAGS.get(line.label, "p"), line.text) for line in examples[index].gold]))
    blocks_ = max(1, sum(page["segments"] for page in counts))
    text = summary(texts)
    return {
        "labels of blocks": 100 * sum(page["labels"] for page in counts) / blocks_,
        "content and noise of blocks": 100 * sum(page["content_noise"] for page in counts) / blocks_,
        "text only": 100 * (text["text_only"] or 0.0),
        "markup only": 100 * (text["markup_only"] or 0.0),
        "total": 100 * (text["total"] or 0.0),
    }


def written(found: Blocks, labels: Sequence[str]) -> list[tuple[str, str]]:
    """The content in CLEANEVAL's blocks: a continuation goes on with the block before it."""
    made: list[tuple[str, str]] = []
    for text, label in zip(found.text, labels, strict=True):
        if label == "continuation" and made:
            made[-1] = (made[-1][0], f"{made[-1][1]} {text}")
        elif label != "other":
            made.append((_TAGS.get(label, "p"), text))
    return made
