"""Names that are to be forgotten while older files of the journal still hold them: unreadable, but known when met.

The results store decides (``results.players``) and leaves a file beside the journal, so that the table, which knows
no store, offers none of them in the lobby.
"""

from __future__ import annotations

import unicodedata
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kiosk.journal.folder import leave

FILE: Final = "forgotten.json"
"""In the journal's folder."""


class ForgottenNames(Struct, frozen=True):
    """Digests of names under a ``key`` (hexadecimal), each with the moment up to which the name is forgotten.

    That moment is in seconds of wall time. Whoever chooses the name later is somebody new.
    """

    key: str = ""
    until: dict[str, float] = {}

    def has(self, name: str, wall: float) -> bool:
        """Whether the name is forgotten where it was used at ``wall``."""
        return bool(self.until) and wall <= self.until.get(digest(self.key, name), float("-inf"))

    def joined(self, other: ForgottenNames) -> ForgottenNames:
        """What either forgets, if both have the same key; else this alone."""
        if other.key != self.key:
            return self
        both = self.until.keys() | other.until.keys()
        never = float("-inf")
        return ForgottenNames(
            self.key, {name: max(self.until.get(name, never), other.until.get(name, never)) for name in sorted(both)}
        )

    def write(self, folder: Path) -> None:
        """Leave this in the journal's ``folder``, if there is one. Raises OSError."""
        if read(folder) != self:
            leave(folder, FILE, msgspec.json.encode(self))


def read(folder: Path) -> ForgottenNames:
    """What the store has left in the journal's ``folder``; nothing is forgotten where that cannot be read."""
    try:
        names = msgspec.json.decode((folder / FILE).read_bytes(), type=ForgottenNames)
        digest(names.key, "")  # a damaged key is found here, not when the first name is looked up
    except (OSError, ValueError):
        return ForgottenNames()
    return names


def name_key(name: str) -> str:
    """What all spellings of a name have in common: case does not matter, nor how letters are composed."""
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())


def digest(key: str, name: str) -> str:
    """A name, unreadable for whoever has no ``key``."""
    return blake2b(name_key(name).encode(), key=bytes.fromhex(key), digest_size=32).hexdigest()
