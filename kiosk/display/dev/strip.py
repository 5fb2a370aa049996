"""The developer's strip at the window's upper edge: each seat's simulated Stop, Play, lamp and dice board.

Pure: appearance and reactions. ``main_loop`` puts it on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from kiosk import protocol as msg
from kiosk.display.dev.keyboard import hint
from kiosk.display.dev.simulated_buttons import BUTTONS, Pins
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, ALARM, BLACK, DARK_INK, GO, INK_FAINT, INK_SOFT, WHITE, Rgba, rgb
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Place, box

HEIGHT: Final = 36
"""The height of the strip in pixels."""

_PAD: Final = 5
_NUMBER, _LAMP = 22.0, 18.0
_PLAIN: Final = {"stop": 93.0, "play": 93.0}
_WITH_BOARD: Final = {"stop": 74.0, "play": 74.0, "throw": 30.0, "plug": 30.0}
"""Widths of the buttons in a seat's cell, from left to right."""
_TEXT: Final = 14
_LOST: Final = "lost"
"""The state of a board that does not answer (``SeatView.tray``)."""
_GROUND: Final = rgb("05090b")
_BUTTONS: Final = {"stop": ("Stop", ALARM), "play": ("Play", GO)}

LAMPS: Final = {
    "off": INK_FAINT.fade(0.35),
    "chase": ACCENT.fade(0.4),
    "invited": ACCENT.fade(0.55),
    "ready": GO,
    "heard": WHITE,
    "beat_3": ALARM.mix(WHITE, 0.75),
    "beat_2": ALARM.mix(WHITE, 0.55),
    "beat_1": ALARM.mix(WHITE, 0.35),
    "may_stop": ALARM,
    "locked": ALARM.mix(BLACK, 0.6),
    "wave": ACCENT.mix(WHITE, 0.6),
    "winner": ACCENT,
    "dance": ACCENT.mix(GO, 0.45),
    "fault": rgb("d070e0"),
}
"""A steady colour for each state of a lamp: a blinking one would keep an idle table drawing."""


class Strip:
    """The contents of the strip. Empty and without height if the table's buttons are real."""

    def __init__(self, pins: Pins, send: Callable[[msg.ToTable], None]) -> None:
        self._pins = pins
        self._send = send
        self._seats: tuple[SeatNumber, ...] = ()
        self._boards: frozenset[SeatNumber] = frozenset()
        self._lamps: dict[SeatNumber, str] = {}
        self._lost: frozenset[SeatNumber] = frozenset()
        self._place = Place(0, 0, 0, 0)
        self._items: list[Item] = []

    @property
    def height(self) -> int:
        """Height in pixels."""
        return HEIGHT if self._seats else 0

    def connect(self, seats: Sequence[SeatNumber], boards: Collection[SeatNumber] = ()) -> None:
        """Set the table's simulated seats (none: its buttons are real), and the ``boards`` among them."""
        self._seats = tuple(seats)
        self._boards = frozenset(boards)
        self._lamps = {}
        self._pins.connect(seats)

    def apply(self, snapshot: msg.Snapshot) -> bool:
        """Take the latest snapshot; return whether a lamp or a board has changed."""
        before = self._lamps, self._lost
        self._lamps = {view.seat: view.lamp for view in snapshot.seats}
        self._lost = frozenset(view.seat for view in snapshot.seats if view.tray == _LOST)
        return before != (self._lamps, self._lost)

    # ------------------------------------------------------------ how it looks

    def sketch(self, width: float, top: float) -> Sketch:
        """Return the strip for a window of this width, with its upper edge at ``top``; it also sets the items."""
        sketch = Sketch(Frame())
        self._place = box(0, top - self.height, width, top)
        if self._seats:
            sketch.fill(self._place.inset(-8)._replace(y=self._place.y + 8), 0, _GROUND)
        for index, seat in enumerate(self._seats):
            self._cell(sketch, seat, width * index / len(self._seats), width / len(self._seats))
        self._items = sketch.items
        return sketch

    def _cell(self, sketch: Sketch, seat: SeatNumber, x: float, room: float) -> None:
        """Draw a seat's number, lamp and buttons, from left to right."""
        middle = self._place.y
        widths = _WITH_BOARD if seat in self._boards else _PLAIN
        cell = _NUMBER + _LAMP + sum(widths.values()) + _PAD * len(widths)
        scale = min(1.0, room / cell)
        x += (room - cell * scale) / 2
        number, lamp = _NUMBER * scale, _LAMP * scale
        sketch.text(str(seat), Place(x + number / 2, middle, number, HEIGHT), _TEXT, INK_SOFT, bold=True)
        x += number
        state = self._lamps.get(seat, "off")
        sketch.sign("disc 1", x + lamp / 2, middle, lamp, LAMPS.get(state, LAMPS["off"]))
        sketch.item("sim_lamp", Place(x + lamp / 2, middle, lamp, lamp), enabled=False, text=state, seat=seat)
        x += lamp + _PAD * scale
        for name, width in widths.items():
            button = width * scale
            draw = self._button if name in BUTTONS else self._board
            draw(sketch, seat, name, Place(x + button / 2, middle, button, HEIGHT - 2 * _PAD))
            x += button + _PAD * scale

    def _board(self, sketch: Sketch, seat: SeatNumber, name: str, place: Place) -> None:
        """Draw the controls for the dice and the board of a seat."""
        lost = seat in self._lost
        color = INK_FAINT if lost else ACCENT
        icon, text = "dice", "Throw"
        if name == "plug":
            icon, text, color = ("cross", "Plug in", ALARM) if lost else ("check", "Unplug", GO)
        sketch.fill(place, 6, color.fade(0.16))
        sketch.outline(place, 6, 1, color.fade(0.7))
        sketch.sign(f"icon {icon}", place.x, place.y, 0.8 * min(place.w, place.h), color)
        sketch.item(f"sim_{name}", place, text=text, seat=seat)

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
        """Return its items; the text of a lamp is its state."""
        return self._items

    def down(self, contact: str | int, x: float, y: float) -> bool:
        """Begin a contact; return True if it is in the strip, which then handles the rest of it."""
        for item in self._items:
            if item.seat is None or not item.enabled or not item.contains(x, y):
                continue
            name = item.what.removeprefix("sim_")
            if name in BUTTONS:
                self._pins.press(item.seat, name, contact)
            else:
                self._send(msg.DriveBoard(item.seat, "throw" if name == "throw" else "plug"))
        return self._place.h > 0 and self._place.holds(x, y)

    def up(self, contact: str | int) -> None:
        """End a contact, wherever it is now."""
        self._pins.release(contact)
