"""The buttons that pages hold down. No release is lost: what a page no longer confirms is released."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DrivePins, PinEdge
from kiosk.protocol.client import NotRunning
from kiosk.system.logs import LimitedLog

Pin: TypeAlias = tuple[SeatNumber, str]
"""A seat and its button."""

LEASE_S: Final = 2.5
"""How long a button stays down without word from the page that holds it; a page confirms it every second."""
AGAIN_S: Final = 0.25
"""After this time a release that did not work is tried again."""
MOST_PAGES: Final = 256
"""The most pages that are known at a time."""

_log = logging.getLogger(__name__)


class _NotMovedError(Exception):
    """The kiosk has not confirmed that pins were moved; the text says why."""


@dataclass(slots=True)
class _Page:
    """A page with buttons down. ``number``: of its newest message; ``until``: the end of its lease."""

    number: int
    held: frozenset[Pin]
    until: float


class Holds:
    """The held buttons of all pages. A button that several pages hold stays down until all have released it.

    ``drive`` moves the pins; it blocks, and returns why that cannot be done; whatever it raises means that nobody
    knows. For one thread.
    """

    def __init__(self, drive: Callable[[DrivePins], str], clock: Callable[[], float] = time.monotonic) -> None:
        self._drive = drive
        self._clock = clock
        self._pages: dict[str, _Page] = {}
        self._down: frozenset[Pin] = frozenset()
        self._lines = LimitedLog(_log)

    @property
    def down(self) -> frozenset[Pin]:
        """The buttons that are down, or may be."""
        return self._down

    def hold(self, page: str, number: int, held: frozenset[Pin], at: float) -> str:
        """Press and release buttons so that this page holds these; return why that cannot be done.

        ``number``: grows with every message of the page; one that was overtaken by a later one changes nothing.
        ``at``: when the message came: one that had to wait for longer than a lease presses nothing any more.
        """
        known = self._pages.get(page)
        if known is None and len(self._pages) >= MOST_PAGES:
            self.expire()
            return f"{MOST_PAGES} pages are open, or were just now: close some, and try again."
        if known is None or number > known.number:
            self._pages[page] = _Page(number, held, at + LEASE_S)
        self._end_leases()
        return self._settle()

    def expire(self) -> None:
        """Release what no page has confirmed in time, and what could not be released before."""
        self._end_leases()
        self._settle()

    def wait_s(self) -> float | None:
        """Return how many seconds later ``expire`` has something to do; None: never, as it is."""
        if self._down - self._wanted():
            return AGAIN_S
        ends = [page.until if page.held else page.until + LEASE_S for page in self._pages.values()]
        return max(0.0, min(ends) - self._clock()) if ends else None

    def release_all(self) -> str:
        """Release every button; return why that cannot be done."""
        self._pages.clear()
        return self._settle()

    def _wanted(self) -> frozenset[Pin]:
        return frozenset[Pin]().union(*(page.held for page in self._pages.values()))

    def _end_leases(self) -> None:
        now = self._clock()
        for page in self._pages.values():
            if page.until <= now:
                page.held = frozenset()
        # A page is remembered for a lease more: a message of it that was overtaken must not press again.
        self._pages = {name: page for name, page in self._pages.items() if page.until + LEASE_S > now}

    def _settle(self) -> str:
        """Drive the pins that are not as the pages hold them, releases first."""
        wanted = self._wanted()
        released, pressed = self._down - wanted, wanted - self._down
        try:
            if released:
                self._move(released, pressed=False)  # a table that has no such pins was started since: they are up
                self._down -= released
            if pressed:
                self._down |= pressed  # also if there is no answer: the table may press them later
                if error := self._move(pressed, pressed=True):
                    self._down -= pressed
                    self._let_go(pressed)
                return error
        except _NotMovedError as error:
            self._let_go(pressed)
            return str(error)
        return ""

    def _let_go(self, pins: frozenset[Pin]) -> None:
        """Forget that pages hold these: they are told that it cannot be done."""
        for page in self._pages.values():
            page.held -= pins

    def _move(self, pins: frozenset[Pin], *, pressed: bool) -> str:
        """Return why the table refuses. Raises _NotMovedError."""
        edges = tuple(PinEdge(seat, button, pressed) for seat, button in sorted(pins))
        try:
            return self._drive(DrivePins(edges))
        except NotRunning as gone:  # it may only be busy
            raise _NotMovedError(str(gone)) from gone
        except Exception as error:  # of any kind: what is down stays to be released
            self._lines.log(logging.ERROR, "buttons cannot be moved, it is tried again: %r", error)
            raise _NotMovedError(f"kiosk rim fails ({error})") from error
