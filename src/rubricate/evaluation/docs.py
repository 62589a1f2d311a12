"""figures.json (or results.json) files -> the documentation page 'How good is it'.

    page(trees)                     the Markdown text
    write(results, path)            read the files, write the page
    stale(results, path)            whether the page differs from what the results say (for CI)
    python -m rubricate.evaluation.docs PAGE FIGURES...

No figure of ours on that page is typed by hand; those of the papers are quoted.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rubricate.evaluation.results import Results
from rubricate.evaluation.tables import FAMILIES, by_domain, by_site, table_of

__all__ = ["kept", "merged", "page", "stale", "write"]

INTRODUCTION = """# How good is it

This page is made from the results of `rubricate evaluate` (by `rubricate.evaluation.docs`): no figure of ours is typed by hand. What the papers
report is quoted at the end.

How to read it:

- Every figure is end to end unless its column says otherwise: from the page's bytes to the answer. A failure counts as an answer with nothing in it.
- Titles are compared by their letters and digits, one to one and in order, on each page. A title whose line was not found at all is a miss.
- `vali` is the validation part of the STAPI corpus; `cv` is cross-validation by page, with pages of one owner and near-duplicates in the same fold;
  `all` is every page with the engine as it is shipped. The list under each corpus says what each model had learnt from.
- A learning engine is never scored here on pages that it learnt from. The packaged models of default.v1 and of the heading levels have learnt from
  all open pages; what is scored here are models made in the same way without the pages that are scored, without other pages of their owners, and
  without near copies: for `vali` those in tests/models (`rubricate train default --without vali`; a corpus without parts of its own gives one fold in
  five), for `cv` one a fold, with a third of the trees and fewer disguised pages (`rubricate train default --folds 5`; the levels likewise). The
  papers' engines learn from the train part of STAPI as its makers cut it: 5 of the 57 validation pages are of owners who have other pages there.
- What other tools are given, and with which settings, is in `rubricate.evaluation.peers`. `all-h-tags` calls every h1-h6 a title; `h-tags+bold` also
  every line that is bold from end to end. `unstructured` is not in the extra `peers` nor in the tables: it fetches a language model from the network
  at its first page, and nothing here does that. Where it and spaCy's `en_core_web_sm` are installed, `--peers unstructured` measures it too.
- Times are of the machine and the moment, often beside other work: they compare systems of one run, no more. Speed is measured in `benchmarks/`.
- CleanEval's text-only and markup-only scores are a reconstruction: the shared task's script is lost, its description was made exact in
  `rubricate.evaluation.measures.cleaneval`. They compare systems here, not with figures published elsewhere.
- The definitions of all measures are the docstrings of `rubricate.evaluation.measures`.
"""

PUBLISHED = """## What the papers report

| system | figure | value |
|---|---|---:|
| STAPI | filter, weighted P / R | .933 / .933 |
| STAPI | classifier behind a perfect filter, weighted P / R | .968 / .967 |
| STAPI | title/prose weighted F1 behind a perfect filter, all | .976 |
| STAPI | gold coverage of the filter, all | 90.5 % |
| ASDUS, unsupervised | P / R / F, coverage, all | .82 / .98 / .89, 97.2 % |
| Pembe and Güngör | headings P / R / F | .72 / .90 / .80 |
| Pembe and Güngör | parent-child accuracy (2010: own / given headings) | .78 (.58 / .75) |
| Victor | labels / content-noise accuracy | 75.1 % / 83.1 % |
| Victor | CleanEval text / markup / total | 81.8 / 68.5 / 75.2 |
| spider | word match, npr / usatoday | 99.5 % / 96.6 % |

Their data and splits differ from ours in part: the papers' test parts are kept for independent measurement.
"""


def page(trees: Sequence[Mapping[str, Any]]) -> str:
    """The page for one or more runs, in the order given; runs on the same pages share their tables."""
    return "\n".join([INTRODUCTION, *(_run(tree) for tree in merged(trees)), PUBLISHED])


def merged(trees: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One tree a corpus and split: systems of runs on the same pages beside one another, the first run of a system counts."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for tree in trees:
        for corpus, node in tree["corpora"].items():
            key = (corpus, tree["about"]["split"], node["sha256"])
            if key not in found:
                found[key] = {"about": {**tree["about"], "peers": {}}, "corpora": {corpus: {**node, "systems": {}}}}
            systems = found[key]["corpora"][corpus]["systems"]
            systems.update({name: measures for name, measures in node["systems"].items() if name not in systems})
            found[key]["about"]["peers"].update(tree["about"]["peers"])
    return list(found.values())


def write(results: Sequence[Path], path: Path) -> None:
    """Make the page from results.json files."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page([Results.load(one).tree for one in results]), encoding="utf-8")


def kept(folder: Path) -> list[Path]:
    """The runs that are kept below a folder (`*.figures.json`), by name: that is the order of the page."""
    return sorted(folder.glob("*.figures.json"))


def stale(results: Sequence[Path], path: Path) -> bool:
    """Whether the page is missing or says something else than the results."""
    return not path.is_file() or path.read_text(encoding="utf-8") != page([Results.load(one).tree for one in results])


def _run(tree: Mapping[str, Any]) -> str:
    return "\n".join(_corpus(name, node, tree["about"]) for name, node in tree["corpora"].items())


def _corpus(name: str, node: Mapping[str, Any], about: Mapping[str, Any]) -> str:
    systems = node["systems"]
    versions = {peer: version for peer, version in about["peers"].items() if version}
    head = [
        f"## {name}, {about['split']}: {node['pages']} pages",
        "",
        f"rubricate {about['rubricate']}, Python {about['python']}, seed {about['seed']}; pages and labels: sha256 `{node['sha256'][:16]}`.",
    ]
    if versions:
        head.append("Versions: " + ", ".join(f"{peer} {version}" for peer, version in versions.items()) + ".")
    models = [
        f"- {system}: {measures['run'].get('model')}"
        for system, measures in systems.items()
        if measures["run"].get("model", "no training") != "no training"
    ]
    tables = [*(table_of(family, systems, columns) for family, columns in FAMILIES), *by_domain("", systems), *by_site("", systems)]
    body = [table.markdown().replace("### : ", "### ") for table in tables if table is not None]
    return "\n".join([*head, "", *([*models, ""] if models else []), *body])


if __name__ == "__main__":
    write([Path(name) for name in sys.argv[2:]], Path(sys.argv[1]))
