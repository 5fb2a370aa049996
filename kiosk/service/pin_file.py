"""The staff's PIN, stored as a salted scrypt hash: guessing it is slow even with access to the file."""

from __future__ import annotations

import hmac
import re
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.system import paths
from kiosk.system.files import write_file

FEWEST: Final = 4
MOST: Final = 12
"""Fewest and most digits of a PIN."""

_RANDOM: Final = 6
_SALT: Final = 16
_KEY: Final = 32
_ROOM: Final = 1 << 20
_RUNS: Final = ("01234567890", "09876543210")
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
