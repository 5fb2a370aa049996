"""The hands of a script at a running kiosk (``kiosk.testing.script.Hands``)."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

from kiosk.protocol import DriveBoard, DrivePins, PinEdge
from kiosk.protocol.client import NotRunning, drive, snapshots
from kiosk.protocol.state import State
from kiosk.testing.places import Stay, touch_at_place
from kiosk.testing.script import STATE_NS, ScriptError, not_in_state

_AHEAD: Final = 40_000_000
"""How long before its time an act is sent, in nanoseconds: it takes some, and a display draws every 16 ms."""
_FINGERS: Final = 64
"""The number of touches that may be under way at once: more than hands have fingers."""
_LOOKS_S: Final = 0.01


class RunningKiosk:
    """Hands at the kiosk whose sockets are ``table`` and ``display``. The script begins when it is made."""

    def __init__(self, table: Path, display: Path, pool: ThreadPoolExecutor) -> None:
        self._table = table
        self._display = display
        self._pool = pool
        self._began = time.monotonic_ns()
        self._touches: list[tuple[int, Future[None]]] = []  # those under way, with their lines

    @property
    def now(self) -> int:
        """See ``Hands``."""
        return time.monotonic_ns() - self._began

    def wait_until(self, at: int) -> None:
        """See ``Hands``: a little before, so that acts arrive before their time."""
        time.sleep(max(0, self._began + at - _AHEAD - time.monotonic_ns()) / 1e9)
        done = [touch for touch in self._touches if touch[1].done()]
        self._touches = [touch for touch in self._touches if not touch[1].done()]
        for line, touch in done:
            self._ended(line, touch)

    def settle(self) -> None:
        """See ``Hands``."""
        while self._touches:
            self._ended(*self._touches.pop(0))

    def state_begun(self, state: State) -> int:
        """See ``Hands``."""
        deadline = time.monotonic_ns() + STATE_NS
        while (shown := next(snapshots(self._table))).state != state:
            if time.monotonic_ns() > deadline:
                raise not_in_state(shown.state, state)
            time.sleep(_LOOKS_S)
        return shown.since - self._began

    def press(self, edges: tuple[PinEdge, ...], at: int) -> None:
        """See ``Hands``."""
        self._done(drive(self._table, DrivePins(edges, self._at(at))))

    def touch(self, seat: int, way: Sequence[Stay], at: int, line: int) -> None:
        """See ``Hands``."""
        self._touches.append((line, self._pool.submit(touch_at_place, self._display, seat, way, self._at(at))))

    def board(self, wish: DriveBoard, at: int) -> None:
        """See ``Hands``. A board is not stamped: it reports when it has seen something."""
        time.sleep(max(0, self._at(at) - time.monotonic_ns()) / 1e9)
        self._done(drive(self._table, wish))

    def _at(self, at: int) -> int:
        """Return a time of the script by the clock; one that has passed is now: older stamps would come too late."""
        return max(self._began + at, time.monotonic_ns())

    @staticmethod
    def _ended(line: int, touch: Future[None]) -> None:
        try:
            touch.result()
        except (ValueError, NotRunning) as error:
            raise ScriptError(f"line {line}: {error}") from None

    @staticmethod
    def _done(why_not: str) -> None:
        if why_not:
            raise ValueError(why_not)


@contextlib.contextmanager
def running_kiosk(table: Path, display: Path) -> Iterator[RunningKiosk]:
    """Return hands at the running kiosk with these sockets; they let go in the end."""
    with ThreadPoolExecutor(_FINGERS, "finger") as pool:
        yield RunningKiosk(table, display, pool)
