"""Systems that learn a site: accuracy by training pages, speed of rules against clustering, and what learning from a large site takes.

    python benchmarks/sites.py --data DIR -o docs/figures/sites.json

docs/generate.py makes the tables of docs/sites.md from the file. site.v1 was developed on these very sites: its figures are of development.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from rubricate.evaluation import EvaluateOptions, run
from rubricate.learn.corpora import sites
from rubricate.sites.apply import fit
from rubricate.sites.learning import learn
from rubricate.sites.rebuilt import block_labels
from rubricate.sites.site import decide
from rubricate.sites.views import Block, Box, View, of_rendered
from rubricate.types import BOILERPLATE, PROSE

NAMES = ("npr", "usatoday", "chaos")
SYSTEMS = ("spider", "site", "engine", "all-text")
PAGES, BLOCKS = 100, 500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--large", action="store_true", help="only learn a large site; print seconds and peak megabytes")
    given = parser.parse_args()
    if given.large:
        print(json.dumps(large()))
        return 0
    told = subprocess.run([sys.executable, __file__, "--large"], check=True, capture_output=True, text=True)
    figures = {"curves": curves(given.data), "speed": speed(given.data), "large": json.loads(told.stdout)}
    given.output.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))
    return 0


def curves(data: Path) -> dict[str, Any]:
    """For every curve and system: [training pages, per cent]."""
    results = run(EvaluateOptions(engines=SYSTEMS, corpora=("spider",), data=data, sites=NAMES, train_pages=tuple(range(2, 16))))
    found: dict[str, Any] = {}
    for system, node in results.tree["corpora"]["spider"]["systems"].items():
        for name, one in node["spider"]["by_site"].items():
            found.setdefault(name, {})[system] = [[count, round(100 * value, 2)] for count, value in one["curve"]]
    return found


def speed(data: Path) -> dict[str, float]:
    """Milliseconds for a page of npr: read by rules, and by clustering it with four others; the engine's time is in neither."""
    from rubricate import engines

    site = next(site for site in sites(data) if site.name == "npr")
    views = [of_rendered(page) for page in site.pages]
    engine = engines.get("default")
    said = [block_labels(view, engine) for view in views]
    rules = learn(views[:5], said[:5])
    by_rules = _best(lambda: [decide(views[number], rules, lambda number=number: said[number]) for number in range(5, 10)]) / 5
    clustering = _best(lambda: learn(views[:5], said[:5])) / 5
    labelling = _best(lambda: block_labels(views[5], engine), 3)
    return {"by_rules_ms": round(1000 * by_rules, 3), "clustering_ms": round(1000 * clustering, 3), "engine_ms": round(1000 * labelling, 3)}


def large() -> dict[str, float]:
    """Seconds and peak memory of learning from many large pages, all with words of their own."""
    import resource

    views = [_page(number) for number in range(PAGES)]
    said = [[(PROSE if "story" in str(block.steps) else BOILERPLATE, 0.9) for block in view.blocks] for view in views]
    start = perf_counter()
    rules = learn(views, said)
    seconds = perf_counter() - start
    assert not fit(rules, views[0]).changed
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"pages": PAGES, "blocks": BLOCKS, "seconds": round(seconds, 1), "megabytes": round(peak)}


def _page(number: int) -> View:
    from rubricate.sites.selectors import parse

    chance = random.Random(number)
    words = [f"w{chance.randrange(20_000)}" for _ in range(BLOCKS * 12)]
    blocks = []
    for place in range(BLOCKS):
        kind = "div.story > p.text" if place % 5 else f"div.side > ul.menu{place % 7} > li"
        text = " ".join(words[12 * place : 12 * place + 12])
        box = Box(0.0 if place % 5 else 700.0, 20.0 * place, 600.0 - place % 3, 20.0)
        blocks.append(Block(parse(kind), text, (text,), (("font-size", f"{12 + place % 4}px"),), box))
    return View(f"http://large.example/{number}", (" ".join(words[:6]),), (" ".join(words[20:40]),), tuple(blocks))


def _best(work: Callable[[], Any], times: int = 7) -> float:
    spent = []
    for _ in range(times):
        start = process_time()
        work()
        spent.append(process_time() - start)
    return median(spent)


if __name__ == "__main__":
    sys.exit(main())
