"""Players of flesh and bone, as far as a machine can be: fingers and keys at the table, eyes on the scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.rig.kiosk_process import KioskProcess
from tests.rig.scene import Play, Point, Scene, Thing
from tests.rig.touchtable import TouchTable

STOP_KEYS: Final = {1: 10, 2: 11, 3: 12, 4: 13}
PLAY_KEYS: Final = {1: 24, 2: 25, 3: 26, 4: 27}
"""Seat -> X keycode of its simulated button: the digit, and the letter below it."""

_PALM: Final = 40
_TAP: Final = 30
"""Finger numbers: seats drag with finger = seat, tap with 30 + seat, rest a palm with 40 + seat."""


@dataclass(frozen=True, slots=True)
class Drag:
    """A seat's finger that carries something from one point to another."""

    finger: int
    begin: Point
    end: Point


class Robot:
    """Plays for any seats of ``kiosk`` with the fingers and keys of ``table``. The window fills the screen."""

    def __init__(self, table: TouchTable, kiosk: KioskProcess) -> None:
        self.table, self.kiosk = table, kiosk

    # ------------------------------------------------------------ the way into a round

    def sit_down(self, seats: Iterable[int]) -> None:
        """Take the seats and press until the round runs."""
        seats = list(seats)
        for wanted in ("ready", "countdown"):
            for seat in seats:
                self.press(STOP_KEYS[seat])
            self.kiosk.wait_for(wanted, lambda scene, wanted=wanted: scene.state == wanted)  # type: ignore[misc]
        self.kiosk.wait_for("the round", lambda scene: scene.state == "play")

    # ------------------------------------------------------------ keys and fingers

    def press(self, keycode: int) -> None:
        """Press a key and let it go."""
        self.table.key(keycode, press=True)
        self.table.key(keycode, press=False)
        self.table.sync()

    def tap(self, things: Iterable[Thing]) -> None:
        """Touch things, one a seat, all at the same time."""
        fingers = [(_TAP + (thing.seat or 0), thing.at) for thing in things]
        for finger, point in fingers:
            self.table.down(finger, *point)
        for finger, _ in fingers:
            self.table.up(finger)
        self.table.sync()

    def rest_palms(self, things: Iterable[Thing]) -> None:
        """Lay a palm on each thing, one a seat; it stays there and only trembles."""
        for thing in things:
            self.table.down(_PALM + (thing.seat or 0), *thing.at)
            self.table.move(_PALM + (thing.seat or 0), thing.x + 1, thing.y)
        self.table.sync()

    def lift_palms(self, seats: Iterable[int]) -> None:
        """Take the palms away."""
        for seat in seats:
            self.table.up(_PALM + seat)
        self.table.sync()

    def pick_up(self, drags: Sequence[Drag]) -> None:
        """All fingers at once: down, and half the way to where they go, step by step and by turns."""
        for drag in drags:
            self.table.down(drag.finger, *drag.begin)
        self._slide(drags, (0.1, 0.3, 0.5))

    def carry_on(self, drags: Sequence[Drag]) -> None:
        """The other half of the way; the fingers stay down."""
        self._slide(drags, (0.7, 0.9, 1.0))

    def let_go(self, drags: Sequence[Drag]) -> None:
        """All fingers up."""
        for drag in drags:
            self.table.up(drag.finger)
        self.table.sync()

    def drag(self, drags: Sequence[Drag]) -> None:
        """Pick up, carry and let go, all fingers at the same time."""
        self.pick_up(drags)
        self.carry_on(drags)
        self.let_go(drags)

    def _slide(self, drags: Sequence[Drag], parts: Iterable[float]) -> None:
        for part in parts:
            for drag in drags:
                self.table.move(drag.finger, *drag.begin.towards(drag.end, part))
        self.table.sync()


def drag_of(seat: int, play: Play, scene: Scene) -> Drag:
    """How the seat plays this card: onto its pile, or a 1 into the middle."""
    return Drag(seat, play.card.at, play.pile.at if play.pile else scene.middle)
