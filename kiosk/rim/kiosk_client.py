"""The running kiosk, as the page's server asks and moves it: over the kiosk's sockets, as every other command does.

Of its picture one screenshot at a time is taken, shared by all pages that ask meanwhile.
"""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from kiosk.display.remote_control import ask_screenshot, finger_moved
from kiosk.protocol import DriveBoard, DrivePins, MoveFinger, Snapshot, Welcome
from kiosk.protocol.client import NotRunning, ask_welcome, drive, snapshots
from kiosk.protocol.display import LONGEST_TOUCH_S

LONGEST_SIDE: Final = 1280
"""The longest side of a picture in pixels: more than a phone shows, and little enough for its network."""
_QUALITY: Final = 80
_LEAST_S: Final = 0.001
"""The shortest time of a touch, in seconds."""


class TablePicture(NamedTuple):
    """A picture of the table as a JPEG file, and the size of the window that it shows."""

    jpeg: bytes
    window: tuple[int, int]


class KioskClient:
    """The kiosk whose table and display listen at these paths.

    Every method may raise NotRunning; all but ``touch`` block.
    """

    def __init__(self, table: Path, display: Path) -> None:
        self._table = table
        self._display = display

    def welcome(self) -> Welcome:
        """Return the table's layout."""
        return ask_welcome(self._table)

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield the newest snapshot, and every later one."""
        return snapshots(self._table)

    def drive(self, wish: DrivePins | DriveBoard) -> str:
        """Move the simulated hardware; return why that cannot be done, empty if it is done."""
        return drive(self._table, wish)

    async def touch(self, points: Sequence[tuple[int, int]], seconds: float, window: tuple[int, int]) -> str:
        """Have a finger touch the screen; return why that cannot be done, empty after the lift."""
        if len(points) == 1:
            points = (*points, *points)
        step = max(seconds, _LEAST_S) / (len(points) - 1)
        times = tuple(step * number for number in range(len(points)))
        return await finger_moved(self._display, MoveFinger(tuple(points), times, window)) or ""

    def picture(self) -> TablePicture:
        """Return what the display shows now. Raises ValueError, with the reason, if it cannot be had."""
        file = self._display.with_name(f"rim-{os.getpid()}.png")  # the one folder to which every display may write
        try:
            if error := ask_screenshot(self._display, file):
                raise ValueError(error)
            return _reduced(file)
        except OSError as error:
            if isinstance(error, NotRunning):
                raise
            raise ValueError(f"{file}: cannot be read ({error.strerror or error})") from None
        finally:
            file.unlink(missing_ok=True)


def _reduced(file: Path) -> TablePicture:
    with Image.open(file) as image:
        window = image.size
        if image.getbbox() is None:
            raise ValueError("The display shows nothing: its screen is dark, or it runs without graphics.")
        image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        jpeg = io.BytesIO()
        image.save(jpeg, "JPEG", quality=_QUALITY)
    return TablePicture(jpeg.getvalue(), window)


MOST_POINTS: Final = 200
"""The most points of a touch."""
MOST_FINGERS: Final = 10
"""The most touches at a time. Each has a connection to the display, which grants a user 16."""


class KioskScreen:
    """The screen of the kiosk, for pages. Every method may raise NotRunning, and ValueError with a reason."""

    def __init__(self, kiosk: KioskClient) -> None:
        self._kiosk = kiosk
        self._taking: asyncio.Task[TablePicture] | None = None
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
