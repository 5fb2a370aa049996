"""The touch panel with all that stands between its claims and the gestures: ghosts are masked, cuts are joined.

    kernel -> Panel (touch_panel) -> GhostFilter (ghosts) -> Joiner (joining) -> the display

What was dropped, joined, masked or not used on the way is counted, for ``kiosk doctor`` and the staff.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from kiosk.display.input.contact_size import Sizes
from kiosk.display.input.ghosts import Ghost, GhostFilter
from kiosk.display.input.joining import WAIT, Joiner
from kiosk.display.input.panel_record import LASTS, Record
from kiosk.display.input.panel_search import PanelOptions
from kiosk.display.input.panel_sink import PanelSink
from kiosk.display.input.touch_panel import Panel
from kiosk.protocol import Fault, PanelHealth

EVERY: Final = 2_000_000_000
"""The interval in nanoseconds of new counts for the table: each is a message."""


class Surroundings(Protocol):
    """What is under the fingers, as far as it decides what a claim of the panel may do. Window pixels, y upwards."""

    def diagonal_mm(self) -> float:
        """Return the table's diagonal; 0: it is not known yet."""

    def carries(self, contact: int) -> bool:
        """Return whether a contact carries a piece that follows it."""

    def is_idle(self, contact: int, x: float, y: float) -> bool:
        """Return whether a new touch at this point, by the finger of ``contact``, would do nothing."""

    def may_mask(self, x: float, y: float) -> bool:
        """Return whether a touch at this point may be ignored: no round runs, and nothing there can be pressed."""


class Reading(NamedTuple):
    """``until``: nothing older will follow; ``wait``: how long it stays there at most, because a lift is held back."""

    until: int
    wait: int


class PanelInput:
    """The input of a display that reads its own panel; ``sink`` gets the contacts."""

    def __init__(
        self,
        options: PanelOptions,
        size: Callable[[], tuple[int, int]],
        sink: PanelSink,
        around: Surroundings,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._size = size
        self._around = around
        self._joiner = Joiner(sink, size, around.carries, around.is_idle)
        self._ghosts = GhostFilter(self._joiner, self._px_per_mm, around.may_mask)
        self._panel = Panel(options, size, self._ghosts, clock, around.diagonal_mm)
        self._health: PanelHealth | None = None
        self._health_due = 0

    @property
    def name(self) -> str:
        """Description for the operator (``DisplayHealth.touch``)."""
        return self._panel.name

    @property
    def fault(self) -> Fault | None:
        """Why there are no touches, with the fix; None: it works."""
        return self._panel.fault

    def poll(self) -> Reading:
        """Pass on all touches."""
        until = self._panel.poll()
        self._joiner.release(until)
        pending = self._joiner.pending
        return Reading(until, 0) if pending is None else Reading(min(until, pending), WAIT)

    def health(self, now: int) -> PanelHealth | None:
        """Return the counts and what staff should know, as they were less than ``EVERY`` ago."""
        if now >= self._health_due or (self._health is None) != (self._panel.open is None):
            self._health_due = now + EVERY
            self._health = self._counted()
        return self._health

    def claimed_mm(self, contact: int) -> float | None:
        """Return how large the panel says that a contact is, believed or not; None: it does not say."""
        panel = self._panel.open
        return None if panel is None else panel.judge.claimed_of(contact)

    def begin_record(self, now: int, done: Callable[[str | None, str], None]) -> str | None:
        """Record what the panel says for ``LASTS``, and call ``done`` with the text; return why that cannot be done."""
        panel = self._panel.open
        if panel is None:
            return "The display has no touch panel now."
        if panel.record is not None:
            return "The touch panel is being recorded already."
        try:
            panel.record = Record(panel.device.description(), now + LASTS, done)
        except OSError as error:
            return f"The touch panel does not describe itself: {error.strerror}."
        return None

    def seconds_to_record(self, now: int) -> int:
        """Return how long is still recorded, rounded up; a record whose time is over is handed over. 0: nothing is."""
        panel = self._panel.open
        if panel is None or panel.record is None:
            return 0
        if now >= panel.record.until:
            panel.record.end()
            panel.record = None
            return 0
        return -(-(panel.record.until - now) // 1_000_000_000)

    def give_up_record(self, why: str) -> None:
        """End the record without a text, if there is one."""
        panel = self._panel.open
        if panel is not None and panel.record is not None:
            panel.record.give_up(why)
            panel.record = None

    def close(self) -> None:
        """Close the panel."""
        self._panel.close()

    def _counted(self) -> PanelHealth | None:
        panel = self._panel.open
        if panel is None:
            return None
        masked = sum(ghost.masked for ghost in self._ghosts.ghosts)
        judge, joiner, notes = panel.judge, self._joiner, tuple(self._notes())
        return PanelHealth(
            *(panel.touched, judge.sizes.value, judge.palms, joiner.cuts, joiner.joined),
            masked=masked,
            notes=notes,
            slots=panel.device.slots,
        )

    def _notes(self) -> Iterator[Fault]:
        yield from self._panel.notes()
        panel = self._panel.open
        if panel is not None and panel.judge.sizes is Sizes.WRONG_UNIT:
            yield Fault("touch.unit")
        if panel is not None and panel.judge.sizes is Sizes.UNLIKELY:
            yield Fault("touch.unlikely")
        if self._joiner.expects_cuts:
            yield Fault("touch.cuts", {"cuts": self._joiner.cuts, "joined": self._joiner.joined})
        for ghost in self._ghosts.ghosts:
            yield self._of_ghost(ghost)

    def _of_ghost(self, ghost: Ghost) -> Fault:
        width, height = self._size()
        right, down = round(100 * ghost.point[0] / width), round(100 * (1 - ghost.point[1] / height))
        if ghost.masked:
            return Fault("touch.masked", {"count": ghost.count, "right": right, "down": down})
        return Fault("touch.ghost", {"count": ghost.count, "right": right, "down": down})

    def _px_per_mm(self) -> float:
        diagonal = self._around.diagonal_mm()
        return math.hypot(*self._size()) / diagonal if diagonal else 0.0
