"""CPU time of the whole way to Markdown as hostile pages double in size, up to 20 MB: time(2n)/time(n) must not pass 2.3.

    python benchmarks/scaling.py                   every generator from 1.25 to 20 MB
    python benchmarks/scaling.py depth links       only these
    python benchmarks/scaling.py --to 5
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import rubricate
from hostile import GROWING

BOUND, MEASURABLE = 2.3, 0.05


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(GROWING)}")
    parser.add_argument("--to", type=float, default=20, metavar="MB")
    parser.add_argument("--steps", type=int, default=5, help="how many sizes, each twice the one before")
    parser.add_argument("--best-of", type=int, default=2)
    parser.add_argument("--engine", default="rules")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in GROWING]
    if unknown:
        parser.error(f"no generator {', '.join(unknown)}")
    sizes = [int(given.to * 1_000_000 / 2**step) for step in reversed(range(given.steps))]
    print(f"{'page':24}" + "".join(f"{size / 1e6:>10.2f}" for size in sizes) + "   worst ratio (seconds at each size in MB)")
    over = 0
    for name in given.names or GROWING:
        times, ends = [], []
        for size in sizes:
            used, end = seconds(GROWING[name](size), given.best_of, given.engine)
            times.append(used)
            ends.append(end)
        worst = max((after / before for before, after in pairwise(times) if after > MEASURABLE), default=0.0)
        over += worst > BOUND
        print(f"{name:24}" + "".join(f"{used:>10.3f}" for used in times) + f"   {worst:.2f} {'OVER ' if worst > BOUND else ''}{ends[-1]}", flush=True)
    print(f"{over} of {len(given.names or GROWING)} pass {BOUND}")
    return int(over > 0)


def seconds(page: bytes, best_of: int, engine: str) -> tuple[float, str]:
    """The best CPU time, and how it ended where there was no document."""
    best, end = float("inf"), ""
    for _ in range(best_of):
        gc.collect()
        start = time.process_time()
        try:
            rubricate.extract(page, engine=engine).to_markdown()
        except rubricate.PageError as error:
            end = error.kind
        best = min(best, time.process_time() - start)
    return best, end


if __name__ == "__main__":
    sys.exit(main())
