"""Curves as inline SVG, made here: a page needs no script for them. What they show stands in a table beside them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Final, NamedTuple

import segno
from markupsafe import Markup, escape

_WIDTH, _HEIGHT = 400, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 384, 16, 200
_SIGNED: Final = 8
"""Up to so many rounds, every point of a line bears its seat's sign."""
_NUMBERS: Final = 8
"""Number of rounds that are named below the lines, at most."""
_SIGN: Final = 18
_QUIET: Final = 4
"""The width of a QR code's light margin, in squares (ISO/IEC 18004)."""


class Curve(NamedTuple):
    """A seat's line: its values from the first on."""

    seat: int
    values: tuple[float, ...]


def curves(lines: Sequence[Curve], label: str, *, first: int) -> Markup:
    """Return a chart of these lines; ``label``: what it shows, for who cannot see it; ``first``: the first number."""
    values = [value for line in lines for value in line.values]
    low, high, step = _scale(min(values), max(values))
    last = max(len(line.values) for line in lines) - 1

    def at(number: int, value: float) -> tuple[float, float]:
        x = _LEFT + 10 + (_RIGHT - _LEFT - 10) * number / max(1, last)
        return x, _BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low)

    parts = [f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">']
    for tick in range(low, high + 1, step):
        _, y = at(0, tick)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{_signed(tick)}</text>')
    apart = _step(lambda step: (last + 1) / step <= _NUMBERS)
    for number in range(last + 1):
        if (number + first) % apart == 0 and number + first:
            x, _ = at(number, low)
            parts.append(f'<text x="{x:.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{number + first}</text>')
    for line in lines:
        points = [at(number, value) for number, value in enumerate(line.values)]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="curve" data-seat="{line.seat}" points="{drawn}"/>')
    for line in lines:
        shown = range(1, len(line.values)) if last <= _SIGNED and len(lines) > 1 else [len(line.values) - 1]
        for number in shown:
            x, y = at(number, line.values[number])
            place = f'x="{x - _SIGN / 2:.1f}" y="{y - _SIGN / 2:.1f}" width="{_SIGN}" height="{_SIGN}"'
            parts.append(f'<image href="/sign/{line.seat}.svg" {place}/>')
    return Markup("".join([*parts, "</svg>"]))  # noqa: S704  only numbers, and a label that is escaped


def shares(mine: int, theirs: int, seat: int, other: int) -> Markup:
    """Return a bar of two parts in the colours of two seats; the second one is hatched."""
    whole, cut = 300, round(300 * mine / max(1, mine + theirs))
    hatch = "".join(f'<path d="M{x} 10 l10 -10"/>' for x in range(cut - 4, whole, 8))
    return Markup(  # noqa: S704  only numbers
        f'<svg class="shares" viewBox="0 0 {whole} 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="seat" data-seat="{seat}" width="{cut}" height="10"/>'
        f'<svg x="{cut}" width="{whole - cut}" height="10" viewBox="{cut} 0 {max(1, whole - cut)} 10">'
        f'<rect class="seat" data-seat="{other}" x="{cut}" width="{whole - cut}" height="10"/>'
        f'<g class="hatch">{hatch}</g></svg></svg>'
    )


def bar(part: float, whole: float, seat: int) -> Markup:
    """Return how much of the longest one a bar is, in a seat's colour."""
    wide = max(3, round(100 * part / whole)) if whole else 3
    return Markup(  # noqa: S704  only numbers
        '<svg class="bar-of" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="seat" data-seat="{seat}" width="{wide}" height="4"/></svg>'
    )


@lru_cache(maxsize=4)
def code(address: str) -> Markup:
    """Return the QR code of an address, dark on a light card with the margin of the norm."""
    rows = [*segno.make_qr(address, error="l").matrix_iter(border=_QUIET)]
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    side = len(rows)
    return Markup(  # noqa: S704  only numbers
        f'<svg class="code" viewBox="0 0 {side} {side}" shape-rendering="crispEdges" aria-hidden="true">'
        f'<rect width="{side}" height="{side}" rx="1"/><path d="{dark}"/></svg>'
    )


def _step(fits: Callable[[int], bool]) -> int:
    """Return the first of 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, ... that fits."""
    larger = (base * int(10**power) for power in count() for base in (10, 20, 25, 50))
    return next(step for step in chain((1, 2, 5), larger) if fits(step))


def _scale(least: float, most: float) -> tuple[int, int, int]:
    step = _step(lambda step: (most - least) / step <= 4)
    low = math.floor(least / step) * step
    return low, max(math.ceil(most / step) * step, low + step), step


def _signed(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
