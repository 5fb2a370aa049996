"""An evening at one table: a real session, its window and people's fingers on one virtual clock."""

from __future__ import annotations

import itertools
from typing import Any, Final

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.display.input.gestures import Gestures
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.locale.languages import installed
from kiosk.table.settings import TableSettings
from kiosk.table.snapshots import welcome
from kiosk.testing.virtual.session import VirtualSession
from tests.rig.drawers import way_to
from tests.rig.looks import DIAGONAL, Check

LANGUAGES: Final = installed()
_PAGES: Final = 20
"""More pages than any drawer has."""

EDGES: Final = {
    2: (("south", 0.5), ("north", 0.5)),
    4: (("south", 0.5), ("west", 0.5), ("north", 0.5), ("east", 0.5)),
    12: (
        *((edge, (place + 0.5) / 4) for edge in ("south", "north") for place in range(4)),
        *((edge, (place + 0.5) / 2) for edge in ("west", "east") for place in range(2)),
    ),
}
SIZES: Final = {2: (1280, 720), 4: (1280, 720), 12: (1920, 1080)}


class Evening(VirtualSession):
    """A table, its window, and their common clock. ``settings``: changes to the table's settings."""

    def __init__(self, seats: int, seed: int, **settings: Any) -> None:
        plans = tuple(msg.SeatPlan(SeatNumber(number), *place) for number, place in enumerate(EDGES[seats], 1))
        self.size = SIZES[seats]
        self.check = Check(self)
        of_table = TableSettings(plans, **{"languages": LANGUAGES, "simulated": True, **settings})
        super().__init__(of_table, itertools.count(seed))

    def join(self) -> None:
        """Open the window."""
        from kiosk.display.table_view import TableView  # noqa: PLC0415  # Kivy only where such a test really runs

        self.view = TableView(welcome(self.session.table), clock=lambda: self.now, size=self.size)
        self.gestures = Gestures(self.view, self.say)
        self.gestures.resize(*self.size, DIAGONAL)
        super().join()

    def seat(self, number: int) -> msg.SeatView:
        return next(view for view in self.shown.seats if view.seat == number)

    def items(self, what: str, seat: int | None = None) -> list[Item]:
        return [item for item in self.view.items() if item.what == what and seat in (None, item.seat)]

    # ------------------------------------------------------------ time and input

    def handled(self) -> None:
        """Show what has changed."""
        if self.session.table.changed:
            self.session.table.changed = False
            self._show()

    def _show(self) -> None:
        self.shown = self.snapshot()
        self.gestures.apply(self.shown)
        if self.check.is_due(self.shown):
            self.look()

    def look(self) -> None:
        """Update the picture, and check it."""
        self.view.show(self.shown)
        self.check(self.shown)

    def pass_time(self, ms: float) -> None:
        """Let time pass, stopping at every deadline."""
        self.pass_to(Instant(self.now + milliseconds(ms)))

    # ------------------------------------------------------------ fingers and buttons

    def tap(self, item: Item, ms: float = 60) -> None:
        """Touch the item for ``ms``."""
        self.gestures.down(item.seat or 0, item.x, item.y, self.now)
        self.pass_time(ms)
        self.gestures.up(item.seat or 0, item.x, item.y, self.now)

    def drag(self, item: Item, to: Item) -> None:
        """Drag the card or die of ``item`` to the middle of ``to``."""
        self.gestures.down(item.seat or 0, item.x, item.y, self.now)
        for part in (0.5, 1.0):
            self.pass_time(30)
            x, y = item.x + (to.x - item.x) * part, item.y + (to.y - item.y) * part
            self.gestures.move(item.seat or 0, x, y, self.now)
        self.pass_time(90)  # laid down, not thrown
        self.gestures.up(item.seat or 0, to.x, to.y, self.now)

    def choose(self, seat: int, key: str, value: str) -> None:
        """Choose with a finger, in the drawer of the choices for everybody."""
        assert self.shown.lobby is not None
        choice = next(choice for choice in self.shown.lobby.choices if choice.key == key)
        for what in way_to(key):
            self._open(what, seat)
        self._open(key, seat, choice.values.index(value))
        self._open("close", seat)

    def speak(self, seat: int, language: str) -> None:
        assert self.shown.lobby is not None
        self._open("language", seat)
        self._open("language", seat, self.shown.languages.index(language))

    def handicap(self, seat: int, value: int) -> None:
        assert self.shown.lobby is not None
        for what in way_to("handicap"):
            self._open(what, seat)
        self._open("handicap", seat, self.shown.lobby.handicaps.index(value))

    def _open(self, what: str, seat: int, slot: int | None = None) -> None:
        for _ in range(_PAGES):
            found = [item for item in self.items(what, seat) if item.slot == slot]
            further = self.items("next_page", seat)
            if found or not further:
                break
            self.tap(further[0])
            self.look()
        (item,) = found
        self.tap(item)
        self.look()
