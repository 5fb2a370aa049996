"""The live view of the table: a thread follows the kiosk, and every page gets each change.

The view is what everybody may see, in words and as values that JSON has.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from typing import Any, Final

from kiosk.display.texts.refusals import verdict_text
from kiosk.game.seats import SeatNumber
from kiosk.locale.speaker import speaker
from kiosk.protocol import DriveBoard, SeatView, Snapshot, Verdict, Welcome, english
from kiosk.protocol.client import NotRunning
from kiosk.rim.kiosk_client import KioskClient

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


_SAY: Final = speaker("en")


def table_view(welcome: Welcome, snapshot: Snapshot, faulty: Mapping[SeatNumber, Collection[str]]) -> dict[str, Any]:
    """Return the whole table. ``faulty``: the faults that were begun at simulated boards."""
    views = {view.seat: view for view in snapshot.seats}
    return {
        "state": snapshot.state,
        "game": snapshot.game,
        "round": snapshot.round_no,
        "rounds": snapshot.rounds,
        "notice": english(snapshot.notice) if snapshot.notice else "",
        "simulated": welcome.simulated,
        "seats": [
            {
                "seat": plan.seat,
                "edge": plan.edge,
                "position": plan.position,
                "board": plan.seat in welcome.boards,
                "faults": sorted(faulty.get(plan.seat, ())),
                **_seat_view(views[plan.seat], snapshot),
            }
            for plan in welcome.seats
        ],
    }


def _seat_view(view: SeatView, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "name": view.name or ("bot" if view.bot else ""),
        "state": view.state,
        "lamp": view.lamp,
        "counts": [[what, number] for what, number in _counts(view, snapshot).items() if number],
        "said": [_said(verdict, snapshot) for verdict in reversed(view.ticker)],
        "fault": english(view.fault) if view.fault else "",
        "tray": view.tray,
    }


def _counts(view: SeatView, snapshot: Snapshot) -> dict[str, int]:
    """Return the numbers beside a seat, those that are not 0 of any game."""
    lines = snapshot.result.lines if snapshot.result else ()
    line = next((line for line in lines if line.seat == view.seat), None)
    return {
        "stack": view.stack_count,
        "hand": view.hand_count,
        "dice": len(view.dice),
        "centre": view.centered,
        "penalty": -view.penalty,
        "points": line.points if line else 0,
        "total": line.total if line else 0,
    }


def _said(verdict: Verdict, snapshot: Snapshot) -> str:
    names = tuple((seat.seat, seat.name) for seat in snapshot.seats if seat.name)
    text = verdict_text(verdict, snapshot.game, _SAY, snapshot.pro, names)
    return f"{text} ({verdict.times} times)" if verdict.times > 1 else text
