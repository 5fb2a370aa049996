"""A simulated dice-reader board without a port: the reference firmware, a tray, and faults.

Faults are in the sensor's input or on the wire.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from hardware.firmware.ldr_core import Board, body_of, frame
from hardware.firmware.simulated_sensor import THROW_MS, SimulatedTray, tumbling

Seen: TypeAlias = tuple[list[str], bool]
"""A sensor's result: the dice, and whether something moves."""


def _untouched_tray(dice: list[str], moving: bool, _random: Random) -> Seen:
    return dice, moving


def _untouched_wire(out: bytes, _random: Random) -> bytes:
    return out


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A fault: ``tray`` changes the sensor's result, ``wire`` the bytes sent at each step (often none)."""

    says: str
    tray: Callable[[list[str], bool, Random], Seen] = _untouched_tray
    wire: Callable[[bytes, Random], bytes] = _untouched_wire
    restless: bool = False
    """True if the board sends without a pause."""


def _rolling(dice: list[str], _moving: bool, _random: Random) -> Seen:
    return tumbling(dice)


def _unreadable(dice: list[str], moving: bool, _random: Random) -> Seen:
    return [f"{die[0]}?" if place == 0 else die for place, die in enumerate(dice)], moving


def _flicker(dice: list[str], moving: bool, random: Random) -> Seen:
    return [f"{die[0]}{random.randint(1, 6)}" for die in dice], moving


def _half_frames(out: bytes, random: Random) -> bytes:
    return b"".join(
        line[: random.randrange(len(line))] if random.random() < 0.5 else line for line in out.splitlines(keepends=True)
    )


def _garbage(out: bytes, random: Random) -> bytes:
    return b"".join(random.randbytes(random.randint(1, 60)) + line for line in out.splitlines(keepends=True))


_FLOOD: Final = frame("ER 0 code=FLOOD n=1") * 40


def _flood(out: bytes, random: Random) -> bytes:
    return out + _FLOOD + random.randbytes(20) + b"\n"


def _wrong_version(out: bytes, _random: Random) -> bytes:
    lines = out.splitlines(keepends=True)
    return b"".join(_in_version_2(line) if line.startswith(b"$HI ") else line for line in lines)


def _in_version_2(line: bytes) -> bytes:
    return frame((body_of(line.rstrip(b"\n")) or "").replace(" v=1 ", " v=2 "))


def _silent(_out: bytes, _random: Random) -> bytes:
    return b""


FAULTS: Final[Mapping[str, BoardFault]] = {
    "rolling": BoardFault("the dice never come to rest", tray=_rolling),
    "unreadable": BoardFault("one die cannot be read", tray=_unreadable),
    "flicker": BoardFault("the values change at every look", tray=_flicker),
    "half_frames": BoardFault("every second frame breaks off", wire=_half_frames),
    "garbage": BoardFault("rubbish before every frame", wire=_garbage),
    "flood": BoardFault("about a megabyte a second, valid frames and rubbish", wire=_flood, restless=True),
    "wrong_version": BoardFault("it speaks LDR/2", wire=_wrong_version),
    "silent": BoardFault("it does not say anything", wire=_silent),
}
"""All faults that last until they are ended, by name."""


_RESTLESS_MS: Final = 1
"""Interval in ms at which a board with a restless fault sends."""


class BoardInMemory:
    """One board with its tray. All methods may be called from any thread. ``clock``: milliseconds.

    Dice are words such as ``R4`` or ``r4``: a colour R, G, B, Y, or X for an unread one, and a value, or ``?`` for an
    unread one; ValueError otherwise. The dice stay in the tray whatever happens to the board.
    """

    def __init__(self, identity: str, clock: Callable[[], int], random: Random, seat: int = 0) -> None:
        self.identity = identity
        self.own_seat = seat
        """The seat set on the board itself, 0 for none; a change takes effect at the next restart."""
        self._clock = clock
        self._random = random
        self._tray = SimulatedTray(clock)
        self._faults: set[str] = set()
        self._lock = threading.Lock()
        self._started = 0
        self._core = self._fresh_core()

    # ------------------------------------------------------------------------------------------ the tray

    def throw(self, dice: Iterable[str], ms: int = THROW_MS) -> None:
        """Remove all dice and throw these: they tumble for ``ms`` milliseconds, then show the given values."""
        words = [_die(word) for word in dice]
        with self._lock:
            self._tray.throw(words, ms)

    def put(self, *dice: str) -> None:
        """Add these dice."""
        words = [_die(word) for word in dice]
        with self._lock:
            for word in words:
                self._tray.put(word)

    def take(self, *dice: str) -> None:
        """Remove those of these dice that are in the tray; without arguments: all dice."""
        words = [_die(word) for word in dice]
        with self._lock:
            for word in words or list(self._tray.dice):
                self._tray.take(word)

    def hold(self, die: str) -> None:
        """Make a die in the tray unreadable."""
        word = _die(die)
        with self._lock:
            self._tray.hold(word)

    @property
    def dice(self) -> tuple[str, ...]:
        """The dice in the tray, as they are once they have come to rest."""
        with self._lock:
            return tuple(self._tray.dice)

    @property
    def lamp(self) -> str:
        """The state of the tray's lamp, set by the host: OFF, READY, LOCK or FIND."""
        return self._core.lamp

    # ------------------------------------------------------------------------------------------ the board

    def fault(self, *names: str) -> None:
        """Activate these faults of ``FAULTS``; KeyError for others."""
        with self._lock:
            self._faults |= {name for name in names if FAULTS[name]}

    def mend(self, *names: str) -> None:
        """End these faults; without arguments: all faults."""
        with self._lock:
            self._faults -= set(names) or set(FAULTS)

    @property
    def faults(self) -> frozenset[str]:
        """The names of the active faults."""
        return frozenset(self._faults)

    def restart(self) -> None:
        """Restart the firmware."""
        with self._lock:
            self._core = self._fresh_core()

    def exchange(self, received: bytes) -> tuple[bytes, int]:
        """Run the board up to now, with the bytes received from the host.

        Returns the bytes that it sends, and the milliseconds to its next step.
        """
        with self._lock:
            return self._exchange(received)

    def _exchange(self, received: bytes) -> tuple[bytes, int]:
        """See ``exchange``; with the lock held."""
        at = self._clock() - self._started
        out = self._core.step(at, received)
        faults = [FAULTS[name] for name in sorted(self._faults)]
        for fault in faults:
            out = fault.wire(out, self._random)
        wait = _RESTLESS_MS if any(fault.restless for fault in faults) else max(0, self._core.due - at)
        return out, wait

    def _fresh_core(self) -> Board:
        self._started = self._clock()
        return Board(self.identity, self._see, self._random.getrandbits(32), self.own_seat)

    def _see(self) -> Seen:
        dice, moving = self._tray()
        for name in sorted(self._faults):
            dice, moving = FAULTS[name].tray(dice, moving, self._random)
        return dice, moving


def _die(word: str) -> str:
    die = word.upper()
    if len(die) != 2 or die[0] not in "RGBYX" or die[1] not in "123456?":
        raise ValueError(f"{word!r} is not a die: write a colour r, g, b or y and a value 1 to 6, as in r3")
    return die
