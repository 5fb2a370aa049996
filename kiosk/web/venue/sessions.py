"""Signing in: passwords are judged one at a time and slowly, and a session is a random token in a cookie.

Sessions are kept in memory, as hashes: whoever restarts the server signs everybody out. A session is bound to nothing
but its cookie, and ends after twelve hours, with a sign-out, and with any change of its password.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kiosk.journal.names import name_key
from kiosk.system.logs import LimitedLog
from kiosk.system.typed_secret import Lockout, boot_clock, is_secret
from kiosk.web.venue.credentials import LONGEST, CredentialsError, CredentialsFile, Member, Role, token_hash

LASTS_S: Final = 12 * 3600.0
_MOST: Final = 20
"""Sessions of one of the staff at a time; the eldest goes."""
_WAITING: Final = 3
"""Passwords that may wait to be judged: each takes a thread, which pages need too."""
_OF_NOBODY: Final = f"scrypt 32768 8 1 {'0' * 32} {'0' * 64}"
"""Judged instead of a password that there is not: an answer takes as long, and tells nothing of who there is."""
_log = logging.getLogger(__name__)


class BusyError(Exception):
    """Too many passwords wait to be judged."""


@dataclass(frozen=True, slots=True)
class Session:
    """One of the staff who has signed in. ``form``: the token of the forms on their pages."""

    name: str
    role: Role
    form: str


@dataclass(frozen=True, slots=True)
class _Kept:
    name: str
    password: str
    form: str
    ends: float


class Sessions:
    """All sessions. Thread-safe."""

    def __init__(self, file: CredentialsFile, clock: Callable[[], float] = boot_clock) -> None:
        self._file = file
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._lockouts: dict[str, Lockout] = {}
        self._waiting = threading.BoundedSemaphore(_WAITING)
        self._judging = threading.Lock()
        self._one = threading.Lock()
        self._lines = LimitedLog(_log)

    def sign_in(self, name: str, password: str) -> str:
        """Return the token of a new session; empty: name or password are wrong, or the name is locked.

        Slow (0.1 s and more). Raises BusyError.
        """
        if not self._waiting.acquire(blocking=False):
            raise BusyError
        try:
            with self._judging:
                member = self._judged(name_key(name), password)
        finally:
            self._waiting.release()
        return self._begin(name_key(name), member) if member else ""

    def find(self, token: str) -> Session | None:
        """Return the session of a token; None: there is none, or it has ended."""
        if not token:
            return None
        with self._one:
            kept = self._kept.get(token_hash(token))
        if kept is None:
            return None
        member = self._read(kept.name)
        if kept.ends <= self._clock() or member is None or member.password != kept.password:
            self.sign_out(token)
            return None
        return Session(kept.name, member.role, kept.form)

    def sign_out(self, token: str) -> None:
        """End a session."""
        with self._one:
            self._kept.pop(token_hash(token), None)

    def _read(self, name: str) -> Member | None:
        try:
            return self._file.read().staff.get(name)
        except CredentialsError as error:
            self._lines.log(logging.ERROR, "%s", error)
            return None

    def _judged(self, name: str, password: str) -> Member | None:
        """Return whose password this is. Whatever the answer, one hash is worked out for it."""
        password = password[: LONGEST + 1]  # longer than any
        member = self._read(name)
        lockout = None
        if member is not None:
            lockout = self._lockouts.setdefault(name, Lockout(self._file.tries(name), self._clock))
        if member is None or lockout is None or not lockout.chance().tries:
            is_secret(_OF_NOBODY, password)
            return None
        try:
            return member if lockout.guess(lambda: is_secret(member.password, password)) else None
        except (OSError, ValueError) as error:
            self._lines.log(logging.ERROR, "the password of %s cannot be judged: %s", name, error)
            return None

    def _begin(self, name: str, member: Member) -> str:
        token, now = secrets.token_urlsafe(32), self._clock()
        with self._one:
            theirs = [one for one, kept in self._kept.items() if kept.name == name]
            ended = [one for one, kept in self._kept.items() if kept.ends <= now]
            for one in (*ended, *theirs[: -(_MOST - 1)]):
                self._kept.pop(one, None)
            self._kept[token_hash(token)] = _Kept(name, member.password, secrets.token_urlsafe(24), now + LASTS_S)
        return token
