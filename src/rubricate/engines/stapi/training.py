"""Annotated pages -> the engine: vocabulary, SMOTE for mixed features, XGBoost, once for the filter and once for the classifier.

The filter learns from all candidates, the classifier from the gold content alone (a perfect filter), both as published. The same examples, options
and seed give the same model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from rubricate.engines.stapi.encoders import Encoder, average, encoder
from rubricate.engines.stapi.features import CATEGORIES, Lines, View, categorical, compact, describe, expand, view
from rubricate.engines.stapi.model import CLASSES, Stapi, Step, xgboost
from rubricate.engines.stapi.options import SHIPPED, Options
from rubricate.errors import DataError, MissingExtra
from rubricate.types import BOILERPLATE, ITEM, PROSE

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["Sample", "fit", "fit_classifier", "fit_filter", "samples", "train"]

THREADS = 1  # sums of gradients depend on it; and two threads that wait for each other on a busy machine take longer than one


@dataclass(frozen=True)
class Sample:
    """A page as training sees it: its lines, their encodings, and the gold label of each (title, prose, misc, boilerplate)."""

    lines: Lines
    encodings: Any
    gold: Any  # array of str
    domain: str = ""
    missed: int = 0  # gold lines that no line of the page was found for

    @property
    def content(self) -> Any:
        """Which lines are gold content."""
        return self.gold != BOILERPLATE


@dataclass(frozen=True, slots=True)
class Boost:
    """How one of the two steps learns."""

    rate: float
    rounds: int
    depth: int
    smote: bool
    neighbours: int


def train(examples: Sequence[Example], options: Options | None = None, seed: int = 0) -> Stapi:
    """The engine, trained on annotated pages (as shipped, if no options are given)."""
    options = options or SHIPPED
    encode = encoder(options.encoder, options.download)
    pages = samples(examples, options, encode)
    if not pages:
        raise DataError(f"none of the {len(examples)} training pages has a line of text")
    engine = fit(pages, options, seed, encode)
    engine.learnt = _learnt(examples, pages, seed)
    return engine


def samples(examples: Sequence[Example], options: Options, encode: Encoder) -> list[Sample]:
    """The pages with their gold laid over the segments; pages without any line are left out."""
    from rubricate.learn.truth import truth  # learn builds on engines; only training looks the other way
    from rubricate.segments import of

    found = []
    for example in examples:
        segments = of(example.page())
        if not len(segments):
            continue
        gold = truth(example, segments)
        names = np.array([PROSE if name == ITEM else name for name in gold.gold_names])
        lines = describe(segments, options.discard)
        found.append(Sample(lines, average(encode, lines.text), names, example.domain, len(gold.missed)))
    return found


def fit(pages: Sequence[Sample], options: Options, seed: int, encode: Encoder) -> Stapi:
    """Both steps, learnt from samples."""
    return Stapi(options, fit_filter(pages, options, seed), fit_classifier(pages, options, seed), encode)


def fit_filter(pages: Sequence[Sample], options: Options, seed: int) -> Step:
    """Content or not, learnt from all candidates."""
    looks = [view(page.lines, np.flatnonzero(page.lines.candidates), page.lines.candidates) for page in pages]
    content = [page.content[look.rows].astype(int) for page, look in zip(pages, looks, strict=True)]
    boost = Boost(options.filter_rate, options.rounds, options.depth, options.filter_smote, options.neighbours)
    return _fit(pages, looks, content, options.filter_features, options.least_pages, boost, seed)


def fit_classifier(pages: Sequence[Sample], options: Options, seed: int, names: Sequence[str] = CLASSES) -> Step:
    """What kind of content, learnt from the gold content; `names` are the classes."""
    looks = [view(page.lines, np.flatnonzero(page.content), page.content) for page in pages]
    number = {name: index for index, name in enumerate(names)}
    classes = [np.array([number[name] for name in page.gold[look.rows]], dtype=int) for page, look in zip(pages, looks, strict=True)]
    boost = Boost(options.classifier_rate, options.classifier_rounds, options.depth, options.smote, options.neighbours)
    return _fit(pages, looks, classes, options.classifier_features, options.least_pages, boost, seed, len(names))


def _learnt(examples: Sequence[Example], pages: Sequence[Sample], seed: int) -> dict[str, Any]:
    """What goes on the card: the data, how much of it, the seed, the versions."""
    counts = Counter(name for page in pages for name in page.gold.tolist())
    return {
        "data": {corpus: sum(example.corpus == corpus for example in examples) for corpus in sorted({example.corpus for example in examples})},
        "parts": sorted({example.part for example in examples}),
        "pages": len(pages),
        "lines": dict(sorted(counts.items())),
        "seed": seed,
        "versions": {name: _version(name) for name in _PACKAGES},
    }


_PACKAGES = ("xgboost-cpu", "imbalanced-learn", "scikit-learn", "numpy", "wordllama", "sentencex", "turbohtml")


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _fit(
    pages: Sequence[Sample],
    looks: Sequence[View],
    wanted: Sequence[Any],
    features: tuple[str, ...],
    least: int,
    boost: Boost,
    seed: int,
    classes: int = 0,
) -> Step:
    """One step: what the looks show, and the class of every line in them. No number of classes: yes or no."""
    vocabulary = _vocabulary(pages, looks, features, least)
    tables = [compact(page.lines, look, page.encodings, features, vocabulary) for page, look in zip(pages, looks, strict=True)]
    table, target = np.concatenate(tables), np.concatenate(list(wanted))
    size = pages[0].encodings.shape[1]
    seen = len(np.unique(target))
    if seen < (classes or 2):
        raise DataError(f"{len(pages)} training pages with {len(target)} lines have only {seen} of {classes or 2} classes; more pages are needed")
    if boost.smote:
        table, target = _smote(table, target, categorical(features, size), boost.neighbours, seed)
    return Step(features, vocabulary, _boost(expand(table, features, vocabulary, size), target, boost, seed, classes))


def _vocabulary(pages: Sequence[Sample], looks: Sequence[View], features: Sequence[str], least: int) -> dict[str, list[str]]:
    """For every category: its values that are seen on enough pages, sorted."""
    vocabulary = {}
    for name in features:
        if name in CATEGORIES:
            seen = Counter(value for page, look in zip(pages, looks, strict=True) for value in set(CATEGORIES[name](page.lines, look)))
            vocabulary[name] = sorted(value for value, count in seen.items() if count >= min(least, len(pages)))
    return vocabulary


def _smote(table: Any, target: Any, categories: list[int], neighbours: int, seed: int) -> tuple[Any, Any]:
    """All classes as large as the largest: made-up lines between a line and one of its neighbours; categories by the neighbours' majority."""
    try:
        package = import_module("imblearn.over_sampling")
    except ImportError as error:
        raise MissingExtra("Training stapi", "papers", "imbalanced-learn") from error
    neighbours = min(neighbours, int(np.bincount(target).min()) - 1)
    if neighbours < 1:
        raise DataError(f"SMOTE needs two lines of every class; the classes have {np.bincount(target).tolist()}")
    columns = table.shape[1]
    if not categories:
        return package.SMOTE(random_state=seed, k_neighbors=neighbours).fit_resample(table, target)  # type: ignore[no-any-return]
    if len(categories) == columns:
        return package.SMOTEN(random_state=seed, k_neighbors=neighbours).fit_resample(table, target)  # type: ignore[no-any-return]
    maker = package.SMOTENC(categories, random_state=seed, k_neighbors=neighbours)
    return maker.fit_resample(table, target)  # type: ignore[no-any-return]


def _boost(table: Any, target: Any, boost: Boost, seed: int, classes: int) -> Any:
    package = xgboost()
    settings: dict[str, Any] = {"learning_rate": boost.rate, "max_depth": boost.depth, "tree_method": "hist", "seed": seed, "nthread": THREADS}
    kind = {"objective": "multi:softprob", "num_class": classes} if classes else {"objective": "binary:logistic"}
    booster = package.train({**settings, **kind}, package.QuantileDMatrix(table, target), num_boost_round=boost.rounds)
    booster.set_param({"nthread": 1})
    return booster
