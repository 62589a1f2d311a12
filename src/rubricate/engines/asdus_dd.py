"""asdus-dd.v1: the domain-dependent model of ASDUS, on our lines.

Paper: Mysore Gopinath, Wilson, Sadeh: Supervised and Unsupervised Methods for Robust Separation of Section Titles and Prose Text in Web
Documents, EMNLP 2018, section 3.2. What titles and prose say differs within a domain: two word2vec models, one of titles and one of prose, score
each line.

As published: t-score and p-score (log probability of the line under each model: CBOW with hierarchical softmax, 30 dimensions, window 1, words
seen 10 times, and 60, 5, 20), the length, a feed-forward net of 24 and 48 units with the classes title, prose, unrelated (batch 256, 2,000
steps); then the title test and the tag paths as in asdus-di.v1, where lines, lists and the last section are described.

Departures and their measured effects (train pages, one half learnt, the other scored by the paper's scorer):
- Scores are computed by numpy, exactly; gensim is needed for training only. Gensim's own scores differ by about 2 % (its table is coarse).
- Inputs are scaled, the optimiser is Adam: the paper names neither.
- A tag path gives all its lines as titles, as the published code does (`spread='all'`), if the net takes a fifth of them for titles (`pure=0.2`);
  otherwise only those that the net takes for titles and that a text twice as long follows: P .901, R .697, F1 .786; without that condition .763 /
  .762 / .763. With half instead of a fifth .923 / .536.
- Leads of lines are not cut off as in asdus-di.v1 (`leads=True`: .820 / .757 / .787): the net has learnt from lines.
- Lines before the first title that the net calls unrelated are dropped. Gold `misc` lines are in no class.
- A page of which less than a fifth is in words of the prose model (another language) is all prose: the net has nothing to go by.
- More passes over the texts (30 instead of gensim's 5) change F1 by less than .01; not used.

Measured with a model of the 175 train pages on the 57 vali pages (paper in brackets): privacy policies P .948 (.99), R .766 (.75), F1 .848 (.86);
terms .954 / .921 / .937; other .793 / .180 / .293; all .947 / .775 / .852, coverage 91.3 %. Seeds move F1 by .005. By STAPI's measure (title and
prose behind a perfect filter; STAPI's authors measured .869): .946; the net alone (`steps=False`) .912. Other pages than policies and terms are not
this model's domain.

The shipped model has learnt from all 232 open pages (its card says so); the figures above are not its own.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rubricate.engines.asdus.chances import chances
from rubricate.engines.asdus.embedding import Embedding
from rubricate.engines.asdus.network import Network
from rubricate.engines.asdus.sections import SectionOptions, Verdict, sections, simple
from rubricate.engines.asdus.training import features, lines_of, model_of
from rubricate.engines.asdus.units import Units, units
from rubricate.engines.asdus.words import language
from rubricate.errors import BadModel
from rubricate.types import Labels, Segments

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["DESCRIPTION", "MODEL", "AsdusDD", "Options", "engine", "load", "save", "train"]

DESCRIPTION = "ASDUS, domain-dependent (EMNLP 2018): two word2vec models and a small net, word overlap, tag paths; learnt from policies and terms."
MODEL = Path(__file__).resolve().parent.parent / "models" / "asdus-dd.v1.npz"
FORMAT = "rubricate asdus-dd.v1"
LEAST_KNOWN = 0.2
"""The share of a page's characters that must be in words of the prose model for the net to be asked (English pages: .4 to .95)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The model and the steps after it; the values of the paper and of its code."""

    title_size: int = 30  # word2vec of titles: dimensions, window, least count of a word
    title_window: int = 1
    title_count: int = 10
    prose_size: int = 60
    prose_window: int = 5
    prose_count: int = 20
    epochs: int = 5  # passes over the texts (gensim's default)
    hidden: tuple[int, ...] = (24, 48)
    steps: int = 2000
    batch: int = 256
    rate: float = 0.01
    sections: SectionOptions = field(default_factory=lambda: SectionOptions(spread="all", pure=0.2, leads=False))


class AsdusDD:
    """The engine with its model; it keeps nothing from page to page."""

    name = "asdus-dd.v1"

    def __init__(self, title: Embedding, prose: Embedding, network: Network, options: Options) -> None:
        language(None)  # what is missing is said now, not at the first page
        self.title = title
        self.prose = prose
        self.network = network
        self.options = options
        self.learnt: dict[str, Any] = {}  # what the card says of the training

    def save(self, path: str | Path, **card: Any) -> None:
        """Write the model to `path` (.npz) and a card beside it (.json) with what it learnt from and what else is given."""
        path = Path(path)
        save(self, path)
        about = {"engine": self.name, **self.learnt, **card, "bytes": path.stat().st_size, "sha256": sha256(path.read_bytes()).hexdigest()}
        path.with_suffix(".json").write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def label(self, segments: Segments) -> Labels:
        """Classify the lines, find the titles, label what is between them."""
        found, classes, verdict = self._answer(segments)
        table = chances(found, classes, verdict.names, [state.list_depth > 0 for state in segments.state])
        return Labels(self.name, verdict.names, table.max(axis=1, initial=0.0).tolist(), verdict.reasons, probabilities=table)

    def simple(self, segments: Segments) -> list[tuple[str, str]]:
        """The paper's simple version: titles, also those that a line only begins with, and the text under each."""
        return simple(segments, self._answer(segments)[2])

    def _answer(self, segments: Segments) -> tuple[Units, Any, Verdict]:
        steps = self.options.sections
        found = units(segments, steps.depth, steps.lists, steps.hidden, steps.leads)
        classes = self.classes(found)
        best = classes.argmax(axis=1)
        tools = language(segments.page.language)
        return found, classes, sections(segments, found, (best == 0).tolist(), tools, steps, (best == 2).tolist())

    def classes(self, found: Units) -> Any:
        """For each line looked at: the net's probabilities of title, prose, unrelated; on a page in unknown words all is prose."""
        if not len(found):
            return np.zeros((0, 3))
        if self.prose.known(found.text) < LEAST_KNOWN:
            return np.tile([0.25, 0.5, 0.25], (len(found), 1))
        return self.network.probabilities(features(found.text, self.title, self.prose))


def engine(model: str | Path | None = None, **options: Any) -> AsdusDD:
    """The engine with the shipped model or another; options are fields of SectionOptions."""
    made = load(MODEL if model is None else Path(model))
    return AsdusDD(made.title, made.prose, made.network, _changed(made.options, options)) if options else made


def train(examples: Sequence[Example], options: Options | None = None, seed: int = 0) -> AsdusDD:
    """Learn from annotated pages; the same pages, options and seed give the same engine."""
    options = options or Options()
    lines = lines_of(examples)
    made = AsdusDD(*model_of(lines, options, seed), options)
    made.learnt = _learnt(examples, lines, options, seed)
    return made


def save(made: AsdusDD, path: Path) -> None:
    """Write the model as .npz (arrays only, no pickle)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    arrays = {**made.title.arrays("title"), **made.prose.arrays("prose"), **made.network.arrays()}
    with path.open("wb") as file:
        np.savez_compressed(file, format=np.frombuffer(FORMAT.encode(), dtype=np.uint8), **arrays)


def load(path: Path) -> AsdusDD:
    """Read a model that `save` wrote."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            stored = {name: file[name] for name in file.files}
        if stored["format"].tobytes().decode() != FORMAT:
            raise BadModel(f"{path.name} is not a model of {FORMAT}")
        parts = Embedding.of_arrays(stored, "title"), Embedding.of_arrays(stored, "prose"), Network.of_arrays(stored)
    except (OSError, EOFError, KeyError, ValueError, IndexError, zipfile.BadZipFile) as error:
        raise BadModel(f"{path.name} cannot be read as a model of {FORMAT}: {type(error).__name__}: {error}") from error
    return AsdusDD(*parts, Options())


def _learnt(examples: Sequence[Example], lines: Sequence[tuple[str, int]], options: Options, seed: int) -> dict[str, Any]:
    """What a model was made of."""
    import platform
    from importlib.metadata import version

    return {
        "corpora": sorted({example.corpus for example in examples}),
        "pages": len(examples),
        "lines": {name: sum(number == place for _, number in lines) for place, name in enumerate(("title", "prose and item", "unrelated"))},
        "seed": seed,
        "options": {name: value for name, value in asdict(options).items() if name != "sections"},
        "versions": {"python": platform.python_version(), **{name: version(name) for name in ("rubricate", "numpy", "gensim")}},
    }


def _changed(options: Options, changes: dict[str, Any]) -> Options:
    return replace(options, sections=replace(options.sections, **changes))
