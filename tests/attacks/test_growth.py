"""Time grows no faster than the page: time(2n)/time(n) <= 2.3 on every hostile generator. benchmarks/scaling.py goes on to 20 MB."""

from __future__ import annotations

import gc
import time

import pytest

import rubricate
from hostile import GROWING

pytestmark = pytest.mark.alone

BOUND = 2.3
SIZE = 250_000
TOO_SHORT_TO_MEASURE = 0.04
"""Seconds: below this for the large page, the clock and the memory allocator decide the ratio, and there is nothing to fear."""


READ_CLOSELY = ("tiny paragraphs", "words", "links", "long link", "wide link", "wide panels", "anchors", "classes", "equal hashes", "flat list")
"""Pages on which the features of the default engine have most to do."""


def seconds(page: bytes, engine: str) -> float:
    gc.collect()
    gc.disable()  # its sweeps over the whole heap come at sizes of their own choosing
    try:
        start = time.process_time()
        try:
            rubricate.extract(page, engine=engine).to_markdown()
        except rubricate.PageError:
            pass
        return time.process_time() - start
    finally:
        gc.enable()


@pytest.mark.parametrize(("engine", "name"), [*(("rules", name) for name in GROWING), *(("default", name) for name in READ_CLOSELY)])
def test_twice_the_page_takes_twice_the_time(engine: str, name: str) -> None:
    small, large = GROWING[name](SIZE), GROWING[name](2 * SIZE)
    fast, slow = seconds(small, engine), seconds(large, engine)
    for _ in range(12):  # the best of a few runs: other processes only ever add time
        if slow <= TOO_SHORT_TO_MEASURE or slow <= BOUND * fast or slow > 10:
            break
        fast, slow = min(fast, seconds(small, engine)), min(slow, seconds(large, engine))
    assert slow <= max(TOO_SHORT_TO_MEASURE, BOUND * fast), f"{name}: {fast:.3f} s for {len(small):,} bytes, {slow:.3f} s for {len(large):,}"
    assert slow < 20, f"{name}: {slow:.1f} s for {len(large):,} bytes"
