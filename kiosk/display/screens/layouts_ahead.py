"""Layouts that are made before they are needed: each takes as long as a frame, and pictures of it come in the next."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from kiosk.layout.place import Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import Snapshot, Welcome
from kiosk.protocol.state import State


class LayoutsAhead:
    """What a table at which nobody sits may need next, made a frame's work at a time; it is kept with all layouts."""

    def __init__(self, welcome: Welcome) -> None:
        self._welcome = welcome
        self._other: TableShape | None = None
        self._now: TableShape | None = None
        self._left: list[Callable[[Welcome], object]] = []

    def prepare(self, snapshot: Snapshot, area: Place) -> bool:
        """Make the layout of the other game, which comes next; return False if there is nothing to do."""
        if snapshot.state != State.ATTRACT:
            return False
        shape = TableShape.of(area, self._welcome, snapshot, snapshot.game)
        if shape == self._other:
            return False
        self._other = shape
        with suppress(ValueError):
            shape.layout(self._welcome)
        return True

    def foresee(self, shape: TableShape | None) -> bool:
        """Make what is needed at once when somebody sits down; return False if there is nothing to do.

        ``shape``: of the layout that is shown.
        """
        if shape is not self._now:
            self._now = shape
            sat = shape._replace(inviting=False) if shape is not None and shape.inviting else None
            self._left = [sat.layout, sat.practised] if sat is not None else []
        if not self._left:
            return False
        self._left.pop(0)(self._welcome)
        return True
