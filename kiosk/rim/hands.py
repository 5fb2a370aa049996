"""The thread that presses and releases for all pages, in the order of their messages.

It needs nothing of the server's loop, so that buttons are released whatever becomes of that.
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
from typing import Final

from kiosk.protocol import DrivePins
from kiosk.rim.holds import AGAIN_S, Holds, Pin

ENDS_S: Final = 5.0
"""How long it is tried at the end to release what is down."""
MOST_WAITING: Final = 256
"""Messages that wait for a table that does not answer. A further one is refused."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Message:
    page: str
    number: int
    held: frozenset[Pin]
    at: float
    answer: Future[str] = field(default_factory=Future)


class Hands:
    """The thread, before the pins that ``drive`` moves (see ``Holds``)."""

    def __init__(self, drive: Callable[[DrivePins], str]) -> None:
        self._holds = Holds(drive)
        self._messages: queue.SimpleQueue[_Message | None] = queue.SimpleQueue()
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
        message = _Message(page, number, held, time.monotonic())
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
