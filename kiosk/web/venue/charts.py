"""Curves as inline SVG, made here: a page needs no script for them. What they show stands in a table beside them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Final, NamedTuple

import segno
from markupsafe import Markup, escape

_WIDTH = 340
"""Its width, in the pixels of a phone's page: there it is drawn as large as here, its letters are those of the page."""
_LEFT, _TOP, _HIGH, _BELOW = 34, 12, 138, 24
_SIGNED: Final = 8
"""Up to so many rounds, every point of a line bears its seat's sign."""
_NUMBERS: Final = 8
"""Number of rounds that are named below the lines, at most."""
_SIGN: Final = 18
"""The size of a sign at the end of a line."""
_STEP: Final = 12
"""The size of one at a round before."""
_NAMES: Final = (122, 186)
"""The least and the greatest width of the names at the ends of lines, with their signs and totals."""
_BESIDE: Final = 57
"""What of it a sign and a total of two digits and a minus take."""
_LETTER: Final = (10.5, 8.0)
"""The width of a letter of a brief name, and of a long one, which is smaller: of wide ones, in bold."""
_LETTERS: Final = 16
"""How far apart numbers beside the lines are, at least."""
_FAR: Final = 2
"""How many times the highest value a goal may be."""
_APART: Final = 25
"""How far apart names are, at least."""
_BRIEF: Final = 10
"""The number of characters up to which a name has the usual size."""
_BARS: Final = 12
"""Number of bars, at most; of few rounds there are fewer."""
_QUIET: Final = 4
"""The width of a QR code's light margin, in squares (ISO/IEC 18004)."""


class End(NamedTuple):
    """What stands at the end of a line: a name, which leads to an ``address`` (empty: to none), and its total."""

    name: str
    total: str
    won: bool
    address: str


class Curve(NamedTuple):
    """A seat's line: its values from the first on, and what stands at its end."""

    seat: int
    values: tuple[float, ...]
    end: End | None = None


def curves(lines: Sequence[Curve], label: str, *, first: int, goal: int | None = None) -> Markup:
    """Return a chart of these lines; ``label``: what it shows, for who cannot see it; ``first``: the first number.

    ``goal``: a value that all lines strive for, drawn if it is not so far above them that they would lie flat.
    """
    values = [value for line in lines for value in line.values]
    if goal is not None and 0 < goal <= _FAR * max(values):
        values.append(goal)
    else:
        goal = None
    low, step = _scale(min(values), max(values))
    high = max(*values, low + step)
    last = max(len(line.values) for line in lines) - 1
    ended = [line for line in lines if line.end]
    right = _WIDTH - _room([line.end.name for line in lines if line.end])
    bottom = _TOP + max(_HIGH, _APART * (len(ended) - 1))
    height = bottom + _BELOW

    def at(number: int, value: float) -> tuple[float, float]:
        x = _LEFT + 10 + (right - _LEFT - 10) * number / max(1, last)
        return x, bottom - (bottom - _TOP) * (value - low) / (high - low)

    parts = [f'<svg class="chart" viewBox="0 0 {_WIDTH} {height}" role="group" aria-label="{escape(label)}">']
    marks = dict.fromkeys(range(low, math.floor(high) + 1, step), "grid")
    if goal is not None:
        near = _LETTERS * (high - low) / (bottom - _TOP)
        marks = {tick: look for tick, look in marks.items() if abs(tick - goal) > near} | {goal: "goal"}
    for mark, look in marks.items():
        _, y = at(0, mark)
        parts.append(f'<line class="{look}" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="{look}" x="{_LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{_signed(mark)}</text>')
    apart = _step(lambda step: (last + 1) / step <= _NUMBERS)
    for number in range(last + 1):
        if (number + first) % apart == 0 and number + first:
            x, _ = at(number, low)
            parts.append(f'<text x="{x:.1f}" y="{height - 4}" text-anchor="middle">{number + first}</text>')
    for line in lines:
        points = [at(number, value) for number, value in enumerate(line.values)]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="curve" data-seat="{line.seat}" points="{drawn}"/>')
    for line in lines:
        shown = range(1, len(line.values)) if last <= _SIGNED and len(lines) > 1 else [len(line.values) - 1]
        for number in shown:
            x, y = at(number, line.values[number])
            size = _SIGN if number == len(line.values) - 1 else _STEP
            place = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size}" height="{size}"'
            parts.append(f'<image href="/sign/{line.seat}.svg" {place}/>')
    ends = sorted((at(last, line.values[-1])[1], line) for line in ended)
    for (y, line), name_y in zip(ends, _spread([y for y, _ in ends], _TOP, bottom), strict=True):
        parts.extend(_name(line, right, y, name_y))
    return Markup("".join([*parts, "</svg>"]))  # noqa: S704  only numbers, and texts that are escaped


def _name(line: Curve, x: float, y: float, name_y: float) -> Iterator[str]:
    """Yield the name at the end of a line; where it had to make room for others, a thread leads to it."""
    if (end := line.end) is None:
        return
    if abs(name_y - y) > _APART / 4:
        points = f"{x + _SIGN / 2:.1f},{y:.1f} {x + _SIGN / 2 + 7:.1f},{name_y:.1f}"
        yield f'<polyline class="thread" data-seat="{line.seat}" points="{points}"/>'
    name = f"<bdi>{escape(end.name)}</bdi>"
    if end.address:
        name = f'<a href="{escape(end.address)}">{name}</a>'
    look = f"end{' won' if end.won else ''}{' long' if len(end.name) > _BRIEF else ''}"
    place = f'x="{x + _SIGN:.1f}" y="{name_y - _APART / 2:.1f}" width="{_WIDTH - x - _SIGN:.1f}" height="{_APART}"'
    yield f'<foreignObject {place}><div class="{look}">{name}<b>{escape(end.total)}</b></div></foreignObject>'


def _room(names: Sequence[str]) -> float:
    """Return how much of a chart's width is for what stands at the ends of its lines."""
    if not names:
        return 16
    least, most = _NAMES
    return min(most, max(least, *(_BESIDE + len(name) * _LETTER[len(name) > _BRIEF] for name in names)))


def _spread(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return places as near as may be to those that are ``wanted``, in their order, each with room for a name."""
    places: list[float] = []
    for one in wanted:
        places.append(max([top, one, *(last + _APART for last in places[-1:])]))
    limit = bottom
    for number in reversed(range(len(places))):
        places[number] = min(places[number], limit)
        limit = places[number] - _APART
    return places


def spread(times: Sequence[tuple[int, int]], mean: float, told: str, seat: int) -> Markup:
    """Return how often so many points were got, as bars, and which of them has the ``mean``.

    ``times``: points and how often, ascending; ``told``: the mean in figures, which stands above its bar. It is read
    beside the mean in words, and says nothing by itself.
    """
    least, most = times[0][0], times[-1][0]
    limit = min(_BARS, 2 + math.isqrt(sum(often for _, often in times)))
    step = math.ceil((most - least + 1) / limit)
    bars = [0] * ((most - least) // step + 1)
    for points, often in times:
        bars[(points - least) // step] += often
    wide, high, top, gap = 190, 76, 18, 2
    each = wide / len(bars)
    parts = [f'<svg class="spread" viewBox="-8 0 206 {top + high + 24}" aria-hidden="true">']
    mine = int((mean - least) / step)
    for number, often in enumerate(bars):
        tall = max(2.0, high * often / max(bars))
        place = f'x="{number * each + gap / 2:.1f}" y="{top + high - tall:.1f}"'
        look = f'class="{"seat" if number == mine else "other"}" data-seat="{seat}"'
        parts.append(f'<rect {look} {place} width="{each - gap:.1f}" height="{tall:.1f}" rx="2"/>')
    at = (mine + 0.5) * each
    parts.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top - 3}" y2="{top + high}"/>')
    parts.append(f'<text class="mean" x="{max(14, min(wide - 14, at)):.1f}" y="{top - 6}">{escape(told)}</text>')
    for x, anchor, points in ((0, "start", least), (wide, "end", most)):
        parts.append(f'<text x="{x}" y="{top + high + 19}" text-anchor="{anchor}">{_signed(points)}</text>')
    return Markup("".join([*parts, "</svg>"]))  # noqa: S704  only numbers


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
    drawn = segno.make_qr(address, error="l").svg_inline(
        border=_QUIET, omitsize=True, lineclass=None, dark="#1a1310", light="#fff4dc"
    )
    return Markup(f'<span class="code" aria-hidden="true">{drawn}</span>')  # noqa: S704  only numbers


def _step(fits: Callable[[int], bool]) -> int:
    """Return the first of 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, ... that fits."""
    larger = (base * int(10**power) for power in count() for base in (10, 20, 25, 50))
    return next(step for step in chain((1, 2, 5), larger) if fits(step))


def _scale(least: float, most: float) -> tuple[int, int]:
    """Return the value at the bottom, and how far the lines above it are apart."""
    step = _step(lambda step: (most - least) / step <= 4)
    return math.floor(least / step) * step, step


def _signed(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
