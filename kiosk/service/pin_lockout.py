"""The PIN check of the service menu: five tries, then a lockout that grows with every further wrong one.

A try is stored before it is judged, so that pulling the plug does not undo it. Time is measured with the boot clock,
which, unlike the wall clock, cannot be set. It restarts with the machine, and then the lockout starts over.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from kiosk.service.pin_file import UnusablePin, is_pin, set_pin
from kiosk.system.files import write_file

log = logging.getLogger(__name__)

TRIES: Final = 5
"""Tries before the first lockout; after each lockout there is one."""

LOCKOUTS_S: Final = (60.0, 300.0, 900.0, 3600.0)
"""Lengths of the first lockouts in seconds; all further ones are as long as the last."""

Verdict = Literal["ask", "open", "wrong", "locked", "none", "broken"]


class Answer(NamedTuple):
    """The answer to a try.

    ``ask``: it waits for a PIN; ``open``: correct; ``wrong``: incorrect, ``tries`` are left; ``locked``: no PIN is
    accepted for ``seconds``; ``none``: there is no PIN, so there is no service menu; ``broken``: the tries cannot be
    stored or the PIN cannot be read, so no PIN is accepted (the log says why).
    """

    verdict: Verdict
    tries: int = 0
    seconds: float = 0.0


class _Tally(msgspec.Struct, frozen=True):
    """The wrong tries since the last correct one; ``served``: the resulting lockout is over."""

    wrong: Annotated[int, msgspec.Meta(ge=0)] = 0
    served: bool = False


_UNKNOWN: Final = _Tally(TRIES + len(LOCKOUTS_S))
"""Used for an unreadable file: the longest lockout."""


def boot_clock() -> float:
    """Return the seconds since the machine's boot, including suspend; this clock cannot be set."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def tally_file(pin: Path) -> Path:
    """Return the path of the file that counts the tries for this PIN file."""
    return pin.with_name(f"{pin.name}-tries")


def forget_tries(pin: Path) -> None:
    """End the lockout, after an authorised change of the PIN. Raises OSError."""
    tally_file(pin).unlink(missing_ok=True)


class PinLockout:
    """Checks PINs. Thread-safe; a guess is as slow as the hash, so never call it from the runner's thread."""

    def __init__(self, pin: Path, clock: Callable[[], float] = boot_clock) -> None:
        self._pin = pin
        self._clock = clock
        self._one = threading.Lock()
        self._locked: tuple[int, float] | None = None  # number of wrong tries, start time
        with contextlib.suppress(OSError):
            self._look()  # a pending lockout starts now, not at the next visit

    def look(self) -> Answer:
        """Return the current state, without a try."""
        with self._one:
            return self._look()

    def guess(self, pin: str) -> Answer:
        """Try a PIN; return ``open``, ``wrong``, ``locked`` (perhaps caused by this try), ``none`` or ``broken``."""
        with self._one:
            before = self._look()
            if before.verdict != "ask":
                return before
            wrong = self._read().wrong + 1
            try:
                self._write(_Tally(wrong))
                right = is_pin(self._pin, pin)
                if right:
                    self._write(_Tally())
            except (OSError, UnusablePin) as error:
                log.error("the PIN cannot be judged: %s", error)  # noqa: TRY400  one line for the staff
                return Answer("broken")
            if right:
                return Answer("open")
            after = self._look()
            return Answer("wrong", after.tries) if after.verdict == "ask" else after

    def change(self, pin: str) -> None:
        """Store a new PIN, for whoever has just typed the old one. Raises UnusablePin, OSError."""
        with self._one:
            set_pin(self._pin, pin)

    def _look(self) -> Answer:
        if not self._pin.exists():
            return Answer("none")
        tally = self._read()
        if tally.wrong < TRIES:
            self._locked = None
            return Answer("ask", TRIES - tally.wrong)
        if tally.served:
            self._locked = None
            return Answer("ask", 1)
        if self._locked is None or self._locked[0] != tally.wrong:
            self._locked = tally.wrong, self._clock()
        lasts = LOCKOUTS_S[min(tally.wrong - TRIES, len(LOCKOUTS_S) - 1)]
        left = lasts - (self._clock() - self._locked[1])
        if left > 0:
            return Answer("locked", seconds=left)
        with contextlib.suppress(OSError):  # on failure a restart repeats the lockout, which is safe
            self._write(_Tally(tally.wrong, served=True))
        return Answer("ask", 1)

    def _read(self) -> _Tally:
        try:
            return msgspec.json.decode(tally_file(self._pin).read_bytes(), type=_Tally)
        except FileNotFoundError:
            return _Tally()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return _UNKNOWN

    def _write(self, tally: _Tally) -> None:
        write_file(tally_file(self._pin), msgspec.json.encode(tally))
