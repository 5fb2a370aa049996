"""Ranking and score curve in the middle of the table: symbols and numbers only, so that no language is needed."""

from __future__ import annotations

from typing import NamedTuple

from kiosk.display.context import CentreContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit
from kiosk.display.paint.theme import ACCENT, CELL, DARK_INK, HAIRLINE, INK, INK_FAINT, INK_SOFT, PANEL, seat_color
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Frame, Layout, Place
from kiosk.protocol import RoundResult, SeatScore


def draw_scores(sketch: Sketch, context: CentreContext) -> None:
    """Draw the ranking along every edge, rotated to it, and the curve between them."""
    result = context.table.result
    if result is None:
        return
    unit = _unit(context.layout)
    depth = 1.12 * unit
    here = sides(context.layout, context.languages)
    for side in here:
        _draw_ranking(sketch, context, result, side, depth)
    edges = {side.edge for side in here}
    centre = context.layout.centre
    left, right = (depth * (edge in edges) for edge in ("west", "east"))
    low, high = (depth * (edge in edges) for edge in ("south", "north"))
    wide, tall = centre.w - left - right - 0.6 * unit, centre.h - low - high - 0.16 * unit
    upright = centre.w < centre.h  # then the curve is rotated, so that the rounds run along the table's long side
    middle = round(centre.x + (left - right) / 2), round(centre.y + (low - high) / 2)
    curve = Sketch(Frame(*middle, 90 if upright else 0))
    _draw_curve(curve, result, Place(0, 0, *((tall, wide) if upright else (wide, tall))), unit)
    sketch.add_turned(curve)


def _unit(layout: Layout) -> float:
    return next((panel.card for panel in layout.panels.values()), 60)


def ranks(result: RoundResult, *, final: bool) -> list[tuple[int | None, SeatScore]]:
    """Return the lines by rank: 1 for the highest total, equal totals share it; None, at the end, for those who left.

    ``final``: of a match, where the winners come first even if an extra round has cost them points.
    """

    def merit(line: SeatScore) -> tuple[bool, int]:
        return final and line.won, line.total

    here = [line for line in result.lines if not line.left or (final and line.won)]
    ranked = [(1 + sum(merit(more) > merit(line) for more in here), line) for line in here]
    gone = sorted((line for line in result.lines if line not in here), key=lambda line: (-line.total, line.seat))
    return [*sorted(ranked, key=lambda one: (one[0], one[1].seat)), *((None, line) for line in gone)]


def _draw_ranking(sketch: Sketch, context: CentreContext, result: RoundResult, side: Side, depth: float) -> None:
    """Draw the lines by rank, the first one at the left: rank, symbol, total."""
    unit, handicap = _unit(context.layout), context.table.texts.handicap
    icon = handicap.icon if handicap is not None else ""
    lines = ranks(result, final=context.table.state == "match_result")
    other = Sketch(side.frame)
    across = depth if side.long else 0.0  # the short strips take the corners
    gap = 0.14 * unit
    width = min(2.3 * unit, (side.w - 2 * across - gap * len(lines)) / len(lines))
    chip = Place(-(width + gap) * (len(lines) - 1) / 2, -side.h / 2 + depth / 2, width, depth - 0.16 * unit)
    names = dict(context.table.names) if _is_wide(chip) else {}
    room = _parts(chip, named=bool(names)).total
    letters = min(fit(_total(line), room.h, room.w, bold=True).size for _, line in lines)
    for rank, line in lines:
        _draw_chip(other, chip, line, rank, letters, icon, names.get(line.seat, "") if names else None)
        chip = chip._replace(x=chip.x + width + gap)
    sketch.add_turned(other)


class _Parts(NamedTuple):
    """The places of the parts of a chip."""

    rank: Place
    symbol: Place
    total: Place
    handicap: Place


def _is_wide(chip: Place) -> bool:
    """Return whether all parts fit side by side, and names fit, too."""
    return chip.w >= 1.9 * chip.h


def _parts(chip: Place, *, handicap: bool = False, named: bool = False) -> _Parts:
    """Return the parts side by side; in two lines if the chip is narrow. ``handicap``, ``named``: leave room for it."""
    if named:
        above = _parts(chip._replace(y=chip.y + 0.13 * chip.h, h=0.74 * chip.h))
        if not handicap:
            return above
        beside = 0.44 * above.total.w
        number = above.total._replace(x=above.total.x - beside / 2, w=above.total.w - beside)
        return above._replace(total=number, handicap=Place(number.right + beside / 2, number.y, beside, 0.24 * chip.h))
    w, h = chip.w, chip.h
    if not _is_wide(chip):
        upper, side = chip.y + 0.21 * h, min(0.42 * h, 0.42 * w)
        return _Parts(
            Place(chip.left + 0.26 * w, upper, 0.38 * w, side),
            Place(chip.left + (0.26 if handicap else 0.7) * w, upper, side, side),
            Place(chip.x, chip.y - 0.22 * h, 0.84 * w, 0.44 * h),
            Place(chip.left + 0.68 * w, upper, 0.5 * w, 0.3 * h),
        )
    side = min(0.62 * h, 0.36 * w)
    left = chip.left + 0.29 * w + side
    total = Place(
        (left + chip.right) / 2, chip.y + (0.12 * h if handicap else 0), chip.right - left - 0.06 * w, 0.52 * h
    )
    return _Parts(
        Place(chip.left + 0.17 * w, chip.y, 0.2 * w, h),
        Place(left - side / 2, chip.y, side, side),
        total,
        Place(total.x, chip.bottom + 0.2 * h, total.w, 0.3 * h),
    )


def _draw_chip(
    sketch: Sketch, place: Place, line: SeatScore, rank: int | None, letters: int, icon: str, name: str | None
) -> None:
    """Draw a line; ``letters``: size of the total; ``icon``: unit of a handicap; ``name``: None to show no name."""
    color, first = seat_color(line.seat), rank == 1
    sketch.fill(place, 0.3 * place.h, PANEL.mix(color, 0.22) if first else CELL.fade(0.8))
    if first:
        sketch.outline(place, 0.3 * place.h, 2, color)
    room_for_handicap = place.w > 1.2 * place.h  # the seat's own panel shows it in any case
    upright = place._replace(y=place.y - 0.13 * place.h) if name == "" else place  # a guest among names: centred
    parts = _parts(upright, handicap=line.handicap is not None and room_for_handicap, named=name is not None)
    if name:
        below = Place(place.x, place.bottom + 0.17 * place.h, 0.9 * place.w, 0.26 * place.h)
        sketch.text(name, below, 0.24 * place.h, INK)
    symbol = parts.symbol
    if rank is not None and not parts.rank.overlaps(symbol):  # otherwise only the order shows it
        sketch.text(f"{rank}.", parts.rank, 0.34 * place.h, ACCENT if first else INK_FAINT, bold=True)
    sketch.sign("disc", symbol.x, symbol.y, symbol.w, color)
    sketch.sign(f"seat {line.seat}", symbol.x, symbol.y, 0.66 * symbol.w, DARK_INK)
    if line.on_screen:  # others threw real dice
        badge = Place(symbol.x + 0.4 * symbol.w, symbol.y - 0.4 * symbol.w, 0.52 * symbol.w, 0.52 * symbol.w)
        sketch.sign("disc", badge.x, badge.y, badge.w, PANEL)
        sketch.sign("icon hand", badge.x, badge.y, 0.8 * badge.w, ACCENT)
    if line.handicap is not None and room_for_handicap:
        _draw_handicap(sketch, parts.handicap, line.handicap, icon)
    sketch.text(_total(line), parts.total, letters, INK if not line.left else INK_SOFT, bold=True)


def _total(line: SeatScore) -> str:
    return str(line.total).replace("-", "\N{MINUS SIGN}")


def _draw_handicap(sketch: Sketch, place: Place, size: int, icon: str) -> None:
    """Draw the seat's handicap: a stack and its size, or a number of extra dice."""
    if icon:
        sketch.sign(f"icon {icon}", place.x - 0.5 * place.h, place.y, 0.9 * place.h, ACCENT)
    number = Place(place.x + 0.6 * place.h, place.y, 1.4 * place.h, place.h)
    sketch.text(str(size), number, 0.9 * place.h, ACCENT, bold=True)


def _draw_curve(sketch: Sketch, result: RoundResult, room: Place, unit: float) -> None:
    """Draw the totals after each round, from the start; each line ends in its seat's symbol."""
    if room.w < 2 * unit or room.h < unit:
        return
    rows = [(result.start,) * len(result.lines), *result.history]
    low, high = min(map(min, rows)), max(map(max, rows))
    span = max(1, high - low)
    wide = (
        min(room.w, 1.6 * unit * (len(rows) + 2)) - 1.5 * unit
    )  # room at its right for symbols that stand side by side
    plot = Place(room.x - 0.5 * unit, room.y, wide, room.h - 0.5 * unit)

    def at(round_no: int, total: int) -> tuple[float, float]:
        return plot.left + plot.w * round_no / (len(rows) - 1), plot.bottom + plot.h * (total - low) / span

    sketch.curve([at(0, result.start), at(len(rows) - 1, result.start)], 1.5, HAIRLINE)
    for round_no in range(len(rows)):
        x, _ = at(round_no, 0)
        sketch.curve([(x, plot.bottom), (x, plot.top)], 1, HAIRLINE)
    for index, line in reversed(list(enumerate(result.lines))):
        color = seat_color(line.seat)
        points = [at(round_no, row[index]) for round_no, row in enumerate(rows)]
        sketch.curve(points, max(1.5, 0.035 * unit), color)
        for x, y in points[1:-1]:
            sketch.sign("disc", x, y, 0.16 * unit, color)
    for index, (x, y) in enumerate(_spread([at(len(rows) - 1, total) for total in rows[-1]], 0.46 * unit)):
        line, color = result.lines[index], seat_color(result.lines[index].seat)
        sketch.sign("disc", x, y, 0.5 * unit, PANEL.fade(1.3))
        sketch.sign("disc", x, y, 0.44 * unit, color)
        sketch.sign(f"seat {line.seat}", x, y, 0.3 * unit, DARK_INK)


def _spread(points: list[tuple[float, float]], apart: float) -> list[tuple[float, float]]:
    """Return the points, moved to the right where they would hide each other; in the same order."""
    moved = list(points)
    for index in sorted(range(len(points)), key=lambda one: -points[one][1]):
        x, y = moved[index]
        others = [
            other for other in range(len(points)) if points[other][1] > y or (points[other][1] == y and other < index)
        ]
        while any(abs(moved[other][0] - x) < apart - 1 and abs(moved[other][1] - y) < apart for other in others):
            x += apart
        moved[index] = (x, y)
    return moved
