"""The learned model of levels: weights of the clues, and trees over pairs of titles that correct their sum.

The clues carry what holds on any page; the trees add what takes several facts at once. The model is an .npz of plain arrays (no code is loaded from
it), with a card beside it that says what it was trained on. It is read when the first page is nested; where the file is not there, the clues of
`clues` decide alone.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.errors import BadModel
from rubricate.outline.clues import WEIGHTS
from rubricate.outline.looks import names_a_document
from rubricate.outline.pairs import NAMES, Pairs

__all__ = ["FORMAT", "MODEL", "LevelModel", "load", "packaged"]

FORMAT = 1
_fast = twin("outline._levels")
MODEL = Path(__file__).parent.parent / "models" / "levels.v1.npz"


class LevelModel:
    """Weights of all clues, and boosted trees; stateless once made. Where `nesting` is not None, it nests titles with them in one compiled pass."""

    nesting: Any = None

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        from rubricate.engines.trees import Trees

        facts = json.loads(str(arrays["facts"]))
        if facts.get("format") != FORMAT or facts["weights"].keys() != WEIGHTS.keys():
            raise BadModel(f"the model of levels has format {facts.get('format')}; this version reads format {FORMAT} with {len(WEIGHTS)} clues")
        self.weights: dict[str, float] = facts["weights"]
        places = np.array([NAMES.index(name) for name in facts["names"]], np.intp)
        self.trees = Trees({**arrays, "features": places[arrays["features"]]})
        if _fast is not None:
            self.nesting = _fast.Nesting(self.weights, names_a_document, self.trees)

    def corrections(self, found: Pairs) -> dict[tuple[int, int], float]:
        """What is to be added to the sum of the clues, by the orders of the lower and the upper title."""
        scores = self.trees.scores(found.table)[:, 0]
        return dict(zip(zip(found.lower.tolist(), found.upper.tolist(), strict=True), scores.tolist(), strict=True))


@lru_cache(maxsize=1)
def packaged() -> LevelModel | None:
    """The model of the package, or None where there is no file."""
    return load(MODEL) if MODEL.is_file() else None


def load(path: Path) -> LevelModel:
    """The model of a file."""
    from rubricate.engines.trees import from_file

    return from_file(path, LevelModel, "levels", "levels")
