"""The touch panel of a table, read directly from the kernel with the kernel's timestamps.

It is read once a frame, on the main thread: the kernel stamps and buffers events (its buffer holds some 200 ms of
twelve moving fingers), so a separate thread would only add failure modes. On an overflow the kernel reports
SYN_DROPPED, see ``multitouch``.

libmtdev, the base of Kivy's provider, is not used: for panels with slots (protocol B, as all USB panels) it passes
events on but loses part of a report of more than 512, for the others it ends the process at 32 fingers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from kiosk.display.input.multitouch import Touch, What
from kiosk.display.input.panel_search import AUTO, OpenPanel, PanelOptions, PanelSearch
from kiosk.display.input.panel_sink import PanelSink
from kiosk.protocol import Fault

LOOK_AGAIN: Final = 1_000_000_000
"""Nanoseconds between two searches for a missing panel, and for others that claim to be one."""

DELIVERY: Final = 2_000_000
"""The maximum delay in nanoseconds between an event's timestamp and the moment it can be read."""

UNREAD: Final = 50
"""A panel that has sent this often, and nothing of it was a contact, is told of."""
RIVALS: Final = 4
"""The number of other devices that are listened to."""


class Panel:
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

    def _tell(self, panel: OpenPanel, touch: Touch) -> None:
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
