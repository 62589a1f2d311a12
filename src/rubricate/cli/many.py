"""Many inputs -> outcomes, in the order given. A page that fails is an outcome like any other, also when it takes its process with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rubricate.errors import RubricateError, UsageError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

__all__ = ["Failure", "Outcome", "attempt", "run"]

Work = Callable[[str], tuple[str, str]]
"""What is done with one input: its name -> the text to print, and a remark on it or ''. It must be picklable where several processes are used."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no text: the kind of error and its message."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one input: its text and perhaps a remark on it, or a failure."""

    source: str
    text: str = ""
    remark: str = ""
    failure: Failure | None = None


def run(sources: Sequence[str], work: Work, jobs: int = 1) -> Iterator[Outcome]:
    """Outcomes in the order of the sources, from `jobs` processes."""
    if jobs <= 1 or len(sources) <= 1 or "-" in sources:  # standard input belongs to this process
        yield from (attempt(source, work) for source in sources)
    else:
        yield from _spread(sources, work, min(jobs, len(sources)))


def attempt(source: str, work: Work) -> Outcome:
    """One input's outcome. Errors of the tree are failures of the page; so is a fault of ours, lest it stop the others."""
    try:
        return Outcome(source, *work(source))
    except (UsageError, BrokenPipeError):  # misuse is no page's fault
        raise
    except RubricateError as error:
        return Outcome(source, failure=Failure(error.kind, str(error)))
    except Exception as error:
        return Outcome(source, failure=Failure(type(error).__name__, f"a fault of our own: {error}"))


def _spread(sources: Sequence[str], work: Work, jobs: int) -> Iterator[Outcome]:
    """Through pools of processes. Where one dies, the first page without an outcome gets a process of its own, and a new pool the rest."""
    done = 0
    while done < len(sources):
        for outcome in _pooled(sources[done:], work, jobs):
            done += 1
            yield outcome
        if done < len(sources):
            yield _alone(sources[done], work)
            done += 1


def _pooled(sources: Sequence[str], work: Work, jobs: int) -> Iterator[Outcome]:
    """Outcomes until all are there or the pool is broken; a window of tasks, so that memory does not grow with the number of pages."""
    from collections import deque
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    pool = _pool(jobs)
    waiting: deque[Future[Outcome]] = deque()
    try:
        for source in sources:
            waiting.append(pool.submit(attempt, source, work))
            if len(waiting) >= 4 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        return
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _alone(source: str, work: Work) -> Outcome:
    """One input in a process of its own: if that dies too, it is this page that kills."""
    from concurrent.futures.process import BrokenProcessPool

    with _pool(1) as pool:
        try:
            return pool.submit(attempt, source, work).result()
        except BrokenProcessPool:
            return Outcome(source, failure=Failure("Died", "the process that worked on the page died"))


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Fresh processes, not forks: a progress bar's thread must not be copied. Ctrl-C is the parent's business."""
    import multiprocessing
    import signal
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
