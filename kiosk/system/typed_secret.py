"""Secrets that people type: kept as slow hashes; five tries, then a lockout that grows with every further wrong one.

The table's PIN and the passwords of a venue's staff are such secrets.
"""

from __future__ import annotations

import contextlib
import hmac
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Struct

from kiosk.system.decoders import prepared
from kiosk.system.files import write_file

TRIES: Final = 5
"""Tries before the first lockout; after each lockout there is one."""

LOCKOUTS_S: Final = (60.0, 300.0, 900.0, 3600.0)
"""Lengths of the first lockouts in seconds; all further ones are as long as the last."""

_SALT: Final = 16
_KEY: Final = 32
"""Bytes of the salt and of the hash, as ``_FORM`` reads them."""
_ROOM: Final = 1 << 20
"""Bytes that scrypt may take beyond those that its cost needs."""
_FORM: Final = re.compile(r"scrypt (\d{1,7}) (\d{1,2}) (\d{1,2}) ([0-9a-f]{32}) ([0-9a-f]{64})\n?")


class Cost(Struct, frozen=True):
    """The cost of one guess: scrypt's n (a power of two), r and p. It takes 128 * n * r bytes."""

    n: int = 1 << 15
    r: int = 8
    p: int = 1


USUAL: Final = Cost()


def slow_hash(secret: str, cost: Cost = USUAL) -> str:
    """Return what is kept of a secret: ``scrypt``, its cost, a random salt and the hash. Slow (0.1 s and more)."""
    salt = secrets.token_bytes(_SALT)
    return f"scrypt {cost.n} {cost.r} {cost.p} {salt.hex()} {_key(secret, salt, cost).hex()}"


def is_secret(kept: str, secret: str) -> bool:
    """Return whether ``secret`` is the one of which this is kept. Slow. Raises ValueError: it is no such hash."""
    found = _FORM.fullmatch(kept)
    if found is None:
        raise ValueError("no hash of scrypt")
    cost = Cost(*map(int, found.group(1, 2, 3)))
    return hmac.compare_digest(_key(secret, bytes.fromhex(found[4]), cost), bytes.fromhex(found[5]))


def _key(secret: str, salt: bytes, cost: Cost) -> bytes:
    room = 128 * cost.r * (cost.n + cost.p + 2) + _ROOM
    from _hashlib import scrypt  # noqa: PLC0415  OpenSSL's, which the table has not loaded (kiosk.system.no_openssl)

    return scrypt(secret.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=room, dklen=_KEY)


class _Tally(msgspec.Struct, frozen=True):
    """The wrong tries since the last correct one; ``served``: the resulting lockout is over."""

    wrong: Annotated[int, msgspec.Meta(ge=0)] = 0
    served: bool = False


_UNKNOWN: Final = _Tally(TRIES + len(LOCKOUTS_S))
"""Used for an unreadable file: the longest lockout."""


def boot_clock() -> float:
    """Return the seconds since the machine's boot, including suspend; this clock cannot be set."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Chance(NamedTuple):
    """What may be tried now: ``tries`` are left; 0: locked for ``seconds``."""

    tries: int
    seconds: float = 0.0


class Lockout:
    """Counts wrong tries in a ``file``, so that no restart gives more of them. Not thread-safe."""

    def __init__(self, file: Path, clock: Callable[[], float] = boot_clock) -> None:
        self._file = file
        self._clock = clock
        self._locked: tuple[int, float] | None = None  # number of wrong tries, start time

    def chance(self) -> Chance:
        """Return what may be tried now; a lockout that is pending begins with the first question."""
        tally = self._read()
        if tally.wrong < TRIES:
            self._locked = None
            return Chance(TRIES - tally.wrong)
        if tally.served:
            self._locked = None
            return Chance(1)
        if self._locked is None or self._locked[0] != tally.wrong:
            self._locked = tally.wrong, self._clock()
        lasts = LOCKOUTS_S[min(tally.wrong - TRIES, len(LOCKOUTS_S) - 1)]
        left = lasts - (self._clock() - self._locked[1])
        if left > 0:
            return Chance(0, left)
        with contextlib.suppress(OSError):  # on failure a restart repeats the lockout, which is safe
            self._write(_Tally(tally.wrong, served=True))
        return Chance(1)

    def guess(self, is_right: Callable[[], bool]) -> bool:
        """Judge a try, for which there must be a chance. It counts before it is judged. Raises OSError."""
        self._write(_Tally(self._read().wrong + 1))
        right = is_right()
        if right:
            self._write(_Tally())
        return right

    def _read(self) -> _Tally:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=prepared(_Tally))
        except FileNotFoundError:
            return _Tally()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return _UNKNOWN

    def _write(self, tally: _Tally) -> None:
        write_file(self._file, msgspec.json.encode(tally))
