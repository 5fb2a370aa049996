"""The page of the staff's menu on which the hours of a day are moved in steps, and set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import INK, WHITE
from kiosk.display.texts.service import tile_icon, tile_remark, tile_words
from kiosk.display.texts.staff_settings import clock_words
from kiosk.display.widgets.staff import Pill, draw_pill, px_of
from kiosk.display.widgets.staff_gauges import draw_inset, draw_track
from kiosk.layout.place import Place, box
from kiosk.protocol import ServiceTile, ServiceView
from kiosk.protocol.opening_hours import ALWAYS, DAY, EVERY_DAY, ends, minutes
from kiosk.protocol.staff_settings import HOURS

_GAP: Final = 22
_TRACK: Final = 96
_PLATES: Final = 112
"""Between two parts, the height of the track, and that of a row of plates, in the menu's pixels (``px_of``)."""
_MOST: Final = (5, 3)
"""The most plates below the steps: of a day, and of every day."""


def draw_day(sketch: Sketch, context: PanelContext, view: ServiceView) -> None:
    """Draw the hours on the track of a day, the steps of both ends, and below them what sets the hours."""
    px, body = px_of(context), context.panel.places["body"]
    steps = [(slot, tile) for slot, tile in enumerate(view.tiles) if tile.key == "step"]
    others = [(slot, tile) for slot, tile in enumerate(view.tiles) if tile.key != "step"]
    told = steps[0][1].text and next(tile.text for tile in view.tiles if tile.key == "set")
    span = ends(told)
    always = any(tile.value == ALWAYS and tile.lit for _, tile in others)
    track = Place(body.x, body.top - _TRACK / 2 * px, 0.9 * body.w, 26 * px)
    draw_inset(sketch, Place(body.x, track.y, body.w, _TRACK * px), px)
    lit = (0.0, float(always)) if span is None else (minutes(span[0]) / DAY, minutes(span[1]) / DAY)
    draw_track(sketch, track, lit, 0, context.panel.runs)
    columns = 1 if body.h > body.w else 2
    most = _MOST[view.page == f"{HOURS}.{EVERY_DAY}"]
    rows = -(-most // columns)
    bottom = body.bottom + rows * _PLATES * px
    room = box(body.left, bottom + _GAP * px, body.right, body.top - (_TRACK + _GAP) * px)
    _draw_ends(sketch, context, steps, room)
    for number, (slot, tile) in enumerate(others):
        at = most - 1 if tile.key == "file" else number  # nothing moves when one comes or goes
        place = _cell(box(body.left, body.bottom, body.right, bottom), at, (columns, rows), context.panel.runs)
        title, value = tile_words(tile, view.page, context.say)
        remark = tile_remark(tile, context.say)
        pill = Pill(title, value, tile_icon(tile), tile.lit, pressable=tile.touchable, remark=remark)
        draw_pill(sketch, context, place.inset(_GAP / 2 * px), pill)
        _touchable(sketch, context, place.inset(_GAP / 2 * px), slot, tile, title)


def _draw_ends(sketch: Sketch, context: PanelContext, steps: Sequence[tuple[int, ServiceTile]], room: Place) -> None:
    """Draw both ends, each with its time and the steps that move it: side by side, or one below the other."""
    px, runs, say = px_of(context), context.panel.runs, context.say
    grid = (1, 2) if room.h > room.w else (2, 1)
    for number, heading in enumerate((say("Opens at"), say("Closes at"))):
        field = _cell(room, number, grid, runs).inset(6 * px)
        mine = steps[number * len(steps) // 2 : (number + 1) * len(steps) // 2]
        draw_inset(sketch, field, px)
        line = Place(field.x, field.top - 0.16 * field.h, 0.9 * field.w, 0.2 * field.h)
        sketch.text(heading, line, min(34 * px, 0.16 * field.h), INK, bold=True)
        time = Place(field.x, field.top - 0.42 * field.h, 0.9 * field.w, 0.32 * field.h)
        words = clock_words(mine[0][1].text, say) if mine[0][1].text else "\N{EN DASH}"
        sketch.text(words, time, min(96 * px, 0.3 * field.h), WHITE, heavy=True)
        below = Place(field.x, field.bottom + 0.2 * field.h, field.w - 16 * px, 0.3 * field.h)
        for at, (slot, tile) in enumerate(mine):
            place = _cell(below, at, (len(mine), 1), runs).inset(5 * px)
            title, _ = tile_words(tile, "", say)
            draw_pill(sketch, context, place, Pill(title))
            _touchable(sketch, context, place, slot, tile, f"{heading} {title}")


def _cell(room: Place, number: int, grid: tuple[int, int], runs: int) -> Place:
    """Return a cell of a grid of columns and rows, counted in the direction of the text."""
    columns, rows = grid
    w, h = room.w / columns, room.h / rows
    x = room.x + runs * (number % columns - (columns - 1) / 2) * w
    return Place(x, room.top - (number // columns + 0.5) * h, w, h)


def _touchable(sketch: Sketch, context: PanelContext, place: Place, slot: int, tile: ServiceTile, words: str) -> None:
    view = context.table.service
    if tile.touchable:
        sketch.item("tile", place, slot=slot, text=words, enabled=not (view and view.busy))
