"""Peak memory of a fresh process for each hostile page, against 60 MB + 30 x its bytes; and growth over many pages in one process.

    python benchmarks/memory.py                    every generator, at 1, 5 and 20 MB
    python benchmarks/memory.py --pages 10000      growth of one process (small pages of all kinds, over and over)
    python benchmarks/memory.py --one depth --bytes 2000000     prints: page bytes, peak bytes
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hostile import GROWING

MB = 1_000_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", choices=list(GROWING), help="this generator only, in this process")
    parser.add_argument("--bytes", type=int, default=2 * MB)
    parser.add_argument("--pages", type=int, help="measure growth over so many pages")
    parser.add_argument("--quiet", action="store_true", help="with --pages: print only the growth in bytes")
    parser.add_argument("--engine", default="rules")
    given = parser.parse_args()
    if given.one:
        print(*peak(given.one, given.bytes, given.engine))
        return 0
    if given.pages:
        growth(given.pages, given.engine, given.quiet)
        return 0
    return table(given.engine)


def peak(name: str, size: int, engine: str) -> tuple[int, int]:
    """Bytes of the page and peak resident bytes of this process after the whole way."""
    import rubricate

    page = GROWING[name](size)
    try:
        rubricate.extract(page, engine=engine).to_markdown()
    except rubricate.PageError:
        pass
    return len(page), _status("VmHWM")


def growth(pages: int, engine: str, quiet: bool) -> None:
    """How much resident memory a process gains from the time it is warm."""
    import rubricate

    kinds = [make(3000) for make in GROWING.values()]
    warm = min(pages // 3, 4 * len(kinds))
    before = 0
    for number in range(pages):
        if number == warm:
            gc.collect()
            before = _status("VmRSS")
        try:
            rubricate.extract(kinds[number % len(kinds)] + str(number).encode(), engine=engine).to_markdown()
        except rubricate.PageError:
            pass
    gc.collect()
    grown = _status("VmRSS") - before
    print(grown if quiet else f"{pages:,} pages: grew by {grown / MB:.2f} MB after the first {warm}")


def table(engine: str) -> int:
    worst = 0.0
    print(f"{'page':24}{'MB':>7}{'peak MB':>9}{'of bound':>10}")
    for name in GROWING:
        for size in (1 * MB, 5 * MB, 20 * MB):
            command = [sys.executable, __file__, "--one", name, "--bytes", str(size), "--engine", engine]
            length, used = map(int, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
            share = used / (60 * MB + 30 * length)
            worst = max(worst, share)
            print(f"{name:24}{length / MB:7.1f}{used / MB:9.0f}{share:10.2f}{'' if share <= 1 else '  over'}", flush=True)
    return int(worst > 1)


def _status(field: str) -> int:
    """A figure of /proc/self/status in bytes. VmHWM is this program's own peak; getrusage's maxrss counts the parent's before exec too."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(field + ":"))


if __name__ == "__main__":
    sys.exit(main())
