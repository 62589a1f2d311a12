"""A feed-forward net with two hidden layers (24 and 48 rectified units) and a softmax over three classes, trained and run by numpy.

The paper gives the layers; batches of 256 and 2,000 steps are the published code's. The optimiser (Adam, its rate falling to zero) and the scaling of
the inputs to mean 0 and deviation 1 are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from rubricate.errors import BadModel

__all__ = ["Network", "fit"]


@dataclass(frozen=True)
class Network:
    """Weights and offsets of each layer, and the scaling of the inputs."""

    weights: tuple[Any, ...]
    offsets: tuple[Any, ...]
    mean: Any
    deviation: Any

    def __post_init__(self) -> None:
        sizes = [len(self.mean), *(len(offset) for offset in self.offsets)]
        shapes = [weight.shape for weight in self.weights]
        if shapes != list(pairwise(sizes)) or len(self.deviation) != len(self.mean):
            raise BadModel(f"the layers do not fit together: {shapes} with {sizes}")

    def probabilities(self, inputs: Any) -> Any:
        """One row an input, one column a class."""
        return _softmax(_forward(self.weights, self.offsets, (inputs - self.mean) / self.deviation)[-1])

    def arrays(self) -> dict[str, Any]:
        """What is stored of it."""
        made = {f"weights_{number}": weight.astype(np.float32) for number, weight in enumerate(self.weights)}
        made |= {f"offsets_{number}": offset.astype(np.float32) for number, offset in enumerate(self.offsets)}
        return {**made, "mean": self.mean, "deviation": self.deviation}

    @classmethod
    def of_arrays(cls, stored: Mapping[str, Any]) -> Network:
        """The net from what `arrays` gave."""
        layers = range(sum(name.startswith("weights_") for name in stored))
        weights = tuple(stored[f"weights_{number}"].astype(float) for number in layers)
        return cls(weights, tuple(stored[f"offsets_{number}"].astype(float) for number in layers), stored["mean"], stored["deviation"])


def fit(inputs: Any, classes: Any, hidden: Sequence[int], steps: int, batch: int, rate: float, seed: int) -> Network:
    """Train a net by Adam on cross-entropy; the same seed gives the same net."""
    random = np.random.default_rng(seed)
    mean, deviation = inputs.mean(axis=0), inputs.std(axis=0)
    deviation = np.where(deviation > 0, deviation, 1.0)
    scaled = (inputs - mean) / deviation
    sizes = [inputs.shape[1], *hidden, int(classes.max()) + 1]
    values = [random.normal(0.0, np.sqrt(2.0 / above), (above, below)) for above, below in pairwise(sizes)]
    values += [np.zeros(size) for size in sizes[1:]]
    layers = len(sizes) - 1
    first, second = [np.zeros_like(value) for value in values], [np.zeros_like(value) for value in values]
    for step in range(1, steps + 1):
        rows = random.integers(0, len(scaled), batch)
        slopes = _slopes(values[:layers], values[layers:], scaled[rows], classes[rows])
        pace = rate * (1 - (step - 1) / steps) * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        for number, slope in enumerate(slopes):
            first[number] = 0.9 * first[number] + 0.1 * slope
            second[number] = 0.999 * second[number] + 0.001 * slope**2
            values[number] = values[number] - pace * first[number] / (np.sqrt(second[number]) + 1e-8)
    return Network(tuple(values[:layers]), tuple(values[layers:]), mean, deviation)


def _forward(weights: Sequence[Any], offsets: Sequence[Any], inputs: Any) -> list[Any]:
    """The inputs and what each layer makes of them."""
    made = [inputs]
    for number, (weight, offset) in enumerate(zip(weights, offsets, strict=True)):
        out = made[-1] @ weight + offset
        made.append(out if number == len(weights) - 1 else np.maximum(out, 0.0))
    return made


def _softmax(logits: Any) -> Any:
    if not len(logits):
        return logits
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _slopes(weights: Sequence[Any], offsets: Sequence[Any], inputs: Any, classes: Any) -> list[Any]:
    """The gradient of the mean cross-entropy: of all weights, then of all offsets."""
    made = _forward(weights, offsets, inputs)
    error = _softmax(made[-1])
    error[np.arange(len(classes)), classes] -= 1.0
    error /= len(classes)
    of_weights, of_offsets = [], []
    for number in range(len(weights) - 1, -1, -1):
        of_weights.append(made[number].T @ error)
        of_offsets.append(error.sum(axis=0))
        error = (error @ weights[number].T) * (made[number] > 0)
    return [*reversed(of_weights), *reversed(of_offsets)]
