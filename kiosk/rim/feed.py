"""The live view of the table: a thread follows the kiosk, and every page gets each change."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Final

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DriveBoard, Snapshot, Welcome
from kiosk.protocol.client import NotRunning
from kiosk.rim.kiosk_client import KioskClient
from kiosk.rim.view import table_view

AGAIN_S: Final = 1.0
"""After this time a kiosk that does not answer is asked again."""
APART_S: Final = 0.08
"""The least time between two changes that a page gets."""
QUIET_S: Final = 10.0
"""A page without a change for this long gets an empty one: both sides notice a lost connection."""

_log = logging.getLogger(__name__)


class Feed:
    """The newest view, as JSON: ``{"table": ..., "why": ...}``, ``why``: the reason if there is no table.

    All but ``_follow`` runs in the server's loop.
    """

    def __init__(self, kiosk: KioskClient) -> None:
        self._kiosk = kiosk
        self._faulty: dict[SeatNumber, set[str]] = {}
        self._welcome: Welcome | None = None
        self._snapshot: Snapshot | None = None
        self._why = "Waiting for the kiosk."
        self._text: str | None = None
        self._changed = asyncio.Event()
        self._ended = False

    def start(self) -> None:
        """Begin to follow the kiosk."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._follow, args=(loop,), name="rim feed", daemon=True).start()

    def end(self) -> None:
        """End what the pages are told: the server ends."""
        self._ended = True
        self._change()

    async def changes(self) -> AsyncIterator[str]:
        """Yield the newest view, and every later one that is not overtaken by another; empty: nothing has changed."""
        told = ""
        while not self._ended:
            changed, newest = self._changed, self._newest()
            if newest != told:
                yield newest
                told = newest
                await asyncio.sleep(APART_S)
                continue
            try:
                await asyncio.wait_for(changed.wait(), QUIET_S)
            except TimeoutError:
                yield ""

    def note(self, wish: DriveBoard) -> None:
        """Remember what was done at a simulated board: the table does not tell which faults its boards have."""
        faults = self._faulty.setdefault(wish.seat, set())
        if wish.do == "fault":
            faults.update(wish.words)
        elif wish.do == "repair":
            faults.difference_update(wish.words or tuple(faults))
        self._change()

    def _newest(self) -> str:
        if self._text is None:
            table = None
            if self._welcome is not None and self._snapshot is not None:
                table = table_view(self._welcome, self._snapshot, self._faulty)
            self._text = json.dumps({"table": table, "why": self._why if table is None else ""}, ensure_ascii=False)
        return self._text

    def _change(self) -> None:
        self._text = None
        self._changed.set()
        self._changed = asyncio.Event()

    def _greet(self, welcome: Welcome) -> None:
        """Take the layout of a table that has just answered."""
        self._welcome = welcome
        self._faulty.clear()  # another table: its boards are in order

    def _take(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._change()

    def _lose(self, why: str) -> None:
        self._welcome = self._snapshot = None
        self._why = why
        self._change()

    # ------------------------------------------------------------ the thread

    def _follow(self, loop: asyncio.AbstractEventLoop) -> None:
        def tell(what: Callable[..., None], *news: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the server has ended
                loop.call_soon_threadsafe(what, *news)

        while not self._ended:
            try:
                tell(self._greet, self._kiosk.welcome())
                for snapshot in self._kiosk.snapshots():
                    tell(self._take, snapshot)
                    if self._ended:
                        break
            except NotRunning as gone:
                tell(self._lose, str(gone))
            except Exception as error:  # of any kind: the page tells it, and the next try may work
                _log.exception("the kiosk cannot be followed")
                tell(self._lose, f"kiosk rim fails ({error}). It is tried again.")
            time.sleep(AGAIN_S)
