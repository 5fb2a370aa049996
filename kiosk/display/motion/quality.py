"""The quality of effects: it steps down by itself while frames stay late."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

LATE_NS: Final = 25_000_000
"""A longer interval between two frames means that a frame was missed on a 60 Hz screen."""
_WATCHED: Final = 90
"""The number of frames that are judged together."""
_TOO_MANY: Final = 30
"""So many late frames among them are too many."""
_UP_AFTER_NS: Final = 600_000_000_000
"""After this long without a step down, one step up is tried."""


class Quality(IntEnum):
    """What is drawn besides pieces and texts."""

    PLAIN = 0
    """Nothing."""
    LIGHT = 1
    """Light that flashes."""
    WAVES = 2
    """The front of waves, too."""
    ALL = 3
    """Particles, too."""


class QualityControl:
    """The quality of one display's effects, from the times of its frames."""

    def __init__(self) -> None:
        self.level = Quality.ALL
        self._at: int | None = None
        self._frames = self._late = 0
        self._changed = 0

    def frame(self, now: int, *, moving: bool) -> None:
        """Count a frame at ``now`` (CLOCK_MONOTONIC, ns). Only frames in which something moves are judged."""
        before, self._at = self._at, now if moving else None
        if before is None or not moving:
            return
        self._frames += 1
        self._late += now - before > LATE_NS
        if self._frames >= _WATCHED:
            self._judge(now)

    def _judge(self, now: int) -> None:
        late, self._frames, self._late = self._late, 0, 0
        if late > _TOO_MANY and self.level > Quality.PLAIN:
            self.level, self._changed = Quality(self.level - 1), now
        elif not late and self.level < Quality.ALL and now - self._changed > _UP_AFTER_NS:
            self.level, self._changed = Quality(self.level + 1), now
