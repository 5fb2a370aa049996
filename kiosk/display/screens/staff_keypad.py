"""The keypad of the staff's menu, and what the other sides read meanwhile."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.input.keypad import KEYS
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, BLACK, INK, INK_SOFT
from kiosk.display.texts.i18n import speaker
from kiosk.display.texts.service import NOTES
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.staff import draw_key, draw_note, px_of
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import sides
from kiosk.layout.staff_layout import CLOSE
from kiosk.protocol import ServiceView
from kiosk.service.pin_file import FEWEST

_PITCH: Final = (158, 126)
_KEY: Final = 108
_MINUTE: Final = 60


def draw_keypad(sketch: Sketch, context: PanelContext, view: ServiceView) -> None:
    """Draw the digits; above them a light for each typed one, below them what to do."""
    px, body = px_of(context), context.panel.places["body"]
    wait = context.left(view.locked_until)
    _draw_typed(sketch, context, Place(body.x, body.top - 26 * px, body.w, 52 * px))
    words = _words(context, view, wait)
    draw_note(sketch, context, words, WARNING.mix(INK, 0.25) if view.note or wait else INK, size=24)
    types = not wait and not view.busy
    middle = (body.bottom + body.top - 52 * px) / 2
    for number, key in enumerate(KEYS):
        x = (number % 3 - 1) * _PITCH[0] * px
        y = middle + (1.5 - number // 3) * _PITCH[1] * px
        place = Place(x, y, _KEY * px, _KEY * px)
        enabled = types and (key != "enter" or context.counted >= FEWEST)
        draw_key(sketch, px, place, key, enabled=enabled)
        what = "digit" if key.isdigit() else key
        sketch.item(what, place, text=key if key.isdigit() else None, enabled=enabled)


def _draw_typed(sketch: Sketch, context: PanelContext, line: Place) -> None:
    """Draw a socket for each digit of the shortest PIN, and a light in each for a typed one."""
    px = px_of(context)
    sockets = max(FEWEST, context.counted)
    step = min(60 * px, line.w / sockets)
    for number in range(sockets):
        x = line.x + (number - (sockets - 1) / 2) * step
        side = 0.62 * step
        if number < context.counted:
            sketch.glow(Place(x, line.y, side, side), side / 2, 0.5 * side, ACCENT.fade(0.7))
        sketch.sign("disc", x, line.y, side, ACCENT.mix(BLACK, 0.45))
        sketch.sign("disc", x, line.y, 0.8 * side, ACCENT if number < context.counted else BLACK)


def _words(context: PanelContext, view: ServiceView, wait: float) -> str:
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


def _clock(seconds: float) -> dict[str, int]:
    whole = math.ceil(seconds)
    return {"minutes": whole // _MINUTE, "seconds": whole % _MINUTE}


def draw_waiting(sketch: Sketch, context: CentreContext) -> None:
    """Tell the other sides why they wait, each in its language."""
    view, area = context.table.service, context.layout.area
    if view is None or view.page != "pin":
        return
    own = context.layout.panels[view.seat]
    px = own.places["leave"].h / CLOSE
    for side in sides(context.layout, context.languages):
        if side.edge == own.edge:
            continue
        say = speaker(side.language)
        words = Sketch(Frame(area.x, area.y, side.frame.rotation))
        along, across = (area.w, area.h) if side.frame.rotation % 180 == 0 else (area.h, area.w)
        room = Place(0, 110 * px - across / 2, 0.8 * along, 44 * px)
        words.text(say("The staff is setting up the table"), room, 32 * px, INK, bold=True)
        words.text(say("One moment, please"), room._replace(y=room.y - 46 * px), 26 * px, INK_SOFT)
        sketch.add_turned(words)
