"""The touch panel, read directly from the kernel, with all that stands between its claims and the gestures."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from kiosk.display.input.contact_size import Sizes
from kiosk.display.input.multitouch import ContactChange, What
from kiosk.display.input.panel_filters import WAIT, Ghost, GhostFilter, Joiner, PanelSink
from kiosk.display.input.panel_record import LASTS, RunningRecord
from kiosk.display.input.panel_search import AUTO, OpenPanel, PanelOptions, PanelSearch
from kiosk.protocol import Fault, PanelHealth

LOOK_AGAIN: Final = 1_000_000_000
"""Nanoseconds between two searches for a missing panel, and for others that claim to be one."""

DELIVERY: Final = 2_000_000
"""The maximum delay in nanoseconds between an event's timestamp and the moment it can be read."""

UNREAD: Final = 50
"""A panel that has sent this often, and nothing of it was a contact, is told of."""
RIVALS: Final = 4
"""The number of other devices that are listened to."""


class TouchPanel:
    """The touch panel of a table. ``size`` returns the size of the window, which fills the screen.

    The panel may be unplugged and plugged in: ``fault`` is its fault with the fix, None if it works. Other devices that
    claim to be a panel are listened to: with AUTO, one that is touched takes the place of one that never was.
    ``diagonal_mm`` returns the table's diagonal, with which the panel's claims about sizes have to agree (0: unknown).
    """

    def __init__(
        self,
        options: PanelOptions,
        size: Callable[[], tuple[int, int]],
        touches: PanelSink,
        clock: Callable[[], int] = time.monotonic_ns,
        diagonal_mm: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._diagonal_mm = diagonal_mm
        self._auto = options.device == AUTO
        self._search = PanelSearch(options)
        self._size = size
        self._touches = touches
        self._clock = clock
        self._look_at = 0
        self._rivals: dict[Path, OpenPanel] = {}
        self._elsewhere: str | None = None  # the rival that is touched although the panel is used
        self.open: OpenPanel | None = None
        self.fault: Fault | None = None

    @property
    def name(self) -> str:
        """Description for the operator (``DisplayHealth.touch``)."""
        return f"evdev {self.open.title}" if self.open else "evdev, no panel"

    def notes(self) -> Iterator[Fault]:
        """Yield what staff should know although the panel works."""
        if self.open is None:
            return
        rivals = sorted(rival.title for rival in self._rivals.values())
        if self._elsewhere is not None:
            yield Fault("touch.elsewhere", {"panel": self.open.title, "other": self._elsewhere})
        elif rivals and self._auto:
            yield Fault("touch.several", {"panel": self.open.title, "others": ", ".join(rivals)})
        if self.open.reports > UNREAD and not self.open.touched:
            yield Fault("touch.unread", {"panel": self.open.title})

    def poll(self) -> int:
        """Pass on all touches; nothing older than the returned instant will follow."""
        now = self._clock()
        if now >= self._look_at:
            self._look_at = now + LOOK_AGAIN
            self._look(now)
        for path, rival in list(self._rivals.items()):
            self._listen(path, rival, now)
        if self.open is not None:
            self._read(self.open, now)
        return now - DELIVERY

    def close(self) -> None:
        """Close the panel, and what is listened to."""
        for path in list(self._rivals):
            self._rivals.pop(path).device.close()
        if self.open is not None:
            self.open.device.close()
            self.open = None

    # ------------------------------------------------------------ reading

    def _read(self, panel: OpenPanel, now: int) -> None:
        before = panel.touched
        panel.judge.diagonal_mm = self._diagonal_mm()
        try:
            for touch in panel.read():
                self._tell(panel, touch)
        except OSError as error:
            self.fault = Fault("touch.gone", {"panel": str(panel.path), "why": str(error.strerror)})
            self._give_up(panel, now)
            return
        if panel.touched != before:
            self._search.used(panel)

    def _give_up(self, panel: OpenPanel, now: int) -> None:
        """Close the panel; its contacts are lost."""
        for touch in panel.contacts.lose(now):
            self._tell(panel, touch)
        if panel.record is not None:
            panel.record.give_up("The touch panel was lost while it was recorded.")
        panel.device.close()
        self.open = None

    def _tell(self, panel: OpenPanel, touch: ContactChange) -> None:
        if touch.what in (What.UP, What.LOST):
            panel.judge.ended(touch.contact)
        if touch.what is What.LOST:
            self._touches.cancel(touch.contact, touch.at)
            return
        width, height = self._size()
        right, under = panel.geometry.place(touch.x, touch.y)
        x, y = right * (width - 1), (1 - under) * (height - 1)
        if touch.what is What.UP:
            self._touches.up(touch.contact, x, y, touch.at)
            return
        size = panel.judge.size_mm(touch.contact, touch.major, palm=touch.palm)
        begins = touch.what is What.DOWN
        (self._touches.down if begins else self._touches.move)(touch.contact, x, y, touch.at, size)

    def _listen(self, path: Path, rival: OpenPanel, now: int) -> None:
        """Notice the touch of another device: if ours has never been touched, it is the wrong one."""
        before = rival.touched
        try:
            rival.read()
        except OSError:
            self._rivals.pop(path).device.close()
            return
        if rival.touched == before or self.open is None:
            return
        if self._auto and not self.open.touched:
            self._give_up(self.open, now)
            self._rivals.pop(path).device.close()
            self._take(path, now)
        else:
            self._elsewhere = rival.title

    # ------------------------------------------------------------ finding

    def _look(self, now: int) -> None:
        """Find the panel if there is none, or a better one than one that nobody has touched."""
        others = self._search.candidates(now)
        if self.open is None:
            self.open = self._search.wanted(now)
            self.fault = self._search.fault if self.open is None else None
        elif self._auto and others and not self.open.touched and self._search.is_better(others[0], self.open):
            self._give_up(self.open, now)
            self._take(others[0], now)
        self._listen_to(others, now)

    def _take(self, path: Path, now: int) -> None:
        """Use this device from now on."""
        self.open = self._search.open(path, now)
        self.fault = self._search.fault if self.open is None else None

    def _listen_to(self, others: list[Path], now: int) -> None:
        """Listen to these devices, except the panel, without taking their events from anybody."""
        used = self.open.path.resolve() if self.open is not None else None
        wanted = [path for path in others if path.resolve() != used][:RIVALS]
        for path in [path for path in self._rivals if path not in wanted]:
            self._rivals.pop(path).device.close()
        for path in wanted:
            if path not in self._rivals:
                opened = self._search.open(path, now, grab=False)
                if opened is not None:
                    self._rivals[path] = opened


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
        self._panel = TouchPanel(options, size, self._ghosts, clock, around.diagonal_mm)
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
            panel.record = RunningRecord(panel.device.description(), now + LASTS, done)
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
