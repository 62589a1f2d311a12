"""victor.v1: a page's text blocks labelled in sequence by a conditional random field.

Paper: 'Victor', web page cleaning as sequence labelling, an entry to the CLEANEVAL shared task. `blocks` is its chapter 3 (precleaning, text split at
every tag), `features` its chapter 4 (46 features in modules), `config` its configuration file, `crf` what CRF++ was there, `gold` its annotation,
`joined` the way from its block labels to labels of lines.

As published: scripts, styles and objects are dropped; a picture's alternative text is a block; lines of <pre> are blocks; the five labels header,
list, paragraph, continuation, other; the features and their families; bins 'largest less-or-equal' and scales from a configuration; features can be
switched by experiment (exp-1, exp-2, exp-3), by family (markup, content) or by name; CRF++'s default prior and stopping rule; the label of a page's
blocks is the best sequence, the confidence the marginal.

Not in the paper, so chosen here: all bins, classes of tags and regular expressions (cleaneval.json, set once, before anything was scored), and the
template: all features of the block, of two blocks before and two after it. The template was chosen on cleanportaleval, by four-fold
cross-validation (labels and content/noise): all in five rows 97.96 and 98.25 %, features of the whole document in the block's own row only 97.64
and 97.92 %, the same with three rows 97.61 and 97.85 %. On the CLEANEVAL pages the own row would have given exp-3 70.75 and 81.25 % instead of
69.35 and 80.35 %; it is not used, because that is known only from the pages that are scored.

The paper counts 46 features and lists 45; its text also names `container.li`: that is our 46th. 'word-ratio, numeric-count, mixed-count and
nonword-count' of exp-2 are read as token.alpha-rel, token.num-abs, token.mix-abs and token.other-abs.

Departures:
- The HTML standard's parser instead of Tidy; no style sheets, as in the paper.
- python-crfsuite learns (extra `papers`), numpy labels: the answers are CRFsuite's (a test compares them), without the extra, in any thread.
- Labels of blocks become labels of lines: a line is content if most of its characters are; what it is, its first content block says
  (see `joined`). `Victor.blocks` gives the answer below the line; the figures here are of that.
- The gold marks of the pages are laid over the blocks by aligning words, not by hand in a terminal: writing these labels out again gives text-only
  98.0 and markup-only 96.1, so the alignment costs little.

Figures in percent: six-fold cross-validation on the 58 open CLEANEVAL pages (13,597 blocks), pages of one owner in one fold; the paper's in brackets
(104 pages, 22,501 blocks, 53 of the pages not in the open set). exp-3 is packaged because it was the paper's best, not because it is ours:

    features   labels         content/noise  text-only      markup-only    total
    exp-1      69.74 (74.45)  79.67 (82.60)  74.30 (81.11)  36.75 (66.71)  55.52 (73.92)
    exp-3      69.35 (75.01)  80.35 (82.88)  75.88 (81.83)  35.57 (68.46)  55.72 (75.15)
    markup     71.41          79.97          68.76          36.90          52.83 (65.3)
    content    67.35          79.00          78.86          33.49          56.18 (66.5)

What differs, and why:
- Labels and content/noise: half as many pages, which explains a part. More pages help: with document features in the own row, 29 pages to learn from
  (two folds) give 69.54 and 79.75, 48 pages (six folds) 70.75 and 81.25. Text-only was 78.32 and 75.31 there: three points there mean little.
- Markup alone has more right labels than all features (the paper reports no labels for it), and nearly as good a content/noise. A likely reason is
  that the other features are learnt by heart on so few pages; it was not looked into.
- Text-only and markup-only: the shared task's scorer is lost. Ours (`evaluation.measures.cleaneval`) is matched / (matched + inserted + deleted), and
  a border of a block matches only with the same tag at the same word, so these columns cannot be compared with the paper's. As 2 matched / (words
  of both), exp-3 has text-only 81.20 and markup-only 47.79.
- On 71 pages of four later portals, which it has not learnt from, the packaged model has 69.0 % of the labels and 70.3 % of content/noise right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rubricate.engines.victor import model
from rubricate.engines.victor.blocks import Blocks, blocks
from rubricate.engines.victor.config import Config, load
from rubricate.engines.victor.crf import LABELS as BLOCK_LABELS
from rubricate.engines.victor.crf import Learning, Weights, decode, emissions, learn, marginals
from rubricate.engines.victor.features import columns
from rubricate.engines.victor.joined import join
from rubricate.types import LABELS, Labels, Segments

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["BLOCK_LABELS", "CORPORA", "DESCRIPTION", "Options", "Victor", "engine", "train"]

DESCRIPTION = "Text blocks labelled in sequence by a conditional random field (Victor); trained on CleanEval pages."

CORPORA = ("cleaneval-en-dev",)
"""What the packaged model was trained on."""


@dataclass(frozen=True, slots=True)
class Options:
    """`model`: a trained file ('' is the packaged one). For training: `features` (exp-1, exp-2, exp-3, markup, content, or names; '' is what the
    configuration says), `config` (a file with the paper's variables; '' is the packaged one), `learning` (the CRF's own settings)."""

    model: str = ""
    features: str | tuple[str, ...] = ""
    config: str = ""
    learning: Learning = field(default_factory=Learning)


class Victor:
    """The engine: weights and the configuration that they were learnt with. It keeps no state between pages."""

    name = "victor.v1"

    def __init__(self, weights: Weights, config: Config, options: Options, learnt: dict[str, Any] | None = None) -> None:
        self.weights = weights
        self.config = config
        self.options = options
        self.learnt = learnt or {}

    def label(self, segments: Segments) -> Labels:
        """One label for every segment; the confidence is the CRF's marginal probability."""
        found, labels, sure = self.blocks(segments)
        made = join(len(segments), found, labels, sure)
        confidence = [float(row[LABELS.index(name)]) for row, name in zip(made.probabilities, made.names, strict=True)]
        reasons = ["crf, continues" if more else "crf" for more in made.continues]
        return Labels(self.name, made.names, confidence, reasons, None, made.continues, made.probabilities)

    def blocks(self, segments: Segments) -> tuple[Blocks, list[int], Any]:
        """Victor's own answer: the blocks, the number of each one's label in BLOCK_LABELS, and the marginals."""
        found = blocks(segments, self.config)
        scores = emissions(self.weights, columns(found, self.config))
        return found, decode(scores, self.weights.transitions), marginals(scores, self.weights.transitions)

    def save(self, path: str | Path, **card: Any) -> None:
        """Write the model to `path` (.npz) and a card beside it (.json) with what it learnt from and what else is given."""
        model.write(Path(path), self.weights, self.config, {**self.learnt, **card})


def engine(**options: Any) -> Victor:
    """The engine with the packaged model, or with `model="file.npz"`."""
    chosen = Options(**options)
    weights, config = model.read(Path(chosen.model) if chosen.model else model.PACKAGED)
    return Victor(weights, config, chosen)


def train(examples: Sequence[Example], options: Options | None = None, seed: int = 0) -> Victor:
    """An engine that learnt from annotated pages. Nothing in it is drawn by chance: the seed is only noted."""
    from rubricate import segments
    from rubricate.engines.victor.gold import truth

    chosen = options or Options()
    config = load(chosen.config or None)
    pages: list[tuple[dict[str, Any], list[str]]] = []
    for example in examples:
        found = blocks(segments.of(example.page(css=False)), config)
        pages.append((columns(found, config), truth(example, found)))
    features = config.features(chosen.features)
    weights = learn(pages, config.template(features), chosen.learning)
    return Victor(weights, config, chosen, _card(examples, [label for _, labels in pages for label in labels], features, seed))


def _card(examples: Sequence[Example], labels: Sequence[str], features: Sequence[str], seed: int) -> dict[str, Any]:
    """What a model was made of."""
    import platform
    from importlib.metadata import version

    packages = ("rubricate", "numpy", "python-crfsuite")
    return {
        "engine": Victor.name,
        "corpora": sorted({example.corpus for example in examples}),
        "pages": len(examples),
        "blocks": len(labels),
        "labels": {name: labels.count(name) for name in BLOCK_LABELS},
        "features": list(features),
        "seed": seed,
        "versions": {"python": platform.python_version(), **{name: version(name) for name in packages}},
    }
