"""The engine and its model file: the filter, then the classifier on what the filter keeps.

A model file is gzipped JSON: options, vocabularies, and both ensembles of trees in XGBoost's own JSON; nothing in it is executed. A file that is
missing, damaged, of another version or made for another encoder is a BadModel.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rubricate.engines.stapi.encoders import Encoder, average, encoder
from rubricate.engines.stapi.features import Lines, View, compact, describe, expand, view
from rubricate.engines.stapi.options import Options, from_dict
from rubricate.errors import BadModel, MissingExtra, UsageError
from rubricate.types import BOILERPLATE, ITEM, LABELS, MISC, PROSE, TITLE, Labels, Segments

__all__ = ["CLASSES", "PACKAGED", "Answer", "Stapi", "Step", "card_of", "load", "save", "xgboost"]

NAME = "stapi.v1"
PACKAGED = Path(__file__).resolve().parents[2] / "models" / "stapi.v1.gz"
FORMAT = "rubricate stapi 1"
CLASSES = (TITLE, PROSE, MISC)
"""What the classifier tells apart, in the order of its probabilities."""

ROWS = 8192  # lines at once: bounds the memory, not the answer
DISCARDED = 1e-3  # the probability of content that is given to lines which are discarded before the filter


@dataclass(frozen=True)
class Step:
    """One of the two models: its features in order, the values of its categories, its trees."""

    features: tuple[str, ...]
    vocabulary: Mapping[str, Sequence[str]]
    booster: Any

    def predict(self, lines: Lines, seen: View, encodings: Any) -> Any:
        """Probabilities: one number a line for two classes, one row for more."""
        size = encodings.shape[1]
        parts = []
        for start in range(0, max(1, len(seen.rows)), ROWS):
            part = View(*(column[start : start + ROWS] for column in (seen.rows, seen.before, seen.after, seen.position)))
            table = compact(lines, part, encodings, self.features, self.vocabulary)
            parts.append(self.booster.inplace_predict(expand(table, self.features, self.vocabulary, size), validate_features=False))
        return np.concatenate(parts)


@dataclass(frozen=True)
class Answer:
    """Probabilities before names: `content` a line, and `classes` (a row a line, in the order of CLASSES) given that it is content."""

    content: Any
    classes: Any


class Stapi:
    """The engine. It has no state that changes: one may be used by many threads."""

    name = NAME

    def __init__(self, options: Options, filter_step: Step, classifier: Step, encode: Encoder) -> None:
        self.options = options
        self.filter = filter_step
        self.classifier = classifier
        self.encoder = encode
        self.learnt: Mapping[str, Any] = {}  # what the card says of the training

    def save(self, path: str | Path, **card: Any) -> None:
        """Write the model to `path` (.gz), and beside it its card (.json): what it learnt from, its options, and what else is given."""
        path = Path(path)
        digest = save(self, path)
        full = {"engine": self.name, **self.learnt, "options": asdict(self.options), **card, "bytes": path.stat().st_size, "sha256": digest}
        card_of(path).write_text(json.dumps(full, indent=1, ensure_ascii=False) + "\n", "utf-8")

    def label(self, segments: Segments) -> Labels:
        """One label for every segment; prose in a list is an item."""
        if not len(segments):
            return Labels(self.name, [], [], [], probabilities=np.zeros((0, len(LABELS))))
        lines = describe(segments, self.options.discard)
        answer = self.answer(lines, average(self.encoder, lines.text))
        return _labels(answer, lines, [state.list_depth > 0 for state in segments.state])

    def answer(self, lines: Lines, encodings: Any, kept: Any = None) -> Answer:
        """Both steps; with `kept` (booleans) the classifier works behind that filter instead of its own."""
        content = np.full(len(lines), DISCARDED)
        candidates = lines.candidates
        rows = np.flatnonzero(candidates)
        if len(rows):
            content[rows] = self.filter.predict(lines, view(lines, rows, candidates), encodings)
        members = content >= 0.5 if kept is None else kept
        return Answer(content, self.classifier.predict(lines, view(lines, np.arange(len(lines)), members), encodings))


def _labels(answer: Answer, lines: Lines, listed: list[bool]) -> Labels:
    best = np.argmax(answer.classes, axis=1)
    names: list[str] = []
    reasons: list[str] = []
    for row, content in enumerate(answer.content):
        name = CLASSES[best[row]] if content >= 0.5 else BOILERPLATE
        names.append(ITEM if name == PROSE and listed[row] else name)
        reasons.append(f"inside <{lines.discarded[row]}>" if lines.discarded[row] else _reason(name, content, answer.classes[row][best[row]]))
    table = _probabilities(answer, listed)
    columns = {name: column for column, name in enumerate(LABELS)}
    confidence = [float(table[row, columns[name]]) for row, name in enumerate(names)]
    return Labels(NAME, names, confidence, reasons, probabilities=table)


def _reason(name: str, content: float, share: float) -> str:
    return f"filter: content {content:.2f}" if name == BOILERPLATE else f"filter: content {content:.2f}; classifier: {name} {share:.2f}"


def _probabilities(answer: Answer, listed: list[bool]) -> Any:
    """One row a line, columns in the order of LABELS."""
    title, prose, misc = (answer.content * answer.classes[:, column] for column in range(len(CLASSES)))
    inside = np.array(listed, dtype=bool)
    by_name = {TITLE: title, PROSE: np.where(inside, 0, prose), ITEM: np.where(inside, prose, 0), MISC: misc, BOILERPLATE: 1 - answer.content}
    return np.stack([by_name[name] for name in LABELS], axis=1)


def xgboost() -> Any:
    """The package, or an error that says how to get it."""
    try:
        return import_module("xgboost")
    except ImportError as error:
        raise MissingExtra("The engine stapi", "papers", "xgboost-cpu") from error


def card_of(path: Path) -> Path:
    """Where the card of a model lies."""
    return path.with_suffix(".json")


def save(engine: Stapi, path: Path) -> str:
    """Write the model; returns the sha256 of the file. The same model gives the same bytes."""
    steps = {"filter": engine.filter, "classifier": engine.classifier}
    trees = {name: step.booster.save_raw("json").decode() for name, step in steps.items()}
    data = {
        "format": FORMAT,
        "options": asdict(engine.options),
        "encoder_size": engine.encoder.size,
        "steps": {
            name: {"vocabulary": step.vocabulary, "sha256": hashlib.sha256(trees[name].encode()).hexdigest(), "trees": trees[name]}
            for name, step in steps.items()
        },
    }
    packed = gzip.compress(json.dumps(data, sort_keys=True, ensure_ascii=False).encode(), mtime=0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed)
    return hashlib.sha256(packed).hexdigest()


def load(path: Path) -> Stapi:
    """The engine of a model file."""
    data = _read(path)
    try:
        options = from_dict(data["options"])
        size = int(data["encoder_size"])
        steps = {name: dict(data["steps"][name]) for name in ("filter", "classifier")}
    except (KeyError, TypeError, ValueError, UsageError) as error:
        raise BadModel(f"{path}: not a model of {NAME}: {error!r}") from error
    features = {"filter": options.filter_features, "classifier": options.classifier_features}
    made = {name: _step(path, name, features[name], step) for name, step in steps.items()}
    encode = encoder(options.encoder, options.download)
    if encode.size != size:
        raise BadModel(f"{path}: made for encodings of {size} numbers, but {options.encoder} gives {encode.size}")
    return Stapi(options, made["filter"], made["classifier"], encode)


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(gzip.decompress(path.read_bytes()))
    except FileNotFoundError as error:
        raise BadModel(f"{path}: there is no such model; make one with: rubricate train stapi --data DIR -o {path.name}") from error
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise BadModel(f"{path}: the model is damaged: {error}") from error
    found = data.get("format") if isinstance(data, dict) else None
    if found != FORMAT:
        raise BadModel(f"{path}: not a model of {NAME}: its format is {found!r}, not {FORMAT!r}")
    return data  # type: ignore[no-any-return]


def _step(path: Path, name: str, features: tuple[str, ...], step: dict[str, Any]) -> Step:
    trees, vocabulary = step.get("trees"), step.get("vocabulary")
    if not isinstance(trees, str) or not isinstance(vocabulary, dict) or hashlib.sha256(trees.encode()).hexdigest() != step.get("sha256"):
        raise BadModel(f"{path}: the {name} is damaged: its trees do not have the sha256 that the file states")
    package = xgboost()
    booster = package.Booster({"nthread": 1})
    try:
        booster.load_model(bytearray(trees.encode()))
    except (package.core.XGBoostError, ValueError) as error:
        raise BadModel(f"{path}: XGBoost {package.__version__} cannot read the {name}: {str(error)[:200]}") from error
    booster.set_param({"nthread": 1})
    return Step(features, vocabulary, booster)
