"""Errors are one line on stderr, never a traceback; exit codes are those of docs/errors.md."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rubricate.cli import many
from rubricate.cli.program import COMMANDS

Call = Callable[..., Any]
RUN = [sys.executable, "-m", "rubricate"]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["outlin", "page.html"], "Did you mean 'outline'?"),
        (["Explain", "x"], "Did you mean 'explain'?"),
        (["extract", "--formt", "json", "x.html"], "--format"),
        (["extract"], "INPUT"),
        (["-", "--format", "jsn"], "'json'"),
        (["-", "--engine", "rulez"], "rules.v1"),
        (["-", "--timeout", "0"], "--timeout"),
        (["-", "--jobs", "0"], "--jobs"),
        (["chunks", "-", "--max-words", "10", "--overlap", "10"], "overlap"),
        (["chunks", "-", "--max-words", "many"], "'many' is not a whole number"),
        (["evaluate", "--timeout", "long"], "'long' is not a number"),
        (["explain", "-", "--only", "heading"], "boilerplate"),
        (["extract", "a", "b", "--url", "https://example.org"], "--url"),
        (["schema", "extra"], "extra"),
    ],
)
def test_misuse(call: Call, arguments: list[str], hint: str) -> None:
    told = call(*arguments)
    assert told.code == 2
    assert told.out == ""
    assert told.err.startswith("rubricate: ")
    assert len(told.err.splitlines()) == 1, told.err
    assert hint in told.err


def test_no_arguments_show_the_help(call: Call) -> None:
    told = call()
    assert told.code == 2
    assert "rubricate page.html" in told.err


def test_missing_file_is_a_failed_page(call: Call) -> None:
    told = call("nowhere.html")
    assert (told.code, told.err) == (1, "rubricate: nowhere.html: no such file or directory\n")


def test_a_folder_is_no_page(call: Call, tmp_path: Path) -> None:
    told = call(tmp_path)
    assert told.code == 1
    assert "is a directory" in told.err


def test_names_cannot_break_the_line(call: Call) -> None:
    told = call("no\nsuch\x1b[31mfile")
    assert told.code == 1
    assert len(told.err.splitlines()) == 1
    assert "\x1b" not in told.err


def test_closed_pipe_is_quiet(page: Path) -> None:
    many_pages = [str(page)] * 3000
    with subprocess.Popen([*RUN, "extract", *many_pages], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_interrupt(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with subprocess.Popen([*RUN, "extract", str(fifo)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        end = _other_end(fifo)
        time.sleep(0.2)  # it is reading now, and waits
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        os.close(end)
    assert process.returncode == 130
    assert err == b"rubricate: interrupted\n"


def _other_end(fifo: Path) -> int:
    """A pipe can be opened for writing as soon as somebody has opened it for reading."""
    for _ in range(1200):
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nobody reads from the pipe")


def test_faults_of_our_own_have_no_traceback(call: Call, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> str:
        raise ZeroDivisionError("oh")

    monkeypatch.delenv("RUBRICATE_DEBUG", raising=False)
    monkeypatch.setattr("rubricate.writers.write", broken)
    told = call(page)
    assert told.code == 1
    assert "a fault of our own" in told.err
    assert "Traceback" not in told.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(call: Call, command: str) -> None:
    told = call(command, "--help")
    assert told.code == 0
    assert f"rubricate {command}" in told.out or (command == "extract" and "rubricate page.html" in told.out)
    assert told.out.count("rubricate ") >= 2


def test_version(call: Call) -> None:
    import rubricate

    assert call("--version").out == f"rubricate {rubricate.__version__}\n"


def test_a_page_that_kills_its_process() -> None:
    """The work is `eval`: any process can unpickle it."""
    sources = ["'A'", "'B'", "__import__('os')._exit(9)", "'C'", "'D'", "'E'"]
    outcomes = list(many.run(sources, eval, jobs=2))
    assert [outcome.source for outcome in outcomes] == sources
    assert [outcome.text for outcome in outcomes] == ["A", "B", "", "C", "D", "E"]
    assert [outcome.failure.kind for outcome in outcomes if outcome.failure] == ["Died"]


@pytest.mark.alone
def test_start_is_fast(spawn: Call, page: Path) -> None:
    """In CPU time, which on an idle machine is the time that passes."""

    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    def best(*arguments: object) -> float:
        times = []
        for _ in range(5):
            start = used()
            assert spawn(*arguments).code == 0
            times.append(used() - start)
        return min(times)

    assert best("--help") < 0.25
    assert best(page) < 0.6
