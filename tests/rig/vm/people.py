"""People at a table in a virtual machine: fingers on its panel, hands on its buttons, eyes on its screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from hardware.api import Button
from tests.rig.robot import Robot
from tests.rig.scene import Scene
from tests.rig.vm.appliance import VirtualTable
from tests.rig.vm.machine import Fingers
from tests.rig.watcher import Watcher

LINES: Final = {
    1: {Button.STOP: 17, Button.PLAY: 27},
    2: {Button.STOP: 23, Button.PLAY: 24},
    3: {Button.STOP: 5, Button.PLAY: 6},
    4: {Button.STOP: 16, Button.PLAY: 20},
}
"""The lines of the buttons of the packaged four seats."""
LAMPS: Final = {1: 22, 2: 25, 3: 13, 4: 21}

LIMIT: Final = 300.0
"""Seconds for changes of the display: an emulated processor draws two pictures a second, or one in three seconds."""
_Seen = TypeVar("_Seen")


class Eyes:
    """The display's scenes for a robot, in place of a ``KioskProcess``."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table

    def scene(self) -> Scene:
        """Return everything that can be touched now; a display beside other work may take a while to answer."""
        return self.wait_for("a display that answers", lambda scene: scene)

    def wait_for(self, what: str, found: Callable[[Scene], _Seen | None], limit: float = LIMIT) -> _Seen:
        """Return the first result of ``found`` in the coming scenes."""

        def seen() -> _Seen | None:
            scene = self._table.scene()
            return None if scene is None else found(scene)

        return self._table.wait_for(what, seen, limit)


class People(Robot):
    """A robot with fingers on the panel and on the buttons of the GPIO chip."""

    def __init__(self, table: VirtualTable, watcher: Watcher) -> None:
        eyes = Eyes(table)
        super().__init__(Fingers(table, eyes.scene().size), eyes, watcher)  # type: ignore[arg-type]
        self._machine = table

    def button(self, seat: int, button: Button) -> None:
        """Press and release a button of the seat."""
        self._machine.push(LINES[seat][button])
