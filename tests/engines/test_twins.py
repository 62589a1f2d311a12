"""The compiled twin of the trees gives, bit for bit, what numpy gives; so does the default engine with all its twins."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile import GROWING
from rubricate import page, segments
from rubricate.compiled import twin
from rubricate.engines import default, teasers, verdict
from rubricate.engines.trees import Trees, softmax
from rubricate.features import Columns

Pure = Callable[[str], Any]
PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))
pytestmark = pytest.mark.skipif(twin("engines._trees") is None, reason="the compiled twins are not built here")


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 8), st.sampled_from([0, 1, 2, 3, 63, 64, 65, 130, 511, 512, 513, 1025]))
@settings(deadline=None, max_examples=40)
def test_trees(pure: Pure, seed: int, outputs: int, depth: int, rows: int) -> None:
    chance = np.random.default_rng(seed)
    trees, questions, features = (int(chance.integers(1, most)) for most in (150, 400, 12))
    arrays = {
        "features": chance.integers(0, features, questions),
        "borders": np.round(chance.normal(size=questions), 1),
        "questions": chance.integers(0, questions, (trees, depth)),
        "leaves": chance.normal(size=(trees, 1 << depth, outputs)),
        "scale": np.array(0.1),
        "bias": chance.normal(size=outputs),
    }
    table = np.round(chance.normal(size=(rows, features)), 1).astype(np.float32)
    odd = chance.random(table.shape) < 0.05
    table[odd] = chance.choice(np.array([np.nan, np.inf, -np.inf, -0.0, 1e-40], np.float32), np.count_nonzero(odd))
    one, other = Trees(arrays).scores(table), pure("engines.trees").Trees(arrays).scores(table)
    assert one.shape == other.shape
    assert one.tobytes() == other.tobytes()


def test_a_column_with_very_many_borders() -> None:
    arrays = {
        "features": np.zeros(300, int),
        "borders": np.arange(300.0),
        "questions": np.arange(300).reshape(-1, 1),
        "leaves": np.tile(np.array([[[0.0], [1.0]]]), (300, 1, 1)),
        "scale": np.array(1.0),
        "bias": np.zeros(1),
    }
    assert Trees(arrays).scores(np.array([[-1], [250.5], [999]], np.float32)).tolist() == [[0], [251], [300]]


def test_a_model_whose_parts_do_not_fit_is_none() -> None:
    forest = twin("engines._trees").Forest
    slots, ranks, leaves, bias = np.zeros((2, 1), np.int32), np.zeros((2, 1), np.uint8), np.zeros((2, 2, 3), np.float32), np.zeros(3, np.float32)
    borders = [np.zeros(1, np.float32)]
    forest([0], borders, slots, ranks, leaves, bias)  # these do
    good = (slots, ranks, leaves, bias)
    for at, other in enumerate((slots + 1, ranks[:1], leaves[:1], bias[:1])):
        parts = (*good[:at], other, *good[at + 1 :])
        with pytest.raises(ValueError, match="trees"):
            forest([0], borders, *parts)
    with pytest.raises(ValueError, match="expected"):
        forest([0], borders, slots, ranks, leaves, bias).scores([np.zeros(4, np.float32)], 5, np.zeros((5, 3), np.float32))


def test_arrays_of_another_make_are_told_apart_from_those_that_are_known() -> None:
    """Arrays are looked at where numpy keeps what it has of them, once one of their kind was found to be as expected."""
    slots, ranks, leaves, bias = np.zeros((1, 1), np.int32), np.zeros((1, 1), np.uint8), np.ones((1, 2, 3), np.float32), np.zeros(3, np.float32)
    forest = twin("engines._trees").Forest([0], [np.zeros(1, np.float32)], slots, ranks, leaves, bias)
    good, total = np.zeros(4, np.float32), np.zeros((4, 3), np.float32)
    for _ in range(2):
        forest.scores([good], 4, total)
        assert total.tolist() == [[1.0] * 3] * 4
        for bad in (good.astype(np.float64), good.astype(np.int32), good.astype(">f4"), np.zeros(8, np.float32)[::2], good[:3], [0.0] * 4, None):
            with pytest.raises((ValueError, TypeError, BufferError)):
                forest.scores([bad], 4, total)
        sealed = total.copy()
        sealed.flags.writeable = False
        for bad in (sealed, total.T, total[:3], total.astype(np.float64)):
            with pytest.raises((ValueError, BufferError)):
                forest.scores([good], 4, bad)
        forest.scores([sealed.ravel()[:4]], 4, total)  # which is only read


TEXTS = ("Why?", "Who asked “why?”", "Because.", "1.", "", "Ω", "»", "– 7 –", "Well, who knows (or not?)", "x" * 250)


def _nested(chance: np.random.Generator, lines: int) -> tuple[np.ndarray, np.ndarray]:
    """Elements that stand in each other, and lines in them."""
    elements = 1 + lines // 2
    return np.array([chance.integers(-1, at) for at in range(elements)]), chance.integers(0, elements, lines)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 2, 3, 8, 40, 200]))
@settings(deadline=None, max_examples=60)
def test_rules_after_the_trees(pure: Pure, seed: int, lines: int) -> None:
    chance = np.random.default_rng(seed)
    labels = len(default.LABELS)
    chances = chance.choice(np.array([0.05, 0.1, 0.25, 0.5, 0.6, 0.9], np.float32), (lines, labels))
    texts = chance.choice(np.array(TEXTS, object), lines).tolist()
    heading, apart, linked = (chance.choice(np.array(some, np.float32), lines) for some in ((0, 0, 0, 1, 2), (0, 0, 4, 10), (0, 0.5, 1)))
    chars, alike = np.array([*map(len, texts)], np.float32), chance.integers(0, max(1, lines // 8), lines)
    alike = np.unique(alike, return_inverse=True)[1].reshape(-1)
    best = np.minimum(chance.integers(0, labels + 3, lines), labels - 1) * (chance.random(lines) < 0.6)
    titles, kept = best == 0, best != labels - 1
    title = chances[:, 0]
    values = {"cell": np.float32(1) * (apart == 4), "linked": linked, "hidden": apart, "chars": chars, "heading": heading}
    begins, paths = chance.integers(0, 2, lines).tolist(), chance.integers(0, 6, lines)
    calls = {
        ("kin", "whole_kin"): (best, chances, Columns(values, [], [], (paths, paths), (paths, paths), paths), begins),
        ("choice", "choose"): (chances, kept, texts, heading, 0.4),
        ("sides", "sides"): (1 - chances[:, -1], 0.3, chars, Columns(values, [], [], (paths, paths), _nested(chance, lines), paths), texts),
        ("whole", "heads_nothing"): (titles, heading, alike),
        ("whole", "heads_removed"): (best, title, alike, apart),
        ("whole", "like_titles"): (titles, kept, title, texts, alike),
        ("questions", "questions"): (texts, kept, linked, alike),
    }
    for (module, name), given_to in calls.items():
        one, other = (getattr(some, name)(*given_to) for some in (import_module(f"rubricate.engines.{module}"), pure(f"engines.{module}")))
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist(), name
    fine = chance.random((lines, labels), np.float32)
    plain = pure("engines.verdict")
    assert verdict._said(best, fine) == plain._said(best, fine)
    assert verdict._lowered(fine, kept).tobytes() == plain._lowered(fine, kept).tobytes()
    assert verdict._has_doubtful(best, fine) == plain._has_doubtful(best, fine)
    prose, cells = (chance.integers(0, most, lines).astype(np.float32) for most in (200, 3))
    assert verdict._survey(best, prose, cells) == plain._survey(best, prose, cells)
    names = ["Related", "RELATED: all", "Rel", *texts, "MORE FROM US", "relations"]
    assert teasers._maybe_named(names) == pure("engines.teasers")._maybe_named(names) == [0, 1, len(names) - 2, len(names) - 1]
    for columns in (1, 4, 9):
        scores = chance.normal(0, 5, (lines, columns)).astype(np.float32)
        assert softmax(scores).tobytes() == pure("engines.trees").softmax(scores).tobytes()


def same_labels(html: bytes | str, pure: Pure) -> None:
    lines = segments.of(page.read(html))
    plain = pure("engines.default")
    one, other = default.load(default.MODEL).label(lines), plain.load(plain.MODEL).label(lines)
    assert (one.names, one.confidence, one.reasons) == (other.names, other.confidence, other.reasons)
    assert one.probabilities.tobytes() == other.probabilities.tobytes()


@pytest.mark.parametrize("path", PAGES[::3], ids=lambda path: path.parent.name)
def test_labels_of_pages(path: Path, pure: Pure) -> None:
    same_labels(path.read_bytes(), pure)


@pytest.mark.parametrize("name", [name for name in GROWING if not name.startswith("reopened")])  # those are refused before there is a page
def test_labels_of_hostile_pages(name: str, pure: Pure) -> None:
    same_labels(GROWING[name](3000).decode(), pure)
