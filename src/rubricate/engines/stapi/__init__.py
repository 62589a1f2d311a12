"""stapi.v1: a filter, then a typographic classifier, both boosted trees over tags, lengths and sentence encodings."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from rubricate.engines.stapi.encoders import Encoder, average, encoder
from rubricate.engines.stapi.figures import AblationRow, ablation, measure, title_prose
from rubricate.engines.stapi.model import NAME, PACKAGED, Stapi, load
from rubricate.engines.stapi.options import PAPER, SHIPPED, Options
from rubricate.engines.stapi.training import Sample, fit, samples, train

__all__ = [
    "DESCRIPTION",
    "PAPER",
    "SHIPPED",
    "AblationRow",
    "Encoder",
    "Options",
    "Sample",
    "Stapi",
    "ablation",
    "average",
    "encoder",
    "engine",
    "fit",
    "load",
    "measure",
    "problem",
    "samples",
    "title_prose",
    "train",
]

DESCRIPTION = "STAPI (LREC 2022): a filter, then a classifier of titles and prose; boosted trees over tags, lengths and sentence encodings."


def engine(model: str | Path | None = None) -> Stapi:
    """The engine with the packaged model, or with one of your own."""
    return load(Path(model) if model is not None else PACKAGED)


def problem() -> str:
    """Why the engine is not ready, or ''. Nothing is loaded."""
    if not PACKAGED.is_file():
        return f"its model {PACKAGED.name} is not installed"
    missing = [package for module, package in _NEEDS.items() if find_spec(module) is None]
    return f"{NAME} needs the extra 'papers' ({', '.join(missing)} not installed): pip install 'rubricate[papers]'" if missing else ""


_NEEDS = {"xgboost": "xgboost-cpu", "sentencex": "sentencex", "wordllama": "wordllama", "tokenizers": "tokenizers", "safetensors": "safetensors"}
