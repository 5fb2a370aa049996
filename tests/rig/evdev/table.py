"""A table whose fingers go through an emulated touch panel, and whose keys go through an X server."""

from __future__ import annotations

from tests.rig.evdev import EmulatedPanel
from tests.rig.touchtable import TouchTable


class PanelTable(TouchTable):
    """A screen under the glass of ``panel``, which may be another one after the first has been unplugged."""

    def __init__(self, panel: EmulatedPanel) -> None:
        super().__init__(panel.width, panel.height)
        self.panel = panel

    def down(self, finger: int, x: float, y: float) -> None:
        """A finger touches the glass."""
        self.panel.down(finger, x, y)

    def move(self, finger: int, x: float, y: float) -> None:
        """A finger that is down moves."""
        self.panel.move(finger, x, y)

    def up(self, finger: int) -> None:
        """A finger leaves the glass."""
        self.panel.up(finger)

    def down_on_screen(self, finger: int, x: float, y: float) -> None:
        """A finger that only the X server knows of: somebody else's touch screen."""
        super().down(finger, x, y)

    def up_on_screen(self, finger: int) -> None:
        """It leaves."""
        super().up(finger)
