"""The page of the service menu on which a name is typed: the text so far, and an on-screen keyboard."""

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
"""The height of the line with the text so far, in the menu's pixels (``px_of``)."""
_KEY: Final = 96
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
    side = min(_KEY * px, _KEY_SHARE * min(w, h))
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
