"""Forgotten names, as keyed digests: they still occur in older files of the journal, and must not be shown again.

The results store decides (``results.players``) and leaves a file beside the journal. The table, which has no access to
the store, reads it and offers none of these names in the lobby.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kiosk.journal.folder import leave
from kiosk.journal.names import name_key
from kiosk.system.files import LIST_BYTES, read_regular

FILE: Final = "forgotten.json"
"""The file's name in the journal's folder."""


class ForgottenNames(Struct, frozen=True):
    """Digests of names under a ``key`` (hexadecimal), each with the time up to which the name is forgotten.

    That time is wall time in seconds. A person who chooses the name later counts as new.
    """

    key: str = ""
    until: dict[str, float] = {}

    def has(self, name: str, wall: float) -> bool:
        """Return whether a use of the name at time ``wall`` is forgotten."""
        return bool(self.until) and wall <= self.until.get(digest(self.key, name), float("-inf"))

    def joined(self, other: ForgottenNames) -> ForgottenNames:
        """Return the union of both, if they have the same key; otherwise ``self``."""
        if other.key != self.key:
            return self
        both = self.until.keys() | other.until.keys()
        never = float("-inf")
        return ForgottenNames(
            self.key, {name: max(self.until.get(name, never), other.until.get(name, never)) for name in sorted(both)}
        )

    def write(self, folder: Path) -> None:
        """Write this to the journal's ``folder``, if the folder exists. Raises OSError."""
        if read(folder) != self:
            leave(folder, FILE, msgspec.json.encode(self))


def read(folder: Path) -> ForgottenNames:
    """Read the store's file from the journal's ``folder``; empty if it is missing or unreadable."""
    try:
        names = msgspec.json.decode(read_regular(folder / FILE, LIST_BYTES), type=ForgottenNames)
        digest(names.key, "")  # a damaged key is found here, not when the first name is looked up
    except (OSError, ValueError, RecursionError):
        return ForgottenNames()
    return names


def digest(key: str, name: str) -> str:
    """Return the keyed digest of a name; it cannot be recognised without ``key``."""
    return blake2b(name_key(name).encode(), key=bytes.fromhex(key), digest_size=32).hexdigest()
