"""The middle of the table after a round and after a match: the turntable with the scores, the winners' medals."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import CentreContext
from kiosk.display.games.ranks import ranks, turntable_look
from kiosk.display.paint.coin_art import CoinLook, GoldTextLook, LaurelLook, PrizeLook, metal_of
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.turntable_art import PLATE, TurntableLook
from kiosk.display.texts.i18n import speaker
from kiosk.display.texts.names import who
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.score_parts import NAME, turntable_place
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Layout
from kiosk.protocol import RoundResult

TURN_S: Final = 3.0
"""The turntable turns to another edge after so many seconds."""


def faced(here: list[Side], at: float) -> Side:
    """Return the edge to which the turntable is turned, so many seconds after it has come to rest at the first one."""
    return here[int(at / TURN_S) % len(here)] if at >= 0 else here[0]


def draw_turntable(sketch: Sketch, context: CentreContext, at: float) -> None:
    """Draw the scores, turned to one edge after another; ``at``: seconds since they are shown."""
    result = context.table.result
    if result is None:
        return
    here = sides(context.layout, context.languages)
    place = turntable_place(context.layout)
    handicap = context.table.texts.handicap
    icon = handicap.icon if handicap is not None else ""
    look = turntable_look(result, context.table.names, context.table.target, place.w, icon)
    sketch.picture(look, place.x, place.y, turn=faced(here, at).frame.rotation)


# ---------------------------------------------------------------- a match won


class Prize(NamedTuple):
    """A medal on the turntable: its seat, its place in the match, and where it lies, in radii of the plate."""

    seat: SeatNumber
    rank: int
    x: float
    y: float
    size: float


def prizes(result: RoundResult) -> list[Prize]:
    """Return the medals: the winners' above, those of the second and third place below them."""
    ranked = [(rank, line.seat) for rank, line in ranks(result, final=True) if rank is not None]
    winners = [seat for rank, seat in ranked if seat in result.winners] or [seat for rank, seat in ranked if rank == 1]
    others = [(rank, seat) for rank, seat in ranked if seat not in winners and rank <= 3][:3]
    alone = len(winners) == 1
    size = 0.9 if alone else min(0.72, 1.56 / len(winners))
    high = 0.16 if others else 0.0
    step = size * 1.08
    found = [
        Prize(seat, 1, step * (number - (len(winners) - 1) / 2), high, size) for number, seat in enumerate(winners)
    ]
    small, apart = (0.50, 1.04) if len(others) < 3 else (0.40, 0.54)
    low = -0.46 if len(others) == 2 else -0.60
    return found + [
        Prize(seat, rank, apart * (number - (len(others) - 1) / 2), low, small)
        for number, (rank, seat) in enumerate(others)
    ]


def draw_prizes(sketch: Sketch, context: CentreContext, at: float) -> None:
    """Draw the medals on the turntable, and the winners' names at the edges."""
    result = context.table.result
    if result is None:
        return
    here = sides(context.layout, context.languages)
    place = turntable_place(context.layout, names=True)
    sketch.picture(TurntableLook(round(place.w)), place.x, place.y, turn=faced(here, at).frame.rotation)
    medals = Sketch(Frame(place.x, place.y, faced(here, at).frame.rotation))
    radius = PLATE * place.w / 2
    won = prizes(result)
    if sum(prize.rank == 1 for prize in won) == 1:
        first = won[0]
        medals.picture(LaurelLook(round(1.42 * first.size * radius)), first.x * radius, first.y * radius)
    for prize in won:
        x, y, size = prize.x * radius, prize.y * radius, round(prize.size * radius)
        medals.picture(PrizeLook(metal_of(prize.rank), prize.seat, size), x, y)
        badge = round(0.36 * size if prize.rank > 1 else 0.26 * size)
        medals.picture(CoinLook(metal_of(prize.rank), str(prize.rank), badge), x, y - 0.46 * size)
    sketch.add_turned(medals)
    for side in here:
        _draw_names(sketch, context, result, side, place)


def _draw_names(sketch: Sketch, context: CentreContext, result: RoundResult, side: Side, place: Place) -> None:
    """Draw at an edge the name of the winner who sits there; if none does, that of the only winner."""
    winners = result.winners or (next(line.seat for _, line in ranks(result, final=True)),)
    own = [seat for seat in winners if seat in _seats_at(context.layout, side.edge)] or list(winners)
    depth = (min(side.w, side.h) * NAME) / 2 + place.h / 2 + 0.02 * side.h
    told = Sketch(Frame(*side.frame.to_window(0, -depth), side.frame.rotation))
    say = speaker(side.language)
    size = round(min(side.w, side.h) * NAME * 0.78)
    if len(own) == 1:
        text = who(own[0], context.table.names, say).upper()
        look = GoldTextLook(text, size)
        while look.extent[0] > 0.9 * side.w and look.size > 12:
            look = GoldTextLook(text, look.size - 2)
        told.picture(look, 0, 0)
    else:
        for number, seat in enumerate(own):
            told.picture(PrizeLook("gold", seat, size), 1.2 * size * (number - (len(own) - 1) / 2), 0)
    sketch.add_turned(told)


def _seats_at(layout: Layout, edge: str) -> set[SeatNumber]:
    return {seat for seat, panel in layout.panels.items() if panel.edge == edge}
