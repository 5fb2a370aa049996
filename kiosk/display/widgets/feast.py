"""The middle of the table while a match that is won is celebrated: medals in a sun, names in gold, the next places."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.games.ranks import ranks
from kiosk.display.paint.coin_art import CoinLook, LaurelLook, PrizeLook, metal_of
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import rgb
from kiosk.display.texts.i18n import speaker
from kiosk.display.texts.names import who
from kiosk.display.widgets.calls import Lines, call_size, draw_call
from kiosk.game.seats import SeatNumber
from kiosk.layout.feast_parts import COIN, CORE, MEDAL, beside, laurel_size
from kiosk.layout.place import Frame
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Layout
from kiosk.protocol import RoundResult

_GOLD: Final = rgb("ffb52e")
_BAND: Final = 1.35
"""The height of the ring in which names lie, in units of their size."""
_NEAREST: Final = 0.018
"""The gap between the laurel and a name, in units of the felt's shorter side."""
_LARGEST: Final = 0.13
"""The maximum size of a name, as a fraction of the window's shorter side."""
_NEXT: Final = 3
"""The last place whose coin is shown."""


def draw_feast(sketch: Sketch, context: CentreContext) -> None:
    """Draw the winners' medals in a sun, their names at the edges, and the coins of the next places."""
    result = context.table.result
    layout, winners = context.layout, () if result is None else winners_of(result)
    if result is None or not winners:
        return
    short = _short(layout)
    _draw_medals(sketch, layout, winners)
    beyond = draw_names(sketch, context, winners, CORE * short)
    _draw_next(sketch, layout, result, winners, beyond)


def winners_of(result: RoundResult) -> tuple[SeatNumber, ...]:
    """Return the winners; if there are none, who leads."""
    return result.winners or tuple(line.seat for rank, line in ranks(result, final=True) if rank == 1)


def _short(layout: Layout) -> float:
    return min(layout.centre.w, layout.centre.h)


def _turn(layout: Layout, seat: SeatNumber) -> float:
    """Return the rotation that is upright for this seat, if it is still there."""
    return layout.panels[seat].frame.rotation if seat in layout.panels else 0.0


def _draw_medals(sketch: Sketch, layout: Layout, winners: tuple[SeatNumber, ...]) -> None:
    """Draw one large medal in a laurel, or several side by side."""
    (x, y), short = layout.centre[:2], _short(layout)
    turn = _turn(layout, winners[0])
    if len(winners) == 1:
        sketch.picture(LaurelLook(laurel_size(layout)), x, y, turn=turn)
        sketch.picture(PrizeLook("gold", winners[0], round(2 * MEDAL * short)), x, y, turn=turn)
        return
    size = 2 * CORE * short / len(winners)
    for number, seat in enumerate(winners):
        aside = size * (number - (len(winners) - 1) / 2)
        sketch.picture(PrizeLook("gold", seat, round(0.94 * size)), x + aside, y)


def _draw_next(
    sketch: Sketch, layout: Layout, result: RoundResult, winners: tuple[SeatNumber, ...], beyond: float
) -> None:
    """Draw the coins of the next places, each turned to its owner, ``beyond`` what lies in the middle."""
    short, lies_wide = _short(layout), layout.centre.w >= layout.centre.h
    radius = COIN * short
    far = max(beside(layout), beyond + 1.3 * radius)
    if far + radius > max(layout.centre.w, layout.centre.h) / 2:
        return
    ranked = [(rank, line.seat) for rank, line in ranks(result, final=True) if rank and line.seat not in winners]
    for (rank, seat), hand in zip([one for one in ranked if one[0] <= _NEXT][:2], (-1, 1), strict=False):
        dx, dy = (hand * far, 0.0) if lies_wide else (0.0, hand * far)
        told = Sketch(Frame(layout.centre.x + dx, layout.centre.y + dy, _turn(layout, seat)))
        told.picture(PrizeLook(metal_of(rank), seat, round(2 * radius)), 0, 0)
        told.picture(CoinLook(metal_of(rank), str(rank), round(0.85 * radius)), 0.8 * radius, -0.7 * radius)
        sketch.add_turned(told)


# ---- names


def draw_names(sketch: Sketch, context: CentreContext, winners: tuple[SeatNumber, ...], core: float) -> float:
    """Draw at an edge the name of the winner who sits there; if none does, that of the only winner, or all signs.

    ``core``: the radius of what they surround, in pixels. Return how far from the middle they reach along the felt.
    """
    layout, short = context.layout, _short(context.layout)
    named: list[tuple[Side, Lines]] = []
    for side in sides(layout, context.languages):
        own = [seat for seat in winners if seat in _seats_at(layout, side.edge)] or list(winners)
        if len(own) == 1:
            text = who(own[0], context.table.names, speaker(side.language)).upper()
            named.append((side, Lines(((text, 1.0),))))
        else:
            _draw_signs(sketch, side, own, core, short)
    size = (short / 2 - core) / _BAND
    size = min(call_size(named, core / size), round(_LARGEST * min(layout.area.w, layout.area.h)))
    beyond = max((call.width * size / 2 for side, call in named if side.long), default=0.0)
    reach = core
    for side, call in named:
        near = core if side.long else max(core, beyond + 0.5 * _NEAREST * short)
        depth = near + _NEAREST * short + call.height * size / 2
        told = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
        draw_call(told, call, size, _GOLD)
        sketch.add_turned(told)
        reach = max(reach, call.width * size / 2 if side.long else depth + call.height * size / 2)
    return reach


def _draw_signs(sketch: Sketch, side: Side, seats: list[SeatNumber], core: float, short: float) -> None:
    size = 0.9 * (short / 2 - core - _NEAREST * short)
    depth = core + _NEAREST * short + size / 2
    told = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
    for number, seat in enumerate(seats):
        told.picture(PrizeLook("gold", seat, round(size)), 1.2 * size * (number - (len(seats) - 1) / 2), 0)
    sketch.add_turned(told)


def _seats_at(layout: Layout, edge: str) -> set[SeatNumber]:
    return {seat for seat, panel in layout.panels.items() if panel.edge == edge}
