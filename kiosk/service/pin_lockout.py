"""The gate before the service menu: five tries, then a lockout that grows with every further wrong one.

A try is written down before it is judged: whoever pulls the plug has used it up all the same. Time is counted by a
clock that cannot be set, and that stands for nothing after a restart: then the lockout begins anew. The wall clock is
never asked.
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

from kiosk.service.pin_file import UnusablePin, is_pin
from kiosk.system.atomic_file import write_file

log = logging.getLogger(__name__)

TRIES: Final = 5
"""Before the first lockout; after each lockout there is one."""

LOCKOUTS_S: Final = (60.0, 300.0, 900.0, 3600.0)
"""Seconds, by how many lockouts there were before; all further ones are as long as the last."""

Verdict = Literal["ask", "open", "wrong", "locked", "none", "broken"]


class Answer(NamedTuple):
    """The answer to a try.

    ``ask``: it waits for a PIN; ``open``: that was the PIN; ``wrong``: it was not, ``tries`` are left; ``locked``: for
    ``seconds`` no PIN is looked at; ``none``: there is no PIN, so there is no service menu; ``broken``: tries cannot be
    counted or the PIN cannot be read, so none is let through (the log says why).
    """

    verdict: Verdict
    tries: int = 0
    seconds: float = 0.0


class _Tally(msgspec.Struct, frozen=True):
    """The wrong tries since the last right one; ``served``: the lockout that they have cost is over."""

    wrong: Annotated[int, msgspec.Meta(ge=0)] = 0
    served: bool = False


_UNKNOWN: Final = _Tally(TRIES + len(LOCKOUTS_S))
"""Of a file that cannot be read: as if there had been very many."""


def boot_clock() -> float:
    """Seconds since the machine was started, those in which it slept among them; nobody can set it."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def tally_file(pin: Path) -> Path:
    """Return where the tries for the PIN in this file are counted."""
    return pin.with_name(f"{pin.name}-tries")


def forget_tries(pin: Path) -> None:
    """A new PIN has been set by whoever may: the lockout is over. Raises OSError."""
    tally_file(pin).unlink(missing_ok=True)


class Gate:
    """Judges PINs. From any thread; a guess takes as long as the hash does, so never from the runner's."""

    def __init__(self, pin: Path, clock: Callable[[], float] = boot_clock) -> None:
        self._pin = pin
        self._clock = clock
        self._one = threading.Lock()
        self._locked: tuple[int, float] | None = None  # by so many wrong tries, since
        with contextlib.suppress(OSError):
            self._look()  # a lockout that was left begins now, not when somebody comes

    def look(self) -> Answer:
        """Return how things are, without a try."""
        with self._one:
            return self._look()

    def guess(self, pin: str) -> Answer:
        """One try: ``open``, ``wrong`` or ``locked`` (which this try may have led to), ``none`` or ``broken``."""
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
        with contextlib.suppress(OSError):  # then a restart makes it longer, which is safe
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
