"""The staff's PIN: stored as a salted hash, and five tries, then a lockout that grows with every further wrong one."""

from __future__ import annotations

import contextlib
import hmac
import logging
import re
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from kiosk.system import paths
from kiosk.system.files import write_file

FEWEST: Final = 4
MOST: Final = 12
"""Fewest and most digits of a PIN."""

_RANDOM: Final = 6
"""Digits of a PIN that is made up."""
_SALT: Final = 16
_KEY: Final = 32
"""Bytes of the salt and of the hash, as ``_FORM`` reads them."""
_ROOM: Final = 1 << 20
"""Bytes that scrypt may take beyond those that its cost needs."""
_RUNS: Final = ("01234567890", "09876543210")
"""Digits of which no part is a PIN: everybody tries them first."""
_FORM: Final = re.compile(r"scrypt (\d{1,7}) (\d{1,2}) (\d{1,2}) ([0-9a-f]{32}) ([0-9a-f]{64})\n?")


class Cost(NamedTuple):
    """The cost of one guess: scrypt's n (a power of two), r and p. It takes 128 * n * r bytes."""

    n: int = 1 << 15
    r: int = 8
    p: int = 1


USUAL: Final = Cost()


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
    salt = secrets.token_bytes(_SALT)
    return f"scrypt {cost.n} {cost.r} {cost.p} {salt.hex()} {_key(pin, salt, cost).hex()}\n".encode()


def is_pin(file: Path, pin: str) -> bool:
    """Return whether ``pin`` is correct. Deliberately slow (0.1 s and more). Raises UnusablePin, OSError."""
    found = _FORM.fullmatch(file.read_text(encoding="ascii", errors="replace"))
    if found is None:
        raise UnusablePin(f"{file}: this is no PIN: set it again with kiosk pin set")
    cost = Cost(*map(int, found.group(1, 2, 3)))
    try:
        key = _key(pin, bytes.fromhex(found[4]), cost)
    except ValueError:
        raise UnusablePin(f"{file}: this is no PIN: set it again with kiosk pin set") from None
    return hmac.compare_digest(key, bytes.fromhex(found[5]))


def _key(pin: str, salt: bytes, cost: Cost) -> bytes:
    room = 128 * cost.r * (cost.n + cost.p + 2) + _ROOM
    from _hashlib import scrypt  # noqa: PLC0415  OpenSSL's, which the table has not loaded (kiosk.system.no_openssl)

    return scrypt(pin.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=room, dklen=_KEY)


def _too_easy(pin: str) -> bool:
    return len(set(pin)) == 1 or any(pin in run for run in _RUNS)


log = logging.getLogger(__name__)

TRIES: Final = 5
"""Tries before the first lockout; after each lockout there is one."""

LOCKOUTS_S: Final = (60.0, 300.0, 900.0, 3600.0)
"""Lengths of the first lockouts in seconds; all further ones are as long as the last."""

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
            wrong = self._read().wrong + 1
            try:
                self._write(_Tally(wrong))
                right = is_pin(self._pin, pin)
                if right:
                    self._write(_Tally())
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
        tally = self._read()
        if tally.wrong < TRIES:
            self._locked = None
            return PinAnswer("ask", TRIES - tally.wrong)
        if tally.served:
            self._locked = None
            return PinAnswer("ask", 1)
        if self._locked is None or self._locked[0] != tally.wrong:
            self._locked = tally.wrong, self._clock()
        lasts = LOCKOUTS_S[min(tally.wrong - TRIES, len(LOCKOUTS_S) - 1)]
        left = lasts - (self._clock() - self._locked[1])
        if left > 0:
            return PinAnswer("locked", seconds=left)
        with contextlib.suppress(OSError):  # on failure a restart repeats the lockout, which is safe
            self._write(_Tally(tally.wrong, served=True))
        return PinAnswer("ask", 1)

    def _read(self) -> _Tally:
        try:
            return msgspec.json.decode(tally_file(self._pin).read_bytes(), type=_Tally)
        except FileNotFoundError:
            return _Tally()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return _UNKNOWN

    def _write(self, tally: _Tally) -> None:
        write_file(tally_file(self._pin), msgspec.json.encode(tally))
