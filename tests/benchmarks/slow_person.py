"""One person with a finger on an emulated touch panel, who plays by the table's snapshots, beside bots.

The picture is asked once where everything lies, and not in play: that would be work that no table has.
"""

from __future__ import annotations

import contextlib
import threading
import time
from pathlib import Path
from typing import Final

from kiosk import protocol as msg
from kiosk.display.remote_control import ask_scene
from kiosk.game.seats import SeatNumber
from kiosk.protocol.client import NotRunning, drive, snapshots
from tests.benchmarks.processes import display_beside, until
from tests.rig.evdev import EmulatedPanel
from tests.rig.hands import touches
from tests.rig.scene import Point, Scene, Thing

SEAT: Final = SeatNumber(1)
FINGER: Final = 1
REPORTS_S: Final = 1 / 120
"""Seconds between two reports of the panel."""
CARRIES_S: Final = 0.35
"""Seconds for which a card is carried."""
AIM_S: Final = 0.1
"""Seconds for which the finger stands still before it lifts: a flick would slide on."""
PAUSE_S: Final = 0.4
SHORT_S: Final = 0.06
"""Seconds of a tap, and of a press."""


class Person:
    """A person at seat 1."""

    def __init__(self, table: Path, panel: EmulatedPanel) -> None:
        self._table, self._panel = table, panel
        self.moved: list[int] = []
        """The stamps of all reports of a carrying finger."""
        self.answered: list[int] = []
        """Nanoseconds from a press of Play until a snapshot shows what it has turned over."""
        self.newest: msg.Snapshot | None = None
        self._pressed: tuple[int, msg.SeatView] | None = None  # when, and the seat then
        self._scene: Scene | None = None
        threading.Thread(target=self._watch, name="snapshots", daemon=True).start()

    def _watch(self) -> None:
        with contextlib.suppress(NotRunning):  # the table has ended
            for snapshot in snapshots(self._table):
                self.newest = snapshot
                if self._pressed is not None and _flipped(self._pressed[1], self.view):
                    self.answered.append(time.monotonic_ns() - self._pressed[0])
                    self._pressed = None

    def _shown(self, what: str) -> Thing:
        """Return the seat's control of this name, as soon as it is shown."""
        found: list[Thing] = []

        def look() -> list[Thing]:
            with contextlib.suppress(NotRunning):  # the display has not heard of the table yet
                found[:] = self._look().of(what, SEAT)
            return found

        until(look)
        return found[0]

    def _look(self) -> Scene:
        return Scene.parse(ask_scene(display_beside(self._table)))

    @property
    def view(self) -> msg.SeatView | None:
        """The own seat in the newest snapshot."""
        return next((view for view in self.newest.seats if view.seat == SEAT), None) if self.newest else None

    # ------------------------------------------------------------ the way into a round

    def come(self) -> None:
        """Wait until the picture invites to the seat."""
        self._shown("seat")

    def sit_down(self) -> None:
        """Take the seat and be ready, until the round runs."""
        for what in ("seat", "ready"):
            self._shown(what)
            time.sleep(2 * SHORT_S)  # it may still be moving into its place
            self._tap(self._shown(what).at)
        until(lambda: self.newest is not None and self.newest.state == "play")
        self._scene = self._look()

    # ------------------------------------------------------------ playing

    def play(self, seconds: float) -> None:
        """Play for so long, or until the round ends."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.newest is not None and self.newest.state == "play":
            self._act()
            time.sleep(PAUSE_S)

    def _act(self) -> None:
        snapshot, view, scene = self.newest, self.view, self._scene
        if snapshot is None or view is None or scene is None:
            return
        for touch in touches(snapshot, view, time.monotonic_ns()):
            if isinstance(touch, msg.PlayCard):
                self._carry(self._place(scene, touch.source), scene.middle)
            elif isinstance(touch, msg.RefillSlot):
                self._tap(self._place(scene, f"row {touch.slot}"))
            elif isinstance(touch, msg.TuckCard):
                self._carry(self._place(scene, touch.source), self._place(scene, f"row {touch.slot}"))
            elif isinstance(touch, msg.FlipHand):
                self._flip()
            elif isinstance(touch, msg.PressButton):
                self._drive("stop")

    def _place(self, scene: Scene, source: str) -> Point:
        what, _, slot = source.partition(" ")
        found = [thing for thing in scene.of(what, SEAT) if not slot or thing.slot == int(slot)]
        return found[0].at if found else scene.one("hand", SEAT).at

    def _flip(self) -> None:
        """Press Play, and note how long it takes until the table tells what came of it."""
        if self.view is not None:
            self._pressed = time.monotonic_ns(), self.view
        self._drive("play")

    def _drive(self, button: str) -> None:
        edges = msg.PinEdge(SEAT, button, True), msg.PinEdge(SEAT, button, False, round(SHORT_S * 1e9))
        drive(self._table, msg.DrivePins(edges))

    # ------------------------------------------------------------ the finger

    def _tap(self, at: Point) -> None:
        self._panel.down(FINGER, *at)
        time.sleep(SHORT_S)
        self._panel.up(FINGER)

    def _carry(self, start: Point, end: Point) -> None:
        self._panel.down(FINGER, *start)
        steps = round(CARRIES_S / REPORTS_S)
        for step in range(1, steps + 1):
            time.sleep(REPORTS_S)
            self.moved.append(time.monotonic_ns())
            self._panel.move(FINGER, *start.towards(end, step / steps))
        time.sleep(AIM_S)
        self._panel.up(FINGER)


def _flipped(before: msg.SeatView | None, after: msg.SeatView | None) -> bool:
    if before is None or after is None:
        return False
    return (before.hand_count, before.discard_card) != (after.hand_count, after.discard_card)
