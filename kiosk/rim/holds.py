"""The buttons that pages hold down. No release is lost: what a page no longer confirms is released."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from kiosk.game.seats import SeatNumber
from kiosk.protocol import DrivePins, PinEdge
from kiosk.protocol.client import NotRunning

Pin: TypeAlias = tuple[SeatNumber, str]
"""A seat and its button."""

LEASE_S: Final = 3.0
"""How long a button stays down without word from the page that holds it; a page confirms it every second."""


@dataclass(slots=True)
class _Page:
    """A page with buttons down. ``number``: of its newest message; ``until``: the end of its lease."""

    number: int
    held: frozenset[Pin]
    until: float


class Holds:
    """The held buttons of all pages. A button that several pages hold stays down until all have released it.

    ``drive`` moves the pins; it blocks, returns why that cannot be done, and may raise NotRunning.
    """

    def __init__(self, drive: Callable[[DrivePins], str], clock: Callable[[], float] = time.monotonic) -> None:
        self._drive = drive
        self._clock = clock
        self._pages: dict[str, _Page] = {}
        self._down: frozenset[Pin] = frozenset()
        self._in_turn = asyncio.Lock()  # fair: messages are driven in the order of their arrival

    async def hold(self, page: str, number: int, held: frozenset[Pin]) -> str:
        """Press and release buttons so that this page holds these; return why that cannot be done.

        ``number``: grows with every message of the page; one that was overtaken by a later one changes nothing.
        """
        async with self._in_turn:
            known = self._pages.get(page)
            if known is not None and number <= known.number:
                return ""
            self._pages[page] = _Page(number, held, self._clock() + LEASE_S)
            return await self._settle()

    async def expire(self) -> None:
        """Release what no page has confirmed in time, and what could not be released before."""
        async with self._in_turn:
            now = self._clock()
            for page in self._pages.values():
                if page.until <= now:
                    page.held = frozenset()
            await self._settle()
            # A page is remembered for a lease more: a message of it that was overtaken must not press again.
            self._pages = {name: page for name, page in self._pages.items() if page.until + LEASE_S > now}

    async def release_all(self) -> None:
        """Release every button: the server ends."""
        async with self._in_turn:
            self._pages.clear()
            await self._settle()

    async def _settle(self) -> str:
        """Drive the pins that are not as the pages hold them, releases first."""
        wanted = frozenset[Pin]().union(*(page.held for page in self._pages.values()))
        if released := self._down - wanted:
            try:
                await self._move(released, pressed=False)
            except NotRunning as gone:  # it may only be busy: released again later
                return str(gone)
            self._down -= released
        if pressed := wanted - self._down:
            try:
                error = await self._move(pressed, pressed=True)
            except NotRunning as gone:
                error = str(gone)
            if error:
                for page in self._pages.values():
                    page.held -= pressed
                return error
            self._down |= pressed
        return ""

    async def _move(self, pins: frozenset[Pin], *, pressed: bool) -> str:
        edges = tuple(PinEdge(seat, button, pressed) for seat, button in sorted(pins))
        return await asyncio.to_thread(self._drive, DrivePins(edges))
