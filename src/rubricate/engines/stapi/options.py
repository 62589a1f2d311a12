"""What can be chosen about STAPI: one frozen dataclass with the paper's values, and the choice that is shipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from rubricate.engines.stapi.features import CATEGORIES, ENCODING, NUMBERS
from rubricate.errors import UsageError

__all__ = ["PAPER", "SHIPPED", "Options", "from_dict", "without"]


@dataclass(frozen=True, slots=True)
class Options:
    """The paper's values (sections 3.1, 3.2 and 5.3); XGBoost's and SMOTE's own defaults are written out, so that a new release cannot move them."""

    encoder: str = "bert-base-cased"  # 'wordllama', 'minilm', or whatever transformers loads: a folder, or the id of a model that is on this machine
    download: bool = False  # let transformers fetch a model that is not on this machine
    discard: tuple[str, ...] = ("nav", "footer", "button", "table", "figure", "code", "details")  # text inside these is noise before any learning
    filter_features: tuple[str, ...] = ("words", "position", "tag", "parent", "next_tag", "id", ENCODING)
    classifier_features: tuple[str, ...] = ("words", "ratio", "punctuation", "tag", "next_tag", ENCODING)
    filter_rate: float = 0.1
    classifier_rate: float = 0.65
    rounds: int = 100  # of the filter
    classifier_rounds: int = 100
    depth: int = 6
    filter_smote: bool = True  # make up examples of the smaller class until both are as large
    smote: bool = True  # the same in the classifier
    neighbours: int = 5  # of which SMOTE mixes
    least_pages: int = 2  # a tag or id is a column if it is seen on so many training pages (the paper does not say; 1 is every one)

    def __post_init__(self) -> None:
        known = {*NUMBERS, *CATEGORIES, ENCODING}
        strange = [name for name in (*self.filter_features, *self.classifier_features) if name not in known]
        if strange:
            raise UsageError(f"stapi has no feature {', '.join(strange)}; there are {', '.join(sorted(known))}")
        if not self.filter_features or not self.classifier_features:
            raise UsageError("stapi needs at least one feature for the filter and one for the classifier")


PAPER = Options()
"""As published."""

MORE = ("previous_words", "next_words", "bold", "position", "parent", "previous_tag", "size", "linked", "alike")
"""What the shipped classifier sees beyond the paper's features."""

SHIPPED = replace(
    PAPER,
    encoder="wordllama",
    filter_features=(*PAPER.filter_features, "previous_words", "next_words", "hidden"),
    classifier_features=(*PAPER.classifier_features, *MORE),
    classifier_rate=0.2,
    rounds=250,
    classifier_rounds=120,
    filter_smote=False,
)
"""As in the package: every departure is a field that differs from PAPER."""


def without(options: Options, feature: str) -> Options:
    """The same options with one feature less in both steps (table 5)."""
    return replace(
        options,
        filter_features=tuple(name for name in options.filter_features if name != feature),
        classifier_features=tuple(name for name in options.classifier_features if name != feature),
    )


def from_dict(values: Mapping[str, Any]) -> Options:
    """Options as `dataclasses.asdict` and JSON leave them."""
    known = {field.name for field in fields(Options)}
    strange = sorted(set(values) - known)
    if strange:
        raise UsageError(f"stapi has no option {', '.join(strange)}; there are {', '.join(sorted(known))}")
    fitting: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return Options(**fitting)


assert from_dict(asdict(PAPER)) == PAPER
