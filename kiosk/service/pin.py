"""The staff's PIN, by which the table's service menu opens."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, NamedTuple

from kiosk.system import paths
from kiosk.system.files import write_file
from kiosk.system.typed_secret import USUAL, Cost, Lockout, boot_clock, is_secret, slow_hash

FEWEST: Final = 4
MOST: Final = 12
"""Fewest and most digits of a PIN."""

_RANDOM: Final = 6
"""Digits of a PIN that is made up."""
_RUNS: Final = ("01234567890", "09876543210")
"""Digits of which no part is a PIN: everybody tries them first."""


class UnusablePin(Exception):  # noqa: N818  it carries what the user is told
    """A PIN that is not acceptable, or an unreadable PIN file; the text says why and what to do."""


def pin_file() -> Path:
    """Return the path of the PIN file. Without this file there is no service menu."""
    return paths.state_dir() / "service-pin"


def random_pin() -> str:
    """Return a random PIN that ``set_pin`` accepts."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(_RANDOM))
        if not _too_easy(pin):
            return pin


def set_pin(file: Path, pin: str, cost: Cost = USUAL) -> None:
    """Store a new PIN. Raises UnusablePin, OSError."""
    write_file(file, hashed(pin, cost))


def hashed(pin: str, cost: Cost = USUAL) -> bytes:
    """Return the content of the PIN file. Raises UnusablePin."""
    if not (pin.isascii() and pin.isdigit() and FEWEST <= len(pin) <= MOST):
        raise UnusablePin(f"a PIN has {FEWEST} to {MOST} digits, no other characters: choose another")
    if _too_easy(pin):
        raise UnusablePin("that is what everybody tries first: choose another PIN")
    return f"{slow_hash(pin, cost)}\n".encode()


def is_pin(file: Path, pin: str) -> bool:
    """Return whether ``pin`` is correct. Deliberately slow (0.1 s and more). Raises UnusablePin, OSError."""
    try:
        return is_secret(file.read_text(encoding="ascii", errors="replace"), pin)
    except ValueError:
        raise UnusablePin(f"{file}: this is no PIN: set it again with kiosk pin set") from None


def _too_easy(pin: str) -> bool:
    return len(set(pin)) == 1 or any(pin in run for run in _RUNS)


log = logging.getLogger(__name__)

Verdict = Literal["ask", "open", "wrong", "locked", "none", "broken"]


class PinAnswer(NamedTuple):
    """The answer to a try.

    ``ask``: it waits for a PIN; ``open``: correct; ``wrong``: incorrect, ``tries`` are left; ``locked``: no PIN is
    accepted for ``seconds``; ``none``: there is no PIN, so there is no service menu; ``broken``: the tries cannot be
    stored or the PIN cannot be read, so no PIN is accepted (the log says why).
    """

    verdict: Verdict
    tries: int = 0
    seconds: float = 0.0


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
        self._lockout = Lockout(tally_file(pin), clock)
        self._one = threading.Lock()
        with contextlib.suppress(OSError):
            self._look()  # a pending lockout starts now, not at the next visit

    def look(self) -> PinAnswer:
        """Return the current state, without a try."""
        with self._one:
            return self._look()

    def guess(self, pin: str) -> PinAnswer:
        """Try a PIN; return ``open``, ``wrong``, ``locked`` (perhaps caused by this try), ``none`` or ``broken``."""
        with self._one:
            before = self._look()
            if before.verdict != "ask":
                return before
            try:
                right = self._lockout.guess(lambda: is_pin(self._pin, pin))
            except (OSError, UnusablePin) as error:
                log.error("the PIN cannot be judged: %s", error)  # noqa: TRY400  one line for the staff
                return PinAnswer("broken")
            if right:
                return PinAnswer("open")
            after = self._look()
            return PinAnswer("wrong", after.tries) if after.verdict == "ask" else after

    def change(self, pin: str) -> None:
        """Store a new PIN, for whoever has just typed the old one. Raises UnusablePin, OSError."""
        with self._one:
            set_pin(self._pin, pin)

    def _look(self) -> PinAnswer:
        if not self._pin.exists():
            return PinAnswer("none")
        tries, seconds = self._lockout.chance()
        return PinAnswer("ask", tries) if tries else PinAnswer("locked", seconds=seconds)
