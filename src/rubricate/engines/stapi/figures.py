"""The tables and figure of the paper, as data: table 2, figure 3, table 3, table 4, table 5. Reports draw them.

    measure(engine, pages)                 tables 2 and 3, figure 3, and what a user gets end to end
    crossed(pages, folds)                  the same, every page by an engine that has not learnt from its fold
    title_prose(train, test)               table 4: trained and tested without miscellany
    ablation(train, test)                  table 5

What is counted: segments. 'filter' is over the candidates, the paper's task; 'filter_all_lines' over every line of the page, the discarded ones too.
The classifier is measured behind a perfect filter, as in the paper; 'end_to_end' behind its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rubricate.engines.stapi.encoders import encoder
from rubricate.engines.stapi.features import view
from rubricate.engines.stapi.model import CLASSES, Stapi, Step
from rubricate.engines.stapi.options import SHIPPED, Options, without
from rubricate.engines.stapi.training import Sample, fit, fit_classifier, fit_filter, samples
from rubricate.types import BOILERPLATE, MISC, PROSE, TITLE

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["AblationRow", "ablation", "ablation_of", "crossed", "measure", "pooled", "title_prose"]

DOMAIN_RATES = {"PP": 0.3, "TOS": 0.7, "Misc": 0.3}
"""The classifier's learning rates of table 4, by domain; all pages together: 0.3."""


def measure(engine: Stapi, pages: Sequence[Sample]) -> dict[str, Any]:
    """Everything that one trained engine gives on annotated pages; figure 3 is in the 'confusion' and 'roc' of filter and classifier."""
    return pooled([(engine, pages)])


def crossed(pages: Sequence[Sample], folds: Sequence[Sequence[int]], options: Options = SHIPPED, seed: int = 0) -> dict[str, Any]:
    """The same over all pages, each measured by an engine that has learnt from the other folds; nothing is averaged over folds."""
    encode = encoder(options.encoder, options.download)
    parts = []
    for fold in folds:
        held = set(fold)
        engine = fit([page for index, page in enumerate(pages) if index not in held], options, seed, encode)
        parts.append((engine, [pages[index] for index in fold]))
    return pooled(parts)


def pooled(parts: Sequence[tuple[Stapi, Sequence[Sample]]]) -> dict[str, Any]:
    """What engines give, each on its own pages, over all of these pages together."""
    pages = [page for _, own in parts for page in own]
    answers = [engine.answer(page.lines, page.encodings) for engine, own in parts for page in own]
    content = np.concatenate([answer.content for answer in answers])
    candidates = np.concatenate([page.lines.candidates for page in pages])
    gold = np.concatenate([page.gold for page in pages])
    inside = gold != BOILERPLATE
    steps = [(engine.classifier, own) for engine, own in parts]
    behind = _behind_all(steps)
    best = np.array(CLASSES)[np.argmax(np.concatenate([answer.classes for answer in answers]), axis=1)]
    missed = sum(page.missed for page in pages)
    return {
        "pages": len(pages),
        "lines": len(gold),
        "filter": _filter(gold[candidates], content[candidates]),
        "filter_all_lines": _filter(gold, content),
        "classifier": _classifier(*behind),
        "title_prose_of_three": _title_prose(*behind),
        "title_prose_by_domain": _by_domain(steps),
        "end_to_end": _report(gold, np.where(content >= 0.5, best, BOILERPLATE), (*CLASSES, BOILERPLATE)),
        "gold_coverage": _coverage(pages, [answer.content >= 0.5 for answer in answers]),
        "gold_lines_kept": float((content[inside] >= 0.5).sum() / (inside.sum() + missed)),
    }


def title_prose(train: Sequence[Sample], test: Sequence[Sample], options: Options = SHIPPED, seed: int = 0) -> dict[str, float]:
    """Table 4: weighted F1 of title and prose, miscellany thrown away in training and testing; each domain by itself, and 'all'."""
    found = {}
    for domain in (*sorted({page.domain for page in test}), "all"):
        known, asked = ([_without_misc(page) for page in side if domain in ("all", page.domain)] for side in (train, test))
        if not known:
            continue
        options = replace(options, classifier_rate=DOMAIN_RATES.get(domain, 0.3))
        step = fit_classifier(known, options, seed, (TITLE, PROSE))
        found[domain] = _title_prose(*_behind(step, asked))
    return found


@dataclass(frozen=True, slots=True)
class AblationRow:
    """A row of table 5: weighted F1 without the feature; None where a step does not have it."""

    dropped: str
    filter: float | None
    classifier: float | None


def ablation(train: Sequence[Example], test: Sequence[Example], options: Options = SHIPPED, seed: int = 0) -> list[AblationRow]:
    """Table 5: drop a feature, train again, measure; the last row drops nothing."""
    encode = encoder(options.encoder, options.download)
    return ablation_of(samples(train, options, encode), samples(test, options, encode), options, seed)


def ablation_of(
    train: Sequence[Sample], test: Sequence[Sample], options: Options = SHIPPED, seed: int = 0, features: Sequence[str] = ()
) -> list[AblationRow]:
    """The same from samples; `features` are those to drop, one at a time (all, if none are given)."""
    names = features or [*dict.fromkeys((*options.filter_features, *options.classifier_features))]
    return [_ablated(name, train, test, options, seed) for name in (*names, "")]


def _ablated(name: str, train: Sequence[Sample], test: Sequence[Sample], options: Options, seed: int) -> AblationRow:
    """One row; a step that does not have the feature is not trained."""
    less, filtered, classified = without(options, name), None, None
    if not name or name in options.filter_features:
        step = fit_filter(train, less, seed)
        parts = [(page, view(page.lines, np.flatnonzero(page.lines.candidates), page.lines.candidates)) for page in test]
        content = np.concatenate([step.predict(page.lines, look, page.encodings) for page, look in parts])
        filtered = _filter(np.concatenate([page.gold[look.rows] for page, look in parts]), content)["weighted"]["f1"]
    if not name or name in options.classifier_features:
        classified = _classifier(*_behind(fit_classifier(train, less, seed), test))["weighted"]["f1"]
    return AblationRow(name or "none", filtered, classified)


def _behind(step: Step, pages: Sequence[Sample]) -> tuple[Any, Any]:
    """Gold labels and the classifier's probabilities behind a perfect filter."""
    return _behind_all([(step, pages)])


def _behind_all(steps: Sequence[tuple[Step, Sequence[Sample]]]) -> tuple[Any, Any]:
    """The same of many classifiers, each on its own pages."""
    parts = [(step, page, view(page.lines, np.flatnonzero(page.content), page.content)) for step, pages in steps for page in pages]
    classes = [step.predict(page.lines, look, page.encodings) for step, page, look in parts if len(look.rows)]
    return np.concatenate([page.gold[look.rows] for _, page, look in parts]), np.concatenate(classes)


def _by_domain(steps: Sequence[tuple[Step, Sequence[Sample]]]) -> dict[str, float]:
    found = {}
    for domain in sorted({page.domain for _, pages in steps for page in pages}):
        some = [(step, [page for page in pages if page.domain == domain and page.content.any()]) for step, pages in steps]
        some = [(step, pages) for step, pages in some if pages]
        if some:
            found[domain] = _title_prose(*_behind_all(some))
    return found


def _without_misc(page: Sample) -> Sample:
    return replace(page, gold=np.where(page.gold == MISC, BOILERPLATE, page.gold))


def _filter(gold: Any, content: Any) -> dict[str, Any]:
    from rubricate.evaluation.measures.labels import auc, roc
    from rubricate.evaluation.measures.stapi import filter_scores

    positive = gold != BOILERPLATE
    scores = filter_scores(gold.tolist(), np.where(content >= 0.5, PROSE, BOILERPLATE).tolist())
    return {**scores, "auc": auc(positive, content), "roc": roc(positive, content)}


def _classifier(gold: Any, classes: Any) -> dict[str, Any]:
    """The confusion report, and for every class its ROC curve against the other two."""
    from rubricate.evaluation.measures.labels import auc, roc

    found = _report(gold, np.array(CLASSES)[np.argmax(classes, axis=1)], CLASSES)
    by_class: Mapping[str, tuple[Any, Any]] = {name: (gold == name, classes[:, column]) for column, name in enumerate(CLASSES)}
    return {**found, "auc": {name: auc(*pair) for name, pair in by_class.items()}, "roc": {name: roc(*pair) for name, pair in by_class.items()}}


def _report(gold: Any, predicted: Any, names: Sequence[str]) -> dict[str, Any]:
    from rubricate.evaluation.measures.labels import confusion, report

    return report(confusion(gold.tolist(), predicted.tolist(), names), names)


def _title_prose(gold: Any, classes: Any) -> float:
    """Weighted F1 over the lines whose gold is title or prose; the likelier of the two is the answer."""
    from rubricate.evaluation.measures.stapi import title_prose as weighted

    kept = np.isin(gold, (TITLE, PROSE))
    predicted = np.where(classes[kept, 0] > classes[kept, 1], TITLE, PROSE)
    return float(weighted(gold[kept].tolist(), predicted.tolist()))


def _coverage(pages: Sequence[Sample], kept: Sequence[Any]) -> dict[str, float]:
    """Table 3: the share of a page's gold text that the filter keeps, mean over pages, by domain and for all."""
    from rubricate.evaluation.measures.stapi import gold_coverage

    found: dict[str, list[float]] = {"all": []}
    for page, keeps in zip(pages, kept, strict=True):
        rows = np.flatnonzero(page.content).tolist()
        if rows:
            share = gold_coverage([sum(map(str.isalnum, page.lines.text[row])) for row in rows], keeps[rows].tolist())
            found.setdefault(page.domain, []).append(share)
            found["all"].append(share)
    return {domain: float(np.mean(shares)) for domain, shares in found.items() if shares}
