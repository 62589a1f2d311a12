from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rubricate.errors import UsageError
from rubricate.evaluation import EvaluateOptions


@pytest.mark.parametrize(
    "wrong",
    [
        {"split": "test"},
        {"engines": ()},
        {"corpora": ()},
        {"jobs": 0},
        {"folds": 1},
        {"limit": -1},
        {"timeout": 0.0},
        {"update_gate": True},
        {"engines": ("default=cv/{fold}.npz",)},
        {"levels": Path("{fold}.npz")},
        {"levels": Path("{fold}.npz"), "split": "cv", "limit": 10},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        EvaluateOptions(**wrong)


def test_peers_alone_and_a_gate_to_update_make_sense() -> None:
    EvaluateOptions(engines=(), peers=("all-h-tags",))
    EvaluateOptions(gate=Path("gate.json"), update_gate=True)
