"""The middle of the table after a round and after a match: the turntable with the scores, the winners' medals."""

from __future__ import annotations

from kiosk.display.context import CentreContext
from kiosk.display.games.ranks import prizes_look, ranks, turntable_look
from kiosk.display.paint.coin_art import PrizeLook, RaisedTextLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.texts.i18n import speaker
from kiosk.display.texts.names import who
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.score_parts import NAME, edges_in_turn, turn_at, turntable_place
from kiosk.layout.sides import Side, sides
from kiosk.layout.table_layout import Layout
from kiosk.protocol import RoundResult


def draw_turntable(sketch: Sketch, context: CentreContext, at: float, *, counted: bool) -> None:
    """Draw the scores, turned to one edge after another.

    ``at``: seconds since the turntable lies there; ``counted``: with those of the latest round.
    """
    result = context.table.result
    if result is None:
        return
    place = turntable_place(context.layout)
    handicap = context.table.texts.handicap
    icon = handicap.icon if handicap is not None else ""
    look = turntable_look(result, context.table.names, context.table.target, place.w, icon, counted=counted)
    turn = turn_at(edges_in_turn(context.layout), at, calm=context.table.calm)
    sketch.picture(look, place.x, place.y, turn=turn)


# ---------------------------------------------------------------- a match won


def draw_prizes(sketch: Sketch, context: CentreContext, at: float) -> None:
    """Draw the medals on the turntable, and the winners' names at the edges."""
    result = context.table.result
    if result is None:
        return
    here = sides(context.layout, context.languages)
    place = turntable_place(context.layout, names=True)
    look = prizes_look(result, place.w)
    edges = edges_in_turn(context.layout, next(iter(result.winners), None))
    sketch.picture(look, place.x, place.y, turn=turn_at(edges, at, calm=context.table.calm))
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
        look = RaisedTextLook(text, size)
        while look.extent[0] > 0.9 * side.w and look.size > 12:
            look = RaisedTextLook(text, look.size - 2)
        told.picture(look, 0, 0)
    else:
        for number, seat in enumerate(own):
            told.picture(PrizeLook("gold", seat, size), 1.2 * size * (number - (len(own) - 1) / 2), 0)
    sketch.add_turned(told)


def _seats_at(layout: Layout, edge: str) -> set[SeatNumber]:
    return {seat for seat, panel in layout.panels.items() if panel.edge == edge}
