"""A trained model on disk: one .npz of plain arrays with the configuration in it, and a card beside it that says what it was made of.

A file is believed only if it holds what it must, all of the right shape; where a card lies beside it, its sha256 must be the file's. Nothing in it
is ever run.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rubricate.engines.victor.config import Config
from rubricate.engines.victor.crf import LABELS, Weights
from rubricate.errors import BadModel

__all__ = ["PACKAGED", "card_of", "read", "write"]

PACKAGED = Path(__file__).resolve().parents[2] / "models" / "victor.v1.npz"
FORMAT = "victor.v1"


def card_of(path: Path) -> Path:
    """Where the card of a model lies."""
    return path.with_suffix(".json")


def write(path: Path, weights: Weights, config: Config, card: Mapping[str, Any]) -> None:
    """Write the model and its card."""
    keys = sorted(weights.tables)
    about = {
        "format": FORMAT,
        "labels": LABELS,
        "tables": [[row, feature, len(weights.tables[row, feature])] for row, feature in keys],
        "edges": sorted(weights.edge),
        "config": config.variables,
    }
    empty = np.zeros((0, len(LABELS)), dtype=np.float32)
    arrays: dict[str, Any] = {
        "about": np.frombuffer(json.dumps(about, ensure_ascii=False, sort_keys=True).encode(), dtype=np.uint8),
        "states": np.concatenate([empty, *(weights.tables[key] for key in keys)]).astype(np.float32),
        "edges": np.concatenate([empty, *(weights.edge[row][None, :] for row in sorted(weights.edge))]).astype(np.float32),
        "transitions": np.asarray(weights.transitions, dtype=np.float32),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:  # a name without .npz stays as it is
        np.savez_compressed(file, **arrays)
    full = {**card, "bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    card_of(path).write_text(json.dumps(full, indent=1, ensure_ascii=False) + "\n", "utf-8")


def read(path: Path) -> tuple[Weights, Config]:
    """The weights and the configuration of a model file; BadModel where it is missing, damaged or not ours."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadModel(f"victor.v1: the model {path} cannot be read: {error}") from error
    _check(path, data)
    try:
        with np.load(path, allow_pickle=False) as arrays:
            about = json.loads(arrays["about"].tobytes())
            return _weights(about, arrays["states"], arrays["edges"], arrays["transitions"]), Config(about["config"])
    except (KeyError, ValueError, TypeError, IndexError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise BadModel(f"victor.v1: {path} ({len(data):,} bytes) is damaged or no model of victor.v1: {error}") from error


def _check(path: Path, data: bytes) -> None:
    card = card_of(path)
    if not card.is_file():
        return
    try:
        expected = json.loads(card.read_text("utf-8")).get("sha256")
    except (OSError, ValueError, AttributeError) as error:
        raise BadModel(f"victor.v1: the card {card} cannot be read: {error}") from error
    found = hashlib.sha256(data).hexdigest()
    if expected != found:
        raise BadModel(f"victor.v1: {path} has sha256 {found[:12]}..., its card says {str(expected)[:12]}...")


def _weights(about: Mapping[str, Any], states: Any, edges: Any, transitions: Any) -> Weights:
    width = len(LABELS)
    if about["format"] != FORMAT or tuple(about["labels"]) != LABELS:
        raise ValueError(f"format {about['format']!r} with labels {about['labels']}")
    sizes = [int(size) for _, _, size in about["tables"]]
    if states.shape != (sum(sizes), width) or edges.shape != (len(about["edges"]), width) or transitions.shape != (width, width):
        raise ValueError(f"arrays of shapes {states.shape}, {edges.shape}, {transitions.shape}")
    tables, start = {}, 0
    for (row, feature, _), size in zip(about["tables"], sizes, strict=True):
        tables[int(row), str(feature)] = states[start : start + size]
        start += size
    edge = {int(row): edges[place] for place, row in enumerate(about["edges"])}
    return Weights(tables, edge, transitions)
