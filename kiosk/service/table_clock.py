"""The table's clock, set in the service menu where no network sets it: root does it, within bounds."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from kiosk.journal import clock_set
from kiosk.system.wall_clock import LATEST, RELEASED, local_time, set_by_network
from kiosk.table.service_requests import JobFailed

log = logging.getLogger(__name__)

MOMENT: Final = "%Y-%m-%dT%H:%M"
"""The format of times, to the minute."""

_SET_S: Final = 20.0
_LOOKS_S: Final = 0.2
_NEAR: Final = timedelta(seconds=90)
"""How long root may take to set the clock (it reads a request every 8 s), and the difference that counts as set."""
_REMEMBERED_S: Final = 60.0
"""For how long it is remembered whether the network sets the clock: every change of a setting asks."""


class TableClock:
    """The clock, and whether the network sets it."""

    def __init__(self) -> None:
        self._by_network, self._asked = False, -math.inf

    def settable(self) -> tuple[str, str]:
        """Return the first and the last time to which root sets it; empty: the network does."""
        if time.monotonic() >= self._asked + _REMEMBERED_S:
            self._by_network, self._asked = set_by_network(), time.monotonic()
        return ("", "") if self._by_network else (RELEASED, LATEST)

    def set(self, moment: str, journal: Path, ask_root: Callable[[str], None]) -> JobFailed | None:
        """Have root set it, and wait until it has; for a day nobody is forgotten by it. Return why it was not set."""
        wanted, before = datetime.fromisoformat(moment).astimezone(), local_time()
        if set_by_network():
            return JobFailed("clock_by_network")
        clock_set.note(journal, wanted)
        ask_root(f"clock {wanted:{MOMENT}}")
        until = time.monotonic() + _SET_S
        while abs(local_time() - wanted) > _NEAR:
            if time.monotonic() > until:
                return JobFailed(why="root has not set the clock: the log of clock-of-ligretto@* says why")
            time.sleep(_LOOKS_S)
        log.warning("the clock was set in the service menu: it was %s, now it is %s", before, local_time())
        return None
