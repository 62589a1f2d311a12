from __future__ import annotations

import pytest

from rubricate.errors import UnknownEngine
from rubricate.evaluation.systems import trainer


def test_engines_that_learn_are_known_by_name_before_they_have_a_model() -> None:
    assert trainer("rules.v1") is None
    for name in ("stapi.v1", "victor.v1"):
        assert callable(trainer(name)), name


def test_an_unknown_engine_is_said() -> None:
    with pytest.raises(UnknownEngine):
        trainer("nobody.v1")
