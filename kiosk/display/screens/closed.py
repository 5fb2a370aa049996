"""A closed table: every tray tells when it opens, and a night lamp burns in the middle. Nothing moves."""

from __future__ import annotations

from datetime import time
from typing import Final

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.paint.brass_art import RoundLook
from kiosk.display.paint.light_art import GLOW, RING
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, INK, IVORY, rgb
from kiosk.display.widgets.frame import draw_ground
from kiosk.layout.place import Place
from kiosk.protocol.opening_hours import DAYS

_LAMP: Final = 0.34
"""The diameter of the lamp, as a fraction of the centre's shorter side."""
_GLASS: Final = rgb("1b1208")
_LIGHT: Final = rgb("ff9a2a")
_MOON: Final = rgb("ffd48a")


def draw_closed(sketch: Sketch, context: PanelContext) -> None:
    """Draw in a tray in large letters when the table opens, below it that it is closed; or this alone.

    Where the staff have closed it, the last line tells them the way to their menu.
    """
    draw_ground(sketch, context)
    closed, _, until = _words(context).partition("\n")
    if not until:
        closed, until = "", closed
    wide, depth = context.panel.size
    room = Place(0, 0.02 * depth, 0.86 * wide, 0.66 * depth)
    if context.table.house.closed_by_staff:
        last = Place(0, room.bottom + 0.04 * room.h, room.w, 0.2 * room.h)
        sketch.text(context.say("Staff: hold a corner to open"), last, max(context.letters(0.3), 0.15 * room.h), INK)
        room = Place(0, room.y + 0.1 * room.h, room.w, 0.8 * room.h)
    upper = Place(room.x, room.top - 0.3 * room.h, room.w, 0.6 * room.h)
    sketch.text(until, upper, min(0.5 * room.h, 1.1 * context.unit), IVORY.mix(ACCENT, 0.45), heavy=True)
    lower = Place(room.x, room.bottom + 0.16 * room.h, room.w, 0.32 * room.h)
    if closed:
        sketch.text(closed, lower, max(context.letters(0.4, needed=False), 0.2 * room.h), INK, bold=True)


def _words(context: PanelContext) -> str:
    say, opens = context.say, context.table.house.opens
    if not opens:
        return say("Closed now")
    at, day = say.time(time.fromisoformat(opens)), context.table.house.opens_on
    if not day:
        return say("Closed now\nOpens at {time}", time=at)
    return say("Closed now\nOpens {day}, {time}", day=say.weekday(DAYS.index(day)), time=at)


def draw_night_lamp(sketch: Sketch, context: CentreContext) -> None:
    """Draw a lamp with a moon in the middle of the table."""
    centre = context.layout.centre
    side = round(_LAMP * min(centre.w, centre.h))
    sketch.light(GLOW, centre.x, centre.y, 4.2 * side, 4.2 * side, _LIGHT.fade(0.4))
    sketch.light(GLOW, centre.x, centre.y, 2.3 * side, 2.3 * side, _LIGHT.fade(0.8))
    sketch.light(RING, centre.x, centre.y, 1.5 * side, 1.5 * side, _LIGHT.mix(_MOON, 0.5))
    sketch.picture(RoundLook(side, _GLASS, rim=0.05), centre.x, centre.y)
    sketch.sign("icon night", centre.x, centre.y, 0.6 * side, _MOON)
