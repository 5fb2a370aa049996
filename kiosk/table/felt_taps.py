"""Whether a tap on bare felt sits down at the nearest free seat. Pure.

A panel that feels touches where nobody is would fill the table with nobody. So seats that were taken so, and that
nobody has touched before they were freed again, are counted.
"""

from __future__ import annotations

from typing import Final

from hardware.api import Instant
from kiosk.table.settings import seconds

MOST: Final = 2
"""So many seats in vain, within so long, turn it off until the next start."""
WITHIN: Final = seconds(3600)


class FeltTaps:
    """The seats that were taken in vain lately."""

    def __init__(self) -> None:
        self._in_vain: list[Instant] = []
        self.works = True
        """False once there were too many."""

    def in_vain(self, now: Instant) -> bool:
        """Note a seat that was taken so for nobody; return whether that turns it off."""
        self._in_vain = [*(at for at in self._in_vain if now - at < WITHIN), now]
        ends = self.works and len(self._in_vain) >= MOST
        self.works = self.works and not ends
        return ends
