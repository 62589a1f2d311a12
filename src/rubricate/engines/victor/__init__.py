"""victor.v1: a page's text blocks labelled in sequence by a conditional random field.

Paper: 'Victor', web page cleaning as sequence labelling, an entry to the CLEANEVAL shared task. `blocks` is its chapter 3 (precleaning, text split at
every tag), `features` its chapter 4 (46 features in modules), `config` its configuration file, `crf` what CRF++ was there, `gold` its annotation,
`joined` the way from its block labels to labels of lines.

As published: scripts, styles and objects are dropped; a picture's alternative text is a block; lines of <pre> are blocks; the five labels header,
list, paragraph, continuation, other; the features and their families; bins 'largest less-or-equal' and scales from a configuration; features can be
switched by experiment (exp-1, exp-2, exp-3), by family (markup, content) or by name; CRF++'s stopping rule; the label of a page's
blocks is the best sequence, the confidence the marginal.

Not in the paper, so chosen here: all bins, classes of tags and regular expressions (cleaneval.json, set once, before anything was scored); the
template: features of the document at the block itself, all others also at two blocks before and two after it; and the CRF's prior (`Learning.c2`).
CRF++'s default prior (c2 = 1/2) learns 46 features in five rows by heart from so few pages: exp-3 has 69.35 and 80.35 %. Stronger ones were tried
on the first two of the six folds (labels, content/noise in %): 1/2 with document features in all rows 72.0 and 83.5 (first fold); 4: 77.5 and 85.3
(first fold); 16: 81.0 and 87.7, 67.6 and 84.3; 64: 80.8 and 88.0, 67.1 and 84.0; 64 with document features in all rows 81.3 and 88.1, 64.7 and 81.3.
16 was taken; the other four folds had no say in that. That document features do better in the block's own row was known before, by a point, from
all six folds with CRF++'s prior.

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
(104 pages, 22,501 blocks, 53 of the pages not in the open set):

    features   labels         content/noise  text-only      markup-only    total
    exp-3      75.30 (75.01)  83.94 (82.88)  78.74 (81.83)  44.61 (68.46)  61.67 (75.15)

The other experiments of chapter 6 are in the docs, 'The papers, reproduced'. Text-only and markup-only: the shared task's scorer is lost. Ours
(`evaluation.measures.cleaneval`) is matched / (matched + inserted + deleted), and a border of a block matches only with the same tag at the same
word, so these columns cannot be compared with the paper's. On 71 pages of four later portals, which it has not learnt from, the packaged model has
86.1 % of the labels and 86.5 % of content/noise right (69.0 and 70.3 % with CRF++'s prior).
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
