"""A plot of a comparison of simulated variants as SVG: a panel for each measure, with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from kiosk.drawings.svg import PALE, Paper
from kiosk.simulator.comparison import CONFIDENCE, Compared, Comparison

COLUMNS: Final = 3
_WIDE, _HIGH = 300.0, 200.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 16.0, 34.0, 30.0
_LINE: Final = 18.0
_TEXT: Final = 12.0
_MARK: Final = "#1f5fa8"
_GRID: Final = "#dddddd"


def draw(comparison: Comparison, title: str) -> str:
    """Return the plot as the text of an SVG file. Measures that are the same in all variants are left out."""
    panels = [rows for rows in comparison.shown() if all(row.found.low is not None for row in rows)]
    labels, legend = _labels(comparison)
    head = 2 * _LINE + _LINE * len(legend) + 12
    lines = -(-len(panels) // COLUMNS)
    paper = Paper(COLUMNS * _WIDE, head + max(1, lines) * _HIGH)
    paper.write(_LEFT / 2, _LINE + 4, title, 15, weight="bold")
    words = f"{comparison.rounds} rounds each, with the same seeds; bars: {CONFIDENCE:.0%} confidence intervals"
    paper.write(_LEFT / 2, 2 * _LINE + 4, words, _TEXT, colour=PALE)
    for number, line in enumerate(legend):
        paper.write(_LEFT / 2, (3 + number) * _LINE + 4, line, _TEXT)
    if not panels:
        paper.write(_LEFT / 2, head + _LINE, "All measures are the same in all variants.", _TEXT)
    for number, rows in enumerate(panels):
        left, top = number % COLUMNS * _WIDE, head + number // COLUMNS * _HIGH
        _panel(paper, left, top, rows, labels)
    return paper.text()


def _labels(comparison: Comparison) -> tuple[list[str], list[str]]:
    names = [variant.name for variant in comparison.variants]
    values = [variant.value for variant in comparison.variants]
    if len(set(values)) == len(values):
        option = names[0].removesuffix(f"={values[0]}")
        return values, [f"Below each panel: {option}"]
    labels = [str(number) for number in range(1, len(names) + 1)]
    return labels, [f"{label}: {name}" for label, name in zip(labels, names, strict=True)]


def _panel(paper: Paper, left: float, top: float, rows: Sequence[Compared], labels: Sequence[str]) -> None:
    seat = "" if rows[0].seat is None else f", seat {rows[0].seat}"
    paper.write(left + _LEFT, top + 22, rows[0].measure.replace("_", " ") + seat, 13, weight="bold")
    low = min(row.found.low or 0.0 for row in rows)
    high = max(row.found.high or 0.0 for row in rows)
    floor, ceiling = top + _HIGH - _BOTTOM, top + _TOP
    scale = (floor - ceiling) / ((high - low) or 1.0)

    def y(value: float) -> float:
        return floor - (value - low) * scale

    start, end = left + _LEFT, left + _WIDE - _RIGHT
    for value in _ticks(low, high):
        paper.line((start, y(value)), (end, y(value)), colour=_GRID)
        paper.write(start - 6, y(value) + 4, f"{value:.4g}", 11, anchor="end", colour=PALE)
    step = (end - start) / len(rows)
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        x = start + (number + 0.5) * step
        found = row.found
        paper.line((x, y(found.low or 0.0)), (x, y(found.high or 0.0)), colour=_MARK, thick=2)
        paper.circle(x, y(found.value or 0.0), 3.5, fill=_MARK)
        paper.write(x, floor + _LINE, label, 11, anchor="middle")


def _ticks(low: float, high: float) -> list[float]:
    """Return about three round numbers between the two."""
    if high <= low:
        return [low]
    wanted = (high - low) / 3
    power = 10.0 ** math.floor(math.log10(wanted))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= wanted)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
