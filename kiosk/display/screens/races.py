"""The screen "Who was first?": the closest races of a round as a list, and a replay of one of them."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import count_times
from kiosk.display.input.controls import RACES
from kiosk.display.paint.brass_art import MedalLook, RoundLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, INK, INK_SOFT
from kiosk.display.screens.play import draw_play
from kiosk.display.texts.refusals import margin_text, piece_text, race_text
from kiosk.display.widgets.drawer import open_drawer
from kiosk.display.widgets.drawer_plan import Cell, cells
from kiosk.display.widgets.frame import headline_place
from kiosk.layout.table_layout import CARD_ASPECT, Place
from kiosk.locale.speaker import Say
from kiosk.protocol import RaceView

TARGET: Final = 44
"""The least size in pixels of what is touched."""
_WIDEST: Final = 3.2
"""The maximum width of a race's tile, in card widths."""


def draw_races_control(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the control that opens the list beside the corner, if there is one; return the room for the headline."""
    room, result, unit = headline_place(context.panel), context.table.result, context.unit
    if result is None or not result.races or context.view.bot or context.view.state != "playing":
        return room
    if context.shown_s < count_times(result).home:  # pieces come home
        return room
    panel = context.panel
    if panel.near:
        _draw_control(sketch, context, panel.controls(2)[1])
        return room
    away, side = panel.runs, max(panel.places["leave"].w, TARGET)
    _draw_control(sketch, context, Place(room.x + away * (room.w - side) / 2, room.y, side, side))
    left = room.w - side - 0.16 * unit
    return Place(room.x - away * (room.w - left) / 2, room.y, left, room.h)


def _draw_control(sketch: Sketch, context: PanelContext, place: Place) -> None:
    sketch.picture(RoundLook(round(0.92 * place.w)), place.x, place.y)
    sketch.sign("icon replay", place.x, place.y, 0.56 * place.w, ACCENT)
    sketch.item(RACES, place, text=context.say("Who was first?"))


def draw_races(sketch: Sketch, context: PanelContext, races: tuple[RaceView, ...]) -> None:
    """Draw the list over the whole panel."""
    say, unit = context.say, context.unit
    room = open_drawer(sketch, context, say("Who was first? Tap a race to see it again"))
    room = room._replace(w=min(room.w, len(races) * _WIDEST * unit))
    for race, place in zip(races, cells(room, 1, len(races), unit, rtl=context.panel.rtl), strict=True):
        _draw_race(sketch, context, race, place)


def _draw_race(sketch: Sketch, context: PanelContext, race: RaceView, cell: Cell) -> None:
    """Draw the card, the faster seat before the slower one, and the margin."""
    unit, place = context.unit, cell.seen
    sketch.plaque("leather", place.inset(0.04 * unit), 0.14 * unit)
    high = 0.52 * place.h
    y = place.top - 0.1 * unit - high / 2
    part = min(0.94 * high, 0.27 * place.w)
    left = place.x - 1.62 * part
    piece = Place(left + 0.5 * part, y, part, min(high, CARD_ASPECT * part))
    picture_of_game(context.table.game).draw_piece(sketch, race.card, piece)
    for seat, x, side in ((race.first, left + 1.72 * part, part), (race.second, left + 2.86 * part, 0.76 * part)):
        sketch.picture(MedalLook(seat, round(side)), x, y)
    sketch.sign("icon open", left + 2.33 * part, y, 0.3 * part, INK_SOFT)
    below = Place(place.x, place.bottom + 0.22 * place.h, 0.94 * place.w, 0.32 * place.h)
    sketch.text(_margin(race, context.say), below, 0.32 * unit, ACCENT, bold=True)
    card = piece_text(race.card, context.table.game, context.say)
    words = context.say("{card}: {why}", card=card, why=_told(context, race))
    sketch.item("race", cell.touched, slot=race.id, card=race.card, text=words)


def _margin(race: RaceView, say: Say) -> str:
    if race.lot:
        return say("by lot")
    return margin_text(race.margin_ms, say) if race.margin_ms is not None else say("close")


def _told(context: PanelContext, race: RaceView) -> str:
    return race_text(race, context.say, context.table.names)


def draw_replay(sketch: Sketch, context: PanelContext) -> None:
    """Draw the round as it was, untouchable. From a race every seat can go back, or on if it is shown by itself."""
    draw_play(sketch, context)
    sketch.items.clear()
    table, view = context.table, context.view
    if table.race is None or (table.by_itself and (view.bot or view.state != "playing")):
        return
    corner = context.panel.places["leave"]
    pressed = table.by_itself and view.confirmed
    sketch.plaque("leather" if pressed else "go", corner.inset(0.03 * context.unit), 0.2 * corner.w)
    icon = "check" if pressed else "open" if table.by_itself else "back"
    sketch.sign(f"icon {icon}", corner.x, corner.y, 0.56 * corner.h, INK)
    if table.by_itself:
        sketch.item("go_on", corner, text=context.say("Continue"))
    else:
        sketch.item("replay_close", corner, text=context.say("Back"))
