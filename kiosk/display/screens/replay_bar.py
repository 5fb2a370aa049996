"""The controls of the replay of a whole round, at the window's upper edge, for a mouse or a finger.

Pure: appearance and reactions. ``main_loop`` puts it on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kiosk import protocol as msg
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, DARK_INK, INK, INK_FAINT, INK_SOFT, rgb
from kiosk.display.scene import Item
from kiosk.layout.table_layout import Frame, Place, box

HEIGHT: Final = 48
"""The height of the bar in pixels."""
SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Speeds of the replay, relative to real time."""

_PAD: Final = 6
_BUTTON: Final = 44.0
_SPEED: Final = 54.0
_TITLE: Final = 190.0
_ROOMY: Final = 1000.0
"""A narrower window shows no title."""
_DIGIT, _COLON = 11.0, 6.0
_HANDLE: Final = 22.0
_TEXT: Final = 18
_GROUND: Final = rgb("05090b")
_FIELD: Final = INK.fade(0.1)

_KEYS: Final = {
    44: "toggle",
    79: "step",
    80: "back",
    46: "faster",
    48: "faster",
    87: "faster",
    45: "slower",
    56: "slower",
    86: "slower",
}
"""Actions by SDL scancode: space, right, left, and + and - of American and German keyboards and of the keypad."""


class ReplayBar:
    """The contents of the replay's bar. Empty and without height unless a whole round is replayed.

    While seeking it requests the next moment only after the last one is shown, so a drag never outruns the table.
    """

    def __init__(self, send: Callable[[msg.ToTable], None], changed: Callable[[], None] = lambda: None) -> None:
        self._send = send
        self._changed = changed
        self._replay: msg.ReplayView | None = None
        self._items: list[Item] = []
        self._place = Place(0, 0, 0, 0)
        self._track = Place(0, 0, 1, 1)
        self._dragging: str | int | None = None
        self._wanted: int | None = None  # the moment under the finger, in ms
        self._asked: int | None = None  # the moment that was requested and is not shown yet

    @property
    def height(self) -> int:
        """Height in pixels."""
        return HEIGHT if self._replay is not None else 0

    def apply(self, snapshot: msg.Snapshot) -> bool:
        """Take the latest snapshot; return whether the bar looks different now."""
        shown = snapshot.replay if snapshot.replay is not None and snapshot.replay.race is None else None
        if shown is None and self._replay is None:
            return False
        before, self._replay, self._asked = self._replay, shown, None
        self._seek()
        return before != shown

    # ------------------------------------------------------------ how it looks

    def sketch(self, width: float, top: float) -> Sketch:
        """Return the bar for a window of this width, with its upper edge at ``top``; it also sets the items."""
        sketch = Sketch(Frame())
        self._place = box(0, top - self.height, width, top)
        if self._replay is not None:
            sketch.fill(self._place.inset(-8)._replace(y=self._place.y + 8), 0, _GROUND)
            self._draw(sketch, self._replay)
        self._items = sketch.items
        return sketch

    def _draw(self, sketch: Sketch, replay: msg.ReplayView) -> None:
        left, right = self._place.left + _PAD, self._place.right - _PAD
        play = ("pause", "Pause") if replay.playing else ("play", "Play")
        left = self._button(sketch, left, "replay_back", "step_back", "One move back")
        left = self._button(sketch, left, "replay_play", *play, lit=True)
        left = self._button(sketch, left, "replay_step", "step", "One move on")
        right = self._button(sketch, right - _BUTTON, "replay_close", "cross", "Close") - 2 * _BUTTON - 2 * _PAD
        if self._place.w >= _ROOMY:
            room = box(right - _TITLE + _PAD, self._place.bottom, right - _PAD, self._place.top)
            sketch.paragraph(replay.round, room, _TEXT - 3, INK_SOFT)
            right -= _TITLE
        right = self._draw_speed(sketch, right, replay)
        at = self._wanted if self._wanted is not None else replay.at_ms
        left = self._draw_time(sketch, left + _PAD, at, replay.length_ms) + 2 * _PAD
        right -= self._time_width(replay.length_ms) + 2 * _PAD
        self._draw_time(sketch, right + _PAD, replay.length_ms, replay.length_ms, faint=True)
        self._draw_track(sketch, box(left, self._place.bottom, right - _PAD, self._place.top), replay, at)

    def _button(self, sketch: Sketch, left: float, what: str, icon: str, text: str, *, lit: bool = False) -> float:
        """Draw a control that begins at ``left``; return where the next one may begin."""
        place = Place(left + _BUTTON / 2, self._place.y, _BUTTON, HEIGHT - 2 * _PAD)
        sketch.fill(place, 8, ACCENT if lit else _FIELD)
        sketch.sign(f"icon {icon}", place.x, place.y, 0.56 * place.h, DARK_INK if lit else INK)
        sketch.item(what, place, text=text)
        return place.right + _PAD

    def _draw_speed(self, sketch: Sketch, right: float, replay: msg.ReplayView) -> float:
        """Draw slower, the speed, faster; return their left end."""
        left = right - 2 * (_BUTTON + _PAD) - _SPEED
        shown = Place(left + _BUTTON + _PAD + _SPEED / 2, self._place.y, _SPEED - _PAD, HEIGHT)
        self._button(sketch, left, "replay_slower", "minus", "Slower")
        text = f"{replay.speed:g}\N{MULTIPLICATION SIGN}"
        sketch.text(text, shown, _TEXT, INK, bold=True)
        sketch.item("replay_speed", shown, enabled=False, text=text)
        self._button(sketch, left + _BUTTON + _PAD + _SPEED, "replay_faster", "plus", "Faster")
        return left - _PAD

    @staticmethod
    def _time_width(length: int) -> float:
        text = _time(length)
        return sum(_DIGIT if sign.isdigit() else _COLON for sign in text)

    def _draw_time(self, sketch: Sketch, left: float, at: int, length: int, *, faint: bool = False) -> float:
        """Draw minutes, seconds and tenths, each digit in a fixed place; return the right end."""
        right = left + self._time_width(length)
        x = right
        for sign in reversed(_time(at)):
            room = _DIGIT if sign.isdigit() else _COLON
            x -= room
            sketch.text(sign, Place(x + room / 2, self._place.y, 2 * room, HEIGHT), _TEXT, INK_SOFT if faint else INK)
        return right

    def _draw_track(self, sketch: Sketch, place: Place, replay: msg.ReplayView, at: int) -> None:
        """Draw the round from left to right: the elapsed part, and the handle."""
        place = place._replace(w=place.w - _HANDLE)
        self._track = place
        bar = place._replace(h=8.0)
        x = place.left + place.w * at / max(1, replay.length_ms)
        sketch.fill(bar, 4, INK_FAINT.fade(0.4))
        if x - place.left > 8:
            sketch.fill(box(place.left, bar.bottom, x, bar.top), 4, ACCENT)
        sketch.sign("disc", x, place.y, _HANDLE, ACCENT)
        words = f"{_time(at)} / {_time(replay.length_ms)}"
        sketch.item("replay_seek", place, text=words)

    # ------------------------------------------------------------ what can be touched

    def items(self) -> Sequence[Item]:
        """Return its items; the text of ``replay_seek`` is the shown moment and the round's length."""
        return self._items

    def down(self, contact: str | int, x: float, y: float) -> bool:
        """Begin a contact; return True if it is in the bar, which then handles the rest of it."""
        if self._replay is None or not self._place.holds(x, y):
            return False
        hit = next((item.what for item in self._items if item.enabled and item.contains(x, y)), None)
        if hit == "replay_seek":
            self._dragging = contact
            self.move(contact, x)
        elif hit is not None:
            self._do(hit.removeprefix("replay_"))
        return True

    def move(self, contact: str | int, x: float) -> None:
        """Move a contact; if it drags the handle, the picture follows."""
        if contact != self._dragging or self._replay is None:
            return
        share = (x - self._track.left) / max(1.0, self._track.w)
        self._wanted = round(min(max(share, 0.0), 1.0) * self._replay.length_ms)
        self._seek()
        self._changed()

    def up(self, contact: str | int) -> None:
        """End a contact: a drag ends at the moment it last showed."""
        if contact == self._dragging:
            self._asked = None
            self._seek()
            self._dragging = self._wanted = None
            self._changed()

    def key(self, scancode: int) -> bool:
        """Handle a key press or repeat; return False if it is not the bar's, or there is no bar."""
        if self._replay is None or scancode not in _KEYS:
            return False
        self._do(_KEYS[scancode])
        return True

    # ------------------------------------------------------------ what it asks for

    def _seek(self) -> None:
        if self._replay is None or self._wanted in (None, self._replay.at_ms) or self._asked is not None:
            return
        self._asked = self._wanted
        self._send(msg.DriveReplay("seek", float(self._wanted)))

    def _do(self, what: str) -> None:
        replay = self._replay
        if replay is None:
            return
        if what in ("play", "toggle"):
            self._send(msg.DriveReplay("pause" if replay.playing else "play"))
        elif what in ("slower", "faster"):
            self._send(msg.DriveReplay("speed", _next_speed(replay.speed, faster=what == "faster")))
        else:
            self._send(_ASKS[what])


_ASKS: Final = {
    "step": msg.DriveReplay("step", 1),
    "back": msg.DriveReplay("step", -1),
    "close": msg.DriveReplay("close"),
}


def _next_speed(speed: float, *, faster: bool) -> float:
    """Return the next speed up or down; the same one at the limit."""
    if faster:
        return next((other for other in SPEEDS if other > speed), speed)
    return next((other for other in reversed(SPEEDS) if other < speed), speed)


def _time(ms: int) -> str:
    """Return minutes, seconds and tenths as text."""
    minutes, rest = divmod(ms // 100, 600)
    return f"{minutes}:{rest // 10:02}.{rest % 10}"
