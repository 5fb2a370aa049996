"""The service menu, in the panel of the seat that opened it: a keypad, then pages of tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.input.keypad import KEYS
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, CELL, DARK_INK, GO, INK, INK_FAINT, INK_SOFT, Rgba, seat_color
from kiosk.display.screens.findings import draw_findings
from kiosk.display.texts.i18n import Say
from kiosk.display.texts.service import DONE, NOTES, page_text, said_of, tile_words
from kiosk.display.widgets.drawer import WARNING, Beside, above_note, grid, open_drawer
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Place
from kiosk.protocol import ServiceTile, ServiceView
from kiosk.service.pin_file import FEWEST

_CORNER: Final = 0.07
"""Side of the corners that are held to open it, as a part of the table's shorter side."""
_COLUMNS: Final = 6
_ROWS: Final = 3
_MINUTE: Final = 60
_SOON_S: Final = 60
_UNREAD: Final = "?"
"""Shown for a die's unread colour or value."""
_LEAST_DIE: Final = 8.0
"""The minimum size of a die in pixels; without room for it, dice overlap."""


def draw_service(sketch: Sketch, context: PanelContext) -> None:
    """Draw the open page; nothing at the other seats."""
    view = context.table.service
    if view is None or view.seat != context.view.seat:
        return
    say, text = context.say, page_text(view.page)
    leads_back = view.page not in ("pin", "menu") and not view.busy
    beside = Beside("back", say("Back"), "back") if leads_back else None
    room = open_drawer(sketch, context, say(text.title), _closes(context, view), beside)
    if view.page == "pin":
        _draw_keypad(sketch, context, view, room)
    elif view.page == "doctor" and (view.busy or view.note or not view.tiles):
        words = say("One moment, please") if view.busy else said_of(view, say) or say("Nothing is wrong")
        sketch.paragraph(words, room, 0.36 * context.unit, INK, bold=True)
    elif view.page == "doctor":
        draw_findings(sketch, context, view, room)
    else:
        _draw_tiles(sketch, context, view, room)


def _closes(context: PanelContext, view: ServiceView) -> str:
    """Return when the menu closes by itself, if that is soon; otherwise empty."""
    left = context.left(context.table.deadline)
    return (
        context.say("Closes in {seconds} s", seconds=math.ceil(left)) if 0 < left <= _SOON_S and not view.busy else ""
    )


def _draw_keypad(sketch: Sketch, context: PanelContext, view: ServiceView, room: Place) -> None:
    """Draw the digits, and the typed ones as dots."""
    unit = context.unit
    line = Place(room.x, room.top - 0.2 * unit, room.w, 0.4 * unit)
    wait = context.left(view.locked_until)
    if context.counted:
        _draw_dots(sketch, context, line)
    else:
        tint = WARNING if view.note or wait else INK
        sketch.text(_pin_words(context, view, wait), line, 0.3 * unit, tint, bold=True)
    keys = Place(room.x, room.y - 0.22 * unit, room.w, room.h - 0.44 * unit)
    types = not wait and not view.busy
    for key, place in zip(KEYS, grid(keys, 2, len(KEYS) // 2, unit), strict=True):
        _draw_key(sketch, context, key, place, enabled=types and (key != "enter" or context.counted >= FEWEST))


def _draw_dots(sketch: Sketch, context: PanelContext, line: Place) -> None:
    """Draw a dot for each typed digit."""
    step = 0.3 * context.unit
    for digit in range(context.counted):
        x = line.x + (digit - (context.counted - 1) / 2) * step
        sketch.sign("disc", x, line.y, 0.2 * context.unit, ACCENT)


def _pin_words(context: PanelContext, view: ServiceView, wait: float) -> str:
    """Return what to type, or why the keypad is locked; ``wait``: the seconds for which it is."""
    say = context.say
    if wait:
        return say("Locked. Next try in {minutes} min {seconds} s", **_clock(wait))
    if view.busy:
        return say("One moment, please")
    if not view.note:
        return say("Type the PIN of the staff")
    left = say.count("{n} try is left", "{n} tries are left", view.tries)
    return f"{say(NOTES[view.note])}. {left}" if view.tries else say(NOTES[view.note])


def _draw_key(sketch: Sketch, context: PanelContext, key: str, place: Place, *, enabled: bool) -> None:
    unit = context.unit
    if key.isdigit():
        sketch.fill(place, 0.14 * unit, CELL.fade(1.5 if enabled else 0.7))
        sketch.text(key, place, 0.44 * unit, INK, bold=True)
        sketch.item("digit", place, text=key, enabled=enabled)
        return
    side = 0.55 * min(place.w, place.h)
    if key == "enter":
        sketch.fill(place, 0.14 * unit, GO.fade(1.0 if enabled else 0.4))
        sketch.sign("icon check", place.x, place.y, side, DARK_INK)
    else:
        sketch.fill(place, 0.14 * unit, CELL.fade(1.5 if enabled else 0.7))
        sketch.sign("icon erase", place.x, place.y, side, INK)
    sketch.item(key, place, enabled=enabled)


def _clock(seconds: float) -> dict[str, int]:
    whole = math.ceil(seconds)
    return {"minutes": whole // _MINUTE, "seconds": whole % _MINUTE}


def _draw_tiles(sketch: Sketch, context: PanelContext, view: ServiceView, room: Place) -> None:
    """Draw all tiles of the page, side by side."""
    unit, (note, tint) = context.unit, _note(view, context.say)
    if view.page == "fingers":
        count = Place(room.x, room.y + 0.15 * unit, room.w, 0.6 * room.h)
        sketch.text(str(context.counted), count, 1.2 * unit, ACCENT, bold=True)
    rows = min(_ROWS, -(-len(view.tiles) // _COLUMNS))
    room = above_note(sketch, context, room, note, tint, lines=2 if rows == 1 else 1)
    if not view.tiles:
        return
    places = grid(room, rows, -(-len(view.tiles) // rows), unit)
    for slot, (tile, place) in enumerate(zip(view.tiles, places, strict=False)):
        _draw_tile(sketch, context, slot, tile, place)


def _note(view: ServiceView, say: Say) -> tuple[str, Rgba]:
    """Return the note below the tiles: progress, the outcome of a request, or instructions."""
    if view.busy:
        return say("One moment, please"), ACCENT
    if view.note:
        return said_of(view, say), GO if view.note in DONE else WARNING
    note = page_text(view.page).note
    return say(note) if note else "", INK_SOFT


def _draw_tile(sketch: Sketch, context: PanelContext, slot: int, tile: ServiceTile, place: Place) -> None:
    unit, view = context.unit, context.table.service
    if view is None:
        return
    title, value = tile_words(tile, view.page, context.say)
    barred = tile.key == "value" and not tile.touchable
    ink, soft = (DARK_INK, DARK_INK) if tile.lit else (INK_FAINT if barred else INK, INK_SOFT)
    fill = ACCENT if tile.lit else CELL.fade(1.5 if tile.touchable and not view.busy else 0.9)
    sketch.fill(place, min(0.14 * unit, 0.3 * place.h), fill)
    inner = place.inset(0.06 * unit)
    if value:
        upper = Place(inner.x, inner.y + inner.h / 4, inner.w, inner.h / 2)
        lower = upper._replace(y=inner.y - inner.h / 4)
        sketch.text(title, upper, 0.24 * unit, soft)
        if tile.key == "board" and tile.text:
            _draw_dice(sketch, tile.text.split(), lower)
        else:
            sketch.text(value, lower, 0.28 * unit, ink, bold=True)
    else:
        sketch.paragraph(title, inner, 0.28 * unit, ink, bold=True)
    if tile.touchable:
        sketch.item("tile", place, slot=slot, text=f"{title}: {value}" if value else title, enabled=not view.busy)


def _draw_dice(sketch: Sketch, dice: Sequence[str], room: Place) -> None:
    """Draw dice as a board reads them (``r3``), in a row; a question mark for an unread colour or value."""
    side = max(_LEAST_DIE, min(room.h, room.w / len(dice)))
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


def add_corners(sketch: Sketch, layout: Layout) -> None:
    """Add the corners of the table, each for the nearest seat: when held, they open the menu. Nothing is drawn."""
    area = layout.area
    side = _CORNER * min(area.w, area.h)
    seats = {panel.seat: panel.frame for panel in (*layout.tabs.values(), *layout.panels.values())}
    for x in (area.left + side / 2, area.right - side / 2):
        for y in (area.bottom + side / 2, area.top - side / 2):
            nearest = min(seats, key=lambda seat: math.hypot(seats[seat].x - x, seats[seat].y - y))
            sketch.item("service", Place(x, y, side, side), seat=SeatNumber(nearest))


def draw_fingers(sketch: Sketch, context: CentreContext) -> None:
    """Draw a disc under every finger, large enough to be seen around it."""
    radius = 0.05 * min(context.layout.area.w, context.layout.area.h)
    for number, (x, y) in enumerate(context.fingers, 1):
        sketch.ring(x, y, radius, max(3, 0.12 * radius), 1.0, seat_color(SeatNumber(number)).fade(1.0))
