"""A table whose fingers go through an emulated touch panel, and whose keys go through an X server."""

from __future__ import annotations

from contextlib import AbstractContextManager

from tests.rig.evdev import EmulatedPanel
from tests.rig.touchtable import TouchTable


class PanelTable(TouchTable):
    """A screen under the glass of ``panel``, which may be another one after the first has been unplugged."""

    def __init__(self, panel: EmulatedPanel) -> None:
        super().__init__(panel.width, panel.height)
        self.panel = panel

    def at_once(self) -> AbstractContextManager[None]:
        """Have all that fingers do within the block come in one report."""
        return self.panel.report()

    def down(self, finger: int, x: float, y: float) -> None:
        """Put a finger on the glass."""
        self.panel.down(finger, x, y)

    def move(self, finger: int, x: float, y: float) -> None:
        """Move a finger that is down."""
        self.panel.move(finger, x, y)

    def up(self, finger: int) -> None:
        """Lift a finger."""
        self.panel.up(finger)

    def down_on_screen(self, finger: int, x: float, y: float) -> None:
        """Put a finger on another touch screen, known only to the X server."""
        super().down(finger, x, y)

    def up_on_screen(self, finger: int) -> None:
        """Lift it."""
        super().up(finger)
