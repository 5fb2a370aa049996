"""Twelve quick players at a real table, over its socket: the load of a running round."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Final

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from tests.rig.hands import touches

TICK_S: Final = 0.016
PACE: Final = 250_000_000
"""Nanoseconds between two moves of a seat."""
PRESS_EVERY, PRESS_FOR = 200_000_000, 60_000_000
"""Nanoseconds between two presses of the button, and the length of each."""


class Players:
    """A display of its own that reads everything and plays by the snapshots."""

    def __init__(self, path: Path) -> None:
        self.newest: msg.Snapshot | None = None
        """The table's newest snapshot; None: none yet."""
        self._link = Client(str(path), "AF_UNIX")
        self._link.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        self._due: dict[SeatNumber, int] = {}
        threading.Thread(target=self._read, name="players", daemon=True).start()

    @property
    def playing(self) -> bool:
        """True if a round runs."""
        return self.newest is not None and self.newest.state == "play"

    def play(self, seconds: float) -> None:
        """Play this number of seconds of running rounds, and whatever is needed to get to the next one."""
        left = seconds
        while left > 0:
            began = time.monotonic()
            self.step()
            left -= (time.monotonic() - began) * self.playing

    def step(self) -> None:
        """Do what is due now, and wait a little."""
        if self.newest is not None:
            self._tick(self.newest, time.monotonic_ns())
        time.sleep(TICK_S)

    # ------------------------------------------------------------ reading

    def _read(self) -> None:
        try:
            while True:
                data = self._link.recv_bytes()
                at = time.monotonic_ns()
                message = msg.decode_from_table(data)
                if isinstance(message, msg.Snapshot):
                    self._take(message, data, at)
        except (EOFError, OSError):
            return  # the table has ended

    def _take(self, snapshot: msg.Snapshot, _data: bytes, _at: int) -> None:
        self.newest = snapshot

    # ------------------------------------------------------------ playing

    def _say(self, message: msg.ToTable) -> None:
        self._link.send_bytes(msg.encode(message))

    def _tick(self, snapshot: msg.Snapshot, now: int) -> None:
        for view in snapshot.seats:
            if now >= self._due.setdefault(view.seat, now + PACE * view.seat // len(snapshot.seats)):
                self._due[view.seat] = now + PACE
                self._act(snapshot, view, now)

    def _act(self, snapshot: msg.Snapshot, view: msg.SeatView, now: int) -> None:
        for touch in touches(snapshot, view, now):
            self._say(touch)


class PressingPlayers(Players):
    """For ``tests.benchmarks.link``: the last seat plays nothing but presses its simulated Play button.

    ``echo``: a bare socket to a process that returns its input.
    """

    def __init__(self, path: Path, echo: Connection) -> None:
        self.payloads: list[bytes] = []
        """The snapshots of running rounds."""
        self.pings: list[int] = []
        """Half a round trip of a bare socket with as many bytes as the newest snapshot, ns."""
        self.heard: list[int] = []
        """The time from a press to the snapshot with its "heard", ns."""
        self._echo = echo
        self._data = b""
        self._pressed: tuple[int, int] | None = None  # the time, and the count that will show it
        self._next_press = self._release_at = 0
        super().__init__(path)

    def _take(self, snapshot: msg.Snapshot, data: bytes, at: int) -> None:
        if snapshot.state == "play":
            self.payloads.append(data)
        if self._pressed is not None and snapshot.seats[-1].heard >= self._pressed[1]:
            self.heard.append(at - self._pressed[0])
            self._pressed = None
        self._data = data
        super()._take(snapshot, data, at)

    def _tick(self, snapshot: msg.Snapshot, now: int) -> None:
        if snapshot.state == "play":
            self._ping()
            self._say(msg.Mark(now))
        self._press(snapshot, now)
        super()._tick(snapshot, now)

    def _act(self, snapshot: msg.Snapshot, view: msg.SeatView, now: int) -> None:
        if view is not snapshot.seats[-1] or snapshot.state != "play":
            super()._act(snapshot, view, now)

    def _ping(self) -> None:
        began = time.monotonic_ns()
        self._echo.send_bytes(self._data)
        self._echo.recv_bytes()
        self.pings.append((time.monotonic_ns() - began) // 2)

    def _press(self, snapshot: msg.Snapshot, now: int) -> None:
        """Pull the simulated pin down at intervals while a round runs, and release it."""
        view = snapshot.seats[-1]
        if snapshot.state != "play":
            self._pressed = None  # between rounds a press means something else
        if self._release_at and now >= self._release_at:
            self._release_at = 0
            self._say(msg.DrivePin(view.seat, "play", pressed=False))
        elif snapshot.state == "play" and self._pressed is None and now >= self._next_press:
            self._next_press, self._release_at = now + PRESS_EVERY, now + PRESS_FOR
            self._pressed = (time.monotonic_ns(), view.heard + 1)
            self._say(msg.DrivePin(view.seat, "play", pressed=True))


class TellingPlayers(Players):
    """For ``tests.benchmarks.presses``: writes + when a round begins to run and - when it stops."""

    def _take(self, snapshot: msg.Snapshot, data: bytes, at: int) -> None:
        before = self.playing
        super()._take(snapshot, data, at)
        if self.playing is not before:
            os.write(sys.stdout.fileno(), b"+" if self.playing else b"-")


def main(path: str) -> None:
    """Play until the table ends."""
    players = TellingPlayers(Path(path))
    with contextlib.suppress(BrokenPipeError):
        while True:
            players.play(1.0)


if __name__ == "__main__":
    main(sys.argv[1])
