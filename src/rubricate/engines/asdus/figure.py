"""Figure 3 of the paper for a page: its lines in the two dimensions, the two clusters, their medians marked with an X, as SVG written by hand.

Lines at the same place of the drawing are one point, so the size of the drawing has a bound whatever the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10
from typing import Any

import numpy as np

from rubricate.engines.asdus.clusters import Clusters

__all__ = ["figure"]

WIDTH, HEIGHT = 720, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 60
COLOURS = ("#c0392b", "#2c5f8a")
NAMES = ("title cluster", "prose cluster")


def figure(points: Any, clusters: Clusters) -> str:
    """The SVG of the points and their clusters."""
    reach = [_reach(points[:, axis]) for axis in (0, 1)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *_axes(reach),
    ]
    for number, members in enumerate((clusters.title, ~clusters.title)):
        own = points[members]
        parts.extend(_dots(own, reach, COLOURS[number]))
        parts.append(_legend(number, len(own)))
    for number, members in enumerate((clusters.title, ~clusters.title)):
        if members.any():
            parts.append(_cross(_place(np.median(points[members], axis=0), reach), COLOURS[number]))
    return "\n".join([*parts, "</svg>", ""])


def _reach(values: Any) -> float:
    """The end of an axis: the greatest value, rounded up to two figures."""
    most = float(values.max(initial=0.0))
    if most <= 0:
        return 1.0
    unit: float = 10.0 ** (ceil(log10(most)) - 2)
    return ceil(most / unit) * unit


def _place(point: Any, reach: Sequence[float]) -> tuple[float, float]:
    across = LEFT + float(point[0]) / reach[0] * (WIDTH - LEFT - RIGHT)
    up = HEIGHT - BOTTOM - float(point[1]) / reach[1] * (HEIGHT - TOP - BOTTOM)
    return round(across, 1), round(up, 1)


def _dots(points: Any, reach: Sequence[float], colour: str) -> list[str]:
    places = dict.fromkeys(_place(point, reach) for point in points)
    return [f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{colour}" fill-opacity="0.5"/>' for x, y in places]


def _cross(place: tuple[float, float], colour: str) -> str:
    x, y = place
    path = f"M{x - 7:g} {y - 7:g}L{x + 7:g} {y + 7:g}M{x - 7:g} {y + 7:g}L{x + 7:g} {y - 7:g}"
    return f'<path class="median" d="{path}" stroke="white" stroke-width="6"/><path d="{path}" stroke="{colour}" stroke-width="3"/>'


def _legend(number: int, count: int) -> str:
    x = LEFT + 10 + 220 * number
    return f'<circle cx="{x}" cy="20" r="4" fill="{COLOURS[number]}"/><text x="{x + 10}" y="24">{NAMES[number]}: {count} lines</text>'


def _axes(reach: Sequence[float]) -> list[str]:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = [f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="black"/>']
    for step in range(6):
        x, y = _place((reach[0] * step / 5, reach[1] * step / 5), reach)
        parts.append(f'<text x="{x:g}" y="{bottom + 18}" text-anchor="middle">{reach[0] * step / 5:g}</text>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:g}" text-anchor="end">{reach[1] * step / 5:g}</text>')
    middle = (TOP + bottom) / 2
    parts.append(f'<text x="{(LEFT + right) / 2:g}" y="{HEIGHT - 15}" text-anchor="middle">length of the text (characters)</text>')
    parts.append(f'<text x="18" y="{middle:g}" text-anchor="middle" transform="rotate(-90 18 {middle:g})">the other seven features</text>')
    return parts
