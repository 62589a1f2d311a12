"""One page, one answer -> the counts of every family of measures that the gold of the page allows; many pages -> the summary.

A system that failed on a page is scored as if it had answered with nothing: a crash must not raise an average.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rubricate.evaluation.answers import Answer, Levels
from rubricate.evaluation.cases import Case
from rubricate.evaluation.measures import asdus, calibration, cleaneval, pembe, spider, stapi, titles, tokens
from rubricate.outline.model import LevelModel
from rubricate.types import BOILERPLATE, ITEM, LABELS, MISC, PROSE, TITLE, Document, Labels, Segments

__all__ = ["Record", "score", "summarise"]

Record = dict[str, Any]
"""What is known of one system on one page: JSON-able."""

WORDS_FOR_ORDER = 20_000
"""Texts longer than this (in words) are not compared word by word in order: that costs time by the product of both lengths."""


def score(case: Case, answer: Answer) -> Record:
    """The counts of one page: a dict with one entry for every family that applies."""
    example = case.example
    record: Record = {}
    if example.gold:
        record["titles"] = titles.page_scores(case.titles, answer.titles, case.markups)
    if example.outline is not None and answer.levels is not None:
        record["pembe"] = _hierarchy(case, answer)
    if example.asdus is not None:
        record["asdus"] = _sections(case, answer)
    if example.gold_text.strip():
        wanted = tokens.snippets(answer.text, example.with_snippets, example.without_snippets)
        record["tokens"] = {**tokens.f1(answer.text, example.gold_text), **wanted}
        record["spider"] = _in_order(answer.text, example.gold_text)
    if example.cleaneval is not None:
        record["cleaneval"] = cleaneval.scores(answer.blocks, _gold_blocks(case))
    if example.gold and answer.document is not None:
        record["stapi"] = _labels(case, answer.document)
        if example.cleaneval is not None:
            record["victor"] = _victor(case, answer.document)
    return record


def summarise(records: Sequence[Record], domains: Sequence[str]) -> dict[str, Any]:
    """All families over the pages of one corpus; a family is there if any page has it."""
    rows: dict[str, list[tuple[Any, str]]] = {}
    for record, domain in zip(records, domains, strict=True):
        for family, value in record.items():
            if value is not None and family in _SUMMARIES:
                rows.setdefault(family, []).append((value, domain))
    made = {family: _SUMMARIES[family]([v for v, _ in rows[family]], [d for _, d in rows[family]]) for family in _SUMMARIES if family in rows}
    if "stapi" in rows:
        made["calibration"] = _calibration([value for value, _ in rows["stapi"]])
        made["stapi"]["by_domain"] = _by_domain(rows["stapi"])
    if "asdus" in rows:
        made["asdus"]["by_domain"] = {
            domain: asdus.summary([value for value, own in rows["asdus"] if own == domain]) for domain in sorted({own for _, own in rows["asdus"]})
        }
    if "pembe" in made:
        made["outline"] = {"tree_similarity": made["pembe"]["tree_similarity"]}
    return made


def _hierarchy(case: Case, answer: Answer) -> Record:
    outline = case.example.outline
    assert outline is not None
    mine = pembe.own(case.titles, outline.levels, answer.titles, answer.levels or ())
    return {"own": mine, "given": None if answer.document is None else _given(case, answer)}


def _given(case: Case, answer: Answer) -> Record:
    """Nest the gold titles: as the engine does where it has `levels(segments, titles)`, else as `outline.nest` does for every engine."""
    truth, outline = case.truth, case.example.outline
    if outline is None or answer.failed:
        return {"right": 0, "all": len(case.titles), "same_level": 0}
    segments = [index for index, name in enumerate(truth.names) if name == TITLE]
    levels = (answer.own_levels or _nested(truth.names, answer.nested_by))(case.segments, segments)
    places = {segment: place for place, segment in enumerate(segments)}
    lines = [index for index, line in enumerate(case.example.gold) if line.label == TITLE]
    found = [(ordinal, places.get(case.segment_of.get(line, -1))) for ordinal, line in enumerate(lines)]
    return pembe.given(outline.levels, levels, [(i, j) for i, j in found if j is not None])


def _nested(names: Sequence[str], model: LevelModel | None) -> Levels:
    from rubricate.outline import nest

    def levels(segments: Segments, titles: Sequence[int]) -> list[int]:
        count = len(names)
        made = nest(segments, Labels("given", names, [1.0] * count, [""] * count), model)
        return [made.levels[index] for index in titles]

    return levels


def _sections(case: Case, answer: Answer) -> Record:
    gold = case.example.asdus or []
    pairs = [(section.title, "\n".join(section.prose)) for section in gold if section.title]
    texts = [text for section in gold for text in (section.title, *section.prose) if text]
    simple = None if answer.simple is None or answer.failed else answer.simple(case.segments)
    titles_, sections = (answer.titles, answer.sections) if simple is None else ([title for title, _ in simple if title], simple)
    return {
        "loose": asdus.loose([section.title for section in gold], titles_),
        "coverage": asdus.coverage(texts, answer.text),
        "strict": None if sections is None else asdus.strict(pairs, sections),
    }


def _in_order(text: str, gold: str) -> float | None:
    return spider.word_ratio(text, gold) if len(text.split()) + len(gold.split()) <= 2 * WORDS_FOR_ORDER else None


def _gold_blocks(case: Case) -> list[cleaneval.Block]:
    tags = {TITLE: "h", ITEM: "l"}
    return [(tags.get(line.label, "p"), line.text) for line in case.example.gold]


def _labels(case: Case, document: Document) -> Record:
    labels, gold = document.labels, case.example.gold
    kept = [name != BOILERPLATE for name in labels.names]
    lengths = [len(titles.normal(line.text)) for line in gold]
    found = set(range(len(gold))) - set(case.truth.missed)
    held = {line for segment, line in enumerate(case.truth.gold_index) if line >= 0 and kept[segment]}
    seen = set(case.segment_of)
    return {
        "gold": list(case.truth.names),
        "predicted": list(labels.names),
        "behind": _behind(labels),
        "content_score": _content_score(labels),
        "class_scores": _class_scores(labels),
        "confidence": [float(value) for value in labels.confidence],
        "missed": [gold[line].label for line in case.truth.missed],
        # a line merged into another's segment has no segment of its own in the truth: it counts as kept, as its text is where the other's is
        "coverage": stapi.gold_coverage(lengths, [line in held or (line in found and line not in seen) for line in range(len(gold))]),
        "found": len(found),
        "gold_lines": len(gold),
    }


def _behind(labels: Labels) -> list[str]:
    if labels.probabilities is None:
        return list(labels.names)
    content = [name for name in LABELS if name != BOILERPLATE]
    columns = [LABELS.index(name) for name in content]
    return [content[max(range(len(columns)), key=lambda k, row=row: row[columns[k]])] for row in labels.probabilities]  # type: ignore[misc]


def _content_score(labels: Labels) -> list[float]:
    if labels.probabilities is None:
        return [float(sure if name != BOILERPLATE else 1 - sure) for name, sure in zip(labels.names, labels.confidence, strict=True)]
    column = LABELS.index(BOILERPLATE)
    return [1 - float(row[column]) for row in labels.probabilities]


def _class_scores(labels: Labels) -> list[list[float]] | None:
    """For every segment the chances of title, prose (items with it) and misc if it is content; None where the engine gives no probabilities."""
    if labels.probabilities is None:
        return None
    title, prose, item, misc = (LABELS.index(name) for name in (TITLE, PROSE, ITEM, MISC))
    rows = [(float(row[title]), float(row[prose] + row[item]), float(row[misc])) for row in labels.probabilities]
    return [[value / (sum(row) or 1.0) for value in row] for row in rows]


def _victor(case: Case, document: Document) -> Record:
    index = case.truth.gold_index
    more = [place > 0 and line >= 0 and line == index[place - 1] for place, line in enumerate(index)]
    gold = cleaneval.victor_labels(case.truth.gold_names or case.truth.names, more)
    return dict(cleaneval.label_accuracy(gold, cleaneval.victor_labels(document.labels.names, document.continues)))


def _victor_sum(pages: Sequence[Mapping[str, int]]) -> dict[str, float | None]:
    total = sum(page["segments"] for page in pages)
    return {key: sum(page[key] for page in pages) / total if total else None for key in ("labels", "content_noise")}


def _calibration(pages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    sure = [value for page in pages for value in page["confidence"]]
    right = [g == p for page in pages for g, p in zip(stapi.four(page["gold"]), stapi.four(page["predicted"]), strict=True)]
    return calibration.reliability(sure, right)


def _by_domain(rows: Sequence[tuple[Any, str]]) -> dict[str, Any]:
    measures = ("title_prose_end_to_end", "title_prose_behind_perfect_filter", "gold_coverage", "segments_found")
    made = {}
    for domain in sorted({domain for _, domain in rows}):
        whole = stapi.summary([value for value, own in rows if own == domain])
        made[domain] = {"filter": whole["filter"]["weighted"], **{name: whole[name] for name in measures}}
    return made


def _mean(values: Sequence[float]) -> dict[str, float | None]:
    return {"ratio": sum(values) / len(values) if values else None}


_SUMMARIES: dict[str, Any] = {
    "titles": titles.summary,
    "stapi": lambda pages, _: stapi.summary(pages),
    "pembe": lambda pages, _: pembe.summary(pages),
    "asdus": lambda pages, _: asdus.summary(pages),
    "tokens": tokens.summary,
    "spider": lambda pages, _: _mean(pages),
    "cleaneval": lambda pages, _: cleaneval.summary(pages),
    "victor": lambda pages, _: _victor_sum(pages),
}
