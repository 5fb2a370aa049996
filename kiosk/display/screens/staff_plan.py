"""Pages of the staff's menu that show the table's plan: the tests of buttons, lamps and dice boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import DARK_INK, FELT, INK, INK_SOFT, LEATHER, TABLE_DEEP, WHITE, seat_color
from kiosk.display.texts.service import tile_words
from kiosk.display.widgets.staff import PILL, Pill, draw_button, draw_medal, draw_pill, px_of
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.protocol import ServiceTile

_UNREAD: Final = "?"
"""Shown for a die's unread colour or value."""
_LEAST_DIE: Final = 8.0
"""The minimum size of a die in pixels; without room for it, dice overlap."""


def draw_plan_page(sketch: Sketch, context: PanelContext, tiles: Sequence[ServiceTile], note: str) -> None:
    """Draw the table from above, each seat's tile at its edge; in the middle what to do, and any other tile."""
    px, places = px_of(context), context.panel.places
    plan = places["plan"]
    sketch.plaque("wood", plan, 24 * px)
    sketch.fill(plan.inset(16 * px), 12 * px, FELT.mix(TABLE_DEEP, 0.5))
    above = 70 * px if plan.w > plan.h else 0.2 * plan.h  # seats at the sides are beside it
    if note:
        sketch.paragraph(note, Place(plan.x, plan.y + above, 0.5 * plan.w, 0.2 * plan.h), 34 * px, INK, bold=True)
    for slot, tile in enumerate(tiles):
        place = places.get(f"plan {tile.value}") if tile.key in _AT_SEATS else None
        if place is not None:
            _tray(sketch, place, tile, px)
            _AT_SEATS[tile.key](sketch, context, place, tile)
        else:
            place = Place(plan.x, plan.y - 60 * px, 420 * px, PILL * px)
            title, value = tile_words(tile, "", context.say)
            draw_pill(sketch, context, place, Pill(title, value, lit=tile.lit, pressable=tile.touchable))
        if tile.touchable:
            title, value = tile_words(tile, "", context.say)
            words = f"{title}: {value}" if value else title
            busy = context.table.service is not None and context.table.service.busy
            sketch.item("tile", place, slot=slot, text=words, enabled=not busy)


def _tray(sketch: Sketch, place: Place, tile: ServiceTile, px: float) -> None:
    """Draw the seat's tray, lit while its button is down or its lamp is on."""
    color = seat_color(SeatNumber(int(tile.value)))
    if tile.lit:
        sketch.glow(place, 20 * px, 26 * px, color)
    sketch.fill(place, 20 * px, LEATHER)
    sketch.outline(place, 20 * px, (4 if tile.lit else 2) * px, color if tile.lit else color.fade(0.6))


def _buttons(sketch: Sketch, context: PanelContext, place: Place, tile: ServiceTile) -> None:
    px, worked = px_of(context), tile.text.split()
    draw_medal(sketch, int(tile.value), place.x, place.y, 70 * px, lit=tile.lit)
    for name, side in (("stop", -1), ("play", 1)):
        draw_button(sketch, px, place.x + side * 100 * px, place.y, name, works=name in worked)


def _lamp(sketch: Sketch, context: PanelContext, place: Place, tile: ServiceTile) -> None:
    px = px_of(context)
    draw_medal(sketch, int(tile.value), place.x, place.y + 17 * px, 60 * px, lit=tile.lit)
    title, _ = tile_words(tile, "", context.say)
    sketch.text(title, Place(place.x, place.bottom + 19 * px, place.w - 24 * px, 28 * px), 22 * px, INK)


def _board(sketch: Sketch, context: PanelContext, place: Place, tile: ServiceTile) -> None:
    px = px_of(context)
    draw_medal(sketch, int(tile.value), place.left + 44 * px, place.y, 62 * px)
    room = Place(place.x + 38 * px, place.y, place.w - 100 * px, 0.66 * place.h)
    if tile.text:
        _draw_dice(sketch, tile.text.split(), room)
        return
    _, words = tile_words(tile, "", context.say)
    lost = tile.state in ("lost", "fault")
    if lost:
        sketch.sign("icon warning", room.x, room.y + 20 * px, 40 * px, WHITE)
    sketch.text(words, Place(room.x, room.y - (24 * px if lost else 0), room.w, 30 * px), 22 * px, INK)


def _draw_dice(sketch: Sketch, dice: Sequence[str], room: Place) -> None:
    """Draw dice as a board reads them (``r3``), in a row; a question mark for an unread colour or value."""
    side = max(_LEAST_DIE, min(0.7 * room.h, room.w / len(dice)))
    for number, die in enumerate(dice):
        place = Place(room.x + (number - (len(dice) - 1) / 2) * side, room.y, 0.86 * side, 0.86 * side)
        known = _UNREAD not in die
        if known:
            sketch.die(die, place)
        elif die[0] != _UNREAD:
            sketch.die(die[0], place)
        else:
            sketch.fill(place, 0.2 * side, INK_SOFT)
        if not known:
            sketch.text(_UNREAD, place, 0.8 * side, INK if die[0] != _UNREAD else DARK_INK, bold=True)


_AT_SEATS: Final[dict[str, Callable[[Sketch, PanelContext, Place, ServiceTile], None]]] = {
    "seat": _buttons,
    "lamp": _lamp,
    "board": _board,
}
"""What is drawn at a seat for each kind of tile."""
