"""What hands have done lately at buttons and simulated boards, for ``kiosk capture``."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from hardware.api import ButtonEdge, HardwareInput, Instant, Sink
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber

KEPT: Final = 2000
"""The number of acts that are kept: more than hands do in the second between two queries."""


class RecentHands:
    """The latest acts. All methods may be called from any thread."""

    def __init__(self, clock: Callable[[], Instant]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._acts: deque[msg.SeenEdge | msg.SeenDeed] = deque(maxlen=KEPT)
        self._count, self._since = 0, clock()

    def before(self, sink: Sink) -> Sink:
        """Return a sink that notes edges after it has passed them on to ``sink``: a press must not wait."""

        def take(item: HardwareInput) -> None:
            sink(item)
            if isinstance(item, ButtonEdge):
                with self._lock:
                    seen = msg.SeenEdge(self._count, SeatNumber(item.seat), item.button.value, item.pressed, item.at)
                    self._note(seen)

        return take

    def board(self, wish: msg.DriveBoard) -> None:
        """Note what was done at a simulated board."""
        with self._lock:
            self._note(msg.SeenDeed(self._count, self._clock(), wish))

    def since(self, first: int) -> msg.SeenHands:
        """Return the acts from the number ``first`` on."""
        with self._lock:  # briefly: the thread of the buttons may be waiting
            following, acts = self._count, tuple(self._acts)
        return msg.SeenHands(following, tuple(act for act in acts if act.number >= first), self._since)

    def _note(self, act: msg.SeenEdge | msg.SeenDeed) -> None:
        self._acts.append(act)
        self._count += 1
