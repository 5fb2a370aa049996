"""A member of the staff with fingers on the table: the held corner, the keypad, the pages of the service menu."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from kiosk import protocol as msg
from tests.rig.robot import Robot
from tests.rig.scene import Scene, Thing

CORNER_S: Final = 3.3
"""A little longer than a corner must be held."""
RESTING: Final = 50
"""The number of the finger that holds something."""


class Visit:
    """A robot's fingers in the service menu whose PIN is ``pin``."""

    def __init__(self, robot: Robot, pin: str) -> None:
        self.robot = robot
        self.table, self.kiosk, self.watcher = robot.table, robot.kiosk, robot.watcher
        self._pin = pin

    def held(self, thing: Thing, seconds: float) -> None:
        """Hold a finger there for ``seconds``."""
        self.table.down(RESTING, *thing.at)
        until = time.monotonic() + seconds
        self.kiosk.wait_for("time", lambda _: time.monotonic() >= until)
        self.table.up(RESTING)

    def tap(self, what: str, **fields: object) -> None:
        """Tap as soon as it can be touched."""

        def found(scene: Scene) -> Thing | None:
            things = (thing for thing in scene.of(what) if thing.enabled)
            return next((one for one in things if all(getattr(one, key) == fields[key] for key in fields)), None)

        self.robot.tap([self.kiosk.wait_for(f"{what} {fields}", found)])

    def shows(self, what: str, found: Callable[[msg.ServiceView], object]) -> msg.ServiceView:
        """Return the menu, as soon as ``found`` is true for it."""
        told = self.watcher.wait_for(what, lambda told: told.service is not None and bool(found(told.service)))
        assert told.service is not None
        return told.service

    def page(self, name: str) -> msg.ServiceView:
        """Return the menu, when it shows this page and is not busy."""
        return self.shows(name, lambda view: view.page == name and not view.busy)

    def type(self, digits: str) -> None:
        """Type on the keypad."""
        for digit in digits:
            self.tap("digit", text=digit)

    def come_in(self) -> None:
        """Hold a corner, and type the PIN."""
        self.held(self.kiosk.wait_for("corners", lambda scene: scene.of("service"))[0], CORNER_S)
        self.page("pin")
        self.type(self._pin)
        self.tap("enter")
        self.page("menu")
