"""The page of the staff's menu on which a name is typed: the text so far, and a key for each letter."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import NAME_LENGTH
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import INK, WHITE
from kiosk.display.screens.names import letters_after
from kiosk.display.widgets.staff import draw_key, px_of
from kiosk.display.widgets.staff_gauges import draw_inset
from kiosk.layout.place import Place

_LINE: Final = 110
"""The height of the line of the text so far."""
_KEY: Final = 96
"""The diameter of a key at most, as a part of its cell, and the room between two."""
_FILLED: Final = 0.86
_MOST: Final = 15
"""The number of keys in a row at most, on a plate that lies, and on one that stands."""
_MOST_UPRIGHT: Final = 9


def draw_naming(sketch: Sketch, context: PanelContext) -> None:
    """Draw the text so far, the letters that can follow, the key that erases, and the one that keeps the name."""
    px, body, written = px_of(context), context.panel.places["body"], context.written
    line = Place(body.x, body.top - _LINE / 2 * px, body.w, 0.8 * _LINE * px)
    draw_inset(sketch, line, px)
    text, tint = (f"{written}_", WHITE) if written else (context.say("Type a name"), INK)
    sketch.text(text, line.inset(16 * px), 54 * px, tint, bold=True)
    letters = "".join(letters_after(written, context.view.language))
    room = Place(body.x, body.y - _LINE / 2 * px, body.w, body.h - _LINE * px)
    columns = _MOST if room.w > room.h else _MOST_UPRIGHT
    rows = -(-(len(letters) + 2) // columns)
    w, h = room.w / columns, room.h / rows
    side = min(_KEY * px, _FILLED * min(w, h))
    keys = [*letters, "erase", "enter"]
    for number, key in enumerate(keys):
        x = room.x + context.panel.runs * (number % columns - (columns - 1) / 2) * w
        place = Place(x, room.top - (number // columns + 0.5) * h, side, side)
        what = {"erase": "erase", "enter": "done"}.get(key, "letter")
        enabled = bool(written.strip()) if len(key) > 1 else len(written) < NAME_LENGTH and _may_follow(key, written)
        draw_key(sketch, px, place, key, enabled=enabled, lit=enabled and key == "enter")
        sketch.item(what, place._replace(w=min(w, 1.1 * side), h=min(h, 1.1 * side)), text=key, enabled=enabled)


def _may_follow(key: str, written: str) -> bool:
    """Return whether a name may go on with this letter: no two signs in a row, and none at its beginning."""
    return key not in " -'" or written[-1:] not in ("", " ", "-", "'")
