"""The live picture of the table: one screenshot at a time, shared by all pages that ask meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from kiosk.protocol.display import LONGEST_TOUCH_S
from kiosk.rim.kiosk_client import KioskClient, Picture

MOST_POINTS: Final = 200
"""The most points of a touch."""
MOST_FINGERS: Final = 10
"""The most touches at a time. Each has a connection to the display, which grants a user 16."""


class Screen:
    """The screen of the kiosk, for pages. Every method may raise NotRunning, and ValueError with a reason."""

    def __init__(self, kiosk: KioskClient) -> None:
        self._kiosk = kiosk
        self._taking: asyncio.Task[Picture] | None = None
        self._window: tuple[int, int] | None = None
        self._fingers = 0
        self._ended = asyncio.Event()

    def end(self) -> None:
        """End the touches under way: the server ends."""
        self._ended.set()

    async def jpeg(self) -> bytes:
        """Return the picture as it is now, or as it is for somebody who has asked just before."""
        if self._taking is None or self._taking.done():
            self._taking = asyncio.create_task(asyncio.to_thread(self._kiosk.picture))
        picture = await asyncio.shield(self._taking)
        self._window = picture.window
        return picture.jpeg

    async def touch(self, points: Sequence[tuple[float, float]], seconds: float) -> None:
        """Move a finger over the points, which are parts of the picture's width and height; return after its lift."""
        if self._window is None:
            raise ValueError("There is no picture yet.")
        if self._fingers >= MOST_FINGERS:
            raise ValueError(f"{MOST_FINGERS} fingers touch the table already: wait until one lifts.")
        width, height = self._window
        pixels = [(min(width - 1, int(x * width)), min(height - 1, int(y * height))) for x, y in points]
        seconds = min(seconds, LONGEST_TOUCH_S)
        self._fingers += 1
        touching = asyncio.ensure_future(self._kiosk.touch(pixels, seconds, (width, height)))
        ended = asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait({touching, ended}, return_when=asyncio.FIRST_COMPLETED)
            error = touching.result() if touching.done() else "kiosk rim ends."
        finally:
            touching.cancel()
            ended.cancel()
            self._fingers -= 1
        if error:
            raise ValueError(error)
