"""The developer's strip at the window's upper edge: each seat's simulated Stop, Play, lamp and dice board.

Pure: appearance and reactions. ``main_loop`` puts it on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal, NamedTuple

from kiosk import protocol as msg
from kiosk.display.dev.simulated_buttons import BUTTONS, Pins, hint
from kiosk.display.paint.brass_art import GO_LACQUER, IDLE_LACQUER
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, ALARM, BLACK, BRASS, GO, INK, WHITE, Rgba, rgb
from kiosk.display.paint.tray_art import STOP_LACQUER
from kiosk.display.scene import Item
from kiosk.display.widgets.brass import draw_medal, draw_round
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Place, box

HEIGHT: Final = 44
"""The height of the strip in pixels."""

_PAD: Final = 4
_MEDAL, _LAMP = 36.0, 30.0
_PLAIN: Final = {"stop": 84.0, "play": 84.0}
_WITH_BOARD: Final = {"stop": 68.0, "play": 68.0, "throw": 36.0, "plug": 36.0}
"""Widths of the buttons in a seat's cell, from left to right."""
_TEXT: Final = 18
_LOST: Final = "lost"
"""The state of a board that does not answer (``SeatView.tray``)."""


class _Button(NamedTuple):
    """A button of a seat: its word, its sign, and its lacquer and light."""

    word: str
    icon: str
    lacquer: Rgba
    light: Rgba


_BUTTONS: Final = {
    "stop": _Button("Stop", "palm", STOP_LACQUER, rgb("ff3b46")),
    "play": _Button("Play", "play", GO_LACQUER, GO),
}


class LampDot(NamedTuple):
    """What a lamp shows: its colour, and how often a second it grows dim and bright again (0: it is steady).

    The rates are those of the real lamps' patterns (``hardware.gpio.lamp_patterns``).
    """

    color: Rgba
    beat: float = 0.0


_RED: Final = rgb("ff4438")
LAMPS: Final = {
    "off": LampDot(BLACK),
    "chase": LampDot(ACCENT, 0.8),
    "invited": LampDot(ACCENT, 1 / 2.4),
    "ready": LampDot(GO),
    "heard": LampDot(WHITE),
    "beat_3": LampDot(_RED.mix(WHITE, 0.6), 1 / 1.8),
    "beat_2": LampDot(_RED.mix(WHITE, 0.4), 1 / 1.3),
    "beat_1": LampDot(_RED.mix(WHITE, 0.2), 1 / 0.9),
    "may_stop": LampDot(_RED, 2.0),
    "locked": LampDot(ALARM.mix(BLACK, 0.6)),
    "wave": LampDot(ACCENT.mix(WHITE, 0.6)),
    "winner": LampDot(ACCENT.mix(WHITE, 0.3), 1.0),
    "dance": LampDot(GO.mix(WHITE, 0.3), 0.8),
    "fault": LampDot(rgb("d070e0"), 0.5),
}
"""How the lamp of each state looks."""


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

    def ground(self, width: float, top: float) -> Sketch:
        """Return the leather below the strip; the light of the lamps lies between it and the strip's other parts."""
        sketch = Sketch(Frame())
        if self._seats:
            place = box(0, top - self.height, width, top)
            sketch.plaque("leather", place.inset(-_PAD)._replace(y=place.y + _PAD), 0.2 * HEIGHT)
        return sketch

    def sketch(self, width: float, top: float) -> Sketch:
        """Return the strip for a window of this width, with its upper edge at ``top``; it also sets the items."""
        sketch = Sketch(Frame())
        self._place = box(0, top - self.height, width, top)
        for index, seat in enumerate(self._seats):
            self._cell(sketch, seat, width * index / len(self._seats), width / len(self._seats))
        self._items = sketch.items
        return sketch

    def _cell(self, sketch: Sketch, seat: SeatNumber, x: float, room: float) -> None:
        """Draw a seat's medal, lamp and buttons, from left to right."""
        middle = self._place.y
        widths = _WITH_BOARD if seat in self._boards else _PLAIN
        cell = _MEDAL + _LAMP + sum(widths.values()) + _PAD * (len(widths) + 1)
        scale = min(1.0, room / cell)
        x += (room - cell * scale) / 2
        medal, lamp = _MEDAL * scale, _LAMP * scale
        draw_medal(sketch, seat, x + medal / 2, middle, 0.94 * medal)
        x += medal + _PAD * scale
        self._lamp(sketch, seat, Place(x + lamp / 2, middle, lamp, lamp))
        x += lamp + _PAD * scale
        for name, width in widths.items():
            button = width * scale
            draw = self._button if name in BUTTONS else self._board
            draw(sketch, seat, name, Place(x + button / 2, middle, button, HEIGHT - 2 * _PAD))
            x += button + _PAD * scale

    def _lamp(self, sketch: Sketch, seat: SeatNumber, place: Place) -> None:
        """Draw a seat's lamp: a bulb in a ring of brass, in its light."""
        state = self._lamps.get(seat, "off")
        shown = LAMPS.get(state, LAMPS["off"])
        x, y, side = place.x, place.y, 0.62 * place.w
        sketch.sign("disc", x, y, side, BRASS)
        sketch.sign("disc", x, y, 0.8 * side, shown.color.mix(BLACK, 0.3) if state != "off" else BLACK)
        if state != "off":
            sketch.light(GLOW, x, y, 3.4 * side, 3.4 * side, shown.color, beat=shown.beat)
            sketch.sign("disc", x, y, 0.5 * side, shown.color.mix(WHITE, 0.45))
        sketch.item("sim_lamp", place, enabled=False, text=state, seat=seat)

    def _board(self, sketch: Sketch, seat: SeatNumber, name: str, place: Place) -> None:
        """Draw the controls for the dice and the board of a seat."""
        lost = seat in self._lost
        icon, text, lacquer = "dice", "Throw", IDLE_LACQUER
        if name == "plug":
            icon, text, lacquer = ("cross", "Plug in", STOP_LACQUER) if lost else ("check", "Unplug", GO_LACQUER)
        side = min(place.w, place.h)
        draw_round(sketch, place.x, place.y, 0.94 * side, lacquer)
        sketch.sign(
            f"icon {icon}", place.x, place.y, 0.46 * side, WHITE.fade(0.45 if lost and name == "throw" else 1.0)
        )
        sketch.item(f"sim_{name}", place, text=text, seat=seat)

    def _button(self, sketch: Sketch, seat: SeatNumber, name: str, place: Place) -> None:
        """Draw a button and beside it the key that presses it."""
        button, down = _BUTTONS[name], self._pins.is_down(seat, name)
        side = min(0.94 * place.h, 0.62 * place.w)
        x = place.left + side / 2
        if down:
            sketch.glow(Place(x, place.y, side, side), side / 2, 0.22 * side, button.light)
        draw_round(sketch, x, place.y, side, button.lacquer.mix(WHITE, 0.35) if down else button.lacquer)
        sketch.sign(f"icon {button.icon}", x, place.y, 0.48 * side, WHITE)
        key = box(x + side / 2 + 1, place.bottom, place.right, place.top)
        sketch.text(hint(seat, name), key, _TEXT, WHITE if down else INK, bold=True)
        sketch.item(f"sim_{name}", place, text=f"{button.word} {hint(seat, name)}", seat=seat)

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
                self._send(msg.DriveBoard(item.seat, self._deed(item.seat, name)))
        return self._place.h > 0 and self._place.holds(x, y)

    def _deed(self, seat: SeatNumber, name: str) -> Literal["throw", "plug", "unplug"]:
        """Return what the control of a seat's board does now."""
        if name == "throw":
            return "throw"
        return "plug" if seat in self._lost else "unplug"

    def up(self, contact: str | int) -> None:
        """End a contact, wherever it is now."""
        self._pins.release(contact)
