"""Layouts that are made before they are needed: each takes as long as a frame, and pictures of it come in the next.

A round's story likewise: its sentences are measured before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from kiosk.display.context import CentreContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.screens.centre_story import plates
from kiosk.layout.place import Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import RoundResult, Snapshot, Welcome
from kiosk.protocol.state import State


class LayoutsAhead:
    """What a table may need next, made a frame's work at a time; it is kept with all layouts, or all texts."""

    def __init__(self, welcome: Welcome) -> None:
        self._welcome = welcome
        self._other: TableShape | None = None
        self._now: TableShape | None = None
        self._left: list[Callable[[Welcome], object]] = []
        self._counted: RoundResult | None = None
        self._plates: Iterator[Sketch] = iter(())

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

    def foresee_story(self, result: RoundResult | None, context: Callable[[], CentreContext]) -> bool:
        """Lay out the story of a round that is counted, for one edge; return False if there is nothing to do."""
        if result is not self._counted:
            self._counted, self._plates = result, plates(context())
        return next(self._plates, None) is not None
