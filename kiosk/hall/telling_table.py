"""Tells the table what it may know of the hall: writes ``venue.json`` whenever the hall's store has said it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from kiosk.hall.venue_file import VERSION, HallScore, VenueFile, encode
from kiosk.results.store_errors import StoreError
from kiosk.system.paths import make_private, shared_by

LOOK_S: Final = 2.0
"""Seconds between two looks for what the hall's staff have done: a hidden name goes at once."""
AGAIN_S: Final = 30.0
"""Seconds after which the lists are read again in any case."""
SLOWEST_S: Final = 60.0
"""Longest pause while the hall's store cannot be reached."""


class TableTeller:
    """Writes ``file``.

    ``acts`` returns what changes with each act of the staff, ``best`` the lists; ``say`` gets what is wrong.
    """

    def __init__(
        self,
        file: Path,
        acts: Callable[[], Awaitable[int | None]],
        best: Callable[[], Awaitable[dict[str, tuple[HallScore, ...]]]],
        say: Callable[[str], object],
    ) -> None:
        self._file = file
        self._acts = acts
        self._best = best
        self._say = say
        self._fault = ""

    async def tell(self) -> None:
        """Tell for good, whenever the hall's store can be reached, which others say if it cannot."""
        seen: int | None = -1
        at, pause, loop = -AGAIN_S, LOOK_S, asyncio.get_running_loop()
        while True:
            try:
                acts = await self._acts()
                if acts != seen or loop.time() - at >= AGAIN_S:
                    self._write(await self._best())
                    seen, at = acts, loop.time()
                pause = LOOK_S
            except StoreError:
                pause = min(2 * pause, SLOWEST_S)
            await asyncio.sleep(pause)

    def _write(self, best: dict[str, tuple[HallScore, ...]]) -> None:
        """Replace the file, whole or not at all; nothing is lost with it, so it need not be durable."""
        data = encode(VenueFile(VERSION, time.monotonic(), best))
        fresh = self._file.with_suffix(".new")
        try:
            make_private(self._file.parent)
            fresh.write_bytes(data)
            fresh.chmod(0o600 if shared_by(self._file.parent) is None else 0o640)
            fresh.replace(self._file)
        except OSError as error:
            fault = f"{self._file}: cannot be written ({error.strerror}): the table shows no lists of the hall"
            if fault != self._fault:
                self._say(fault)
            self._fault = fault
        else:
            self._fault = ""
