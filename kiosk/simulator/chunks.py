"""The division of a simulation's rounds into chunks, each played by one worker at a time.

Results do not depend on it. A chunk takes about half a second: long enough that handing it over costs nothing, short
enough for progress, for interruptions and for workers that go away.
"""

from __future__ import annotations

from typing import Final

from kiosk.simulator.work import Part

CHUNK_S: Final = 0.5
FIRST_CHUNK: Final = 10
MOST_ROUNDS: Final = 5000


class Chunks:
    """The chunks from round ``first`` on, as large as the parts played so far suggest."""

    def __init__(self, first: int, rounds: int) -> None:
        self._next = first
        self._rounds = rounds
        self._size = FIRST_CHUNK

    def take(self, workers: int) -> range | None:
        """Return the next chunk, None after the last one. The last ones are small, so that all workers end together."""
        left = self._rounds - self._next
        if left <= 0:
            return None
        size = min(self._size, max(FIRST_CHUNK, left // (2 * workers)), left)
        first, self._next = self._next, self._next + size
        return range(first, first + size)

    def learn(self, part: Part) -> None:
        """Take the time of a part into account."""
        rounds_s = len(part.indices) / max(part.seconds, 1e-6)
        self._size = max(1, min(MOST_ROUNDS, int(rounds_s * CHUNK_S)))
