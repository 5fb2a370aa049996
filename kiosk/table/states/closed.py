"""``closed``: outside the opening hours. Dark, and nobody may sit down. Pure."""

from __future__ import annotations

from kiosk.table.state import State
from kiosk.table.states.base import TableState


class Closed(TableState):
    """The state outside the opening hours, until the session reports that they begin."""

    name = State.CLOSED

    def enter(self) -> None:
        """Clear the table: neither people nor bots play."""
        self.table.begin_state(None)
        self.table.people.clear()
        self.table.new_choices()
        self.table.match = None
