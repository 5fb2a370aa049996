"""The buttons that pages hold down, and the thread that presses and releases for them, in the order of their messages.

No release is lost: what a page no longer confirms is released, whatever becomes of the server's loop.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DrivePins, PinEdge
from kiosk.protocol.client import NotRunning
from kiosk.system.logs import LimitedLog

Pin: TypeAlias = tuple[SeatNumber, str]
"""A seat and its button."""

_log = logging.getLogger(__name__)

LEASE_S: Final = 2.5
"""How long a button stays down without word from the page that holds it; a page confirms it every second."""
AGAIN_S: Final = 0.25
"""After this time a release that did not work is tried again."""
MOST_PAGES: Final = 256
"""The most pages that are known at a time."""


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
                self._move(released, pressed=False)  # if it is refused, another table has started: they are up there
                self._down -= released
            if pressed:
                self._down |= pressed  # before the answer: without one, the table may still press them
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
        except NotRunning as gone:  # the table may only be busy
            raise _NotMovedError(str(gone)) from gone
        except Exception as error:  # of any kind: what is down stays to be released
            self._lines.log(logging.ERROR, "buttons cannot be moved, it is tried again: %r", error)
            raise _NotMovedError(f"kiosk rim fails ({error})") from error


ENDS_S: Final = 5.0
"""How long it is tried at the end to release what is down."""
MOST_WAITING: Final = 256
"""Messages that wait for a table that does not answer. A further one is refused."""


@dataclass(slots=True)
class _HandsMessage:
    page: str
    number: int
    held: frozenset[Pin]
    at: float
    answer: Future[str] = field(default_factory=Future)


class HandsThread:
    """The thread, before the pins that ``drive`` moves (see ``Holds``)."""

    def __init__(self, drive: Callable[[DrivePins], str]) -> None:
        self._holds = Holds(drive)
        self._messages: queue.SimpleQueue[_HandsMessage | None] = queue.SimpleQueue()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="rim hands", daemon=True)

    def start(self) -> None:
        """Begin to take messages."""
        self._thread.start()

    async def hold(self, page: str, number: int, held: frozenset[Pin]) -> str:
        """Press and release buttons so that this page holds these (see ``Holds``); return why that cannot be done."""
        if self._ended:
            return "kiosk rim ends."
        if self._messages.qsize() >= MOST_WAITING:
            return "The kiosk does not keep up: wait a moment."
        message = _HandsMessage(page, number, held, time.monotonic())
        self._messages.put(message)
        return await asyncio.wrap_future(message.answer)

    def end(self) -> None:
        """Have the thread release all buttons and end; never blocks."""
        self._ended = True
        self._messages.put(None)

    def join(self) -> None:
        """Wait for its end, after ``end``."""
        if self._thread.is_alive():
            self._thread.join()

    # ------------------------------------------------------------ the thread

    def _run(self) -> None:
        while True:
            try:
                message = self._messages.get(timeout=self._holds.wait_s())
            except queue.Empty:
                self._holds.expire()
                continue
            if message is None or self._ended:
                break
            heard = message.answer.set_running_or_notify_cancel()  # what nobody waits for is done all the same
            why_not = self._holds.hold(message.page, message.number, message.held, message.at)
            if heard:
                message.answer.set_result(why_not)
        self._release_all()

    def _release_all(self) -> None:
        """Release what is down; tell what could not be."""
        until = time.monotonic() + ENDS_S
        while (why_not := self._holds.release_all()) and time.monotonic() < until:
            time.sleep(AGAIN_S)
        if why_not:
            pins = ", ".join(f"{button} of seat {seat}" for seat, button in sorted(self._holds.down))
            _log.error("not released: %s (%s). If it stays down, press it once with `kiosk press`.", pins, why_not)
