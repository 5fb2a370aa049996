"""Who may see names or change what is shown: the venue's staff, and the keys of the hall's screens. All in one file.

Of passwords it has slow hashes, of keys hashes: nobody who reads it can sign in. It is for the serving user alone, and
is written by ``kiosk venue staff`` and by the pages, one after the other.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kiosk.journal.names import name_key
from kiosk.system import paths
from kiosk.system.decoders import prepared
from kiosk.system.files import WRITTEN_BYTES, read_regular, write_file
from kiosk.system.typed_secret import USUAL, Cost, slow_hash

SHORTEST: Final = 10
LONGEST: Final = 200
"""Fewest and most characters of a password."""
SCREENS: Final = 100
"""Most screens of a hall."""
KEY_LASTS: Final = timedelta(days=1)
"""So long a key can be exchanged."""
_USED_AGAIN: Final = timedelta(hours=1)
"""The last use of a screen is written at most as often."""
_NAME: Final = re.compile(r"[^\W_](?:[\w.-]{0,30}\w)?")


class CredentialsError(Exception):
    """The file cannot be used, or what was typed cannot be kept. The text: why, and the fix."""


class Role(StrEnum):
    """What one of the staff may do: ``HOUSE`` all, ``DESK`` what can be taken back."""

    DESK = "desk"
    HOUSE = "house"

    def may(self, needed: Role) -> bool:
        """Return whether this role includes the needed one."""
        return self in (needed, Role.HOUSE)


class Member(Struct, frozen=True):
    """One of the staff. ``password``: its slow hash (``kiosk.system.typed_secret``)."""

    role: Role
    password: str


class Screen(Struct, frozen=True):
    """A screen that may show names.

    ``key``: hash of the key that opens once, empty: it has opened; ``cookie``: hash of what it was exchanged for,
    empty: it was not yet. ``made``, ``by``: when, and by whom of the staff. ``used``: about when it was last seen.
    """

    name: str
    made: datetime
    by: str
    key: str
    cookie: str = ""
    used: datetime | None = None

    def opens(self, key: str, now: datetime) -> bool:
        """Return whether a key of this hash can be exchanged."""
        return self.key == key and now - self.made <= KEY_LASTS


class Credentials(Struct, frozen=True):
    """The content of the file. ``staff``: by their normalised names."""

    staff: dict[str, Member] = {}
    screens: tuple[Screen, ...] = ()


NOBODY: Final = Credentials()


def token_hash(token: str) -> str:
    """Return what is kept of a random token."""
    return sha256(token.encode()).hexdigest()


class CredentialsFile:
    """The file, read anew when it has changed."""

    def __init__(self, path: Path | None = None) -> None:
        self.path: Final = path or paths.state_dir() / "venue-credentials.json"
        self._read: tuple[tuple[int, ...], Credentials] | None = None

    def read(self) -> Credentials:
        """Return its content; of a missing file: nobody. Raises CredentialsError."""
        try:
            found = self.path.stat()
            mark = found.st_ino, found.st_mtime_ns, found.st_size
            if (known := self._read) is None or known[0] != mark:
                known = mark, msgspec.json.decode(read_regular(self.path, WRITTEN_BYTES), type=prepared(Credentials))
                self._read = known
        except FileNotFoundError:
            return NOBODY
        except (OSError, ValueError, RecursionError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is damaged"
            fix = "make it readable, or move it away and add the staff anew: kiosk venue staff NAME"
            raise CredentialsError(f"{self.path}: cannot be read ({why}): {fix}") from None
        return known[1]

    def change(self, work: Callable[[Credentials], Credentials]) -> Credentials:
        """Write what ``work`` makes of its content, one program after the other. Raises CredentialsError."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                before = self.read()
                after = work(before)
                if after != before:
                    write_file(self.path, msgspec.json.encode(after))
            finally:
                os.close(lock)
        except OSError as error:
            fix = "make its folder writable for this user"
            raise CredentialsError(f"{self.path}: cannot be written ({error.strerror}): {fix}") from None
        return after

    def tries(self, name: str) -> Path:
        """Return the file that counts the wrong passwords of one of the staff."""
        return self.path.with_name(f"venue-tries-{token_hash(name)[:32]}")

    # ---------------------------------------------------------------- staff

    def put(self, name: str, role: Role, password: str, cost: Cost = USUAL) -> str:
        """Add one of the staff, or give another role and password; this ends a lockout, and all sessions of theirs.

        Return the normalised name. Raises CredentialsError.
        """
        key = _checked(name)
        if not SHORTEST <= len(password) <= LONGEST or name_key(password) == key:
            raise CredentialsError(f"a password has {SHORTEST} to {LONGEST} characters, and is not the name")
        member = Member(role, slow_hash(password, cost))
        self.change(lambda now: replace(now, staff={**now.staff, key: member}))
        self._forget_tries(key)
        return key

    def find(self, name: str) -> Member | None:
        """Return one of the staff, by any spelling of the name. Raises CredentialsError."""
        return self.read().staff.get(name_key(name))

    def remove(self, name: str) -> bool:
        """Remove one of the staff; return whether there was one of that name. Raises CredentialsError."""
        key = name_key(name)
        there = key in self.read().staff
        self.change(lambda now: replace(now, staff={one: who for one, who in now.staff.items() if one != key}))
        self._forget_tries(key)
        return there

    def _forget_tries(self, key: str) -> None:
        try:
            self.tries(key).unlink(missing_ok=True)
        except OSError as error:
            raise CredentialsError(f"{self.tries(key)}: cannot be removed ({error.strerror})") from None

    # ---------------------------------------------------------------- screens

    def new_key(self, name: str, by: str, now: datetime) -> str:
        """Make a key for a screen; another one of that name is revoked. Raises CredentialsError."""
        key = secrets.token_urlsafe(24)
        screen = Screen(name, now, by, token_hash(key))

        def add(before: Credentials) -> Credentials:
            others = tuple(one for one in before.screens if one.name != name)
            if len(others) >= SCREENS:
                raise CredentialsError(f"there are {SCREENS} screens: revoke one")
            return replace(before, screens=(*others, screen))

        self.change(add)
        return key

    def revoke(self, name: str) -> None:
        """End a screen's key and cookie. Raises CredentialsError."""
        self.change(lambda before: replace(before, screens=tuple(one for one in before.screens if one.name != name)))

    def opens(self, key: str, now: datetime) -> bool:
        """Return whether a key can be exchanged. Raises CredentialsError."""
        wanted = token_hash(key)
        return any(screen.opens(wanted, now) for screen in self.read().screens)

    def exchange(self, key: str, now: datetime) -> str:
        """Return the cookie for a key, which opens once; empty: it opens nothing. Raises CredentialsError."""
        wanted, cookie = token_hash(key), secrets.token_urlsafe(32)
        exchanged = False

        def opened(screen: Screen) -> Screen:
            nonlocal exchanged
            if not screen.opens(wanted, now):
                return screen
            exchanged = True
            return replace(screen, key="", cookie=token_hash(cookie), used=now)

        self.change(lambda before: replace(before, screens=tuple(map(opened, before.screens))))
        return cookie if exchanged else ""

    def is_screen(self, cookie: str, now: datetime) -> bool:
        """Return whether a screen has this cookie, and note from time to time that it was used."""
        wanted = token_hash(cookie)
        screen = next((one for one in self.read().screens if one.cookie == wanted), None)
        if screen is not None and (screen.used is None or now - screen.used > _USED_AGAIN):
            with suppress(CredentialsError):  # a full disk takes no screen its names
                self.change(
                    lambda before: replace(before, screens=tuple(_used(one, wanted, now) for one in before.screens))
                )
        return screen is not None


def _used(screen: Screen, cookie: str, now: datetime) -> Screen:
    return replace(screen, used=now) if screen.cookie == cookie else screen


def _checked(name: str) -> str:
    key = name_key(name)
    if not _NAME.fullmatch(key):
        raise CredentialsError(
            f"{name!r} is no name for the staff: write one word of at most 32 letters, digits, points and hyphens"
        )
    return key
