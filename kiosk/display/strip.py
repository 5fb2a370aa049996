"""The developer's strip along the window's upper edge: every seat's simulated Stop, Play and lamp (TABLE_UX.md).

Pure: how it looks and what touching it does. ``app`` puts it on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk import messages as msg
from kiosk.display.keys import hint
from kiosk.display.layout import Frame, Place, box
from kiosk.display.pins import BUTTONS, Pins
from kiosk.display.scene import Item
from kiosk.display.sketch import Sketch
from kiosk.display.theme import ACCENT, ALARM, BLACK, DARK_INK, GO, INK_FAINT, INK_SOFT, WHITE, Rgba, rgb
from kiosk.seats import SeatNumber

HEIGHT: Final = 36
"""Pixels that the strip takes from the table."""

_PAD: Final = 5
_CELL: Final = 236.0
_NUMBER, _LAMP, _BUTTON = 22.0, 18.0, 93.0  # widths, in a seat's cell of this width
_TEXT: Final = 14
_GROUND: Final = rgb("05090b")
_BUTTONS: Final = {"stop": ("Stop", ALARM), "play": ("Play", GO)}

LAMPS: Final = {
    "off": INK_FAINT.fade(0.35),
    "breathing": ACCENT.fade(0.55),
    "ready": GO,
    "heard": WHITE,
    "may_stop": ALARM,
    "locked": ALARM.mix(BLACK, 0.6),
    "winner": ACCENT,
    "fault": rgb("d070e0"),
}
"""What a lamp shows, as a steady colour: the strip must not keep an idle table drawing."""


class Strip:
    """What lies in the strip. Empty, and of no height, while the table's buttons are real."""

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._seats: tuple[SeatNumber, ...] = ()
        self._lamps: dict[SeatNumber, str] = {}
        self._place = Place(0, 0, 0, 0)
        self._items: list[Item] = []

    @property
    def height(self) -> int:
        """Pixels that the strip covers."""
        return HEIGHT if self._seats else 0

    def connect(self, seats: Sequence[SeatNumber]) -> None:
        """The table has these simulated seats (none: its buttons are real)."""
        self._seats = tuple(seats)
        self._lamps = {}
        self._pins.connect(seats)

    def apply(self, snapshot: msg.Snapshot) -> bool:
        """The table's newest word; True if a lamp has changed."""
        lamps = {view.seat: view.lamp for view in snapshot.seats}
        changed, self._lamps = lamps != self._lamps, lamps
        return changed

    # ------------------------------------------------------------ how it looks

    def sketch(self, width: float, top: float) -> Sketch:
        """The strip in a window so wide whose upper edge is at ``top``; what can be touched is where it is drawn."""
        sketch = Sketch(Frame())
        self._place = box(0, top - self.height, width, top)
        if self._seats:
            sketch.fill(self._place.inset(-8)._replace(y=self._place.y + 8), 0, _GROUND)
        for index, seat in enumerate(self._seats):
            self._cell(sketch, seat, width * index / len(self._seats), width / len(self._seats))
        self._items = sketch.items
        return sketch

    def _cell(self, sketch: Sketch, seat: SeatNumber, x: float, room: float) -> None:
        """A seat's number, lamp and buttons, from left to right."""
        middle = self._place.y
        scale = min(1.0, room / _CELL)
        x += (room - _CELL * scale) / 2
        number, lamp, button = (width * scale for width in (_NUMBER, _LAMP, _BUTTON))
        sketch.text(str(seat), Place(x + number / 2, middle, number, HEIGHT), _TEXT, INK_SOFT, bold=True)
        x += number
        state = self._lamps.get(seat, "off")
        sketch.sign("disc 1", x + lamp / 2, middle, lamp, LAMPS.get(state, LAMPS["off"]))
        sketch.item("sim_lamp", Place(x + lamp / 2, middle, lamp, lamp), enabled=False, text=state, seat=seat)
        x += lamp + _PAD * scale
        for name in BUTTONS:
            self._button(sketch, seat, name, Place(x + button / 2, middle, button, HEIGHT - 2 * _PAD))
            x += button + _PAD * scale

    def _button(self, sketch: Sketch, seat: SeatNumber, name: str, place: Place) -> None:
        word, color = _BUTTONS[name]
        down = self._pins.is_down(seat, name)
        ink: Rgba = DARK_INK if down else color
        sketch.fill(place, 6, color if down else color.fade(0.16))
        sketch.outline(place, 6, 1, color.fade(0.7))
        text = Place(place.x, place.y, place.w * 0.86, place.h)
        key = text.w * 0.25
        sketch.text(
            hint(seat, name), box(text.right - key, text.bottom, text.right, text.top), _TEXT - 2, ink.fade(0.75)
        )
        name_room = box(text.left, text.bottom, text.right - key, text.top)
        sketch.text(word, name_room, _TEXT, ink, bold=True, align="left")
        sketch.item(f"sim_{name}", place, text=f"{word} {hint(seat, name)}", seat=seat)

    # ------------------------------------------------------------ what can be touched

    def items(self) -> Sequence[Item]:
        """Its parts; a lamp's text is what it shows."""
        return self._items

    def down(self, contact: str | int, x: float, y: float) -> bool:
        """A contact has begun; True: in the strip, and what follows of it is the strip's."""
        for item in self._items:
            if item.seat is not None and item.enabled and item.contains(x, y):
                self._pins.press(item.seat, item.what.removeprefix("sim_"), contact)
        return self._place.h > 0 and self._place.holds(x, y)

    def up(self, contact: str | int) -> None:
        """A contact has lifted, wherever it is now."""
        self._pins.release(contact)
