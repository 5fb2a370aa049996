"""``closed``: outside the opening hours. Dark, and nobody may sit down. Pure."""

from __future__ import annotations

from kiosk.table.choices import Choices
from kiosk.table.state import State
from kiosk.table.states.base import TableState


class Closed(TableState):
    """Until the opening hours begin (``Session``)."""

    name = State.CLOSED

    def enter(self) -> None:
        """Nobody plays, bots neither."""
        self.table.begin_state(None)
        self.table.people.clear()
        self.table.choices = Choices(self.table.settings)
        self.table.match = None
