"""What is typed in the staff's menu: the PIN on a keypad, and a name on a keyboard."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import NAME_LENGTH
from kiosk.display.input.keypad import KEYS
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, AMBER, INK, IVORY, WHITE
from kiosk.display.screens.names import letters_after
from kiosk.display.texts.service import NOTES
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.frame import draw_ground
from kiosk.display.widgets.staff import Note, draw_key, draw_note, draw_socket, px_of
from kiosk.display.widgets.staff_gauges import draw_inset
from kiosk.layout.place import Place, box
from kiosk.protocol import ServiceView
from kiosk.service.pin import FEWEST

_PITCH: Final = (152, 115)
_KEY: Final = 100
_SOCKETS: Final = 72
_TOLD: Final = 68
_TOLD_WIDE: Final = 860
"""The line above the lights of a new PIN."""
_ASKED: Final = 66
"""The height of what the keypad waits for, in two lines at most."""
_GAP: Final = 28
_MINUTE: Final = 60


def draw_keypad(sketch: Sketch, context: PanelContext, view: ServiceView) -> None:
    """Draw the keys, and below them what to do."""
    wait, px, place = context.left(view.locked_until), px_of(context), context.panel.places["note"]
    told = Place(place.x, place.bottom + _ASKED / 2 * px, place.w, _ASKED * px)
    wrong = bool(view.note or wait) and not context.counted
    sketch.paragraph(_words(context, view, wait), told, 30 * px, WARNING.mix(INK, 0.25) if wrong else AMBER, bold=True)
    draw_keys(sketch, context, context.panel.places["body"], types=not wait and not view.busy)


def draw_new_pin(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> None:
    """Draw what to type, or what has become of it, and below that lights and digits."""
    px, body = px_of(context), context.panel.places["body"]
    told = Place(body.x, body.top - _TOLD / 2 * px, min(body.w, _TOLD_WIDE * px), _TOLD * px)
    draw_note(sketch, context, note, told)
    draw_keys(sketch, context, box(body.left, body.bottom, body.right, told.bottom - _GAP * px), types=not view.busy)


def draw_keys(sketch: Sketch, context: PanelContext, body: Place, *, types: bool) -> None:
    """Draw the digits, and above them a light for each typed one. ``types``: they can be touched."""
    px = px_of(context)
    _draw_typed(sketch, context, Place(body.x, body.top - _SOCKETS / 2 * px, body.w, 52 * px))
    middle = (body.bottom + body.top - _SOCKETS * px) / 2
    for number, key in enumerate(KEYS):
        x = (number % 3 - 1) * _PITCH[0] * px
        y = middle + (1.5 - number // 3) * _PITCH[1] * px
        place = Place(x, y, _KEY * px, _KEY * px)
        enabled = types and (key != "enter" or context.counted >= FEWEST)
        lit = enabled and key in (context.glowing, "enter")
        draw_key(sketch, px, place, key, enabled=enabled, lit=lit)
        what = "digit" if key.isdigit() else key
        sketch.item(what, place, text=key if key.isdigit() else None, enabled=enabled)


def _draw_typed(sketch: Sketch, context: PanelContext, line: Place) -> None:
    """Draw a socket of brass for each digit of the shortest PIN, and a light in each for a typed one."""
    px = px_of(context)
    sockets = max(FEWEST, context.counted)
    step = min(70 * px, line.w / sockets)
    side = 0.68 * step
    for number in range(sockets):
        x = line.x + (number - (sockets - 1) / 2) * step
        draw_socket(sketch, x, line.y, side, lit=number < context.counted)


def _words(context: PanelContext, view: ServiceView, wait: float) -> str:
    """Return what the keypad waits for, or why it is locked; ``wait``: the seconds for which it is."""
    say = context.say
    if wait:
        return say("Locked. Next try in {minutes} min {seconds} s", **_clock(wait))
    if view.busy:
        return say("One moment, please")
    left = say.count("{n} try is left", "{n} tries are left", view.tries) if view.note and view.tries else ""
    if view.note and not context.counted:
        asked = say(NOTES[view.note])
    elif context.counted < FEWEST:
        asked = say("Enter the staff PIN")
    else:
        asked = say("Done? Press the check")
    return f"{asked}\n{left}" if left else asked


def _clock(seconds: float) -> dict[str, int]:
    whole = math.ceil(seconds)
    return {"minutes": whole // _MINUTE, "seconds": whole % _MINUTE}


def draw_waiting(sketch: Sketch, context: PanelContext) -> None:
    """Tell another seat, in its tray and language, why it waits."""
    say, (wide, depth) = context.say, context.panel.size
    draw_ground(sketch, context)
    high = min(0.62 * depth, 2.2 * context.unit)
    first = Place(0, 0.26 * high, 0.88 * wide, 0.46 * high)
    size = context.letters(0.40, needed=False)
    sketch.paragraph(say("Staff are setting up the table"), first, size, IVORY.mix(ACCENT, 0.45), bold=True)
    second = Place(0, -0.27 * high, 0.88 * wide, 0.34 * high)
    sketch.text(say("One moment, please"), second, 0.8 * size, INK, bold=True)


_LINE: Final = 110
"""The height of the line with the text so far, in the menu's pixels (``px_of``)."""
_LETTER_KEY: Final = 96
"""The maximum diameter of a key, in the menu's pixels."""
_KEY_SHARE: Final = 0.86
"""The maximum diameter of a key, as a share of its cell."""
_COLUMNS: Final = 15
"""Keys in a row on a landscape plate."""
_COLUMNS_PORTRAIT: Final = 9
"""Keys in a row on a portrait plate."""


def draw_naming(sketch: Sketch, context: PanelContext) -> None:
    """Draw the text so far, a key for each letter, one that erases the last letter, and one that keeps the name."""
    px, body, written = px_of(context), context.panel.places["body"], context.written
    line = Place(body.x, body.top - _LINE / 2 * px, body.w, 0.8 * _LINE * px)
    draw_inset(sketch, line, px)
    text, tint = (f"{written}_", WHITE) if written else (context.say("Type a name"), INK)
    sketch.text(text, line.inset(16 * px), 54 * px, tint, bold=True)
    letters = "".join(letters_after(written, context.view.language))
    room = Place(body.x, body.y - _LINE / 2 * px, body.w, body.h - _LINE * px)
    columns = _COLUMNS if room.w > room.h else _COLUMNS_PORTRAIT
    rows = -(-(len(letters) + 2) // columns)
    w, h = room.w / columns, room.h / rows
    side = min(_LETTER_KEY * px, _KEY_SHARE * min(w, h))
    keys = [*letters, "erase", "enter"]
    for number, key in enumerate(keys):
        x = room.x + context.panel.runs * (number % columns - (columns - 1) / 2) * w
        place = Place(x, room.top - (number // columns + 0.5) * h, side, side)
        what = {"erase": "erase", "enter": "done"}.get(key, "letter")
        enabled = bool(written.strip()) if len(key) > 1 else len(written) < NAME_LENGTH and _may_follow(key, written)
        draw_key(sketch, px, place, key, enabled=enabled, lit=enabled and key == "enter")
        sketch.item(what, place._replace(w=min(w, 1.1 * side), h=min(h, 1.1 * side)), text=key, enabled=enabled)


def _may_follow(key: str, written: str) -> bool:
    """Return whether this letter may follow: no two of space, hyphen and apostrophe in a row, none at the beginning."""
    return key not in " -'" or written[-1:] not in ("", " ", "-", "'")
