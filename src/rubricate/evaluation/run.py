"""Engines x corpora x split -> Results.

Everything is measured from the same reading of a page. Engines that learn (they have a `train(examples, options=..., seed=0) -> engine`) are trained
anew on pages that are not scored, for `vali` once, for `cv` once a fold; every result says what its model had learnt from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rubricate.errors import DataError, MissingExtra, UsageError
from rubricate.evaluation import gate
from rubricate.evaluation.explain import explain_worst
from rubricate.evaluation.options import EvaluateOptions, Progress
from rubricate.evaluation.pool import Done, Work, perform
from rubricate.evaluation.results import Results
from rubricate.evaluation.score import summarise
from rubricate.evaluation.splits import Round, rounds, thinned
from rubricate.evaluation.systems import EngineSystem, PeerSystem, System, as_shipped, from_file, of_fold, trainer

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example
    from rubricate.outline.model import LevelModel

__all__ = ["run"]


def run(options: EvaluateOptions, progress: Progress | None = None) -> Results:
    """Measure, and where the options say so write the report, check the gate, and update it."""
    tell = progress or (lambda task, done, total: None)
    peers = _peers(options)
    corpora = {name: _load(name, options) for name in corpus_names(options) if name != SITES}
    tree: dict[str, Any] = {"about": _about(options, peers), "corpora": {}}
    explained: dict[str, str] = {}
    for name, examples in corpora.items():
        node, pages = _corpus(name, examples, options, peers, tell)
        tree["corpora"][name] = node
        explained |= pages
    if SITES in options.corpora:
        tree["corpora"][SITES] = _sites(options, tell)
    results = Results(tree, explained)
    if options.gate is not None:
        _gate(results, options, options.gate)
    if options.out is not None:
        results.save(options.out)
    return results


SITES = "spider"
"""The corpus of rendered sites; its engines are site systems (`evaluation.sites`)."""


def _sites(options: EvaluateOptions, tell: Progress) -> dict[str, Any]:
    from rubricate.evaluation import sites
    from rubricate.learn.corpora import data_dir
    from rubricate.learn.corpora import sites as load_sites

    every = load_sites(data_dir(options.data))
    found = [site for site in every if not options.sites or site.name in options.sites]
    names = [site.name for site in every]
    if unknown := [name for name in options.sites if name not in names]:
        raise UsageError(f"--sites: no site {', '.join(unknown)}; there are {', '.join(names)}")
    if not any(page.reference for site in found for page in site.pages):
        raise DataError(f"none of {len(found)} sites ({', '.join(site.name for site in found)}) has a page with a reference text (<nnn>.txt)")
    systems = sites.evaluate_sites(found, [sites.get(name) for name in options.engines], options.train_pages, tell)
    parts = [hashlib.sha256(path.read_bytes()).digest() for site in found for path in sites.site_files(site.folder)]
    return {"pages": sum(len(site.pages) for site in found), "sha256": gate.digest(parts), "systems": systems}


def _corpus(name: str, examples: list[Example], options: EvaluateOptions, peers: list[str], tell: Progress) -> tuple[dict[str, Any], dict[str, str]]:
    plan = rounds(examples, options.split, options.folds, options.seed)
    total = sum(len(one.scored) for one in plan)
    task, count = f"{name}: {len(options.engines) + len(peers)} systems", 0

    def tick() -> None:
        nonlocal count
        count += 1
        tell(task, count, total)

    tell(task, 0, total)
    done: dict[int, Done] = {}
    training: dict[str, str] = {}
    explained: list[tuple[list[int], list[System]]] = []
    for number, one in enumerate(plan, start=1):
        systems: list[System] = [_engine(engine, examples, one, number, options, training, tell) for engine in options.engines]
        systems += [PeerSystem(peer) for peer in peers]
        work = Work([examples[index] for index in one.scored], systems, options.timeout)
        done |= dict(zip(one.scored, perform(work, options.jobs, tick), strict=True))
        explained.append((one.scored, systems))
    node = _node(examples, done, training)
    return node, explain_worst(name, node, examples, explained, options.worst if options.out is not None else 0)


def _engine(
    name: str, examples: Sequence[Example], one: Round, number: int, options: EvaluateOptions, training: dict[str, str], tell: Progress
) -> EngineSystem:
    """The engine as shipped, from a file, or trained on this round's pages; notes in `training` which."""
    from rubricate import engines
    from rubricate.engines.registry import DEFAULT

    scored = [examples[index] for index in one.scored]
    levels = _levels(scored, number, options)
    name, _, model = name.partition("=")
    name = DEFAULT if model and name == "default" else engines.resolve(name)
    if model:  # 'default=held.npz': that model file, not the one in the package
        path = of_fold(Path(model), number, scored)
        training[name] = from_file(path, scored) if str(path) == model else f"the model files {Path(model).name}: each knows no page of its fold"
        return EngineSystem(name, engines.get(name, model=str(path)), levels=levels)
    train = trainer(name)
    training[name] = as_shipped(name, scored)
    if train is None or one.learnt is None or options.shipped:
        return EngineSystem(engines.get(name).name, levels=levels)
    task = f"training {name}, {examples[0].corpus}, round {number}"
    tell(task, 0, 1)
    try:
        made = train([examples[index] for index in one.learnt], seed=options.seed)
    except MissingExtra as problem:
        training[name] += f" (not trained anew: {problem})"
        return EngineSystem(engines.get(name).name, levels=levels)
    finally:
        tell(task, 1, 1)
    training[name] = f"trained on pages of the corpus that are not scored ({options.split}, seed {options.seed})"
    return EngineSystem(name, made, levels=levels)


def _levels(scored: Sequence[Example], number: int, options: EvaluateOptions) -> LevelModel | None:
    from rubricate.outline.model import load

    return None if options.levels is None else load(of_fold(options.levels, number, scored))


def _node(examples: Sequence[Example], done: dict[int, Done], training: dict[str, str]) -> dict[str, Any]:
    order = sorted(done)
    domains = [examples[index].domain for index in order]
    systems: dict[str, Any] = {}
    for name in done[order[0]].records if order else ():
        records = [done[index].records[name] for index in order]
        measures = summarise(records, domains)
        measures["run"] = _run_node([done[index] for index in order], name, training.get(name, "no training"))
        measures["pages"] = [
            {"id": examples[index].id, "domain": examples[index].domain, **_brief(record), **_failure(done[index], name)}
            for index, record in zip(order, records, strict=True)
        ]
        systems[name] = measures
    return {"pages": len(order), "sha256": _sha256([examples[index] for index in order]), "systems": systems}


def _run_node(done: Sequence[Done], name: str, training: str) -> dict[str, Any]:
    times = sorted(1000 * one.seconds.get(name, 0.0) for one in done)
    errors = [one.errors[name] for one in done if name in one.errors]
    return {
        "pages": len(done),
        "failed": len(errors),
        "errors": list(dict.fromkeys(errors))[:20],
        "milliseconds": {"median": times[len(times) // 2], "p99": times[min(len(times) - 1, 99 * len(times) // 100)], "sum": sum(times)},
        "model": training,
    }


def _brief(record: dict[str, Any]) -> dict[str, Any]:
    """A page's own figures, for the list of worst pages."""
    made: dict[str, Any] = {}
    if record.get("titles"):
        counts = record["titles"]
        made["titles"] = {key: counts[key] for key in ("right", "predicted", "gold")}
    if record.get("tokens"):
        made["token_f1"] = round(record["tokens"]["f1"], 4)
    if record.get("pembe"):
        made["parents"] = {key: record["pembe"]["own"][key] for key in ("right", "all")}
    return made


def _failure(done: Done, name: str) -> dict[str, str]:
    return {"error": done.errors[name]} if name in done.errors else {}


def corpus_names(options: EvaluateOptions) -> list[str]:
    """The corpora asked for: 'all' are all annotated ones that are there; a short name ('wcxb') means the folder that begins so ('wcxb-dev')."""
    from rubricate.learn.corpora import available, data_dir

    root = data_dir(options.data)
    folders = sorted(path.name for path in root.iterdir() if path.is_dir())
    names: list[str] = []
    for name in options.corpora:
        longer = [folder for folder in folders if folder.startswith(f"{name}-")]
        names += available(root) if name == "all" else longer[:1] if longer and name not in folders else [name]
    return list(dict.fromkeys(names))


def _load(name: str, options: EvaluateOptions) -> list[Example]:
    from rubricate.learn.corpora import data_dir, load

    return thinned(load(name, data_dir(options.data)), options.limit)


def _peers(options: EvaluateOptions) -> list[str]:
    from rubricate.evaluation import peers

    if "all" in options.peers:
        return peers.installed()
    for name in options.peers:
        peers.get(name)  # an unknown or missing one is said before hours of work, not after
    return list(dict.fromkeys(options.peers))


def _about(options: EvaluateOptions, peers: list[str]) -> dict[str, Any]:
    import platform
    from importlib.metadata import version

    from rubricate.evaluation.peers import package_version

    return {
        "rubricate": version("rubricate"),
        "python": platform.python_version(),
        "split": options.split,
        "folds": options.folds if options.split == "cv" else None,
        "seed": options.seed,
        "limit": options.limit,
        "engines": [_shown(name) for name in options.engines],
        "levels": _levels_said(options),
        "peers": {name: package_version(name) for name in peers},
    }


def _levels_said(options: EvaluateOptions) -> str:
    """Which model nests the titles: the packaged one has learnt from stapi's outlines."""
    return "the packaged model" if options.levels is None else options.levels.name


def _shown(engine: str) -> str:
    """'default=folder/held.npz' without the folder: where a model lay on one machine is no result."""
    name, equals, model = engine.partition("=")
    return f"{name}{equals}{Path(model).name}"


def _gate(results: Results, options: EvaluateOptions, path: Path) -> None:
    if options.update_gate:
        gate.update(path, results.tree, options.allow_regression)
    results.verdict = gate.check(gate.read(path), results.tree)


LABEL_FILES = ("page.html", "gold.jsonl", "gold.txt", "gold.cleaneval.txt", "outline.json", "asdus.jsonl")


def _sha256(examples: Sequence[Example]) -> str:
    """Over pages and labels; of each file only its own hash is kept, so that memory does not grow with the corpus."""
    parts = []
    for example in examples:
        parts.append(example.id.encode())
        for name in LABEL_FILES:
            path = example.folder / name
            parts.append(hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"")
    return gate.digest(parts)
