"""Many pages, several systems, a few processes; whatever happens to one page is a failure of that page.

A worker scores one page with all systems, so that the page is read and aligned once. Two clocks guard it: a signal, which stops Python code, and a
watchdog below Python, which ends a process that hangs in foreign code. When a process dies, the pages that were in it are done again, each system by
itself in a process of its own: the one that kills is found, the others are scored.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any

from rubricate.errors import OutOfTime
from rubricate.evaluation.answers import Answer, empty, of_text
from rubricate.evaluation.cases import Case, blank_case, open_case
from rubricate.evaluation.score import Record, score
from rubricate.evaluation.systems import System

if TYPE_CHECKING:
    from rubricate.learn.corpora import Example

__all__ = ["Done", "Work", "perform"]


@dataclass(frozen=True)
class Work:
    """Examples and the systems to score on each."""

    examples: Sequence[Example]
    systems: Sequence[System]
    timeout: float = 60.0


@dataclass
class Done:
    """What one page gave: for every system its record, seconds, and error ('' for none)."""

    records: dict[str, Record] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)


def perform(work: Work, jobs: int, tick: Callable[[], None]) -> list[Done]:
    """One Done for every example, in order; `tick` is called after each. In this process if jobs is 1 or the work cannot travel."""
    if jobs == 1 or len(work.examples) < 2 or not _travels(work):
        return [_ticked(score_page(work, index), tick) for index in range(len(work.examples))]
    done, lost = _in_processes(work, range(len(work.examples)), jobs, tick)
    for index in lost:
        done[index] = _ticked(_one_by_one(work, index), tick)
    return [done[index] for index in range(len(work.examples))]


def score_page(work: Work, index: int) -> Done:
    """All systems on one page."""
    done, example = Done(), work.examples[index]
    try:
        with _clock(work.timeout):
            case = open_case(example)
    except Exception as problem:  # the page is counted, with nothing found on it
        case = blank_case(example)
        done.errors = {system.name: f"page: {type(problem).__name__}: {problem}"[:300] for system in work.systems}
    for system in work.systems:
        _score_system(done, case, system, work.timeout)
    return done


def _score_system(done: Done, case: Case, system: System, timeout: float) -> None:
    start = perf_counter()
    try:
        if system.name not in done.errors:
            with _clock(timeout):
                answer = system.answer(case)
            done.seconds[system.name] = perf_counter() - start + (case.seconds if system.reads_segments else 0.0)
            done.records[system.name] = score(case, answer)
            return
    except Exception as problem:  # foreign code may raise anything; the page is counted as failed
        done.errors[system.name] = f"{type(problem).__name__}: {problem}"[:300]
    done.seconds[system.name] = perf_counter() - start
    done.records[system.name] = score(case, _emptied(case, system))


def _emptied(case: Case, system: System) -> Answer:
    """The answer of a system that failed: nothing found, everything removed."""
    return empty(case.segments, system.name) if system.reads_segments else of_text("", ())


def _in_processes(work: Work, indices: Sequence[int], jobs: int, tick: Callable[[], None]) -> tuple[dict[int, Done], list[int]]:
    done: dict[int, Done] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (work,)) as pool:
        futures: dict[Future[Done], int] = {}
        try:
            futures = {pool.submit(_page, index): index for index in indices}
            for future in as_completed(futures):
                done[futures[future]] = _ticked(future.result(), tick)
        except BrokenProcessPool:
            done |= {futures[f]: f.result() for f in futures if f.done() and not f.cancelled() and f.exception() is None}
    return done, [index for index in indices if index not in done]


def _one_by_one(work: Work, index: int) -> Done:
    whole = Done()
    for system in work.systems:
        alone = Work([work.examples[index]], [system], work.timeout)
        done, lost = _in_processes(alone, range(1), 1, lambda: None)
        part = _nothing(work, index, system) if lost else done[0]
        whole.records |= part.records
        whole.seconds |= part.seconds
        whole.errors |= part.errors
    return whole


def _nothing(work: Work, index: int, system: System) -> Done:
    """The page as that system left it: dead. Scored in a process of its own too, in case it is the page that kills."""
    alone = Work([work.examples[index]], [_Nothing(system.name, system.reads_segments)], work.timeout)
    done, lost = _in_processes(alone, range(1), 1, lambda: None)
    records = {system.name: {}} if lost else done[0].records
    return Done(records, {system.name: work.timeout}, {system.name: "the process died or hung"})


@dataclass(frozen=True)
class _Nothing:
    name: str
    reads_segments: bool

    def answer(self, case: Case) -> Answer:
        return _emptied(case, self)


def _ticked(done: Done, tick: Callable[[], None]) -> Done:
    tick()
    return done


def _travels(work: Work) -> bool:
    try:
        pickle.dumps(work)
    except (pickle.PicklingError, TypeError, AttributeError):
        return False
    return True


@contextmanager
def _clock(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in Python code after so many seconds; only a main thread can (others run without the clock)."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


_state: dict[str, Any] = {}
"""What a worker process was started with; set once, by `_begin`, in workers only."""


def _begin(work: Work) -> None:
    import logging
    import warnings

    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)  # other tools log every page that they do not like
    _state["work"] = work
    _state["null"] = open(os.devnull, "w")  # noqa: SIM115  the watchdog's report goes there; it must stay open


def _page(index: int) -> Done:
    work: Work = _state["work"]
    faulthandler.dump_traceback_later(2 * work.timeout * (1 + len(work.systems)), exit=True, file=_state["null"])
    try:
        return score_page(work, index)
    finally:
        faulthandler.cancel_dump_traceback_later()
