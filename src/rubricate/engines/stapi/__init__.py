"""stapi.v1: a filter, then a typographic classifier, both boosted trees over tags, lengths and sentence encodings.

Paper: Zhang, Wilson, Mitra, "STAPI: An Automatic Scraper for Extracting Iterative Title-Text Structure from Web Documents", LREC 2022.

    engine()                            with the packaged model; engine(model="mine.gz") with one of your own
    train(examples, options, seed)      PAPER: the paper's values; SHIPPED (the default): those of the packaged model
    measure, title_prose, ablation      the paper's tables and figure 3 as data

As published (section 3, and what the published code does where the paper is silent):
- Text inside nav, footer, button, table, figure, code and details is discarded before anything is learnt (a reason says so).
- Filter: words, relative position, tag, parent tag, next tag, id, encoding.
  Classifier: words, words / next words, punctuation, tag, next tag, encoding.
  Neighbours are those in the list: of all candidates for the filter, of the kept lines for the classifier.
- Tags are those of the published parser: a, b, i, strong, ... are melted into their parent, span, em and font are not, a line after <br> is a <p>.
- One-hot categories, SMOTE for mixed features, XGBoost: 100 rounds, depth 6, learning rates .1 and .65; the classifier is trained behind a perfect
  filter. An encoding is the mean over a text's sentences; for a BERT the mean over layers of the mean over tokens.

Different in any case:
- A candidate is one of our segments (a visible line), so that the 'element concatenation problem' of section 5.2 is gone, and the six pages that
  the paper leaves out stay in. Gold is laid over the segments by `rubricate.learn.truth`, not by equality.
- Tags and ids that are seen on one training page only have no column: they cannot help on another page. After the last line the ratio divides by 1.
- Prose in a list is called an item. Ideographs count half a word. Texts are encoded by their first 20,000 characters.

Departures of SHIPPED, each a field of `Options`. Chosen on the training part: trained on two thirds of it, measured on the third (owners apart).
Weighted F1 of the filter, of the classifier, of title and prose alone, and F1 of misc; one split, so differences below .005 mean little:

| options | filter | classifier | title, prose | misc |
|---|---|---|---|---|
| the paper's, with wordllama | .911 | .933 | .961 | .59 |
| without SMOTE | .911 | .932 | .966 | .47 |
| and with the lengths of both neighbours | .922 | .943 | .975 | .51 |
| and with the share of bold characters (in both steps) | .921 | .952 | .980 | .59 |
| and with 'hidden' in the filter, bold in the classifier only, its learning rate .3 | .950 | .954 | .981 | .61 |
| and with 250 rounds, the classifier's learning rate .1 | .951 | .957 | .980 | .66 |

The classifier's last features were chosen on another third of the same part (120 rounds, learning rate .2; the filter as in the last row):

| classifier | classifier | macro recall | title, prose |
|---|---|---|---|
| as in the last row | .960 | .805 | .979 |
| and with position, parent, previous tag, size of letters, links, and the mean length of lines that look alike | .963 | .809 | .983 |
| and with SMOTE again, in the classifier only: shipped | .969 | .858 | .984 |
| the same without SMOTE, misc counted twice, or five times | .965 | .824, .848 | .983 |

'Hidden' is what the style sheets say: half of the noise in these pages is never shown, which the published parser could not see.
bert-base-cased is not in any package that can be installed offline: it is loaded from a folder or the local hub cache, and no figure here is with it.

Trained on the 175 pages of the part 'train', measured on the 57 of 'vali' (the packaged model's card has all figures):

| weighted F1 | paper | PAPER with wordllama | SHIPPED |
|---|---|---|---|
| filter, candidates | .933 | .895 | .946 |
| classifier behind a perfect filter | .967 | .952 | .972 |
| the same, macro recall | .872 | - | .877 |
| title and prose of the same classifier | .976 | .971 | .989 |
| gold coverage: lines kept by the filter | 90.5 % | 90.9 % | 95.8 % |
| gold coverage: characters, mean over pages | - | 98.3 % | 99.1 % |
| end to end, four labels, all lines | - | .898 | .945 |

PAPER stays below the paper. Likely, not all measured: another encoder (wordllama has no word order), another part, and more noise, as our lines
hold the hidden text of pages whole. What SHIPPED still gets wrong is mostly misc: few lines, unlike one another, and in clusters. On the training
pages (cross-validated) a quarter of its lost misc lines are the comments of a single page.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from rubricate.engines.stapi.encoders import Encoder, average, encoder
from rubricate.engines.stapi.figures import AblationRow, ablation, measure, title_prose
from rubricate.engines.stapi.model import NAME, PACKAGED, Stapi, load
from rubricate.engines.stapi.options import PAPER, SHIPPED, Options
from rubricate.engines.stapi.training import Sample, fit, samples, train

__all__ = [
    "DESCRIPTION",
    "PAPER",
    "SHIPPED",
    "AblationRow",
    "Encoder",
    "Options",
    "Sample",
    "Stapi",
    "ablation",
    "average",
    "encoder",
    "engine",
    "fit",
    "load",
    "measure",
    "problem",
    "samples",
    "title_prose",
    "train",
]

DESCRIPTION = "STAPI (LREC 2022): a filter, then a classifier of titles and prose; boosted trees over tags, lengths and sentence encodings."


def engine(model: str | Path | None = None) -> Stapi:
    """The engine with the packaged model, or with one of your own."""
    return load(Path(model) if model is not None else PACKAGED)


def problem() -> str:
    """Why the engine is not ready, or ''. Nothing is loaded."""
    if not PACKAGED.is_file():
        return f"its model {PACKAGED.name} is not installed"
    missing = [package for module, package in _NEEDS.items() if find_spec(module) is None]
    return f"{NAME} needs the extra 'papers' ({', '.join(missing)} not installed): pip install 'rubricate[papers]'" if missing else ""


_NEEDS = {"xgboost": "xgboost-cpu", "sentencex": "sentencex", "wordllama": "wordllama", "tokenizers": "tokenizers", "safetensors": "safetensors"}
