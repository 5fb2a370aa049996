"""Pages of the staff's menu that are lists: its doors, settings with their values, and things to be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.brass_art import IDLE_LACQUER
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, BLACK, BRASS, INK, INK_SOFT
from kiosk.display.texts.service import tile_words
from kiosk.display.widgets.staff import LEADS, PILL, Pill, draw_control, draw_pill, draw_tool, px_of
from kiosk.layout.place import Place
from kiosk.protocol import ServiceTile

_APART: Final = 22
"""Between two plates."""
_WIDEST: Final = 760
_ICONS: Final = {
    "buttons": "hand",
    "lamps": "bulb",
    "boards": "dice",
    "fingers": "fingers",
    "sounds": "loudspeaker",
    "signals": "play",
    "settings": "sliders",
    "stick": "stick",
    "doctor": "warning",
    "system": "power",
}
"""The icons of the doors; of any other page ``more``."""
_ACTIONS: Final = {
    "scores": "cards",
    "report": "pen",
    "backup": "stick",
    "restore": "again",
    "reset": "cross",
    "restart-display": "again",
    "restart-table": "again",
    "poweroff": "power",
}
"""The icons of what can be done."""
_KINDS: Final = {"page": LEADS, "sound": "play"}
"""The icons of tiles by their kind."""
_SCALES: Final = frozenset({"sound.volume", "sound.night_volume", "screen.brightness"})
"""Settings whose values are stops of a track."""


class _Listed(NamedTuple):
    """A tile with its place in the list."""

    slot: int
    tile: ServiceTile


def draw_doors(sketch: Sketch, context: PanelContext, tiles: Sequence[ServiceTile]) -> None:
    """Draw the doors to the pages."""
    room = context.panel.places["body"]
    columns = -(-len(tiles) // 2) if room.w > room.h else 3
    for one, place in zip(_listed(tiles), _rows(room, len(tiles), columns), strict=True):
        title, _ = tile_words(one.tile, "menu", context.say)
        draw_tool(sketch, context, place, _ICONS.get(one.tile.value, "more"), title)
        _touchable(sketch, context, one, place)


def draw_list(sketch: Sketch, context: PanelContext, page: str, tiles: Sequence[ServiceTile]) -> None:
    """Draw the tiles as plates, or the values of a scale as stops of a track."""
    room, listed = context.panel.places["body"], _listed(tiles)
    if page in _SCALES and room.w > room.h:
        _draw_scale(sketch, context, page, listed, room)
        return
    px = px_of(context)
    pitch = (PILL + _APART) * px
    if (
        len(tiles) % 12 == 1 and len(tiles) > 12 and tiles[0].key == "value"
    ):  # a value beside the hours of the day stands above them
        above = Place(room.x, room.top - pitch / 2, room.w, pitch)
        _draw_plates(sketch, context, page, listed[:1], above, 1)
        room, listed = Place(room.x, room.y - pitch / 2, room.w, room.h - pitch), listed[1:]
    _draw_plates(sketch, context, page, listed, room, _columns(len(listed), room, pitch))


def _columns(count: int, room: Place, pitch: float) -> int:
    """Return the number of columns: few, without a rest if possible, and so that all rows fit."""
    fits = [columns for columns in range(1, 7) if -(-count // columns) * pitch <= room.h] or [6]
    least = 1 if count <= 4 or room.h > room.w else 2
    wanted = [columns for columns in fits if columns >= least] or fits
    return next((columns for columns in wanted[:3] if count % columns == 0), wanted[0])


def _draw_plates(
    sketch: Sketch, context: PanelContext, page: str, listed: Sequence[_Listed], room: Place, columns: int
) -> None:
    px = px_of(context)
    rows = -(-len(listed) // columns)
    height = min(room.h, rows * (PILL + _APART) * px * 1.1)
    width = min(room.w, columns * (_WIDEST + _APART) * px)
    places = _rows(Place(room.x, room.y, width, height), len(listed), columns)
    for one, place in zip(listed, places, strict=True):
        plate = Place(place.x, place.y, place.w - _APART * px, PILL * px)
        title, value = tile_words(one.tile, page, context.say)
        asks = one.tile.state == "sure"
        icon = _KINDS.get(one.tile.key) or _ACTIONS.get(one.tile.value, "")
        touchable = one.tile.touchable
        draw_pill(sketch, context, plate, Pill(title, value, icon, one.tile.lit and not asks, asks, touchable))
        _touchable(sketch, context, one, plate)


def _draw_scale(sketch: Sketch, context: PanelContext, page: str, listed: Sequence[_Listed], room: Place) -> None:
    """Draw the values as stops of a track that is lit up to the chosen one."""
    px = px_of(context)
    step = room.w / len(listed)
    middles = [room.left + (number + 0.5) * step for number in range(len(listed))]
    chosen = next((number for number, one in enumerate(listed) if one.tile.lit), 0)
    track = Place(room.x, room.y, middles[-1] - middles[0] + 20 * px, 20 * px)
    sketch.fill(track, 10 * px, BLACK.fade(0.7))
    lit = Place((middles[0] + middles[chosen]) / 2, room.y, middles[chosen] - middles[0] + 20 * px, 14 * px)
    sketch.fill(lit, 7 * px, ACCENT)
    for number, (one, x) in enumerate(zip(listed, middles, strict=True)):
        title, _ = tile_words(one.tile, page, context.say)
        side = (84 if one.tile.lit else 46) * px
        draw_control(sketch, Place(x, room.y, side, side), "", BRASS if one.tile.lit else IDLE_LACQUER, INK)
        ink = INK if number == chosen else INK_SOFT
        sketch.text(title, Place(x, room.y - 76 * px, step - 8 * px, 40 * px), 28 * px, ink, bold=number == chosen)
        _touchable(sketch, context, one, Place(x, room.y - 20 * px, step - 4 * px, 190 * px))


def _listed(tiles: Sequence[ServiceTile]) -> list[_Listed]:
    return [_Listed(slot, tile) for slot, tile in enumerate(tiles)]


def _touchable(sketch: Sketch, context: PanelContext, one: _Listed, place: Place) -> None:
    view = context.table.service
    if one.tile.touchable and view is not None:
        title, value = tile_words(one.tile, view.page, context.say)
        sketch.item("tile", place, slot=one.slot, text=f"{title}: {value}" if value else title, enabled=not view.busy)


def _rows(room: Place, count: int, columns: int) -> list[Place]:
    """Return places in rows from the top, the last row centred."""
    rows = -(-count // columns)
    w, h = room.w / columns, room.h / rows
    places = []
    for number in range(count):
        row = number // columns
        within = min(columns, count - row * columns)
        x = room.x + (number % columns - (within - 1) / 2) * w
        places.append(Place(x, room.top - (row + 0.5) * h, w, h))
    return places
