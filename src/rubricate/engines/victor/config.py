"""Victor's configuration: bins, classes of tags, regular expressions, the features that the CRF sees and the template around a block.

The file is JSON with the paper's variables (`tag-delete`, `feature-X-values`, `feature-Y-scale`, `crf-features`). A model carries the configuration
that it was trained with, so that a changed file never reads a model wrongly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from rubricate.errors import UsageError

__all__ = ["CONTENT", "DOCUMENT", "FAMILIES", "FEATURES", "MARKUP", "Config", "load"]

MARKUP = (
    *("container.p", "container.a", "container.u", "container.img", "container.li"),
    *("container.class-header", "container.class-bold", "container.class-italic", "container.class-list", "container.class-form"),
    *("split.p", "split.br", "split.hr", "split.class-inline", "split.class-block"),
)
CONTENT = (
    *("char.alpha-rel", "char.num-rel", "char.punct-rel", "char.white-rel", "char.other-rel"),
    *("token.alpha-rel", "token.num-rel", "token.mix-rel", "token.other-rel"),
    *("token.alpha-abs", "token.num-abs", "token.mix-abs", "token.other-abs"),
    *("sentence.count", "sentence.avg-length", "sentence-begin", "sentence-end"),
    *("first-duplicate", "duplicate-count", "regexp.url", "regexp.date", "regexp.time", "bullet"),
    *("div-group.word-ratio", "td-group.word-ratio"),
)
DOCUMENT = (
    *("position", "document.word-count", "document.sentence-count", "document.block-count"),
    *("document.max-div-group", "document.max-td-group"),
)
FEATURES = MARKUP + CONTENT + DOCUMENT
"""The 46 features of chapter 4, in its order (sections 4.1, 4.2, 4.3)."""

FAMILIES = {"all": FEATURES, "exp-1": FEATURES, "markup": MARKUP, "content": CONTENT}

_PACKAGED = Path(__file__).with_name("cleaneval.json")


@dataclass(frozen=True)
class Config:
    """A configuration, read."""

    variables: Mapping[str, Any]

    def tags(self, name: str) -> frozenset[str]:
        """A class of tags."""
        return frozenset(self.variables[name])

    def bins(self, feature: str, values: Sequence[float]) -> Any:
        """For every value the number of the largest configured one that is less or equal."""
        return np.maximum(0, np.searchsorted(self.variables[f"feature-{feature}-values"], values, side="right") - 1)

    def scaled(self, feature: str, shares: Sequence[float]) -> Any:
        """Shares 0..1, each as one of `feature-Y-scale` values."""
        count = int(self.variables[f"feature-{feature}-scale"])
        return np.clip((np.asarray(shares, dtype=float) * count).astype(int), 0, count - 1)

    @cached_property
    def expressions(self) -> dict[str, tuple[re.Pattern[str], ...]]:
        """The compiled lists of regular expressions: url, date, time, bullet."""
        flags = {"bullet": re.UNICODE}
        names = {"url": "regexp-url", "date": "regexp-date", "time": "regexp-time", "bullet": "bullet"}
        return {key: tuple(re.compile(text, flags.get(key, re.IGNORECASE)) for text in self.variables[name]) for key, name in names.items()}

    def template(self, features: Sequence[str]) -> list[tuple[int, str]]:
        """The cells that the CRF sees: (row relative to the block, feature), each family in its own rows."""
        rows = self.variables["template"]
        families = (("markup", MARKUP), ("content", CONTENT), ("document", DOCUMENT))
        return [(int(row), feature) for name, family in families for row in rows[name] for feature in family if feature in features]

    def features(self, chosen: str | Sequence[str]) -> tuple[str, ...]:
        """The features that the CRF sees: a list of names, or all, markup, content, exp-1, exp-2, exp-3 ('' is what the file says)."""
        chosen = chosen or self.variables["crf-features"]
        if isinstance(chosen, str):
            without = self.variables.get(f"{chosen}-without")
            if without is None and chosen not in FAMILIES:
                raise UsageError(f"victor.v1 has no features {chosen!r}: give a list of names, or one of {', '.join(FAMILIES)}, exp-2, exp-3")
            return FAMILIES[chosen] if without is None else tuple(name for name in FEATURES if name not in without)
        unknown = [name for name in chosen if name not in FEATURES]
        if unknown or not chosen:
            raise UsageError(f"victor.v1 has no feature {(unknown or [''])[0]!r}; there are {', '.join(FEATURES)}")
        return tuple(name for name in FEATURES if name in chosen)


def load(path: str | Path | None = None) -> Config:
    """The packaged configuration, or one of your own."""
    place = Path(path) if path is not None else _PACKAGED
    try:
        variables = json.loads(place.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{place} is no configuration of victor.v1: {error}") from error
    missing = [name for name in json.loads(_PACKAGED.read_text("utf-8")) if name not in variables]
    if missing:
        raise UsageError(f"{place} lacks {len(missing)} variables of victor.v1, first {missing[0]!r}")
    return Config(variables)
