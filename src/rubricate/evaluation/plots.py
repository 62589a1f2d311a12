"""Small SVG drawings for the report: confusion matrix, curves, bars. Strings out, nothing to install; lines take the page's own colour."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["bars", "confusion", "curves", "learning"]

Curve = Sequence[tuple[float, float]]
COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#8a5a00", "#6a3fa0", "#00777a", "#a0397b", "#555555")


def confusion(matrix: Sequence[Sequence[int]], names: Sequence[str], caption: str) -> str:
    """Rows are gold, columns are given; a cell's red is its share of the row."""
    cell, left, top = 74, 96, 46
    shown = [i for i in range(len(names)) if any(matrix[i]) or any(row[i] for row in matrix)]
    parts = [_text(left + cell * len(shown) / 2, 14, "given", "middle"), _text(4, top - 8, "gold", "start")]
    for y, i in enumerate(shown):
        total = sum(matrix[i]) or 1
        parts.append(_text(left - 6, top + cell * (y + 0.5) + 4, names[i], "end"))
        parts.append(_text(left + cell * (y + 0.5), top - 8, names[i], "middle"))
        for x, j in enumerate(shown):
            share = matrix[i][j] / total
            parts.append(
                f'<rect x="{left + cell * x}" y="{top + cell * y}" width="{cell}" height="{cell}" fill="#b3261e" fill-opacity="{share:.3f}" '
                f'stroke="currentColor" stroke-opacity=".2"/>'
            )
            parts.append(_text(left + cell * (x + 0.5), top + cell * (y + 0.5), f"{matrix[i][j]}", "middle"))
            parts.append(_text(left + cell * (x + 0.5), top + cell * (y + 0.5) + 15, f"{100 * share:.1f} %", "middle", 10))
    return _figure(parts, left + cell * len(shown) + 10, top + cell * len(shown) + 10, caption)


def curves(lines: Sequence[tuple[str, Curve]], caption: str, x_name: str, y_name: str, diagonal: bool = True, dots: bool = False) -> str:
    """Curves in the unit square; `diagonal` draws where chance (ROC) or perfect calibration lies."""
    size, left, top = 260, 46, 12
    parts = [f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="none" stroke="currentColor" stroke-opacity=".4"/>']
    if diagonal:
        parts.append(f'<path d="M{left} {top + size}L{left + size} {top}" stroke="currentColor" stroke-opacity=".3" stroke-dasharray="4 4"/>')
    for tick in (0.0, 0.5, 1.0):
        parts.append(_text(left + tick * size, top + size + 16, f"{tick:g}", "middle", 11))
        parts.append(_text(left - 6, top + size - tick * size + 4, f"{tick:g}", "end", 11))
    for number, (name, line) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        points = [(left + x * size, top + size - y * size) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points if dots]
        parts.append(_text(left + size + 12, top + 14 + 18 * number, name, "start", 12, colour))
    parts.append(_text(left + size / 2, top + size + 32, x_name, "middle", 12))
    turned = f'transform="translate(12 {top + size / 2}) rotate(-90)"'
    parts.append(f'<text {turned} text-anchor="middle" font-size="12" fill="currentColor">{escape(y_name)}</text>')
    return _figure(parts, left + size + 190, top + size + 40, caption)


def learning(lines: Sequence[tuple[str, Curve]], caption: str) -> str:
    """Figure 1 of spider: accuracy in per cent over the number of training pages, from the lowest ten that is reached up to 100."""
    size, left, top = 260, 46, 12
    points = [point for _, line in lines for point in line]
    low = min([90.0, *(100 * y // 10 * 10 for _, y in points)])
    first, last = min((x for x, _ in points), default=1), max((x for x, _ in points), default=2)
    across, up = size / max(1, last - first), size / (100 - low)
    parts = [f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="none" stroke="currentColor" stroke-opacity=".4"/>']
    parts += [_text(left + (x - first) * across, top + size + 16, f"{x:g}", "middle", 11) for x in sorted({x for x, _ in points})]
    parts += [_text(left - 6, top + size * (1 - part) + 4, f"{low + part * (100 - low):g}", "end", 11) for part in (0.0, 0.5, 1.0)]
    for number, (name, line) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{left + (x - first) * across:.1f},{top + size - (100 * y - low) * up:.1f}" for x, y in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(_text(left + size + 12, top + 14 + 18 * number, name, "start", 12, colour))
    parts.append(_text(left + size / 2, top + size + 32, "training pages", "middle", 12))
    return _figure(parts, left + size + 190, top + size + 40, caption)


def bars(rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], caption: str) -> str:
    """Groups of horizontal bars from 0 to 1: (group, [(name, value)])."""
    left, width, height, gap = 170, 300, 15, 10
    parts: list[str] = []
    y = 8.0
    for group, values in rows:
        parts.append(_text(4, y + height - 3, group, "start", 12))
        for number, (name, value) in enumerate(values):
            colour = COLOURS[number % len(COLOURS)]
            parts.append(_text(left - 6, y + height - 3, name, "end", 11))
            long = width * min(1.0, max(0.0, value))
            parts.append(f'<rect x="{left}" y="{y:.0f}" width="{long:.1f}" height="{height - 3}" fill="{colour}" fill-opacity=".8"/>')
            parts.append(_text(left + width + 8, y + height - 3, f"{value:.3f}", "start", 11))
            y += height
        y += gap
    return _figure(parts, left + width + 60, y, caption)


def _text(x: float, y: float, text: str, anchor: str, size: int = 12, colour: str = "currentColor") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{escape(text)}</text>'


def _figure(parts: Sequence[str], width: float, height: float, caption: str) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg {size} role="img" aria-label="{escape(caption, quote=True)}">'
    return f"<figure>{head}{''.join(parts)}</svg><figcaption>{escape(caption)}</figcaption></figure>"
